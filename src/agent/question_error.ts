/** Which part of a question cannot be answered. */
export type QuestionErrorCode = "unsupported_horizon" | "unknown_benchmark" | "invalid_as_of";

/** A question the analyst must refuse before any work: its settings ask for what the data or the engine has not. */
export class QuestionError extends Error {
  /** The class, for a reader of logs. */
  override readonly name = "QuestionError";
  /** A word for programs. */
  readonly code: QuestionErrorCode;
  /** The setting at fault, as the request spells it, like `metadata.as_of`. */
  readonly param: string;

  /**
   * @param code Which part is at fault.
   * @param message A sentence that starts with "Cannot".
   * @param options `param` names the setting; `cause` where another error says more.
   */
  constructor(code: QuestionErrorCode, message: string, options: ErrorOptions & { readonly param: string }) {
    super(message, options);
    this.code = code;
    this.param = options.param;
  }
}
