import { phraseRows, type Phrases } from "./phrase.ts";

/**
 * Rows of tables, each a sentence of its own: what the row is of, then a cell for each figure, named. So a table is verified
 * row by row as a text is, and reads as one where no table can be drawn.
 */
export const ROW_PHRASES: Phrases = phraseRows(`
  row.period takes=fact: {ticker} {fact_period}: {cells}.
    cells < period_cell join=semicolon same=period
  period_cell.item role=period_cell takes=fact: {fact_item} {amount}
    amount < fact_amount most=1
  period_cell.growth role=period_cell takes=fact: {fact_item} growth {fact_growth}
  row.company: {ticker}: {cells}.
    cells < company_cell join=semicolon
  company_cell.measure role=company_cell takes=metric: {head} {value}
  row.measure takes=metric: {head}: {cells}.
    cells < measure_cell join=semicolon about=each
  measure_cell.company role=measure_cell: {ticker} {value}
`);

/** Metrics of the claims that name a row or a column; any other claim of a row belongs to a cell. */
export const ROW_HEADS: ReadonlySet<string> = new Set(["ticker", "fact_period", "fact_item", "head"]);
