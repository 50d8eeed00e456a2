/** What the runs of one history have in common; runs that differ in any of it are told apart. */
export interface RunSeries {
  /** Name of the list, like `tickers.csv`. */
  readonly list: string;
  /** Base URL of the service, or the name of the embedded one. */
  readonly service: string;
  /** Requested model; absent when the service chose. */
  readonly model?: string | undefined;
  /** Digest of prompt, prompt column and body, eight hexadecimal digits; absent for the default question. */
  readonly question?: string | undefined;
}

/** What one night said of a name. */
export interface TickerNight {
  /** Last day of the data of the run, `YYYY-MM-DD`; where the service does not say, the requested day or its date. */
  readonly night: string;
  /** When the run began, ISO 8601. */
  readonly ranAt: string;
  /** Id of the run. */
  readonly runId: string;
  /** Status of the row: `done`, `partial`, `failed` or `in_doubt`. */
  readonly status: string;
  /** Direction, as received; absent without a thesis. */
  readonly signal?: string | undefined;
  /** Direction of the evidence, -1 to 1. */
  readonly score?: number | undefined;
  /** Confidence, as received; ours is 0 to 1. */
  readonly confidence?: number | undefined;
  /** Probability of the statement, 0 to 1. */
  readonly probability?: number | undefined;
  /** Chance of a fall of 15% or more within the horizon, 0 to 1. */
  readonly drawdownProbability?: number | undefined;
  /** 1 is the highest score of the rows with the same bars. */
  readonly rank?: number | undefined;
  /** Place of its score among the rows with the same bars: 100 is the highest, 0 the lowest. */
  readonly percentile?: number | undefined;
  /** Date of the newest data used, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
  /** The requested as-of day, `YYYY-MM-DD`. */
  readonly requestedAsOf?: string | undefined;
  /** When it was sent last, ISO 8601. */
  readonly askedAt?: string | undefined;
  /** The period of the statement, like `63d`. */
  readonly horizon?: string | undefined;
  /** Ticker the excess return is measured against. */
  readonly benchmark?: string | undefined;
  /** `daily` or `monthly`: the bars behind it. */
  readonly frequency?: string | undefined;
  /** Name and version of the research engine. */
  readonly engine?: string | undefined;
}

/** Nights in a row with the same signal, up to the last one. */
export interface Streak {
  /** The signal. */
  readonly signal: string;
  /** How many nights with a thesis in a row had it. */
  readonly nights: number;
  /** The first of them, `YYYY-MM-DD`. */
  readonly since: string;
  /** The signal before them; absent when there was none. */
  readonly before?: string | undefined;
}

/** A name over the nights of one series. */
export interface TickerHistory {
  /** The ticker, in capitals. */
  readonly ticker: string;
  /** The runs it is of. */
  readonly series: RunSeries;
  /** One for each night, oldest first; of several runs on one night the last finished one with a thesis serves. */
  readonly nights: readonly TickerNight[];
  /** Nights in a row with the same signal; absent without a thesis. */
  readonly streak?: Streak | undefined;
}
