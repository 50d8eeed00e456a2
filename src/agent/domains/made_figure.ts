import { dayNumber, dayText } from "../../calendar/day.ts";
import type { Item, ItemId, Made } from "../../data/metrics/items.ts";
import type { FiscalPeriod, NotReported, Period, Reported, Statements, Version } from "../../data/statements.ts";
import { isWithin, WEEK } from "./filed_facts.ts";
import type { VersionChoice } from "./version_choice.ts";

/** A figure made of others by an item's definition, or why one of them is missing. */
export function madeOf(how: Made["how"], parts: readonly (Reported | NotReported)[]): Reported | NotReported {
  const made = combined(parts, (values) => valueOf(how, values));
  return typeof made === "string" || how === "sum" || how === "difference" ? made : { ...made, unit: "pure" };
}

/** One figure of several in one unit; without a value where one is missing, a conflict before all else. */
export function combined(
  parts: readonly (Reported | NotReported)[],
  compute: (values: readonly number[]) => number,
): Reported | NotReported {
  const lacks = parts.filter((one) => typeof one === "string");
  const [lack] = lacks;
  if (lack !== undefined) return lacks.includes("conflict") ? "conflict" : lack;
  const stated = parts.filter((one) => typeof one !== "string");
  const unit = stated[0]?.unit ?? "";
  if (stated.some((one) => one.unit !== unit)) return "conflict";
  const value = compute(stated.map((one) => one.value));
  if (!Number.isFinite(value)) return "item";
  const isRestated = stated.some((one) => one.isRestated);
  return { value, unit, facts: stated.flatMap(({ facts }) => facts), ...(isRestated && { isRestated }) };
}

function valueOf(how: Made["how"], [first = NaN, ...others]: readonly number[]): number {
  switch (how) {
    case "sum":
      return others.reduce((sum, value) => sum + value, first);
    case "difference":
      return others.reduce((rest, value) => rest - value, first);
    case "ratio":
      return others.reduce((quotient, value) => quotient / value, first);
    case "share":
      return others.every((value) => value > 0) ? valueOf("ratio", [first, ...others]) : NaN;
  }
}

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
): Reported | NotReported {
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
): readonly [Reported, Reported] | NotReported | "other" {
  const all = versions.tagged(id, longer, version);
  if (typeof all === "string") return all;
  const [whole] = all.facts;
  if (whole === undefined) return "item";
  const less = versions.tagged(id, shorter, { until: whole.filed });
  if (typeof less === "string") return less;
  const [part] = less.facts;
  if (part === undefined || !versions.isSameSum(whole, part, whole.filed)) return "other";
  const isRestated = (one: Reported, period: Period) => {
    const first = versions.tagged(id, period, "first");
    return typeof first !== "string" && !isRounded(first.value, one.value);
  };
  return isRestated(all, longer) && !isRestated(less, shorter) ? "conflict" : [all, less];
}

/** Whether two figures are read from tags that mean the same. */
export function isOfOneSum({ facts: [one] }: Reported, { facts: [other] }: Reported, versions: VersionChoice): boolean {
  return one !== undefined && other !== undefined && versions.isSameSum(one, other);
}

/** How much a figure has been restated since, as a share of it; 0 where it stands, or is only rounded. */
export function restatementOf(stood: Reported, now: Reported | NotReported): number {
  return typeof now === "string" || isRounded(stood.value, now.value) ? 0 : Math.abs(now.value / stood.value - 1);
}

/** Whether two values are one, or one of them the other in whole thousands or millions: that is no other figure. */
function isRounded(one: number, other: number): boolean {
  const isIn = (place: number, exact: number, round: number) => Math.round(exact / place) * place === round;
  return one === other || [1e3, 1e6].some((place) => isIn(place, one, other) || isIn(place, other, one));
}

/** The year's own income over its shares is what it states per share, within half a cent as filed and half a percent. */
const HALF_CENT = 0.005;
const SHARE = 0.005;

/** Shares over which income is divided. */
const SHARES: Readonly<Partial<Record<ItemId, ItemId>>> = { eps_diluted: "shares_diluted", eps_basic: "shares_basic" };

/**
 * Earnings per share of a fourth quarter: its income over its weighted shares, which are four times the year's less those
 * of the three quarters before. A cent per share that is subtracted three times misses by more than this does: Apple's
 * fourth quarter of 2017 was 2.07, where the year less three quarters gives 2.08.
 */
export function fourthQuarterEps(
  id: ItemId,
  { quarter, version, statements }: {
    readonly quarter: FiscalPeriod;
    readonly version: Version;
    readonly statements: Statements;
  },
): Reported | "item" | "conflict" {
  const shares = SHARES[id];
  const year = statements.years.find(({ start, end }) => end === quarter.end && start < quarter.start);
  if (shares === undefined || year === undefined) return "item";
  const before = statements.quarters.filter(({ start, end }) =>
    end < quarter.start && (start >= year.start || isWithin(WEEK, start, year.start))
  ).toReversed();
  if (before.length !== 3 || !isOwn(id, shares, { year, version, statements })) return "item";
  const income = statements.stated("net_income", quarter, version);
  const counts = [year, ...before].map((period) => statements.stated(shares, period, version));
  const made = combined(
    [inShares(income), ...counts],
    ([left = NaN, whole = NaN, ...others]) => left / others.reduce((rest, one) => rest - one, 4 * whole),
  );
  if (typeof made === "string" || typeof income === "string") return made === "filings" ? "item" : made;
  const incomes = before.map((period) => statements.stated("net_income", period, version));
  const isOneSign = incomes.every((one) => typeof one !== "string" && one.value < 0 === income.value < 0);
  return isOneSign ? { ...made, unit: `${income.unit}/shares` } : "item";
}

/** For a division all parts count as one unit. */
function inShares(income: Reported | string): Reported | "item" | "conflict" {
  if (typeof income === "string") return income === "conflict" ? income : "item";
  return { ...income, unit: "shares" };
}

/** Whether the year's income over its shares is what the year states per share: it is not with preferred dividends. */
function isOwn(
  id: ItemId,
  shares: ItemId,
  { year, version, statements }: {
    readonly year: FiscalPeriod;
    readonly version: Version;
    readonly statements: Statements;
  },
): boolean {
  const [eps, income, count] = ([id, "net_income", shares] as const).map((one) =>
    statements.stated(one, year, version)
  );
  if (typeof eps !== "object" || typeof income !== "object" || typeof count !== "object") return false;
  const asFiled = eps.facts[0] === undefined ? 1 : Math.abs(eps.facts[0].value / eps.value) || 1;
  return Math.abs(income.value / count.value - eps.value) <= HALF_CENT / asFiled + SHARE * Math.abs(eps.value);
}
