/** What Ctrl-C means: the first drains or stops, the second gives up. */
export interface Interruption {
  readonly stop: AbortSignal;
  readonly giveUp: AbortSignal;
  /** Ctrl-C means again what it always means. */
  close(): void;
}

/** Some launchers pass a Ctrl-C on that the terminal sent to everybody: up to 60 ms later, measured. */
const SAME_KEY_MS = 500;

/** Listens for Ctrl-C and for the signal of a service manager. */
export function onInterrupt(tell: (times: number) => void): Interruption {
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
    tell(isSecond ? 2 : 1);
  };
  for (const signal of signals) Deno.addSignalListener(signal, listen);
  return {
    stop: stop.signal,
    giveUp: giveUp.signal,
    close: () => signals.forEach((signal) => Deno.removeSignalListener(signal, listen)),
  };
}
