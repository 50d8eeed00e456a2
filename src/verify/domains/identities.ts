import { DILUTED_INCOME_TAG, ITEM_IDS, type ItemId, itemOf } from "../../data/metrics/items.ts";
import { onceEach } from "../../data/once_each.ts";
import type { FiledFact } from "../../data/records.ts";
import type { Period } from "../../data/statements.ts";
import { isSame, type Report } from "./reports.ts";

/** How far income may lie from earnings per share times shares: as a part of it, and in the unit per share. */
const INCOME_SLACK = 0.02;
const HALF_CENT = 0.005;

/** Scales in which share counts were filed as if they were single shares: NVIDIA's reports of 2010 and 2011 did. */
const SCALES = [1e3, 1e6, 1e-3, 1e-6];

/** From how many times the shares that income and earnings per share tell of a count is in another scale. */
const MISSCALED = 10;

/** How far a balance may be off, and what may be in it that is neither liabilities nor equity, as parts of assets. */
const BALANCE_SLACK = 0.001;
const MOST_BETWEEN = 0.05;

const PER_SHARE: readonly (readonly [earnings: ItemId, shares: ItemId])[] = [
  ["eps_diluted", "shares_diluted"],
  ["eps_basic", "shares_basic"],
];
const BALANCED: ReadonlySet<ItemId> = new Set(["assets", "liabilities", "equity", "equity_all"]);

const INCOMES: readonly string[] = [
  DILUTED_INCOME_TAG,
  "us-gaap/NetIncomeLossAvailableToCommonStockholdersBasic",
  ...itemTags("net_income"),
];
const WITH_MINORITY = [
  "us-gaap/StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
  "ifrs-full/Equity",
];
const BETWEEN: readonly string[] = itemOf("liabilities").partialBeside?.["made"] ?? [];

/**
 * Whether an identity shows that a fact cannot be right beside the others of its report: assets are liabilities and
 * equity, basic earnings per share are no less than diluted ones, and shares times earnings per share are income.
 */
export function isBroken(fact: FiledFact, report: Report): boolean {
  return ITEM_IDS.some((id) => itemTags(id).includes(fact.tag) && isItemBroken(id, fact, report));
}

function isItemBroken(id: ItemId, period: Period, report: Report): boolean {
  if (BALANCED.has(id)) return !isBalanced(period, report);
  if (id === "net_income") return isIncomeBroken(period, report);
  const pair = PER_SHARE.find((one) => one.includes(id));
  if (pair === undefined) return false;
  const fit = fitOf(pair, period, report);
  const [earnings] = pair;
  return id === earnings ? fit === "broken" || isOutOfOrder(period, report) : fit === "broken" || fit === "scaled";
}

/** Whether a count of shares is in another scale than single shares: ten times what the report's own income tells. */
export function isMisscaled(id: ItemId, period: Period, report: Report): boolean {
  if (itemOf(id).unit !== "shares") return false;
  const count = firstOf(itemTags(id), period, report);
  const stated = sharesStated(report);
  if (count === undefined || stated === undefined || !(count > 0)) return false;
  return Math.max(count / stated, stated / count) >= MISSCALED;
}

/** The shares that income over earnings per share gives, for the period of a report with the largest earnings. */
const sharesStated = onceEach((report: Report): number | undefined => {
  const earnings = PER_SHARE.flatMap(([id]) => itemTags(id).flatMap((tag) => report.facts.get(tag) ?? []));
  const ordered = earnings.filter(({ share, value }) => share === undefined && value !== 0)
    .toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const counts = ordered.map((one) => (firstOf(itemTags("net_income"), one, report) ?? NaN) / one.value);
  return counts.find((count) => count > 0);
});

/** No check of the period proves the income, and one of them says that it is wrong. */
function isIncomeBroken(period: Period, report: Report): boolean {
  const fits = PER_SHARE.map((pair) => fitOf(pair, period, report)).filter((fit) => fit !== "unknown");
  return fits.length > 0 && fits.every((fit) => fit === "broken");
}

/** Whether income is earnings per share times shares; `scaled` where it would be with shares in another scale. */
function fitOf(
  [earnings, shares]: readonly [ItemId, ItemId],
  period: Period,
  report: Report,
): "fits" | "scaled" | "broken" | "unknown" {
  const each = firstOf(itemTags(earnings), period, report);
  const count = firstOf(itemTags(shares), period, report);
  const incomes = INCOMES.flatMap((tag) => firstOf([tag], period, report) ?? []);
  if (each === undefined || count === undefined || count <= 0 || incomes.length === 0) return "unknown";
  const isFit = (counted: number) =>
    incomes.some((income) =>
      Math.abs(income - each * counted) <= INCOME_SLACK * Math.abs(income) + HALF_CENT * counted
    );
  if (isFit(count)) return "fits";
  return SCALES.some((scale) => isFit(count * scale)) ? "scaled" : "broken";
}

function isOutOfOrder(period: Period, report: Report): boolean {
  const [diluted, basic] = PER_SHARE.map(([earnings]) => firstOf(itemTags(earnings), period, report));
  return diluted !== undefined && basic !== undefined && diluted > 0 && basic < diluted;
}

function isBalanced(period: Period, report: Report): boolean {
  const read = (tags: readonly string[]) => firstOf(tags, period, report);
  const assets = read(itemTags("assets"));
  const liabilities = read(itemTags("liabilities"));
  const own = read(["us-gaap/StockholdersEquity"]);
  const equity = read(WITH_MINORITY) ??
    (own === undefined ? undefined : own + (read(["us-gaap/MinorityInterest"]) ?? 0));
  if (assets === undefined || liabilities === undefined || equity === undefined) return true;
  const rest = assets - liabilities - equity;
  const between = BETWEEN.map((tag) => read([tag]) ?? 0);
  const known = [0, ...between, between.reduce((sum, value) => sum + value, 0)];
  if (known.some((value) => Math.abs(rest - value) <= BALANCE_SLACK * Math.abs(assets))) return true;
  return rest > 0 && rest <= MOST_BETWEEN * assets;
}

/** The value of the first of these tags that a report states for a period, of all classes of shares together. */
function firstOf(tags: readonly string[], period: Period, { facts }: Report): number | undefined {
  const stated = tags.flatMap((tag) => facts.get(tag) ?? []);
  return stated.find((one) => one.share === undefined && isSame(one, period))?.value;
}

function itemTags(id: ItemId): readonly string[] {
  return itemOf(id).tags;
}
