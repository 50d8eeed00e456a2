import type { ThesisRow } from "../run/thesis_row.ts";

/** The same row in two lists; one side is missing if only one list has it. */
export interface RowPair {
  readonly before: ThesisRow | undefined;
  readonly after: ThesisRow | undefined;
}

/**
 * Matches rows by ticker, case-insensitively: the first of a ticker with the first, the second with the second. Row
 * numbers and other cells may differ.
 * @returns Each row once: in the order of the later list, then those of the earlier list only.
 */
export function* matchRows(
  earlier: readonly ThesisRow[],
  later: readonly ThesisRow[],
): Generator<RowPair, void, undefined> {
  const waiting = Map.groupBy(earlier, keyOf);
  const taken = new Map<string, number>();
  for (const after of later) {
    const key = keyOf(after);
    const at = taken.get(key) ?? 0;
    taken.set(key, at + 1);
    yield { before: waiting.get(key)?.[at], after };
  }
  for (const [key, rows] of waiting) {
    for (const before of rows.slice(taken.get(key) ?? 0)) yield { before, after: undefined };
  }
}

function keyOf({ ticker }: ThesisRow): string {
  return foldTicker(ticker);
}

/** A ticker in upper case, for case-insensitive comparison. */
export function foldTicker(ticker: string): string {
  return ticker.trim().toUpperCase();
}

/** Orders by ticker. */
export function byTicker(one: { readonly ticker: string }, other: { readonly ticker: string }): number {
  return one.ticker === other.ticker ? 0 : one.ticker < other.ticker ? -1 : 1;
}
