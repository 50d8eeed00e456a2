/** Thrown when data cannot be used; the message states what was expected. */
export class DataError extends Error {
  /** Always "DataError". */
  override readonly name = "DataError";

  /** @param action Completes the sentence "Cannot ...", with the state found after a colon. */
  constructor(action: string, options?: ErrorOptions) {
    super(`Cannot ${action}`, options);
  }
}

/** Thrown for an as-of day that is not a date or lies before the first bar. */
export class AsOfError extends DataError {
  /** The requested day. */
  readonly asOf: string;

  /** @param state Why it cannot be used. */
  constructor(asOf: string, state: string) {
    super(`look at the data as of ${JSON.stringify(asOf.slice(0, 40))}: ${state}`);
    this.asOf = asOf;
  }
}
