import { BANDS } from "./bands.ts";
import { type Cause, CAUSES, metricRows, type Metrics } from "./metric_row.ts";

const WORD = { unit: "word", decimals: 0 } as const;
const OF = { ...WORD, of: true } as const;

/** Judgements: words that are recomputed like figures. */
export const JUDGEMENTS = metricRows(`
  signal: word 0 | of the probability: ${BANDS.signal.formula}; no_view without a score; over several companies, of their mean score
  side: word 0 of | of the score of a measure: ${BANDS.side.formula}
  level: word 0 of | of the percentile of a measure: ${BANDS.level.formula}
  degree: word 0 of | the level; compared with the company's own past: ${BANDS.degree.formula}
  half: word 0 of | of the percentile of a measure: ${BANDS.half.formula}
  position: word 0 of | of the percentile of a measure among the company's own month-ends: ${BANDS.position.formula}
  within: word 0 of | of a measure that is compared: sector where it is with the companies of its sector, months where it is with its own month-ends, else all
  shelf: word 0 of | of a metric: where it is read: prices, sessions, facts, trades or texts
  zone: word 0 | of z_score: ${BANDS.zone.formula}
  direction: word 0 of | of a metric: ${BANDS.direction.formula}
  pull: word 0 of | of a score: ${BANDS.pull.formula}
  unargued: word 0 | the side, for or against, on which no scored measure of the company is, both where none is on either
  unled: word 0 | the way the score points, up or down, where no measure's side agrees with it; over several companies, of their mean score and all their measures
  extreme: word 0 of | of a metric, or of a span its return: highest where no other company of the answer has more than any of these, lowest where none has less
  order: word 0 of | of a metric, or of a span its return: descending where no company has more than the one named before it, else ascending where none has less
  even: word 0 of | of a metric, or of a span its return: yes where each of several companies has as much of it as the others, near where they are shown alike
  span_way: word 0 of span | of span_return: ${BANDS.span_way.formula}
  span_cover: word 0 of span | of a span: late where span_first is one of its own days, else whole
  span_beat: word 0 of span | of span_return less span_market: ${BANDS.span_beat.formula}
  span_texts: word 0 of span | of a span: none where no text about any of the companies was published in it, else some | was span_told
  span_none: word 0 of span | of a span without span_return: few where it has fewer than two closes, unsound where these cannot carry it
  fifth: word 0 of | of the percentile of a metric, compared as measures with a sign are: ${BANDS.fifth.formula}
  alike: word 0 of | of a metric, over all companies of the answer: bars where some have daily bars and others monthly ones; else, of the score, places where a measure of some is compared with other companies and of others with their own past; else yes
  complete: word 0 of | of a metric, or of a span its return: yes where no other company of the answer has it
  holds: word 0 of limit | of a limit of a measure: yes where the measure is on the side of it that is asked for, else no
  beyond: word 0 of limit | of a limit of a measure: above or below it, hardly_above or hardly_below where they are shown alike, at where they are equal
  third: word 0 of criteria | all where each company is in the better third of the answer's by every criterion, none where none is
  lack: word 0 of | of a metric: the cause for which it, or its comparison, is missing of each of the companies
  short_history: word 0 | yes where volatility rests on 36 or fewer monthly bars | was thin
  frequency: word 0 | none where one of the companies has no prices, daily where the bars of all are daily, else monthly
  basis: word 0 | total_return where closes are adjusted for dividends too, else price
  mixed: word 0 | stock where dividends are in the company's closes but not in the benchmark's, index the other way round, else none
  benchmark: word 0 | given where the data has a benchmark, else none
  ended: word 0 | yes where the last bar is more than 30 days before the day, 92 of monthly bars, outlived where what is filed since is read in place of them, else no
  insider_way: word 0 | bought, sold, both or none: which trades there are behind shares_bought and shares_sold
  insider_roles: word 0 | named where the source says of each person behind these trades what they are in the company, else unsaid
  filing_day: word 0 | assumed where one of these trades has no filing day in its source, else given
  priced: word 0 | none where no company has a price by the day, else some
`);

/** Most companies of which all are named by `some`; of more the first few. */
export const SOME = { most: 4, shown: 2 } as const;

/** Names: of whom and against what something is said. */
export const NAMES = metricRows(`
  ticker: name 0 | the company's ticker
  name: name 0 | the company's name without its legal form, and its ticker in brackets
  companies: name 0 | the tickers of the companies
  some: name 0 | the tickers of the companies; of more than four those of the first two, and others
  sector: name 0 | the sector of all the companies
  industry: name 0 | the industry of all the companies
  market: name 0 | the usual name of the benchmark
  criteria: name 0 of criteria | the criteria in words
  limit: name 0 of limit | the limit, as figures of its measure are shown
  measure: name 0 of | the usual name of a metric
  head: name 0 of | the short name of a metric, at the head of a table
  window: name 0 of | the bars that a metric is computed from
  span_given: name 0 of span | the first and the last day of a span
  results_of: name 0 of span | a notice of results, of a span from its day to the next bar
  results_first: name 0 of span | the first results_of
  closed_day: name 0 of span | the day of a span of one day, where it was no session of the company's exchange and the company has no bar on it
  closed_exchange: name 0 of span | where closed_day is named, the exchange of the company, by its suffix
  session_before: name 0 of span | where closed_day is named, the last session of that exchange before it
  needs: name 0 of | what a metric needs more of
  most: name 0 of | the highest value of a metric, in words
  least: name 0 of | the lowest value of a metric, in words
  more: name 0 of | the higher of two values of a metric, in words
  less: name 0 of | the lower of two values of a metric, in words
  circle: name 0 of | the sector within which a measure is compared
`);

/** What causes were called in the minor version before. */
const WERE = ["stale_prices old", "not_trading still", "irregular_bars gap", "no_such_text kind", "stale_text dated"];

/** For each cause, whether a metric is missing for it: like `lacks_history`. */
export const LACKS = Object.fromEntries(
  CAUSES.map((cause) => [lacksMetric(cause), {
    ...OF,
    formula: `of a metric: yes where it, or its comparison, is missing of a company: ${cause}`,
    ...WERE.flatMap((one) => one.startsWith(`${cause} `) ? { was: `lacks_${one.split(" ")[1]}` } : [])[0],
  }]),
) as Metrics<`lacks_${Cause}`>;

/** The judgement that a metric is missing for a cause. */
export function lacksMetric<Why extends Cause>(cause: Why): `lacks_${Why}` {
  return `lacks_${cause}`;
}
