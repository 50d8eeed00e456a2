import { clearImmediate, setImmediate } from "node:timers";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import type { StopReason } from "../../run/progress.ts";
import { RequestSteps, type SettledRequest } from "./request_steps.ts";
import { RetryQueue } from "./retry_queue.ts";
import type { Sending } from "./sending.ts";

/** Settled requests whose outcomes nobody has read yet; a reader that is slower than the service slows it down. */
const MOST_READY = 256;
/** Answers whose files are being fetched, beside the requests on their way. */
const MOST_SAVING = 64;
/**
 * So many leave in one turn of the event loop. All at once would come back all at once, round after round, and every
 * one of them would wait until all were read and written.
 */
const STARTS_A_TURN = 32;
/** Beyond so many that wait for another attempt, nothing new is begun. */
const MOST_RETRIES = 1_000;

/**
 * Sends what is open, as much at once as everything that may hold it back allows. An intent is durable before its
 * request leaves; the answer and the next intent share a commit, so that requests in doubt never pass the limit.
 */
export class Dispatcher {
  readonly #sending: Sending;
  readonly #wake: () => void;
  readonly #source: Iterator<OpenRequest>;
  readonly #retries = new RetryQueue();
  readonly #steps: RequestSteps;
  readonly #ready: SettledRequest[] = [];
  #next: OpenRequest | undefined;
  #isSourceOver = false;
  #isDraining = false;
  #isGivenUp = false;
  /** Requests on their way, being written, or having their files fetched. */
  #working = 0;
  #settledMs: number;
  #stopTimer = () => {};
  #stopWatch = () => {};
  #reason: StopReason | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param wake Called when a request has settled, and when nothing is under way and nothing more is sent. */
  constructor(sending: Sending, wake: () => void) {
    this.#sending = sending;
    this.#wake = wake;
    this.#source = this.#openRequests(sending.ledger.inDoubt());
    this.#steps = new RequestSteps(sending, {
      freed: () => this.admit(),
      again: (request, dueMs) => this.#retries.push(request, dueMs),
      settled: (settled) => this.#settle(settled),
    });
    this.#settledMs = sending.clock.monotonicMs();
    this.#watchForStall(sending.stallMs);
  }

  /** What waits; then what an earlier process left in doubt, when the service has said meanwhile that it runs a key once. */
  *#openRequests(inDoubt: readonly number[]): Generator<OpenRequest, void, undefined> {
    const { ledger, meter } = this.#sending;
    yield* ledger.openRequests();
    if (!this.#steps.isIdempotent) return;
    for (const open of ledger.inDoubtRequests(inDoubt)) {
      meter.reopened(open.isShared ? ledger.rowsOf(open.id).length : 1);
      yield open;
    }
  }

  /** Why it stopped before the last request, where it was not told to; to be asked when it is over. */
  get reason(): StopReason | undefined {
    return this.#isGivenUp || this.#hasMore() ? this.#reason : undefined;
  }

  /** What broke the run itself, like a full disk. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  get isOver(): boolean {
    const isEmpty = this.#next === undefined && this.#isSourceOver && this.#retries.size === 0;
    return (this.#isDraining || isEmpty) && this.#working === 0;
  }

  /** A limit that is met when nothing is left to send stops nothing. */
  #hasMore(): boolean {
    this.#next ??= this.#retries.takeDue(Infinity) ?? this.#fromSource();
    return this.#next !== undefined;
  }

  /** The next settled request; nothing when nobody has settled since. */
  takeSettled(): SettledRequest | undefined {
    const settled = this.#ready.shift();
    if (this.#ready.length === MOST_READY - 1) this.admit(); // there is room again
    return settled;
  }

  /** Nothing new is sent; what is on its way is awaited. */
  drain(reason?: StopReason): void {
    this.#isDraining = true;
    this.#reason ??= reason;
    this.admit();
  }

  /** Nothing new is sent, and what is on its way is given up. */
  giveUp(why: Error, reason?: StopReason): void {
    this.#isGivenUp = true;
    this.drain(reason);
    this.#steps.giveUp(why);
  }

  /** Sends as much as may be sent now; to be called when something changed. */
  admit(): void {
    this.#stopTimer();
    for (let starts = 0; this.#hasSlot(); starts++) {
      if (starts === STARTS_A_TURN) return this.#wakeNextTurn();
      const nowMs = this.#sending.clock.monotonicMs();
      const next = this.#next ??= this.#take(nowMs);
      if (next === undefined) break;
      if (next.result === undefined && !this.#maySend(nowMs)) break;
      this.#next = undefined;
      this.#work(next);
    }
    if (this.isOver) this.#end();
    else if (this.#next === undefined && !this.#isDraining) this.#wakeAt(this.#retries.firstDueMs);
  }

  #hasSlot(): boolean {
    return !this.#isDraining && this.#steps.saving < MOST_SAVING && this.#ready.length < MOST_READY;
  }

  #take(nowMs: number): OpenRequest | undefined {
    const due = this.#retries.takeDue(nowMs);
    return due !== undefined || this.#retries.size >= MOST_RETRIES ? due : this.#fromSource();
  }

  #fromSource(): OpenRequest | undefined {
    if (this.#isSourceOver) return undefined;
    const { done, value } = this.#source.next();
    if (done !== true) return value;
    this.#isSourceOver = true;
    return undefined;
  }

  #maySend(nowMs: number): boolean {
    const { pacer, spending } = this.#sending;
    const waitMs = pacer.waitMs(nowMs);
    if (pacer.stop !== undefined) this.drain(pacer.stop);
    else if (waitMs > 0) this.#wakeAt(nowMs + waitMs);
    else {
      const word = spending.next();
      if (typeof word !== "string") this.drain(word);
      else return word === "send";
    }
    return false;
  }

  #wakeNextTurn(): void {
    const turn = setImmediate(() => this.admit());
    this.#stopTimer = () => clearImmediate(turn);
  }

  #wakeAt(atMs: number | undefined): void {
    if (atMs === undefined || atMs === Infinity) return; // then something else wakes it
    const { clock } = this.#sending;
    this.#stopTimer = clock.schedule(Math.max(0, atMs - clock.monotonicMs()), () => this.admit());
  }

  /** A failure that is none of a row's ends the run. */
  async #work(request: OpenRequest): Promise<void> {
    this.#working++;
    try {
      await this.#steps.take(request);
    } catch (error) {
      this.#failure ??= { error };
      this.giveUp(error instanceof Error ? error : new Error(String(error)));
    }
    this.#working--;
    this.admit();
  }

  #settle(settled: SettledRequest): void {
    this.#settledMs = this.#sending.clock.monotonicMs();
    this.#ready.push(settled);
    this.#wake();
  }

  /** Requests that are refused again and again are no progress; a wait that the service asked for is no stall. */
  #watchForStall(afterMs: number): void {
    const { clock, stallMs, pacer } = this.#sending;
    this.#stopWatch = clock.schedule(afterMs, () => {
      const nowMs = clock.monotonicMs();
      if (this.#ready.length >= MOST_READY) this.#settledMs = nowMs; // its reader takes its time
      const idleMs = nowMs - Math.max(this.#settledMs, pacer.pausedUntilMs);
      if (idleMs < stallMs) return this.#watchForStall(stallMs - idleMs);
      const minutes = Math.round(idleMs / 60_000);
      this.giveUp(new Error(`no request has ended for ${minutes} minutes`), { code: "stalled", minutes });
    });
  }

  #end(): void {
    this.#stopTimer();
    this.#stopWatch();
    this.#wake();
  }
}
