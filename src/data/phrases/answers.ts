import { compared, headed } from "./compared.ts";
import { type Phrase, phraseRows, type Phrases, spellings } from "./phrase.ts";
import { CHANCE_FROM } from "./risk.ts";
import { type Cause, CAUSES } from "../metrics/metric.ts";
import { lacksMetric } from "../metrics/judgements.ts";

/** Where a value stands by fifths, in words. */
const HEIGHTS = { top: "high", middle: "in the middle of the range", bottom: "low" };
/** Why what was asked for is not known. */
const WHY: Readonly<Record<Cause, string>> = {
  prices: "is not available as of {as_of}: it needs prices, and the data hold none",
  history: "is not available as of {as_of}: it needs {needs}",
  monthly: "is not available as of {as_of}: it needs daily prices",
  benchmark: "is not available as of {as_of}: the benchmark does not cover the whole period",
  volume: "is not available as of {as_of}: daily trading volume is missing",
  comparison: "cannot be ranked as of {as_of}: there are too few companies or months to compare it with",
  old: "is not available: prices stop on {as_of}",
  still: "is not available as of {as_of}: the shares have not traded",
  gap: "is not available as of {as_of}: the price series has gaps or extra days",
  bars: "is not available as of {as_of}: the price series contains impossible prices",
  split: "is not available as of {as_of}: the price series contains an unexplained move, such as an unadjusted split",
  filings: "is not available as of {as_of}: the data hold no filing that states it",
  item: "is not available as of {as_of}: its filings do not report everything it needs",
  conflict: "is not available as of {as_of}: one filing reports two different values",
  stale: "is not available as of {as_of}: the latest filing is too old",
  financial: "is not available as of {as_of}: it does not apply to banks and insurers",
  adjusted: "is not available as of {as_of}: its prices are adjusted for dividends",
  currency: "is not available as of {as_of}: its filings use another currency or share class than its prices",
  unit: "is not available as of {as_of}: the currency of its prices is not stated",
  shares:
    "is not available as of {as_of}: its prices seem to be on another share basis than its filings, as after a later split (judged by the public float on their covers)",
  loss: "is not available as of {as_of}: earnings or equity are zero or negative",
  trades: "is not available as of {as_of}: the data hold no insider filings for it",
  texts: "cannot be given as of {as_of}: the data hold no {needs} for it",
  kind: "cannot be given as of {as_of}: the data hold too few {needs} for it",
  dated: "cannot be given as of {as_of}: the data hold no recent {needs} for it",
  short: "is not available as of {as_of}: the document is too short to score",
};

/** What a company lacks where others have it, in few words. */
export const WITHOUT: Readonly<Record<Cause, string>> = {
  prices: "no prices",
  history: "too short a history",
  monthly: "monthly prices only",
  benchmark: "no benchmark for the whole period",
  volume: "no trading volume",
  comparison: "too few to compare with",
  old: "stale prices",
  still: "no trading",
  gap: "gaps in the prices",
  bars: "impossible prices",
  split: "an unexplained price move",
  filings: "no filings",
  item: "no complete reports",
  conflict: "contradictory filings",
  stale: "no recent reports",
  financial: "no meaning for banks and insurers",
  adjusted: "dividend-adjusted prices",
  currency: "another currency or share class",
  unit: "prices of unstated currency",
  shares: "prices on another share basis",
  loss: "zero or negative earnings or equity",
  trades: "no insider filings",
  texts: "no documents",
  kind: "no document of the kind it needs",
  dated: "documents too old",
  short: "documents too short",
};

/** First sentences of an answer: what was asked for comes first. `{value}` is the metric that the phrase is told. */
export const ANSWER_PHRASES: Phrases = {
  ...phraseRows(`
  answer.figure takes=metric: {ticker}'s {measure} is {value} ({window} {as_of}){filed}.
    filed < answer_reports least=0 most=1
  answer_reports.facts role=answer_reports: , from the {reports}{shelf}
    shelf: facts=
    reports < reports most=1
  answer_place.peers takes=metric: By {measure}, {ticker} ranks {rank} of {peers} companies{within} with {frequency}, highest first.
    within: all=
    frequency: daily=daily prices | monthly=monthly prices | none=filings
  answer_place.sector takes=metric: By {measure}, {ticker} ranks {rank} of {peers} companies in {circle}{within}, highest first.
    within: sector=
  answer_place.months takes=metric: {ticker}'s {measure} is {position} its own range over {months} months.
    position: top=near the top of | upper=in the upper part of | middle=in the middle of | lower=in the lower part of | bottom=near the bottom of
`),
  ...Object.fromEntries(CAUSES.map((cause): [string, Phrase] => [`answer.lacks.${cause}`, {
    takes: "metric",
    text: `{ticker}'s {measure} ${WHY[cause]}{${lacksMetric(cause)}}.`,
    words: { [lacksMetric(cause)]: { yes: "" } },
  }])),
  ...phraseRows(`
  answer.left_out takes=metric: No {head}: {reasons}.
    reasons < left_out_of join=semicolon about=others
  answer.none takes=metric: The {measure} cannot be compared: {reasons}.
    reasons < left_out_of join=semicolon about=others
  left_out_of.cause role=left_out_of: {lack} for {some}
    lack: ${spellings(WITHOUT)}
`),
  ...yesOrNo(),
  ...phraseRows(`
  answer.risk of=drawdown_probability: The chance that {ticker} falls 15% or more from a high within three months (63 trading days) is {drawdown_probability}{frequency}{place} (as of {as_of}).
    frequency: ${spellings(CHANCE_FROM)}
    place < risk_place least=0 most=1
  risk_place.peers role=risk_place: , {fifth} {peers} companies with {frequency} prices
    fifth: top=in the highest fifth of | middle=in the middle of the range of | bottom=in the lowest fifth of
    frequency: daily=daily | monthly=monthly
`),
  ...compared({
    id: "answer",
    takes: "metric",
    has: (word) => `has {${word}}`,
    value: "{value}",
    window: "{window} {as_of}",
  }),
  ...headed({
    id: "both",
    takes: "criteria",
    has: () => "ranks best on both",
    value: "mean percentile {mean_percentile}",
    window: "{criteria}",
    among: "companies with both figures",
  }),
  ...phraseRows(`
  both.third takes=criteria: Better third by both: {names}.
    names < third_name join=list about=others
  both.no_third takes=criteria: No company is in the better third by both{third}.
    third: none=
  third_name.of role=third_name: {ticker}{third}
    third: all=
  answer.even takes=metric: {companies} have {even} {measure}{complete}{alike}: {entries} ({window} {as_of}).
    even: yes=the same | near=almost the same
    complete: yes=
    alike: yes=
    entries < answer_entry join=list about=each
  answer.unlike takes=metric: {companies} cannot be compared on {measure}{alike}.
    alike: bars=: some have daily prices, others only monthly | places=: some scores are against other companies, others against a company's own past
  answer_entry.value role=answer_entry: {ticker} {value}
`),
};

/** Answers of yes or no: by the fifth of those it is compared with, or by the side of 0. */
function yesOrNo(): Phrases {
  const parts: Phrase["parts"] = {
    height: { role: "height", most: 1 },
    month: { role: "last_month", least: 0, most: 1 },
  };
  const byFifth = (fifth: Readonly<Record<string, string>>): Phrase => ({
    takes: "metric",
    text: "{fifth}: {ticker}'s {measure} is {height} at {value} ({window} {as_of}){month}.",
    words: { fifth },
    parts,
  });
  const bySide = (direction: Readonly<Record<string, string>>): Phrase => ({
    takes: "metric",
    text: "{direction}: {ticker}'s {measure} was {value} ({window} {as_of}).",
    words: { direction },
  });
  return {
    "answer.is_high": byFifth({ top: "Yes", middle: "Neither high nor low", bottom: "No" }),
    "answer.is_low": byFifth({ top: "No", middle: "Neither high nor low", bottom: "Yes" }),
    "answer.is_up": bySide({ above: "Yes", below: "No" }),
    "answer.is_down": bySide({ above: "No", below: "Yes" }),
    "height.fifth": { role: "height", text: "{fifth}", words: { fifth: HEIGHTS } },
    "month.return": { role: "last_month", text: "; it returned {return_1m} over the last month" },
  };
}
