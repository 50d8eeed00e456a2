/** Closes of one series, in rising order of day. */
export interface Closes {
  /** `YYYY-MM-DD`. */
  readonly dates: readonly string[];
  /** One above 0 for each day. */
  readonly closes: readonly number[];
}

/** Closes of a company, and those of the benchmark that they are measured against. */
export interface PriceHistory extends Closes {
  /** How often there is a close. */
  readonly frequency: "daily" | "monthly";
  /** Closes of the benchmark, as often; absent where there are none. */
  readonly benchmark?: Closes | undefined;
  /** One of the two counts dividends and the other does not. */
  readonly isMixed: boolean;
}

/** Where prices come from. */
export interface PricePort {
  /** Ticker that excess returns are measured against; absent where the data has none. */
  readonly benchmark?: string | undefined;
  /**
   * The ticker of the data that a spelling means; the same for each spelling of one company.
   * @param ticker As a list has it.
   */
  tickerOf(ticker: string): string;
  /**
   * What is known of a company's prices, the best series first.
   * @param ticker As {@linkcode tickerOf} gave it.
   * @returns Empty when there is none.
   */
  closesOf(ticker: string): readonly PriceHistory[];
}
