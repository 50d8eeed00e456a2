import { systemClock } from "../pace/system_clock.ts";
import { textBlock } from "../view/cell/card.ts";
import { viewBundle } from "./bundle.ts";
import { openDisplay } from "./display.ts";
import { isInKernel } from "./kernel.ts";
import { StopButton } from "./stop_button.ts";

const press = () => stopButton.press();

/** The Stop of this kernel; outside one nobody presses it. */
export const stopButton: StopButton = new StopButton({
  clock: systemClock,
  say: (line) => void openDisplay().put(viewBundle(textBlock(line))),
  endProcess() {
    Deno.removeSignalListener("SIGINT", press);
    Deno.kill(Deno.pid, "SIGINT");
  },
});

// Stop sends SIGINT, which ends a kernel where nobody listens.
if (isInKernel()) Deno.addSignalListener("SIGINT", press);

/**
 * The signal that Stop aborts, for a cell's own `fetch`, timers and loops; calls of the service and `screen()` need
 * none. Take it in each cell: after a Stop the next call returns a fresh one. Outside a kernel it is never aborted.
 *
 * @returns The signal. Its reason is an `AbortError`.
 *
 * @example
 * ```ts
 * import { stopSignal } from "conviction/notebook";
 *
 * const signal = stopSignal();
 * for (const ticker of ["AAPL", "IBM"]) {
 *   signal.throwIfAborted();
 *   console.log(ticker);
 * }
 * ```
 */
export function stopSignal(): AbortSignal {
  return stopButton.signal;
}
