/** What Ctrl-C means: the first drains or stops, the second gives up. */
export interface Interruption {
  readonly stop: AbortSignal;
  readonly giveUp: AbortSignal;
  /** Ctrl-C means again what it always means. */
  close(): void;
}

/** Listens for Ctrl-C and for the signal of a service manager. */
export function onInterrupt(tell: (times: number) => void): Interruption {
  const stop = new AbortController();
  const giveUp = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  const listen = () => {
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
