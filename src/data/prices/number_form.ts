/** The mark before the decimals of a file's numbers. */
export type DecimalMark = "." | ",";

/** How the numbers of a file are written. */
export interface NumberForm {
  readonly decimal: DecimalMark;
  /** Whether a number of the file proves the mark; without proof `1,234` alone cannot be read. */
  readonly isProven: boolean;
}

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const MISSING = /^(null|nan|n\/a|#n\/a|na|none|[-.])?$/i;
/** Of another currency no sign is read. */
const CURRENCY = /^(?:US)?\$\s*/;
const SCALES: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12, TSD: 1e3, MIO: 1e6, MRD: 1e9 };
const NINE = "9".charCodeAt(0);
const FORMS = {
  ".": { shape: /^[+-]?(?:\d+|\d{1,3}(?:[,'’\s]\d{3})+)(?:\.\d+)?$/, groups: /[,'’\s]/g },
  ",": { shape: /^[+-]?(?:\d+|\d{1,3}(?:[.'’\s]\d{3})+)(?:,\d+)?$/, groups: /[.'’\s]/g },
} as const;

/** `undefined` for an empty cell, `NaN` for one that is not a number. */
export function readNumber(cell: string, decimal: DecimalMark): number | undefined {
  const text = cell.trim();
  if (decimal === "." && PLAIN.test(text)) return Number(text);
  if (MISSING.test(text)) return undefined;
  const { shape, groups } = FORMS[decimal];
  const bare = text.replace(CURRENCY, "");
  return shape.test(bare) ? Number(bare.replace(groups, "").replace(",", ".")) : NaN;
}

/** The same, for a number of shares like `51.61M`. */
export function readShares(cell: string, decimal: DecimalMark): number | undefined {
  if (cell.charCodeAt(cell.length - 1) <= NINE) return readNumber(cell, decimal);
  const text = cell.trim();
  const [, number = "", word = ""] = /^(.*?)\s?([a-z]+)\.?$/i.exec(text) ?? [];
  const scale = SCALES[word.toUpperCase()];
  if (scale === undefined) return readNumber(text, decimal);
  const value = readNumber(number, decimal);
  return Math.round((value ?? NaN) * scale);
}

/** The decimal mark that a cell proves; `1,234` and `1.234` may be either. */
export function markOf(cell: string): DecimalMark | undefined {
  const text = cell.trim().replace(CURRENCY, "").replace(/[KMBT]$/i, "").replace(/['’\s]/g, "");
  if (!/^[\d.,]+$/.test(text)) return undefined;
  const comma = text.lastIndexOf(",");
  const dot = text.lastIndexOf(".");
  if (comma >= 0 && dot >= 0) return comma > dot ? "," : ".";
  if (comma < 0 && dot < 0) return undefined;
  const mark = comma >= 0 ? "," : ".";
  if (text.indexOf(mark) !== text.lastIndexOf(mark)) return mark === "," ? "." : ",";
  return isOpenNumber(text) ? undefined : mark;
}

/** Both readings of such a number, for a message. */
export function twoReadings(cell: string): string {
  const whole = cell.replace(/[.,]/, "");
  return `${JSON.stringify(cell)} is ${whole} or ${
    cell.replace(/[.,]/, ".")
  }, and no row proves which; write numbers without separators`;
}

/** Whether the mark of a number may group its thousands or stand before its decimals: `1,234`, `1.234`. */
export function isOpenNumber(cell: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(cell.trim());
}
