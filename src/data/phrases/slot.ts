import type { MetricId } from "../metrics/metric.ts";

/** A number that a question holds a measure against, like the 1 of "a beta above 1". */
export interface Limit {
  readonly metric: MetricId;
  readonly side: (typeof LIMIT_SIDES)[number];
  /** In the metric's unit. */
  readonly value: number;
}

/** A limit as a claim is of it: `beta above 1`. */
export function limitText({ metric, side, value }: Limit): string {
  return `${metric} ${side} ${value}`;
}

/** Slots that are of a limit, and not of its measure. */
const OF_LIMITS: readonly string[] = ["limit", "holds", "beyond"];
export const LIMIT_SIDES = ["above", "below", "at_least", "at_most"] as const;
const LIMIT = /^(\w+) (above|below|at_least|at_most) (\S+)$/;

/** Reads {@linkcode limitText}; `undefined` where it is none. */
export function readLimit(text: string): Limit | undefined {
  const [, metric = "", side, number] = LIMIT.exec(text) ?? [];
  const limit = { metric, side: side as Limit["side"], value: Number(number) };
  return Number.isFinite(limit.value) && limitText(limit) === text ? limit : undefined;
}

/** The slot that holds a claim of the metric that a phrase is told, in place of a slot of that metric's name. */
export const VALUE_SLOT = "value";

/** The metric of a slot, and what it is of: in a phrase about a limit the limit, or its measure. */
export function slotOf(slot: string, of: string | undefined): { readonly metric: MetricId; readonly of?: string } {
  const object = of === undefined || OF_LIMITS.includes(slot) ? of : readLimit(of)?.metric ?? of;
  return { metric: slot === VALUE_SLOT ? object ?? slot : slot, ...(object !== undefined && { of: object }) };
}
