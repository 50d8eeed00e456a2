import type { MetricId } from "./metric.ts";

/** Words that differ with the bars. */
interface ByBars {
  readonly daily: string;
  readonly monthly: string;
}

/** How a sentence names a metric that was asked for. */
interface AskedName {
  /** After a company's name, like `beta to {market}`; the benchmark stands for `{market}`. */
  readonly name: string | ByBars;
  /** From what it is computed, up to the day that follows: `year to`. */
  readonly window: string | ByBars;
  /** What its highest and its lowest value are called, where `the highest` and `the lowest` before its name would mislead. */
  readonly ends?: { readonly most: string; readonly least: string };
  /** Whether its side of 0 answers a question: a return is up or down, whatever those of others are. */
  readonly isSided?: true;
  /** What it lacks where there is too little of it. Default: a longer history. */
  readonly needs?: string;
}

/**
 * The metrics that a question may ask for: a name and a window, with ` / ` before those of monthly bars; then `sided`, `needs`,
 * `most` and `least`, each where there is one.
 */
const TABLE = `
  score | score | as of
  close | close | on
  momentum_12_1 | 12-month momentum excluding the last month | year to / 12 months to
  return_12m | 12-month return | year to / 12 months to | sided
  excess_12m | 12-month excess return over {market} | year to / 12 months to | sided
  return_1m | one-month return | month to | sided
  trend_200d | gap to its 200-day moving average / gap to its 10-month moving average | on | sided
  high_52w | close as a share of its 52-week high / close as a share of its 12-month high | on
  volatility | annualised volatility | year to / up to 36 months to
  volatility_recent | 60-day annualised volatility | 60 trading days to
  max_drawdown_1y | maximum drawdown / maximum drawdown between month-ends | year to / 12 months to | most the smallest maximum drawdown | least the deepest drawdown
  var_95 | one-day 95% value at risk | year to | most the smallest one-day 95% value at risk | least the largest one-day 95% value at risk
  es_95 | one-day 95% expected shortfall | year to | most the smallest one-day 95% expected shortfall | least the largest one-day 95% expected shortfall
  beta | beta to {market} | year to / up to 36 months to
  drawdown_probability | chance of a 15% drawdown within three months (63 trading days) | daily prices to / month-end prices to
  dollar_volume | median daily trading value | 60 trading days to
  amihud | price impact per billion traded (Amihud) | year to
  market_value | market value | at the close of | needs filings for more years
  price_earnings | P/E | at the close of | needs filings for more years
  price_book | P/B | at the close of | needs filings for more years
  earnings_yield | earnings yield | at the close of | needs filings for more years
  fcf_yield | free cash flow yield | at the close of | needs filings for more years
  book_to_market | book-to-market ratio | at the close of | needs filings for more years
  gross_profitability | gross profitability | as of | needs filings for more years
  accruals | ratio of accruals to assets | as of | needs filings for more years
  f_score | Piotroski F-score | as of | needs filings for more years
  asset_growth | one-year asset growth | as of | sided | needs filings for more years
  net_issuance | one-year change in share count | as of | sided | needs filings for more years
  z_score | Altman Z-score | at the close of | needs filings for more years
  results_day | latest results announcement (8-K, item 2.02) | as of | most the most recent results announcement (8-K, item 2.02) | least the least recent results announcement (8-K, item 2.02)
  filed_last | latest filing | as of | most the most recent filing | least the least recent filing
  filed_annual | latest annual report | as of | most the most recent annual report | least the least recent annual report
  filed_interim | latest quarterly report | as of | most the most recent quarterly report | least the least recent quarterly report
  announcement_return | excess return over {market} on its last results | as of | sided
  sue | earnings surprise (SUE) | as of
  net_purchases | net insider buying | 180 days to | needs insider filings over 180 days
  tone | tone on its latest call | as of | needs earnings calls | most the most positive tone on its latest call | least the most negative tone on its latest call
  tone_change | change in tone between its last two calls | as of | needs earnings calls
  uncertainty | share of uncertain words on its latest call | as of | needs earnings calls
  filing_change | year-on-year change in risk factors | as of | needs annual reports with risk factors
  news_volume | news volume against its usual level | 5 days to | needs news and posts over 60 days
  session_value | value traded in the session | of | needs trades or intraday prices of that day's whole session
  session_vwap | average price of the session (VWAP) | of | needs trades or intraday prices of that day's whole session
  session_volatility | realised volatility of the session | of | needs trades or intraday prices of that day's whole session
`;

/** The table, by metric. */
export const ASKED_NAMES: Readonly<Record<MetricId, AskedName>> = Object.fromEntries(
  TABLE.trim().split("\n").map((row) => {
    const [id = "", name = "", window = "", ...more] = row.trim().split(" | ");
    const said = new Map(more.map((cell) => [/^\w+/.exec(cell)?.[0], cell.replace(/^\w+ ?/, "")]));
    const [needs, most, least = ""] = ["needs", "most", "least"].map((what) => said.get(what));
    return [id, {
      name: byBars(name),
      window: byBars(window),
      ...(said.has("sided") && { isSided: true }),
      ...(needs !== undefined && { needs }),
      ...(most !== undefined && { ends: { most, least } }),
    }];
  }),
);

/** Short names at the head of a table; any other metric has its usual one. */
const HEADS: Readonly<Record<MetricId, string>> = {
  score: "score",
  close: "close",
  momentum_12_1: "12-1 month momentum",
  return_12m: "12-month return",
  excess_12m: "excess return, 12 months",
  return_1m: "1-month return",
  trend_200d: "gap to 200-day average",
  high_52w: "price / 52-week high",
  volatility: "volatility",
  volatility_recent: "volatility, 60 days",
  max_drawdown_1y: "maximum drawdown, 1 year",
  var_95: "value at risk, 95%",
  es_95: "expected shortfall, 95%",
  beta: "beta",
  drawdown_probability: "chance of a 15% drawdown",
  dollar_volume: "traded a day",
  market_value: "market value",
  price_earnings: "P/E",
  price_book: "P/B",
  fcf_yield: "free cash flow yield",
  gross_profitability: "gross profit / assets",
  accruals: "accruals / assets",
  f_score: "F-score",
  asset_growth: "asset growth",
  net_issuance: "share count growth",
  z_score: "Altman Z",
  announcement_return: "return on results",
  sue: "SUE",
  net_purchases: "net insider buying",
};

/** The short name of a measure, without the words for its bars. */
export function headOf(metric: MetricId): string {
  return HEADS[metric] ?? metric;
}

function byBars(words: string): string | ByBars {
  const [daily = "", monthly] = words.split(" / ");
  return monthly === undefined ? daily : { daily, monthly };
}

/** Whose words these are: the bars behind them, and the benchmark's name where there is one. */
export interface AskedContext {
  readonly frequency: "daily" | "monthly";
  readonly market: string | undefined;
}

/** Ids of the names that say what was asked for. */
export type AskedNameId = "measure" | "head" | "window" | "most" | "least" | "more" | "less" | "needs";

/**
 * A name of what was asked for.
 * @param id Which one: `more` and `less` are those of two companies.
 * @param metric What was asked for.
 * @returns `undefined` where no question may ask for it.
 */
export function askedName(id: AskedNameId, metric: MetricId, context: AskedContext): string | undefined {
  const asked = Object.hasOwn(ASKED_NAMES, metric) ? ASKED_NAMES[metric] : undefined;
  if (asked === undefined) return undefined;
  const worded = (words: string | ByBars) => typeof words === "string" ? words : words[context.frequency];
  if (id === "window") return worded(asked.window);
  const name = worded(asked.name).replace("{market}", context.market ?? "the benchmark");
  switch (id) {
    case "measure":
      return name;
    case "head":
      return HEADS[metric] ?? name;
    case "most":
      return asked.ends?.most ?? `the highest ${name}`;
    case "least":
      return asked.ends?.least ?? `the lowest ${name}`;
    case "more":
      return asked.ends?.most ?? `the higher ${name}`;
    case "less":
      return asked.ends?.least ?? `the lower ${name}`;
    case "needs":
      return asked.needs ?? "a longer history";
    default:
      return undefined;
  }
}

/** Whether its side of 0 says yes or no. */
export function isSided(metric: MetricId): boolean {
  return isAskable(metric) && ASKED_NAMES[metric]?.isSided === true;
}

/** Whether a question may ask for a metric. */
export function isAskable(metric: MetricId): boolean {
  return Object.hasOwn(ASKED_NAMES, metric);
}
