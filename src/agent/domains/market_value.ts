import { dayNumber, dayText } from "../../calendar/day.ts";
import { HAIR } from "../../data/metrics/metric.ts";
import { PUBLIC_FLOAT, SHARES_FALL, SHARES_WITHIN } from "../../data/metrics/value.ts";
import type { StockSplit } from "../../data/records.ts";
import { countUntil } from "../../data/series.ts";
import type { Reported } from "../../data/statements.ts";
import type { Columns } from "./columns.ts";
import { type Filed, isCurrency, itemsOf, statedOf } from "./filed.ts";
import { type Beside, type Lack, NO_UNIT } from "./reading.ts";
import { lackOfWindow } from "./window.ts";

/** What the shares of a company cost together, and the count of shares behind it. */
export interface MarketValue {
  readonly value: number;
  readonly shares: Reported;
}

/** A bar, and what is known beside it. */
export interface Bar {
  readonly columns: Columns;
  readonly position: number;
  readonly beside: Beside;
}

/** The market value at a bar, or why it is not known. */
export function marketValueOf(filed: Filed, { columns, position, beside }: Bar): MarketValue | Lack {
  const { basis, closes, days, sound: { series } } = columns;
  if (basis !== "price") return { cause: "adjusted", lacks: "needs closes that are not adjusted for dividends" };
  if (columns.sound.series.currency === "") return NO_UNIT;
  if (RECEIPTS.some((form) => filed.first.form.startsWith(form))) return OTHER_SHARES;
  const shares = sharesIn(filed);
  if ("cause" in shares) return shares;
  const lack = lackOfWindow(columns, 1, position) ?? lackOfSplit(shares, { columns, position, beside });
  if (lack) return lack;
  const after = (beside.records?.().splits ?? []).filter((one) => one.day > dayText(days[position] ?? NaN));
  const unit = times(beside.splits?.(series) ?? []) / times(after); // a close is as it was on its day
  const parts = floatParts(filed, { columns, position, beside }).map((part) => part / unit);
  if (parts.length > 0 && !parts.some(isPart)) return otherShares(parts);
  return { value: shares.value * unit * (closes[position] ?? NaN), shares };
}

/** A move since the shares were counted that looks like a split, and is not recorded as one. */
function lackOfSplit({ facts: [counted] }: Reported, { columns: { sound }, position, beside }: Bar): Lack | undefined {
  const recorded = new Set((beside.records?.().splits ?? []).map(({ day }) => day));
  const split = sound.splits.find(({ at, day }) => at <= position && day > (counted?.end ?? "") && !recorded.has(day));
  return split && { cause: "split", lacks: `needs shares of one day, has a move like a split on ${split.day}` };
}

/** The public float over the market value of its day, of the newest years of which both are known. */
function floatParts({ statements }: Filed, { columns, position, beside }: Bar): readonly number[] {
  const { closes, days, sound: { series: { currency } } } = columns;
  const facts = beside.records?.().facts ?? [];
  return statements.years.slice(0, PUBLIC_FLOAT.reports).flatMap(({ end }) => {
    const cover = statements.stated("shares_cover", { end });
    const shares = typeof cover === "string" ? statements.stated("shares_outstanding", { end }) : cover;
    if (typeof shares === "string") return [];
    const [float] = facts.filter(({ tag, accession, unit, share, value }) =>
      tag === PUBLIC_FLOAT.tag && accession === shares.facts[0]?.accession && unit === currency && !share && value > 0
    ).toSorted((one, other) => one.end === other.end ? other.value - one.value : one.end < other.end ? 1 : -1);
    const day = dayNumber(float?.end ?? "");
    const at = Math.min(countUntil(days, day) - 1, position);
    const isNear = day - (days[at] ?? NaN) <= PUBLIC_FLOAT.days;
    return float !== undefined && isNear ? [float.value / shares.value / (closes[at] ?? NaN)] : [];
  });
}

function isPart(part: number): boolean {
  return part >= PUBLIC_FLOAT.least * (1 - HAIR) && part <= PUBLIC_FLOAT.most * (1 + HAIR);
}

function otherShares([newest = NaN]: readonly number[]): Lack {
  const part = Number(newest.toPrecision(3));
  return {
    cause: "shares",
    lacks: `needs closes in the shares of reports: the public float is ${part} times all shares`,
  };
}

/** Forms of companies abroad, whose shares trade as receipts for an unknown number of them. */
const RECEIPTS = ["20-F", "6-K"];
const OTHER_SHARES: Lack = {
  cause: "currency",
  lacks: "needs shares that trade themselves, the report is one from abroad",
};

/** Why items cannot be set against prices of another currency. */
export function otherCurrency(
  stated: readonly Reported[],
  { sound: { series: { currency } } }: Columns,
): Lack | undefined {
  const other = stated.find(({ unit }) => isCurrency(unit) && unit !== currency);
  if (other && currency === "") return NO_UNIT;
  return other && { cause: "currency", lacks: `needs reports in ${currency}, has them in ${other.unit}` };
}

/** The count on the cover, else that of the balance; held against the weighted count of the period. */
function sharesIn(filed: Filed): Reported | Lack {
  const cover = statedOf(filed, { item: "shares_cover" });
  const isUnstated = "cause" in cover && cover.cause === "item";
  const shares = isUnstated ? statedOf(filed, { item: "shares_outstanding" }) : cover;
  if ("cause" in shares) return shares;
  const before = statedOf(filed, { item: isUnstated ? "shares_outstanding" : "shares_cover", back: 1 });
  const isFewer = "facts" in before && shares.value * SHARES_FALL < before.value;
  if (isFewer && !isSmaller(filed)) {
    return { cause: "conflict", lacks: `needs shares that did not vanish: ${before.value} to ${shares.value}` };
  }
  const { statements, isYear } = filed;
  const [period] = isYear ? statements.years : statements.quarters;
  const weighted = period && statements.stated("shares_diluted", period);
  if (weighted === undefined || typeof weighted === "string") return shares;
  const times = shares.value / weighted.value;
  if (times <= SHARES_WITHIN && times >= 1 / SHARES_WITHIN) return shares;
  return { cause: "conflict", lacks: `needs one count of shares, reports state ${shares.value} and ${weighted.value}` };
}

/** Whether equity fell with the shares: what is bought back is paid for. */
function isSmaller(filed: Filed): boolean {
  const equity = itemsOf(filed, [{ item: "equity" }, { item: "equity", back: 1 }]);
  if ("cause" in equity) return true;
  const [now, then] = equity.map(({ value }) => value);
  return (now ?? NaN) * SHARES_FALL < (then ?? NaN);
}

/** Shares after several splits for each share before. */
function times(splits: readonly StockSplit[]): number {
  return splits.reduce((product, { ratio }) => product * ratio, 1);
}
