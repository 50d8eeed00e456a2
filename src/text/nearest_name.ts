/**
 * Finds the name that a person meant.
 * @param name As it was typed; case, spaces, `-`, `_` and `^` do not count.
 * @returns The one with the fewest edits; undefined if absent, or each differs in more than half its letters.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return nearestNames(name, names)[0];
}

/** Those that a person may have meant by {@linkcode nearestName}'s rule, the nearest first. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  const typed = plain(name);
  const scored = names.map((one) => ({
    one,
    edits: edits(typed, plain(one)) / Math.max(typed.length, plain(one).length),
  }));
  return scored.filter(({ edits }) => edits <= 0.5).toSorted((a, b) => a.edits - b.edits).map(({ one }) => one);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_^-]/g, "");
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
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
