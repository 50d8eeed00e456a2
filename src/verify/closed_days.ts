import { dayNumber, dayText, longDay } from "../calendar/day.ts";
import { isSession, knowsSessions } from "../calendar/exchange_days.ts";
import { exchangeOf } from "../calendar/exchanges.ts";
import { RESULTS_NOTICE } from "../data/metrics/events.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import { readSpan } from "../data/span.ts";
import type { Subject } from "./domains/subject.ts";

/** Longer than any exchange of the table was closed. */
const MAX_CLOSED_DAYS = 14;

/** What a sentence about a day without a session names: the day, the exchange, and the last session before it. */
export function closedDayName(metric: MetricId, of: string, { given: { series } }: Subject): string | undefined {
  const span = readSpan(of);
  const exchange = exchangeOf(series.ticker);
  if (span === undefined || span.from !== span.to || exchange.id === "") return undefined;
  if (!knowsSessions(dayText(span.to), exchange)) return undefined;
  const sessions = Array.from({ length: MAX_CLOSED_DAYS }, (_, back) => dayText(span.to - back))
    .filter((day) => isSession(day, exchange));
  const [last] = sessions;
  const hasBar = series.days.some((day) => day === span.to);
  if (last === undefined || dayNumber(last) === span.to || hasBar) return undefined;
  const named: Readonly<Record<MetricId, string>> = {
    closed_day: longDay(dayText(span.to)),
    closed_exchange: exchange.name,
    session_before: longDay(last),
  };
  return named[metric];
}

/** Whether no notice of results was filed before a span begins. */
export function isFirstNotice(of: string, { records }: Subject): boolean {
  const { form, item } = RESULTS_NOTICE;
  const filed = records().filings.filter((one) => one.form === form && one.items.includes(item))
    .map((one) => one.filed);
  return filed.every((day) => day >= (of.split("/")[0] ?? ""));
}

/** The results of a notice that was filed when a span begins, if it ends with the next bar. */
export function noticeName(of: string, { given: { series: { days } }, records }: Subject): string | undefined {
  const span = readSpan(of);
  const { form, item } = RESULTS_NOTICE;
  if (span === undefined || days.find((day) => day > span.from) !== span.to) return undefined;
  const filed = dayText(span.from);
  const isNotice = records().filings.some((one) =>
    one.filed === filed && one.form === form && one.items.includes(item)
  );
  return isNotice ? `results of ${longDay(filed)}` : undefined;
}
