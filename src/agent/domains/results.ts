import { isAssumed } from "../../data/assumed_filing.ts";
import { dayNumber } from "../../calendar/day.ts";
import { RESULTS_NOTICE, RESULTS_OLD_AFTER_DAYS } from "../../data/metrics/events.ts";
import { PERIODIC_FORMS } from "../../data/metrics/items.ts";
import { onceEachOf } from "../../data/once_each.ts";
import type { FiledFact, Filing, NamedFiling, Records } from "../../data/records.ts";
import type { Lack } from "./reading.ts";
import { statementsOf } from "./statements.ts";

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
