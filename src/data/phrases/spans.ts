import { compared } from "./compared.ts";
import { type Phrase, phraseRows, type Phrases, spellings } from "./phrase.ts";

const FROM_TO = "from the close of {span_first}{span_cover} to that of {span_last}";
/** What is said of the higher of two returns, the lower, the highest of many and the lowest. */
const RETURNED: Readonly<Record<string, string>> = { more: "more", less: "less", most: "the most", least: "the least" };
const COVER = { whole: "", late: ", where its prices begin," };

/** What is said of a span beside the return. */
const PARTS: NonNullable<Phrase["parts"]> = {
  market: { role: "span_market", least: 0, most: 1 },
  explained: { role: "span_explained", least: 0, most: 1 },
  fall: { role: "span_fall", least: 0, most: 1 },
  worst: { role: "span_worst", least: 0, most: 1 },
};

/** Whether it did what the question says it did. */
function asked(span_way: Readonly<Record<string, string>>): Phrase {
  return {
    takes: "span",
    text: `{ticker} {span_way}: it returned {span_return} ${FROM_TO}{market}{explained}{fall}{worst}.`,
    words: { span_way, span_cover: COVER },
    parts: PARTS,
  };
}

/** Sentences about a span of days that a question names. */
export const SPAN_PHRASES: Phrases = {
  "span.return": {
    takes: "span",
    text: `{ticker} returned {span_return} ${FROM_TO}{market}{explained}{fall}{worst}.`,
    words: { span_cover: COVER },
    parts: PARTS,
  },
  "span.fell": asked({ down: "fell", up: "did not fall", even: "did not fall" }),
  "span.rose": asked({ up: "rose", down: "did not rise", even: "did not rise" }),
  ...phraseRows(`
  span_market.return role=span_market: , {market} {span_market}{mixed}
    mixed: none= | stock=, though dividends are in the stock's return but not in the index's | index=, though dividends are in the index's return but not in the stock's
  span_explained.beta role=span_explained: ; its beta over these days, {span_beta}, times that return is {span_explained}, and the other {span_own} are its own
  span_fall.deepest role=span_fall: ; its deepest fall was {span_fall}, from {span_fall_from} to {span_fall_to}
  span_worst.day role=span_worst: ; its worst day was {span_worst_day}, with {span_worst}
  span.cause: What happened at {ticker} in these days is not known: no filings, news or transcripts are read yet.
  span.causes: What moved these companies in these days is not known: no filings, news or transcripts are read yet.
  span.closed takes=span: {closed_day} was no session of {closed_exchange}, where {ticker} is traded; the last before it is {session_before}.
  span.none takes=span: {ticker} has no return {span_given}{span_none}.
    span_none: few=: the data holds fewer than two closes for it | unsound=: its bars cannot carry one
`),
  ...compared({
    id: "span",
    takes: "span",
    has: (word) => `returned ${RETURNED[word]}`,
    window: "{span_given}",
  }),
  ...phraseRows(`
  span_entry.return role=span_entry: {ticker} {span_return}{span_cover}
    span_cover: whole= | late= since its prices begin
  span.even takes=span: {companies} returned {even}{complete}{alike}: {entries}, {span_given}.
    even: yes=the same | near=nearly the same
    complete: yes=
    alike: yes=
    entries < span_entry join=list about=each
  span.unlike takes=span: {companies} are not compared {span_given}{alike}.
    alike: bars=: some of them have daily prices, others only month-ends
`),
  ...phraseRows(`
  span.changed takes=span: {ticker} returned {span_return} ${FROM_TO}{market}; {changes}.
    span_cover: ${spellings(COVER)}
    market < span_market least=0 most=1
    changes < span_change join=list
  span_change.volatility role=span_change: its volatility a year went from {span_volatility_first} to {span_volatility_last}
  span_change.mean role=span_change: its distance from the {frequency} mean from {span_mean_first} to {span_mean_last}
    frequency: daily=200-day | monthly=10-month
`),
};
