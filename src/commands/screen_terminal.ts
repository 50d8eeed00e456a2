import type { Clock } from "../pace/clock.ts";
import type { Progress } from "../run/progress.ts";
import { stripControl } from "../text/control.ts";
import { progressLine } from "../view/progress_line.ts";
import type { Output } from "./output.ts";
import { StatusLine } from "./status_line.ts";

const PLAIN_LINE_MS = 5_000;

/** Where a screen talks to a person: results on standard output, progress and errors beside it. */
export class ScreenTerminal {
  readonly #out: Output;
  readonly #err: Output;
  readonly #isQuiet: boolean;
  readonly #status: StatusLine;
  #progress: Progress | undefined;

  /** @param options `isQuiet` keeps all but notes and errors back. */
  constructor(
    { out, err, clock }: { readonly out: Output; readonly err: Output; readonly clock: Clock },
    options: { readonly isQuiet: boolean },
  ) {
    this.#out = out;
    this.#err = err;
    this.#isQuiet = options.isQuiet;
    this.#status = new StatusLine({ clock, output: err, plainMs: PLAIN_LINE_MS });
  }

  /** Columns of the terminal; 100 where there is none. */
  get width(): number {
    return this.#out.width;
  }

  /** Prints lines for the person who reads the result. */
  print(...lines: readonly string[]): void {
    if (!this.#isQuiet) this.#write(this.#out, lines);
  }

  /** Prints a line for a program, as it is. */
  output(line: string): void {
    this.#out.write(`${line}\n`);
  }

  /** Prints lines that are no result: notes and errors. */
  note(...lines: readonly string[]): void {
    this.#write(this.#err, lines);
  }

  /** Shows how far the run is: one line that changes, or where there is no terminal a line now and then. */
  progress(progress: Progress): void {
    const isFirst = this.#progress === undefined;
    this.#progress = progress;
    if (isFirst && !this.#isQuiet) this.#status.start(() => this.#progress && progressLine(this.#progress));
  }

  /** No progress follows. */
  end(): void {
    this.#status.stop();
    this.#progress = undefined;
  }

  #write(output: Output, lines: readonly string[]): void {
    this.#status.clear();
    for (const line of lines) output.write(`${stripControl(line)}\n`);
  }
}
