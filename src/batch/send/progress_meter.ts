import type { Clock } from "../../pace/clock.ts";
import type { StatusCounts } from "../../run/counts.ts";
import { hasThesis, type Outcome } from "../../run/outcome.ts";
import type { Progress } from "../../run/progress.ts";
import { RecentRate } from "./recent_rate.ts";

/** Rows that this process must finish before it says how long the others take: a share of the list, or so many. */
const ENOUGH = { share: 0.05, least: 3, rows: 20 };

/** Where a meter reads the pace of a run and its cost. */
export interface PaceWatch {
  readonly pacer: { readonly limit: number; readonly pausedUntilMs: number };
  readonly spending: { readonly sent: number; readonly cost: number | undefined };
}

/** Counts the rows and requests of a run while it is running. */
export class ProgressMeter {
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #statuses: Record<keyof StatusCounts, number>;
  readonly #rows: number;
  readonly #rate = new RecentRate();
  #finished = 0;
  #inFlight = 0;
  #isStopping = false;
  #last: Outcome | undefined;
  #pace: PaceWatch | undefined;

  constructor(clock: Clock, counts: { readonly rows: number; readonly statuses: StatusCounts }) {
    this.#clock = clock;
    this.#startMs = clock.monotonicMs();
    this.#rows = counts.rows;
    this.#statuses = { ...counts.statuses };
  }

  /** Adds the pace and the cost of the run to what the meter reads. */
  watch(pace: PaceWatch): void {
    this.#pace = pace;
  }

  started(): void {
    this.#rate.begin(this.#clock.monotonicMs());
    this.#inFlight++;
  }

  ended(): void {
    this.#inFlight--;
  }

  /** The run has stopped sending. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Rows in doubt are pending again. */
  reopened(rows: number): void {
    this.#statuses.in_doubt -= rows;
    this.#statuses.pending += rows;
  }

  /** A pending row has an outcome. */
  settled(outcome: Outcome): void {
    if (outcome.status === "pending") return;
    this.#statuses.pending--;
    this.#statuses[outcome.status]++;
    this.#finished++;
    this.#rate.add(this.#clock.monotonicMs());
    if (hasThesis(outcome)) this.#last = outcome;
  }

  /** Seconds since the meter began. */
  get seconds(): number {
    return (this.#clock.monotonicMs() - this.#startMs) / 1000;
  }

  read(): Progress {
    const rowsPerSecond = this.#rate.perSecond(this.#clock.monotonicMs());
    const isEnough = this.#finished >= Math.min(ENOUGH.rows, Math.max(ENOUGH.least, ENOUGH.share * this.#rows));
    return {
      rows: this.#rows,
      statuses: { ...this.#statuses },
      inFlight: this.#inFlight,
      isStopping: this.#isStopping || undefined,
      rowsPerSecond,
      secondsLeft: isEnough && rowsPerSecond > 0 ? this.#statuses.pending / rowsPerSecond : undefined,
      ...this.#paceNow(),
      lastThesis: this.#lastThesis(),
    };
  }

  #paceNow(): Pick<Progress, "limit" | "sent" | "spent" | "pausedSeconds"> {
    if (this.#pace === undefined) return {};
    const { pacer, spending } = this.#pace;
    const pausedMs = pacer.pausedUntilMs - this.#clock.monotonicMs();
    return {
      limit: pacer.limit,
      sent: spending.sent,
      spent: spending.cost,
      pausedSeconds: pausedMs > 0 ? pausedMs / 1000 : undefined,
    };
  }

  #lastThesis(): Progress["lastThesis"] {
    const last = this.#last;
    if (last === undefined || !hasThesis(last)) return undefined;
    const { signal, confidence } = last.result.agent_thesis;
    return { ticker: last.input.ticker, signal, confidence };
  }
}
