import type { Shape } from "../setup/settings.ts";
import type { FlagsOf, FlagTable } from "./flags.ts";

/** The flags that every command which asks a service has. */
export const CONNECTION_FLAGS = {
  "base-url": { value: "URL", help: "the service to ask (CONVICTION_BASE_URL; unset: the embedded one)" },
  "model": { value: "NAME", help: "model of the service (CONVICTION_MODEL)" },
  "data": { value: "DIR", help: "folder of data (CONVICTION_DATA; unset: what was fetched, else the sample)" },
  "benchmark": { value: "FILE|TICKER", help: "what to measure against (^GSPC or SPY of the price files)" },
  "currency": { value: "CODE", help: "of price files that state none, like USD or GBp (unset: they have no unit)" },
} as const satisfies FlagTable;

/** The flags of commands that fetch what they lack. */
export const DEMAND_FLAGS = {
  "fetch": { help: "first fetch filings that are not on this machine from sec.gov" },
  "no-fetch": { help: "fetch nothing, and ask nobody" },
  "sample": { help: "take the sample that comes with the program, which is history" },
} as const satisfies FlagTable;

/** Which service to ask, as it was typed; `data` is relative to the folder of the command. */
export type ConnectionFlags = Partial<FlagsOf<typeof CONNECTION_FLAGS>> & Shape;

/** Where keys come from, for `--help`. */
export const KEY_HELP = "The key of a service comes from CONVICTION_API_KEY, never from a flag.";
