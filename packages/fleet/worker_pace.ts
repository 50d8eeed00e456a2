import { type Pace, type PaceOptions, Pacer } from "../../src/batch/send/pacer.ts";

/** What the shards of a worker have in common. */
interface Common {
  readonly pacer: Pacer;
  /** The oldest first. */
  readonly shards: ShardPace[];
  inFlight: number;
}

/**
 * The pace of all shards of a worker, which is one client of the service however many shards it works on: what one
 * shard leaves unused the others take, the oldest first, so that two shards do not end at the same time.
 */
export class WorkerPace {
  readonly #options: PaceOptions;
  #common: Common | undefined;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /**
   * The pace of one more shard, until it is disposed of.
   * @param wake Called when the shard may send again.
   */
  join(wake: () => void): ShardPace {
    // A service that stopped the runs of its time is asked anew by later ones.
    if (this.#common === undefined || this.#common.pacer.stop !== undefined) {
      this.#common = { pacer: new Pacer(this.#options), shards: [], inFlight: 0 };
    }
    return new ShardPace(this.#common, wake);
  }
}

/** The part of one shard in the pace of its worker. */
export class ShardPace implements Pace, Disposable {
  readonly #common: Common;
  readonly #wake: () => void;
  /** What the limits of its own run ask for; other runs do not wait for them. */
  #pausedUntilMs = 0;
  /**
   * Requests that have ended and whose end is not on record yet. If the worker dies now they are in doubt, so another
   * shard has to wait; the next request of the same shard shares their commit.
   */
  #unwritten = 0;

  constructor(common: Common, wake: () => void) {
    this.#common = common;
    this.#wake = wake;
    common.shards.push(this);
  }

  get limit(): number {
    return this.#common.pacer.limit;
  }

  get pausedUntilMs(): number {
    return Math.max(this.#pausedUntilMs, this.#common.pacer.pausedUntilMs);
  }

  get outage(): Pace["outage"] {
    return this.#common.pacer.outage;
  }

  get isServiceDown(): boolean {
    return this.#common.pacer.isServiceDown;
  }

  get stop(): Pace["stop"] {
    return this.#common.pacer.stop;
  }

  get refusedShare(): Pace["refusedShare"] {
    return this.#common.pacer.refusedShare;
  }

  waitMs(nowMs: number): number {
    const { pacer, shards, inFlight } = this.#common;
    const waitMs = Math.max(pacer.waitMs(nowMs), this.#pausedUntilMs - nowMs);
    if (waitMs > 0) return waitMs;
    const unwritten = shards.reduce((sum, shard) => sum + (shard === this ? 0 : shard.#unwritten), 0);
    return inFlight + unwritten < pacer.limit ? 0 : Infinity;
  }

  started(nowMs: number): void {
    this.#common.pacer.started(nowMs);
    this.#common.inFlight++;
  }

  succeeded(times: Parameters<Pace["succeeded"]>[0]): void {
    this.#common.pacer.succeeded(times);
    this.#ended();
  }

  failed(...end: Parameters<Pace["failed"]>): void {
    this.#common.pacer.failed(...end);
    this.#ended();
  }

  givenUp(): void {
    this.#common.pacer.givenUp();
    this.#common.inFlight--;
    this.#wakeAll();
  }

  /** The end of a request is on record. */
  written(): void {
    this.#unwritten = Math.max(0, this.#unwritten - 1); // the end of one that was given up is written, too
    this.#wakeAll();
  }

  pauseUntil(atMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, atMs);
  }

  save(): string {
    return this.#common.pacer.save();
  }

  [Symbol.dispose](): void {
    const { shards } = this.#common;
    shards.splice(shards.indexOf(this), 1);
    this.#wakeAll();
  }

  #ended(): void {
    this.#unwritten++;
    this.#common.inFlight--;
  }

  #wakeAll(): void {
    for (const shard of [...this.#common.shards]) shard.#wake();
  }
}
