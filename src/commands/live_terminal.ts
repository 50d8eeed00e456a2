import type { Clock } from "../pace/clock.ts";
import { ControlStripper, stripControl } from "../text/control.ts";
import { duration } from "../view/progress_line.ts";
import { WordWrap } from "../view/word_wrap.ts";
import type { Output } from "./output.ts";
import { StatusLine } from "./status_line.ts";

const DIM = ["\x1b[2m", "\x1b[22m"] as const;

/** Where something is shown as it comes. */
export interface LiveTerminalOptions {
  /** For the answer. */
  readonly out: Output;
  /** For the steps on the way to it, notes and errors. */
  readonly err: Output;
  readonly clock: Clock;
  readonly isQuiet: boolean;
  /** Whether steps may be dim, where there is a terminal. */
  readonly hasColour: boolean;
}

/** Shows an answer: its text as it comes, steps beside it, and while nothing comes a line that says for how long. */
export class LiveTerminal {
  readonly #out: Output;
  readonly #err: Output;
  readonly #clock: Clock;
  readonly #isQuiet: boolean;
  readonly #isDim: boolean;
  readonly #status: StatusLine;
  readonly #stripper = new ControlStripper();
  /** Where there is no terminal the text goes out as it is. */
  readonly #wrap: WordWrap | undefined;
  #isInLine = false;
  #isAfterSteps = false;

  /** @param options Where to, and how. */
  constructor({ out, err, clock, isQuiet, hasColour }: LiveTerminalOptions) {
    this.#out = out;
    this.#err = err;
    this.#clock = clock;
    this.#isQuiet = isQuiet;
    this.#isDim = hasColour && err.isTerminal;
    this.#status = new StatusLine({ clock, output: err });
    this.#wrap = out.isTerminal ? new WordWrap(() => out.width) : undefined;
  }

  /** Prints lines of the result; they are kept back when it is to be quiet. */
  print(...lines: readonly string[]): void {
    if (!this.#isQuiet) this.#lines(this.#out, lines.map(stripControl));
  }

  /** Prints lines of a result that is asked for, as they are. */
  output(...lines: readonly string[]): void {
    this.#lines(this.#out, lines);
  }

  /** Prints notes and errors. */
  note(...lines: readonly string[]): void {
    this.#lines(this.#err, lines.map(stripControl));
  }

  /** Prints steps on the way to the answer. */
  steps(lines: readonly string[]): void {
    if (this.#isQuiet || lines.length === 0) return;
    const shown = lines.map(stripControl);
    this.#isAfterSteps = true;
    this.#lines(this.#err, this.#isDim ? shown.map((line) => DIM[0] + line + DIM[1]) : shown);
  }

  /** Prints a piece of the answer's text. */
  text(piece: string): void {
    if (this.#isAfterSteps && this.#out.isTerminal && this.#err.isTerminal) this.#write("\n");
    this.#isAfterSteps = false;
    this.#write(this.#lay(this.#stripper.push(piece)));
  }

  /** Says from now on, while nothing else stands in the line, what is waited for and for how long. */
  wait(activity: () => string): void {
    if (this.#isQuiet) return;
    const startMs = this.#clock.monotonicMs();
    const seconds = () => (this.#clock.monotonicMs() - startMs) / 1000;
    this.#status.start(() => this.#isInLine ? undefined : `… ${activity()}, ${duration(seconds())}`);
  }

  /** Nothing is waited for any more; what was held back of the text is printed, and its line is ended. */
  end(): void {
    this.#status.stop();
    this.#endText();
  }

  #lines(output: Output, lines: readonly string[]): void {
    if (this.#out.isTerminal || output === this.#out) this.#endText();
    this.#status.clear();
    for (const line of lines) output.write(`${line}\n`);
  }

  #endText(): void {
    this.#write(this.#lay(this.#stripper.end()));
    this.#write(this.#wrap?.end() ?? "");
    if (this.#isInLine) this.#write(this.#lay("\n"));
  }

  #lay(text: string): string {
    return this.#wrap === undefined ? text : this.#wrap.push(text);
  }

  #write(text: string): void {
    if (text === "") return;
    this.#status.clear();
    this.#out.write(text);
    this.#isInLine = !text.endsWith("\n");
  }
}
