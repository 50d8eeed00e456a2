import { fold, pattern } from "../../terms/fold.ts";
import { BLANK, blanked, byStart } from "../../terms/places.ts";
import type { Stretch } from "../../data/texts/sentences.ts";
import { type ItemPlace, itemPlaces } from "./item_places.ts";
import { type Lists, listsIn } from "./paired_lists.ts";
import { type PeriodPlace, periodPlaces } from "./period_places.ts";
import { type WrittenFigure, writtenFigures } from "./written_figures.ts";

/** A word of a change, and which way. */
export interface WayPlace extends Stretch {
  readonly way: 1 | -1;
  /** It is of its own a statement, like `rose`; `up` and `increase` need a figure. */
  readonly isVerb: boolean;
  /** By how much, of `doubled` and its like. */
  readonly times?: number;
}

/** A company that a sentence names. */
export interface CompanyPlace extends Stretch {
  readonly ticker: string;
}

/** All that is read in a sentence; places are in it. */
export interface SentenceMarks {
  readonly text: string;
  /** In lower case, with names, times and sources blanked out; as long. */
  readonly folded: string;
  /** The same without its figures and items. */
  readonly bare: string;
  readonly figures: readonly WrittenFigure[];
  readonly items: readonly ItemPlace[];
  readonly periods: readonly PeriodPlace[];
  readonly companies: readonly CompanyPlace[];
  readonly ways: readonly WayPlace[];
  readonly lists: Lists<ItemPlace, PeriodPlace>;
  /** Where its clauses begin, from 0. */
  readonly clauses: readonly number[];
}

const UP =
  "rose|rise[ns]?|rising|gr[eo]w(?:n|s|ing)?|increas(?:ed?|es|ing)|climb(?:ed|s|ing)?|jump(?:ed|s|ing)?|surg(?:ed?|es|ing)|soar(?:ed|s|ing)?|gain(?:ed|s)?|advanced?|expand(?:ed|s|ing)|improv(?:ed?|es|ing)|widened|rebounded|swelled|ballooned|went up";
const DOWN =
  "f[ae]ll(?:en|s|ing)?|declin(?:ed?|es|ing)|decreas(?:ed?|es|ing)|dropp?(?:ed|s|ing)?|slipp?(?:ed|s)?|shr[aiu]nk|shrinking|slid|slides|tumbl(?:ed|es)|plung(?:ed|es)|contract(?:ed|s|ing)|eased|dipp?(?:ed|s)?|sank|narrowed|retreated|went down|weakened";
const UP_NOUNS = "up|higher|growth|more|greater|above|uptick|upturn|expansion|improvement|larger";
const DOWN_NOUNS = "down|lower|less|below|decline|contraction|smaller|fewer|reduction|downturn";
/** Nouns of the same letters as verbs: after an article or a figure they are nouns. */
const NOUN_LEAD =
  /(?:\b(?:an?|the|its|this|that|of|by|in|to|for|or|year[- ]over[- ]year|sharp|steep|modest|slight|strong|annual|[a-z]+'s)|%|[0-9]|months?|[0-9] ?\ufffc+)\s*$/;
/** Between a word of a comparison and the time that it compares with. */
const THAN =
  /^(?: (?:in|for|during|at the end of)(?: the)? ?\ufffc+,?)? than(?: in| it was in| they were in| that of| those of| at the end of)?(?: the)? ?(?=\ufffc)/;
/** The same of "was up from 2015". */
const UP_FROM = /^ (?:from|on|over|versus|compared (?:with|to))(?: the)? ?(?=\ufffc)/;
/** Past tenses, which are never nouns. */
const PAST = /^(?:rose|risen|gr[eo]w|grown|fell|fallen|shr[au]nk|slid|sank|went.*|.*ed)$/;
const WAYS = pattern`\b(?:(${UP})|(${DOWN})|(${UP_NOUNS})|(${DOWN_NOUNS}))\b`;
const TIMES: Readonly<Record<string, number>> = { doubl: 2, tripl: 3, trebl: 3, quadrupl: 4, halv: 0.5 };
const TIMES_WORDS = /\b(doubl|tripl|trebl|quadrupl|halv)(?:ed|es|ing|e)\b/g;
const NO_WAY = /^(?:more|less|higher|lower|greater) or less|^up to\b/;
const CLAUSES =
  /(?:;|:(?= [a-z])| - |, (?:while|whereas|but|and|with|although|though|even as|as|yet|helped|on|at|which|against|leaving|giving|for)\b|\b(?:while|whereas|although|but)\b)/g;
/** Where a figure comes from, in brackets: its numbers are names. */
const SOURCES =
  /\((?=[^()]{0,400}(?:us-gaap|ifrs-full|dei\/|accession|(?:known|public) since|form (?:10|20|8)|10-[kq]))[^()]{0,400}\)/g;

/** Reads a sentence. */
export function sentenceMarks(text: string, companies: readonly CompanyPlace[]): SentenceMarks {
  const plain = fold(text).replace(/[\u00a0\u2007\u2009\u202f\t]/g, " ");
  const sources = [...plain.matchAll(SOURCES)].map(({ index, 0: all }) => ({ start: index, end: index + all.length }));
  const named = blanked(plain, [...sources, ...companies].toSorted(byStart));
  const periods = periodPlaces(named);
  const folded = blanked(named, periods);
  const figures = writtenFigures(folded);
  const items = itemPlaces(blanked(folded, figures)).filter((one) => !isVerb({ text }, one) || isOfMoney(one, figures));
  const bare = blanked(folded, [...figures, ...items].toSorted(byStart));
  return {
    text,
    folded,
    bare,
    figures,
    periods,
    companies,
    items,
    lists: listsIn({ folded, companies, figures, items, periods }),
    ways: waysIn(folded, periods),
    clauses: [0, ...[...folded.matchAll(CLAUSES)].map(({ index }) => index)],
  };
}

function waysIn(folded: string, periods: readonly PeriodPlace[]): readonly WayPlace[] {
  const found = [...folded.matchAll(WAYS)].flatMap(({ index, 0: word, ...groups }): WayPlace[] => {
    if (NO_WAY.test(folded.slice(index, index + 28))) return [];
    const isNoun = NOUN_LEAD.test(folded.slice(Math.max(0, index - 20), index));
    const isVerb = (groups[1] ?? groups[2]) !== undefined && (PAST.test(word) || /s$/.test(word) && !isNoun);
    const compared = /^(?:up|down)$/.test(word) && /\b(?:was|were|is|are) $/.test(folded.slice(0, index))
      ? UP_FROM
      : THAN;
    const [than = ""] = compared.exec(folded.slice(index + word.length)) ?? [];
    const isCompared = than !== "" && periods.some(({ start }) => start === index + word.length + than.length);
    return [{
      start: index,
      end: index + word.length,
      way: (groups[1] ?? groups[3]) === undefined ? -1 : 1,
      isVerb: isVerb || isCompared,
    }];
  });
  const times = timesWords(folded).map((one): WayPlace => ({ ...one, way: one.times > 1 ? 1 : -1, isVerb: true }));
  return [...found, ...times].toSorted(byStart);
}

/** Words like "doubled". */
export function timesWords(folded: string): readonly (Stretch & { readonly times: number })[] {
  return [...folded.matchAll(TIMES_WORDS)].map(({ index, 0: word, 1: stem = "" }) => ({
    start: index,
    end: index + word.length,
    times: TIMES[stem] ?? 1,
  }));
}

/** The clause that a place is in, as a stretch of the sentence. */
export function clauseOf({ clauses, folded }: SentenceMarks, at: number): Stretch {
  const index = clauses.findLastIndex((start) => start <= at);
  return { start: clauses[index] ?? 0, end: clauses[index + 1] ?? folded.length };
}

/** Words of a sentence with what is blanked out left away. */
export function wordsBetween({ folded }: SentenceMarks, start: number, end: number): string {
  return folded.slice(start, end).replaceAll(BLANK, "").replace(/ {2,}/g, " ");
}

/** The same without figures and items: what says whether they belong together. A word that is cut off at the end is left away. */
export function bareBetween({ bare }: SentenceMarks, start: number, end: number): string {
  const words = bare.slice(start, end).replaceAll(BLANK, " ");
  return end < bare.length && /[a-z]$/.test(words) && /^[a-z]/.test(bare.slice(end))
    ? words.replace(/[a-z'-]+$/, "")
    : words;
}

/** What "lost" has behind it: of a share it is no loss of a year. */
function isOfMoney({ end }: Stretch, figures: readonly WrittenFigure[]): boolean {
  return figures.find(({ start }) => start >= end)?.kind === "amount";
}

/** Whether a place of an item is a verb, which may be of a price as well: "lost". */
export function isVerb({ text }: Pick<SentenceMarks, "text">, { start, end }: Stretch): boolean {
  return /^lost$/i.test(text.slice(start, end));
}
