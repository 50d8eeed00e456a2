import type { CsvValue } from "../text/csv_write.ts";
import { errorOf, hasThesis } from "./outcome.ts";
import type { RankedRow } from "./ranked_row.ts";

/** The columns of `theses.csv` before the selected ones and the input's own. */
export const THESIS_COLUMNS = [
  ...["row", "ticker", "status", "signal", "confidence", "score", "rank", "drawdown_probability"],
  ...["verification_confidence", "top_driver", "top_risk", "warnings", "as_of", "horizon", "benchmark", "currency"],
  ...["subject", "files", "key_drivers", "risks", "reasoning", "error_code", "error"],
] as const;

/** Prefix of the names of the input's columns. */
export const INPUT_PREFIX = "in_";
const LIST_SEPARATOR = " | ";
const LINE_BREAK = /[\r\n\u2028\u2029]/;
const LINE_BREAKS = /\s*[\r\n\u2028\u2029]+\s*/g;

const NO_ANSWER: readonly CsvValue[] = Array.from({ length: THESIS_COLUMNS.length - 5 }, () => undefined);

/**
 * The cells of a row of `theses.csv`, which are equal in equal runs.
 * @param ranked The row.
 * @returns A cell for each of {@linkcode THESIS_COLUMNS}; a missing value is empty, never 0.
 */
export function thesisCells({ outcome, rank, warnings }: RankedRow): CsvValue[] {
  const { row, ticker } = outcome.input;
  const error = errorOf(outcome);
  if (!hasThesis(outcome)) {
    return [row, ticker, outcome.status, ...NO_ANSWER, flat(error?.code), flat(error?.message)];
  }
  const { agent_thesis, key_drivers, risks, metadata } = outcome.result;
  return [
    row,
    ticker,
    outcome.status,
    flat(agent_thesis.signal),
    agent_thesis.confidence,
    metadata?.score,
    rank,
    metadata?.drawdown_probability,
    metadata?.verification?.confidence,
    flat(key_drivers[0]),
    flat(risks[0]),
    list(warnings),
    flat(metadata?.as_of),
    flat(metadata?.horizon),
    flat(metadata?.benchmark),
    flat(metadata?.currency),
    flat(metadata?.subject),
    outcome.files.length === 0 ? undefined : list(outcome.files.map((file) => file.path)),
    list(key_drivers),
    list(risks),
    flat(agent_thesis.reasoning),
    flat(error?.code),
    flat(error?.message),
  ];
}

/** Joins lines: tools that read a table line by line need one line a row. */
export function flat(text: string | undefined): string | undefined {
  // The first test is cheap; the second tries to match at every white space.
  return text === undefined || !LINE_BREAK.test(text) ? text : text.replace(LINE_BREAKS, " ");
}

function list(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  const text = texts.join(LIST_SEPARATOR);
  return LINE_BREAK.test(text) ? texts.map(flat).join(LIST_SEPARATOR) : text;
}
