import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../pace/clock.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { StopReason } from "../../run/progress.ts";
import { type DispatchContext, Dispatcher } from "./dispatcher.ts";
import type { ProgressMeter } from "./progress_meter.ts";
import { RowSettled, RowStarted, type ScreenEvent } from "./screen_event.ts";
import type { SettledRequest } from "./request_steps.ts";

/** What the loop over requests needs beside what sends them. */
export interface RunContext extends Pick<DispatchContext, Given> {
  readonly clock: Clock;
  readonly meter: ProgressMeter;
  /** Nothing new is sent after it. */
  readonly until: Date | undefined;
  /** Drains: nothing new is taken. */
  readonly stop: AbortSignal;
  /** Gives up what is on its way. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: ScreenEvent) => void;
}

type Given =
  | "research"
  | "ledger"
  | "pacer"
  | "spending"
  | "folder"
  | "attemptMs"
  | "requestMs"
  | "stallMs"
  | "wantsFiles"
  | "random";

/** Outcomes that nobody has taken yet; a reader that is slower than the service slows it down. */
const MOST_READY = 256;

/** Requests in work, from the first call of {@linkcode RunningRequests.start} on, whoever reads. */
export class RunningRequests {
  readonly #context: RunContext;
  readonly #dispatcher: Dispatcher;
  readonly #ready: SettledRequest[] = [];
  readonly #ends: (() => void)[] = [];
  #wake = () => {};

  constructor(context: RunContext) {
    this.#context = context;
    const { meter, onEvent } = context;
    this.#dispatcher = new Dispatcher({
      ...context,
      hasRoom: () => this.#ready.length < MOST_READY,
      onStart: ({ input }) => {
        meter.started();
        onEvent(new RowStarted(input.row, meter));
      },
      onReopen: ({ id, isShared }) => meter.reopened(isShared ? context.ledger.rowsOf(id).length : 1),
      onEnd: () => meter.ended(),
      onSettled: (settled) => {
        this.#ready.push(settled);
        this.#wake();
      },
      onIdle: () => this.#wake(),
    });
  }

  /** Why it stopped before the last request, where it was not told to. */
  get reason(): StopReason | undefined {
    return this.#dispatcher.reason;
  }

  start(): void {
    const { stop, signal, until, clock, meter } = this.#context;
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
      const settled = this.#ready.shift();
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
    const { ledger, meter, onEvent } = this.#context;
    const { id, isShared } = open;
    if (this.#ready.length === MOST_READY - 1) this.#dispatcher.admit(); // there is room again
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
