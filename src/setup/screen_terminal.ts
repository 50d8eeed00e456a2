import type { Clock } from "../pace/clock.ts";
import type { Progress } from "../run/progress.ts";
import { stripControl } from "../text/control.ts";
import { progressLine } from "../view/progress_line.ts";

const REDRAW_MS = 200;
const PLAIN_LINE_MS = 5_000;
const DEFAULT_WIDTH = 100;
const CLEAR_LINE = "\r\x1b[2K";

/** Where a screen talks to a person: results on standard output, progress and errors beside it. */
export class ScreenTerminal {
  readonly #clock: Clock;
  readonly #isQuiet: boolean;
  readonly #isTerminal = Deno.stderr.isTerminal();
  #progress: Progress | undefined;
  #shown = "";
  #cancel = () => {};

  /** @param options `isQuiet` keeps all but errors back. */
  constructor(clock: Clock, options: { readonly isQuiet?: boolean } = {}) {
    this.#clock = clock;
    this.#isQuiet = options.isQuiet ?? false;
  }

  /** Columns of the terminal; 100 where there is none. */
  get width(): number {
    try {
      return Deno.stdout.isTerminal() ? Deno.consoleSize().columns : DEFAULT_WIDTH;
    } catch {
      return DEFAULT_WIDTH; // a terminal that does not tell its size
    }
  }

  /** Prints lines for the person who reads the result. */
  print(...lines: readonly string[]): void {
    if (this.#isQuiet) return;
    this.#clear();
    for (const line of lines) write(Deno.stdout, `${stripControl(line)}\n`);
  }

  /** Prints lines that are no result: notes and errors. */
  note(...lines: readonly string[]): void {
    this.#clear();
    for (const line of lines) write(Deno.stderr, `${stripControl(line)}\n`);
  }

  /** Shows how far the run is: one line that changes, or where there is no terminal a line now and then. */
  progress(progress: Progress): void {
    const isFirst = this.#progress === undefined;
    this.#progress = progress;
    if (isFirst && !this.#isQuiet) this.#tick();
  }

  /** No progress follows. */
  endProgress(): void {
    this.#cancel();
    this.#clear();
    this.#progress = undefined;
  }

  #tick(): void {
    this.#cancel = this.#clock.schedule(this.#isTerminal ? REDRAW_MS : PLAIN_LINE_MS, () => {
      this.#draw();
      this.#tick();
    });
  }

  #draw(): void {
    if (this.#progress === undefined) return;
    const line = progressLine(this.#progress);
    if (!this.#isTerminal) return write(Deno.stderr, `${line}\n`);
    const fitting = line.slice(0, this.width - 1);
    if (fitting !== this.#shown) write(Deno.stderr, CLEAR_LINE + fitting);
    this.#shown = fitting;
  }

  #clear(): void {
    if (this.#shown !== "") write(Deno.stderr, CLEAR_LINE);
    this.#shown = "";
  }
}

/** What Ctrl-C means: the first drains, the second gives up. */
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

function write(stream: typeof Deno.stdout | typeof Deno.stderr, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}
