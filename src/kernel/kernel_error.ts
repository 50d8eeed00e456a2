import { ResearchError } from "../protocol/errors.ts";

/** What became of a kernel: it did not start, it ended by itself, or it did not answer in time. */
export type KernelFailure = "not_started" | "ended" | "timeout";

/** A kernel that cannot be used any more; the message says what to do. */
export class KernelError extends ResearchError {
  /** Name of the class. */
  override readonly name = "KernelError";
  /** What became of the kernel. */
  readonly failure: KernelFailure;

  /**
   * Creates the error.
   * @param message A sentence that starts with "Cannot".
   * @param options What became of the kernel, and the cause if there is one.
   */
  constructor(message: string, { failure, ...rest }: ErrorOptions & { readonly failure: KernelFailure }) {
    super(message, rest);
    this.failure = failure;
  }
}

/** Something in a notebook that keeps it from running, or from being what it was. */
export interface CellProblem {
  /** Number of the cell, as Jupyter shows it; absent when it is no cell's. */
  readonly cell?: number;
  /** Line in the cell, from 1, where it is known. */
  readonly line?: number;
  readonly message: string;
  /** What to do next. */
  readonly cure: string;
}

/** A problem in one line, like `cell 3, line 2: TypeError: ...; correct it`. */
export function problemLine({ cell, line, message, cure }: CellProblem): string {
  const place = [...cell === undefined ? [] : [`cell ${cell}`], ...line === undefined ? [] : [`line ${line}`]];
  return `${place.length === 0 ? "" : `${place.join(", ")}: `}${message.replace(/[.;]\s*$/, "")}; ${cure}`;
}
