import type { ItemId } from "../../data/metrics/items.ts";
import type { FiscalPeriod, NotReported, Reported } from "../../data/statements.ts";
import { combine, sumOf } from "./combine.ts";
import type { YearAndQuarters } from "./fiscal_calendar.ts";

/** The weighted shares behind earnings per share. */
export const SHARES_BEHIND: Readonly<Partial<Record<ItemId, ItemId>>> = {
  eps_basic: "shares_basic",
  eps_diluted: "shares_diluted",
};

/** How far a year's income over its shares may lie from what is stated per share: in its unit as filed, and as a part. */
const HALF_CENT = 0.005;
const HALF_PERCENT = 0.005;

type Read = (item: ItemId, period: FiscalPeriod) => Reported | NotReported;

/** Earnings per share of a fourth quarter: its income over four times the shares of the year less those of the others. */
export function lastEarnings(
  id: ItemId,
  { quarter, year, quarters }: YearAndQuarters & { readonly quarter: FiscalPeriod },
  read: Read,
): Reported | NotReported {
  const shares = SHARES_BEHIND[id];
  if (shares === undefined || !hasEarnings(id, { year, shares }, read)) return "item";
  const income = read("net_income", quarter);
  const signs = [...quarters.map((one) => read("net_income", one)), income].map((one) =>
    typeof one === "string" ? one : Math.sign(one.value)
  );
  const counts = [year, ...quarters].map((one) => read(shares, one));
  const count = combine(counts, ([whole = NaN, ...others]) => 4 * whole - sumOf(others));
  const missing = [income, count].find((one) => one === "conflict") ?? "item";
  if (typeof income === "string" || typeof count === "string" || new Set(signs).size > 1) return missing;
  if (count.value <= 0) return "item";
  return {
    value: income.value / count.value,
    unit: `${income.unit}/shares`,
    facts: [...income.facts, ...count.facts],
  };
}

/** Whether a year's income over its shares is what is stated per share. */
function hasEarnings(
  id: ItemId,
  { year, shares }: { readonly year: FiscalPeriod; readonly shares: ItemId },
  read: Read,
): boolean {
  const income = read("net_income", year);
  const count = read(shares, year);
  const stated = read(id, year);
  if (typeof income === "string" || typeof count === "string" || typeof stated === "string") return false;
  const filed = stated.facts[0]?.value ?? 0;
  const cent = HALF_CENT * (filed === 0 ? 1 : Math.abs(stated.value / filed));
  return Math.abs(income.value / count.value - stated.value) <= cent + HALF_PERCENT * Math.abs(stated.value);
}
