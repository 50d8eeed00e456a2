import type { StopButton } from "./stop_button.ts";

/** A run of a screen that Stop ends. */
export interface StoppableRun<Research> extends Disposable {
  /** The service; the requests of a run are ended by `giveUp` only. */
  readonly research: Research;
  /** Aborted at the first press: nothing more is sent, and the requests under way are awaited. */
  readonly stop: AbortSignal;
  /** Aborted at the next press: the requests under way are given up. */
  readonly giveUp: AbortSignal;
}

const DRAINING =
  "Stopping the screen: nothing more is sent, and the requests under way are awaited. Stop again, a second or more " +
  "later, gives them up. To resume, run the cell again.";
const GIVING_UP =
  "The requests under way are given up; where the service does not run a repeated one once, their rows are in doubt. " +
  "To resume the screen, run the cell again.";

/**
 * Begins a run. What was sent is awaited first, because it is paid for.
 * @throws {StopReason} when its cell was stopped.
 */
export async function beginRun<Research>(research: Research, button: StopButton): Promise<StoppableRun<Research>> {
  await button.admit();
  const stop = new AbortController();
  const giveUp = new AbortController();
  const end = button.begin({
    stop(why) {
      const isSecond = stop.signal.aborted;
      (isSecond ? giveUp : stop).abort(why);
      return isSecond ? GIVING_UP : DRAINING;
    },
  });
  return { research, stop: stop.signal, giveUp: giveUp.signal, [Symbol.dispose]: end };
}
