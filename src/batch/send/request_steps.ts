import { retryDelayMs } from "../../pace/retry_delay.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { Asked, Outcome, PartialOutcome } from "../../run/outcome.ts";
import type { StopReason } from "../../run/progress.ts";
import { Attempt } from "./attempt.ts";
import type { CallFailure } from "./failure.ts";
import type { Grant } from "../ledger/durable_writes.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import { HONOURS_KEYS_NOTE, PACE_NOTE, SPENT_NOTE } from "../ledger/ledger_schema.ts";
import { type Answered, checkThesis } from "./check_thesis.ts";
import { isWhole, saveFiles } from "./save_files.ts";
import { RowStarted } from "./row_events.ts";
import type { Sending } from "./sending.ts";
import { judge, type Verdict } from "./verdict.ts";

/** Of a request that names nothing of the data. */
const UNPROCESSABLE = 422;

/** A finished request whose outcome is on disk. */
export interface SettledRequest {
  readonly open: OpenRequest;
  /** The outcome of its first row; other rows that share the request have the same. */
  readonly outcome: Outcome;
}

/** Who follows the requests under way. */
export interface RequestFollower {
  /** A slot is free. What is sent now shares a commit with the end of the last request. */
  freed(): void;
  /** The request is to be sent again, not before `dueMs` of the monotonic clock. */
  again(request: OpenRequest, dueMs: number): void;
  /** Nothing more is to be sent: for this reason, or because the requests are somebody else's now. */
  stop(reason: StopReason | undefined): void;
  /** The request has an outcome, which is on disk. */
  settled(settled: SettledRequest): void;
}

/** Takes each request from intent to outcome; every step is on disk before the next one begins. */
export class RequestSteps {
  readonly #sending: Sending;
  readonly #follower: RequestFollower;
  /** An array: a long-lived Set keeps deleted entries reachable until its table is collected. */
  readonly #underWay: Attempt[] = [];
  readonly #saves = new AbortController();
  readonly #wasIdempotent: boolean;
  #saving = 0;

  constructor(sending: Sending, follower: RequestFollower) {
    this.#sending = sending;
    this.#follower = follower;
    this.#wasIdempotent = sending.ledger.note(HONOURS_KEYS_NOTE) !== undefined;
  }

  /** Number of answers whose files are being downloaded, or whose text is being checked. */
  get saving(): number {
    return this.#saving;
  }

  /** Whether the service has said, to this process or an earlier one, that it runs a repeated key once. */
  get isIdempotent(): boolean {
    return this.#wasIdempotent || this.#sending.research.isIdempotent === true;
  }

  /** Sends the request; if its answer is known, downloads its files. */
  take(open: OpenRequest): Promise<void> {
    const { result, asked } = open;
    return result === undefined ? this.#ask(open) : this.#save(open, { result, asked });
  }

  /** Gives up the downloads under way, and later ones: the next process does them. */
  giveUpFiles(why: unknown): void {
    this.#saves.abort(why);
  }

  /** Gives up the requests under way, and downloads. */
  giveUp(why: Error): void {
    this.giveUpFiles(why);
    for (const attempt of this.#underWay) attempt.giveUp(why);
  }

  #forget(attempt: Attempt): void {
    const last = this.#underWay.pop();
    if (last !== undefined && last !== attempt) this.#underWay[this.#underWay.indexOf(attempt)] = last;
  }

  async #ask(open: OpenRequest): Promise<void> {
    const { ledger, pacer, spending, meter, clock, onEvent } = this.#sending;
    const attempt = new Attempt(open, this.#sending);
    this.#underWay.push(attempt);
    const startMs = clock.monotonicMs();
    pacer.started(startMs);
    spending.reserve();
    this.#keepNotes();
    meter.started();
    if (!open.isAboutList) onEvent(new RowStarted(open.input.row, meter));
    const startedAt = clock.now().toISOString();
    const grant = await ledger.intent(open.id, startedAt);
    if (grant !== "granted" || attempt.isGivenUp) {
      this.#forget(attempt);
      pacer.givenUp();
      spending.rollBack();
      meter.ended();
      return grant === "granted" ? await ledger.rollBack(open.id) : this.#refused(open, grant);
    }
    const end = await attempt.run();
    this.#forget(attempt);
    meter.ended();
    const seconds = (clock.monotonicMs() - startMs) / 1000;
    const asked: Asked = { ...open.asked, attempts: open.asked.attempts + 1, startedAt, seconds };
    const ending = "result" in end
      ? this.#answered(open, { result: end.result, asked, startMs })
      : this.#failed(open, { failure: end.failure, asked, startMs, isGivenUp: attempt.isGivenUp });
    this.#follower.freed();
    await ending;
  }

  /** Gives the request back: it was not sent. */
  #refused(open: OpenRequest, grant: Exclude<Grant, "granted">): void {
    const { pacer, clock } = this.#sending;
    const nowMs = clock.monotonicMs();
    const waitMs = typeof grant === "object" && "waitMs" in grant ? grant.waitMs : undefined;
    if (waitMs !== undefined) pacer.pauseUntil(nowMs + waitMs);
    this.#follower.again(open, nowMs + (waitMs ?? 0));
    if (waitMs === undefined) this.#follower.stop(typeof grant === "object" && "code" in grant ? grant : undefined);
  }

  async #answered(
    open: OpenRequest,
    { result, asked, startMs }: {
      readonly result: ReasoningResult;
      readonly asked: Asked;
      readonly startMs: number;
    },
  ): Promise<void> {
    const { ledger, pacer, spending, clock } = this.#sending;
    pacer.succeeded({ nowMs: clock.monotonicMs(), startMs });
    spending.answered(result);
    spending.ended("done");
    const stop = open.isAboutList ? undefined : this.#sending.brake?.add(open.input, result);
    if (stop !== undefined) this.#follower.stop(stop);
    this.#keepNotes();
    const isDone = open.isAboutList || isWhole(result, this.#sending); // its figures are in the answer
    await ledger.answered(open.id, { state: isDone ? "done" : "answered", result, seconds: asked.seconds ?? 0 });
    if (!isDone) await this.#save(open, { result, asked });
    else this.#settle(open, { status: "done", input: open.input, asked, result, files: [] });
  }

  async #failed(
    open: OpenRequest,
    { failure, asked, startMs, isGivenUp }: {
      readonly failure: CallFailure;
      readonly asked: Asked;
      readonly startMs: number;
      readonly isGivenUp: boolean;
    },
  ): Promise<void> {
    const { ledger, pacer, clock, random } = this.#sending;
    const { firstMs = startMs, earlier } = open;
    const nowMs = clock.monotonicMs();
    if (isGivenUp) pacer.givenUp();
    else pacer.failed(failure, { nowMs, startMs });
    const verdict = judge(failure, {
      strikes: open.strikes,
      isRepeatable: this.isIdempotent,
      mayHaveRun: open.mayHaveRun,
      isGivenUp,
      isServiceDown: pacer.isServiceDown,
      noMore: () => this.#noMore(nowMs - firstMs),
    });
    const { state, again, strikes, isBillable, mayHaveRun, error } = verdict;
    this.#spent(failure, verdict);
    const kept = state === "planned" ? undefined : earlier;
    const written = ledger.ended(open.id, {
      state: kept === undefined ? state : "partial",
      error,
      seconds: asked.seconds ?? 0,
      strikes,
      isBillable: isBillable || mayHaveRun,
      isRetry: again === "delayed",
      pauseMs: failure.kind === "refused" ? failure.retryAfterMs : undefined,
    });
    if (again === "when_open") this.#follower.again({ ...open, asked, mayHaveRun }, nowMs + this.#spreadMs(failure));
    if (again === "delayed") {
      const struck = { ...open, asked, mayHaveRun, firstMs, strikes: { code: error.code, count: strikes } };
      this.#follower.again(struck, nowMs + retryDelayMs(strikes, { random }));
    }
    await written;
    if (kept !== undefined) this.#settle(open, { status: "partial", input: open.input, asked, ...kept, error });
    else if (state !== "planned") this.#settle(open, { status: state, input: open.input, asked, error });
  }

  /** A request that is always refused does not keep others waiting. */
  #spreadMs({ retryAfterMs }: CallFailure): number {
    return retryAfterMs === undefined ? retryDelayMs(1, this.#sending) : 0;
  }

  /** Counts a failure and keeps the notes, before the next request is sent. */
  #spent({ status }: CallFailure, { state, isBillable }: Verdict): void {
    const { spending } = this.#sending;
    spending.settle(isBillable);
    // Our own service refuses what names nothing of its data before it asks a model.
    if (isBillable && status === UNPROCESSABLE) spending.askedNoModel();
    if (state !== "planned") spending.ended(state);
    this.#keepNotes();
  }

  #settle(open: OpenRequest, outcome: Outcome): void {
    this.#follower.settled({ open, outcome });
  }

  #noMore(sinceFirstMs: number): string | undefined {
    const { requestMs, spending } = this.#sending;
    if (sinceFirstMs >= requestMs) return `${requestMs / 1000} s have passed since it was first sent`;
    return spending.takeRetry();
  }

  async #save(
    open: OpenRequest,
    { result, asked }: { readonly result: ReasoningResult; readonly asked: Asked },
  ): Promise<void> {
    this.#saving++;
    try {
      const { signal } = this.#saves;
      const saved = await saveFiles({ ...open, result }, { ...this.#sending, signal });
      if (saved === undefined) return; // given up: the next process downloads them
      const checked = await this.#check({ ...open, asked, result });
      if (signal.aborted) return; // likewise
      await this.#sending.ledger.saved(open.id, { ...saved, ...checked });
      const { files, error } = saved;
      const known = { input: open.input, asked, result, files, ...checked };
      this.#settle(open, error === undefined ? { status: "done", ...known } : { status: "partial", ...known, error });
    } finally {
      this.#saving--;
    }
  }

  /** The check of an answer, for its outcome; nothing in a run that checks nothing. */
  async #check(answer: Answered): Promise<Pick<PartialOutcome, "check">> {
    const { verify, ledger, clock } = this.#sending;
    return verify === undefined ? {} : { check: await checkThesis(answer, { verify, ledger, now: clock.now() }) };
  }

  /** Notes what the next process needs beside the requests; written in the next commit. */
  #keepNotes(): void {
    const { ledger, pacer, spending } = this.#sending;
    ledger.keepNote(PACE_NOTE, () => pacer.save());
    ledger.keepNote(SPENT_NOTE, () => spending.save());
    if (this.isIdempotent) ledger.keepNote(HONOURS_KEYS_NOTE, () => "yes");
  }
}
