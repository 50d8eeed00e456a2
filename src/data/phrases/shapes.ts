import type { MetricId } from "../metrics/metric.ts";
import { type Phrase, phraseRows, type Phrases } from "./phrase.ts";

/**
 * Rows of tables, each a sentence of its own: what the row is of, then a cell for each figure, named. So a table is verified
 * row by row as a text is, and reads as one where no table can be drawn.
 */
export const ROW_PHRASES: Phrases = phraseRows(`
  row.period takes=fact: {ticker} {fact_period}: {cells}.
    cells < period_cell join=semicolon same=period
  period_cell.item role=period_cell takes=fact: {fact_head} {amount}
    amount < fact_amount most=1
  period_cell.growth role=period_cell takes=fact: {fact_head} growth {fact_growth}
  row.company: {ticker}: {cells}.
    cells < company_cell join=semicolon
  company_cell.measure role=company_cell takes=metric: {head} {value}
  row.measure takes=metric: {head}: {cells}.
    cells < measure_cell join=semicolon about=each
  measure_cell.company role=measure_cell: {ticker} {value}
`);

/** Metrics of the claims that name a row or a column; any other claim of a row belongs to a cell. */
export const ROW_HEADS: ReadonlySet<string> = new Set(["ticker", "fact_period", "fact_head", "head"]);

/** What speaks for a company and what against it, in a few words: a measure beyond the middle on either side of its effect. */
const REASONS: Readonly<Record<MetricId, readonly [up: string, down: string]>> = {
  momentum_12_1: [
    "strong momentum ({momentum_12_1} over the year to a month ago)",
    "weak momentum ({momentum_12_1} over the year to a month ago)",
  ],
  trend_200d: [
    "a firm trend ({trend_200d} against the 200-day average)",
    "a soft trend ({trend_200d} against the 200-day average)",
  ],
  high_52w: [
    "a price near its 52-week high ({high_52w} of it)",
    "a price well off its 52-week high ({high_52w} of it)",
  ],
  return_1m: ["an overbought price ({return_1m} in a month)", "an oversold price ({return_1m} in a month)"],
  volatility: ["high volatility ({volatility} annualised)", "low volatility ({volatility} annualised)"],
  beta: ["a high beta ({beta})", "a low beta ({beta})"],
  gross_profitability: [
    "high profitability (gross profit {gross_profitability} of assets)",
    "low profitability (gross profit {gross_profitability} of assets)",
  ],
  accruals: [
    "weak earnings quality (accruals {accruals} of assets)",
    "cash-backed earnings (accruals {accruals} of assets)",
  ],
  f_score: ["improving accounts (F-score {f_score})", "weakening accounts (F-score {f_score})"],
  asset_growth: ["fast expansion (assets {asset_growth})", "restrained growth (assets {asset_growth})"],
  net_issuance: ["dilution (share count {net_issuance})", "a share count held down ({net_issuance})"],
  earnings_yield: [
    "a low price for its earnings (yield {earnings_yield})",
    "a high price for its earnings (yield {earnings_yield})",
  ],
  fcf_yield: [
    "a low price for its cash flow (yield {fcf_yield})",
    "a high price for its cash flow (yield {fcf_yield})",
  ],
  book_to_market: [
    "a low price for its book value (book-to-market {book_to_market})",
    "a high price for its book value (book-to-market {book_to_market})",
  ],
  sue: ["earnings above their own past (SUE {sue})", "earnings below their own past (SUE {sue})"],
  announcement_return: [
    "results that were well received ({announcement_return} against the market)",
    "results that were badly received ({announcement_return} against the market)",
  ],
  net_purchases: ["net buying by insiders", "little or no net buying by insiders"],
  buyers_30d: ["buying by insiders ({buyers_30d} within 30 days)", "no buying by insiders"],
  own_view: ["your own data in its favour", "your own data against it"],
  tone: ["a confident call (tone {tone})", "a downbeat call (tone {tone})"],
  filing_change: ["risk factors that changed ({filing_change})", "risk factors that hardly changed ({filing_change})"],
};

/** Measures of which a high value speaks against a company. */
const INVERSE: readonly MetricId[] = [
  "return_1m",
  "volatility",
  "beta",
  "accruals",
  "asset_growth",
  "net_issuance",
  "filing_change",
];

/** The sentence that an answer about one company begins with, and the reasons that it may name. */
export const LEAD_PHRASES: Phrases = {
  ...phraseRows(`
  lead.company: {name}: {signal}{first}{second}{risk}.
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    first < lead_first least=0 most=1
    second < lead_second least=0 most=1
    risk < lead_risk least=0 most=1
${
    Object.entries({ bullish: "for", bearish: "against" }).map(([signal, side]) => `
  lead_first.${signal} role=lead_first: {signal} on {reason}
    signal: ${signal}=
    reason < reason_${side} most=1
  lead_second.${signal} role=lead_second: {signal}, despite {reason}
    signal: ${signal}=
    reason < reason_${side === "for" ? "against" : "for"} most=1`).join("")
  }
${
    ["for", "against"].map((side) => `
  lead_first.neutral_${side} role=lead_first: {signal}, with {reason}
    signal: neutral=
    reason < reason_${side} most=1
  lead_second.neutral_${side} role=lead_second: {signal} against {reason}
    signal: neutral=
    reason < reason_${side} most=1`).join("")
  }
  set.limits: Not in the data for all of these companies: {limits}.
    limits < limit join=list all
  company.limits: Not in the data for {ticker}: {limits}.
    limits < limit join=list all
  lead_risk.level role=lead_risk of=drawdown_probability: ; drawdown risk is {level}
    level: very_high=far above average | high=above average | middling=average | low=below average | very_low=far below average
`),
  ...Object.assign({}, ...Object.entries(REASONS).map(([of, texts]) => reasonPhrases(of, texts))),
};

function reasonPhrases(of: MetricId, [up, down]: readonly [up: string, down: string]): Phrases {
  const texts = INVERSE.includes(of) ? { for: down, against: up } : { for: up, against: down };
  return Object.fromEntries(
    Object.entries(texts).map(([side, text]): [string, Phrase] => [`reason_${side}.${of}`, {
      role: `reason_${side}`,
      of,
      text: `${text}{side}`,
      words: { side: { [side]: "" } },
    }]),
  );
}
