import type { Cause } from "../../data/metrics/metric.ts";
import { factsIn, figureOf, filedOf, itemsOf, type Need } from "./filed.ts";
import { type MarketValue, marketValueOf, otherCurrency } from "./market_value.ts";
import type { Lack, Reader, Readers } from "./reading.ts";

/** How a figure is made of items and the market value. */
interface Priced {
  readonly needs: readonly Need[];
  readonly value: (market: number, items: readonly number[]) => number;
  /** Why there is none where its value is not finite. */
  readonly otherwise?: Cause;
}

function priced({ needs, value, otherwise }: Priced): Reader {
  return (columns, position, beside = {}) => {
    const filed = filedOf(beside);
    if ("cause" in filed) return filed;
    const stated = itemsOf(filed, needs);
    if ("cause" in stated) return stated;
    const other = otherCurrency(stated, columns);
    if (other) return other;
    const market = marketValueOf(filed, { columns, position, beside });
    if ("cause" in market) return market;
    const made = value(market.value, stated.map((one) => one.value));
    return figureOf(made, [...stated, market.shares], otherwise);
  };
}

/** The value itself is in the currency of the prices, whatever that of the reports. */
const marketValue: Reader = (columns, position, beside = {}) => {
  const filed = filedOf(beside);
  if ("cause" in filed) return filed;
  const market: MarketValue | Lack = marketValueOf(filed, { columns, position, beside });
  return "cause" in market ? market : { value: market.value, facts: factsIn([market.shares]) };
};

const above = (value: number): number => value > 0 ? value : NaN;

const EARNINGS: readonly Need[] = [{ item: "net_income" }];
const BOOK: readonly Need[] = [{ item: "equity" }];

/** Metrics of value; `data/metrics/value.ts` defines them. */
export const VALUE_READERS: Readers = {
  market_value: marketValue,
  earnings_yield: priced({ needs: EARNINGS, value: (market, [income = NaN]) => income / market }),
  fcf_yield: priced({
    needs: [{ item: "operating_cash_flow" }, { item: "capital_expenditure" }],
    value: (market, [cash = NaN, spent = NaN]) => (cash - spent) / market,
  }),
  book_to_market: priced({
    needs: BOOK,
    value: (market, [equity = NaN]) => above(equity) / market,
    otherwise: "loss",
  }),
  price_earnings: priced({
    needs: EARNINGS,
    value: (market, [income = NaN]) => market / above(income),
    otherwise: "loss",
  }),
  price_book: priced({ needs: BOOK, value: (market, [equity = NaN]) => market / above(equity), otherwise: "loss" }),
};
