import { type LeftOut, WINDOW_RETURNS } from "../data/metrics/portfolio.ts";
import { type Columns, columnsOf } from "./domains/columns.ts";
import { lackOfAge, lackOfWindow, spansOtherTime } from "./domains/window.ts";
import type { PositionWeight } from "../data/claim.ts";
import type { Frequency } from "../data/dataset.ts";
import { HAIR } from "../data/metrics/metric.ts";
import { type CompanyFindings, isPriced } from "./findings.ts";

/** Returns of names between the same days. */
export interface PortfolioWindow {
  /** Common days, in days since 1 January 1970: one more than there are returns. */
  readonly days: Int32Array;
  /** For each name its simple returns. */
  readonly returns: readonly Float64Array[];
}

/**
 * The returns of names between their last common days.
 * @returns `undefined` where the names have too few of them, or these span another time than a window of their number.
 */
export function portfolioWindow(measured: readonly Member[]): PortfolioWindow | undefined {
  const [first] = measured;
  if (first === undefined) return undefined;
  const { columns } = first;
  const common = measured.reduce((days, other) => shared(days, other.columns.days), columns.days);
  const count = WINDOW_RETURNS[columns.frequency];
  if (common.length < count + 1) return undefined;
  const days = common.slice(-(count + 1));
  if (spansOtherTime({ ...columns, days }, { first: 0, last: count })) return undefined;
  return { days, returns: measured.map(({ columns }) => returnsBetween(days, columns)) };
}

/** The days that are in both of two ascending lists, each once. */
function shared(one: Int32Array, other: Int32Array): Int32Array {
  const both = new Int32Array(Math.min(one.length, other.length));
  let count = 0;
  let at = 0;
  for (const day of one) {
    while ((other[at] ?? Infinity) < day) at++;
    if (other[at] === day && both[count - 1] !== day) both[count++] = day;
  }
  return both.subarray(0, count);
}

function returnsBetween(days: Int32Array, { days: own, closes }: Columns): Float64Array {
  const returns = new Float64Array(days.length - 1);
  let at = own.length - 1;
  let after = NaN;
  for (let k = days.length - 1; k >= 0; k--) {
    while ((own[at] ?? -Infinity) > (days[k] ?? NaN)) at--;
    const close = closes[at] ?? NaN;
    if (k < returns.length) returns[k] = after / close - 1;
    after = close;
  }
  return returns;
}

/** A name that is measured together with others. */
export interface Member {
  readonly findings: CompanyFindings;
  readonly columns: Columns;
  /** Signed; of n names without weights, 1 / n. */
  readonly weight: number;
}

/** Which names are measured together, and which are not. */
export interface Members {
  readonly measured: readonly Member[];
  /** Tickers by the reason, in the order of the answer; those without prices in that of the weights. */
  readonly leftOut: ReadonlyMap<LeftOut, readonly string[]>;
}

/** What decides whether names are measured together. */
export interface MemberOptions {
  /** Those of the question, each name once; empty for equal ones. */
  readonly weights: readonly PositionWeight[];
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** Chooses the names that are measured together; `data/metrics/portfolio.ts` has the rules. */
export function membersOf(found: readonly CompanyFindings[], { weights, asOf }: MemberOptions): Members {
  const leftOut = new Map<LeftOut, string[]>();
  const leave = (why: LeftOut, ticker: string) => leftOut.set(why, [...leftOut.get(why) ?? [], ticker]);
  const given = new Map(weights.map(({ ticker, weight }) => [ticker, weight]));
  const weightOf = (one: CompanyFindings) => weights.length === 0 ? 1 : given.get(one.company.ticker) ?? 0;
  const weighted = found.filter((one) => weightOf(one) !== 0 && isPriced(one));
  const currency = heaviest(weighted, weightOf, ({ pair }) => pair.series.currency);
  const payable = weighted.filter(({ pair }) => pair.series.currency === currency);
  const frequency = heaviest(payable, weightOf, ({ pair }) => pair.series.frequency);
  const measured: CompanyFindings[] = [];
  for (const one of found) {
    const why = weightOf(one) === 0 ? "weight" : whyNot(one, { currency, frequency, asOf });
    if (why === undefined) measured.push(one);
    else leave(why, one.company.ticker);
  }
  const priced = new Set(found.map(({ company }) => company.ticker));
  for (const { ticker, weight } of weights) {
    if (weight !== 0 && !priced.has(ticker)) leave("prices", ticker);
  }
  const share = weights.length === 0 ? 1 / measured.length : 1;
  return {
    measured: measured.map((findings) => ({
      findings,
      columns: columnsOf(findings.pair),
      weight: weightOf(findings) * share,
    })),
    leftOut,
  };
}

/** The kind with the most gross weight; of two with the same the first. */
function heaviest<T>(
  found: readonly CompanyFindings[],
  weightOf: (one: CompanyFindings) => number,
  kindOf: (one: CompanyFindings) => T,
): T | undefined {
  const sums = new Map<T, number>();
  for (const one of found) sums.set(kindOf(one), (sums.get(kindOf(one)) ?? 0) + Math.abs(weightOf(one)));
  let best: { readonly kind: T; readonly sum: number } | undefined;
  for (const [kind, sum] of sums) if (best === undefined || sum > best.sum * (1 + HAIR)) best = { kind, sum };
  return best?.kind;
}

interface Common {
  readonly currency: string | undefined;
  readonly frequency: Frequency | undefined;
  readonly asOf: string;
}

function whyNot(
  { pair, research, company }: CompanyFindings,
  { currency, frequency, asOf }: Common,
): LeftOut | undefined {
  const { series } = pair;
  if (!isPriced({ pair })) return research.view.prices(company.ticker).length === 0 ? "prices" : "stale_prices";
  if (series.currency !== currency) return "currency";
  if (series.frequency !== frequency) return "frequency";
  if (lackOfAge(series, asOf)) return "stale_prices";
  const columns = columnsOf(pair);
  const lack = lackOfWindow(columns, WINDOW_RETURNS[series.frequency] + 1, columns.days.length - 1);
  if (lack === undefined) return undefined;
  return lack.cause === "history" ? "history" : "bars";
}
