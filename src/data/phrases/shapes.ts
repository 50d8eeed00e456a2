import { PORTFOLIO_METRICS } from "../metrics/portfolio.ts";
import type { Metric } from "../metrics/metric_row.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

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
  row.span takes=span: {span_given}: {cells}.
    cells < span_cell join=semicolon
  span_cell.return role=span_cell: {ticker} {span_return}
  span_cell.market role=span_cell: {market} {span_market}
  results.first takes=span: The data hold no announcement (8-K, item 2.02) before {ticker}'s {results_first}.
  row.results takes=span: {results_of}: {cells}.
    cells < span_cell join=semicolon
  row.company: {ticker}: {cells}.
    cells < company_cell join=semicolon
  row.position: {ticker}: {own}; {cells}.
    own < own_cell join=semicolon
    cells < company_cell join=semicolon
  row.position_total: {weighting}: {own}.
    weighting: given=Portfolio
    own < own_cell join=semicolon
${
  Object.entries<Metric>(PORTFOLIO_METRICS).filter(([, { head }]) => head !== undefined).map(([metric, { head }]) =>
    `  own_cell.${metric} role=own_cell: ${head} {${metric}}`
  ).join("\n")
}
  company_cell.measure role=company_cell takes=metric: {head} {value}
  company_cell.both role=company_cell takes=criteria: average percentile {mean_percentile}
  company_cell.span role=company_cell takes=span: {span_given} {span_return}{span_cover}
    span_cover: whole= | late= (from its first price)
  row.measure takes=metric: {head}: {cells}.
    cells < measure_cell join=semicolon about=each
  row.item takes=fact: {fact_head} in {fact_asked}: {cells}.
    cells < item_cell join=semicolon about=each
  item_cell.company role=item_cell: {ticker} {amount}
    amount < fact_amount most=1
  measure_cell.company role=measure_cell: {ticker} {value}
`);

/** Metrics of the claims that name a row or a column; any other claim of a row belongs to a cell. */
export const ROW_HEADS: ReadonlySet<string> = new Set(
  "ticker weighting fact_period fact_head head span_given results_of market".split(" "),
);

const HIGH = "upper=high | lower=low";
const STRONG = "upper=strong | lower=weak";
const UP = "above=up | below=down";

/** What a measure says for or against a company, as a noun: its words, and what spells their judgements. */
const REASONS: readonly (readonly [metric: string, words: string, ...spelled: readonly string[]])[] = [
  ["momentum_12_1", "{half} 12-month momentum ({momentum_12_1})", `half: ${STRONG}`],
  [
    "trend_200d",
    "a price {trend_200d} {direction} its {frequency} average",
    "direction: above=above | below=below",
    "frequency: daily=200-day | monthly=10-month",
  ],
  [
    "close_to_52w_high",
    "a price {half} its {frequency} high ({close_to_52w_high} of it)",
    "half: upper=near | lower=far from",
    "frequency: daily=52-week | monthly=12-month",
  ],
  ["return_1m", "a {half} month, which tends to reverse ({return_1m})", `half: ${STRONG}`],
  ["volatility", "{half} volatility ({volatility})", `half: ${HIGH}`],
  ["beta", "a {half} beta ({beta})", `half: ${HIGH}`],
  ["gross_profitability", "{half} profitability (gross profit over assets {gross_profitability})", `half: ${HIGH}`],
  ["accruals", "{half} earnings (accruals {accruals} of assets)", "half: upper=accrual-heavy | lower=cash-backed"],
  ["f_score", "{half} accounts (F-score {f_score} of {f_tests})", `half: ${STRONG}`],
  ["asset_growth", "{half} asset growth ({asset_growth})", "half: upper=fast | lower=restrained"],
  ["net_issuance", "a share count {direction} {net_issuance} over the year", `direction: ${UP}`],
  ["earnings_yield", "{valued}", "valued < valued most=1"],
  ["fcf_yield", "a {half} free cash flow yield ({fcf_yield})", `half: ${HIGH}`],
  ["book_to_market", "a {half} P/B ({price_book})", "half: upper=low | lower=high"],
  ["sue", "a {half} earnings surprise against its own past (SUE {sue})", `half: ${STRONG}`],
  ["announcement_return", "a {half} reaction to results ({announcement_return} against {market})", `half: ${STRONG}`],
  [
    "net_purchases",
    "net insider {direction} ({net_purchases} of the shares traded)",
    "direction: above=buying | below=selling",
  ],
  ["buyers_30d", "insiders who bought within 30 days ({buyers_30d})"],
  ["tone", "a {half} latest call (tone {tone})", "half: upper=confident | lower=downbeat"],
  ["filing_change", "risk factors {half} ({filing_change} changed)", "half: upper=rewritten | lower=little changed"],
  ["own_view", "your own data ({own_view})"],
];
/** Figures whose sign a word says. */
const SIGNED = "trend_200d net_issuance net_purchases".split(" ");

/** Each reason, for a company and against it: which of the two is a claim that no word shows. */
function reasonRows(): string {
  return REASONS.flatMap(([metric, words, ...spelled]) =>
    ["for", "against"].map((side) =>
      [
        `  reason_${side}.${metric} role=reason_${side} of=${metric}${
          SIGNED.includes(metric) ? ` bare=${metric}` : ""
        }: ${words}{side}`,
        ...spelled.map((line) => `    ${line}`),
        `    side: ${side}=`,
      ].join("\n")
    )
  ).join("\n");
}

/** The sentence that an answer about one company begins with, and the reasons that it may name. */
export const LEAD_PHRASES: Phrases = phraseRows(`
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
  lead_second.neutral_${side} role=lead_second: {signal} but {reason}
    signal: neutral=
    reason < reason_${side} most=1`).join("")
}
  case_basis.accounts role=case_basis: , from its accounts alone{priced}
    priced: none=
  lead.bull: The bull case for {name}{basis}: {reasons}{risk}.
    basis < case_basis least=0 most=1
    reasons < reason_for join=list most=2
    risk < lead_risk least=0 most=1
  lead.bear: The bear case for {name}{basis}: {reasons}{risk}.
    basis < case_basis least=0 most=1
    reasons < reason_against join=list most=2
    risk < lead_risk least=0 most=1
  lead.no_bull: No measure here makes a bull case for {name}{unargued}{risk}.
    unargued: for= | both=
    risk < lead_risk least=0 most=1
  lead.no_bear: No measure here makes a bear case for {name}{unargued}{risk}.
    unargued: against= | both=
    risk < lead_risk least=0 most=1
${reasonRows()}
  valued.multiple role=valued of=earnings_yield: a {half} P/E ({price_earnings})
    half: upper=low | lower=high
  valued.yield role=valued of=earnings_yield: a {half} earnings yield ({earnings_yield})
    half: upper=high | lower=low
  company.reason_for: {ticker}: {reason}.
    reason < reason_for most=1
  company.reason_against: {ticker}: {reason}.
    reason < reason_against most=1
  case.measure takes=metric: A {half} {head} than {ticker}'s {value} would weaken it.
    half: upper=lower | lower=higher
  set.limits: Not in the data for at least one of these companies: {limits}.
    limits < limit join=semicolon all
  company.limits: Not in the data for {ticker}: {limits}.
    limits < limit join=semicolon all
  lead_risk.level role=lead_risk of=drawdown_probability: ; drawdown risk is {level}
    level: very_high=far above average | high=above average | middling=average | low=below average | very_low=far below average
`);
