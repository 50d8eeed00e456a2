import type { Statement } from "../data/claim.ts";
import { dayNumber, daysBetween } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import { type AboutOf, aboutText, readAs } from "../data/about.ts";
import type { PeriodToken } from "../data/fact_period.ts";
import { itemOf } from "../data/metrics/items.ts";
import type { AskedFact } from "../data/question/asked.ts";
import { readFact, tokenOf } from "./fact_reading.ts";
import { isPastYear, tokensOf, yearBefore } from "./fact_tokens.ts";
import { LEAST_ROWS, periodRows } from "./rows.ts";
import { accountsBehind } from "./ranking.ts";
import { inOrder, orderedRows } from "./ordering.ts";
import { given, type Speaker } from "./say.ts";

/** Most companies about each of which an item has sentences; of more, they are put in order. */
const MAX_COMPANIES = 3;
/** Most periods in a list, and most companies in an order. */
export const MAX_ROWS = 10;
const MAX_ORDERED = 8;

const CONVERSION = "cash_conversion";
/** Where it names no period. */
const LAST_YEARS = [{ from: "FY-4", to: "FY", text: "the last five years" }];
/** Without another item in the same sentence. */
const ALONE = { also: [] };
const QUARTER_DAYS = 120;
const YEAR_DAYS = 365;
/** Quarters of 13 weeks end up to so many days from a year before. */
const NEAR_DAYS = 10;

/** What the sentences about items of financial statements are made from. */
export interface FactAnswering {
  readonly facts: readonly AskedFact[];
  /** Tickers of the companies of the answer, with prices or without. */
  readonly companies: readonly string[];
  readonly view: DatasetView;
  readonly speaker: Speaker;
  /** It is asked whether something is so. */
  readonly isYesNo?: boolean;
}

/** The sentences that answer what a question asks of financial statements: the figures, or why they are not known. */
export function factSentences({ facts, ...context }: FactAnswering): readonly Statement[] {
  const conversion = facts.find(({ item }) => item === CONVERSION)?.text;
  const wanted = facts.map((fact) =>
    fact.text !== conversion || fact.periods.length > 0 ? fact : { ...fact, periods: LAST_YEARS }
  );
  // what is behind cash conversion stands in its table
  const shown = wanted.filter(({ item, text }) => item === CONVERSION || text !== conversion);
  const sentences = shown.flatMap((fact) => sentencesOf(fact, context));
  const said = [
    ...sentences.reduce<readonly Statement[]>((all, one) => joinedWith(all, one, context), []),
    ...orderedRows(sentences, context),
    ...tablesOf(wanted, context),
    ...shown.some(isOfNewest) ? accountsBehind(context.companies, context) : [],
  ];
  return [...new Map(unfiledOnce(said, context).map((statement) => [statement.text, statement])).values()];
}

/** Whether the newest of what is filed is asked for, which may be old. */
function isOfNewest({ periods }: AskedFact): boolean {
  return periods.every(({ to }) => /^(?:FY|Q|TTM|END)$/.test(to));
}

/** That a company has no filings is reported once, of all the items that it is asked for. */
function unfiledOnce(said: readonly Statement[], { speaker }: Context): readonly Statement[] {
  const isUnfiled = ({ saying }: Statement) => saying.phrase === "fact.lacks.filings";
  const byTicker = Map.groupBy(said.filter(isUnfiled), ({ saying: { about: [ticker = ""] } }) => ticker);
  const once = [...byTicker].flatMap(([ticker, all]) => {
    const keys = new Map(all.map(({ saying }) => readAs("fact", saying.of)).map((of) => [of?.item, of]));
    const [first] = keys.values();
    const items = [...keys.values()].flatMap((of) => given(speaker.say("fact_lacking.item", [ticker], { of })));
    const joined = speaker.say("fact.lacks.filings_all", [ticker], { of: first, parts: { items } });
    return joined === undefined ? all : [joined];
  });
  return [...once, ...said.filter((one) => !isUnfiled(one))];
}

/** Two margins that changed between the same periods are reported in one sentence. */
function joinedWith(said: readonly Statement[], one: Statement, { speaker }: Context): readonly Statement[] {
  const { phrase, about, of } = one.saying;
  const last = said.at(-1);
  const spanOf = (key: string | undefined) => key?.slice(key.indexOf(" "));
  const isLike = last?.saying.phrase === phrase && `${last.saying.about}` === `${about}` &&
    spanOf(last.saying.of) === spanOf(of) && last.claims.filter(({ metric }) => metric === "fact_share").length === 1;
  const also = isLike ? given(speaker.say("fact_also.growth", about, { of: readAs("fact", of) })) : [];
  const first = readAs("fact", last?.saying.of);
  const both = also.length === 0 ? undefined : speaker.say(phrase, about, { of: first, parts: { also } });
  return both === undefined ? [...said, one] : [...said.slice(0, -1), both];
}

/** The items of which enough periods are asked, side by side: a table for each company. */
function tablesOf(facts: readonly AskedFact[], { companies, view, speaker }: Context): readonly Statement[] {
  return companies.slice(0, MAX_COMPANIES).flatMap((ticker) => {
    const tokens = (fact: AskedFact) => tokensOf(fact, view.filed(ticker));
    const listed = facts.filter((fact) => tokens(fact).length >= LEAST_ROWS);
    const [first] = listed;
    if (first === undefined) return [];
    const columns = [...Map.groupBy(listed, ({ item }) => item).values()].map((same) => ({
      ...same[0] ?? first,
      ...(same.some(({ isGrowth }) => isGrowth) && { isGrowth: true as const }),
    }));
    const newest = isPastYear(first, view.filed(ticker)) && itemOf(first.item).kind === "flow" ? ["TTM"] : [];
    return periodRows(columns, [...tokens(first).slice(-MAX_ROWS), ...newest], { ticker, view, speaker });
  });
}

type Context = Omit<FactAnswering, "facts">;

function sentencesOf(fact: AskedFact, context: Context): readonly Statement[] {
  const ordered = context.companies.length > 1 ? orderOf(fact, context) : undefined;
  if (ordered !== undefined) return ordered;
  return context.companies.slice(0, context.companies.length > MAX_COMPANIES ? MAX_ROWS : MAX_COMPANIES)
    .flatMap((ticker) =>
      fact.item === CONVERSION
        ? conversionOf(fact, ticker, context)
        : fact.isGrowth
        ? growthOf(fact, ticker, context)
        : listOf(fact, ticker, context)
    );
}

/** How much of net income came in as cash in the newest of the years; of a loss the two amounts. */
function conversionOf(fact: AskedFact, ticker: string, context: Context): readonly Statement[] {
  const { view, speaker, isYesNo } = context;
  const to = tokensOf(fact, view.filed(ticker)).at(-1) ?? "FY";
  const { period = { end: "" } } = readFact({ ...fact, period: to }, { ticker, view });
  const of = keyOf(fact, period.end === "" ? to : tokenOf(period));
  const said = speaker.say(isYesNo ? "fact.backed" : "fact.conversion", [ticker], { of });
  if (said !== undefined) return [said];
  return (itemOf(CONVERSION).made?.of ?? []).toReversed().flatMap((item) =>
    listOf({ ...fact, item, periods: [{ to, text: fact.text }] }, ticker, context)
  );
}

/** A figure, or several as a list. */
function listOf(fact: AskedFact, ticker: string, { view, speaker }: Context): readonly Statement[] {
  const about = [ticker];
  const all = tokensOf(fact, view.filed(ticker));
  const read = all.map((token) => ({ token, ...readFact({ ...fact, period: token }, { ticker, view }) }));
  const known = read.filter(({ stated }) => typeof stated !== "string");
  const keys = known.map(({ token, period }) => keyOf(fact, period === undefined ? token : tokenOf(period)));
  const shown = [...new Map(keys.map((key) => [aboutText(key), key])).values()].slice(-MAX_ROWS);
  const lack = read.find(({ stated }) => typeof stated === "string");
  const why = lack === undefined ? [] : lackSentence(keyOf(fact, lack.token), ticker, speaker);
  const [first] = shown;
  if (first === undefined) return [...lack === undefined ? [] : partsOf(fact, ticker, lack.token, speaker), ...why];
  if (shown.length === 1) {
    const other = all.length === 1 ? speaker.say("fact.other", about, { of: keyOf(fact, all[0] ?? "") }) : undefined;
    return [...given(speaker.say("fact.value", about, { of: first })), ...given(other), ...why];
  }
  const more = keys.length > shown.length ? given(speaker.say("fact.more", about, { of: first })) : [];
  return [...changeOf(shown, ticker, speaker), ...more, ...why];
}

/** What is known of the parts of a sum that is not: long-term debt, of all debt. */
function partsOf(fact: AskedFact, ticker: string, token: PeriodToken, speaker: Speaker): readonly Statement[] {
  const { how, of = [] } = itemOf(fact.item).made ?? {};
  const items = how === "sum" ? of : [];
  return items.flatMap((item) => given(speaker.say("fact.value", [ticker], { of: keyOf({ ...fact, item }, token) })));
}

function isQuarter(period: PeriodToken): boolean {
  const [from, to] = period.split("/");
  return from !== undefined && to !== undefined && daysBetween(from, to) < QUARTER_DAYS;
}

/** The quarter among these that ends a year before another. */
function yearEarlier(keys: readonly AboutOf<"fact">[], period: PeriodToken): PeriodToken | undefined {
  const end = (token: PeriodToken) => dayNumber(token.split("/")[1] ?? "");
  return keys.map((key) => key.period)
    .find((one) => isQuarter(one) && Math.abs(end(period) - end(one) - YEAR_DAYS) <= NEAR_DAYS);
}

/**
 * How an item went from the first of its periods to the last, or of quarters from that of a year before, because a year has
 * seasons; where that is not known, the last.
 */
function changeOf(keys: readonly AboutOf<"fact">[], ticker: string, speaker: Speaker): readonly Statement[] {
  const [from] = keys;
  const to = keys.at(-1);
  if (from === undefined || to === undefined) return [];
  const before = keys.length >= LEAST_ROWS && isQuarter(to.period) ? yearEarlier(keys, to.period) : from.period;
  const change = before && speaker.say("fact.growth", [ticker], { of: { ...to, before }, parts: ALONE });
  return given(change || speaker.say("fact.value", [ticker], { of: to }));
}

/** How an item went from the first period to the last; of a single one, from that of a year before. */
function growthOf(fact: AskedFact, ticker: string, { view, speaker }: Context): readonly Statement[] {
  const all = tokensOf(fact, view.filed(ticker));
  const last = all.at(-1) ?? "FY";
  const ending = /^Q(?:-|$)/.test(last) ? readFact({ ...fact, period: last }, { ticker, view }).period : undefined;
  const first = all.length > 1 ? all[0] : yearBefore(ending ? `Qto${ending.end}` : last); // four back may be of another year
  if (first === undefined) return listOf({ ...fact }, ticker, { view, speaker, companies: [ticker] });
  const [before, period] = [first, last].map((token): PeriodToken => {
    const { period } = readFact({ ...fact, period: token }, { ticker, view });
    return period === undefined ? token : tokenOf(period);
  });
  if (before === undefined || period === undefined) return [];
  const said = speaker.say("fact.growth", [ticker], {
    of: { ...keyOf(fact, period), before },
    parts: ALONE,
  });
  if (said) return [said];
  const lacking = [first, last].find((token) =>
    typeof readFact({ ...fact, period: token }, { ticker, view }).stated === "string"
  );
  return lacking === undefined ? [] : lackSentence(keyOf(fact, lacking), ticker, speaker);
}

function lackSentence(of: AboutOf<"fact">, ticker: string, speaker: Speaker): readonly Statement[] {
  const said = ["filings", "period", "ended", "absent", "item", "conflict"].flatMap((lack) =>
    given(speaker.say(`fact.lacks.${lack}`, [ticker], { of }))
  );
  return said.slice(0, 1);
}

/** Several companies in the order of an item of one period, or of its growth; those that lack it say why. */
function orderOf(fact: AskedFact, context: Context): readonly Statement[] | undefined {
  const { companies, view, speaker } = context;
  const [token, ...others] = fact.periods.length === 0
    ? [itemOf(fact.item).kind === "balance" ? "END" : "FY"]
    : fact.periods.map(({ from, to }) => from === undefined ? to : undefined);
  if (token === undefined || others.length > 0) return undefined;
  const before = fact.isGrowth ? yearBefore(token) : undefined;
  if (fact.isGrowth && (before === undefined || token.startsWith("Q"))) return undefined; // four quarters back may be of another year
  const of = { ...keyOf(fact, token), before };
  const read = companies.map((ticker) => {
    const [stated, earlier] = [token, before ?? token].map((one) =>
      readFact({ ...fact, period: one }, { ticker, view }).stated
    );
    const isKnown = typeof stated === "object" && typeof earlier === "object" && (!before || earlier.value > 0);
    return { ticker, value: isKnown ? stated.value / (before === undefined ? 1 : earlier.value) : NaN };
  });
  const { valued = [], lacking = [] } = Object.groupBy(read, (one) => Number.isNaN(one.value) ? "lacking" : "valued");
  const why = lacking.slice(0, MAX_COMPANIES).flatMap(({ ticker }) =>
    before === undefined ? lackSentence(of, ticker, speaker) : growthOf(fact, ticker, context)
  );
  const tickers = inOrder(valued, fact.end ?? "highest").slice(0, MAX_ORDERED);
  if (tickers.length < 2) return undefined;
  const said = speaker.say(before === undefined ? "fact.order" : "fact.order_growth", tickers, { of });
  return said && [said, ...why];
}

function keyOf({ item, version, style }: AskedFact, period: PeriodToken): AboutOf<"fact"> {
  return { kind: "fact", item, version, period, style };
}
