/** Whether more of a measure is for a name or against it. */
export type MeasureSign = 1 | -1;

/** The measures behind each component of a score, as `docs/measures.md` defines them; a test holds them to the analyst's. */
export const BEHIND_SCORES: Readonly<Record<string, Readonly<Record<string, MeasureSign>>>> = {
  score_trend: { momentum_12_1: 1, trend_200d: 1, high_52w: 1, return_1m: -1 },
  score_risk: { volatility: -1, beta: -1 },
  score_quality: { gross_profitability: 1, accruals: -1, f_score: 1, asset_growth: -1, net_issuance: -1 },
  score_value: { earnings_yield: 1, fcf_yield: 1, book_to_market: 1 },
  score_events: { announcement_return: 1, sue: 1 },
  score_insider: { net_purchases: 1, buyers_30d: 1 },
  score_text: { tone: 1, uncertainty: -1, filing_change: -1 },
};

/** The measures behind a chance of a fall: how the price of the name moved lately, and over a year. */
export const BEHIND_FALL = ["volatility_recent", "volatility"] as const;
