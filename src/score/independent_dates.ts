/** The period from the close at which a thesis starts to the one at its horizon. */
export interface Period {
  /** `YYYY-MM-DD`. */
  readonly entry: string;
  /** `YYYY-MM-DD`, after the entry. */
  readonly exit: string;
}

/**
 * Fewest independent dates for a conclusion. By the two-sided sign test at 5% (Arbuthnott 1710, Dixon & Mood 1946) a
 * record on fewer than 6 dates is not significant even if it is right on all, and 12 is the smallest number of dates
 * that allows two errors: 2 (1 + 12 + 66) / 4096 = 3.9%.
 */
export const MIN_INDEPENDENT_DATES = 12;

/** A date with fewer theses than this share of the fullest date is ignored: a late bar moved these theses to it. */
const MIN_SHARE = 0.1;

/**
 * Selects dates whose periods do not overlap: the first, then each next one at or after the exit of the last
 * selected. Overlapping periods share most of their returns, so they count as one.
 *
 * Published: overlapping returns are dependent, Hansen & Hodrick 1980, Journal of Political Economy 88; the greedy
 * choice finds the most intervals that do not overlap, Kleinberg & Tardos 2005, Algorithm Design, 4.1.
 * @param periods In any order; the exit of an entry is the most frequent one, or the latest of a tie.
 * @returns Entry dates, the earliest first.
 */
export function independentDates(periods: Iterable<Period>): readonly string[] {
  const dates = [...Map.groupBy(periods, ({ entry }) => entry)].map(([entry, some]) => ({
    entry,
    exit: usualExit(some),
    count: some.length,
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

function usualExit(periods: readonly Period[]): string {
  const counts = [...Map.groupBy(periods, ({ exit }) => exit)].map(([exit, some]) => ({ exit, count: some.length }));
  const most = Math.max(...counts.map(({ count }) => count));
  return counts.reduce((latest, { exit, count }) => count === most && exit > latest ? exit : latest, "");
}
