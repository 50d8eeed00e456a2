import type { FailedCall } from "../../protocol/errors.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { CallFailure } from "./failure.ts";
import { readFailure } from "./failure.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import type { Sending } from "./sending.ts";

/** How long whoever was told to stop may take to do so. */
const GRACE_MS = 5_000;

type Asking = Pick<Sending, "research" | "clock" | "attemptMs">;

/** What an attempt gave. */
export type AttemptResult = { readonly result: ReasoningResult } | { readonly failure: CallFailure };

/** One request on its way. It ends, whether or not the one who is asked listens to a signal. */
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

  /** Whether it was told to stop. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Sends, and waits for the end. */
  async run(): Promise<AttemptResult> {
    const { research, clock, attemptMs } = this.#asking;
    const { request, idempotencyKey } = this.#open.asked;
    this.#isRunning = true;
    // The one who is asked has the same limit and a better word for it.
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

  /** Gives it up, before it is sent or while it is on its way. */
  giveUp(reason: Error): void {
    this.#isGivenUp = true;
    if (this.#isRunning) this.#abort(reason);
  }

  /** Ends it at once where the signal is heard, a little later where not. */
  #abort(reason: Error): void {
    this.#stopTimer();
    this.#stopTimer = this.#asking.clock.schedule(GRACE_MS, () => this.#abandon(asCallError(reason)));
    this.#controller.abort(reason);
  }
}

/** The one who was asked says nothing; so that somebody does. */
function asCallError(reason: Error): Error {
  return reason instanceof AttemptTimeoutError ? reason : new GivenUpError(reason);
}

/** Nobody waits for the answer any more. */
class GivenUpError extends Error implements FailedCall {
  override readonly name = "AbortedError";
  readonly delivery = "maybe_sent";

  constructor(cause: Error) {
    super(`Cannot get thesis: ${cause.message}`, { cause });
  }
}

/** No answer came in time, and none is waited for any more. */
class AttemptTimeoutError extends Error implements FailedCall {
  override readonly name = "TimeoutError";
  readonly delivery = "maybe_sent";

  constructor(attemptMs: number) {
    super(`Cannot get thesis: no answer came within ${attemptMs / 1000} s`);
  }
}
