import { readSources, SOURCES } from "../connect/sources.ts";
import { day } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";

const FLAGS = {
  "from": {
    value: "SOURCE,...",
    readAll: (texts: readonly string[]) => readSources(texts),
    help: "where from; the sources are below",
  },
  "data": { value: "DIR", help: "the data folder to fill (CONVICTION_DATA; unset: that of ask)" },
  "since": { value: "YYYY-MM-DD", read: day, help: "first day of what is not kept yet (each source has its own)" },
  "documents": { help: "the documents of reports too, which are large" },
  "benchmark": { value: "TICKER", help: "what to measure against, fetched with the prices (SPY)" },
  "ticker-column": { value: "NAME", help: "column of the list with the tickers (one of the usual names)" },
  "wait": { help: "wait as long as a source asks, instead of giving up on it" },
  "dry-run": { help: "show which requests would go where, and how long they take; send nothing" },
  "json": { help: "the result as one JSON object on one line" },
  "quiet": { help: "no progress, no summary" },
} as const satisfies FlagTable;

/** The page of `data fetch`. */
export const FETCH = {
  does: "Fills a data folder with files as they are published; analysis itself never fetches.",
  usage: ["data fetch TICKER... [flags]", "data fetch LIST.csv [flags]"],
  flags: FLAGS,
  notes: [
    "Sources:",
    ...SOURCES.map(({ name, help, needs }) =>
      `  ${name.padEnd(12)}  ${help}${needs.length === 0 ? "" : ` (needs ${needs.join(", ")})`}`
    ),
    "",
    "Without --from: edgar, and the first source of prices of which the key is set.",
    "Keys come from the environment, never from a flag. What a source refuses leaves the file that was there.",
    "Exit status: 0 all fetched or fresh; 1 some refused; 2 wrong usage, or another fetch is running in the folder;",
    "130 interrupted. Run the same command to fetch the rest.",
  ],
} as const satisfies CommandPage;

/** What `data fetch` was asked for. */
export type FetchFlags = FlagsOf<typeof FLAGS> & Given;
