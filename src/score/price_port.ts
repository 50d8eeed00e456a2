/** Closes of one series, in ascending order of day. */
export interface Closes {
  /** `YYYY-MM-DD`. */
  readonly dates: readonly string[];
  /** One per day, above 0. */
  readonly closes: readonly number[];
  /** Days of closes that no return from an earlier one may cross or reach, because prices are not believed there. */
  readonly doubted?: readonly string[];
}

/** Closes of a company and of its benchmark. */
export interface PriceHistory extends Closes {
  /** Frequency of the closes. */
  readonly frequency: "daily" | "monthly";
  /** Closes of the benchmark at the same frequency, if any. */
  readonly benchmark?: Closes | undefined;
  /** Only one of the two includes dividends. */
  readonly isMixed: boolean;
}

/** Source of prices. */
export interface PricePort {
  /** Ticker of the benchmark for excess returns; absent if the data has none. */
  readonly benchmark?: string | undefined;
  /**
   * Normalises a ticker: all spellings of a company give the same result.
   * @param ticker As a list spells it.
   */
  tickerOf(ticker: string): string;
  /**
   * Returns the price series of a company, the best first.
   * @param ticker A result of {@linkcode tickerOf}.
   */
  closesOf(ticker: string): readonly PriceHistory[];
}
