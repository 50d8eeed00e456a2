import { SPLIT_TAG } from "../../data/metrics/items.ts";
import type { StockSplit } from "../../data/records.ts";
import type { FiledFacts, Report } from "./filed_facts.ts";
import {
  changesIn,
  COUNT_TAGS,
  isCorrection,
  isCount,
  isInEarnings,
  isNear,
  LEAST_SPLIT,
  RATIO_SHARE,
} from "./share_changes.ts";

/** Two for one up to a hundred for one, and those between; and the inverse of each. */
const RATIOS: readonly number[] = [
  ...Array.from({ length: 99 }, (_, at) => at + 2),
  3 / 2,
  4 / 3,
  5 / 4,
  6 / 5,
  11 / 10,
  5 / 2,
  7 / 2,
  5 / 3,
  7 / 4,
];

/** A split between two reports: what was filed up to the one is in old shares, what was filed from the other on in new. */
interface SplitBetween {
  /** Absent where it is not certain. */
  readonly ratio: number | undefined;
  readonly from: string;
  readonly to: string;
}

/** What splits make of shares that were counted on another day. */
export class ShareSplits {
  readonly #recorded: readonly StockSplit[];
  readonly #between: readonly SplitBetween[];

  /** @param recorded Those known; others are derived from what is filed. */
  constructor(filed: FiledFacts, recorded: readonly StockSplit[]) {
    this.#recorded = recorded;
    this.#between = splitsBetween(filed, recorded);
  }

  /** Shares of the day of the view for one share as a report counts them; unknown where a split is not certain. */
  factor(filed: string): number | undefined {
    let factor = product(this.#recorded.filter(({ day }) => filed < day));
    for (const { ratio, from, to } of this.#between) {
      if (filed >= to) continue;
      if (ratio === undefined || filed > from) return undefined;
      factor *= ratio;
    }
    return factor;
  }
}

/** Splits that no recorded one explains, from what two reports state of one period. */
function splitsBetween(filed: FiledFacts, recorded: readonly StockSplit[]): readonly SplitBetween[] {
  const found: SplitBetween[] = [];
  const doubtful: SplitBetween[] = [];
  for (const change of changesIn(filed, recorded)) {
    const from = change.one.filed;
    const to = change.other.filed;
    const known = product(recorded.filter(({ day }) => from < day && day <= to));
    const inside = found.filter((one) => from <= one.from && one.to <= to);
    const ratio = change.ratio / known / product(inside);
    if (isNear(ratio, 1, LEAST_SPLIT)) continue;
    const across = found.findIndex((one) =>
      from < one.to && one.from < to && one.ratio !== undefined && isNear(ratio, one.ratio, change.rounding)
    );
    const other = found[across];
    if (other !== undefined) {
      found[across] = { ...other, from: later(from, other.from), to: earlier(to, other.to) };
      continue;
    }
    const exact = exactRatio(ratio, change.rounding);
    const isShown = exact !== undefined && (isTagged(filed, exact) || isCount(change) && isInEarnings(filed, change));
    const isCertain = isShown && known === 1; // a recorded split that reports do not follow is as doubtful
    if (!isCertain && isCorrection(filed, change, { ratio, exact })) continue;
    (isCertain ? found : doubtful).push({ ratio: isCertain ? exact : undefined, from, to });
  }
  const unexplained = doubtful.filter(({ from, to }) => !found.some((one) => from < one.to && one.from < to));
  return [...found.map((split) => narrowed(split, filed.reports)), ...unexplained];
}

/** Whether any report states a split of such a ratio; of one share for ten, some write 10 and some 0.1. */
function isTagged(filed: FiledFacts, ratio: number): boolean {
  return filed.tagged(SPLIT_TAG).some(({ value }) =>
    value > 0 && (isNear(ratio, value, RATIO_SHARE) || isNear(ratio, 1 / value, RATIO_SHARE))
  );
}

/** Reports between the two are in the shares that their own newest count is near to. */
function narrowed(split: SplitBetween, reports: readonly Report[]): SplitBetween {
  const near = Math.abs(Math.log(split.ratio ?? 1)) / 4;
  for (const tag of COUNT_TAGS) {
    const levels = reports.flatMap((report) => levelOf(report, tag));
    const old = levels.findLast(({ filed }) => filed <= split.from)?.level;
    const young = levels.find(({ filed }) => filed >= split.to)?.level;
    if (old === undefined || young === undefined) continue;
    const between = levels.filter(({ filed }) => filed > split.from && filed < split.to);
    const before = between.filter(({ level }) => Math.abs(Math.log(level / old)) < near).map(({ filed }) => filed);
    const after = between.filter(({ level }) => Math.abs(Math.log(level / young)) < near).map(({ filed }) => filed);
    const from = before.reduce(later, split.from);
    const to = after.reduce(earlier, split.to);
    return from < to ? { ...split, from, to } : split;
  }
  return split;
}

/** The count of the newest period of a report, by one tag. */
function levelOf({ facts, filed }: Report, tag: string): readonly { readonly filed: string; readonly level: number }[] {
  const counts = facts.filter((one) => one.tag === tag && one.share === undefined && one.value > 0);
  const [newest] = counts.toSorted((one, other) => one.end < other.end ? 1 : -1);
  return newest === undefined ? [] : [{ filed, level: newest.value }];
}

function exactRatio(ratio: number, rounding: number): number | undefined {
  const all = RATIOS.flatMap((one) => [one, 1 / one]).filter((one) => isNear(ratio, one, rounding));
  return all.sort((one, other) => Math.abs(ratio / one - 1) - Math.abs(ratio / other - 1))[0];
}

function product(splits: readonly { readonly ratio: number | undefined }[]): number {
  return splits.reduce((all, { ratio = 1 }) => all * ratio, 1);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
