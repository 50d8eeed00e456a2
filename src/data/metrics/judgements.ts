import { type Cause, CAUSES, type Metrics } from "./metric.ts";

const WORD = { unit: "word", decimals: 0 } as const;
const OF = { ...WORD, of: true } as const;
const NAME = { unit: "name", decimals: 0 } as const;

/** Judgements: words that are recomputed like figures. */
export const JUDGEMENTS = {
  signal: {
    ...WORD,
    formula:
      "bullish from a probability of 0.52, bearish up to 0.48, else neutral; no_view without a score; over several companies, of their mean score",
  },
  side: {
    ...OF,
    formula: "of a measure: neither from percentile 35 to 65; beyond, for where its score is above 0, else against",
  },
  level: {
    ...OF,
    formula:
      "of a measure: middling from percentile 35 to 65, high above and low below, very_high from 90 and very_low up to 10",
  },
  degree: {
    ...OF,
    formula: "the level; compared with the company's own past above_usual, usual and below_usual",
  },
  half: { ...OF, formula: "of a measure: upper from a percentile of 0.5, else lower" },
  position: {
    ...OF,
    formula:
      "of a measure among the company's own month-ends: top from a percentile of 0.9, upper from 0.6, middle above 0.4, lower above 0.1, else bottom",
  },
  within: {
    ...OF,
    formula:
      "of a measure that is compared: sector where it is with the companies of its sector, months where it is with its own month-ends, else all",
  },
  shelf: { ...OF, formula: "of a metric: where it is read: prices, sessions, facts, trades or texts" },
  zone: {
    ...WORD,
    formula: "of z_score: distress below 1.81, safe above 2.99, else grey",
  },
  direction: { ...OF, formula: "of a metric: above where it is 0 or more, else below" },
  pull: { ...OF, formula: "of a score: up above 0.3, down below -0.3, else neither" },
  unled: {
    ...WORD,
    formula:
      "the way the score points, up or down, where no measure's side agrees with it; over several companies, of their mean score and all their measures",
  },
  extreme: {
    ...OF,
    formula:
      "of a metric, or of a span its return: highest where no other company of the answer has more than any of these, lowest where none has less",
  },
  order: {
    ...OF,
    formula:
      "of a metric, or of a span its return: descending where no company has more than the one named before it, else ascending where none has less",
  },
  even: {
    ...OF,
    formula:
      "of a metric, or of a span its return: yes where each of several companies has as much of it as the others, near where they are shown alike",
  },
  span_way: {
    ...WORD,
    of: "span",
    formula: "of a span: up where span_return is above 0, down where it is below, else even",
  },
  span_cover: {
    ...WORD,
    of: "span",
    formula: "of a span: late where span_first is one of its own days, else whole",
  },
  span_none: {
    ...WORD,
    of: "span",
    formula:
      "of a span without span_return: few where it has fewer than two closes, unsound where these cannot carry it",
  },
  fifth: {
    ...OF,
    formula:
      "of a metric, compared as measures with a sign are: top from a percentile of 0.8, bottom up to 0.2, else middle",
  },
  alike: {
    ...OF,
    formula:
      "of a metric, over all companies of the answer: bars where some have daily bars and others monthly ones; else, of the score, places where a measure of some is compared with other companies and of others with their own past; else yes",
  },
  complete: { ...OF, formula: "of a metric, or of a span its return: yes where no other company of the answer has it" },
  extent: {
    ...OF,
    formula: "of a reason: all where each of the companies lacks for it whatever one of them lacks, else some",
  },
  rarity: {
    ...OF,
    formula:
      "of a measure among at least eight companies: most where it is above every other, top from percentile 95, high from 90, upper from 80, lower up to 20, low up to 10, bottom up to 5, least below every other, else middle; of fewer than 20 companies only most, least and middle",
  },
  quiet: {
    ...WORD,
    formula:
      "yes where none of the facts that are compared, at least one, lies from percentile 90 or up to 10, of some facts only from 90; else no",
  },
  beside: { ...WORD, formula: "with where top_move and top_move_market have one sign, else against" },
  whose: {
    ...WORD,
    formula:
      "of return_12m: against where market_part has the other sign, contrary where own_return has, else own where own_return is no smaller than market_part, else market",
  },
  healed: { ...WORD, formula: "of recovery: whole from 1, most from 0.5, part from 0.1, else hardly" },
  tie: { ...WORD, formula: "of companion_correlation: close from 0.8, loose below 0.5, else fair" },
  edge: {
    ...OF,
    formula: "of a metric in the group: first where no member has more, last where none has less, else inside",
  },
  thin: { ...WORD, formula: "yes where volatility rests on 36 or fewer monthly bars" },
  frequency: { ...WORD, formula: "daily where the bars of all companies are daily, else monthly" },
  basis: { ...WORD, formula: "total_return where closes are adjusted for dividends too, else price" },
  mixed: {
    ...WORD,
    formula:
      "stock where dividends are in the company's closes but not in the benchmark's, index the other way round, else none",
  },
  benchmark: { ...WORD, formula: "given where the data has a benchmark, else none" },
  ended: {
    ...WORD,
    formula: "yes where the last bar is more than 30 days before the day, 92 of monthly bars, else no",
  },
  insider_way: {
    ...WORD,
    formula: "bought, sold, both or none: which trades there are behind shares_bought and shares_sold",
  },
  insider_roles: {
    ...WORD,
    formula: "named where the source says of each person behind these trades what they are in the company, else unsaid",
  },
  insider_plans: {
    ...WORD,
    formula: "said where each of the sales has a flag of its form that says whether it was planned, else unsaid",
  },
  filing_day: { ...WORD, formula: "assumed where one of these trades has no filing day in its source, else given" },
  priced: { ...WORD, formula: "none where no company has a price by the day, else some" },
} as const satisfies Metrics;

/** Names: of whom and against what something is said. */
export const NAMES = {
  ticker: { ...NAME, formula: "the company's ticker" },
  name: { ...NAME, formula: "the company's ticker with its name in brackets" },
  companies: { ...NAME, formula: "the tickers of the companies" },
  sector: { ...NAME, formula: "the sector of all the companies" },
  industry: { ...NAME, formula: "the industry of all the companies" },
  market: { ...NAME, formula: "the usual name of the benchmark" },
  measure: { ...NAME, of: true, formula: "the usual name of a metric" },
  window: { ...NAME, of: true, formula: "the bars that a metric is reckoned from" },
  span_given: { ...NAME, of: "span", formula: "the first and the last day of a span" },
  closed_day: {
    ...NAME,
    of: "span",
    formula:
      "the day of a span of one day, where it was no session of the company's exchange and the company has no bar on it",
  },
  closed_exchange: {
    ...NAME,
    of: "span",
    formula: "where closed_day is named, the exchange of the company, by its suffix",
  },
  session_before: {
    ...NAME,
    of: "span",
    formula: "where closed_day is named, the last session of that exchange before it",
  },
  needs: { ...NAME, of: true, formula: "what a metric needs more of" },
  most: { ...NAME, of: true, formula: "the highest value of a metric, in words" },
  least: { ...NAME, of: true, formula: "the lowest value of a metric, in words" },
  more: { ...NAME, of: true, formula: "the higher of two values of a metric, in words" },
  less: { ...NAME, of: true, formula: "the lower of two values of a metric, in words" },
  group: {
    ...NAME,
    formula:
      "the company's sub-industry, else its sector, whichever has four companies with a series of the same frequency, basis and last day; else all of these, at least four",
  },
  circle: {
    ...NAME,
    of: true,
    formula: "the sector within which a measure is compared",
  },
  neighbour_above: {
    ...NAME,
    of: true,
    formula: "ticker of the member of the group with the next higher value of a metric; of equal ones the first",
  },
  neighbour_below: {
    ...NAME,
    of: true,
    formula: "ticker of the member of the group with the next lower value of a metric; of equal ones the first",
  },
  companion: { ...NAME, formula: "ticker of the member of the group behind companion_correlation" },
} as const satisfies Metrics;

/** For each cause, whether a metric is missing for it: like `lacks_history`. */
export const LACKS: Metrics = Object.fromEntries(
  CAUSES.map((cause) => [lacksMetric(cause), {
    ...OF,
    formula: `of a metric: yes where it, or what it is compared with, is missing of any of the companies: ${cause}`,
  }]),
);

/** The judgement that a metric is missing for a cause. */
export function lacksMetric(cause: Cause): string {
  return `lacks_${cause}`;
}
