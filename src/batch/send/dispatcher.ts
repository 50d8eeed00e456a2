import { clearImmediate, setImmediate } from "node:timers";
import { sharedTimers } from "../../pace/shared_timers.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import type { StopReason } from "../../run/progress.ts";
import { RequestSteps, type SettledRequest } from "./request_steps.ts";
import type { Sending } from "./sending.ts";

/** Settled requests whose outcomes nobody has read yet; a reader that is slower than the service slows it down. */
const MOST_READY = 256;
/** Most answers whose files are being downloaded, or whose text is being checked, beside the requests under way. */
const MOST_SAVING = 64;
/**
 * Most requests sent in one turn of the event loop. Requests sent all at once come back all at once, round after round,
 * and each of them waits until all are read and written.
 */
const STARTS_A_TURN = 32;
/** While this many requests wait for another attempt, no new one is sent. */
const MOST_RETRIES = 1_000;

/**
 * Sends the open requests, as many at once as pace, limits and reader allow. An intent is durable before its request
 * leaves; an answer and the next intent share a commit, so that requests in doubt never exceed the limit.
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
  /** Requests that are under way, being written, or having their files downloaded. */
  #working = 0;
  #settledMs: number;
  #stopTimer = () => {};
  #stopWatch = () => {};
  #reason: StopReason | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param wake Called when a request has settled, and when nothing is under way and nothing more is sent. */
  constructor(sending: Sending, wake: () => void) {
    this.#sending = { ...sending, clock: sharedTimers(sending.clock) };
    this.#wake = wake;
    this.#source = this.#openRequests(sending.ledger.inDoubt());
    this.#steps = new RequestSteps(this.#sending, {
      freed: () => this.admit(),
      again: (request, dueMs) => this.#retries.push(request, dueMs),
      stop: (reason) => this.drain(reason),
      settled: (settled) => this.#settle(settled),
    });
    this.#settledMs = sending.clock.monotonicMs();
    this.#watchForStall(sending.stallMs);
  }

  /** The open requests; then those in doubt from earlier, if the service has said by then that it is idempotent. */
  *#openRequests(inDoubt: readonly number[]): Generator<OpenRequest, void, undefined> {
    const { ledger, meter, spending } = this.#sending;
    yield* ledger.openRequests();
    if (!this.#steps.isIdempotent) return;
    for (const open of ledger.inDoubtRequests(inDoubt)) {
      meter.reopened(open.isAboutList ? 0 : open.isShared ? ledger.rowsOf(open.id).length : 1);
      spending.reopened();
      yield open;
    }
  }

  /** Why it stopped before the last request; absent when the caller stopped it. Read it when {@linkcode isOver}. */
  get reason(): StopReason | undefined {
    return this.#isGivenUp || this.#hasMore() ? this.#reason : undefined;
  }

  /** The error that ended the run, like a full disk. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  get isOver(): boolean {
    const isEmpty = this.#next === undefined && this.#isSourceOver && this.#retries.size === 0;
    return (this.#isDraining || isEmpty) && this.#working === 0;
  }

  /** A limit reached with nothing left to send is no reason to stop. */
  #hasMore(): boolean {
    this.#next ??= this.#retries.takeDue(Infinity) ?? this.#fromSource();
    return this.#next !== undefined;
  }

  /** The next settled request; undefined if absent. */
  takeSettled(): SettledRequest | undefined {
    const settled = this.#ready.shift();
    if (this.#ready.length === MOST_READY - 1) this.admit(); // it stopped for lack of room
    return settled;
  }

  /** Stops sending; requests under way are awaited. */
  drain(reason?: StopReason): void {
    this.#isDraining = true;
    this.#sending.meter.stopping();
    this.#reason ??= reason;
    this.admit();
  }

  /** Stops sending and gives up the requests under way. */
  giveUp(why: Error, reason?: StopReason): void {
    this.#isGivenUp = true;
    this.drain(reason);
    this.#steps.giveUp(why);
  }

  /** Sends what may be sent now. Call it whenever something changed. */
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
    if (!this.#isRecorded()) return false;
    if (pacer.stop !== undefined) this.drain(pacer.stop);
    else if (waitMs > 0) this.#wakeAt(nowMs + waitMs);
    else {
      const word = spending.next();
      if (typeof word !== "string") this.drain(word);
      else return word === "send";
    }
    return false;
  }

  /** Whether an intent would be on record. What is under way is awaited: a ledger that was moved keeps its answers. */
  #isRecorded(): boolean {
    try {
      this.#sending.ledger.checkPlace();
      return true;
    } catch (error) {
      this.#failure ??= { error };
      this.#steps.giveUpFiles(error);
      this.drain();
      return false;
    }
  }

  #wakeNextTurn(): void {
    const turn = setImmediate(() => this.admit());
    this.#stopTimer = () => clearImmediate(turn);
  }

  #wakeAt(atMs: number | undefined): void {
    if (atMs === undefined || atMs === Infinity) return; // another event calls admit()
    const { clock } = this.#sending;
    this.#stopTimer = clock.schedule(Math.max(0, atMs - clock.monotonicMs()), () => this.admit());
  }

  /** A failure that no row caused ends the run. */
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

  /** A refusal is not progress; a wait that the service asked for is not a stall. */
  #watchForStall(afterMs: number): void {
    const { clock, stallMs, pacer } = this.#sending;
    this.#stopWatch = clock.schedule(afterMs, () => {
      const nowMs = clock.monotonicMs();
      if (this.#ready.length >= MOST_READY) this.#settledMs = nowMs; // the reader is slow, not the service
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

/** Requests to be sent again, the earliest due first. */
class RetryQueue {
  readonly #waiting: { readonly request: OpenRequest; readonly dueMs: number }[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  /** When the first is due; undefined when the queue is empty. */
  get firstDueMs(): number | undefined {
    return this.#waiting[0]?.dueMs;
  }

  push(request: OpenRequest, dueMs: number): void {
    const at = this.#waiting.findLastIndex((waiting) => waiting.dueMs <= dueMs);
    this.#waiting.splice(at + 1, 0, { request, dueMs });
  }

  /** Removes and returns the first request, if it is due. */
  takeDue(nowMs: number): OpenRequest | undefined {
    return (this.firstDueMs ?? Infinity) <= nowMs ? this.#waiting.shift()?.request : undefined;
  }
}
