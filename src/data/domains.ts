import type { Domain, DomainMeasure } from "./domain.ts";
import { FAMILIES, isMetricId, type Metrics } from "./metrics/metric.ts";
import { QUALITY_PHRASES, VALUE_PHRASES } from "./phrases/quality.ts";
import { BEAT_ABOVE } from "./metrics/events.ts";
import { EVENTS_PHRASES, INSIDER_PHRASES } from "./phrases/events.ts";
import { OWN_SCORE_PHRASES } from "./phrases/own.ts";
import { LIQUIDITY_PHRASES, RISK_PHRASES } from "./phrases/risk.ts";
import { TEXT_PHRASES } from "./phrases/text.ts";
import { BARS_PHRASES, SESSION_PHRASES, TREND_PHRASES } from "./phrases/trend.ts";

/** That of the caller's own columns: it is there only where the data holds one with a sign. */
export const OWN_DOMAIN = "own";

const SAID: readonly (Omit<Domain, "measures" | "metrics"> & { readonly name: keyof typeof FAMILIES })[] = [
  {
    name: "bars",
    phrases: BARS_PHRASES,
    sentences: [],
    risks: ["bars.old", "bars.same", "bars.still", "bars.split", "bars.far", "bars.wrong", "bars.gap", "bars.jump"],
    notes: ["bars.spike"],
  },
  {
    name: "trend",
    score: "score_trend",
    phrases: TREND_PHRASES,
    sentences: ["trend.sentence"],
    turns: ["trend.turn"],
    falsifiers: [{ phrase: "trend.turn", metric: "trend_200d", threshold: 0, side: "across" }],
    notes: ["note.mixed"],
    asked: /\b(?:rising|rally|breakout|highs?|upside)\b/i,
  },
  {
    name: "risk",
    score: "score_risk",
    phrases: RISK_PHRASES,
    sentences: ["risk.sentence"],
    answers: ["risk.chance"],
    risks: ["risk.fall"],
    asked: /\b(?:risks?|risky|riskiest|falls?|falling|crash\w*|loss|losses|downside|safe\w*)\b/i,
  },
  {
    name: "liquidity",
    phrases: LIQUIDITY_PHRASES,
    sentences: ["liquidity.sentence"],
  },
  {
    name: "quality",
    score: "score_quality",
    least: 2,
    phrases: QUALITY_PHRASES,
    sentences: ["quality.sentence"],
    notes: ["quality.distress"],
    asked: /\b(?:quality|profitab\w*)\b/i,
  },
  {
    name: "value",
    score: "score_value",
    least: 2,
    phrases: VALUE_PHRASES,
    sentences: ["value.sentence"],
    asked: /\b(?:valu(?:e|ed|ation)s?|cheap\w*|expensive)\b/i,
  },
  {
    name: "events",
    score: "score_events",
    least: 2,
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
      figures: ["sue", "sue_quarter", "eps_quarter", "eps_derived"],
    }],
    asked:
      /\b(?:earnings (?:dates?|days?|reports?|surprises?|season|announcements?|results)|(?:last|latest|newest|recent|quarterly) (?:earnings|results)|(?:report(?:s|ed|ing)?|announc(?:e|es|ed))(?: its| their)? (?:earnings|results)|surprises?)\b/i,
  },
  {
    name: "insider",
    score: "score_insider",
    least: 2,
    phrases: INSIDER_PHRASES,
    answers: ["insider.answer"],
    sentences: ["insider.buy", "insider.answer"],
    events: [{
      kind: "INSIDER_BUY",
      day: "insider_buy_day",
      known: "insider_buy_known",
      figures: ["buyers_30d", "purchase_value"],
    }],
    asked: /\bdirectors? (?:buy|sell|bought|sold)\w*\b/i,
  },
  {
    name: "text",
    score: "score_text",
    least: 2,
    phrases: TEXT_PHRASES,
    sentences: ["text.tone", "text.uncertain", "text.changed", "text.attention"],
    asked: /\b(?:uncertainty|uncertain words?|attention|news (?:volume|flow))\b/i,
  },
  {
    name: "session",
    phrases: SESSION_PHRASES,
    sentences: ["session.traded", "session.volatility"],
    asked: /\b(?:vwap|intraday|sessions?|reali[sz]ed volatility)\b/i,
  },
  {
    name: OWN_DOMAIN,
    score: "score_own",
    phrases: OWN_SCORE_PHRASES,
    sentences: [],
  },
];

/** The measures of a family: all but its score. */
function measuresIn(metrics: Metrics): readonly DomainMeasure[] {
  return Object.entries(metrics).flatMap(([metric, row]) =>
    isMetricId(metric) && row.unit !== "score" ? [{ metric, ...row }] : []
  );
}

/** The domains that are read, in order. */
export const DOMAINS: readonly Domain[] = SAID.map((one) => {
  const metrics = FAMILIES[one.name];
  return { ...one, metrics, measures: measuresIn(metrics) };
});
