import type { Version } from "../statements.ts";
import { isItemId, type ItemId, itemOf } from "../metrics/items.ts";
import type { AskedFact, AskedPeriod, Unsupported } from "./asked.ts";
import { asGrowth, DAY, dayNamed, findPeriods, type FoundPeriod, inQuarters } from "./fact_periods.ts";
import { findStyle } from "./fact_style.ts";
import { fold, pattern } from "../../terms/fold.ts";
import { ITEMS_ASKED, NO_ITEMS } from "../../terms/items.ts";
import { blanked, byStart, type Place, placesOf, takenBy, without } from "../../terms/places.ts";
import { HIGHEST, isWay, LOWEST, ratiosIn } from "./measure_words.ts";
import { wantsView } from "./read_kind.ts";
import { readMeasures } from "./read_measures.ts";

/** What took a piece of a question: the items of it, and all else that they take. */
export interface TakenPiece extends Place {
  readonly item?: ItemId;
}

/** The items of financial statements that a question asks for. */
export interface ReadFacts {
  readonly facts: readonly AskedFact[];
  readonly places: readonly TakenPiece[];
  readonly unmet: readonly Unsupported[];
  /** The question without what asks for them, as long as it was. */
  readonly rest: string;
}

interface FoundItem extends Place {
  readonly item: ItemId;
}

/** An item, and where the question names it. */
interface Named {
  readonly item: ItemId;
  readonly text: Place;
}

/** Items that are asked for and answered one by one; of a longer list, the first. */
const MOST_ITEMS = 6;
const NO_EXCHANGE = "no exchange rates are read, so amounts are in the currency of the report";

/**
 * Reads what a question asks of financial statements.
 * @param question At most as long as questions are read.
 */
export function readFacts(question: string, today: string): ReadFacts {
  // "net_income" is "net income"
  const folded = fold(question).replace(/[a-z]+(?:_[a-z]+)+/g, (id) => itemOf(id) ? id.replaceAll("_", " ") : id);
  const all = itemsIn(folded).filter(({ start, end }) => !TICKERS.includes(question.slice(start, end)));
  const own = all.filter(({ start, end }) => !SOURCE.test(folded.slice(Math.max(0, start - SOURCE_CHARS), end)));
  const items = own.length > 0 ? own : all;
  if (items.length === 0) return { facts: [], places: [], unmet: [], rest: question };
  const asking = blanked(folded, items);
  const { style, pieces: styled, currency } = findStyle(asking);
  const currencies = currency ? [currency] : [];
  const versions = [...placesOf(asking, FIRST_VERSION), ...placesOf(asking, NEWEST_VERSION)];
  const plain = without(asking, [...styled, ...versions, ...currencies]);
  const others = readMeasures(plain, plain).filter(({ metric, text }) => metric !== "score" && !isWay(text));
  const isMixed = others.length > 0 || wantsView(plain);
  const growth = isMixed ? placesOf(plain, GROWTH_ALONE) : placesOf(plain, GROWTH);
  const balances = items.some(({ item }) => itemOf(item).kind === "balance") ? balanceDays(plain) : [];
  const quarterly = placesOf(plain, QUARTERLY);
  const yearly = placesOf(plain, YEARLY);
  const found = findPeriods(without(plain, balances), today);
  const named = quarterly.length > 0 ? quartersOf(found, { plain, at: quarterly[0] }) : found;
  const periods = growth.length > 0 ? named.map(asGrowth) : named;
  const version: Version = placesOf(asking, FIRST_VERSION).length > 0 ? "first" : "newest";
  const words = { question, version, periods, balances, isGrowth: growth.length > 0, style, end: endOf(plain) };
  const taken = [
    ...items,
    ...styled,
    ...versions,
    ...growth,
    ...balances,
    ...quarterly,
    ...yearly,
    ...currencies,
    ...periods.filter(({ isPlain }) => !isMixed || !isPlain),
  ];
  return {
    facts: distinct(items, style).slice(0, MOST_ITEMS).map((one) => factOf(one, words)),
    places: taken,
    unmet: currencies.map(({ start, end }) => ({ text: question.slice(start, end), why: NO_EXCHANGE })),
    rest: without(question, taken),
  };
}

interface FactWords {
  readonly question: string;
  readonly version: Version;
  readonly periods: readonly FoundPeriod[];
  /** Days, which only a balance is asked for on. */
  readonly balances: readonly FoundPeriod[];
  readonly isGrowth: boolean;
  readonly style: string | undefined;
  readonly end: AskedFact["end"] | undefined;
}

function factOf({ item, text }: Named, words: FactWords): AskedFact {
  const { question, version, periods, balances, isGrowth, style, end } = words;
  const meant = itemOf(item).kind === "balance" ? [...periods, ...balances] : periods;
  return {
    item,
    text: question.slice(text.start, text.end),
    version,
    periods: meant.map((one) => periodOf(one, question)),
    ...(isGrowth && { isGrowth }),
    ...(style !== undefined && { style }),
    ...(end && { end }),
  };
}

/** A statement from which another item is to be taken. */
const SOURCE =
  /\b(?:use|using|from|per|in|on|see|cite|to) (?:the |its |their )?(?:latest |annual |consolidated )?(?:[a-z& -]*statements?|balance sheets?|p&l)$/;
const SOURCE_CHARS = 40;

/** Words that are tickers where they are written in capitals. */
const TICKERS: readonly string[] = ["CASH", "EARN"];

/** Words of a change that are of no price, whatever else is asked. */
const GROWTH_ALONE =
  /\b(?:gr[eo]w(?:th|n|s|ing)?(?: (?:the )?(?:faste[rs]t?|slow(?:er|est)|quick(?:er|est)))?|cagr|yoy|wachstum|croissance|crecimiento|crescita|crescimento)\b/g;

function itemsIn(folded: string): readonly FoundItem[] {
  return takenBy(
    blanked(folded, [...placesOf(folded, NO_ITEMS), ...ratiosIn(folded)].toSorted(byStart)),
    ITEMS_ASKED,
    ({ items }, piece): FoundItem[] => items.filter(isItemId).map((item) => ({ ...piece, item })),
  ).found;
}

/** Each item once, in the order of the question; a margin that is wanted in a unit of money is the amount behind it. */
function distinct(items: readonly FoundItem[], style: string | undefined): readonly Named[] {
  const isMoney = style !== undefined && /^(?:k|m|bn|trn|exact)/.test(style);
  const byItem = new Map<ItemId, Place>();
  for (const { item, ...text } of items) {
    const meant = isMoney ? AMOUNT_OF_MARGIN[item] ?? item : item;
    if (!byItem.has(meant)) byItem.set(meant, text);
  }
  return [...byItem].map(([item, text]) => ({ item, text }));
}

function periodOf({ start, end, from, to }: FoundPeriod, question: string): AskedPeriod {
  return { ...(from !== undefined && { from }), to, text: question.slice(start, end).trim() };
}

function endOf(plain: string): AskedFact["end"] {
  if (HIGHEST.test(plain) || /\b(?:better|best|gr[eo]w(?:s|ing|n)? faste[rs]t?)\b/.test(plain)) return "highest";
  return LOWEST.test(plain) || /\bslow(?:er|est)\b/.test(plain) ? "lowest" : undefined;
}

/** The quarters that are meant: of the years that are named; else the newest one, or the last four. */
function quartersOf(
  found: readonly FoundPeriod[],
  { plain, at }: { readonly plain: string; readonly at: Place | undefined },
): readonly FoundPeriod[] {
  if (found.length > 0 || at === undefined) return found.map(inQuarters);
  const isOne = /\b(?:last|latest|newest|most recent|letzte[rsnm]?|aktuelle[rsnm]?)\s*$/.test(plain.slice(0, at.start));
  return [{ ...at, ...(!isOne && { from: "Q-3" }), to: "Q" }];
}

/** A balance of a day: "on 2016-09-24", "at the end of 2016", "as of 31 December 2016". */
const ON = pattern`\b(?:on|at|as of|as at|per|am|zum|stand|au|al|em|a)\s+(?:the\s+)?(?:close of\s+)?(?:${DAY})\b(?!-)|
  \b(?:at |by |as of )?(?:the )?(?:end of|year-?end|ende|fin de|fine|final de)\s+(?:the\s+)?((?:19|20)\d\d)\b(?!-\d)`;

function balanceDays(plain: string): readonly FoundPeriod[] {
  return [...plain.matchAll(ON)].flatMap((match) => {
    const end = match.at(-1) ?? "";
    const day = end === "" ? dayNamed(match.slice(1, -1)) : `${end}-12-31`;
    return day === undefined ? [] : [{ start: match.index, end: match.index + match[0].length, to: `ON${day}` }];
  });
}

/** The amount behind a margin, where a question asks for it in a unit of money. */
const AMOUNT_OF_MARGIN: Readonly<Partial<Record<ItemId, ItemId>>> = {
  gross_margin: "gross_profit",
  operating_margin: "operating_income",
  net_margin: "net_income",
};

/** Words that ask how an item changed. */
const GROWTH =
  /\b(?:gr[eo]w(?:th|n|s|ing)?(?: (?:the )?(?:faste[rs]t?|slow(?:er|est)|quick(?:er|est)))?|rise[ns]?|rose|f[ae]ll(?:en|s)?|increase[ds]?|decrease[ds]?|decline[ds]?|change[ds]?|changing|drop(?:ped|s)?|shr[aiu]nk|cagr|yoy|y\/y|year[- ]over[- ]year|compound(?:ed)?(?: annual)?(?: growth)?(?: rate)?|wachstum|gewachsen|wuchs|stieg|gestiegen|sank|gesunken|verandert|veranderung|croissance|augmente|baisse|evolution|crecimiento|crecio|crecido|crescita|cresciut[oa]|crescimento|cresceu)\b/g;

/** Words that ask for quarters, where the period is a year; and for years, which is what it is without them. */
const QUARTERLY =
  /\b(?:quarterly|(?:by|per|each|every|quarter by) quarter|quartalsweise|(?:je|pro) quartal|trimestriel(?:le)?s?|(?:par|por|per) trimestre|trimestral(?:es|e|i)?|trimestralmente)\b/g;
const YEARLY =
  /\b(?:annual|yearly|full[- ]year|(?:by|per|each|every|year by) year|jahrlich|annuel(?:le)?s?|anual(?:es)?|annual[ei])\b/g;

/** Words that ask for the figure as it was first reported, or as it is known newest. */
const FIRST_VERSION =
  /\b(?:(?:as )?(?:first|originally|initially|first time) (?:reported|filed|stated|published)|as (?:filed|reported) (?:at the time|then|back then)|before restatements?|unrestated|erstmals (?:berichtet|gemeldet)|ursprunglich(?: berichtet| gemeldet)?)\b/g;
const NEWEST_VERSION = /\b(?:as )?(?:restated|last reported|latest restated)\b/g;
