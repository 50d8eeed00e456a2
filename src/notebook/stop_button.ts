import type { Clock } from "../pace/clock.ts";
import { ResearchError } from "../protocol/errors.ts";

/** What a press reaches beside the calls that run. */
export interface StopPorts {
  readonly clock: Clock;
  /** Writes a line into the cell. */
  say(line: string): void;
  /** Ends the process, as SIGINT does where nobody listens to it. */
  endProcess(): void;
}

/** Something that runs and can be stopped. */
export interface Stoppable {
  /**
   * Called at each press while it runs.
   * @returns A line for the cell, where it does not end at once.
   */
  stop(why: StopReason): string | undefined;
}

/** A launcher may pass on a signal that the kernel received too: `deno task` 1 ms later, npx up to 60 ms, measured. */
const SAME_PRESS_MS = 250;
const SECOND_PRESS_MS = 1_000;
/** A restart of the kernel begins with a SIGINT, and ends the process before it says anything. */
const SAY_AFTER_MS = 100;

const STOPPED = "it was stopped; nothing is lost: variables are kept, and the cell can be run again";
const REFUSED = "its cell was stopped; run the cell again";
const TWO_STOPS = "Two Stops within a second end the kernel and its variables";
const NOTHING_RUNS = `Stop: no call of Conviction is running. ${TWO_STOPS}. ` +
  'Code that takes an AbortSignal can be stopped too: pass it stopSignal() of "conviction/notebook".';
const SIGNALLED = `Stop: stopSignal() is aborted. What does not use it goes on. ${TWO_STOPS}.`;

/** The reason of an abort; `name` is that of every `AbortError`, which callers compare. */
export class StopReason extends DOMException {
  /** Whether the press ended it; otherwise it began in a cell that was stopped before. */
  readonly isPress: boolean;

  constructor(state: string, isPress: boolean) {
    super(state, "AbortError");
    this.isPress = isPress;
    onOneLine(this);
  }
}

/** A kernel shows an error as its stack: here it would be about our own code. */
function onOneLine(error: Error): void {
  Object.defineProperty(error, "stack", { value: `${error.name}: ${error.message}`, configurable: true });
}

/** Makes an error say that Stop caused it, on one line; other errors stay as they are. */
export function explained(error: unknown): unknown {
  if (error instanceof ResearchError && error.cause instanceof StopReason) {
    error.message = error.message.replace(/it was aborted$/, error.cause.message);
    onOneLine(error);
  }
  return error;
}

/** Whether a press ended what threw this. */
export function isStopped(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof StopReason && error.cause.isPress;
}

/**
 * The Stop of a notebook. A press ends what runs; a second one within a second ends the process, unless something
 * has begun since the first.
 *
 * What a cell begins at once after something that was stopped is refused, so that one press ends the whole cell: a
 * kernel does not say where a cell ends, but a new cell begins in a later turn of the event loop.
 */
export class StopButton {
  readonly #ports: StopPorts;
  readonly #running = new Set<Stoppable>();
  #own: AbortController | undefined;
  #pressedMs = -Infinity;
  #signalledMs = -Infinity;
  #presses = 0;
  #isHeld = false;
  #cancelTurn = () => {};

  constructor(ports: StopPorts) {
    this.#ports = ports;
  }

  /** The signal for code that is not ours: aborted at the next press, and then made anew. */
  get signal(): AbortSignal {
    if (this.#isHeld) return AbortSignal.abort(new StopReason(REFUSED, false));
    if (this.#own === undefined) this.#forgetPress();
    return (this.#own ??= new AbortController()).signal;
  }

  /** The button was pressed, or a launcher repeats the press before. */
  press(): void {
    const nowMs = this.#ports.clock.monotonicMs();
    const isEcho = nowMs - this.#signalledMs < SAME_PRESS_MS;
    this.#signalledMs = nowMs;
    if (isEcho) return;
    if (nowMs - this.#pressedMs < SECOND_PRESS_MS) return this.#ports.endProcess();
    this.#pressedMs = nowMs;
    this.#presses++;
    const why = new StopReason(STOPPED, true);
    const ran = this.#running.size > 0;
    const lines = [...this.#running].map((stoppable) => stoppable.stop(why));
    for (const line of new Set(lines)) if (line !== undefined) this.#ports.say(line);
    const own = this.#own;
    this.#own = undefined;
    own?.abort(why);
    if (!ran) this.#ports.clock.schedule(SAY_AFTER_MS, () => this.#ports.say(own ? SIGNALLED : NOTHING_RUNS));
  }

  /**
   * Resolves where something may begin.
   * @throws {StopReason} when its cell was stopped.
   */
  async admit(): Promise<void> {
    if (!this.#isHeld) return;
    await new Promise<void>((resolve) => this.#ports.clock.schedule(0, resolve)); // a loop may ignore errors for ever
    this.#hold();
    throw new StopReason(REFUSED, false);
  }

  /**
   * Something begins that a press ends.
   * @returns Call it when it has ended.
   */
  begin(stoppable: Stoppable): () => void {
    const release = this.wait();
    this.#running.add(stoppable);
    this.#forgetPress();
    return () => {
      if (this.#running.delete(stoppable)) release();
    };
  }

  /**
   * Runs a call that a press ends.
   * @throws {StopReason} when its cell was stopped.
   */
  async during<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    await this.admit();
    const controller = new AbortController();
    const end = this.begin(abortedBy(controller));
    try {
      return await call(controller.signal);
    } catch (error) {
      throw explained(error);
    } finally {
      end();
    }
  }

  /**
   * A wait of ours in a cell, like one for an output to arrive: a cell that was stopped before its end is stopped after it.
   * @returns Call it at the end of the wait.
   */
  wait(): () => void {
    const isHeld = this.#isHeld;
    const presses = this.#presses;
    return () => {
      if (isHeld || presses !== this.#presses) this.#hold();
    };
  }

  /** Something begins: the press before was for another cell. */
  #forgetPress(): void {
    this.#pressedMs = this.#signalledMs = -Infinity;
  }

  /** Refuses what begins before the next turn of the event loop. */
  #hold(): void {
    this.#isHeld = true;
    this.#cancelTurn();
    this.#cancelTurn = this.#ports.clock.schedule(0, () => this.#isHeld = false);
  }
}

/** A call that its signal ends at once. */
export function abortedBy(controller: AbortController): Stoppable {
  return {
    stop(why) {
      controller.abort(why);
      return undefined;
    },
  };
}
