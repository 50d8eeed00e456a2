import { isClosed } from "../../terms/companions.ts";
import { type ItemPlace, itemPlaces } from "./item_places.ts";
import { bareBetween, type CompanyPlace, type SentenceMarks } from "./sentence_marks.ts";
import type { WrittenFigure } from "./written_figures.ts";
import { blanked } from "../../terms/places.ts";
import type { Stretch } from "../../data/texts/sentences.ts";

const MORE_THAN_ONE =
  /^ ?(?:more|less|higher|lower|larger|smaller|greater|bigger|above|below|ahead|better|worse)(?: than| of)?(?: that of| the one of)?(?: the)? ?\ufffc/;
const BY_HOW_MUCH =
  /^(?:'s|')?(?: (?:\ufffc|in|for|revenue|sales|profit))* by(?: (?:about|around|nearly|almost|more than|over|some))* ?$/;

/** The company that a place is about: the nearest before it, else behind it. */
export function companyAt({ companies }: SentenceMarks, at: number): CompanyPlace | undefined {
  return companies.findLast(({ start }) => start <= at) ?? companies[0];
}

/** The company of "5 billion at AAPL", where another one is before it. */
export function companyBehind(
  { companies, folded }: SentenceMarks,
  { start, end }: WrittenFigure,
): CompanyPlace | undefined {
  const next = companies.find((one) => one.start >= end);
  const isNext = next !== undefined && companies.some((one) => one.end <= start) &&
    /^ (?:at|for|by) (?:the )?$/.test(folded.slice(end, next.start));
  return isNext ? next : undefined;
}

/** "Revenue was $1 billion more than that of AAPL", "exceeded AAPL's by $1 billion". */
export function isBetweenCompanies({ companies, folded }: SentenceMarks, { start, end }: WrittenFigure): boolean {
  if (new Set(companies.map(({ ticker }) => ticker)).size < 2) return false;
  const last = companies.findLast((one) => one.end <= start);
  return MORE_THAN_ONE.test(folded.slice(end, end + 48)) ||
    last !== undefined && BY_HOW_MUCH.test(folded.slice(last.end, start).replace(/\ufffc+/g, "\ufffc"));
}

/** Nothing between a company and an item makes it that of another: `Apple's addressable market had revenue`. */
export function isPlainBetween(marks: SentenceMarks, company: CompanyPlace | undefined, { start }: ItemPlace): boolean {
  return company === undefined || company.end > start || isClosed(bareBetween(marks, company.end, start));
}

/** Several companies are named, and none close before the figure. */
export function isFarFrom({ companies, items }: SentenceMarks, at: number): boolean {
  const last = companies.findLast(({ end }) => end <= at);
  return last === undefined ||
    at - last.end > 60 && !items.some(({ start }) => start > last.end && start - last.end < 4);
}

/** Capitalised words that are no company: openings of sentences, months, and names of figures. */
const NO_NAMES = new Set(
  ("The A An In At On For It Its This That These Those He She They We Our Their His Her As By Of To From With While During Over " +
    "After Before Since Compared Versus Revenue Revenues Sales Net Gross Operating Total Income Profit Profits Earnings Margin " +
    "Margins Cash Capital Research Diluted Basic Dividends Debt Assets Inventory Inventories Company Management Shareholders " +
    "Stockholders Cost Costs Free Full Fiscal Annual Quarterly Second First Third Fourth Both Meanwhile Overall However Still " +
    "Today Year Quarter Results Growth January February March April May June July August September October November December " +
    "Last Group Firm Business What That's Here There R&D EPS GAAP SG&A FCF YoY CEO CFO US USD SEC Q1 Q2 Q3 Q4 FY")
    .split(" "),
);
/** How far behind a name is looked. */
const LOOK_CHARS = 48;
const POSSESSIVE = /(?:^|[\s("])(\p{Lu}[\p{L}\p{N}&.-]*)['’]s\s/gu;
const OPENING =
  /^["(]?(\p{Lu}[\p{L}\p{N}&.-]*)(?: (?:\p{Lu}[\p{L}&.]*|&)){0,3} (?:reported|posted|generated|earned|said|saw|recorded|booked|delivered|grew|made|had|spent|ended|closed|brought|took|lost|is|was|has|paid|held|owed|turned)\s/u;

/** Whether a sentence without a company of the data names another as its subject. */
export function strangerIn(text: string): boolean {
  const possessives = [...text.matchAll(POSSESSIVE)].map(([, name = ""]) => name);
  const [, opening] = OPENING.exec(text) ?? [];
  return [...possessives, ...(opening === undefined ? [] : [opening])].some((name) => !NO_NAMES.has(name));
}

/** Those that stand beside a company and are another: "Apple's suppliers had revenue of". */
const ROLES =
  /^(?:['’]s?)? (?:[a-z-]+ )?(?:suppliers?|rivals?|competitors?|customers?|clients?|partners?|peers?|developers?|auditors?|vendors?|contractors?|subsidiar(?:y|ies)|resellers?|distributors?|makers?|employees|staff|workers|founders?|investors|landlords?|lenders?|insurers?|creditors|spin-?off|joint venture|predecessor)\b(?!,? (?:said|says|told))/i;
const ACTS =
  /^(?:['’]s\b|,? (?:reported|posted|generated|earned|recorded|booked|delivered|grew|made|had|has|was|were|spent|ended|closed|brought|took|lost|paid|held|owed|turned|rose|fell|gained|climbed|dropped|jumped|returned|doubled)\b|, (?:which|who|whose)\b)/;
const NAME = /(?<![\p{L}\p{N}$&’'-])\p{Lu}[\p{L}\p{N}&.-]*[\p{L}\p{N}](?: (?:\p{Lu}[\p{L}\p{N}&.]*|&))*/gu;
/** Words that open a sentence, and no name. */
const OPENINGS =
  /^(?:spending|capex|shares?|stocks?|trading|buying|investors|owners|services|products|both|neither|everything|nothing|nobody)$/;

/** Whether a sentence that names companies of the data speaks of another one as well: "Unlike Apple, Samsung had". */
export function strangerBeside(text: string, companies: readonly Stretch[]): boolean {
  if (companies.some(({ end }) => ROLES.test(text.slice(end, end + LOOK_CHARS)))) return true;
  const rest = blanked(text, companies);
  return [...rest.matchAll(NAME)].some(({ index, 0: name }) =>
    ACTS.test(rest.slice(index + name.length, index + name.length + LOOK_CHARS)) &&
    !name.split(" ").every((one) => NO_NAMES.has(one)) && !/\d/.test(name) &&
    itemPlaces(name.toLowerCase()).length === 0 && !(index < 2 && isWord(name.toLowerCase()))
  );
}

function isWord(lower: string): boolean {
  return OPENINGS.test(lower) || isClosed(lower);
}
