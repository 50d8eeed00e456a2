import { dayNumber, longDay } from "../calendar/day.ts";
import { isSession, knowsSessions, sessionBefore } from "../calendar/exchange_days.ts";
import { exchangeOf, UNKNOWN_EXCHANGE } from "../calendar/exchanges.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { CompanyFindings } from "./findings.ts";

/** Names of a day on which an exchange was closed. */
export const CLOSED_NAMES: readonly MetricId[] = ["closed_day", "closed_exchange", "session_before"];

/**
 * What is named of the day of a span that was no session of a company's exchange.
 * @param of A span of one day.
 * @returns Nothing where it was one, or may have been: its sessions are not known, or the company has a bar on it.
 */
export function closedName(
  { metric, of = "" }: { readonly metric: MetricId; readonly of?: string | undefined },
  [only, ...others]: readonly CompanyFindings[],
): string | undefined {
  const [day = "", last] = of.split("/");
  if (only === undefined || others.length > 0 || day !== last) return undefined;
  const exchange = exchangeOf(only.company.ticker);
  const isKnown = exchange !== UNKNOWN_EXCHANGE && knowsSessions(day, exchange);
  if (!isKnown || isSession(day, exchange) || only.pair.series.days.includes(dayNumber(day))) return undefined;
  if (metric === "closed_day") return longDay(day);
  return metric === "closed_exchange" ? exchange.name : longDay(sessionBefore(day, exchange));
}
