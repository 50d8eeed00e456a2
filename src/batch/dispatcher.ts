import { clearImmediate, setImmediate } from "node:timers";
import { retryDelayMs } from "../pace/retry_delay.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { Asked } from "../run/outcome.ts";
import { Attempt, type AttemptOptions } from "./attempt.ts";
import type { CallFailure } from "./failure.ts";
import type { Ledger } from "./ledger.ts";
import type { OpenRequest } from "./ledger_rows.ts";
import { HONOURS_KEYS_NOTE, PACE_NOTE, SPENT_NOTE } from "./notes.ts";
import type { Pacer } from "./pacer.ts";
import { RetryQueue, type WaitingRequest } from "./retry_queue.ts";
import { filesOf, saveFiles } from "./save_files.ts";
import type { Spending } from "./spending.ts";
import type { StopReason } from "./stop_reason.ts";
import type { RequestEnd, SettledRequest } from "./settled_request.ts";
import { judge } from "./verdict.ts";

/** What a dispatcher works with. */
export interface DispatchContext extends AttemptOptions {
  readonly ledger: Ledger;
  readonly pacer: Pacer;
  readonly spending: Spending;
  /** The run's folder. */
  readonly folder: string;
  /** Longest time from a request's first attempt to the start of its last, in milliseconds. */
  readonly requestMs: number;
  /** Longest time without an outcome while the service takes requests, in milliseconds. */
  readonly stallMs: number;
  /** Whether files that an answer names are fetched. */
  readonly wantsFiles: boolean;
  /** Spreads delays, 0 up to 1. */
  random(): number;
  /** Whether another outcome can be taken. */
  hasRoom(): boolean;
  /** A request that was in doubt is asked again. */
  onReopen(open: OpenRequest): void;
  /** A request is about to be sent. */
  onStart(open: OpenRequest): void;
  /** An attempt is over, whatever it gave. */
  onEnd(): void;
  /** A request has an outcome, and it is on disk. */
  onSettled(settled: SettledRequest): void;
  /** Nothing is on its way, and nothing more is sent. */
  onOver(): void;
}

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
  readonly #context: DispatchContext;
  readonly #source: Iterator<OpenRequest>;
  readonly #retries = new RetryQueue();
  readonly #onTheirWay = new Set<Attempt>();
  readonly #saves = new AbortController();
  /** An earlier process of the run was told so. */
  readonly #didHonourKeys: boolean;
  #next: WaitingRequest | undefined;
  #isSourceOver = false;
  #isDraining = false;
  #isGivenUp = false;
  #saving = 0;
  /** Requests on their way, being written, or having their files fetched. */
  #working = 0;
  #settledMs: number;
  #stopTimer = () => {};
  #stopWatch = () => {};
  #reason: StopReason | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(context: DispatchContext) {
    this.#context = context;
    this.#source = this.#openRequests(context.ledger.inDoubt());
    this.#didHonourKeys = context.ledger.note(HONOURS_KEYS_NOTE) !== undefined;
    this.#settledMs = context.clock.monotonicMs();
    this.#watchForStall(context.stallMs);
  }

  /** What waits; then what an earlier process left in doubt, when the service has said meanwhile that it runs a key once. */
  *#openRequests(inDoubt: readonly number[]): Generator<OpenRequest, void, undefined> {
    const { ledger, onReopen } = this.#context;
    yield* ledger.openRequests();
    if (!this.#honoursKeys) return;
    for (const open of ledger.inDoubtRequests(inDoubt)) {
      onReopen(open);
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
    this.#saves.abort(why);
    for (const attempt of this.#onTheirWay) attempt.giveUp(why);
  }

  get #honoursKeys(): boolean {
    return this.#didHonourKeys || this.#context.research.honoursKeys === true;
  }

  /** Sends as much as may be sent now; to be called when something changed. */
  admit(): void {
    this.#stopTimer();
    for (let starts = 0; this.#hasSlot(); starts++) {
      if (starts === STARTS_A_TURN) return this.#wakeNextTurn();
      const nowMs = this.#context.clock.monotonicMs();
      const next = this.#next ??= this.#take(nowMs);
      if (next === undefined) break;
      if (next.open.result === undefined && !this.#maySend(nowMs)) break;
      this.#next = undefined;
      const { result } = next.open;
      this.#guard(() =>
        result === undefined ? this.#ask(next) : this.#save(next.open, { result, asked: next.open.asked })
      );
    }
    if (this.isOver) this.#end();
    else if (this.#next === undefined && !this.#isDraining) this.#wakeAt(this.#retries.firstDueMs);
  }

  #hasSlot(): boolean {
    return !this.#isDraining && this.#saving < MOST_SAVING && this.#context.hasRoom();
  }

  #take(nowMs: number): WaitingRequest | undefined {
    const due = this.#retries.takeDue(nowMs);
    return due !== undefined || this.#retries.size >= MOST_RETRIES ? due : this.#fromSource();
  }

  #fromSource(): WaitingRequest | undefined {
    if (this.#isSourceOver) return undefined;
    const { done, value } = this.#source.next();
    if (done !== true) return { open: value };
    this.#isSourceOver = true;
    return undefined;
  }

  #maySend(nowMs: number): boolean {
    const { pacer, spending } = this.#context;
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
    const { clock } = this.#context;
    this.#stopTimer = clock.schedule(Math.max(0, atMs - clock.monotonicMs()), () => this.admit());
  }

  async #ask(waiting: WaitingRequest): Promise<void> {
    const { ledger, pacer, spending, clock, onStart, onEnd } = this.#context;
    const { open } = waiting;
    const attempt = new Attempt(open, this.#context);
    this.#onTheirWay.add(attempt);
    const startMs = clock.monotonicMs();
    pacer.started(startMs);
    spending.reserve();
    this.#keepNotes();
    onStart(open);
    const startedAt = clock.now().toISOString();
    await ledger.intent(open.id, startedAt);
    if (attempt.isGivenUp) {
      this.#onTheirWay.delete(attempt);
      pacer.givenUp();
      spending.takeBack();
      onEnd();
      return await ledger.takeBack(open.id);
    }
    const end = await attempt.run();
    this.#onTheirWay.delete(attempt); // the slot is free: what is sent next shares the commit of this end
    onEnd();
    const seconds = (clock.monotonicMs() - startMs) / 1000;
    const asked: Asked = { ...open.asked, attempts: open.asked.attempts + 1, startedAt, seconds };
    const ending = "result" in end
      ? this.#answered(open, { result: end.result, asked, startMs })
      : this.#failed(waiting, { failure: end.failure, asked, startMs, isGivenUp: attempt.isGivenUp });
    this.admit();
    await ending;
  }

  async #answered(
    open: OpenRequest,
    { result, asked, startMs }: {
      readonly result: ReasoningResult;
      readonly asked: Asked;
      readonly startMs: number;
    },
  ): Promise<void> {
    const { ledger, pacer, spending, clock, wantsFiles } = this.#context;
    pacer.succeeded({ nowMs: clock.monotonicMs(), startMs });
    spending.settle(true);
    spending.ended("done");
    this.#keepNotes();
    const hasFiles = wantsFiles && filesOf(result).length > 0;
    await ledger.answered(open.id, { state: hasFiles ? "answered" : "done", result, seconds: asked.seconds ?? 0 });
    if (hasFiles) await this.#save(open, { result, asked });
    else this.#settle({ open, asked, end: { state: "done", result, files: [] } });
  }

  async #failed(
    waiting: WaitingRequest,
    { failure, asked, startMs, isGivenUp }: {
      readonly failure: CallFailure;
      readonly asked: Asked;
      readonly startMs: number;
      readonly isGivenUp: boolean;
    },
  ): Promise<void> {
    const { ledger, pacer, spending, clock, random } = this.#context;
    const { open, firstMs = startMs } = waiting;
    const nowMs = clock.monotonicMs();
    if (isGivenUp) pacer.givenUp();
    else pacer.failed(failure, { nowMs, startMs });
    const verdict = judge(failure, {
      strikes: open.strikes,
      isRepeatable: this.#honoursKeys,
      mayHaveRun: open.mayHaveRun,
      isGivenUp,
      isServiceDown: pacer.isServiceDown,
      noMore: () => this.#noMore(nowMs - firstMs),
    });
    const { state, again, strikes, isBillable, mayHaveRun, error } = verdict;
    spending.settle(isBillable);
    if (state !== "planned") spending.ended(state); // before the next one leaves
    this.#keepNotes();
    const seconds = asked.seconds ?? 0;
    const written = ledger.ended(open.id, { state, error, seconds, strikes, isBillable: isBillable || mayHaveRun });
    if (again === "when_open") this.#retries.push({ ...waiting, open: { ...open, asked, mayHaveRun } }, nowMs);
    if (again === "delayed") {
      const struck = { ...open, asked, mayHaveRun, strikes: { code: error.code, count: strikes } };
      this.#retries.push({ open: struck, firstMs }, nowMs + retryDelayMs(strikes, { random }));
    }
    await written;
    if (state !== "planned") this.#settle({ open, asked, end: { state, error } });
  }

  #noMore(sinceFirstMs: number): string | undefined {
    const { requestMs, spending } = this.#context;
    if (sinceFirstMs >= requestMs) return `${requestMs / 1000} s have passed since it was first sent`;
    return spending.takeRetry();
  }

  async #save(
    open: OpenRequest,
    { result, asked }: { readonly result: ReasoningResult; readonly asked: Asked },
  ): Promise<void> {
    this.#saving++;
    try {
      const { ledger, research, folder } = this.#context;
      const saved = await saveFiles({ ...open, result }, { research, folder, signal: this.#saves.signal });
      if (saved === undefined) return; // given up: the next process fetches them
      await ledger.saved(open.id, saved);
      const { files, error } = saved;
      const end: RequestEnd = error === undefined
        ? { state: "done", result, files }
        : { state: "partial", result, files, error };
      this.#settle({ open, asked, end });
    } finally {
      this.#saving--;
    }
  }

  #settle(settled: SettledRequest): void {
    this.#settledMs = this.#context.clock.monotonicMs();
    this.#context.onSettled(settled);
  }

  /** What must survive this process beside the requests; written with what is written next. */
  #keepNotes(): void {
    const { ledger, pacer, spending } = this.#context;
    ledger.keepNote(PACE_NOTE, () => pacer.save());
    ledger.keepNote(SPENT_NOTE, () => spending.save());
    if (this.#honoursKeys) ledger.keepNote(HONOURS_KEYS_NOTE, () => "yes");
  }

  /** A failure that is none of a row's ends the run. */
  async #guard(work: () => Promise<void>): Promise<void> {
    this.#working++;
    try {
      await work();
    } catch (error) {
      this.#failure ??= { error };
      this.giveUp(error instanceof Error ? error : new Error(String(error)));
    }
    this.#working--;
    this.admit();
  }

  /** Requests that are refused again and again are no progress; a wait that the service asked for is no stall. */
  #watchForStall(afterMs: number): void {
    const { clock, stallMs, pacer, hasRoom } = this.#context;
    this.#stopWatch = clock.schedule(afterMs, () => {
      const nowMs = clock.monotonicMs();
      if (!hasRoom()) this.#settledMs = nowMs; // its reader takes its time
      const idleMs = nowMs - Math.max(this.#settledMs, pacer.pausedUntilMs);
      if (idleMs < stallMs) return this.#watchForStall(stallMs - idleMs);
      const message = `no request has ended for ${Math.round(idleMs / 60_000)} minutes; run the same command to go on`;
      this.giveUp(new Error(message), { code: "stalled", message });
    });
  }

  #end(): void {
    this.#stopTimer();
    this.#stopWatch();
    this.#context.onOver();
  }
}
