import { setImmediate } from "node:timers/promises";
import type { Outcome } from "../../run/outcome.ts";
import type { StopReason } from "../../run/progress.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { SettledRequest } from "./request_steps.ts";
import { RowSettled } from "./screen_event.ts";
import type { Sending } from "./sending.ts";

/** Requests in work, from the first call of {@linkcode RunningRequests.start} on, whoever reads. */
export class RunningRequests {
  readonly #sending: Sending;
  readonly #dispatcher: Dispatcher;
  readonly #ends: (() => void)[] = [];
  #wake = () => {};

  constructor(sending: Sending) {
    this.#sending = sending;
    this.#dispatcher = new Dispatcher(sending, () => this.#wake());
  }

  /** Why it stopped before the last request, where it was not told to. */
  get reason(): StopReason | undefined {
    return this.#dispatcher.reason;
  }

  start(): void {
    const { stop, signal, until, clock, meter } = this.#sending;
    this.#follow(stop, () => {
      meter.stopping();
      this.#dispatcher.drain();
    });
    this.#follow(signal, () => this.#dispatcher.giveUp(new Error("the run was told to stop")));
    if (until !== undefined) {
      const end = () => this.#dispatcher.drain({ code: "until", until });
      const leftMs = until.getTime() - clock.now().getTime();
      if (leftMs > 0) this.#ends.push(clock.schedule(leftMs, end));
      else end();
    }
    this.#dispatcher.admit();
  }

  /** Each row of a request when its outcome is durable. */
  async *outcomes(): AsyncGenerator<Outcome, void, undefined> {
    for (;;) {
      const settled = this.#dispatcher.takeSettled();
      if (settled !== undefined) {
        yield* this.#tell(settled);
        continue;
      }
      if (this.#dispatcher.isOver) break;
      await new Promise<void>((resolve) => this.#wake = resolve);
      await setImmediate(); // what can be sent is sent before anybody hears of what came
    }
    if (this.#dispatcher.failure !== undefined) throw this.#dispatcher.failure.error;
  }

  *#tell({ open, outcome: first }: SettledRequest): Generator<Outcome, void, undefined> {
    const { ledger, meter, onEvent } = this.#sending;
    const { id, isShared } = open;
    const outcomes = isShared ? ledger.rowsOf(id).map((input): Outcome => ({ ...first, input })) : [first];
    for (const outcome of outcomes) meter.settled(outcome);
    for (const outcome of outcomes) {
      onEvent(new RowSettled(outcome, meter));
      yield outcome;
    }
  }

  /** Ends the work where it goes on still: what is on its way is given up. */
  async close(): Promise<void> {
    for (const end of this.#ends) end();
    if (this.#dispatcher.isOver) return;
    this.#dispatcher.giveUp(new Error("nobody reads the outcomes any more"));
    while (!this.#dispatcher.isOver) await new Promise<void>((resolve) => this.#wake = resolve);
  }

  #follow(signal: AbortSignal, act: () => void): void {
    if (signal.aborted) return act();
    signal.addEventListener("abort", act);
    this.#ends.push(() => signal.removeEventListener("abort", act));
  }
}
