import { type About, ofMetric } from "./about.ts";
import type { MetricId } from "./metrics/metric.ts";
import type { Phrase } from "./phrases/phrase.ts";

/** The slot that holds a claim of the metric that a phrase is given, in place of a slot of that metric's name. */
export const VALUE_SLOT = "value";
/** Slots that are of a limit, and not of its measure. */
const OF_LIMITS: readonly string[] = ["limit", "holds", "beyond"];

/** What a phrase is about: its own metric, or else what the phrase around it is. */
export function aboutOf({ of }: Pick<Phrase, "of">, outer: About | undefined): About | undefined {
  return of === undefined ? outer : ofMetric(of as MetricId);
}

/** The metric of a slot, and what it is of: in a phrase about a limit the limit, or its measure. */
export function slotOf(slot: string, of: About | undefined): { readonly metric: MetricId; readonly of?: About } {
  const object = of?.kind === "limit" && !OF_LIMITS.includes(slot) ? ofMetric(of.metric) : of;
  const metric = slot === VALUE_SLOT && object?.kind === "metric" ? object.metric : slot as MetricId;
  return { metric, ...(object !== undefined && { of: object }) };
}
