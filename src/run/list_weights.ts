/** A name of a list and its share. */
export interface ListWeight {
  /** The ticker, as in the list. */
  readonly ticker: string;
  /** Signed share of the portfolio, 0.05 for 5%; negative for a short position. */
  readonly weight: number;
}

/** The weights of a list: what one more request asks about. */
export interface ListWeights {
  /** Name of the column. */
  readonly column: string;
  /** In the order of the list, each ticker once; empty when a cell cannot be read. */
  readonly weights: readonly ListWeight[];
  /** Why the portfolio is not asked about, with line and column of a wrong cell; absent when it is. */
  readonly problem?: string | undefined;
}
