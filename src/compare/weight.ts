import type { ChangeKind, RowChange } from "./comparison.ts";

/** The kinds of change, the weightiest first. */
export const CHANGE_KINDS = [
  "flipped",
  "drawdown_crossed",
  "rank_moved",
  "gone",
  "new",
  "risks",
  "drivers",
] as const satisfies readonly ChangeKind[];

/** They say more than that a name or a text came and went. */
const TURNS: ReadonlySet<ChangeKind> = new Set(["flipped", "drawdown_crossed", "rank_moved"]);

/** Orders changes: the weightiest kind first, then how many weighty ones, then how far it moved, then the ticker. */
export function byWeight(one: RowChange, other: RowChange): number {
  return kindPlace(one) - kindPlace(other) || turns(other) - turns(one) ||
    size(other) - size(one) || byTicker(one, other) || rowOf(one) - rowOf(other);
}

/** How far a name moved among the scores, in points of 100; 0 where one run has no place for it. */
export function rankMove({ before, after }: Pick<RowChange, "before" | "after">): number {
  const [from, to] = [before?.percentile, after?.percentile];
  return from === undefined || to === undefined ? 0 : to - from;
}

/** In points of 100: of the chance of a fall where that is the news, else of the rank. */
function size(change: RowChange): number {
  if (change.kinds[0] !== "drawdown_crossed") return Math.abs(rankMove(change));
  const { before, after } = change;
  return 100 * Math.abs((after?.drawdownProbability ?? 0) - (before?.drawdownProbability ?? 0));
}

function kindPlace({ kinds: [first = "drivers"] }: RowChange): number {
  return CHANGE_KINDS.indexOf(first);
}

function turns({ kinds }: RowChange): number {
  return kinds.filter((kind) => TURNS.has(kind)).length;
}

function byTicker(one: RowChange, other: RowChange): number {
  return one.ticker === other.ticker ? 0 : one.ticker < other.ticker ? -1 : 1;
}

function rowOf({ before, after }: RowChange): number {
  return after?.row ?? before?.row ?? 0;
}
