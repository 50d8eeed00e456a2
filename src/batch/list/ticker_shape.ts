/** How a ticker is written. */
export type TickerShape = "word" | "code" | "isin" | "symbol" | "terminal";

const SHAPES: readonly (readonly [TickerShape, RegExp])[] = [
  ["isin", /^[A-Z]{2}[A-Z0-9]{9}\d$/],
  ["word", /^\^?(?=[A-Z0-9]*[A-Z])[A-Z0-9]{1,6}(?:[./-][A-Z0-9]{1,4})?$/],
  ["code", /^\d{4,6}\.[A-Z]{1,3}$/],
  ["symbol", /^[A-Z][A-Z0-9_]{0,15}:[A-Z0-9][A-Z0-9._!&-]{0,29}$/],
  ["terminal", /^[A-Z0-9][A-Z0-9./*-]{0,9} [A-Z]{2}(?: Equity)?$/],
];
const TERMINAL = /^[A-Z0-9][A-Z0-9./*-]{0,9} [A-Z]{2} Equity$/i;
/** TradingView's difference or ratio of two symbols. */
const FORMULA = /^[A-Z][A-Z0-9_]{0,15}:[^\s,:]{1,30}[*/+-][A-Z][A-Z0-9_]{0,15}:[^\s,]{1,99}$/;

/**
 * How a cell that is a ticker is written: `AAPL`, `0700.HK`, `US0378331005`, `NASDAQ:AAPL`, `AAPL US Equity`.
 * @returns Nothing for a cell that may be something else, like one in small letters or a bare number.
 */
export function tickerShape(cell: string): TickerShape | undefined {
  const text = cell.trim();
  return SHAPES.find(([, shape]) => shape.test(text))?.[0];
}

/** Whether a cell proves to be a ticker by how it is written. */
export function isTickerLike(cell: string): boolean {
  return tickerShape(cell) !== undefined;
}

/** Whether a cell is a ticker as Bloomberg writes it: `AAPL US Equity`. */
export function isTerminalTicker(cell: string): boolean {
  return TERMINAL.test(cell.trim());
}

/** Whether a cell computes with several symbols: `NASDAQ:AAPL/NASDAQ:MSFT`. */
export function isFormulaOfSymbols(cell: string): boolean {
  return FORMULA.test(cell.trim());
}
