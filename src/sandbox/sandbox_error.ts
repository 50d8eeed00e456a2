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
