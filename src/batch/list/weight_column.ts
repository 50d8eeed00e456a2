import { cellNumber, isBlankCell } from "../../text/cell_number.ts";
import { cut } from "../../text/cut.ts";
import { counted } from "../../text/counted.ts";
import type { InputRow } from "../../run/outcome.ts";
import type { ListWeight, ListWeights } from "../../run/list_weights.ts";
import { plainName } from "./input_columns.ts";
import { LineList } from "./line_list.ts";

/** Names of a column of weights, without a unit, in order of preference. */
const WEIGHT_NAMES = [
  "weight",
  "weights",
  "portfolio weight",
  "gewicht",
  "gewichtung",
  "anteil",
  "poids",
  "peso",
  "wgt",
  "wt",
  "w",
  "allocation",
];
/** Names that mean a share only beside a percent sign: "position" is otherwise a number of shares. */
const SHARE_NAMES = ["position", "positions", "portfolio", "of portfolio", "of account", "holding", "net assets"];
const UNIT = /%|\b(?:pct|percent|percentage|prozent)\b/g;
/** Weights without a unit whose sizes add up to more are percentages: nobody holds three times what he has in shares of 1. */
const MOST_AS_SHARES = 3;
const MAX_SHOWN = 40;
/** A question with more names is longer than a service should be asked to read. */
const MOST_NAMES = 2_000;

/** A column of weights. */
export interface WeightColumn {
  /** Its index. */
  readonly at: number;
  readonly name: string;
  /** Whether its name says that the cells are percentages. */
  readonly isPercent: boolean;
  /** Whether its cells must say so: another reading of the name is as likely. */
  readonly needsPercent: boolean;
}

/**
 * Finds the column of weights by its name, ignoring case, units, and what joins the words.
 * @param header Names of the columns.
 * @returns Nothing when no column is named like one.
 */
export function findWeightColumn(header: readonly string[]): WeightColumn | undefined {
  const named = header.map((name, at) => {
    const plain = plainName(name.replace(/[()[\]]/g, " "));
    return { at, name, isPercent: plain.search(UNIT) >= 0, core: plainName(plain.replace(UNIT, " ")) };
  });
  for (const names of [WEIGHT_NAMES, SHARE_NAMES]) {
    for (const want of names) {
      const found = named.find(({ core }) => core === want);
      if (found === undefined) continue;
      const { at, name, isPercent } = found;
      return { at, name, isPercent, needsPercent: names === SHARE_NAMES && !isPercent };
    }
  }
  return undefined;
}

/** Collects the weights of a list while its rows are read; their unit is known at the end. */
export class WeightReader {
  readonly #column: WeightColumn;
  readonly #sums = new Map<string, number>();
  #repeated = 0;
  #blank = 0;
  readonly #leftOut = new LineList();
  #hasPercent = false;
  #problem: string | undefined;

  constructor(column: WeightColumn) {
    this.#column = column;
    this.#hasPercent = column.isPercent;
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
    if (weight === undefined) {
      const where = `line ${line}, column "${this.#column.name}"`;
      this.#problem ??= `${where}: "${cut(text, MAX_SHOWN)}" is not a number; correct it or leave the cell empty`;
      return false;
    }
    if (text.includes("%")) this.#hasPercent = true;
    if (this.#sums.has(ticker)) this.#repeated++;
    this.#sums.set(ticker, (this.#sums.get(ticker) ?? 0) + weight);
    return true;
  }

  /** @returns The weights, and sentences about them; nothing when no cell holds one, or the column is of something else. */
  finish(): { readonly weights: ListWeights; readonly notes: readonly string[] } | undefined {
    const { name: column, needsPercent } = this.#column;
    if (needsPercent && !this.#hasPercent) return undefined;
    if (this.#sums.size === 0 && this.#problem === undefined) return undefined;
    const problem = this.#problem ?? sizeProblem(this.#sums.size);
    if (problem !== undefined) {
      return { weights: { column, weights: [], problem }, notes: [`No portfolio: ${problem}`] };
    }
    const isPercent = this.#hasPercent || grossOf(this.#sums.values()) > MOST_AS_SHARES;
    const weights = [...this.#sums].map(([ticker, sum]): ListWeight => ({
      ticker,
      weight: isPercent ? fromPercent(sum) : sum,
    }));
    return { weights: { column, weights }, notes: [this.#words(weights, isPercent)] };
  }

  #words(weights: readonly ListWeight[], isPercent: boolean): string {
    const shares = weights.map(({ weight }) => weight);
    const net = shares.reduce((sum, share) => sum + share, 0);
    return [
      `Weights from the column "${this.#column.name}", read as ${isPercent ? "percentages" : "fractions"}: ` +
      `${counted(weights.length, "name")}, gross ${percent(grossOf(shares))}, net ${percent(net)}`,
      ...this.#blank > 0 ? [`${counted(this.#blank, "row")} without a weight`] : [],
      ...this.#leftOut.count > 0 ? [`left out: the weight of what is no valid row, ${this.#leftOut}`] : [],
      ...this.#repeated > 0 ? [`${counted(this.#repeated, "repeated ticker")}, whose weights are added`] : [],
    ].join("; ");
  }
}

function sizeProblem(names: number): string | undefined {
  if (names < 2) return "a portfolio needs two names with a weight";
  return names > MOST_NAMES ? `more than ${counted(MOST_NAMES)} names have a weight` : undefined;
}

/** Shifts the decimal point, so that 6.5 % is 0.065 and not a neighbour of it. */
function fromPercent(value: number): number {
  return Number(`${value}e-2`.replace(/e([+-]?\d+)e-2$/, (_, power: string) => `e${Number(power) - 2}`));
}

function grossOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value);
  return sum;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`.replace("-", "−");
}
