import { countLeading } from "../calendar/day.ts";
import type { ThesisRow } from "../run/thesis_row.ts";

/**
 * Creates a function that returns the percentile of a score in a run.
 * @param scores All scores of the run.
 * @returns A function: 100 for the highest score, 0 for the lowest; equal scores share their mean; `undefined` for a
 * run with fewer than two.
 */
export function percentilesAmong(scores: Iterable<number>): (score: number) => number | undefined {
  const sorted = Float64Array.from(scores).sort();
  const steps = sorted.length - 1;
  if (steps < 1) return () => undefined;
  return (score) => {
    const below = countLeading(sorted.length, (at) => (sorted[at] ?? 0) < score);
    const upTo = countLeading(sorted.length, (at) => (sorted[at] ?? 0) <= score);
    return 100 * (below + upTo - 1) / 2 / steps;
  };
}

/** A percentile rounded to tenths. */
export function tenths(points: number | undefined): number | undefined {
  return points === undefined ? undefined : Math.round(points * 10) / 10;
}

/** A function that gives the percentile of a row's score among the rows with the same bars. */
export function percentilesByBars<Row extends Pick<ThesisRow, "score" | "frequency">>(
  rows: readonly Row[],
): (row: Row) => number | undefined {
  const places = new Map(
    [...Map.groupBy(rows, ({ frequency }) => frequency)].map(([frequency, same]) =>
      [frequency, percentilesAmong(same.flatMap(({ score }) => score ?? []))] as const
    ),
  );
  return ({ score, frequency }) => score === undefined ? undefined : places.get(frequency)?.(score);
}
