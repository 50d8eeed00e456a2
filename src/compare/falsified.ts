import type { Falsifier } from "../protocol/falsifier.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import type { CameTrue } from "./comparison.ts";
import { foldTicker } from "./match_rows.ts";

/**
 * What the earlier thesis said would speak against it, and the later figures say is so.
 * @returns In the order of the earlier thesis; none whose figure the later answer does not state.
 */
export function falsifiedBetween(before: ThesisRow, after: ThesisRow): readonly CameTrue[] {
  return (before.falsifiers ?? []).flatMap((falsifier) => {
    const { metric, side, threshold, value, text } = falsifier;
    const now = figureIn(after, falsifier);
    const isBeyond = (figure: number) => side === "below" ? figure < threshold : figure > threshold;
    if (now === undefined || !isBeyond(now) || isBeyond(value)) return [];
    return [{ metric, side, threshold, before: value, after: now, ...(text !== undefined && { text }) }];
  });
}

/** The same figure in a later answer: as it names it itself for what would speak against it, or as it verified it. */
export function figureIn(
  { falsifiers = [], claims }: ThesisRow,
  { metric, ticker }: Pick<Falsifier, "metric" | "ticker">,
): number | undefined {
  const again = falsifiers.find((one) => one.metric === metric && foldTicker(one.ticker) === foldTicker(ticker));
  if (again !== undefined) return again.value;
  const claim = claims.find((one) => one.metric === metric && foldTicker(one.id).startsWith(`${foldTicker(ticker)}.`));
  return typeof claim?.value === "number" ? claim.value : undefined;
}
