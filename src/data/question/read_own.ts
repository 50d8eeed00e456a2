import type { AskedOwn } from "./asked.ts";
import { fold } from "../../terms/fold.ts";
import { blanked, byStart, type Place } from "../../terms/places.ts";
import { HIGHEST, LOWEST } from "./measure_words.ts";

/** The columns of a caller's own tables that a question asks for. */
export interface ReadOwn {
  readonly own: readonly AskedOwn[];
  readonly places: readonly Place[];
  /** The question without them, as long as it was. */
  readonly rest: string;
}

/** A shorter word alone is more often a word than the name of a column. */
const LEAST_LETTERS = 3;

/**
 * Reads which columns of their own a question names: `scores.my_factor` by table and column; `my_factor` or "my factor"
 * where it is a word of its own, with an underscore or a digit, or after "my", "our" or "own". A column that several
 * tables have is that of each.
 * @param isOurs Whether a word asks for something else already, like "momentum".
 */
export function readOwnNames(
  question: string,
  { names, isOurs }: { readonly names: readonly string[]; readonly isOurs: (word: string) => boolean },
): ReadOwn {
  if (names.length === 0) return { own: [], places: [], rest: question };
  const found: (Place & { readonly asked: AskedOwn })[] = [];
  let folded = fold(question);
  const wanted: AskedOwn["end"] = LOWEST.test(folded) ? "lowest" : HIGHEST.test(folded) ? "highest" : undefined;
  const take = (name: string, pattern: RegExp) => {
    for (const { index, 0: text } of folded.matchAll(pattern)) {
      const start = index;
      const end = index + text.length;
      const asked: AskedOwn = { name, text: question.slice(start, end), ...(wanted && { end: wanted }) };
      found.push({ start, end, asked });
    }
  };
  const byLength = names.toSorted((one, other) => other.length - one.length);
  for (const name of byLength) take(name, wordsOf(name, "."));
  folded = blanked(folded, found.toSorted(byStart));
  const groups = [...Map.groupBy(byLength, columnOf)].toSorted(([one], [other]) => other.length - one.length);
  for (const [column, group] of groups) {
    const before = found.length;
    const pattern = wordsOf(column, "");
    for (const name of group) take(name, isAlone(column, isOurs) ? pattern : ownedBy(pattern));
    folded = blanked(folded, found.slice(before).toSorted(byStart));
  }
  const sorted = found.toSorted(byStart);
  const own = [...new Map(sorted.map(({ asked }) => [asked.name, asked])).values()];
  return { own, places: sorted, rest: blanked(question, sorted) };
}

function columnOf(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

/** Where a name is written, with any mark between its words. */
function wordsOf(name: string, dot: "." | ""): RegExp {
  const words = (part: string) => part.split("_").join("[ _-]");
  const parts = dot === "" ? words(name) : name.split(".").map(words).join("\\.");
  return new RegExp(`(?<![\\w.])${parts}(?![\\w]|\\.\\w)`, "g");
}

function ownedBy({ source }: RegExp): RegExp {
  return new RegExp(`(?<=\\b(?:my|our|own)\\s)${source}`, "g");
}

/** Whether the name of a column is asked for by itself: it is no word that asks for something else. */
function isAlone(column: string, isOurs: (word: string) => boolean): boolean {
  if (/[_\d]/.test(column)) return true;
  return column.length >= LEAST_LETTERS && !isOurs(column);
}
