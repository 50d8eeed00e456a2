import { compared } from "./compared.ts";
import { type Phrase, phraseRows, type Phrases } from "./phrase.ts";

const FROM_TO = "between the closes of {span_first}{span_cover} and {span_last}";
/** What is said of the higher of two returns, the lower, the highest of many and the lowest. */
const RETURNED: Readonly<Record<string, string>> = { more: "more", less: "less", most: "the most", least: "the least" };
const COVER = { whole: "", late: " (its first price)" };

/** What is said of a span beside the return. */
const PARTS: NonNullable<Phrase["parts"]> = {
  market: { role: "span_market", least: 0, most: 1 },
  behind: { role: "span_behind", least: 0 },
};

/** Whether it did what the question says it did. */
function asked(span_way: Readonly<Record<string, string>>): Phrase {
  return {
    takes: "span",
    text: `{ticker} {span_way} {span_return} ${FROM_TO}{market}.{behind}`,
    bare: ["span_return"],
    words: { span_way, span_cover: COVER },
    parts: PARTS,
  };
}

/** Yes or no, by which way it went or whether it returned more than the benchmark. */
function yesOrNo(words: Readonly<Record<string, Readonly<Record<string, string>>>>): Phrase {
  const [judgement = ""] = Object.keys(words);
  return {
    takes: "span",
    text: `{${judgement}}: {ticker} returned {span_return} ${FROM_TO}{market}.{behind}`,
    words: { ...words, span_cover: COVER },
    parts: PARTS,
  };
}

/** Sentences about a span of days that a question names. */
export const SPAN_PHRASES: Phrases = {
  "span.return": {
    takes: "span",
    text: `{ticker} returned {span_return} ${FROM_TO}{market}.{behind}`,
    words: { span_cover: COVER },
    parts: PARTS,
  },
  "span.fell": asked({ down: "fell", up: "did not fall but rose", even: "did not fall: it returned" }),
  "span.rose": asked({ up: "rose", down: "did not rise but fell", even: "did not rise: it returned" }),
  "span.is_down": yesOrNo({ span_way: { down: "Yes", up: "No", even: "No" } }),
  "span.is_up": yesOrNo({ span_way: { up: "Yes", down: "No", even: "No" } }),
  "span.beat": yesOrNo({ span_beat: { more: "Yes", less: "No", even: "No" } }),
  "span.lagged": yesOrNo({ span_beat: { less: "Yes", more: "No", even: "No" } }),
  ...phraseRows(`
  span_market.return role=span_market: , while {market} returned {span_market}{mixed}
    mixed: none= | stock= (dividends are in the share return but not in the index) | index= (dividends are in the index but not in the share return)
  span_behind.cause role=span_behind:  No document in the data from that time says why{span_texts}.
    span_texts: none=
  span_behind.untold role=span_behind:  The cause is not given here: the documents on {ticker} from that time are not searched for one{span_texts}.
    span_texts: some=
  span_behind.explained role=span_behind:  At its beta of {span_beta}, {ticker} would have returned {span_beta_return} with the market. The remaining {span_residual} points are specific to the company.
  span_behind.moved role=span_behind:  {ticker}'s annualised volatility went from {span_volatility_first} to {span_volatility_last}.
  span_behind.gap role=span_behind:  {ticker}'s distance from its {frequency} moving average went from {span_mean_first} to {span_mean_last}.
    frequency: daily=200-day | monthly=10-month
  span_behind.fall role=span_behind bare=span_drawdown:  {ticker}'s maximum drawdown was {span_drawdown}, from {span_drawdown_from} to {span_drawdown_to}{worst}.
    worst < span_worst least=0 most=1
  span_worst.day role=span_worst: . Its worst day was {span_worst_day} ({span_worst})
  span.causes takes=span: The cause is not known here: the data hold no filings, news or transcripts on these companies {span_given}{span_texts}.
    span_texts: none=
  span.closed takes=span: {closed_day} was not a trading day on {closed_exchange}, where {ticker} trades; the trading day before was {session_before}.
  span.none takes=span: No return can be given for {ticker} {span_given}{span_none}.
    span_none: few=: it has fewer than two closing prices then | unsound=: its prices then are unreliable
`),
  ...compared({
    id: "span",
    takes: "span",
    has: (word) => `returned ${RETURNED[word]}`,
    value: "{span_return}",
    window: "{span_given}",
  }),
  ...phraseRows(`
  span_entry.return role=span_entry: {ticker} {span_return}{span_cover}
    span_cover: whole= | late= (from its first price)
  span.even takes=span: {companies} returned {even}{complete}{alike}: {entries} ({span_given}).
    even: yes=the same | near=almost the same
    complete: yes=
    alike: yes=
    entries < span_entry join=list about=each
  span.unlike takes=span: {companies} cannot be compared {span_given}{alike}.
    alike: bars=: some have daily prices, others only monthly
`),
};
