import type { InputColumns } from "./input_columns.ts";

/** A line that names no company. */
export interface NoCompany {
  /** What it reads like. */
  readonly kind: "a total" | "cash" | "pending activity";
  /** The cell that stands for it in a note. */
  readonly cell: string;
}

/** The whole cell: "Total" starts the names of companies too. */
const TOTAL =
  /^(?:(?:grand|account|portfolio|positions?|holdings?|overall|net|cash)[ -])?(?:sub-?)?totals?(?: value)?:?$|^total (?:account|portfolio|positions?|holdings?|cash|market)(?: value)?:?$|^(?:gesamt)?summe$|^(?:ins)?gesamt$/i;
const PENDING = /^pending (?:activity|cash|transactions?)$/i;
const CURRENCIES = "USD EUR GBP CHF JPY CAD AUD NZD HKD SGD CNY CNH SEK NOK DKK PLN INR KRW TWD ZAR MXN BRL".split(" ");
const CURRENCY = `(?:${CURRENCIES.join("|")})`;
/** Tickers that are used for cash too: CASH is Pathward Financial, USD a fund of ProShares. */
export const CASH_TICKERS: readonly string[] = ["CASH", ...CURRENCIES];
/** Words that no ticker has: a cell with them is cash in any table. */
const CASH_WORDS = new RegExp(
  "^(?:cash (?:&|and) (?:cash |sweep |money )?(?:investments?|equivalents?|fund|vehicles?)\\b.*" +
    "|cash (?:balance|position|account|holdings?|sweep|equivalents?)" +
    "|(?:uninvested|available|settled|free|net) cash|money (?:market(?: funds?)?|accounts?)|held in (?:f?cash|money market)" +
    `|(?:cash|margin)[ _-]\\(?${CURRENCY}\\)?|${CURRENCY}[ _-]cash|\\$\\$cash.*)$`,
  "i",
);
/** Names of a position that is cash, beside a ticker that may be a company's. */
const CASH_NAME =
  /^cash$|^(?:(?:u\.?s\.?|us|canadian|australian|hong kong|singapore) )?dollars?$|^euros?$|^(?:british )?pounds?(?: sterling)?$|^(?:japanese )?yen$|^swiss francs?$|\bmoney market\b/i;
/** Those, and two stars as a broker's mark on the fund where it keeps cash. */
const CASH_TICKER = new RegExp(`^(?:cash|${CURRENCY}|[A-Z]{2,5}\\*\\*)$`, "i");
/** The last letters of five that Nasdaq gives to money market funds only. */
export const MONEY_FUND_END = "XX";
const MONEY_FUND = /^[A-Z]{3}XX$/;

const CLASS_COLUMN = /^(?:asset|security|instrument) (?:class|type|category)$|^sector$/i;
const CASH_CLASS =
  /^(?:cash (?:&|and|and\/or|or) (?:cash )?(?:equivalents?|derivatives|money market|investments?)|cash collateral and margins|cash equivalents?|money markets?(?: funds?)?)$/i;
/** A market of shares is called cash too. */
const VAGUE_CLASS = /^(?:cash|currency|currencies|forex|fx)$/i;
const NAME_COLUMN = /^(?:(?:security |investment |company )?(?:name|description)|company|security|product)$/i;
const QUANTITY_COLUMN = /^(?:qty|quantity|shares|units|anzahl|stück)(?!\w)/i;
const PRICE_COLUMN = /\bprice\b|^(?:last|close|closing|kurs)\b/i;
const NOTHING = /^(?:[-–—]*|n\/a)$/i;

/** Recognises the lines of a table that name no company, by its columns and the shape of the line. */
export class NoCompanies {
  readonly #tickerAt: number;
  readonly #nameAt: readonly number[];
  readonly #classAt: readonly number[];
  readonly #quantityAt: readonly number[];
  readonly #priceAt: readonly number[];
  readonly #width: number;

  /** @param columns Columns of the table. */
  constructor({ header, tickerAt, companyAt }: InputColumns) {
    const matching = (name: RegExp) =>
      header.flatMap((column, at) =>
        at !== tickerAt && (name.test(column) || (name === NAME_COLUMN && at === companyAt)) ? [at] : []
      );
    this.#tickerAt = tickerAt;
    this.#width = header.length;
    this.#nameAt = matching(NAME_COLUMN);
    this.#classAt = matching(CLASS_COLUMN);
    this.#quantityAt = matching(QUANTITY_COLUMN);
    this.#priceAt = matching(PRICE_COLUMN);
  }

  /**
   * What a line certainly is, if it is no company. A ticker that companies have too is cash only if another cell says
   * so.
   * @param before Cells of the row before it.
   * @returns Nothing for a line that may be a company.
   */
  find(cells: readonly string[], before: readonly string[] = []): NoCompany | undefined {
    const ticker = cellOf(cells, this.#tickerAt);
    const names = this.#nameAt.map((at) => cellOf(cells, at));
    const first = cells.map((cell) => cell.trim()).find((cell) => !isNothing(cell)) ?? "";
    const labels = isNothing(ticker) ? [first, ...names] : [ticker];
    const total = this.#totalIn(cells);
    const pending = labels.find((label) => PENDING.test(label));
    if (total !== undefined) return { kind: "a total", cell: total };
    if (pending !== undefined) return { kind: "pending activity", cell: pending };
    const isCash = this.hasCashClass(cells) || labels.some((label) => CASH_WORDS.test(label)) ||
      (isNothing(ticker) ? names.some(isCashName) : CASH_TICKER.test(ticker) && this.#saysCash(cells, before));
    return isCash ? { kind: "cash", cell: labels[0] ?? "" } : undefined;
  }

  /** Whether the table says of a line that it is cash, whatever its ticker. */
  hasCashClass(cells: readonly string[]): boolean {
    return this.#classAt.some((at) => CASH_CLASS.test(cellOf(cells, at)));
  }

  /** Whether a row that is asked may be cash: its ticker is used for cash too, and no cell names a company. */
  mayBeCash(cells: readonly string[]): boolean {
    const ticker = cellOf(cells, this.#tickerAt);
    return MONEY_FUND.test(ticker) || ticker.endsWith("**") ||
      (CASH_TICKER.test(ticker) && !this.#isNamed(cells));
  }

  /** The cell of a total, in a line with neither ticker nor company; the only cell of a row may be a ticker. */
  #totalIn(cells: readonly string[]): string | undefined {
    const at = cells.findIndex((cell) => TOTAL.test(cell.trim()));
    const others = [this.#tickerAt, ...this.#nameAt].filter((place) => place !== at);
    const isTotal = at >= 0 && this.#width > 1 && others.every((place) => isNothing(cellOf(cells, place)));
    return isTotal ? cellOf(cells, at) : undefined;
  }

  /** Whether another cell than the ticker says that it is cash: the name, or without one its class or its quantity. */
  #saysCash(cells: readonly string[], before: readonly string[]): boolean {
    if (this.#isNamed(cells)) return this.#nameAt.some((at) => isCashName(cellOf(cells, at)));
    return this.#classAt.some((at) => VAGUE_CLASS.test(cellOf(cells, at))) || this.#lacksQuantity(cells, before);
  }

  #isNamed(cells: readonly string[]): boolean {
    return this.#nameAt.some((at) => !isNothing(cellOf(cells, at)));
  }

  /** It has a value, but neither price nor quantity, which the row before has. */
  #lacksQuantity(cells: readonly string[], before: readonly string[]): boolean {
    const hasQuantity = (row: readonly string[]) => this.#quantityAt.some((at) => !isNothing(cellOf(row, at)));
    const hasPrice = this.#priceAt.some((at) => !isNothing(cellOf(cells, at)));
    const hasValue = cells.some((cell, at) => at !== this.#tickerAt && /\d/.test(cell));
    return hasQuantity(before) && !hasQuantity(cells) && !hasPrice && hasValue;
  }
}

/** Whether a cell holds nothing, or a dash for it. */
export function isNothing(cell: string): boolean {
  return NOTHING.test(cell);
}

function isCashName(name: string): boolean {
  return CASH_NAME.test(name) || CASH_WORDS.test(name);
}

function cellOf(cells: readonly string[], at: number): string {
  return (cells[at] ?? "").trim();
}
