import type { Clock } from "../pace/clock.ts";
import { ControlStripper, stripControl } from "../text/control.ts";
import { duration } from "../view/progress_line.ts";
import { WordWrap, wrapped } from "../view/word_wrap.ts";
import type { Output } from "./output.ts";

const DIM = ["\x1b[2m", "\x1b[22m"] as const;

/** Milliseconds between lines of progress where there is no terminal. */
const PLAIN_LINE_MS = 5_000;

/** What a terminal prints on and looks at: both outputs, the clock, and the variables NO_COLOR and TERM. */
export interface TerminalOptions {
  readonly out: Output;
  readonly err: Output;
  readonly clock: Clock;
  env(name: string): string | undefined;
}

/** Prints for a person: results on standard output; steps, progress, notes and errors on standard error. */
export class LiveTerminal {
  readonly #out: Output;
  readonly #err: Output;
  readonly #clock: Clock;
  #isQuiet = false;
  readonly #isDim: boolean;
  readonly #status: StatusLine;
  readonly #stripper = new ControlStripper();
  /** Absent without a terminal: the text is not wrapped. */
  readonly #wrap: WordWrap | undefined;
  #isInLine = false;
  #isAfterSteps = false;

  constructor({ out, err, clock, env }: TerminalOptions) {
    this.#out = out;
    this.#err = forgiving(err);
    this.#clock = clock;
    this.#isDim = err.isTerminal && !env("NO_COLOR") && env("TERM") !== "dumb";
    this.#status = new StatusLine(clock, this.#err);
    this.#wrap = out.isTerminal ? new WordWrap(() => out.width) : undefined;
  }

  /** From now on prints only what {@linkcode output}, {@linkcode note} and {@linkcode text} are given. */
  quieten(): void {
    this.#isQuiet = true;
  }

  /** Prints lines of the result, unless it is quiet. */
  print(...lines: readonly string[]): void {
    if (!this.#isQuiet) this.#lines(this.#out, lines.map(stripControl));
  }

  /** Prints sentences of the result, on a terminal broken between words; a command to copy is for {@linkcode print}. */
  say(...sentences: readonly string[]): void {
    const { isTerminal, width } = this.#out;
    this.print(...isTerminal ? sentences.flatMap((sentence) => wrapped(sentence, width)) : sentences);
  }

  /** Prints lines for a program, unchanged. */
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

  /** Shows what is waited for and for how long, while the cursor is at the start of a line. */
  wait(activity: () => string): void {
    if (this.#isQuiet) return;
    const startMs = this.#clock.monotonicMs();
    const seconds = () => (this.#clock.monotonicMs() - startMs) / 1000;
    this.#status.start(() => this.#isInLine ? undefined : `… ${activity()}, ${duration(seconds())}`);
  }

  /** Shows how far the work is: one line that changes, or a line every 5 s where there is no terminal. */
  progress(line: () => string): void {
    if (!this.#isQuiet) this.#status.start(line, PLAIN_LINE_MS);
  }

  /** Stops the changing line, prints what is left of the text and ends its line. */
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

/** A log that is full, or whose reader left, must not end the work, which may be paid for. */
function forgiving(output: Output): Output {
  return {
    isTerminal: output.isTerminal,
    get width() {
      return output.width;
    },
    write(text) {
      try {
        output.write(text);
      } catch {
        // The line is lost; the next may find room.
      }
    },
  };
}

const REDRAW_MS = 200;
const CLEAR_LINE = "\r\x1b[2K";

/** A line of progress, which the next print replaces. */
class StatusLine {
  readonly #clock: Clock;
  readonly #output: Output;
  #shown = "";
  #cancel = () => {};

  constructor(clock: Clock, output: Output) {
    this.#clock = clock;
    this.#output = output;
  }

  /**
   * Draws again and again: on a terminal one line that changes.
   * @param line What to say now; nothing when undefined.
   * @param plainMs Milliseconds between lines where there is no terminal; none are written when absent.
   */
  start(line: () => string | undefined, plainMs?: number): void {
    const everyMs = this.#output.isTerminal ? REDRAW_MS : plainMs;
    if (everyMs === undefined) return;
    this.#cancel(); // of another line
    this.#cancel = this.#clock.schedule(everyMs, () => {
      this.#draw(line());
      this.start(line, plainMs);
    });
  }

  /** Clears the line, so that something else can be printed in its place. */
  clear(): void {
    if (this.#shown !== "") this.#output.write(CLEAR_LINE);
    this.#shown = "";
  }

  /** Stops drawing. */
  stop(): void {
    this.#cancel();
    this.clear();
  }

  #draw(line: string | undefined): void {
    if (line === undefined) return;
    if (!this.#output.isTerminal) return this.#output.write(`${line}\n`);
    const fitting = line.slice(0, this.#output.width - 1);
    if (fitting !== this.#shown) this.#output.write(CLEAR_LINE + fitting);
    this.#shown = fitting;
  }
}
