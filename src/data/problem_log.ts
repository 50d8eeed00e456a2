import type { DataProblem } from "./dataset.ts";

const MAX_PROBLEMS_PER_FILE = 20;

/** Keeps the first problems with rows of a file, a count of the rest, and every problem of the file as a whole. */
export class ProblemLog {
  readonly #file: string;
  readonly #whole: DataProblem[] = [];
  readonly #rows: DataProblem[] = [];
  #more = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Adds a problem; without a place it concerns the whole file. */
  add(message: string, place?: { line: number; column?: number }): void {
    const problem = this.#problem(message, place);
    if (place === undefined) this.#whole.push(problem);
    else if (this.#rows.length < MAX_PROBLEMS_PER_FILE) this.#rows.push(problem);
    else this.#more++;
  }

  /** Adds how the file was read, where nothing of it is lost. */
  remark(message: string): void {
    this.#whole.push({ ...this.#problem(message), kind: "remark" });
  }

  /** Adds the reason why nothing of the file is used, which is then its only problem. */
  refuse(message: string, place: { line: number; column?: number }): void {
    this.#rows.length = 0;
    this.#more = 0;
    this.#whole.push(this.#problem(message, place));
  }

  /** Returns the problems. */
  list(): readonly DataProblem[] {
    const message = `${this.#more} more problems in this file`;
    const rest = this.#more > 0 ? [this.#problem(message)] : [];
    return [...this.#whole, ...this.#rows.toSorted((one, other) => one.line - other.line), ...rest];
  }

  #problem(message: string, { line = 1, column = 1 }: { line?: number; column?: number } = {}): DataProblem {
    return { kind: "skipped", file: this.#file, line, column, message };
  }
}
