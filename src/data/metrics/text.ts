import { metricRows } from "./metric_row.ts";

/**
 * Days after which a text is too old: a call comes each quarter, an annual report each year, and news that stop say that
 * their source was left rather than that nothing happened.
 */
export const TEXT_FRESH_DAYS = { call: 100, annual: 400, news: 14 } as const;

/**
 * Days before a call within which the call before it lies. Of 777 gaps between calls of 420 companies (2015 to 2018) the
 * shortest is 62 days: what is nearer is another text of the same call. Up to the most, one quarter's may be missing.
 */
export const CALL_BEFORE_DAYS = { least: 45, most: 200 } as const;

/** Days before an annual report within which that of the year before lies. */
export const YEAR_BEFORE_DAYS = { least: 300, most: 430 } as const;

/** The section of annual reports that is compared. */
export const COMPARED_SECTION = "Item 1A";

/** Fewest words of a text, or of a section, that is measured: 45 of 1,197 real calls, cut short, have fewer. */
export const LEAST_WORDS = 200;

/** How many words before a positive word one of them may stand that turns it. */
export const TURNING_REACH = 3;

/** Days, the last bar's included, over which news and posts are counted. */
export const NEWS_DAYS = { recent: 5, usual: 60 } as const;

/**
 * Metrics of texts about a company, of those known by the day of the last bar. A word is a run of letters, apostrophes
 * between them included, in lower case. The newest of several texts is that of the latest day, of equal days the last by its
 * id. Only calls have a tone: news and posts are too short for one, and are counted. A claim
 * of a metric names the texts behind it, that of a number of news the newest of them.
 */
export const TEXT_METRICS = metricRows(`
  all: shelf texts
  tone: ratio 2 + overTime | (positive words - negative words) / (positive words + negative words) of the newest call, by the lists of src/data/metrics/tone_words.ts; a positive word counts as negative within ${TURNING_REACH} words after a negation; at least ${LEAST_WORDS} words, at most ${TEXT_FRESH_DAYS.call} days old | published Tetlock, Saar-Tsechansky & Macskassy 2008 | missing tone of calls | lacks no_such_text stale_text short comparison
    name tone on its latest call | window as of | needs earnings calls | most the most positive tone on its latest call | least the most negative tone on its latest call | alert tone of its latest call | phrases text.tone
    ask high (((earnings|conference) )?calls?('s)? )?{tone}( {of a call})?
  uncertainty: fraction 2 - | uncertain words / words of the newest call, by the list of src/data/metrics/tone_words.ts; at least ${LEAST_WORDS} words, at most ${TEXT_FRESH_DAYS.call} days old | published Loughran & McDonald 2011 | missing uncertain language on calls | lacks no_such_text stale_text short comparison
    name share of uncertain words on its latest call | window as of | needs earnings calls | alert uncertain words of its latest call | phrases text.uncertain
    ask low uncertain words?( {of a call})?|uncertainty {of a call}|how uncertain (is|are|was|were) {call}|(?<=\\bby )uncertainty
  filing_change: fraction 2 - | 1 - cosine of the word counts in ${COMPARED_SECTION} of the newest annual report (10-K) that has it and of the newest such report ${YEAR_BEFORE_DAYS.least} to ${YEAR_BEFORE_DAYS.most} days before it; at least ${LEAST_WORDS} words in each, at most ${TEXT_FRESH_DAYS.annual} days old | published Cohen, Malloy & Nguyen 2020 | missing changes in risk factors | lacks no_such_text stale_text short comparison
    name year-on-year change in risk factors | window as of | needs annual reports with risk factors | alert changes in its risk factors | phrases text.changed
    ask low filing changes?|change[sd]? (in|of|to) {whose}{report}
  tone_change: ratio 2 | tone less that of the call before: the newest call ${CALL_BEFORE_DAYS.least} to ${CALL_BEFORE_DAYS.most} days before the newest
    name change in tone between its last two calls | window as of | needs earnings calls | phrases text.turned
    ask high (change[sd]?|shift(s|ed)?) (in|of) {whose}{tone}( {of a call})?|{tone} (changes?|changed|shifts?|shifted)( {of a call})?
  news_volume: ratio 1 | (news_recent / ${NEWS_DAYS.recent}) / (news_usual / ${NEWS_DAYS.usual}); the first news or post that is read is known ${NEWS_DAYS.usual} days before the last bar, the newest is at most ${TEXT_FRESH_DAYS.news} days old
    name news volume against its usual level | window 5 days to | needs news and posts over 60 days | phrases text.attention
    ask news (volumes?|flow|coverage)|newsflow|(how much|media|press|public|investor) attention|(media|press) coverage
  call_day: date 0 | day of the newest call
  call_words: count 0 | words of the newest call
  call_positive: count 0 | positive words of tone, without those that a negation turns
  call_negative: count 0 | negative words of tone, with the positive ones that a negation turns
  call_before: date 0 | day of the call before, behind tone_change
  risks_day: date 0 | day of the newer annual report of filing_change
  risks_before: date 0 | day of the older annual report of filing_change
  news_recent: count 0 sum | news and posts that became known within the ${NEWS_DAYS.recent} days to the last bar
  news_usual: count 0 | news and posts that became known within the ${NEWS_DAYS.usual} days to the last bar
  score_text: score 2 | mean of 2 percentile - 1 over tone, and of 1 - 2 percentile over uncertainty and filing_change; at least two of them
    head calls and filings | alert score of calls and filings
`);
