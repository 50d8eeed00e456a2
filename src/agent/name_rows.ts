import type { Statement } from "../data/claim.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { Speaker } from "./say.ts";

/** What sets companies side by side: what they cost, how their business does, what their shares do and risk. */
export const BESIDE: readonly MetricId[] = [
  "price_earnings",
  "price_book",
  "fcf_yield",
  "gross_profitability",
  "asset_growth",
  "f_score",
  "return_12m",
  "momentum_12_1",
  "volatility",
  "beta",
  "max_drawdown_1y",
  "drawdown_probability",
];

/** How risky companies are. */
export const RISKINESS: readonly MetricId[] = [
  "drawdown_probability",
  "volatility",
  "beta",
  "return_12m",
  "max_drawdown_1y",
];

/** A row for each measure that all companies have: a table of few companies. */
export function measureRows(
  metrics: readonly MetricId[],
  tickers: readonly string[],
  speaker: Speaker,
): readonly Statement[] {
  return metrics.flatMap((of) => {
    const cells = tickers.flatMap((ticker) => given(speaker.say("measure_cell.company", [ticker], { of })));
    return cells.length < tickers.length ? [] : given(speaker.say("row.measure", tickers, { of, parts: { cells } }));
  });
}

/** A row for each company: a table of many. */
export function companyRows(
  metrics: readonly MetricId[],
  tickers: readonly string[],
  speaker: Speaker,
): readonly Statement[] {
  return tickers.flatMap((ticker) => {
    const cells = metrics.flatMap((of) => given(speaker.say("company_cell.measure", [ticker], { of })));
    return cells.length === 0 ? [] : given(speaker.say("row.company", [ticker], { parts: { cells } }));
  });
}

function given(statement: Statement | undefined): readonly Statement[] {
  return statement === undefined ? [] : [statement];
}
