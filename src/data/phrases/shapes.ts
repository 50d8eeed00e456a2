import { phraseRows, type Phrases } from "./phrase.ts";

/** Heads of the cells whose figures are no measure of a company: their metrics are never asked for by name. */
const OWN_HEADS: Readonly<Record<string, string>> = {
  weight: "weight",
  variance_share: "share of variance",
  joint_volatility: "volatility",
  joint_beta: "beta",
  joint_chance: "chance of a 15% drawdown",
  mean_percentile: "mean percentile",
};

/** The head that a metric has in a table by itself. */
export function ownHead(metric: string): string | undefined {
  return Object.hasOwn(OWN_HEADS, metric) ? OWN_HEADS[metric] : undefined;
}

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
  row.company: {ticker}: {cells}.
    cells < company_cell join=semicolon
  row.position: {ticker}: {own}; {cells}.
    own < own_cell join=semicolon
    cells < company_cell join=semicolon
  row.position_total: {weighting}: {own}.
    weighting: given=Portfolio
    own < own_cell join=semicolon
${
  Object.entries(OWN_HEADS).filter(([metric]) => metric !== "mean_percentile").map(([metric, head]) =>
    `  own_cell.${metric} role=own_cell: ${head} {${metric}}`
  ).join(
    "\n",
  )
}
  company_cell.measure role=company_cell takes=metric: {head} {value}
  company_cell.both role=company_cell takes=criteria: mean percentile {mean_percentile}
  company_cell.span role=company_cell takes=span: {span_given} {span_return}{span_cover}
    span_cover: whole= | late= (from its first price)
  row.measure takes=metric: {head}: {cells}.
    cells < measure_cell join=semicolon about=each
  measure_cell.company role=measure_cell: {ticker} {value}
`);

/** Metrics of the claims that name a row or a column; any other claim of a row belongs to a cell. */
export const ROW_HEADS: ReadonlySet<string> = new Set(
  "ticker weighting fact_period fact_head head span_given market".split(" "),
);

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
  lead_second.neutral_${side} role=lead_second: {signal} against {reason}
    signal: neutral=
    reason < reason_${side} most=1`).join("")
}
  lead.bull: The bull case for {name}: {reasons}{risk}.
    reasons < reason_for join=list most=2
    risk < lead_risk least=0 most=1
  lead.bear: The bear case for {name}: {reasons}{risk}.
    reasons < reason_against join=list most=2
    risk < lead_risk least=0 most=1
  lead.no_bull: No measure here makes a bull case for {name}{unargued}{risk}.
    unargued: for= | both=
    risk < lead_risk least=0 most=1
  lead.no_bear: No measure here makes a bear case for {name}{unargued}{risk}.
    unargued: against= | both=
    risk < lead_risk least=0 most=1
  reason.for role=reason_for takes=metric: {half} {head} ({value}){side}
    half: upper=high | lower=low
    side: for=
  reason.against role=reason_against takes=metric: {half} {head} ({value}){side}
    half: upper=high | lower=low
    side: against=
  company.reason: {ticker}: {reason}.
    reason < reason_text most=1
  reason_text.momentum_12_1 role=reason_text of=momentum_12_1: Momentum: {momentum_12_1} in the year to a month ago
  reason_text.trend_200d role=reason_text of=trend_200d bare=trend_200d: Trend: {trend_200d} {direction} its {frequency} average
    direction: above=above | below=below
    frequency: daily=200-day | monthly=10-month
  reason_text.high_52w role=reason_text of=high_52w: {half} its high: {high_52w} of it
    half: upper=Near | lower=Far from
  reason_text.return_1m role=reason_text of=return_1m: {half} month: {return_1m}
    half: upper=Strong | lower=Weak
  reason_text.volatility role=reason_text of=volatility: {half}: {volatility} annualised
    half: upper=Volatile | lower=Calm
  reason_text.beta role=reason_text of=beta: {half} beta of {beta}
    half: upper=High | lower=Low
  reason_text.accruals role=reason_text of=accruals: {half} earnings: accruals over assets of {accruals}
    half: upper=Accrual-heavy | lower=Cash-backed
  reason_text.f_score role=reason_text of=f_score: {half} accounts: F-score {f_score}
    half: upper=Strong | lower=Weak
  reason_text.asset_growth role=reason_text of=asset_growth: {half} growth of assets: {asset_growth}
    half: upper=Fast | lower=Restrained
  reason_text.net_issuance role=reason_text of=net_issuance: Share count: {net_issuance} over the year
  reason_text.earnings_yield role=reason_text of=earnings_yield: {half} on earnings: a yield of {earnings_yield}
    half: upper=Cheap | lower=Dear
  reason_text.fcf_yield role=reason_text of=fcf_yield: {half} on cash: a free cash flow yield of {fcf_yield}
    half: upper=Cheap | lower=Dear
  reason_text.sue role=reason_text of=sue: Earnings surprise against its own past: SUE {sue}
  reason_text.net_purchases role=reason_text of=net_purchases: Insiders: net buying of {net_purchases} of the shares traded
  reason_text.buyers_30d role=reason_text of=buyers_30d: Insiders who bought in 30 days: {buyers_30d}
  reason_text.tone role=reason_text of=tone: {half} call: tone {tone}
    half: upper=Confident | lower=Downbeat
  reason_text.filing_change role=reason_text of=filing_change: Risk factors: {filing_change} changed
  reason_text.own_view role=reason_text of=own_view: Your data: {own_view}
  set.limits: Not in the data for all of these companies: {limits}.
    limits < limit join=list all
  company.limits: Not in the data for {ticker}: {limits}.
    limits < limit join=list all
  lead_risk.level role=lead_risk of=drawdown_probability: ; drawdown risk is {level}
    level: very_high=far above average | high=above average | middling=average | low=below average | very_low=far below average
`);
