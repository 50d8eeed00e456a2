import type { CsvValue } from "../text/csv_write.ts";
import { errorOf, hasThesis, type Outcome } from "./outcome.ts";
import type { Comparison } from "./ranks.ts";
import { warningsOf } from "./warnings.ts";

/** The columns of `theses.csv` before the selected ones and the input's own. */
export const THESIS_COLUMNS = [
  ...["row", "ticker", "status", "signal", "confidence", "score", "rank", "drawdown_probability"],
  ...["verification_confidence", "top_driver", "top_risk", "warnings", "as_of", "horizon", "benchmark", "currency"],
  ...["subject", "files", "key_drivers", "risks", "reasoning", "error_code", "error"],
] as const;

/** Comes before the name of each of the input's columns. */
export const INPUT_PREFIX = "in_";
const LIST_SEPARATOR = " | ";

/**
 * The cells of one row of `theses.csv`; nothing in them varies between equal runs.
 * @param outcome What became of the row.
 * @param others What the cells say about the row among the others.
 * @returns One cell for each of {@linkcode THESIS_COLUMNS}; what the service did not give is empty, never 0.
 */
export function thesisCells(outcome: Outcome, others: Comparison): CsvValue[] {
  const { row, ticker } = outcome.input;
  const error = errorOf(outcome);
  return [
    row,
    ticker,
    outcome.status,
    ...answerCells(outcome, others),
    ...[error?.code, error?.message].map(flat),
  ];
}

function answerCells(outcome: Outcome, others: Comparison): CsvValue[] {
  if (!hasThesis(outcome)) return Array.from({ length: THESIS_COLUMNS.length - 5 }, () => undefined);
  const { agent_thesis, key_drivers, risks, metadata } = outcome.result;
  return [
    flat(agent_thesis.signal),
    agent_thesis.confidence,
    metadata?.score,
    others.rankOf(metadata?.score),
    metadata?.drawdown_probability,
    metadata?.verification?.confidence,
    flat(key_drivers[0]),
    flat(risks[0]),
    list(warningsOf(outcome, others)),
    ...[metadata?.as_of, metadata?.horizon, metadata?.benchmark, metadata?.currency, metadata?.subject].map(flat),
    list(outcome.files.map((file) => file.path)),
    list(key_drivers),
    list(risks),
    flat(agent_thesis.reasoning),
  ];
}

/** A row of a table is one line for people who read it with other tools. */
export function flat(text: string | undefined): string | undefined {
  return text?.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ");
}

function list(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map(flat).join(LIST_SEPARATOR);
}
