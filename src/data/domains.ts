import type { Domain } from "./domain.ts";
import { BARS_METRICS } from "./metrics/bars.ts";
import { LIQUIDITY_METRICS } from "./metrics/liquidity.ts";
import { RISK_METRICS } from "./metrics/risk.ts";
import { SESSION_METRICS } from "./metrics/session.ts";
import { TEXT_METRICS } from "./metrics/text.ts";
import { TREND_METRICS } from "./metrics/trend.ts";
import { QUALITY_METRICS } from "./metrics/quality.ts";
import { QUALITY_PHRASES } from "./phrases/quality.ts";
import { VALUE_METRICS } from "./metrics/value.ts";
import { VALUE_PHRASES } from "./phrases/value.ts";
import { BEAT_ABOVE, EVENTS_METRICS, FILED_FORMS } from "./metrics/events.ts";
import { EVENTS_PHRASES } from "./phrases/events.ts";
import { INSIDER_METRICS } from "./metrics/insider.ts";
import { INSIDER_PHRASES } from "./phrases/insider.ts";
import { OWN_SCORE_METRICS } from "./metrics/own.ts";
import { OWN_SCORE_PHRASES } from "./phrases/own.ts";
import { BARS_PHRASES } from "./phrases/bars.ts";
import { LIQUIDITY_PHRASES } from "./phrases/liquidity.ts";
import { RISK_PHRASES } from "./phrases/risk.ts";
import { SESSION_PHRASES } from "./phrases/session.ts";
import { TEXT_PHRASES } from "./phrases/text.ts";
import { TREND_PHRASES } from "./phrases/trend.ts";

/** That of the caller's own columns: it is there only where the data holds one with a sign. */
export const OWN_DOMAIN = "own";

/** The domains that are read, in order. */
export const DOMAINS: readonly Domain[] = [
  {
    name: "bars",
    measures: Object.keys(BARS_METRICS).map((metric) => ({ metric })),
    metrics: BARS_METRICS,
    phrases: BARS_PHRASES,
    sentences: [],
    risks: ["bars.old", "bars.same", "bars.still", "bars.split", "bars.far", "bars.wrong", "bars.gap", "bars.jump"],
    notes: ["bars.spike"],
  },
  {
    name: "trend",
    score: "score_trend",
    measures: [
      { metric: "close" },
      { metric: "momentum_12_1", sign: 1, overTime: true }, // Moskowitz, Ooi & Pedersen 2012
      { metric: "trend_200d", sign: 1, overTime: true }, // Brock, Lakonishok & LeBaron 1992; Faber 2007
      { metric: "high_52w", sign: 1 },
      { metric: "return_1m", sign: -1 },
      { metric: "return_12m", placed: true },
      { metric: "excess_12m" },
      { metric: "turn_200d" },
      { metric: "turn_gap" },
    ],
    metrics: TREND_METRICS,
    phrases: TREND_PHRASES,
    sentences: ["trend.sentence"],
    turns: ["trend.turn"],
    falsifiers: [{ phrase: "trend.turn", metric: "trend_200d", threshold: 0, side: "across" }],
    notes: ["note.mixed"],
    asked: /\b(?:momentum|trends?|trending|rising|rally|breakout|highs?|upside)\b/i,
  },
  {
    name: "risk",
    score: "score_risk",
    measures: [
      { metric: "volatility", sign: -1 },
      { metric: "beta", sign: -1 },
      { metric: "volatility_recent" },
      { metric: "max_drawdown_1y", placed: true },
      { metric: "var_95" },
      { metric: "es_95" },
      { metric: "drawdown_probability", placed: true },
    ],
    metrics: RISK_METRICS,
    phrases: RISK_PHRASES,
    sentences: ["risk.sentence"],
    answers: ["risk.chance"],
    risks: ["risk.fall"],
    asked:
      /\b(?:risks?|risky|riskiest|volatil\w*|drawdowns?|falls?|falling|crash\w*|loss|losses|downside|beta|safe\w*)\b/i,
  },
  {
    name: "liquidity",
    measures: [{ metric: "amihud", placed: true }, { metric: "dollar_volume" }],
    metrics: LIQUIDITY_METRICS,
    phrases: LIQUIDITY_PHRASES,
    sentences: ["liquidity.sentence"],
  },
  {
    name: "quality",
    score: "score_quality",
    least: 2,
    measures: [
      { metric: "gross_profitability", sign: 1, neutral: true },
      { metric: "accruals", sign: -1, neutral: true },
      { metric: "f_score", sign: 1, neutral: true },
      { metric: "f_tests" },
      { metric: "asset_growth", sign: -1, neutral: true },
      { metric: "net_issuance", sign: -1, neutral: true },
      { metric: "z_score" },
      { metric: "filed_year" },
      { metric: "filed_quarter" },
      { metric: "filed_known" },
    ],
    metrics: QUALITY_METRICS,
    phrases: QUALITY_PHRASES,
    sentences: ["quality.sentence"],
    notes: ["quality.distress"],
    asked: /\b(?:quality|profitab\w*|f-?score|piotroski|accruals?|altman|z-?score)\b/i,
  },
  {
    name: "value",
    label: "valuation",
    score: "score_value",
    least: 2,
    measures: [
      { metric: "market_value" },
      { metric: "earnings_yield", sign: 1, neutral: true },
      { metric: "fcf_yield", sign: 1, neutral: true },
      { metric: "book_to_market", sign: 1, neutral: true },
      { metric: "price_earnings", neutral: true },
      { metric: "price_book", neutral: true },
    ],
    metrics: VALUE_METRICS,
    phrases: VALUE_PHRASES,
    sentences: ["value.sentence"],
    asked: /\b(?:valu(?:e|ed|ation)s?|cheap\w*|expensive|p\/?e|p\/b|market cap\w*|book[- ]to[- ]market)\b/i,
  },
  {
    name: "events",
    label: "results",
    score: "score_events",
    least: 2,
    measures: [
      { metric: "results_day" },
      { metric: "results_known" },
      { metric: "report_day" },
      { metric: "report_known" },
      ...Object.keys(FILED_FORMS).map((metric) => ({ metric })),
      { metric: "announcement_return", sign: 1 },
      { metric: "sue", sign: 1 },
      { metric: "sue_changes" },
      { metric: "sue_quarter" },
      { metric: "sue_known" },
      { metric: "eps_quarter" },
      { metric: "eps_reckoned" },
      { metric: "eps_year_ago" },
      { metric: "beat_day" },
      { metric: "beat_known" },
      { metric: "sue_fall" },
      { metric: "sue_rise" },
    ],
    metrics: EVENTS_METRICS,
    phrases: EVENTS_PHRASES,
    sentences: ["events.results", "events.late", "events.surprise"],
    turns: ["events.turn_down", "events.turn_up"],
    falsifiers: [
      { phrase: "events.turn_down", metric: "sue", threshold: -BEAT_ABOVE, side: "below" },
      { phrase: "events.turn_up", metric: "sue", threshold: BEAT_ABOVE, side: "above" },
    ],
    events: [{
      kind: "EARNINGS_BEAT",
      day: "beat_day",
      known: "beat_known",
      figures: ["sue", "sue_quarter", "eps_quarter", "eps_reckoned"],
    }],
    asked:
      /\b(?:earnings (?:dates?|days?|reports?|surprises?|season|announcements?|results)|(?:last|latest|newest|recent|quarterly) (?:earnings|results)|(?:report(?:s|ed|ing)?|announc(?:e|es|ed))(?: its| their)? (?:earnings|results)|surprises?|sue)\b/i,
  },
  {
    name: "insider",
    label: "insider buying",
    score: "score_insider",
    least: 2,
    measures: [
      { metric: "net_purchases", sign: 1 },
      { metric: "buyers_30d", sign: 1 },
      ...("purchase_value insider_since insider_last insider_buyers insider_sellers shares_bought " +
        "shares_sold purchases_doubted shares_planned insider_buy_day insider_buy_known").split(" ").map((metric) => ({
          metric,
        })),
    ],
    metrics: INSIDER_METRICS,
    phrases: INSIDER_PHRASES,
    answers: ["insider.answer"],
    sentences: ["insider.buy", "insider.answer"],
    events: [{
      kind: "INSIDER_BUY",
      day: "insider_buy_day",
      known: "insider_buy_known",
      figures: ["buyers_30d", "purchase_value"],
    }],
    asked: /\b(?:insiders?|form 4|directors? (?:buy|sell|bought|sold)\w*)\b/i,
  },
  {
    name: "text",
    label: "calls and filings",
    score: "score_text",
    least: 2,
    measures: [
      { metric: "tone", sign: 1, overTime: true }, // Tetlock, Saar-Tsechansky & Macskassy 2008
      { metric: "uncertainty", sign: -1 },
      { metric: "filing_change", sign: -1 },
      ...("tone_change news_volume call_day call_words call_positive call_negative call_before risks_day " +
        "risks_before news_recent news_usual").split(" ").map((metric) => ({ metric })),
    ],
    metrics: TEXT_METRICS,
    phrases: TEXT_PHRASES,
    sentences: ["text.tone", "text.uncertain", "text.changed", "text.attention"],
    asked:
      /\b(?:tone|sentiment|wording|uncertainty|uncertain words?|attention|news (?:volume|flow)|filing changes?)\b/i,
  },
  {
    name: "session",
    measures: [
      { metric: "session_value" },
      { metric: "session_vwap" },
      { metric: "session_volatility" },
      { metric: "session_step" },
    ],
    metrics: SESSION_METRICS,
    phrases: SESSION_PHRASES,
    sentences: ["session.traded", "session.volatility"],
    asked: /\b(?:vwap|intraday|sessions?|reali[sz]ed volatility)\b/i,
  },
  {
    name: OWN_DOMAIN,
    label: "your own data",
    score: "score_own",
    measures: [{ metric: "own_view", sign: 1 }],
    metrics: OWN_SCORE_METRICS,
    phrases: OWN_SCORE_PHRASES,
    sentences: [],
  },
];
