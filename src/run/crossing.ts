/** A line that a name is across, but not yet so far that it counts: kept until it is clear, or the name is back. */
export interface Crossing {
  /** The ticker as the list spells it. */
  readonly ticker: string;
  /** Which row of the ticker, from 1; absent for the first. */
  readonly nth?: number | undefined;
  /** `signal`, `fall` (the chance of a fall of 25%), or the metric and the side of what would speak against a thesis. */
  readonly line: string;
  /** The side on which the name was before: a signal, or `below` or `above`. */
  readonly settled: string;
  /** The figure on the last night on that side: the score, the chance, or the metric's. Absent where there was none. */
  readonly value?: number | undefined;
  /** What is crossed, in the unit of the figure; absent for a signal. */
  readonly threshold?: number | undefined;
  /** The sentence that named the line; absent where none did. */
  readonly text?: string | undefined;
  /** The figure that moved with it on the first night across, and what it was before; absent where none did. */
  readonly moved?: { readonly metric: string; readonly before: number } | undefined;
  /** Newest day of the data on the first night across, `YYYY-MM-DD`, where it is known. */
  readonly since?: string | undefined;
}
