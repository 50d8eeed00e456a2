import type { ChangeKind, RowChange } from "./comparison.ts";

/** The kinds of change, the most important first. */
export const CHANGE_KINDS = [
  "flipped",
  "drawdown_crossed",
  "rank_moved",
  "gone",
  "new",
  "risks",
  "drivers",
] as const satisfies readonly ChangeKind[];

/** Kinds that change the view of a name. */
const VIEW_CHANGES: ReadonlySet<ChangeKind> = new Set(["flipped", "drawdown_crossed", "rank_moved"]);

/** Orders changes by most important kind, number of `VIEW_CHANGES`, size of the move, ticker, and row. */
export function byWeight(one: RowChange, other: RowChange): number {
  return kindPlace(one) - kindPlace(other) || viewChanges(other) - viewChanges(one) ||
    size(other) - size(one) || byTicker(one, other) || rowOf(one) - rowOf(other);
}

/** The move of a name's percentile; 0 if a run has none. */
export function rankMove({ before, after }: Pick<RowChange, "before" | "after">): number {
  const [from, to] = [before?.percentile, after?.percentile];
  return from === undefined || to === undefined ? 0 : to - from;
}

/** Size of the move: of the chance of a fall, in percentage points, if that crossed 25 %, else of the percentile. */
function size(change: RowChange): number {
  if (change.kinds[0] !== "drawdown_crossed") return Math.abs(rankMove(change));
  const { before, after } = change;
  return 100 * Math.abs((after?.drawdownProbability ?? 0) - (before?.drawdownProbability ?? 0));
}

function kindPlace({ kinds: [first = "drivers"] }: RowChange): number {
  return CHANGE_KINDS.indexOf(first);
}

function viewChanges({ kinds }: RowChange): number {
  return kinds.filter((kind) => VIEW_CHANGES.has(kind)).length;
}

function byTicker(one: RowChange, other: RowChange): number {
  return one.ticker === other.ticker ? 0 : one.ticker < other.ticker ? -1 : 1;
}

function rowOf({ before, after }: RowChange): number {
  return after?.row ?? before?.row ?? 0;
}
