import type { Clock } from "../pace/clock.ts";
import type { Output } from "./output.ts";

const REDRAW_MS = 200;
const CLEAR_LINE = "\r\x1b[2K";

/** How a status line is drawn. */
export interface StatusLineOptions {
  readonly clock: Clock;
  /** Where it stands: one line that changes, on a terminal. */
  readonly output: Output;
  /** Elsewhere: how often it is a line of its own, in milliseconds; never when absent. */
  readonly plainMs?: number | undefined;
}

/** A line that says how far something is, until something else is printed. */
export class StatusLine {
  readonly #clock: Clock;
  readonly #output: Output;
  readonly #everyMs: number | undefined;
  #shown = "";
  #cancel = () => {};

  constructor({ clock, output, plainMs }: StatusLineOptions) {
    this.#clock = clock;
    this.#output = output;
    this.#everyMs = output.isTerminal ? REDRAW_MS : plainMs;
  }

  /**
   * Draws again and again.
   * @param line What to say now; nothing when undefined.
   */
  start(line: () => string | undefined): void {
    if (this.#everyMs === undefined) return;
    this.#cancel = this.#clock.schedule(this.#everyMs, () => {
      this.#draw(line());
      this.start(line);
    });
  }

  /** Takes the line away, for something else to be printed in its place. */
  clear(): void {
    if (this.#shown !== "") this.#output.write(CLEAR_LINE);
    this.#shown = "";
  }

  /** No line follows. */
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
