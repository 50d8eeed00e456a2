import type { Clock } from "../../pace/clock.ts";
import type { StatusCounts } from "../../run/counts.ts";
import { hasThesis, type Outcome } from "../../run/outcome.ts";
import type { Progress, UsedModel } from "../../run/progress.ts";
import type { Pace } from "./pacer.ts";

/** Rows that this process must finish before it says how long the others take: a share of the list, or so many. */
const ENOUGH = { share: 0.05, least: 3, rows: 20 };

/** Where a meter reads the pace of a run and its cost. */
export interface PaceWatch {
  readonly pacer: Pick<Pace, "limit" | "pausedUntilMs" | "outage" | "refusedShare">;
  readonly spending: {
    readonly sent: number;
    readonly cost: number | undefined;
    readonly model?: UsedModel | undefined;
  };
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

  #paceNow(): Pick<Progress, "limit" | "sent" | "refusedShare" | "spent" | "model" | "pausedSeconds" | "outage"> {
    if (this.#pace === undefined) return {};
    const { pacer, spending } = this.#pace;
    const { limit, outage, refusedShare } = pacer;
    const pausedMs = pacer.pausedUntilMs - this.#clock.monotonicMs();
    return {
      limit,
      sent: spending.sent,
      refusedShare,
      spent: spending.cost,
      ...spending.model && { model: spending.model },
      pausedSeconds: pausedMs > 0 ? pausedMs / 1000 : undefined,
      outage,
    };
  }

  #lastThesis(): Progress["lastThesis"] {
    const last = this.#last;
    if (last === undefined || !hasThesis(last)) return undefined;
    const { signal, confidence } = last.result.agent_thesis;
    return { ticker: last.input.ticker, signal, confidence };
  }
}

const SECOND_MS = 1000;
/** What happened longer ago says little about what comes; but fewer times than this say little too. */
const WINDOW_MS = 60_000;
const LEAST = 20;

/** How often something happened in the last minute, or the last 20 times if that is longer. */
class RecentRate {
  /** One for each second in which it happened. */
  readonly #counts: { readonly second: number; count: number }[] = [];
  #sum = 0;
  #sinceMs: number | undefined;

  /** The work begins: before it nothing could happen. Only the first call counts. */
  begin(nowMs: number): void {
    this.#sinceMs ??= nowMs;
  }

  /** It happened once. */
  add(nowMs: number): void {
    const second = Math.floor(nowMs / SECOND_MS);
    const last = this.#counts.at(-1);
    if (last?.second === second) last.count++;
    else this.#counts.push({ second, count: 1 });
    this.#sum++;
    this.#forget(nowMs);
  }

  /** Times per second; 0 before the first. */
  perSecond(nowMs: number): number {
    this.#forget(nowMs);
    const seconds = (nowMs - (this.#sinceMs ?? nowMs)) / SECOND_MS;
    return seconds > 0 ? this.#sum / seconds : 0;
  }

  #forget(nowMs: number): void {
    for (let [oldest] = this.#counts; oldest !== undefined; [oldest] = this.#counts) {
      const endMs = (oldest.second + 1) * SECOND_MS;
      if (endMs > nowMs - WINDOW_MS || this.#sum - oldest.count < LEAST) return;
      this.#counts.shift();
      this.#sum -= oldest.count;
      this.#sinceMs = endMs;
    }
  }
}
