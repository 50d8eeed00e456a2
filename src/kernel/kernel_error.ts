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
