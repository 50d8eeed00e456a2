import { type Part, type Phrase, phraseRows, type Phrases, spellings } from "./phrase.ts";

/** What an item is: money, a count of shares, a share of revenue or a ratio. */
const KINDS = ["money", "count", "share", "ratio"] as const;
const AMOUNT: Part = { role: "fact_amount", most: 1 };
const SOURCE = "{fact_tags}, {fact_reports}";
/** From when: a question knows what is filed, a thesis and a screen wait for the session after. */
const SINCE = { past: "known since", ahead: "known to a thesis from" };
const VERSION = { newest: "", first: ", as first reported" };

const SPLITS = { money: " in shares after later splits", count: " after later splits" };

/** Why an item is not known. */
const LACKS: Readonly<Record<string, string>> = {
  filings:
    "No report of {ticker} is known by {fact_day}, so its {fact_item} for {fact_asked} cannot be said{fact_lack}.",
  period:
    "{ticker}'s {fact_item} for {fact_asked} is not known by {fact_day}: the reports known by then cover {fact_cover}{fact_lack}.",
  item: "The reports of {ticker} known by {fact_day} do not state its {fact_item} for {fact_asked}{fact_lack}.",
  conflict:
    "{ticker}'s {fact_item} for {fact_asked} is not said: the report that serves states it in two ways or in shares of another size than today's, or one part of it is restated and the others are not{fact_lack}.",
};

/** Sentences about items of financial statements. */
export const FACT_PHRASES: Phrases = {
  "fact.value": {
    takes: "fact",
    text:
      `{ticker}'s {fact_item} {fact_period} {fact_number} {amount}{fact_version} (${SOURCE}, {fact_since} {fact_known}).`,
    words: { fact_number: { one: "was", many: "were" }, fact_version: VERSION, fact_since: SINCE },
    parts: { amount: AMOUNT },
  },
  "fact.rows": {
    takes: "fact",
    text: "{ticker}'s {fact_item}{fact_version}: {rows}.",
    words: { fact_version: VERSION },
    parts: { rows: { role: "fact_row", join: "semicolon", least: 2, same: "item" } },
  },
  "fact_row.value": {
    role: "fact_row",
    takes: "fact",
    text: `{amount} {fact_period} (${SOURCE}, {fact_since} {fact_known})`,
    words: { fact_since: SINCE },
    parts: { amount: AMOUNT },
  },
  ...phraseRows(`
  fact.growth takes=fact: {ticker}'s {fact_item}{fact_version} went from {before} {fact_period_before} to {amount} {fact_period}{change} (${SOURCE}, {fact_since} {fact_known}).
    fact_version: ${spellings(VERSION)}
    fact_since: ${spellings(SINCE)}
    before < fact_before most=1
    amount < fact_amount most=1
    change < fact_change least=0 most=1
  fact_change.rate role=fact_change: , a change of {fact_growth}{yearly}
    yearly < fact_yearly least=0 most=1
  fact_yearly.rate role=fact_yearly: , compounded {fact_growth_yearly} a year
  fact.order takes=fact: {companies} by {fact_item} for {fact_asked}{fact_version}, the {fact_order} first: {entries}.
    fact_order: descending=highest | ascending=lowest
    fact_version: ${spellings(VERSION)}
    entries < fact_entry join=semicolon least=2 about=each
`),
  "fact_entry.value": {
    role: "fact_entry",
    text: `{ticker} {amount} {fact_period} (${SOURCE}, {fact_since} {fact_known})`,
    words: { fact_since: SINCE },
    parts: { amount: AMOUNT },
  },
  ...phraseRows(`
  fact.other takes=fact: For {ticker}, {fact_asked} is {fact_days}; {fact_other}.
  fact.more takes=fact: No more than ten are listed: the reports of {ticker} known by {fact_day} cover {fact_cover}.
`),
  ...Object.fromEntries(
    Object.entries(LACKS).map(([lack, text]): [string, Phrase] => [`fact.lacks.${lack}`, {
      takes: "fact",
      text,
      words: { fact_lack: { [lack]: "" } },
    }]),
  ),
  ...Object.fromEntries(KINDS.flatMap((kind) => [
    [`fact_amount.${kind}`, amount(kind, "")],
    [`fact_before.${kind}`, amount(kind, "_before")],
  ])),
};

/** An amount; of shares, or for one share, it says where splits since have changed it. */
function amount(kind: (typeof KINDS)[number], end: "" | "_before"): Phrase {
  const role = end === "" ? "fact_amount" : "fact_before";
  const figure = `{fact_${kind}${end}}`;
  if (kind === "share" || kind === "ratio") return { role, text: figure };
  return { role, text: `${figure}{fact_split${end}}`, words: { [`fact_split${end}`]: { no: "", yes: SPLITS[kind] } } };
}
