import type { ThesisRow } from "./thesis_row.ts";

/** Rows whose figures come from bars of the same length, so that they can be ranked together. */
export interface SameBars<T> {
  /** As {@linkcode ThesisRow.frequency}. */
  readonly frequency: string | undefined;
  readonly rows: readonly T[];
}

/**
 * Splits rows by the bars behind them. A score from days and one from month-ends differ in more than the company: in what
 * they are compared with, and in how much they have seen.
 * @returns The most rows first; each in the order given. One group when a service does not say.
 */
export function byBars<T extends Pick<ThesisRow, "frequency">>(rows: readonly T[]): SameBars<T>[] {
  return [...Map.groupBy(rows, ({ frequency }) => frequency)].map(([frequency, same]) => ({ frequency, rows: same }))
    .toSorted((one, other) => other.rows.length - one.rows.length);
}

/** Like `daily bars`; what else a service calls them, as it is. */
export function barsWords(frequency: string | undefined): string {
  return frequency === undefined ? "price frequency not stated" : `${frequency} bars`;
}
