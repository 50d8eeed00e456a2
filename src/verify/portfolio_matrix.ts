import { LEAST_OF_SECTOR, WINDOW_RETURNS } from "../data/metrics/portfolio.ts";
import { spansItsName } from "./domains/soundness.ts";
import { sum } from "./domains/arithmetic.ts";
import type { Held } from "./portfolio_members.ts";
import { HAIR } from "../data/metrics/metric.ts";
import { peerValues } from "./compare.ts";
import { peersOf } from "./domains/subject.ts";
import type { Ground } from "./knowledge.ts";

/** Returns of names on common days. */
export interface HeldReturns {
  /** Common days of the window, one more than returns. */
  readonly days: readonly number[];
  /** By name, then by day. */
  readonly rows: readonly Float64Array[];
}

/** The returns of names over the window; `undefined` where they have too few common days for it. */
export function heldReturns(held: readonly Held[]): HeldReturns | undefined {
  const [first] = held;
  if (first === undefined) return undefined;
  const { series } = first.subject;
  const counts = new Map<number, number>();
  for (const { subject } of held) {
    for (const day of new Set(subject.series.days)) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const size = WINDOW_RETURNS[series.frequency] + 1;
  const days = [...counts].filter(([, count]) => count === held.length).map(([day]) => day)
    .sort((one, other) => one - other).slice(-size);
  if (days.length < size || !spansItsName({ ...series, days: Int32Array.from(days) }, 0, size - 1)) return undefined;
  return { days, rows: held.map(({ subject }) => rowOf(subject.series, days)) };
}

function rowOf(
  { days: own, close }: { readonly days: Int32Array; readonly close: Float64Array },
  days: readonly number[],
): Float64Array {
  const at = new Map<number, number>();
  for (const [index, day] of own.entries()) at.set(day, close[index] ?? NaN);
  const closes = days.map((day) => at.get(day) ?? NaN);
  return Float64Array.from(closes.slice(1), (value, k) => (value - (closes[k] ?? NaN)) / (closes[k] ?? NaN));
}

/**
 * Sample covariances of names, row after row; each of n (n + 1) / 2 pairs is computed once.
 * @param rows Returns of the same days.
 */
export function covariances(rows: readonly Float64Array[]): readonly Float64Array[] {
  const centred = rows.map((row) => {
    const mean = sum(row) / row.length;
    return row.map((value) => value - mean);
  });
  const table = rows.map(() => new Float64Array(rows.length));
  for (let i = 0; i < centred.length; i++) {
    for (let j = i; j < centred.length; j++) {
      const value = product(centred[i] ?? NOTHING, centred[j] ?? NOTHING) / ((rows[i]?.length ?? 0) - 1);
      (table[i] ?? NOTHING)[j] = value;
      (table[j] ?? NOTHING)[i] = value;
    }
  }
  return table;
}

const NOTHING = new Float64Array();

function product(one: Float64Array, other: Float64Array): number {
  let total = 0;
  for (let k = 0; k < one.length; k++) total += (one[k] ?? NaN) * (other[k] ?? NaN);
  return total;
}

/** Medians of the chance of a fall: of the names held, of all companies like the first, and by sector. */
export function ofGroup(held: readonly Held[], ground: Ground): Readonly<Record<string, number>> {
  const [first] = held;
  if (first === undefined) return {};
  const { series } = first.subject;
  const chanceOf = (subject: Held["subject"]) => {
    const value = ground.read(CHANCE, subject);
    return typeof value === "number" ? [value] : [];
  };
  const own = Float64Array.from(held.flatMap(({ subject }) => chanceOf(subject))).sort();
  const all = peerValues(CHANCE, series, { ground });
  const isIn = new Set(ground.companies);
  const outside = peersOf(ground.view, series).filter((one) =>
    chanceOf(one).length > 0 && !isIn.has(one.series.ticker)
  );
  const names = [...new Set(ground.view.companies.flatMap(({ sector }) => sector ?? []))];
  const sectors = names.map((sector) => ({ sector, values: peerValues(CHANCE, series, { ground, sector }) }))
    .filter(({ values }) => values.length >= LEAST_OF_SECTOR)
    .map(({ sector, values }) => ({ sector, middle: middleOf(values) }));
  const ofAnswer = new Set(ground.subjects().map(({ company }) => company?.sector));
  const sector = sectors.find((one) => ofAnswer.size === 1 && ofAnswer.has(one.sector));
  const isWhole = outside.every(({ company }) => company?.sector !== sector?.sector);
  return {
    group_chance: middleOf(own),
    ...(outside.length > 0 && { all_chance: middleOf(all) }),
    ...(sectors.length > 1 && { sectors: sectors.length }),
    ...(sectors.length > 1 && sector && isWhole && {
      sector_rank: sectors.filter(({ middle }) => middle - sector.middle > HAIR).length + 1,
      sectors_below: sectors.filter(({ middle }) => sector.middle - middle > HAIR).length,
    }),
  };
}

const CHANCE = "drawdown_probability";

/** The middle of sorted values, or the mean of the two in the middle. */
function middleOf(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}
