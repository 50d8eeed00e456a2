import { isAssumed } from "../../data/assumed_filing.ts";
import { daysBetween } from "../../calendar/day.ts";
import { RESULTS_NOTICE, RESULTS_OLD_AFTER_DAYS } from "../../data/metrics/events.ts";
import { PERIODIC_FORMS } from "../../data/metrics/items.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import { onceEachOf } from "../../data/once_each.ts";
import type { NamedFiling, Records } from "../../data/records.ts";
import { statementsOf } from "./statements.ts";

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
  const told = [...filings].reverse().filter(({ form, items, known }) =>
    form === RESULTS_NOTICE.form && items.some((item) => item === RESULTS_NOTICE.item) && !(known > today)
  );
  return told.map((filing) => ({ filed: filing.filed, known: filing.known, filing }))
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
