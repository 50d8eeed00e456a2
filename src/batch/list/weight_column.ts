import { cellNumber, isBlankCell } from "../../text/cell_number.ts";
import { cut, firstNames } from "../../text/cut.ts";
import { counted } from "../../text/counted.ts";
import type { InputRow } from "../../run/outcome.ts";
import type { ListWeight, ListWeights } from "../../run/list_weights.ts";
import { plainName } from "./input_columns.ts";
import { LineList } from "./line_list.ts";

/** Names of a column of weights, without a unit, in order of preference. */
const WEIGHT_NAMES = ("weight|weights|portfolio weight|gewicht|gewichtung|anteil|poids|peso|wgt|wt|w|allocation|" +
  "actual weight|current weight|target weight").split("|");
/** Names that mean a share only beside a percent sign: "position" is otherwise a number of shares. */
const SHARE_NAMES = "position|positions|portfolio|of portfolio|of account|holding|net assets|actual|current|target"
  .split("|");
const UNIT = /%|\b(?:pct|percent|percentage|prozent|bps?|basis points?|basispunkte)\b/g;
const BASIS_POINTS = /\bb(?:ps?|asis ?p)/;
/** Columns that are no weights of what is held, and what is said of, beside the one that is taken. */
const OTHER_WEIGHTS = /\b(?:weights?|gewicht(?:ung)?|target|actual|current|benchmark|active)\b/;
const AMOUNTS = /^(?:market value|mkt val(?:ue)?|current value|marktwert|kurswert|wert in [a-z]{3})\b/;
const ACCOUNT = /^(?:account(?: name| number)?|konto(?:nummer)?|depot(?:nummer)?|compte)$/;
/**
 * Weights without a unit whose sizes add up to more are percentages: nobody holds three times what he has in shares of 1,
 * but a long-short book may, of positions of up to 2, ten times at most: nobody can tell which it is.
 */
const MOST_AS_SHARES = 3;
const MOST_OF_BOOK = { gross: 10, position: 2 } as const;
/** Percentages that add up to 1 rather look like fractions. */
const WHOLE = 0.005;
const MAX_SHOWN = 40;
const MOST_ACCOUNTS = 3;
/** A question with more names is longer than a service should be asked to read. */
const MOST_NAMES = 2_000;

/** A column of weights. */
export interface WeightColumn {
  /** Its index. */
  readonly at: number;
  readonly name: string;
  /** What its name says that the cells are. */
  readonly unit?: "percentages" | "basis points" | undefined;
  /** Other columns of weights, which are not taken. */
  readonly others: readonly string[];
  /** Index of a column that names the account of a row. */
  readonly accountAt?: number | undefined;
  /** Whether its cells must say so: another reading of the name is as likely. */
  readonly needsPercent: boolean;
}

/**
 * Finds the column of weights by its name, ignoring case, units, and what joins the words.
 * @returns Nothing when no column is named like one.
 */
export function findWeightColumn(header: readonly string[]): WeightColumn | undefined {
  const named = header.map((name, at) => {
    const plain = plainName(name.replace(/[()[\]]/g, " "));
    const unit = BASIS_POINTS.test(plain) ? "basis points" : plain.search(UNIT) >= 0 ? "percentages" : undefined;
    return { at, name, unit, core: plainName(plain.replace(UNIT, " ")) } as const;
  });
  const accountAt = named.find(({ core }) => ACCOUNT.test(core))?.at;
  for (const names of [WEIGHT_NAMES, SHARE_NAMES]) {
    for (const want of names) {
      const found = named.find(({ core }) => core === want);
      if (found === undefined) continue;
      const { at, name, unit } = found;
      const others = named.filter((one) => one !== found && OTHER_WEIGHTS.test(one.core)).map((one) => one.name);
      return { at, name, unit, others, accountAt, needsPercent: names === SHARE_NAMES && unit === undefined };
    }
  }
  return undefined;
}

/** Says that amounts are no weights, of a list that has only these; nothing where it has none. */
export function amountsNote(header: readonly string[]): readonly string[] {
  const column = header.find((name) => AMOUNTS.test(plainName(name)));
  if (column === undefined) return [];
  return [`No portfolio: no column of weights; "${column}" holds amounts: add their shares as a column "weight %"`];
}

/** Collects the weights of a list while its rows are read; their unit is known at the end. */
export class WeightReader {
  readonly #column: WeightColumn;
  readonly #sums = new Map<string, number>();
  /** The first spelling of each ticker. */
  readonly #spellings = new Map<string, string>();
  #repeated = 0;
  #blank = 0;
  readonly #leftOut = new LineList();
  readonly #accounts = new Set<string>();
  #isMarked = false;
  /** The first cell that may be a fraction. */
  #small: string | undefined;
  #problem: string | undefined;

  constructor(column: WeightColumn) {
    this.#column = column;
  }

  /** Adds a row. @param options Whether the row is invalid, so that nothing is known about its name. @returns Whether it has a weight. */
  add({ ticker, line, cells }: InputRow, { isInvalid }: { readonly isInvalid: boolean }): boolean {
    const text = (cells[this.#column.at] ?? "").trim();
    const weight = isBlankCell(text) ? 0 : cellNumber(text);
    if (weight === 0) {
      this.#blank++;
      return false;
    }
    if (isInvalid || ticker === "") {
      this.#leftOut.add(line);
      return false;
    }
    const where = `line ${line}, column "${this.#column.name}": "${cut(text, MAX_SHOWN)}"`;
    if (weight === undefined) {
      this.#problem ??= `${where} is not a number; correct it or leave the cell empty`;
      return false;
    }
    if (text.includes("%")) this.#isMarked = true;
    else if (Math.abs(weight) <= 1) this.#small ??= where;
    this.#accounts.add((cells[this.#column.accountAt ?? -1] ?? "").trim());
    const plain = ticker.replace(/[\s/-]+(?=[A-Z]$)/, "."); // BRK-B, BRK/B and BRK B are BRK.B
    const key = this.#spellings.getOrInsert(plain, ticker);
    if (this.#sums.has(key)) this.#repeated++;
    this.#sums.set(key, (this.#sums.get(key) ?? 0) + weight);
    return true;
  }

  /** @returns The weights, and sentences about them; nothing when no cell holds one, or the column is of something else. */
  finish(): { readonly weights: ListWeights; readonly notes: readonly string[] } | undefined {
    const { name: column, needsPercent } = this.#column;
    if (needsPercent && !this.#isMarked) return undefined;
    if (this.#sums.size === 0 && this.#problem === undefined) return undefined;
    const problem = this.#problem ?? sizeProblem(this.#sums.size) ?? this.#baseProblem();
    if (problem !== undefined) {
      return { weights: { column, weights: [], problem }, notes: [`No portfolio: ${problem}`] };
    }
    const isPercent = this.#isMarked || grossOf(this.#sums.values()) > MOST_AS_SHARES;
    const unit = this.#column.unit ?? (isPercent ? "percentages" : "fractions");
    const places = { percentages: 2, "basis points": 4, fractions: 0 }[unit];
    const weights = [...this.#sums].map(([ticker, sum]): ListWeight => ({ ticker, weight: shifted(sum, places) }));
    return { weights: { column, weights }, notes: [this.#words(weights, unit)] };
  }

  /** Why the cells have no common base. */
  #baseProblem(): string | undefined {
    const { name, unit, accountAt } = this.#column;
    const accounts = [...this.#accounts].filter((one) => one !== "");
    if (accountAt !== undefined && accounts.length > 1) {
      const named = firstNames(accounts.map((one) => `"${cut(one, MAX_SHOWN)}"`), MOST_ACCOUNTS);
      return `the weights are shares of ${accounts.length} accounts (${named}), which do not add: screen the rows of one`;
    }
    const sizes = [...this.#sums.values()].map(Math.abs);
    const gross = grossOf(sizes);
    if (unit === undefined && this.#isMarked && this.#small !== undefined) {
      return `${this.#small} has no percent sign where others have one: write all cells in one unit`;
    }
    const isPercent = unit === "percentages" && !this.#isMarked;
    const isBook = gross > MOST_AS_SHARES && gross <= MOST_OF_BOOK.gross && Math.max(...sizes) <= MOST_OF_BOOK.position;
    const mayBeEither = isPercent && Math.abs(gross - 1) < WHOLE || unit === undefined && !this.#isMarked && isBook;
    if (!mayBeEither) return undefined;
    const shown = Number(gross.toFixed(2));
    return `the sizes in "${name}" add up to ${shown}, which may be ${shown}% or ${
      percent(gross)
    }: write percent signs`;
  }

  #words(weights: readonly ListWeight[], unit: string): string {
    const shares = weights.map(({ weight }) => weight);
    const net = shares.reduce((sum, share) => sum + share, 0);
    const { name, others } = this.#column;
    const not = others.length === 0 ? "" : `, not from ${others.map((one) => `"${one}"`).join(" and ")}`;
    return [
      `Weights from the column "${name}"${not}, read as ${unit}: ` +
      `${counted(weights.length, "name")}, gross ${percent(grossOf(shares))}, net ${percent(net)}`,
      ...this.#blank > 0 ? [`${counted(this.#blank, "row")} without a weight`] : [],
      ...this.#leftOut.count > 0 ? [`left out: the weights of invalid rows, ${this.#leftOut}`] : [],
      ...this.#repeated > 0 ? [`${counted(this.#repeated, "repeated ticker")}, whose weights are added`] : [],
    ].join("; ");
  }
}

function sizeProblem(names: number): string | undefined {
  if (names < 2) return "a portfolio needs two names with a weight";
  return names > MOST_NAMES ? `more than ${counted(MOST_NAMES)} names have a weight` : undefined;
}

/** Shifts the decimal point, so that 6.5% is 0.065 and not a neighbour of it. */
function shifted(value: number, places: number): number {
  const [digits, power = "0"] = `${value}`.split("e");
  return Number(`${digits}e${Number(power) - places}`);
}

function grossOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value);
  return sum;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`.replace("-", "−");
}
