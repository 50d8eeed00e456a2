import { setImmediate } from "node:timers/promises";
import type { Outcome } from "../../run/outcome.ts";
import type { StopReason } from "../../run/progress.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { SettledRequest } from "./request_steps.ts";
import { RowSettled } from "./row_events.ts";
import type { Sending } from "./sending.ts";

/** The requests of a run. They are sent from {@linkcode RunningRequests.start} on, whether or not anybody reads. */
export class RunningRequests {
  readonly #sending: Sending;
  readonly #dispatcher: Dispatcher;
  readonly #ends: (() => void)[] = [];
  #wake = () => {};

  constructor(sending: Sending) {
    this.#sending = sending;
    this.#dispatcher = new Dispatcher(sending, () => this.#wake());
  }

  /** Why it stopped before the last request; absent when the caller stopped it. */
  get reason(): StopReason | undefined {
    return this.#dispatcher.reason;
  }

  start(): void {
    const { stop, signal, until, clock } = this.#sending;
    this.#follow(stop, () => this.#dispatcher.drain());
    this.#follow(signal, () => this.#dispatcher.giveUp(new Error("the run was stopped")));
    if (until !== undefined) {
      const end = () => this.#dispatcher.drain({ code: "until", until });
      const leftMs = until.getTime() - clock.now().getTime();
      if (leftMs > 0) this.#ends.push(clock.schedule(leftMs, end));
      else end();
    }
    this.#dispatcher.admit();
  }

  /** Sends what may be sent now; call it when others have left more of a pace that is shared. */
  admit(): void {
    this.#dispatcher.admit();
  }

  /** The outcome of each row, once it is on disk. */
  async *outcomes(): AsyncGenerator<Outcome, void, undefined> {
    for (;;) {
      const settled = this.#dispatcher.takeSettled();
      if (settled !== undefined) {
        yield* this.#outcomesOf(settled);
        continue;
      }
      if (this.#dispatcher.isOver) break;
      await new Promise<void>((resolve) => this.#wake = resolve);
      await setImmediate(); // send first, then report
    }
    if (this.#dispatcher.failure !== undefined) throw this.#dispatcher.failure.error;
  }

  *#outcomesOf({ open, outcome: first }: SettledRequest): Generator<Outcome, void, undefined> {
    const { ledger, meter, onEvent } = this.#sending;
    const { id, isShared, isAboutList } = open;
    if (isAboutList) return;
    const outcomes = isShared ? ledger.rowsOf(id).map((input): Outcome => ({ ...first, input })) : [first];
    for (const outcome of outcomes) meter.settled(outcome);
    for (const outcome of outcomes) {
      onEvent(new RowSettled(outcome, meter));
      yield outcome;
    }
  }

  /** Stops sending, and gives up the requests under way. */
  async close(): Promise<void> {
    for (const end of this.#ends) end();
    if (this.#dispatcher.isOver) return;
    this.#dispatcher.giveUp(new Error("the reader of the outcomes left"));
    while (!this.#dispatcher.isOver) await new Promise<void>((resolve) => this.#wake = resolve);
  }

  #follow(signal: AbortSignal, act: () => void): void {
    if (signal.aborted) return act();
    signal.addEventListener("abort", act);
    this.#ends.push(() => signal.removeEventListener("abort", act));
  }
}
