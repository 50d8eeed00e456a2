import { LineList } from "./csv_shape.ts";

const MONTH =
  "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mrz|mär|mai|okt|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic)";
/** `3.78E+07`; a CUSIP like 12345E102 has no sign. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** `1-Mar`, `01. Mrz`, `Mar-24`, `1-Mar-2024`: how spreadsheets write what they took for a day. */
const DAY_AND_MONTH = new RegExp(
  `^(?:\\d{1,2}(?:-|\\. ?| )${MONTH}\\.?(?:[- ]\\d{2,4})?|${MONTH}\\.?-\\d{2,4})$`,
  "iu",
);
/** `3/1/2024`, `01.03.24`, `2024-03-01`, with or without a time of day. */
const NUMERIC_DAY = /^(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([./-])\d{1,2}\2\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
/** `#N/A`, `#REF!`, German `#NV`, and the fence of a column that was too narrow. */
const ERROR_VALUE = /^#(?:N\/A(?: .*)?|NV|[\p{L}/0]+[!?]|BUSY|FIELD|#*)$/iu;
const CURE = "format the column as text and fill it in again";

/**
 * Says what a spreadsheet made of a ticker, where that is certain: no ticker reads like this.
 * Words that a spreadsheet also writes but that are tickers pass: `TRUE` is TrueCar, `NA` Nano Labs,
 * `MAR` Marriott.
 * @param ticker The cell, without white space around it.
 * @returns What happened and the way out; nothing where the ticker may be right.
 */
export function damageOf(ticker: string): string | undefined {
  if (SCIENTIFIC.test(ticker)) return `A spreadsheet made a number of this ticker, ${ticker}: ${CURE}`;
  if (DAY_AND_MONTH.test(ticker) || NUMERIC_DAY.test(ticker)) {
    return `A spreadsheet made a date of this ticker, ${ticker}: ${CURE}`;
  }
  if (ERROR_VALUE.test(ticker)) {
    return `A spreadsheet has an error value here, ${ticker}, and no ticker: mend its formula, or fill the cell in`;
  }
  return undefined;
}

const DIGITS = /^\d{1,6}$/;
const DECIMAL = /^\d+[.,]\d+$/;
/** What spreadsheets of other languages make of TRUE and FALSE. */
const TRUTH = new Set(["WAHR", "FALSCH", "VRAI", "FAUX", "VERDADERO", "FALSO"]);
const NUMERIC_IDS = new Set(["isin", "cusip", "sedol", "figi", "security id", "cik", "wkn", "valor"]);
/** A code this short has lost a zero, or belongs to a market that counts from 1. */
const SHORT_DIGITS = 3;

/**
 * Notices tickers that a spreadsheet may have damaged, where nobody can tell from the cell alone:
 * `700` is Tencent without its zero and a good ticker to many services. Such rows are asked about;
 * a note names them.
 */
export class TickerDoubts {
  readonly #isNumericId: boolean;
  readonly #byLength = new Map<number, LineList>();
  readonly #decimals = new LineList();
  readonly #truths = new LineList();
  #keptZero = false;

  /** @param column Name of the column; one of numeric ids raises no doubt about digits. */
  constructor(column: string) {
    this.#isNumericId = NUMERIC_IDS.has(column.trim().toLowerCase().replace(/[\s_-]+/g, " "));
  }

  /** Looks at the ticker of one row. */
  see(ticker: string, line: number): void {
    if (TRUTH.has(ticker.toUpperCase())) this.#truths.add(line);
    if (this.#isNumericId) return;
    if (DECIMAL.test(ticker)) this.#decimals.add(line);
    if (!DIGITS.test(ticker)) return;
    if (ticker.startsWith("0")) this.#keptZero = true;
    const lines = this.#byLength.get(ticker.length) ?? new LineList();
    this.#byLength.set(ticker.length, lines);
    lines.add(line);
  }

  /** One sentence for each doubt. */
  notes(): string[] {
    const notes: string[] = [];
    for (const [length, lines] of this.#keptZero ? [] : this.#lostZeros()) {
      const digits = length === 1 ? "one digit" : `${length} digits`;
      notes.push(
        `Tickers of only ${digits} on ${lines}: a spreadsheet takes leading zeros away, 0700 becomes 700. ` +
          `If it did, ${CURE}`,
      );
    }
    if (this.#decimals.count > 0) notes.push(`Numbers for tickers on ${this.#decimals}: is it the right column?`);
    if (this.#truths.count > 0) {
      notes.push(`A spreadsheet's word for true or false as ticker on ${this.#truths}: if it was TRUE, ${CURE}`);
    }
    return notes;
  }

  /** Six digits beside four or five speak for codes of six that lost a zero. */
  #lostZeros(): [number, LineList][] {
    const most = this.#byLength.has(6) ? 5 : SHORT_DIGITS;
    return [...this.#byLength].filter(([length]) => length <= most).sort(([one], [other]) => one - other);
  }
}
