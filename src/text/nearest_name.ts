/**
 * Finds the name that a person meant.
 * @param name As it was typed; case, spaces, `-` and `_` do not count.
 * @param names Those there are.
 * @returns The one with the fewest edits; undefined when there is none, or each differs in more than half its letters.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const typed = plain(name);
  const scored = names.map((one) => ({
    one,
    edits: edits(typed, plain(one)) / Math.max(typed.length, plain(one).length),
  }));
  const [best] = scored.toSorted((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= 0.5 ? best.one : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}

/**
 * Counts the edits from one text to another by optimal string alignment: insert, remove, replace, or swap two
 * neighbours (Damerau 1964).
 */
export function edits(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
