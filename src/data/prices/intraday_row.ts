import type { IntradayBar } from "../sessions/bar_session.ts";
import type { Reason } from "../sessions/left_out.ts";
import type { Trade } from "../sessions/trade_session.ts";
import { ConditionReader, graver, roleOfAction, roleOfCorrection, type TradeRole } from "../sessions/trade_role.ts";
import type { IntradayColumns, IntradayLayout } from "./intraday_layout.ts";
import { markOf, type NumberForm, readNumber, readShares } from "./number_form.ts";
import type { BadCell } from "./price_row.ts";

/** What a row holds beside its time and ticker. */
export type RowContents =
  | { readonly trade: Omit<Trade, "at" | "line"> }
  | { readonly bar: Omit<IntradayBar, "at" | "line"> }
  | { readonly leftOut: Reason };

type NumberName = "close" | "open" | "high" | "low" | "volume" | "average" | "bid" | "ask";
const NUMBERS: readonly NumberName[] = ["close", "open", "high", "low", "volume", "average", "bid", "ask"];
type Values = { [Name in NumberName]?: number };

/** The columns of numbers. */
export function intradayNumbers(columns: IntradayColumns): readonly (readonly [NumberName, number])[] {
  return NUMBERS.flatMap((name) => columns[name] === undefined ? [] : [[name, columns[name]] as const]);
}

/** Reads the rows of one set of columns, without their times. */
export class IntradayRowReader {
  readonly #columns: IntradayColumns;
  readonly #isTrades: boolean;
  readonly #form: NumberForm;
  readonly #conditions: ConditionReader;
  readonly #numbers: readonly (readonly [NumberName, number])[];
  readonly #unknown = new Map<string, number>();

  constructor(columns: IntradayColumns, { layout, form }: { layout: IntradayLayout; form: NumberForm }) {
    this.#columns = columns;
    this.#isTrades = layout.kind === "trades";
    this.#form = form;
    this.#conditions = new ConditionReader(layout.conditionCodes);
    this.#numbers = intradayNumbers(columns);
  }

  /** Conditions that are not known, and the number of trades that have them. */
  get unknown(): ReadonlyMap<string, number> {
    return this.#unknown;
  }

  /** What the row holds, its first bad cell, or `undefined` when it has no price. */
  read(cells: readonly string[]): RowContents | BadCell | undefined {
    const values: Values = {};
    for (const [name, at] of this.#numbers) {
      const value = this.#number(name, { at, cells });
      if (typeof value === "object") return value;
      if (value !== undefined) values[name] = value;
    }
    const { close, bid, ask, ...others } = values;
    if (close === undefined) return bid === undefined && ask === undefined ? undefined : { leftOut: quoteOf(values) };
    if (bid !== undefined && ask !== undefined && bid > ask) return { leftOut: "crossed" };
    if (this.#isTrades) return { trade: this.#trade(cells, { close, ...others }) };
    const { high = Infinity, low = 0, open = close } = others;
    const at = this.#columns.close ?? 0;
    if (Math.max(close, open, low) > high || Math.min(close, open) < low) return impossible(cells[at] ?? "", at);
    return { bar: { close, ...others } };
  }

  #number(
    name: NumberName,
    { at, cells }: { readonly at: number; readonly cells: readonly string[] },
  ): number | BadCell | undefined {
    const cell = cells[at] ?? "";
    const { decimal, isProven } = this.#form;
    const isShares = name === "volume";
    const value = isShares ? readShares(cell, decimal) : readNumber(cell, decimal);
    // a quote of one side has 0 on the other; a bar without trades has no average
    if (value === undefined || value === 0 && ["bid", "ask", "average"].includes(name)) return undefined;
    if (!(isShares && !this.#isTrades ? value >= 0 : value > 0)) {
      const expected = isShares ? `a number of shares${this.#isTrades ? " above 0" : ""}` : "a price above 0";
      return { cell: at, message: `Cannot read ${JSON.stringify(cell.slice(0, 40))}: expected ${expected}` };
    }
    const isOpen = !isProven && cell.includes(",") &&
      !this.#numbers.some(([, other]) => markOf(cells[other] ?? "") === ".");
    if (!isOpen) return value;
    return { cell: at, message: `Cannot read ${JSON.stringify(cell)}: write numbers without separators` };
  }

  #trade(cells: readonly string[], { close, volume }: Values & { readonly close: number }): Omit<Trade, "at" | "line"> {
    const { id, venue, sequence } = this.#columns;
    const cell = (at: number | undefined) => at === undefined ? "" : cells[at]?.trim() ?? "";
    const name = cell(id);
    const number = cell(sequence);
    return {
      price: close,
      size: volume,
      role: this.#role(cells),
      id: name === "" ? "" : `${name} ${cell(venue)}`,
      sequence: number === "" ? NaN : Number(number),
    };
  }

  #role(cells: readonly string[]): TradeRole {
    const { conditions, correction, action } = this.#columns;
    const byAction = action === undefined ? "price" : roleOfAction(cells[action] ?? "");
    const byCorrection = correction === undefined ? "price" : roleOfCorrection(cells[correction] ?? "");
    const own = graver(byAction, byCorrection);
    if (conditions === undefined) return own;
    const { role, unknown } = this.#conditions.read(cells[conditions] ?? "");
    for (const word of unknown) this.#unknown.set(word, (this.#unknown.get(word) ?? 0) + 1);
    return graver(own, role);
  }
}

function quoteOf({ bid = 0, ask = Infinity }: Values): Reason {
  return bid > ask ? "crossed" : "quote";
}

function impossible(cell: string, at: number): BadCell {
  return { cell: at, message: `The bar cannot be: its close ${cell} or its open is not between its low and its high` };
}
