import { dayNumber } from "../../calendar/day.ts";
import { rowOf } from "../../data/metrics/metric.ts";
import { itemOf } from "../../data/metrics/items.ts";
import type { ToolClaim } from "../tool.ts";

/** Days of a period by its name; of others the number of months is in it. */
const DAYS: Readonly<Record<string, number>> = { year: 365, trailing: 365, quarter: 91 };
const DAYS_A_MONTH = 30;
/** A fiscal year may be some weeks shorter than the one before. */
const LEAST_APART = 0.9;

/**
 * Whether a sum of figures of one measure means something: stocks of several days, prices, averages and periods that
 * overlap have none, although their numbers can be added.
 * @param length That of the period of each.
 */
export function isSummable(operands: readonly ToolClaim[], length: string): boolean {
  const metric = operands[0]?.metric ?? "";
  const item = itemOf(metric);
  const bySubject = Map.groupBy(operands, ({ subject }) => subject);
  const isOneOfEach = bySubject.size === operands.length;
  if (item === undefined) return rowOf(metric)?.sum === true && isOneOfEach;
  if (item.isAverage || item.unit === "ratio") return false;
  if (item.kind === "balance") return isOneOfEach;
  if (item.unit === "per_share" && bySubject.size > 1) return false;
  const least = LEAST_APART * (DAYS[length] ?? DAYS_A_MONTH * Number.parseInt(length));
  return bySubject.values().every((all) => areApart(all, least));
}

function areApart(claims: readonly ToolClaim[], leastDays: number): boolean {
  const days = claims.map(({ day }) => dayNumber(day)).toSorted((one, other) => one - other);
  return days.every((day, at) => at === 0 || day - (days[at - 1] ?? 0) >= leastDays);
}
