/** Data cannot be used at all; the message says what was expected. */
export class DataError extends Error {
  /** The class, for a reader of logs. */
  override readonly name = "DataError";

  /**
   * Says what cannot be done.
   * @param action Completes the sentence "Cannot ...", with what was found after a colon.
   * @param options The cause.
   */
  constructor(action: string, options?: ErrorOptions) {
    super(`Cannot ${action}`, options);
  }
}

/** A day that is no date, or on which nothing was known yet. */
export class AsOfError extends DataError {
  /** What was asked for. */
  readonly asOf: string;

  /**
   * Says why the day cannot be used.
   * @param asOf What was asked for.
   * @param state Why it cannot be used.
   */
  constructor(asOf: string, state: string) {
    super(`look at the data as of ${JSON.stringify(asOf.slice(0, 40))}: ${state}`);
    this.asOf = asOf;
  }
}
