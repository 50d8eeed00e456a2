import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** What an item is: money, a count of shares, a share of revenue or a ratio; and how its size after splits is said. */
const KINDS = { money: " (split-adjusted)", count: " (split-adjusted)", share: "", ratio: "" };
const NUMBER = "fact_number: one=was | many=were";
const WAY = "fact_way: up=up | down=down";
const VERSION = `fact_version: ${spellings({ newest: "", first: ", as first reported" })}`;

/** Sentences about items of financial statements. An amount says what later splits and restatements did to it. */
export const FACT_PHRASES: Phrases = phraseRows(`
  fact.value takes=fact: {ticker}'s {fact_item} {fact_period} {fact_number} {amount}{fact_version}.
    ${NUMBER}
    ${VERSION}
    amount < fact_amount most=1
  fact.growth takes=fact lists=reasoning,risks: {ticker}'s {fact_item}{fact_version} went from {before} {fact_period_before} to {amount} {fact_period}{change}{also}.
    ${VERSION}
    before < fact_before most=1
    amount < fact_amount most=1
    change < fact_change least=0 most=1
    also < fact_also least=0 most=1 same=period
  fact_also.growth role=fact_also takes=fact: . Its {fact_item} went from {fact_share_before} to {fact_share}
  fact.grown takes=fact bare=fact_growth: {ticker}'s {fact_item}{fact_version} {fact_period} {fact_number} {amount}, {fact_way} {fact_growth} on the year{fact_lag}{also}.
    ${NUMBER}
    fact_version: newest=
    fact_lag: year=
    ${WAY}
    amount < fact_amount most=1
    also < fact_grown least=0 same=period
  fact_grown.also role=fact_grown takes=fact bare=fact_growth: . Its {fact_item} {fact_number} {amount}, {fact_way} {fact_growth}
    ${NUMBER}
    ${WAY}
    amount < fact_amount most=1
  fact.conversion takes=fact: {ticker}'s operating cash flow was {amount} of its net income {fact_period}{fact_backed}.
    fact_backed: yes= | part= | no=
    amount < fact_amount most=1
  fact.backed takes=fact: {fact_backed}: {ticker}'s operating cash flow was {amount} of its net income {fact_period}.
    fact_backed: yes=Yes | part=Not in full | no=No
    amount < fact_amount most=1
  fact_change.rate role=fact_change bare=fact_growth: , {fact_way} {fact_growth}{yearly}
    ${WAY}
    yearly < fact_yearly least=0 most=1
  fact_yearly.rate role=fact_yearly: . That is {fact_growth_yearly} a year compound
  fact.order takes=fact: {companies} by {fact_item} for {fact_asked}{fact_version}, {fact_order} first: {entries}.
    fact_order: descending=highest | ascending=lowest
    ${VERSION}
    entries < fact_entry join=semicolon least=2 about=each
  fact_entry.value role=fact_entry: {ticker} {amount}
    amount < fact_amount most=1
  fact.order_growth takes=fact: {companies} by {fact_item} growth in {fact_asked}{fact_version}, {fact_order} first: {entries}.
    fact_order: descending=highest | ascending=lowest
    ${VERSION}
    entries < fact_entry_growth join=semicolon least=2 about=each
  fact_entry_growth.value role=fact_entry_growth: {ticker} {fact_growth}
  case.bear takes=fact: The case would weaken if {ticker}'s next annual report showed {fact_item}{fact_version} above {amount}, the figure {fact_period}.
    ${VERSION}
    amount < fact_amount most=1
  case.bull takes=fact: The case would weaken if {ticker}'s next annual report showed {fact_item}{fact_version} below {amount}, the figure {fact_period}.
    ${VERSION}
    amount < fact_amount most=1
  fact.other takes=fact: For {ticker}, {fact_other}.
  accounts.old takes=fact: Latest accounts in the data: {entries}.
    entries < accounts_of join=list about=others
  accounts_of.day role=accounts_of takes=fact: {whose} to {fact_end}
    whose < accounts_whose join=list about=each
  accounts_whose.company role=accounts_whose: {ticker}'s
  fact.more takes=fact: Only the latest ten are shown; {ticker}'s filings to {fact_day} cover {fact_cover}.
  fact.lacks.filings takes=fact: {ticker}'s {fact_item} for {fact_asked} {fact_number} not available: the data hold no accounts for {ticker} by {fact_day}{fact_lack}.
    fact_number: one=is | many=are
    fact_lack: filings=
  fact.lacks.filings_all takes=fact: The data hold no accounts for {ticker} by {fact_day}, so its {items} cannot be given{fact_lack}.
    fact_lack: filings=
    items < fact_lacking join=list least=2
  fact_lacking.item role=fact_lacking takes=fact: {fact_item}
  fact.lacks.period takes=fact: {ticker}'s {fact_item} for {fact_asked} {fact_number} not public by {fact_day}: filings to that date cover {fact_cover}{fact_lack}.
    fact_number: one=was | many=were
    fact_lack: period=
  fact.lacks.ended takes=fact: {ticker}'s {fact_item} for {fact_asked} {fact_number} not in the data: the latest report there is for the {fact_newest}{fact_lack}.
    fact_number: one=is | many=are
    fact_lack: ended=
  fact.lacks.absent takes=fact: {ticker}'s {fact_item} for {fact_asked} {fact_number} not in the data, which cover {fact_cover}{fact_lack}.
    fact_number: one=is | many=are
    fact_lack: absent=
  fact.lacks.item takes=fact: {ticker}'s {fact_item} for {fact_asked} {fact_number} not stated in its filings to {fact_day}{fact_lack}.
    fact_number: one=is | many=are
    fact_lack: item=
  fact.lacks.conflict takes=fact: {ticker}'s {fact_item} for {fact_asked} {fact_number} withheld: the filing reports two values, counts shares on another basis, or restates one part of it and not the others{fact_lack}.
    fact_number: one=is | many=are
    fact_lack: conflict=
${
  Object.entries({ fact_amount: "", fact_before: "_before" }).flatMap(([role, end]) =>
    Object.entries(KINDS).map(([kind, split]) =>
      `  ${role}.${kind} role=${role}: {fact_${kind}${end}}{fact_note${end}}
    fact_note${end}: ${spellings({ none: "", split, rest: " by subtraction", restated: " (part restated)" })}`
    )
  ).join("\n")
}
`);
