/**
 * One regular session of a stock in New York, made from its trades or from the bars of its file.
 *
 * A trade counts for volume, traded value and `vwap` when it is in the session; for open, high, low, close and returns
 * only when its price was made at that moment: not late, out of sequence, an odd lot or of an average price.
 */
export interface Session {
  /** Day in New York, `YYYY-MM-DD`. */
  readonly day: string;
  /** First, highest, lowest and last price, above 0. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Shares traded; absent where the file has none. */
  readonly volume?: number;
  /** Sum of price times shares, in the currency of the file; of a bar, its own average price or (high + low + close) / 3. */
  readonly tradedValue?: number;
  /** `tradedValue` / `volume`: the volume-weighted average price; absent without volume. */
  readonly vwap?: number;
  /**
   * Square root of the sum of squared log returns of the session, not annualised and without the night before
   * (Andersen, Bollerslev, Diebold & Labys 2003). Returns are those between the last prices at or before steps of
   * `stepMinutes` from the open, the first price being the open. Absent where bars are longer than half an hour.
   */
  readonly realisedVolatility?: number;
  /** Minutes of a return: 5 (Andersen, Bollerslev, Diebold & Ebens 2001), or the length of the bars where that is more. */
  readonly stepMinutes: number;
  /** What it is made of. */
  readonly from: "trades" | "bars";
  /** Number of those. */
  readonly rows: number;
  /** Whether the rows of its file end that day before the session does. */
  readonly isPartial: boolean;
  /** `id` of the source of its rows. */
  readonly source: string;
}

/** The sessions of a ticker, in ascending order of day, one a day. */
export interface SessionSeries {
  readonly ticker: string;
  /** ISO 4217 code of its prices. */
  readonly currency: string;
  readonly sessions: readonly Session[];
}
