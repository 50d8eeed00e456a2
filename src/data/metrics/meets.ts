import { rowOf } from "./metric.ts";

/** A part of a question that an answer is to meet: a measure, an item of reports, or a column of the caller's own. */
export interface AskedPart {
  /** As the question words it. */
  readonly text: string;
  /** Its row: the name of a measure, an item or a column. */
  readonly row: string;
  /** It is of a portfolio. */
  readonly isPortfolio?: true;
}

/**
 * Whether a sentence meets a part.
 * @param keys Its phrases, and what its claims are of: metrics, items, columns.
 */
export function isMetBy({ row, isPortfolio }: AskedPart, keys: ReadonlySet<string>): boolean {
  const { portfolio, days, phrases = "" } = rowOf(row) ?? {};
  const wanted = isPortfolio && portfolio !== undefined
    ? [portfolio, "lead.portfolio_not_measured"]
    : [row, ...days ? ["span_return"] : [], ...phrases.split(" ")];
  return wanted.some((key) => keys.has(key));
}
