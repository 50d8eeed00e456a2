import type { ItemId } from "../../data/metrics/items.ts";
import type { FiscalPeriod, Stated, Statements, Version } from "../../data/statements.ts";
import { isWithin, WEEK } from "./filed_facts.ts";
import { combined } from "./made_figure.ts";

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
): Stated | "item" | "conflict" {
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
function inShares(income: Stated | string): Stated | "item" | "conflict" {
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
