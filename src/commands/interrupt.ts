/** The signals of Ctrl-C: `stop` aborts the first time, `giveUp` the second. */
export interface Interruption {
  readonly stop: AbortSignal;
  readonly giveUp: AbortSignal;
  /** Stops listening: Ctrl-C ends the process again. */
  close(): void;
}

/** Some launchers repeat a Ctrl-C that the terminal has sent to every process: up to 60 ms later, measured. */
const SAME_KEY_MS = 500;

const ignore = () => {};

/**
 * Listens for Ctrl-C and for the signals of a service manager; `notify` gets 1 the first time and 2 the second. From
 * then on a file beyond the limit of `ulimit -f` is an error of its write, not the silent end of the process.
 */
export function onInterrupt(notify: (times: number) => void): Interruption {
  const stop = new AbortController();
  const giveUp = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  let lastMs = -Infinity;
  const listen = () => {
    const nowMs = performance.now();
    const isEcho = nowMs - lastMs < SAME_KEY_MS;
    lastMs = nowMs;
    if (isEcho) return;
    const isSecond = stop.signal.aborted;
    (isSecond ? giveUp : stop).abort(new Error("interrupted"));
    notify(isSecond ? 2 : 1);
  };
  for (const signal of signals) Deno.addSignalListener(signal, listen);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGXFSZ", ignore);
  return {
    stop: stop.signal,
    giveUp: giveUp.signal,
    close: () => signals.forEach((signal) => Deno.removeSignalListener(signal, listen)),
  };
}
