import { VOCABULARY } from "../domains.ts";
import type { MetricId } from "../metrics/metric.ts";
import type { Shelf } from "../records.ts";
import type { Asked } from "./asked.ts";

/** Why a measure of reports is left out where there are none. */
const NO_REPORTS = "the data holds no reports";

/**
 * Leaves out the measures that are read from records of which the data holds none: nothing is known of them for any
 * company. A question for nothing else is then one that the data does not answer.
 * @param shelves The kinds of records of which there are any.
 */
export function leaveUnheld(asked: Asked, shelves: readonly Shelf[]): Asked {
  const left = asked.measures.filter(({ metric }) => isOfReports(metric));
  if (left.length === 0 || shelves.includes("facts")) return asked;
  const measures = asked.measures.filter((one) => !left.includes(one));
  const isAlone = measures.length === 0 && asked.kind !== "view";
  return {
    ...asked,
    measures,
    unmet: [...asked.unmet, ...left.map(({ text }) => ({ text, why: NO_REPORTS }))],
    ...(isAlone && { kind: "view" as const, isOnlyUnmet: true }),
  };
}

function isOfReports(metric: MetricId): boolean {
  return VOCABULARY.metrics[metric]?.shelf === "facts";
}
