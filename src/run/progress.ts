import type { StatusCounts } from "./counts.ts";

/** How far a run is. */
export interface Progress {
  /** Data rows of the input. */
  readonly rows: number;
  /** How many rows are in which state now. */
  readonly statuses: StatusCounts;
  /** Requests that are being answered. */
  readonly inFlight: number;
  /** Rows that this process finished per second; 0 before the first. */
  readonly rowsPerSecond: number;
  /** Seconds left at that rate; undefined before the first row. */
  readonly secondsLeft?: number | undefined;
  /** Most requests at once, as it is now; absent where it is not known. */
  readonly limit?: number | undefined;
  /** Requests sent since the run began, repeats included; absent where it is not known. */
  readonly sent?: number | undefined;
  /** Nothing new is sent; what is on its way is awaited. */
  readonly isStopping?: boolean | undefined;
  /** Seconds until something is sent again, because the service asked to wait or is down; absent when it is not. */
  readonly pausedSeconds?: number | undefined;
  /** What the requests cost so far at most, in the unit of the price; absent without a price. */
  readonly spent?: number | undefined;
  /** The thesis that came last. */
  readonly lastThesis?: LastThesis | undefined;
}

/** A thesis in three words. */
export interface LastThesis {
  /** The row's ticker. */
  readonly ticker: string;
  /** As the service spelled it. */
  readonly signal: string;
  /** As the service gave it. */
  readonly confidence: number;
}
