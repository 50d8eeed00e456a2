import { metricRows } from "./metric_row.ts";

/** How a report on results is recognised: a current report under this item. An amendment of one is no new results. */
export const RESULTS_NOTICE = { form: "8-K", item: "2.02" } as const;

/**
 * Results are too old after so many days: quarters follow each other in 91, and a report of a quarter may come up to 45
 * days after it, one of a year up to 90.
 */
export const RESULTS_OLD_AFTER_DAYS = { announced: 100, reported: 130, yearly: 400 } as const;

/** Whose newest filing is named, by its forms; of any form where none is given. */
export const FILED_FORMS: Readonly<Record<"filed_last" | "filed_annual" | "filed_interim", readonly string[]>> = {
  filed_last: [],
  filed_annual: ["10-K", "10-KT", "20-F", "40-F"],
  filed_interim: ["10-Q", "10-QT"],
};

/** A surprise needs so many quarters in a row, and is measured against at most so many earlier changes. */
export const SURPRISE = { quarters: 10, changes: 8 } as const;

/** A surprise above this is reported as an event; one beyond it on either side would speak against a view of the other. */
export const BEAT_ABOVE = 1;

/** Changes of earnings per share that differ by less are the same: reports round them to cents. */
export const SAME_CHANGES = 1e-6;

/**
 * Metrics of results: when they came, how far they were from the company's own past, and how the price went on them. A
 * notice of results is a Form 8-K with item 2.02; the newest that is known counts, unless a report of a later quarter is
 * known without one.
 */
export const EVENTS_METRICS = metricRows(`
  all: shelf facts
  results_day: date 0 | day on which the newest notice of results was filed, not before the end of the newest period of any report, at most 100 days before the last bar | missing results date | lacks stale
    name latest results announcement (8-K, item 2.02) | window as of | most the most recent results announcement (8-K, item 2.02) | least the least recent results announcement (8-K, item 2.02) | phrases events.results events.late
    ask (earnings|results) (dates?|days?|reports?|releases?|announcements?)|(report|reports|reported|announce|announces|announced|release[ds]?|publish(ed|es)?) {its}(last |latest |newest |quarterly )?(earnings|results)|(last|latest|newest|most recent|recent|quarterly) (quarterly )?(earnings|results)|when (did|has|have)…report(ed)?( (its |their )?(earnings|results))?
  results_known: date 0 | the first session after results_day; results_day itself where it is a session and its notice was accepted before 09:00 by either reading of the hour
  report_day: date 0 | without such a notice, the day on which the first report of the newest period was filed, at most 130 days before the last bar, 400 of a company that reports years alone
  report_known: date 0 | the first session after report_day
  filed_last: date 0 | day on which the newest filing of any form was filed, in a list of filings or a report
    name latest filing | window as of | most the most recent filing | least the least recent filing | phrases events.filed
    ask (last|latest|newest|most recent) filings?|(what|when|which|who)…filed? (last|latest|most recently|recently)
  filed_annual: date 0 | the same of annual reports, Forms 10-K, 10-KT, 20-F and 40-F, without amendments
    name latest annual report | window as of | most the most recent annual report | least the least recent annual report | phrases events.filed
    ask (when…filed?|(filing )?(day|date) of)( its| their| the)?( last| latest| newest| most recent)? (10-?k|20-?f|annual report)s?
  filed_interim: date 0 | the same of quarterly reports, Forms 10-Q and 10-QT, without amendments
    name latest quarterly report | window as of | most the most recent quarterly report | least the least recent quarterly report | phrases events.filed
    ask (when…filed?|(filing )?(day|date) of)( its| their| the)?( last| latest| newest| most recent)? (10-?q|quarterly report)s?
  announcement_return: fraction 1 + sided against points priced | close of the first session after results_day over that of the last session before it, less 1, less the same of the benchmark; daily bars only, each within 7 days of results_day | published Brandt, Kishore, Santa-Clara & Venkatachalam 2008 | missing reaction to results | lacks history not_trading irregular_bars bars split comparison stale
    name excess return over {market} on its last results | window as of | head return on results | alert reaction to results | phrases events.reaction events.unannounced
    ask high (earnings|results|announcement) (reaction|return|move)s?|(react(ions?|ed)?|return|moved?|respon(se|d|ded)) (to|on|after) {its}(last |latest |newest |past )?(({count}) )?(quarterly )?(earnings|results)( (reports?|announcements?|releases?))?
  sue: ratio 2 + | (E[q] - E[q-4] - mean of the same change of the 8 quarters before) / their standard deviation (n - 1), E diluted earnings per share of quarters in a row, in the shares of the day; 5 to 7 where only 10 to 12 quarters are stated. A fourth quarter that no report states is the year's net income less that of nine months, over four times its weighted shares less those of three quarters, if all four incomes have one sign and the year states its income over its shares, to half a cent and 0.5%. At most 130 days after it was known | published Foster, Olsen & Shevlin 1984; Bernard & Thomas 1989 | missing earnings surprise | lacks comparison item conflict stale
    name earnings surprise (SUE) | window as of | head SUE | alert earnings surprise (SUE) | phrases events.surprise
    ask high (earnings|eps|profit) surprises?|surprises? (in|of|on) {its}(earnings|eps|results)|(standardi[sz]ed )?unexpected earnings|sue\\b|(beat|beats|beaten|miss|misses|missed) (on )?{its}(earnings|results)
  sue_changes: count 0 | earlier changes behind sue
  sue_quarter: date 0 | last day of the quarter of sue
  sue_known: date 0 | the session from which all facts behind the earnings of that quarter are known
  eps_quarter: currency 2 | diluted earnings per share of that quarter where a report states them, in the shares of the day
  eps_derived: currency 2 | the same where they are computed as those of a fourth quarter | was eps_reckoned
  eps_year_ago: currency 2 | those of the quarter a year before where a report states them
  beat_day: date 0 | where sue is above 1, the day on which the first report of its quarter was filed
  beat_known: date 0 | the first session after beat_day
  sue_fall: ratio 2 | sue, where it is above -1
  sue_rise: ratio 2 | sue, where it is below 1
  score_events: score 2 | mean of 2 percentile - 1 over sue and announcement_return, both
    head results | alert results score
`);
