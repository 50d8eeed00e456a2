import type { Cause } from "../../data/metrics/metric.ts";
import { newestOf, sourced, take, type Taken, type Wanted } from "./filed.ts";
import { marketValue, otherMoney } from "./market_value.ts";
import type { FiledReader, FiledReaders } from "./reader.ts";

/** Computes a metric from items and the market value; `above0` is an item that must be. */
function againstPrice<const W extends Wanted>(
  wanted: W,
  compute: (values: Taken<W>["values"], market: number) => number,
  otherwise: Cause = "item",
): FiledReader {
  return (subject, at) => {
    const newest = newestOf(subject);
    if (typeof newest === "string") return newest;
    const taken = take(newest, wanted);
    if (typeof taken === "string") return taken;
    const other = otherMoney(taken.currencies, subject);
    if (other !== undefined) return other;
    const market = marketValue(subject, at, newest);
    if (typeof market === "string") return market;
    const facts = [...new Set([...taken.facts, ...market.facts])];
    return sourced(compute(taken.values, market.value), facts, otherwise);
  };
}

/** Metrics of value; `data/metrics/value.ts` defines them. */
export const VALUE_READERS: FiledReaders = {
  market_value: (subject, at) => {
    const newest = newestOf(subject);
    return typeof newest === "string" ? newest : marketValue(subject, at, newest);
  },
  earnings_yield: againstPrice({ income: ["net_income"] }, ({ income }, market) => 1 / (market / income) || 0),
  fcf_yield: againstPrice(
    { earned: ["operating_cash_flow"], spent: ["capital_expenditure"] },
    ({ earned, spent }, market) => earned / market - spent / market,
  ),
  book_to_market: againstPrice(
    { book: ["equity"] },
    ({ book }, market) => book > 0 ? 1 / (market / book) : NaN,
    "loss",
  ),
  price_earnings: againstPrice(
    { income: ["net_income"] },
    ({ income }, market) => income > 0 ? 1 / (income / market) : NaN,
    "loss",
  ),
  price_book: againstPrice({ book: ["equity"] }, ({ book }, market) => book > 0 ? 1 / (book / market) : NaN, "loss"),
};
