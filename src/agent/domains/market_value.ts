import { dayText } from "../../calendar/day.ts";
import { SHARES_WITHIN } from "../../data/metrics/value.ts";
import type { StockSplit } from "../../data/records.ts";
import type { Stated } from "../../data/statements.ts";
import type { Columns } from "./columns.ts";
import { type Filed, isCurrency, statedOf } from "./filed.ts";
import { type Beside, type Lack, NO_UNIT } from "./reading.ts";
import { lackOfWindow } from "./window.ts";

/** What the shares of a company cost together, and the count of shares behind it. */
export interface MarketValue {
  readonly value: number;
  readonly shares: Stated;
}

/** A bar, and what is known beside it. */
export interface Bar {
  readonly columns: Columns;
  readonly position: number;
  readonly beside: Beside;
}

/** The market value at a bar, or why it is not known. */
export function marketValueOf(filed: Filed, { columns, position, beside }: Bar): MarketValue | Lack {
  const { basis, closes, days } = columns;
  if (basis !== "price") return { cause: "adjusted", lacks: "needs closes that are not adjusted for dividends" };
  if (columns.sound.series.currency === "") return NO_UNIT;
  if (RECEIPTS.some((form) => filed.first.form.startsWith(form))) return OTHER_SHARES;
  const shares = sharesIn(filed);
  if ("cause" in shares) return shares;
  const lack = lackOfWindow(columns, 1, position);
  if (lack) return lack;
  const after = (beside.records?.().splits ?? []).filter((one) => one.day > dayText(days[position] ?? NaN));
  const held = beside.splits?.(columns.sound.series) ?? [];
  const close = (closes[position] ?? NaN) * times(held); // as it was on its day
  return { value: shares.value / times(after) * close, shares };
}

/** Forms of companies abroad, whose shares trade as receipts for an unknown number of them. */
const RECEIPTS = ["20-F", "6-K"];
const OTHER_SHARES: Lack = {
  cause: "currency",
  lacks: "needs shares that trade themselves, the report is one from abroad",
};

/** Why items cannot be set against prices of another currency. */
export function otherCurrency(
  stated: readonly Stated[],
  { sound: { series: { currency } } }: Columns,
): Lack | undefined {
  const other = stated.find(({ unit }) => isCurrency(unit) && unit !== currency);
  if (other && currency === "") return NO_UNIT;
  return other && { cause: "currency", lacks: `needs reports in ${currency}, has them in ${other.unit}` };
}

/** The count on the cover, else that of the balance; held against the weighted count of the period. */
function sharesIn(filed: Filed): Stated | Lack {
  const cover = statedOf(filed, { item: "shares_cover" });
  const isUnstated = "cause" in cover && cover.cause === "item";
  const shares = isUnstated ? statedOf(filed, { item: "shares_outstanding" }) : cover;
  if ("cause" in shares) return shares;
  const { statements, isYear } = filed;
  const [period] = isYear ? statements.years : statements.quarters;
  const weighted = period && statements.stated("shares_diluted", period);
  if (weighted === undefined || typeof weighted === "string") return shares;
  const times = shares.value / weighted.value;
  if (times <= SHARES_WITHIN && times >= 1 / SHARES_WITHIN) return shares;
  return { cause: "conflict", lacks: `needs one count of shares, reports state ${shares.value} and ${weighted.value}` };
}

/** Shares after several splits for each share before. */
function times(splits: readonly StockSplit[]): number {
  return splits.reduce((product, { ratio }) => product * ratio, 1);
}
