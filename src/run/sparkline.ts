import { parse } from "../text/csv_read.ts";

/** Closes of a company, thinned out to about 80 for a small picture. */
export interface Sparkline {
  /** `YYYY-MM-DD`, ascending. */
  readonly dates: readonly string[];
  /** One for each date, above 0, in the file's currency. */
  readonly closes: readonly number[];
}

const MAX_POINTS = 80;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CLOSE = /^(?:adj(?:usted)?[ _]?)?close(?:[ _(].*)?$/i;

/**
 * Reads a table of prices: a CSV with a column `date` and one of closes.
 * @returns At most 80 days, with the last; nothing for any other table.
 */
export function readSparkline(text: string): Sparkline | undefined {
  const [header, ...rows] = parse(thinned(text)).map(({ cells }) => cells.map((cell) => cell.trim()));
  const dateAt = header?.findIndex((name) => name.toLowerCase() === "date") ?? -1;
  const closeAt = header?.findIndex((name) => CLOSE.test(name)) ?? -1;
  if (dateAt < 0 || closeAt < 0) return undefined;
  const points = rows.map((cells) => ({ date: cells[dateAt] ?? "", close: Number(cells[closeAt] || NaN) }))
    .filter(({ date, close }) => DAY.test(date) && close > 0 && close < Infinity);
  const dates = points.map(({ date }) => date);
  const isInOrder = dates.every((date, at) => at === 0 || date > (dates[at - 1] ?? ""));
  return points.length < 2 || !isInOrder ? undefined : { dates, closes: points.map(({ close }) => close) };
}

/** Drops lines that are not drawn before they are parsed: a page may have thousands of such tables. */
function thinned(text: string): string {
  const [header = "", ...lines] = text.trimEnd().split(/\r?\n/);
  const step = Math.max(1, Math.ceil(lines.length / MAX_POINTS));
  return [header, ...lines.filter((_, at) => (lines.length - 1 - at) % step === 0)].join("\n");
}
