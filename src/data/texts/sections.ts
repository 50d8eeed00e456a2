import type { TextSection } from "../text_document.ts";

/** A heading like `Item 1A. Risk Factors`, `ITEM 7 -`, `Part II, Item 8.` or `Item 2.02 Results of Operations`. */
const ITEM =
  /^(?:part\s+(i{1,3}|iv)\b[\s.,:\u2013\u2014-]*)?item\s+(\d{1,2})(?:\.(\d\d)(?!\d)(?:\([a-z]\))?|\s?\(?([a-c])\)?(?![a-z]))?\s*(?:$|[.:\u2013\u2014-]|(?=[[A-Z]))/i;
const PART = /^part\s+(i{1,3}|iv)\b[\s.,:\d\u2013\u2014-]*(?:$|[\u2013\u2014-])/i;
const NUMERALS = ["", "i", "ii", "iii", "iv"];
/** A longer line is a sentence that begins with an item. */
const MAX_HEADING_CHARS = 250;

interface Heading {
  /** Without the part, like `Item 1A`. */
  readonly name: string;
  readonly part: number;
  /** Ascends in a report, from its first item to its last. */
  readonly order: number;
  readonly start: number;
}

/**
 * The sections of a report by its headings. Contents and body name each item once, so that the last run of ascending
 * items is the body: the last that has half of the items of the longest, because an index may follow it. An item of Part
 * II that Part I has too, as in a 10-Q, is named like `Part II Item 1`.
 */
export function reportSections(text: string): readonly TextSection[] {
  const runs = runsOf(headingsOf(text));
  const most = Math.max(0, ...runs.map((run) => run.length));
  const body = runs.findLast((run) => 2 * run.length >= most) ?? [];
  const names = new Set<string>();
  return body.map(({ name, part, start }, at) => {
    const own = names.has(name) ? `Part ${(NUMERALS[part] ?? "").toUpperCase()} ${name}` : name;
    names.add(own);
    return { name: own, start, end: body[at + 1]?.start ?? text.length };
  });
}

function headingsOf(text: string): readonly Heading[] {
  const found: Heading[] = [];
  let part = 0;
  for (const { line, start } of linesOf(text)) {
    const named = PART.exec(line)?.[1];
    if (named !== undefined) part = NUMERALS.indexOf(named.toLowerCase());
    const [, own, number = "", decimals = "", letter = ""] = ITEM.exec(line) ?? [];
    if (number === "") continue;
    if (own !== undefined) part = NUMERALS.indexOf(own.toLowerCase());
    const name = `Item ${number}${decimals === "" ? letter.toUpperCase() : `.${decimals}`}`;
    const after = decimals === "" ? " ABC".indexOf(letter.toUpperCase() || " ") : Number(decimals);
    found.push({ name, part, order: (part * 100 + Number(number)) * 100 + after, start });
  }
  return found;
}

/** An item may be repeated at the top of each page. */
function runsOf(headings: readonly Heading[]): readonly (readonly Heading[])[] {
  const runs: Heading[][] = [];
  for (const heading of headings) {
    const open = runs.at(-1);
    const last = open?.at(-1);
    if (open === undefined || last === undefined || heading.order < last.order) runs.push([heading]);
    else if (heading.order > last.order) open.push(heading);
  }
  return runs;
}

const QUESTIONS =
  /^(?:questions?(?:\s*(?:and|&|-and-)\s*answers?)|q\s*(?:&|and)\s*a)(?:\s+(?:session|section))?\s*[.:]?$/i;
const REMARKS =
  /^(?:prepared remarks|(?:company |corporate )?presentation|management(?:'s|\u2019s)? (?:discussion|remarks|presentation))(?:\s+section)?\s*[.:]?$/i;

/** What management says of itself, and what it answers, by the headings of a call; empty where it has none for them. */
export function callSections(text: string): readonly TextSection[] {
  const lines = [...linesOf(text)];
  const questions = lines.findLast(({ line }) => QUESTIONS.test(line))?.start;
  const remarks = lines.find(({ line, start }) => REMARKS.test(line) && start < (questions ?? text.length))?.start;
  if (questions === undefined && remarks === undefined) return [];
  const start = remarks ?? 0;
  const end = questions ?? text.length;
  return [
    ...end > start ? [{ name: "remarks", start, end }] : [],
    ...questions === undefined ? [] : [{ name: "questions", start: questions, end: text.length }],
  ];
}

function* linesOf(text: string): Generator<{ readonly line: string; readonly start: number }, void, undefined> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    if (end - start <= MAX_HEADING_CHARS) yield { line: text.slice(start, end).trim(), start };
    start = end + 1;
  }
}
