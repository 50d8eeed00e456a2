/** How a measure is called in an alert; another one by the words of its id. */
const WORDS: Readonly<Record<string, string>> = {
  score_trend: "trend score",
  score_risk: "risk score",
  score_quality: "quality score",
  score_value: "valuation score",
  score_events: "results score",
  score_insider: "insider score",
  score_text: "score of calls and filings",
  drawdown_probability: "drawdown risk",
  momentum_12_1: "12-1 month return",
  trend_200d: "gap to its 200-day average",
  high_52w: "distance from its 52-week high",
  return_1m: "1-month return",
  return_12m: "12-month return",
  volatility_recent: "60-day volatility",
  fcf_yield: "free-cash-flow yield",
  book_to_market: "book-to-market",
  gross_profitability: "gross profit over assets",
  f_score: "F-score",
  net_issuance: "share count growth",
  sue: "earnings surprise (SUE)",
  announcement_return: "reaction to results",
  net_purchases: "net insider buying",
  buyers_30d: "insiders who bought within 30 days",
  tone: "tone of its latest call",
  uncertainty: "uncertain words of its latest call",
  filing_change: "changes in its risk factors",
};

/** The words for a metric, like `12-1 month return`. */
export function metricWords(metric: string): string {
  return (Object.hasOwn(WORDS, metric) ? WORDS[metric] : undefined) ?? metric.replaceAll("_", " ");
}

/** A figure of a claim, with the sign that a sentence around it may say in words: `-4.1%`, `0.86`. */
export function figureWords(value: number | string, unit: string | undefined): string {
  if (typeof value === "string") return value;
  if (unit === "fraction") return `${plain(100 * value, 1)}%`;
  if (unit === "count") return `${value}`;
  if (unit === "score") return `${value > 0.005 ? "+" : ""}${plain(value, 2)}`;
  return unit === "ratio" ? plain(value, 2) : `${Number(value.toPrecision(4))}`;
}

function plain(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}
