import type { Operator } from "./expression.ts";
import { isItemId, type ItemId, itemOf } from "./items.ts";
import type { Metric, PerMetric } from "./metric.ts";
import { QUALITY_METRICS } from "./quality.ts";
import { INDUSTRIAL } from "./reports.ts";
import { VALUE_METRICS } from "./value.ts";

/** What a formula names: an item over the newest twelve months or at their end, or so many years before; what all shares cost. */
export type Operand =
  | { readonly kind: "item"; readonly item: ItemId; readonly back: number }
  | { readonly kind: "market value" };

/** How a measure of what is filed is computed. Of a multiple of the market value, what it is over is named first. */
export type Formula =
  | Operand
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: Operator; readonly one: Formula; readonly other: Formula };

/** A measure of what is filed. */
export type FiledRow =
  | {
    readonly value: Formula;
    /** Where an item of that is not stated. */
    readonly orElse?: Formula;
    /** Present where banks and insurers have no such measure. */
    readonly isIndustrial?: true;
    /** Present where items that are not above 0 count as not stated. */
    readonly isAbove0?: true;
  }
  /** Of comparisons, how many hold or can be made, where enough can be. */
  | { readonly tests: readonly Formula[]; readonly least: number; readonly count: "held" | "made" }
  /** The last day of the newest period, if it is such a one, or when it was first known. */
  | { readonly day: "year" | "quarter" | "known" };

/** Reads a formula of the tables, like `1.4 retained_earnings[0] / assets[0] + revenue TTM[1] / mean of cash[0] and cash[1]`. */
export function readFormula(text: string): Formula {
  const tokens = text.match(/\d+(?:\.\d+)?|[a-z]\w*(?: TTM)?(?:\[\d\])?|<=|\S/g) ?? [];
  const goesOn = (signs: RegExp) => signs.test(tokens[0] ?? "");
  const inTurn = (part: () => Formula, signs: RegExp) => {
    let one = part();
    while (goesOn(signs)) {
      const kind = goesOn(/^[\d(a-z]/) ? "*" : tokens.shift() as Operator;
      one = { kind, one, other: part() };
    }
    return one;
  };
  const factor = (): Formula => {
    const token = tokens.shift() ?? "";
    if (token === "mean") {
      tokens.shift(); // of
      const one = factor();
      tokens.shift(); // and
      return { kind: "/", one: { kind: "+", one, other: factor() }, other: { kind: "number", value: 2 } };
    }
    if (token !== "(") return operandOf(token);
    const inner = sum();
    tokens.shift();
    return inner;
  };
  const sum = () => inTurn(() => inTurn(factor, /^(?:\/|[\d(]|(?!and\b)[a-z])/), /^[+-]$/);
  const read = inTurn(sum, /^(?:>|<=?)$/);
  if (tokens.length > 0) throw new TypeError(`Cannot read the formula ${text}: ${tokens.join(" ")} is left`);
  return read;
}

function operandOf(token: string): Formula {
  if (token === "market_value") return { kind: "market value" };
  if (/^\d/.test(token)) return { kind: "number", value: Number(token) };
  const [, item = "", months, ofMonths, ofDay] = /^(\w+?)(?:( TTM)(?:\[(\d)\])?|\[(\d)\])$/.exec(token) ?? [];
  if (!isItemId(item) || itemOf(item).kind !== (months ? "flow" : "balance")) {
    throw new TypeError(`Cannot read the formula: ${token} is no item`);
  }
  return { kind: "item", item, back: Number(ofMonths ?? ofDay ?? 0) };
}

/** The formula of a metric, which goes to the first comma or semicolon, and what must hold, behind `only where`. */
function rowOf({ formula }: Metric): Extract<FiledRow, { readonly value: Formula }> {
  const one = readFormula(formula.split(/[,;]/)[0] ?? "");
  const [, only] = /; only where ([^,;]+)/.exec(formula) ?? [];
  return {
    value: only === undefined ? one : { kind: "where", one, other: readFormula(only) },
    ...(formula.includes(INDUSTRIAL) && { isIndustrial: true }),
  };
}

const { f_score, net_issuance } = QUALITY_METRICS;
const TESTS = {
  tests: (f_score.formula.match(/[^:;]+ [<>][^;,]+/g) ?? []).map(readFormula),
  least: 7,
};

/** Measures of value and quality, by id; a row that is `computed` is its formula. */
export const FILED_ROWS: PerMetric<FiledRow> = {
  market_value: { value: { kind: "market value" } },
  ...Object.fromEntries(
    Object.entries({ ...VALUE_METRICS, ...QUALITY_METRICS }).flatMap(([id, metric]) =>
      metric.computed ? [[id, rowOf(metric)]] : []
    ),
  ),
  net_issuance: {
    ...rowOf(net_issuance),
    orElse: readFormula("shares_cover[0] / shares_cover[1] - 1"),
    isAbove0: true,
  },
  f_score: { ...TESTS, count: "held" },
  f_tests: { ...TESTS, count: "made" },
  filed_year: { day: "year" },
  filed_quarter: { day: "quarter" },
  filed_known: { day: "known" },
};
