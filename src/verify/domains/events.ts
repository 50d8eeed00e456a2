import { dayNumber, daysBetween } from "../../calendar/day.ts";
import { isAssumed } from "../../data/assumed_filing.ts";
import { BEAT_ABOVE, FILED_FORMS, RESULTS_NOTICE, RESULTS_OLD_AFTER_DAYS } from "../../data/metrics/events.ts";
import { type Cause, HAIR } from "../../data/metrics/metric.ts";
import { type FiledFact, type Filing, type NamedFiling, type Records, recordsUntil } from "../../data/records.ts";
import { dayAt } from "../../data/series.ts";
import { closesUpTo, returnBetween } from "./market.ts";
import type { FiledReader, FiledReaders, Sourced } from "./reader.ts";
import type { Subject } from "./subject.ts";
import { type Earned, sinceOf, type Unexpected, unexpectedAt } from "./surprise.ts";
import { PERIODIC_FORMS } from "../../data/metrics/items.ts";
import { onceEachOf } from "../../data/once_each.ts";
import { statementsOf } from "./statements.ts";

const MOST_DAYS = 7;

/** What is filed and known when the bar closes. */
function filedBy({ series, records }: Subject, at: number): Records {
  const all = records();
  const day = dayAt(series, at);
  const isLater = (list: readonly { readonly known: string }[]) => list.some(({ known }) => known > day);
  return isLater(all.facts) || isLater(all.filings) || isLater(all.splits) ? recordsUntil(all, day) : all;
}

function resultsBy(subject: Subject, at: number): ResultsKnown | Cause {
  return newestResults(filedBy(subject, at), dayAt(subject.series, at));
}

/** A day of the newest results, or the days since. */
function results(
  isNotice: boolean,
  compute: (results: ResultsKnown, bar: number) => number,
): FiledReader {
  return (subject, at) => {
    const found = resultsBy(subject, at);
    if (typeof found === "string") return found;
    if (found.isNotice !== isNotice) return "filings";
    return { value: compute(found, subject.series.days[at] ?? NaN), facts: [found.filing] };
  };
}

/** The last filing of a kind by its day, then its number. */
function lastFiled(kinds: readonly string[]): FiledReader {
  return (subject, at) => {
    const { facts, filings } = filedBy(subject, at);
    let last: Filing | FiledFact | undefined;
    for (const one of [...facts.filter((fact) => !isAssumed(fact)), ...filings]) {
      if (kinds.length > 0 && !kinds.includes(one.form) || last && last.filed > one.filed) continue;
      if (last?.filed !== one.filed || last.accession <= one.accession) last = one;
    }
    if (last === undefined) return "filings";
    const { form, accession, source, filed } = last;
    return { value: dayNumber(filed), facts: [{ form, accession, source }] };
  };
}

/** From the last bar before the notice to the first after it. */
const moveOnResults: FiledReader = (subject, at) => {
  const { series, benchmark } = subject;
  if (series.frequency === "monthly") return "monthly";
  if (benchmark === undefined) return "benchmark";
  const found = resultsBy(subject, at);
  if (typeof found === "string") return found;
  if (!found.isNotice) return "filings";
  const day = dayNumber(found.filed);
  const end = series.days.findIndex((one) => one > day);
  const start = series.days.findLastIndex((one) => one < day);
  if (start === -1 || end === -1 || end > at) return "history";
  const closes = closesUpTo(series, end, end - start + 1);
  if (typeof closes === "string") return closes;
  const from = series.days[start] ?? NaN;
  const to = series.days[end] ?? NaN;
  if (from + MOST_DAYS < day || to > day + MOST_DAYS) return "irregular_bars";
  const market = returnBetween(benchmark, from, to);
  if (market === undefined) return "benchmark";
  const own = ((closes.at(-1) ?? NaN) - (closes[0] ?? NaN)) / (closes[0] ?? NaN);
  return Number.isFinite(own) ? { value: own - market, facts: [found.filing] } : "benchmark";
};

function surprise(compute: (found: Unexpected, subject: Subject) => Sourced | Cause): FiledReader {
  return (subject, at) => {
    const found = unexpectedAt(filedBy(subject, at), dayAt(subject.series, at));
    return typeof found === "string" ? found : compute(found, subject);
  };
}

const whole = (found: Unexpected, value: number): Sourced => ({
  value,
  facts: found.quarters.flatMap(({ stated }) => stated.facts),
});

const ofNewest = (found: Unexpected, day: string): Sourced => ({
  value: dayNumber(day),
  facts: found.quarters[0]?.stated.facts ?? [],
});

/** What one of the quarters earned per share, if it is in the money of the prices. */
function perShare(place: number, isWanted: (earned: Earned) => boolean): FiledReader {
  return surprise(({ quarters }, { series: { currency } }) => {
    const earned = quarters[place];
    if (earned === undefined || !isWanted(earned) || earned.stated.unit !== `${currency}/shares`) return "item";
    return { value: earned.stated.value, facts: earned.stated.facts };
  });
}

/** A beat is known by the report that was filed first on its quarter. */
function beat(pick: (report: ReturnType<typeof reportsOn>[number]) => string): FiledReader {
  return (subject, at) => {
    const filed = filedBy(subject, at);
    const today = dayAt(subject.series, at);
    const found = unexpectedAt(filed, today);
    if (typeof found === "string") return found;
    if (found.sue - BEAT_ABOVE <= HAIR) return "item";
    const [first] = reportsOn(found.quarters[0]?.of.end ?? "", filed, today);
    return first === undefined ? "item" : { value: dayNumber(pick(first)), facts: [first.filing] };
  };
}

/** What is left to a surprise of the other side, if anything is. */
function left(side: 1 | -1): FiledReader {
  return surprise((found) => {
    return BEAT_ABOVE - side * found.sue <= HAIR ? "item" : whole(found, found.sue);
  });
}

/** Metrics of results; `data/metrics/events.ts` defines them. */
export const EVENTS_READERS: FiledReaders = {
  results_day: results(true, ({ filed }) => dayNumber(filed)),
  results_known: results(true, ({ known }) => dayNumber(known)),
  report_day: results(false, ({ filed }) => dayNumber(filed)),
  report_known: results(false, ({ known }) => dayNumber(known)),
  ...Object.fromEntries(Object.entries(FILED_FORMS).map(([id, forms]) => [id, lastFiled(forms)])),
  announcement_return: moveOnResults,
  sue: surprise((found) => whole(found, found.sue)),
  sue_changes: surprise((found) => whole(found, found.against)),
  sue_quarter: surprise((found) => ofNewest(found, found.quarters[0]?.of.end ?? "")),
  sue_known: surprise((found) => ofNewest(found, sinceOf(found))),
  eps_quarter: perShare(0, ({ isFiled }) => isFiled),
  eps_derived: perShare(0, ({ isFiled }) => !isFiled),
  eps_year_ago: perShare(4, ({ isFiled }) => isFiled),
  beat_day: beat(({ filed }) => filed),
  beat_known: beat(({ known }) => known),
  sue_fall: left(-1),
  sue_rise: left(1),
};

/** The newest results: the filing that made them known, and its days. */
export interface ResultsKnown {
  readonly isNotice: boolean;
  readonly filed: string;
  readonly known: string;
  readonly filing: NamedFiling;
}

/**
 * The newest results that are known on a day, or why there are none.
 * @param today `YYYY-MM-DD`.
 */
export const newestResults = onceEachOf((records: Records, today: string): ResultsKnown | Cause => {
  const { years, quarters } = statementsOf(records);
  const ends = [quarters[0]?.end ?? "", years[0]?.end ?? ""];
  const newest = ends.toSorted().at(-1) ?? "";
  const [notice] = noticesOf(records, today);
  if (notice !== undefined && !(notice.filed < newest)) {
    return unlessOld({ ...notice, isNotice: true }, today, RESULTS_OLD_AFTER_DAYS.announced);
  }
  const [report] = newest === "" ? [] : reportsOn(newest, records, today);
  if (report === undefined) return "filings";
  const limits = RESULTS_OLD_AFTER_DAYS;
  return unlessOld({ ...report, isNotice: false }, today, ends[0] === newest ? limits.reported : limits.yearly);
});

/** Notices of results, the newest first. */
function noticesOf({ filings }: Records, today: string): readonly Omit<ResultsKnown, "isNotice">[] {
  const notices = [...filings].reverse().filter(({ form, items, known }) =>
    form === RESULTS_NOTICE.form && items.some((item) => item === RESULTS_NOTICE.item) && !(known > today)
  );
  return notices.map((filing) => ({ filed: filing.filed, known: filing.known, filing }))
    .sort((one, other) => one.filed === other.filed ? 0 : one.filed > other.filed ? -1 : 1);
}

/** Reports that state anything of what ended on a day, the first that was filed first. */
export function reportsOn(end: string, { facts }: Records, today: string): readonly Omit<ResultsKnown, "isNotice">[] {
  // of a report that two files hold, the one that is read first
  const reports = new Map(
    facts.toReversed().flatMap((fact) =>
      fact.end === end && !(fact.known > today) && PERIODIC_FORMS.includes(fact.form) && !isAssumed(fact)
        ? [[fact.accession, fact] as const]
        : []
    ),
  );
  return [...reports].sort(([one, { filed }], [other, { filed: otherFiled }]) =>
    filed === otherFiled ? (one < other ? -1 : 1) : filed < otherFiled ? -1 : 1
  ).map(([accession, { filed, known, form, source }]) => ({ filed, known, filing: { accession, form, source } }));
}

function unlessOld(results: ResultsKnown, today: string, most: number): ResultsKnown | Cause {
  return daysBetween(results.filed, today) > most ? "stale" : results;
}
