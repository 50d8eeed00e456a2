import type { DataProblem } from "./dataset.ts";

/** A file that is broken throughout is told by its first rows. */
const MAX_PROBLEMS_PER_FILE = 20;

/** Keeps the first problems of one file, how many more there were, and all that is about the whole file. */
export class ProblemLog {
  readonly #file: string;
  readonly #whole: DataProblem[] = [];
  readonly #rows: DataProblem[] = [];
  #more = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Notes a problem; without a place it is about the whole file. */
  add(message: string, place?: { line: number; column?: number }): void {
    const problem = { file: this.#file, line: place?.line ?? 1, column: place?.column ?? 1, message };
    if (place === undefined) this.#whole.push(problem);
    else if (this.#rows.length < MAX_PROBLEMS_PER_FILE) this.#rows.push(problem);
    else this.#more++;
  }

  /** What was noted. */
  list(): readonly DataProblem[] {
    const message = `${this.#more} more problems in this file`;
    const rest = this.#more > 0 ? [{ file: this.#file, line: 1, column: 1, message }] : [];
    return [...this.#whole, ...this.#rows, ...rest];
  }
}

/** The first five of many names, and how many more there are. */
export function firstNames(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return names.slice(0, 5).join(", ") + more;
}
