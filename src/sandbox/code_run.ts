/** Code to run and its input. */
export interface Program {
  /** A TypeScript module whose default export is a function `(input) => result`, async or not. */
  readonly code: string;
  /** JSON value passed to the function. */
  readonly input: unknown;
}

/** What stopped a run: a limit of time (wall clock or processor), output or files, or the caller. */
export type StoppedBy = "time" | "output" | "files" | "aborted";

/** The outcome of a run. The code controls all of it: validate `result` before use. */
export interface CodeRun {
  /** Standard output, cut at the limit; invalid UTF-8 is replaced. */
  readonly stdout: string;
  /** Standard error, followed by the reason of a failure. */
  readonly stderr: string;
  /** 0 if and only if there is a result; 128 plus the signal number when killed. */
  readonly return_code: number;
  /** JSON value the function returned; absent when it failed. */
  readonly result?: unknown;
  /** What stopped the run; absent when the code exited by itself. */
  readonly stopped_by?: StoppedBy;
  /** Isolation used: "permissions+limits" with `prlimit`, else "permissions". */
  readonly tier: "permissions" | "permissions+limits";
}

/** Thrown when code cannot be started; a failure of the code itself is a `CodeRun`. */
export class SandboxError extends Error {
  /** Always "SandboxError". */
  override readonly name = "SandboxError";
  /** One sentence on how to fix it. */
  readonly advice: string;

  /**
   * @param state Completes the sentence "Cannot run code: ...".
   * @param options `advice` follows the state.
   */
  constructor(state: string, options: ErrorOptions & { advice: string }) {
    super(`Cannot run code: ${state}; ${options.advice}`, options);
    this.advice = options.advice;
  }
}
