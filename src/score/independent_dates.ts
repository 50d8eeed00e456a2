/** From the close at which a thesis is taken to the one at which it is judged. */
export interface Stretch {
  /** `YYYY-MM-DD`. */
  readonly entry: string;
  /** `YYYY-MM-DD`, after the entry. */
  readonly exit: string;
}

/**
 * Dates whose stretches do not overlap: the first, then always the next that lies at or after the exit of the last
 * taken. Outcomes of stretches that overlap are mostly the same days' returns, and count as one.
 *
 * Published: overlapping returns are dependent, Hansen & Hodrick 1980, Journal of Political Economy 88; the greedy
 * choice finds the most intervals that do not overlap, Kleinberg & Tardos 2005, Algorithm Design, 4.1.
 * @param stretches In any order; of those with one entry the latest exit counts.
 * @returns Entries, the earliest first.
 */
export function independentDates(stretches: Iterable<Stretch>): readonly string[] {
  const exits = new Map<string, string>();
  for (const { entry, exit } of stretches) {
    const known = exits.get(entry);
    if (known === undefined || exit > known) exits.set(entry, exit);
  }
  const taken: string[] = [];
  let free = "";
  for (const [entry, exit] of [...exits].sort(([one], [other]) => one < other ? -1 : 1)) {
    if (entry < free) continue;
    taken.push(entry);
    free = exit;
  }
  return taken;
}
