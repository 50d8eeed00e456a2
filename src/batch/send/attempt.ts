import type { FailedCall } from "../../protocol/errors.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { type CallFailure, readFailure } from "./failure.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import type { Sending } from "./sending.ts";

/** Time an aborted call has to end by itself. */
const GRACE_MS = 5_000;

type Asking = Pick<Sending, "research" | "clock" | "attemptMs">;

/** The result of an attempt. */
export type AttemptResult = { readonly result: ReasoningResult } | { readonly failure: CallFailure };

/** One attempt at a request. It ends in time, even when the port ignores its signal. */
export class Attempt {
  readonly #open: OpenRequest;
  readonly #asking: Asking;
  readonly #controller = new AbortController();
  #abandon: (reason: Error) => void = () => {};
  #stopTimer = () => {};
  #isRunning = false;
  #isGivenUp = false;

  constructor(open: OpenRequest, asking: Asking) {
    this.#open = open;
    this.#asking = asking;
  }

  /** Whether {@linkcode Attempt.giveUp} was called. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Sends the request and waits for its result. */
  async run(): Promise<AttemptResult> {
    const { research, clock, attemptMs } = this.#asking;
    const { request, idempotencyKey } = this.#open.asked;
    this.#isRunning = true;
    // The port has the same limit and a better message for it.
    this.#stopTimer = clock.schedule(attemptMs + GRACE_MS, () => this.#abort(new AttemptTimeoutError(attemptMs)));
    const { signal } = this.#controller;
    const limits = { headersMs: attemptMs, totalMs: attemptMs };
    try {
      const result = await new Promise<ReasoningResult>((resolve, reject) => {
        this.#abandon = reject;
        research.reason(request, { signal, idempotencyKey, retries: 0, limits }).then(resolve, reject);
      });
      return { result };
    } catch (thrown) {
      return { failure: readFailure(thrown) };
    } finally {
      this.#stopTimer();
    }
  }

  /** Gives the attempt up, before it is sent or while it is under way. */
  giveUp(reason: Error): void {
    this.#isGivenUp = true;
    if (this.#isRunning) this.#abort(reason);
  }

  /** Ends at once when the port obeys its signal, after {@linkcode GRACE_MS} when it does not. */
  #abort(reason: Error): void {
    this.#stopTimer();
    this.#stopTimer = this.#asking.clock.schedule(GRACE_MS, () => this.#abandon(asCallError(reason)));
    this.#controller.abort(reason);
  }
}

/** The error for a port that ignored its signal. */
function asCallError(reason: Error): Error {
  return reason instanceof AttemptTimeoutError ? reason : new GivenUpError(reason);
}

/** The run gave the attempt up. */
class GivenUpError extends Error implements FailedCall {
  override readonly name = "AbortedError";
  readonly delivery = "maybe_sent";

  constructor(cause: Error) {
    super(`Cannot get thesis: ${cause.message}`, { cause });
  }
}

/** No answer came in time. */
class AttemptTimeoutError extends Error implements FailedCall {
  override readonly name = "TimeoutError";
  readonly delivery = "maybe_sent";

  constructor(attemptMs: number) {
    super(`Cannot get thesis: no answer came within ${attemptMs / 1000} s`);
  }
}
