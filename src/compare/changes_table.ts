import { listCell } from "../run/columns.ts";
import { type CsvValue, flat, stringify } from "../text/csv_write.ts";
import { changeWords } from "./change_words.ts";
import type { Comparison, RowChange } from "./comparison.ts";
import { tenths } from "./percentiles.ts";

const COLUMNS = [
  "ticker",
  "row",
  "earlier_row",
  "change",
  "what",
  "signal_before",
  "signal",
  "score_before",
  "score",
  "rank_before",
  "rank",
  "percentile_before",
  "percentile",
  "drawdown_probability_before",
  "drawdown_probability",
  "status_before",
  "status",
  "new_drivers",
  "vanished_drivers",
  "new_risks",
  "vanished_risks",
  "claims",
] as const;

/**
 * Renders `changes.csv`: one line per name with a change, the most important first. Identical pairs of runs give
 * identical bytes.
 */
export function changesTable({ changes }: Comparison): string {
  return stringify([[...COLUMNS], ...changes.map(cellsOf)]);
}

function cellsOf(change: RowChange): readonly CsvValue[] {
  const { ticker, before, after, kinds, claims } = change;
  return [
    ticker,
    after?.row,
    before?.row,
    listCell(kinds),
    changeWords(change),
    flat(before?.signal),
    flat(after?.signal),
    before?.score,
    after?.score,
    before?.rank,
    after?.rank,
    tenths(before?.percentile),
    tenths(after?.percentile),
    before?.drawdownProbability,
    after?.drawdownProbability,
    before?.status,
    after?.status,
    listCell(change.newDrivers),
    listCell(change.vanishedDrivers),
    listCell(change.newRisks),
    listCell(change.vanishedRisks),
    listCell(claims.map(({ metric, before = "none", after = "none" }) => `${metric}: ${before} to ${after}`)),
  ];
}
