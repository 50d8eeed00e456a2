import { BARE_LINES, MAX_HEADING_CHARS, SMALL_WORDS } from "../data/metrics/quotes.ts";
import type { TextKind } from "../data/text_document.ts";

/** Where the sentences of a text begin and end, found without the split that quotes are chosen from. */
export interface SentenceBounds {
  /** In order: of each sentence its first place, and the place after its last character. */
  readonly sentences: readonly (readonly [start: number, end: number])[];
  /** The places at which a sentence begins that no words before it belong to. */
  readonly begins: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
  /** Ends of lines that are sentences without a stop, as such calls have them. */
  readonly bare: ReadonlySet<number>;
}

/** Words after which a full stop belongs to them. */
const ABBREVIATED = new RegExp(
  String
    .raw`(?:^|[^\p{L}.])(?:mr|mrs|ms|dr|prof|st|jr|sr|inc|corp|co|ltd|llc|plc|nos?|vs|etc|eg|ie|approx|est|fig|sec` +
    String.raw`|art|vol|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|gen|gov|sen|rep|hon|rev|u\.s|u\.k|e\.g|i\.e` +
    String.raw`|p\.m|a\.m|(?<!\p{Nd})\p{L})$`,
  "iu",
);
/** Marks that end a sentence, with those that close what it opened. */
const STOP = /[.?!][.?!"'”’)\]]*(?=\s|$)/g;
const OPENS = /^\s*[\p{Lu}\p{Nd}"'([“‘$€£]/u;

const SMALL: ReadonlySet<string> = new Set(SMALL_WORDS.split(" "));

/**
 * The sentences of a text, line by line. A line that does not end with a stop may go on in the next: what that begins
 * with is no beginning, unless the line is a heading, or a line of a call that has no stops at all.
 */
export function sentenceBounds(text: string, kind: TextKind): SentenceBounds {
  const lines = text.split("\n");
  const isBare = kind === "call" && lacksStops(lines.slice(0, BARE_LINES.judged));
  const sentences: (readonly [number, number])[] = [];
  const begins = new Set<number>();
  const bare = new Set<number>();
  let at = 0;
  let isOpen = false;
  for (const [row, line] of lines.entries()) {
    const pieces = piecesOf(line);
    for (const [index, [start, end]] of pieces.entries()) {
      sentences.push([at + start, at + end]);
      if (index > 0 || !isOpen) begins.add(at + start);
    }
    const last = pieces.at(-1);
    const end = last === undefined ? "" : line.slice(...last);
    const isSentence = isBare && !isAbbreviated(end, end.length);
    if (last !== undefined && isSentence && !startsSmall(lines.slice(row + 1))) bare.add(at + last[1]);
    isOpen = last !== undefined && !isStopped(end) && !isSentence && (isOpen || !isHeading(line.trim()));
    at += line.length + 1;
  }
  return { sentences, begins, ends: new Set(sentences.map(([, end]) => end)), bare };
}

/** Whether lines are a sentence each, and end with nothing. */
function lacksStops(lines: readonly string[]): boolean {
  const said = lines.map((line) => line.trim()).filter((line) => line.length > 0);
  const stopped = said.filter((line) => /[.?!]["'”’)\]]*$/.test(line));
  const begun = said.filter((line) => /[\p{Lu}\p{Nd}$€£]/u.test(line.replace(/^["'“‘(]+/, "").slice(0, 2).charAt(0)));
  const { least, mostStopped, leastBegun } = BARE_LINES;
  return said.length >= least && stopped.length <= said.length * mostStopped &&
    begun.length >= said.length * leastBegun;
}

/** Whether the first of some lines that is not empty goes on with what was said. */
function startsSmall(lines: readonly string[]): boolean {
  const next = lines.find((line) => line.trim() !== "") ?? "";
  return /^\s*\p{Ll}/u.test(next);
}

function isHeading(line: string): boolean {
  return line.length <= MAX_HEADING_CHARS &&
    line.split(" ").every((word) => SMALL.has(word.replace(/,$/, "")) || /^(?:\p{Lu}[\p{L}'’&-]*|&),?$/u.test(word));
}

function piecesOf(line: string): readonly (readonly [number, number])[] {
  const ends = [...line.matchAll(STOP)].filter(({ index, 0: stop }) => {
    const rest = line.slice(index + stop.length);
    if (rest.trim() === "" || !stop.startsWith(".")) return true;
    return OPENS.test(rest.slice(0, 40)) && !isAbbreviated(line, index);
  }).map(({ index, 0: stop }) => index + stop.length);
  const pieces: [number, number][] = [];
  let from = 0;
  for (const to of [...ends, line.length]) {
    const piece = line.slice(from, to);
    const start = from + piece.length - piece.trimStart().length;
    const end = from + piece.trimEnd().length;
    if (end > start) pieces.push([start, end]);
    from = to;
  }
  return pieces;
}

/** Whether a line's last words are a whole sentence's last. */
function isStopped(piece: string): boolean {
  const at = piece.search(/[.?!]["'”’)\]]*$/);
  return at !== -1 && (piece.charAt(at) !== "." || !isAbbreviated(piece, at));
}

function isAbbreviated(line: string, stop: number): boolean {
  return ABBREVIATED.test(line.slice(Math.max(0, stop - 12), stop));
}
