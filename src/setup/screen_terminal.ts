import type { Clock } from "../pace/clock.ts";
import type { Progress } from "../run/progress.ts";
import { stripControl } from "../text/control.ts";
import { progressLine } from "../view/progress_line.ts";
import { type Output, standardError, standardOutput } from "./output.ts";
import { StatusLine } from "./status_line.ts";

const PLAIN_LINE_MS = 5_000;

/** Where a screen talks to a person: results on standard output, progress and errors beside it. */
export class ScreenTerminal {
  readonly #isQuiet: boolean;
  readonly #status: StatusLine;
  #progress: Progress | undefined;

  /** @param options `isQuiet` keeps all but errors back. */
  constructor(clock: Clock, options: { readonly isQuiet?: boolean } = {}) {
    this.#isQuiet = options.isQuiet ?? false;
    this.#status = new StatusLine({ clock, output: standardError, plainMs: PLAIN_LINE_MS });
  }

  /** Columns of the terminal; 100 where there is none. */
  get width(): number {
    return standardOutput.width;
  }

  /** Prints lines for the person who reads the result. */
  print(...lines: readonly string[]): void {
    if (!this.#isQuiet) this.#write(standardOutput, lines);
  }

  /** Prints lines that are no result: notes and errors. */
  note(...lines: readonly string[]): void {
    this.#write(standardError, lines);
  }

  /** Shows how far the run is: one line that changes, or where there is no terminal a line now and then. */
  progress(progress: Progress): void {
    const isFirst = this.#progress === undefined;
    this.#progress = progress;
    if (isFirst && !this.#isQuiet) this.#status.start(() => this.#progress && progressLine(this.#progress));
  }

  /** No progress follows. */
  endProgress(): void {
    this.#status.stop();
    this.#progress = undefined;
  }

  #write(output: Output, lines: readonly string[]): void {
    this.#status.clear();
    for (const line of lines) output.write(`${stripControl(line)}\n`);
  }
}
