import type { Clock } from "../pace/clock.ts";
import type { StatusCounts } from "../run/counts.ts";
import type { Outcome } from "../run/outcome.ts";
import type { Progress } from "../run/progress.ts";

/** Counts along while a run goes on. */
export class ProgressMeter {
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #statuses: Record<keyof StatusCounts, number>;
  readonly #rows: number;
  #finished = 0;
  #inFlight = 0;

  constructor(clock: Clock, counts: { readonly rows: number; readonly statuses: StatusCounts }) {
    this.#clock = clock;
    this.#startMs = clock.monotonicMs();
    this.#rows = counts.rows;
    this.#statuses = { ...counts.statuses };
  }

  started(): void {
    this.#inFlight++;
  }

  ended(): void {
    this.#inFlight--;
  }

  /** A row that waited has an outcome now. */
  settled(outcome: Outcome): void {
    if (outcome.status === "pending") return;
    this.#statuses.pending--;
    this.#statuses[outcome.status]++;
    this.#finished++;
  }

  /** Seconds since the meter began. */
  get seconds(): number {
    return (this.#clock.monotonicMs() - this.#startMs) / 1000;
  }

  read(): Progress {
    const { seconds } = this;
    const rowsPerSecond = seconds > 0 ? this.#finished / seconds : 0;
    return {
      rows: this.#rows,
      statuses: { ...this.#statuses },
      inFlight: this.#inFlight,
      rowsPerSecond,
      secondsLeft: rowsPerSecond > 0 ? this.#statuses.pending / rowsPerSecond : undefined,
    };
  }
}
