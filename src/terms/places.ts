import { pattern } from "./fold.ts";

/** A piece of a text. */
export interface Place {
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
}

/** Stands for what is taken out of a text. */
export const BLANK = "\ufffc";

/** A text with some pieces blanked out, in order of their starts; one pass, whatever their number. */
export function blanked(text: string, pieces: readonly Place[]): string {
  let made = "";
  let at = 0;
  for (const { start, end } of pieces) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    made += `${text.slice(at, from)}${BLANK.repeat(end - from)}`;
    at = end;
  }
  return `${made}${text.slice(at)}`;
}

/** A text with some pieces as blanks, so that places in it stay. */
export function without(text: string, pieces: readonly Place[]): string {
  return pieces.length === 0 ? text : blanked(text, pieces.toSorted(byStart)).replaceAll(BLANK, " ");
}

/** Sorts pieces by where they begin. */
export function byStart(one: Place, other: Place): number {
  return one.start - other.start;
}

/** Where a text has a pattern. */
export function placesOf(text: string, pattern: RegExp): readonly Place[] {
  return [...text.matchAll(pattern)].map(({ index, 0: word }) => ({ start: index, end: index + word.length }));
}

/** Whether two pieces share a character. */
export function overlaps(one: Place, other: Place): boolean {
  return one.start < other.end && other.start < one.end;
}

/** A row of {@linkcode takenBy}: its words, as {@linkcode pattern} has them, and then how they are read. */
export function form(...written: Parameters<typeof pattern>) {
  return <Read>(read: Read): { readonly words: RegExp; readonly read: Read } => ({ words: pattern(...written), read });
}

/**
 * What rows find in a text, the first rows first; what one has taken, no later one reads.
 * @param read What a piece is, from the groups of its pattern and the text that is left; `undefined` leaves it to later rows.
 * @returns In order of their starts; and the text with them blanked out.
 */
export function takenBy<Row extends { readonly words: RegExp }, Found extends Place>(
  text: string,
  rows: Iterable<Row>,
  read: (row: Row, piece: Place, groups: readonly string[], rest: string) => Found | readonly Found[] | undefined,
): { readonly found: Found[]; readonly rest: string } {
  const found: Found[] = [];
  let rest = text;
  for (const row of rows) {
    const taken = [...rest.matchAll(row.words)].flatMap((match) => {
      const piece = { start: match.index, end: match.index + match[0].length };
      const of = read(row, piece, match.slice(1).map((group) => group ?? ""), rest);
      return of === undefined ? [] : [{ ...piece, of }];
    });
    if (taken.length > 0) rest = blanked(rest, taken);
    found.push(...taken.flatMap(({ of }) => of));
  }
  return { found: found.toSorted(byStart), rest };
}

/** The rows of a table: the words before the first bar, and the pattern behind it. */
export function rowsOf(table: string): readonly { readonly head: readonly string[]; readonly words: RegExp }[] {
  return table.trim().split("\n").map((line) => {
    const at = line.indexOf(" | ");
    return { head: line.slice(0, at).split(" "), words: new RegExp(line.slice(at + 3), "g") };
  });
}
