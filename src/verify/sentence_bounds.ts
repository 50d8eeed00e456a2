/** Where the sentences of a text begin and end, found without the split that quotes are chosen from. */
export interface SentenceBounds {
  /** In order: of each sentence its first place, and the place after its last character. */
  readonly sentences: readonly (readonly [start: number, end: number])[];
  /** The places at which a sentence begins that no words before it belong to. */
  readonly begins: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
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

/**
 * The sentences of a text, line by line. A line that does not end with a stop may go on in the next: what that begins
 * with is no beginning.
 */
export function sentenceBounds(text: string): SentenceBounds {
  const sentences: (readonly [number, number])[] = [];
  const begins = new Set<number>();
  let at = 0;
  let isOpen = false;
  for (const line of text.split("\n")) {
    const pieces = piecesOf(line);
    for (const [index, [start, end]] of pieces.entries()) {
      sentences.push([at + start, at + end]);
      if (index > 0 || !isOpen) begins.add(at + start);
    }
    const last = pieces.at(-1);
    isOpen = last !== undefined && !isStopped(line.slice(...last));
    at += line.length + 1;
  }
  return { sentences, begins, ends: new Set(sentences.map(([, end]) => end)) };
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
