import { isDay } from "../../calendar/day.ts";

/** The value of a number in a report, or why it has none. */
export type NumberRead = { readonly value: number } | { readonly why: string };

/** How a number is written in inline XBRL. */
export interface NumberForm {
  /** Local name of its transformation, like `num-dot-decimal`; absent where it is written as XML Schema does. */
  readonly format?: string | undefined;
  /** Power of ten by which what is written is multiplied. */
  readonly scale?: string | undefined;
  /** `-` where the value is less than what is written. */
  readonly sign?: string | undefined;
}

/** What stands between the digits of a number, and before its decimals. */
type Writing = "dot" | "comma" | "zero";

/**
 * Transformations of numbers, in the names of all registries since 2010. Numbers in words are not among them: what
 * `numwordsen` reads of "four-for-one" is a guess.
 */
const WRITINGS: Readonly<Record<string, Writing>> = {
  "num-dot-decimal": "dot",
  "num-dot-decimal-apos": "dot",
  numdotdecimal: "dot",
  numcommadot: "dot",
  numspacedot: "dot",
  "num-comma-decimal": "comma",
  "num-comma-decimal-apos": "comma",
  numcommadecimal: "comma",
  numcomma: "comma",
  numdotcomma: "comma",
  numspacecomma: "comma",
  "fixed-zero": "zero",
  fixedzero: "zero",
  zerodash: "zero",
  numdash: "zero",
};

const PLAIN = /^(\d*)()(?:\.(\d*))?$/;

/** Groups of digits as they are written anywhere, the last of three: "2024, 2023" is no number, whatever may be between. */
const DOT = /^(\d{1,3}([,'`\u00b4\u2019\u2032 \u00a0\u202f])(?:\d{2,3}\2)*\d{3}|\d*)(?:\.(\d*))?$/;
const COMMA = /^(\d{1,3}([.'`\u00b4\u2019\u2032 \u00a0\u202f])(?:\d{2,3}\2)*\d{3}|\d*)(?:,(\d*))?$/;

/** No amount is as large or as fine as this; numbers beyond it are mistakes, or made to take memory. */
const MAX_SCALE = 30;

/** Reads a number as inline XBRL writes it. */
export function readInlineNumber(text: string, { format, scale = "0", sign = "" }: NumberForm): NumberRead {
  const writing = format === undefined ? "plain" : Object.hasOwn(WRITINGS, format) ? WRITINGS[format] : undefined;
  if (writing === undefined) return { why: `the transformation ${cited(format ?? "")} is not read` };
  if (!/^[+-]?\d{1,3}$/.test(scale) || Math.abs(Number(scale)) > MAX_SCALE) {
    return { why: `its scale is ${cited(scale)}` };
  }
  if (sign !== "" && sign !== "-") return { why: `its sign is ${cited(sign)}` };
  if (writing === "zero") return { value: 0 };
  const written = text.trim();
  const form = writing === "plain" ? PLAIN : writing === "dot" ? DOT : COMMA;
  const [, whole = "", , decimals = ""] = form.exec(written) ?? [];
  const digits = whole.replaceAll(/\D/g, "");
  if (`${digits}${decimals}` === "") return { why: `${cited(written)} is not a number` };
  return finite(`${sign}${digits || "0"}.${decimals || "0"}e${scale}`, written);
}

/** Reads a number as an instance writes it. */
export function readNumber(text: string): NumberRead {
  const written = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(written)) {
    return { why: `${cited(written)} is not a number` };
  }
  return finite(written, written);
}

function finite(number: string, written: string): NumberRead {
  const value = Number(number) + 0; // -0 is 0
  return Math.abs(value) < 10 ** MAX_SCALE ? { value } : { why: `${cited(written)} is too large` };
}

const MAX_CITED = 40;

function cited(text: string): string {
  return JSON.stringify(text.length > MAX_CITED ? `${text.slice(0, MAX_CITED)}...` : text);
}

/**
 * To which power of ten a fact is exact, as `decimals` says it: -6 is to the million. Infinity where nothing says it.
 * @param decimals The attribute: a number, or `INF`.
 * @param precision What early instances have instead: the number of its digits that are exact.
 */
export function exactTo(value: number, { decimals, precision }: {
  readonly decimals?: string | undefined;
  readonly precision?: string | undefined;
}): number {
  if (decimals !== undefined) return /^[+-]?\d{1,3}$/.test(decimals) ? Number(decimals) : Infinity;
  if (precision === undefined || !/^\d{1,3}$/.test(precision) || value === 0) return Infinity;
  return Number(precision) - Math.floor(Math.log10(Math.abs(value))) - 1;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The day that a cover page writes, as `2024-09-28`, `September 28, 2024` or `28 September 2024`, or nothing. */
export function readDay(text: string): string | undefined {
  const plain = text.replaceAll(/[\s\u00a0]+/g, " ").trim();
  if (isDay(plain)) return plain;
  const [, month = "", date = "", year = ""] = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(plain) ??
    [];
  const [, date2 = "", month2 = "", year2 = ""] =
    /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})$/i.exec(plain) ?? [];
  const number = MONTHS.indexOf((month || month2).slice(0, 3).toLowerCase()) + 1;
  const day = `${year || year2}-${String(number).padStart(2, "0")}-${(date || date2).padStart(2, "0")}`;
  return isDay(day) ? day : undefined;
}

/** Whether a cover page ticks a box or says yes; `undefined` when it says neither. */
export function readFlag(text: string, format: string | undefined): boolean | undefined {
  if (/true$/.test(format ?? "")) return true;
  if (/false$/.test(format ?? "")) return false;
  const plain = text.trim().toLowerCase();
  if (["true", "yes", "1", "\u2611", "\u2612", "\u00fe", "x"].includes(plain)) return true;
  return ["false", "no", "0", "\u2610", "\u00a8", "o"].includes(plain) ? false : undefined;
}
