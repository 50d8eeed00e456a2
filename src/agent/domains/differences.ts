import { dayNumber, dayText } from "../../calendar/day.ts";
import type { Item, ItemId } from "../../data/metrics/items.ts";
import type { FiscalPeriod, Period, Stated, Unstated, Version } from "../../data/statements.ts";
import { isWithin, WEEK } from "./filed_facts.ts";
import { combined } from "./made_figure.ts";
import type { VersionChoice } from "./version_choice.ts";

/** A longer stretch less its first part. */
interface Rest {
  readonly longer: FiscalPeriod;
  readonly shorter: FiscalPeriod;
  readonly version: Version;
  readonly versions: VersionChoice;
}

/** What a longer stretch has more than its first part, of a quarter that no report states by itself. */
export function differenceOf(
  id: ItemId,
  { tags, isOutflow }: Item,
  { quarter, version, versions }: {
    readonly quarter: FiscalPeriod;
    readonly version: Version;
    readonly versions: VersionChoice;
  },
): Stated | Unstated {
  const eve = dayText(dayNumber(quarter.start) - 1);
  const starts = tags.flatMap((tag) => versions.filed.ending(tag, quarter.end).flatMap(({ start }) => start ?? []));
  const earlier = [...new Set(starts)].filter((one) => one < quarter.start && !isWithin(WEEK, one, quarter.start));
  for (const start of earlier.sort()) {
    const longer = { start, end: quarter.end };
    const shorter = { start, end: eve };
    const parts = partsOfRest(id, { longer, shorter, version, versions });
    if (parts === "item" || parts === "other") continue;
    const rest = typeof parts === "string" ? parts : combined(parts, ([all = NaN, less = NaN]) => all - less);
    return typeof rest !== "string" && isOutflow && rest.value < 0 ? "conflict" : rest;
  }
  return "item";
}

/** Both stretches by one tag, the shorter one as known when the longer one was filed; `other` where their tags are not one. */
export function partsOfRest(
  id: ItemId,
  { longer, shorter, version, versions }: Rest,
): readonly [Stated, Stated] | Unstated | "other" {
  const all = versions.tagged(id, longer, version);
  if (typeof all === "string") return all;
  const [whole] = all.facts;
  if (whole === undefined) return "item";
  const less = versions.tagged(id, shorter, { until: whole.filed });
  if (typeof less === "string") return less;
  const [part] = less.facts;
  if (part === undefined || !versions.isSameSum(whole, part, whole.filed)) return "other";
  const isRestated = (one: Stated, period: Period) => {
    const first = versions.tagged(id, period, "first");
    return typeof first !== "string" && !isRounded(first.value, one.value);
  };
  return isRestated(all, longer) && !isRestated(less, shorter) ? "conflict" : [all, less];
}

/** Whether two figures are read from tags that mean the same. */
export function isOfOneSum({ facts: [one] }: Stated, { facts: [other] }: Stated, versions: VersionChoice): boolean {
  return one !== undefined && other !== undefined && versions.isSameSum(one, other);
}

/** How much a figure has been restated since, as a share of it; 0 where it stands, or is only rounded. */
export function restatementOf(stood: Stated, now: Stated | Unstated): number {
  return typeof now === "string" || isRounded(stood.value, now.value) ? 0 : Math.abs(now.value / stood.value - 1);
}

/** Whether two values are one, or one of them the other in whole thousands or millions: that is no other figure. */
function isRounded(one: number, other: number): boolean {
  const isIn = (place: number, exact: number, round: number) => Math.round(exact / place) * place === round;
  return one === other || [1e3, 1e6].some((place) => isIn(place, one, other) || isIn(place, other, one));
}
