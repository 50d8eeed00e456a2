import { LineList } from "./line_list.ts";

const MONTH =
  "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mrz|mär|mai|okt|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic)";
/** `3.78E+07`; a CUSIP like 12345E102 has no sign. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** `1-Mar`, `01. Mrz`, `Mar-24`, `1-Mar-2024`: how spreadsheets write what they read as a date. */
const DAY_AND_MONTH = new RegExp(
  `^(?:\\d{1,2}(?:-|\\. ?| )${MONTH}\\.?(?:[- ]\\d{2,4})?|${MONTH}\\.?-\\d{2,4})$`,
  "iu",
);
/** `3/1/2024`, `01.03.24`, `2024-03-01`, with or without a time of day. */
const NUMERIC_DAY = /^(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([./-])\d{1,2}\2\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
/** `#N/A`, `#REF!`, German `#NV`, and the `###` of a column that is too narrow. */
const ERROR_VALUE = /^#(?:N\/A(?: .*)?|NV|[\p{L}/0]+[!?]|BUSY|FIELD|#*)$/iu;
const CURE = "format the column as text and enter it again";

/**
 * Detects a ticker that a spreadsheet has certainly damaged. Words that a spreadsheet writes but that
 * are tickers pass: `TRUE` is TrueCar, `NA` Nano Labs, `MAR` Marriott.
 * @param ticker The cell, without white space around it.
 * @returns What happened and how to fix it; nothing when the ticker may be valid.
 */
export function damageOf(ticker: string): string | undefined {
  if (SCIENTIFIC.test(ticker)) return `A spreadsheet turned this ticker into a number, ${ticker}: ${CURE}`;
  if (DAY_AND_MONTH.test(ticker) || NUMERIC_DAY.test(ticker)) {
    return `A spreadsheet turned this ticker into a date, ${ticker}: ${CURE}`;
  }
  if (ERROR_VALUE.test(ticker)) {
    return `The cell holds a spreadsheet error, ${ticker}, instead of a ticker: fix its formula, or fill in the cell`;
  }
  return undefined;
}

const DIGITS = /^\d{1,6}$/;
const DECIMAL = /^\d+[.,]\d+$/;
/** TRUE and FALSE in spreadsheets of other languages. */
const TRUTH = new Set(["WAHR", "FALSCH", "VRAI", "FAUX", "VERDADERO", "FALSO"]);
const NUMERIC_IDS = new Set(["isin", "cusip", "sedol", "figi", "security id", "cik", "wkn", "valor"]);
/** A code this short has lost a zero, or belongs to a market that counts from 1. */
const SHORT_DIGITS = 3;

/**
 * Collects tickers that a spreadsheet may have damaged: `700` is Tencent without its zero, and a valid
 * ticker to many services. Such rows are sent; a note names their lines.
 */
export class TickerDoubts {
  readonly #isNumericId: boolean;
  readonly #byLength = new Map<number, LineList>();
  readonly #decimals = new LineList();
  readonly #truths = new LineList();
  #keptZero = false;

  /** @param column Name of the column; digits are expected in a column of numeric ids. */
  constructor(column: string) {
    this.#isNumericId = NUMERIC_IDS.has(column.trim().toLowerCase().replace(/[\s_-]+/g, " "));
  }

  see(ticker: string, line: number): void {
    if (TRUTH.has(ticker.toUpperCase())) this.#truths.add(line);
    if (this.#isNumericId) return;
    if (DECIMAL.test(ticker)) this.#decimals.add(line);
    if (!DIGITS.test(ticker)) return;
    if (ticker.startsWith("0")) this.#keptZero = true;
    const lines = this.#byLength.getOrInsertComputed(ticker.length, () => new LineList());
    lines.add(line);
  }

  /** Sentences for people. */
  notes(): string[] {
    const notes: string[] = [];
    for (const [length, lines] of this.#keptZero ? [] : this.#lostZeros()) {
      const digits = length === 1 ? "one digit" : `${length} digits`;
      notes.push(
        `Tickers of only ${digits} on ${lines}: spreadsheets drop leading zeros, 0700 becomes 700. ` +
          `If one did, ${CURE}`,
      );
    }
    if (this.#decimals.count > 0) {
      notes.push(`Decimal numbers as tickers on ${this.#decimals}: is this the right column?`);
    }
    if (this.#truths.count > 0) {
      notes.push(`A spreadsheet's word for true or false as a ticker on ${this.#truths}: if it was TRUE, ${CURE}`);
    }
    return notes;
  }

  /** A list with six digits beside four or five probably holds six-digit codes that lost a zero. */
  #lostZeros(): [number, LineList][] {
    const most = this.#byLength.has(6) ? 5 : SHORT_DIGITS;
    return [...this.#byLength].filter(([length]) => length <= most).sort(([one], [other]) => one - other);
  }
}
