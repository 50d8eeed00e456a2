import type { ThesisRow } from "./thesis_row.ts";

/** What the runs of one history have in common; runs that differ in any of it are distinguished. */
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
export interface TickerNight extends
  Pick<
    ThesisRow,
    | "signal"
    | "score"
    | "confidence"
    | "probability"
    | "drawdownProbability"
    | "rank"
    | "asOf"
    | "requestedAsOf"
    | "askedAt"
    | "horizon"
    | "benchmark"
    | "frequency"
    | "engine"
  > {
  /** Last day of the data of the run, `YYYY-MM-DD`; where the service does not say, the requested day or its date. */
  readonly night: string;
  /** When the run began, ISO 8601. */
  readonly ranAt: string;
  /** Id of the run. */
  readonly runId: string;
  /** Status of the row: `done`, `partial`, `failed` or `in_doubt`. */
  readonly status: string;
  /** Place of its score among the rows with the same bars: 100 is the highest, 0 the lowest. */
  readonly percentile?: number | undefined;
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
