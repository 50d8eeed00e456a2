/** Code to run and the value it is given. */
export interface Program {
  /** A TypeScript module whose default export is a function `(input) => result`, async or not. */
  readonly code: string;
  /** JSON value given to the function. */
  readonly input: unknown;
}

/** The limit that ended a run: wall clock or processor time, output, files on disk, or the caller. */
export type StoppedBy = "time" | "output" | "files" | "aborted";

/** What a run left. All of it is the code's own word: validate `result` before use. */
export interface CodeRun {
  /** What the code printed, cut at the limit; bytes that are not UTF-8 are replaced. */
  readonly stdout: string;
  /** What it printed as errors, and why it failed. */
  readonly stderr: string;
  /** 0 exactly when there is a result; 128 plus the signal's number when it was killed. */
  readonly return_code: number;
  /** JSON value the function returned; absent when it failed. */
  readonly result?: unknown;
  /** Which limit ended it; absent when it ended by itself. */
  readonly stopped_by?: StoppedBy;
  /** What held the code: "permissions+limits" where there is `prlimit`, else "permissions". */
  readonly tier: "permissions" | "permissions+limits";
}

/** Thrown when code could not be started at all; what the code itself did is a `CodeRun`. */
export class SandboxError extends Error {
  /** Always "SandboxError". */
  override readonly name = "SandboxError";
  /** What a person can do about it, one sentence. */
  readonly advice: string;

  /**
   * Says what is missing and what to do.
   * @param state Completes the sentence "Cannot run code: ...".
   * @param options `advice` is shown after the state; `cause` is kept.
   */
  constructor(state: string, options: ErrorOptions & { advice: string }) {
    super(`Cannot run code: ${state}; ${options.advice}`, options);
    this.advice = options.advice;
  }
}
