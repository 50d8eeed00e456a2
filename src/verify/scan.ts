import { NUMBER_WORDS } from "./terms.ts";

/** One figure found in a text. */
export interface Figure {
  readonly kind: "number" | "percent" | "money" | "date" | "unreadable";
  /** Start of the figure, with sign, unit and currency. */
  readonly start: number;
  readonly end: number;
  /** Start of its sign or first digit, after any currency. */
  readonly digitsStart: number;
  /** End of its last digit, before any unit. */
  readonly digitsEnd: number;
  /** In its own unit, so 12.3 for `12.3 %`; `NaN` for a date and an unreadable figure. */
  readonly value: number;
  /** Value of the last shown digit: 0.1 for `12.3 %`, 1e8 for `1.2 bn`. */
  readonly step: number;
  /** Whether it has a plus or minus sign. */
  readonly signed: boolean;
  /** ISO 4217 code beside the figure, if any. */
  readonly currency?: string;
}

const DATE = /\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}]|-\p{N})/uy;
const NUMBER = /(?:\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\p{L}\p{N}]|[.,]\d)/uy;
const SCALED =
  /(?:\d{1,3}(?:,\d{3})+|\d+)(\.\d+)? ?(bn|tn|mn|m|k|billion|million|trillion|thousand)(?![\p{L}\p{N}])/iuy;
const PERCENT = / ?(?:%|per cent\b|percent\b)(?![ -]?points?\b)/y;
const CODE_AFTER = / ([A-Z]{3})(?![\p{L}\p{N}])/uy;
const CODE_BEFORE = /(?<![\p{L}\p{N}])(?:([A-Z]{3}) |([$€£¥]))$/u;
const RUN = /[\p{L}\p{N}]+(?:[.,:/-][\p{L}\p{N}]+)*/uy;
const WORDS = new RegExp(String.raw`[%‰]|(?<![\p{L}\p{N}])(?:${NUMBER_WORDS.join("|")})(?![\p{L}\p{N}])`, "giu");

const SYMBOLS: Readonly<Record<string, string>> = { "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY" };
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
  tn: 1e12,
  trillion: 1e12,
};

/**
 * Replaces every kind of space by a blank and every dash by a hyphen-minus, one character for one.
 * @returns A text of the same length.
 */
export function plainMarks(text: string): string {
  return text.replace(/[\u00a0\u2007\u2009\u202f]/g, " ").replace(/[\u2010-\u2013\u2212]/g, "-");
}

/**
 * Finds every figure of a text; each digit belongs to exactly one figure.
 * @param text A result of {@linkcode plainMarks} with names blanked out.
 * @returns The figures in order.
 */
export function scanFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  const digits = /\p{N}/gu;
  for (let hit = digits.exec(text); hit !== null; hit = digits.exec(text)) {
    const figure = figureAt(text, hit.index);
    figures.push(figure);
    digits.lastIndex = figure.end;
  }
  const isFree = (start: number) => !figures.some((one) => one.start <= start && start < one.end);
  for (const { index, 0: word } of text.matchAll(WORDS)) {
    if (isFree(index)) figures.push(unreadable(index, index + word.length));
  }
  return figures.sort((one, other) => one.start - other.start);
}

function figureAt(text: string, at: number): Figure {
  const before = text[at - 1] ?? " ";
  // A digit after a letter, a point or a dash inside a word (`Q3`, `.5`, `mid-2017`) does not start a number.
  const isGlued = /[\p{L}\p{N}.,/:_]/u.test(before) || /[\p{L}\p{N}]-$/u.test(text.slice(0, at));
  if (!isGlued) {
    const date = match(DATE, text, at);
    if (date && !/[+-]/.test(before)) return { ...unreadable(at, at + date[0].length), kind: "date" };
    const figure = numberAt(text, at);
    if (figure) return figure;
  }
  const run = match(RUN, text, at);
  return unreadable(at, at + Math.max(1, run?.[0].length ?? 1));
}

function numberAt(text: string, at: number): Figure | undefined {
  const scaled = match(SCALED, text, at);
  const found = scaled ?? match(NUMBER, text, at);
  if (!found) return undefined;
  const sign = /[+-]$/.exec(text.slice(0, at))?.[0] ?? "";
  const digitsEnd = at + found[0].length;
  const scale = SCALES[(scaled?.[2] ?? "").toLowerCase()] ?? 1;
  const digits = found[0].replace(/[^\d.]/g, "");
  const base = {
    start: at - sign.length,
    digitsStart: at - sign.length,
    digitsEnd,
    value: (sign === "-" ? -1 : 1) * Number(digits) * scale,
    step: scale * 10 ** -Math.max(0, (found[1]?.length ?? 1) - 1),
    signed: sign !== "",
  };
  const percent = match(PERCENT, text, digitsEnd);
  if (percent) return { ...base, kind: "percent", end: digitsEnd + percent[0].length };
  return { ...base, kind: "number", end: digitsEnd, ...moneyAround(text, base) };
}

function moneyAround(
  text: string,
  { start, digitsEnd }: Pick<Figure, "start" | "digitsEnd">,
): Partial<Pick<Figure, "kind" | "start" | "end" | "currency">> {
  const after = match(CODE_AFTER, text, digitsEnd);
  const code = after?.[1] ?? "";
  if (after && CURRENCIES.has(code)) return { kind: "money", currency: code, end: digitsEnd + after[0].length };
  const before = CODE_BEFORE.exec(text.slice(0, start));
  const currency = before?.[1] ?? SYMBOLS[before?.[2] ?? ""] ?? "";
  if (!before || !CURRENCIES.has(currency)) return {};
  return { kind: "money", currency, start: start - before[0].length };
}

function unreadable(start: number, end: number): Figure {
  return { kind: "unreadable", start, end, digitsStart: start, digitsEnd: end, value: NaN, step: NaN, signed: false };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
