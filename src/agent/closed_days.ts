import { dayNumber, dayText, longDay } from "../calendar/day.ts";
import { isSession, knowsSessions, sessionBefore } from "../calendar/exchange_days.ts";
import { exchangeOf, UNKNOWN_EXCHANGE } from "../calendar/exchanges.ts";
import { RESULTS_NOTICE } from "../data/metrics/events.ts";
import { type MetricId, metricIds } from "../data/metrics/metric.ts";
import { countUntil } from "../data/series.ts";
import type { About, AboutOf } from "../data/about.ts";
import type { CompanyFindings } from "./findings.ts";

/** Names of a day on which an exchange was closed, or on which results were announced. */
export const CLOSED_NAMES = metricIds("closed_day closed_exchange session_before results_of results_first");

/**
 * What is named of the day of a span that was no session of a company's exchange, or of that of a notice of results.
 * @param of A span of one day; of a notice to the next bar.
 * @returns Nothing where it was one, or may have been: its sessions are not known, or the company has a bar on it.
 */
export function closedName(
  { metric, of }: { readonly metric: MetricId; readonly of?: About | undefined },
  [only, ...others]: readonly CompanyFindings[],
): string | undefined {
  if (of?.kind !== "span" || only === undefined || others.length > 0) return undefined;
  const day = dayText(of.from);
  if (metric.startsWith("results_")) {
    const at = noticeSpans(only).findIndex(({ from, to }) => from === of.from && to === of.to);
    return at === 0 || at > 0 && metric === "results_of" ? `results of ${longDay(day)}` : undefined;
  }
  if (of.from !== of.to) return undefined;
  const exchange = exchangeOf(only.company.ticker);
  const isKnown = exchange !== UNKNOWN_EXCHANGE && knowsSessions(day, exchange);
  if (!isKnown || isSession(day, exchange) || only.pair.series.days.includes(of.from)) return undefined;
  if (metric === "closed_day") return longDay(day);
  return metric === "closed_exchange" ? exchange.name : longDay(sessionBefore(day, exchange));
}

/** From each notice of results to the next bar, in order of time. */
export function noticeSpans(
  { company: { ticker }, asOf, pair, research }: CompanyFindings,
): readonly AboutOf<"span">[] {
  const { form, item } = RESULTS_NOTICE;
  const { filings } = research.view.records(ticker);
  const notices = filings.filter((one) => one.form === form && one.items.includes(item) && one.known <= asOf);
  return [...new Set(notices.map(({ filed }) => filed))].toSorted().map(dayNumber).flatMap((from) => {
    const to = pair.series.days[countUntil(pair.series.days, from)];
    return to === undefined ? [] : [{ kind: "span", from, to }];
  });
}
