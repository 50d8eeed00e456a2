import { compared } from "./compared.ts";
import { type Phrase, phraseRows, type Phrases, spellings } from "./phrase.ts";
import { CHANCE_FROM } from "./risk.ts";
import { type Cause, CAUSES } from "../metrics/metric.ts";
import { lacksMetric } from "../metrics/judgements.ts";

/** Where a value stands by fifths, in words. */
const HEIGHTS = { top: "high", middle: "in the middle", bottom: "low" };
/** Why what was asked for is not known. */
const WHY: Readonly<Record<Cause, string>> = {
  prices: "is not known as of {as_of}: the data holds no prices, which it needs",
  history: "is not known as of {as_of}: it needs {needs}",
  monthly: "is not known as of {as_of}: monthly bars are too coarse for it",
  benchmark: "is not known as of {as_of}: a benchmark over the whole span is missing",
  volume: "is not known as of {as_of}: the volume of each day is missing",
  comparison: "has no place as of {as_of}: there is too little to compare it with",
  old: "is not known: the last bar, of {as_of}, is too old",
  still: "is not known as of {as_of}: the price neither moves nor trades",
  gap: "is not known as of {as_of}: its bars span too long or too short a time",
  bars: "is not known as of {as_of}: prices that cannot be true are among its bars",
  split: "is not known as of {as_of}: a move that nothing in the data explains is among its bars",
  filings: "is not known as of {as_of}: no report of it is read",
  item: "is not known as of {as_of}: its reports do not state all that it needs",
  conflict: "is not known as of {as_of}: one report states in two ways what it needs",
  stale: "is not known as of {as_of}: its newest report is too old",
  financial: "is not known as of {as_of}: the statements of banks and insurers do not carry it",
  adjusted: "is not known as of {as_of}: closes that are adjusted for dividends do not give it",
  currency: "is not known as of {as_of}: its reports are not in the currency or the shares that it trades in",
  unit: "is not known as of {as_of}: nothing states the currency of its prices",
  shares:
    "is not known as of {as_of}: its closes seem to be in other shares than its reports count, as after a later split, by the public float on their covers",
  loss: "is not known as of {as_of}: its earnings or its equity are not above 0",
  trades: "is not known as of {as_of}: no form of its insiders is read",
  texts: "is not known as of {as_of}: no text about it is read",
  kind: "is not known as of {as_of}: no text that it needs is read",
  dated: "is not known as of {as_of}: the newest text that it needs is too old",
  short: "is not known as of {as_of}: too few words of the text count",
};

/** First sentences of an answer: what was asked for comes first. `{value}` is the metric that the phrase is told. */
export const ANSWER_PHRASES: Phrases = {
  ...phraseRows(`
  answer.figure takes=metric: {ticker}'s {measure} is {value}, {window} {as_of}{place}{filed}.
    place < answer_place least=0 most=1
    filed < answer_reports least=0 most=1
  answer_reports.facts role=answer_reports: ; {reports}{shelf}
    shelf: facts=
    reports < reports most=1
  answer_place.peers role=answer_place: ; rank {rank} of the {peers} companies of the data{within} with {frequency} to that day, the highest first
    within: all=
    frequency: daily=daily prices | monthly=monthly prices | none=filings
  answer_place.sector role=answer_place: ; rank {rank} of the {peers} companies of {circle}{within} that have it, the highest first
    within: sector=
  answer_place.months role=answer_place: ; {position} its own {months} month-ends
    position: top=near the top of | upper=in the upper part of | middle=around the middle of | lower=in the lower part of | bottom=near the bottom of
`),
  ...Object.fromEntries(CAUSES.map((cause): [string, Phrase] => [`answer.lacks.${cause}`, {
    takes: "metric",
    text: `{ticker}'s {measure} ${WHY[cause]}{${lacksMetric(cause)}}.`,
    words: { [lacksMetric(cause)]: { yes: "" } },
  }])),
  ...yesOrNo(),
  ...phraseRows(`
  answer.risk of=drawdown_probability: {ticker}'s chance of a fall of 15% or more within 63 trading days is {drawdown_probability}{frequency}{place}; its {facts}, all as of {as_of}.
    frequency: ${spellings(CHANCE_FROM)}
    place < risk_place least=0 most=1
    facts < risk_fact join=list
  risk_place.peers role=risk_place: , {fifth}: rank {rank} of the {peers} companies of the data with {frequency} prices to that day, the highest first
    fifth: ${spellings(HEIGHTS)}
    frequency: daily=daily | monthly=monthly
`),
  ...compared({ id: "answer", takes: "metric", has: (word) => `has {${word}}`, window: "{window} {as_of}" }),
  ...phraseRows(`
  answer.even takes=metric: {companies} have {even} {measure}{complete}{alike}: {entries}, {window} {as_of}.
    even: yes=the same | near=nearly the same
    complete: yes=
    alike: yes=
    entries < answer_entry join=list about=each
  answer.unlike takes=metric: {companies} are not compared by {measure}{alike}.
    alike: bars=: some of them have daily prices, others only month-ends | places=: some scores compare with other companies, others with a company's own past
  answer_entry.value role=answer_entry: {ticker} {value}
`),
};

/** Answers of yes or no: by the fifth of those it is compared with, or by the side of 0. */
function yesOrNo(): Phrases {
  const parts: Phrase["parts"] = {
    height: { role: "height", most: 1 },
    place: { role: "answer_place", least: 0, most: 1 },
    month: { role: "last_month", least: 0, most: 1 },
  };
  const byFifth = (fifth: Readonly<Record<string, string>>): Phrase => ({
    takes: "metric",
    text: "{fifth}: {ticker}'s {measure} is {height}, {value}, {window} {as_of}{place}{month}.",
    words: { fifth },
    parts,
  });
  const bySide = (direction: Readonly<Record<string, string>>): Phrase => ({
    takes: "metric",
    text: "{direction}: {ticker}'s {measure} is {value}, {window} {as_of}.",
    words: { direction },
  });
  return {
    "answer.is_high": byFifth({ top: "Yes", middle: "Neither", bottom: "No" }),
    "answer.is_low": byFifth({ top: "No", middle: "Neither", bottom: "Yes" }),
    "answer.is_up": bySide({ above: "Yes", below: "No" }),
    "answer.is_down": bySide({ above: "No", below: "Yes" }),
    "height.fifth": { role: "height", text: "{fifth}", words: { fifth: HEIGHTS } },
    "month.return": { role: "last_month", text: "; the return of its last month is {return_1m}" },
  };
}
