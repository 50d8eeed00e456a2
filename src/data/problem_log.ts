import type { DataProblem } from "./loaded_dataset.ts";

/** A file that is broken throughout is told by its first rows. */
const MAX_PROBLEMS_PER_FILE = 20;

/** Keeps the first problems of one file, and how many more there were. */
export class ProblemLog {
  readonly #file: string;
  readonly #kept: DataProblem[] = [];
  #more = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Notes a problem; without a place it is about the whole file. */
  add(message: string, place: { line?: number; column?: number } = {}): void {
    const { line = 1, column = 1 } = place;
    if (this.#kept.length >= MAX_PROBLEMS_PER_FILE) this.#more++;
    else this.#kept.push({ file: this.#file, line, column, message });
  }

  /** What was noted, the number of what was not kept last. */
  list(): readonly DataProblem[] {
    if (this.#more === 0) return this.#kept;
    const message = `${this.#more} more problems in this file`;
    return [...this.#kept, { file: this.#file, line: 1, column: 1, message }];
  }
}

/** The first five of many names, and how many more there are. */
export function firstNames(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return names.slice(0, 5).join(", ") + more;
}
