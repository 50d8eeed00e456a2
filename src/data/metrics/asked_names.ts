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
  /** From what it is reckoned, up to the day that follows: `over 252 trading days to`. */
  readonly window: string | ByBars;
  /** What its highest and its lowest value are called, where `the highest` and `the lowest` before its name would mislead. */
  readonly ends?: { readonly most: string; readonly least: string };
  /** Whether its side of 0 answers a question: a return is up or down, whatever those of others are. */
  readonly isSided?: true;
  /** What it lacks where there is too little of it. Default: a longer history. */
  readonly needs?: string;
}

const YEAR = { daily: "over 252 trading days to", monthly: "over 12 months to" };
const SESSION = { window: "of", needs: "trades or intraday bars of that day's whole session" };
const REPORTS = { needs: "reports of more years" };
const CALLS = { window: "as of", needs: "texts" };
const AT_CLOSE = "at the close of";
const SPREAD = { daily: "over 252 trading days to", monthly: "over up to 36 months to" };

/** The metrics that a question may ask for, with the words for them. */
export const ASKED_NAMES: Readonly<Record<MetricId, AskedName>> = {
  score: { name: "score", window: "as of" },
  close: { name: "close", window: "on" },
  momentum_12_1: {
    name: "12-1 month momentum",
    window: { daily: "over 252 trading days without the last 21, to", monthly: "over 12 months without the last, to" },
  },
  return_12m: { name: "12-month return", window: YEAR, isSided: true },
  excess_12m: { name: "12-month return less that of {market}", window: YEAR, isSided: true },
  return_1m: {
    name: "return of the last month",
    window: { daily: "over 21 trading days to", monthly: "over one month to" },
    isSided: true,
  },
  trend_200d: {
    name: { daily: "distance from its 200-day mean", monthly: "distance from its 10-month mean" },
    window: "on",
    isSided: true,
  },
  high_52w: {
    name: { daily: "close as a share of its 52-week high", monthly: "close as a share of its 12-month high" },
    window: "on",
  },
  volatility: { name: "volatility a year", window: SPREAD },
  volatility_recent: { name: "recent volatility a year", window: "over 60 trading days to" },
  max_drawdown_1y: {
    name: { daily: "worst fall", monthly: "worst fall between month-ends" },
    window: { daily: "within 252 trading days to", monthly: "within 12 months to" },
    ends: { most: "the mildest worst fall", least: "the deepest fall" },
  },
  var_95: {
    name: "daily 95 % value at risk",
    window: "over 252 trading days to",
    ends: { most: "the smallest daily 95 % value at risk", least: "the largest daily 95 % value at risk" },
  },
  es_95: {
    name: "daily 95 % expected shortfall",
    window: "over 252 trading days to",
    ends: { most: "the smallest daily 95 % expected shortfall", least: "the largest daily 95 % expected shortfall" },
  },
  beta: { name: "beta to {market}", window: SPREAD },
  drawdown_probability: {
    name: "chance of a fall of 15 % or more within 63 trading days",
    window: {
      daily: "from daily prices up to",
      monthly: "from month-ends up to",
    },
  },
  dollar_volume: { name: "median traded value a day", window: "over 60 trading days to" },
  amihud: { name: "price impact per billion traded (Amihud)", window: "over 252 trading days to" },
  market_value: { name: "market value", window: AT_CLOSE, ...REPORTS },
  price_earnings: {
    name: "P/E, market value to net income of a year,",
    window: AT_CLOSE,
    ...REPORTS,
    ends: { most: "the highest P/E", least: "the lowest P/E" },
  },
  price_book: {
    name: "P/B, market value to shareholders' equity,",
    window: AT_CLOSE,
    ...REPORTS,
    ends: { most: "the highest P/B", least: "the lowest P/B" },
  },
  earnings_yield: { name: "earnings yield", window: AT_CLOSE, ...REPORTS },
  fcf_yield: { name: "free-cash-flow yield", window: AT_CLOSE, ...REPORTS },
  book_to_market: { name: "book value to market value", window: AT_CLOSE, ...REPORTS },
  gross_profitability: { name: "gross profit of a year to assets", window: "as of", ...REPORTS },
  accruals: { name: "accruals as a share of assets", window: "as of", ...REPORTS },
  f_score: {
    name: "F-score, how many of nine tests of its statements hold,",
    window: "as of",
    ...REPORTS,
    ends: {
      most: "the highest F-score",
      least: "the lowest F-score",
    },
  },
  asset_growth: { name: "growth of assets in a year", window: "as of", ...REPORTS, isSided: true },
  net_issuance: { name: "growth of the number of shares in a year", window: "as of", ...REPORTS, isSided: true },
  z_score: { name: "Altman Z", window: AT_CLOSE, ...REPORTS },
  results_day: { name: "newest notice of results (Form 8-K, item 2.02)", window: "as of" },
  announcement_return: { name: "return on its newest results less that of {market}", window: "as of", isSided: true },
  sue: { name: "earnings surprise (SUE), against its own past,", window: "as of" },
  net_purchases: {
    name: "net buying by insiders, as a share of what they bought and sold,",
    window: "over 180 days to",
    needs: "forms of its insiders over 180 days",
    ends: { most: "the highest net buying by insiders", least: "the lowest net buying by insiders" },
  },
  tone: {
    name: "tone of its newest call",
    ...CALLS,
    ends: { most: "the most positive tone in its newest call", least: "the most negative tone in its newest call" },
  },
  tone_change: { name: "change of tone from the call before to its newest", ...CALLS },
  uncertainty: {
    name: "share of uncertain words in its newest call",
    ...CALLS,
  },
  filing_change: { name: "change of the risk factors in its annual report", ...CALLS },
  news_volume: {
    name: "number of news and posts against the usual number",
    window: "within 5 days to",
    needs: "news and posts over 60 days",
  },
  session_value: { name: "value traded in the session", ...SESSION },
  session_vwap: { name: "average price of the session (VWAP)", ...SESSION },
  session_volatility: { name: "realised volatility of the session", ...SESSION },
};

/** Whose words these are: the bars behind them, and the benchmark's name where there is one. */
export interface AskedContext {
  readonly frequency: "daily" | "monthly";
  readonly market: string | undefined;
}

/** Ids of the names that say what was asked for. */
export type AskedNameId = "measure" | "window" | "most" | "least" | "more" | "less" | "needs";

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
