import { byTicker } from "./match_rows.ts";
import type { ChangeKind, RowChange } from "./comparison.ts";

/** The kinds of change, the most important first. */
export const CHANGE_KINDS = [
  "flipped",
  "falsified",
  "drawdown_crossed",
  "rank_moved",
  "score_moved",
  "gone",
  "new",
  "risks",
  "drivers",
] as const satisfies readonly ChangeKind[];

/** Kinds that change the view of a name; other drivers and risks alone do not. */
export const VIEW_CHANGES: ReadonlySet<ChangeKind> = new Set([
  "flipped",
  "falsified",
  "drawdown_crossed",
  "rank_moved",
  "score_moved",
]);

/** Orders changes by most important kind, number of `VIEW_CHANGES`, size of the move, ticker, and row. */
export function byWeight(one: RowChange, other: RowChange): number {
  return kindPlace(one) - kindPlace(other) || viewChanges(other) - viewChanges(one) ||
    size(other) - size(one) || byTicker(one, other) || rowOf(one) - rowOf(other);
}

/** The move of a name's percentile; 0 if a run has none. */
export function rankMove({ before, after }: Pick<RowChange, "before" | "after">): number {
  const from = before?.percentile;
  const to = after?.percentile;
  return from === undefined || to === undefined ? 0 : to - from;
}

/** The move of a name's score; 0 if a run has none from -1 to 1, the scale of scores. */
export function scoreMove({ before, after }: Pick<RowChange, "before" | "after">): number {
  const from = before?.score;
  const to = after?.score;
  return from === undefined || to === undefined || Math.abs(from) > 1 || Math.abs(to) > 1 ? 0 : to - from;
}

/** Size of the move: of the chance of a fall if that crossed 25%, or of the score, both in hundredths, else of the percentile. */
function size(change: RowChange): number {
  const { before, after, kinds: [first] } = change;
  if (first === "score_moved") return 100 * Math.abs(scoreMove(change));
  if (first !== "drawdown_crossed") return Math.abs(rankMove(change));
  return 100 * Math.abs((after?.drawdownProbability ?? 0) - (before?.drawdownProbability ?? 0));
}

function kindPlace({ kinds: [first = "drivers"] }: RowChange): number {
  return CHANGE_KINDS.indexOf(first);
}

function viewChanges({ kinds }: RowChange): number {
  return kinds.filter((kind) => VIEW_CHANGES.has(kind)).length;
}

function rowOf({ before, after }: RowChange): number {
  return after?.row ?? before?.row ?? 0;
}
