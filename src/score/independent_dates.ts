/** From the close at which a thesis is taken to the one at which it is judged. */
export interface Stretch {
  /** `YYYY-MM-DD`. */
  readonly entry: string;
  /** `YYYY-MM-DD`, after the entry. */
  readonly exit: string;
}

/** A date with less than this share of the theses of the fullest is a straggler's, whose bar was missing: none of its own. */
const MIN_SHARE = 0.1;

/**
 * Dates whose stretches do not overlap: the first, then always the next that lies at or after the exit of the last
 * taken. Outcomes of stretches that overlap are mostly the same days' returns, and count as one.
 *
 * Published: overlapping returns are dependent, Hansen & Hodrick 1980, Journal of Political Economy 88; the greedy
 * choice finds the most intervals that do not overlap, Kleinberg & Tardos 2005, Algorithm Design, 4.1.
 * @param stretches In any order; of an entry, the exit that most have counts, of equally many the latest.
 * @returns Entries, the earliest first.
 */
export function independentDates(stretches: Iterable<Stretch>): readonly string[] {
  const dates = [...Map.groupBy(stretches, ({ entry }) => entry)].map(([entry, some]) => ({
    ...{ entry, exit: usualExit(some), count: some.length },
  }));
  const fullest = dates.reduce((most, { count }) => Math.max(most, count), 0);
  const taken: string[] = [];
  let free = "";
  for (const { entry, exit, count } of dates.sort((one, other) => one.entry < other.entry ? -1 : 1)) {
    if (entry < free || count < MIN_SHARE * fullest) continue;
    taken.push(entry);
    free = exit;
  }
  return taken;
}

function usualExit(stretches: readonly Stretch[]): string {
  const counts = [...Map.groupBy(stretches, ({ exit }) => exit)].map(([exit, some]) => ({ exit, count: some.length }));
  const most = Math.max(...counts.map(({ count }) => count));
  return counts.reduce((latest, { exit, count }) => count === most && exit > latest ? exit : latest, "");
}
