import { isDay } from "../../data/day.ts";
import { PERIODIC_FORMS } from "../../data/metrics/items.ts";
import type { FiledFact } from "../../data/records.ts";

/** One periodic report, with what it states. */
export interface Report {
  readonly accession: string;
  readonly form: string;
  readonly filed: string;
  /** By tag. */
  readonly facts: ReadonlyMap<string, readonly FiledFact[]>;
}

/**
 * The periodic reports behind facts, in the order in which they were filed; of two on one day, that with the greater
 * number is the later one. A fact that no report can state is left out: of a day after the report, or no number.
 */
export function reportsOf(facts: readonly FiledFact[]): readonly Report[] {
  const sound = facts.filter((one) => PERIODIC_FORMS.includes(one.form) && isSound(one));
  const reports = [...Map.groupBy(sound, ({ accession }) => accession)].flatMap(([accession, stated]) => {
    const [first] = stated;
    return first
      ? [{ accession, form: first.form, filed: first.filed, facts: Map.groupBy(stated, ({ tag }) => tag) }]
      : [];
  });
  return reports.sort((one, other) =>
    compareTexts(one.filed, other.filed) || compareTexts(one.accession, other.accession)
  );
}

function isSound({ value, start, end, filed }: FiledFact): boolean {
  if (!Number.isFinite(value) || !isDay(end) || end > filed) return false;
  return start === undefined || (isDay(start) && start < end);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
