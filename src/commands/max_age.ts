import { isDay, longDay } from "../calendar/day.ts";
import { knowsSessions } from "../calendar/exchange_days.ts";
import { InputError } from "../protocol/errors.ts";
import type { DataAge } from "../run/data_age.ts";
import type { ServiceDescription } from "../setup/connection.ts";
import type { Settings } from "../setup/settings.ts";
import { counted } from "../text/counted.ts";

/** Exit status when the data is older than `--max-age` allows: nothing was sent. */
export const STALE = 4;

/** Data that is older than it may be. */
export interface StaleData {
  readonly event: "stale";
  /** Last day of the prices, `YYYY-MM-DD`. */
  readonly data_ends: string;
  /** The last session that had ended, or the day that was asked for, `YYYY-MM-DD`. */
  readonly last_session: string;
  /** Sessions between them. */
  readonly sessions: number;
  /** Most that were allowed. */
  readonly max_age: number;
  /** Market identifier code of the exchange. */
  readonly exchange: string;
  /** What is wrong and what to do, in a sentence. */
  readonly message: string;
}

/**
 * Refuses `--max-age` for a service that does not say how old its data is.
 * @param maxAge Sessions; undefined where the flag is not set.
 * @throws {InputError} when the service is a remote one.
 */
export function checkMaxAgeFlag(maxAge: number | undefined, settings: Settings): void {
  if (maxAge === undefined || settings.kind === "embedded") return;
  throw new InputError(
    `Cannot use --max-age ${maxAge}d: the service at ${settings.baseUrl} does not say when its data end; leave the ` +
      "flag out, or name the data folder of the embedded service with --data",
  );
}

/**
 * Compares the age of the data with the most that it may have, before anything is sent.
 * @param maxAge Sessions.
 * @param options `command`: what fills the data folder, as a person would type it.
 * @returns Why nothing may be sent; undefined where the data is new enough.
 * @throws {InputError} when the service does not know how old its data is.
 */
export function staleData(
  maxAge: number,
  { dataAsOf, age, isSample }: Pick<ServiceDescription, "dataAsOf" | "age" | "isSample">,
  { command }: { readonly command: string },
): StaleData | undefined {
  if (age === undefined || dataAsOf === undefined || !isDay(dataAsOf)) {
    throw new InputError(`Cannot use --max-age ${maxAge}d: the service does not say when its data end`);
  }
  if (age.sessions <= maxAge) return undefined;
  const what = isSample === true
    ? "the sample is historical; name a data folder with --data"
    : `fetch newer prices with ${command}`;
  return {
    event: "stale",
    data_ends: dataAsOf,
    last_session: age.until,
    sessions: age.sessions,
    max_age: maxAge,
    exchange: age.exchange.id,
    message:
      `Out of date: the prices end on ${longDay(dataAsOf)}, ${counted(age.sessions, "trading day")} before ${
        sessionName(age)
      }; ` +
      `--max-age ${maxAge}d allows ${maxAge}. Nothing was sent: ${what}`,
  };
}

function sessionName({ until, exchange }: DataAge): string {
  const known = knowsSessions(until, exchange) ? "" : ", whose holidays of that year are not known";
  return `${longDay(until)}, the last trading day of ${exchange.name}${known}`;
}
