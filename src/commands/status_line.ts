import type { Clock } from "../pace/clock.ts";
import type { Output } from "./output.ts";

const REDRAW_MS = 200;
const CLEAR_LINE = "\r\x1b[2K";

/** A line of progress, which the next print replaces. */
export class StatusLine {
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
