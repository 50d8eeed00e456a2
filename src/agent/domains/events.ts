import { dayNumber, dayText } from "../../calendar/day.ts";
import { isAssumed } from "../../data/assumed_filing.ts";
import { BEAT_ABOVE, FILED_FORMS, RESULTS_NOTICE, RESULTS_OLD_AFTER_DAYS } from "../../data/metrics/events.ts";
import { HAIR } from "../../data/metrics/metric.ts";
import {
  type FiledFact,
  type Filing,
  type NamedFiling,
  NO_RECORDS,
  type Records,
  recordsUntil,
} from "../../data/records.ts";
import { countUntil } from "../../data/series.ts";
import { type Columns, marketReturnBetween } from "./columns.ts";
import { NO_REPORT } from "./filed.ts";
import {
  type Beside,
  DAILY_ONLY,
  type Found,
  type Lack,
  NO_BENCHMARK,
  type Reader,
  type Readers,
  reading,
} from "./reading.ts";
import { knownSince, type QuarterEarnings, type Surprise, surpriseAt } from "./surprise.ts";
import { lackOfWindow } from "./window.ts";
import { PERIODIC_FORMS } from "../../data/metrics/items.ts";
import { onceEachOf } from "../../data/once_each.ts";
import { statementsOf } from "./statements.ts";

/** A session before or after results is at most so many days from them. */
const NEAR_DAYS = 7;

/** What is filed and known on the day of a bar. */
function recordsOn({ days }: Columns, position: number, beside: Beside | undefined): Records {
  const all = beside?.records?.() ?? NO_RECORDS;
  const day = dayText(days[position] ?? NaN);
  const isKnown = [all.facts, all.filings, all.splits].every((list) => (list.at(-1)?.known ?? "") <= day);
  return isKnown ? all : recordsUntil(all, day);
}

const NOT_SO: Lack = { cause: "filings", lacks: "needs results that came to be known in the other way" };

/** A figure of the newest results, of those that came by a notice or of those that came late. */
function ofResults(by: Results["by"], read: (results: Results, day: number) => number): Reader {
  return (columns, position, beside) => {
    const day = columns.days[position] ?? NaN;
    const results = resultsAt(recordsOn(columns, position, beside), dayText(day));
    if ("lacks" in results) return results;
    return results.by === by ? { value: read(results, day), filings: [results.filing] } : NOT_SO;
  };
}

type Filed = Pick<Filing, "form" | "accession" | "source" | "filed">;

/** The day of the newest filing of some forms. */
function ofFiled(forms: readonly string[]): Reader {
  return (columns, position, beside) => {
    const { facts, filings } = recordsOn(columns, position, beside);
    const orderOf = ({ filed, accession }: Filed) => `${filed} ${accession}`;
    const newest = [...filings, ...facts.filter((fact) => !isAssumed(fact))]
      .filter(({ form }) => forms.length === 0 || forms.includes(form))
      .reduce<Filed | undefined>((best, one) => best && orderOf(best) >= orderOf(one) ? best : one, undefined);
    if (newest === undefined) return NO_REPORT;
    const { form, accession, source, filed } = newest;
    return { value: dayNumber(filed), filings: [{ form, accession, source }] };
  };
}

const announcementReturn: Reader = (columns, position, beside) => {
  if (columns.frequency === "monthly") return DAILY_ONLY;
  if (columns.market === undefined) return NO_BENCHMARK;
  const results = resultsAt(recordsOn(columns, position, beside), dayText(columns.days[position] ?? NaN));
  if ("lacks" in results) return results;
  if (results.by !== "notice") return NOT_SO;
  const found = moveAround(columns, dayNumber(results.day), position);
  return "lacks" in found ? found : { ...found, filings: [results.filing] };
};

function moveAround(columns: Columns, day: number, position: number): Found | Lack {
  const { days, closes } = columns;
  const before = countUntil(days, day - 1) - 1;
  const after = countUntil(days, day);
  const lacks = `needs a close of the sessions before and after ${dayText(day)}`;
  if (before < 0 || after > position) return { cause: "history", lacks };
  const from = days[before] ?? NaN;
  const to = days[after] ?? NaN;
  const lack = lackOfWindow(columns, after - before + 1, after);
  if (lack !== undefined) return lack;
  if (day - from > NEAR_DAYS || to - day > NEAR_DAYS) return { cause: "irregular_bars", lacks };
  const own = (closes[after] ?? NaN) / (closes[before] ?? NaN) - 1;
  return reading(own - marketReturnBetween(columns, from, to), {
    cause: "benchmark",
    lacks: "needs the benchmark on the sessions before and after the results",
  });
}

/** Where a surprise is read. */
interface Where {
  readonly columns: Columns;
  readonly records: Records;
  readonly day: string;
}

/** A figure of the newest surprise. */
function ofSurprise(read: (surprise: Surprise, where: Where) => Found | undefined): Reader {
  return (columns, position, beside) => {
    const day = dayText(columns.days[position] ?? NaN);
    const records = recordsOn(columns, position, beside);
    const surprise = surpriseAt(records, day);
    if ("lacks" in surprise) return surprise;
    return read(surprise, { columns, records, day }) ??
      { cause: "item", lacks: "needs earnings stated in another way" };
  };
}

/** Earnings of one of the quarters, which may be stated or computed; in the money of the prices. */
function earningsOf(at: number, { isComputed }: Pick<QuarterEarnings, "isComputed">): Reader {
  return ofSurprise(({ earnings }, { columns: { sound: { series: { currency } } } }) => {
    const quarter = earnings[at];
    const isSo = quarter?.isComputed === isComputed && quarter.unit === `${currency}/shares`;
    return quarter && isSo ? { value: quarter.value, facts: quarter.facts } : undefined;
  });
}

const newestOf = ({ earnings }: Surprise) => earnings[0]?.facts ?? [];

/** A day of the first report of a quarter whose surprise is a beat. */
function ofBeat(read: (report: FiledFact) => string): Reader {
  return ofSurprise(({ value, earnings }, { records, day }) => {
    const report = firstReport(records, earnings[0]?.quarter.end ?? "", day);
    if (!(value > BEAT_ABOVE + HAIR) || report === undefined) return undefined;
    const { form, accession, source } = report;
    return { value: dayNumber(read(report)), filings: [{ form, accession, source }] };
  });
}

/** How far a surprise is from one that would speak against a view. */
function shortOf(isShort: (value: number) => boolean): Reader {
  return ofSurprise(({ value, earnings }) =>
    isShort(value) ? { value, facts: earnings.flatMap(({ facts }) => facts) } : undefined
  );
}

/** Metrics of results; `data/metrics/events.ts` defines them. */
export const EVENTS_READERS: Readers = {
  results_day: ofResults("notice", ({ day }) => dayNumber(day)),
  results_known: ofResults("notice", ({ known }) => dayNumber(known)),
  report_day: ofResults("report", ({ day }) => dayNumber(day)),
  report_known: ofResults("report", ({ known }) => dayNumber(known)),
  ...Object.fromEntries(Object.entries(FILED_FORMS).map(([metric, forms]) => [metric, ofFiled(forms)])),
  announcement_return: announcementReturn,
  sue: ofSurprise(({ value, earnings }) => ({ value, facts: earnings.flatMap(({ facts }) => facts) })),
  sue_changes: ofSurprise(({ changes, earnings }) => ({
    value: changes,
    facts: earnings.flatMap(({ facts }) => facts),
  })),
  sue_quarter: ofSurprise((surprise) => ({
    value: dayNumber(surprise.earnings[0]?.quarter.end ?? ""),
    facts: newestOf(surprise),
  })),
  sue_known: ofSurprise((surprise) => ({
    value: dayNumber(knownSince(newestOf(surprise))),
    facts: newestOf(surprise),
  })),
  eps_quarter: earningsOf(0, { isComputed: false }),
  eps_derived: earningsOf(0, { isComputed: true }),
  eps_year_ago: earningsOf(4, { isComputed: false }),
  beat_day: ofBeat(({ filed }) => filed),
  beat_known: ofBeat(({ known }) => known),
  sue_fall: shortOf((value) => value + BEAT_ABOVE > HAIR),
  sue_rise: shortOf((value) => BEAT_ABOVE - value > HAIR),
};

/** The newest results of a company, and how they came to be known: by a notice, or late, by the report itself. */
export interface Results {
  readonly by: "notice" | "report";
  readonly day: string;
  readonly known: string;
  /** The notice or the report. */
  readonly filing: NamedFiling;
}

const NOTHING: Lack = { cause: "filings", lacks: "needs reports or notices of results" };

/**
 * The newest results that are known on a day.
 * @param day `YYYY-MM-DD`.
 * @returns Why there are none, or none that are recent.
 */
export const resultsAt = onceEachOf((records: Records, day: string): Results | Lack => {
  const notice = newestNotice(records, day);
  const { quarters: [quarter], years: [year] } = statementsOf(records);
  const isYearly = quarter === undefined || (year?.end ?? "") > quarter.end;
  const period = isYearly ? year : quarter;
  if (notice !== undefined && notice.filed >= (period?.end ?? "")) {
    const { filed, known } = notice;
    return recent({ by: "notice", day: filed, known, filing: notice }, day, RESULTS_OLD_AFTER_DAYS.announced);
  }
  const fact = period && firstReport(records, period.end, day);
  if (fact === undefined) return NOTHING;
  const most = isYearly ? RESULTS_OLD_AFTER_DAYS.yearly : RESULTS_OLD_AFTER_DAYS.reported;
  const { filed, known, form, accession, source } = fact;
  return recent({ by: "report", day: filed, known, filing: { form, accession, source } }, day, most);
});

function newestNotice({ filings }: Records, day: string): Filing | undefined {
  const { form, item } = RESULTS_NOTICE;
  return filings.filter((one) => one.form === form && one.items.includes(item) && one.known <= day)
    .reduce<Filing | undefined>(
      (newest, one) => newest !== undefined && newest.filed > one.filed ? newest : one,
      undefined,
    );
}

/**
 * A fact of the first report that states anything of a period; of two of one day, that with the lower number. A report
 * whose filing day is assumed tells of no day on which anything became known.
 */
export function firstReport({ facts }: Records, end: string, day: string): FiledFact | undefined {
  const orderOf = ({ filed, accession }: FiledFact) => `${filed} ${accession}`;
  const isOf = (one: FiledFact) => one.end === end && one.known <= day && PERIODIC_FORMS.includes(one.form);
  return facts.filter((one) => isOf(one) && !isAssumed(one))
    .reduce<FiledFact | undefined>((first, one) => first && orderOf(first) <= orderOf(one) ? first : one, undefined);
}

function recent(results: Results, day: string, most: number): Results | Lack {
  const age = dayNumber(day) - dayNumber(results.day);
  if (age <= most) return results;
  return { cause: "stale", lacks: `needs results of the last ${most} days, has those of ${results.day}` };
}
