/** The root of every error Conviction throws on purpose: catch this one to catch them all. */
export class ResearchError extends Error {
  /** The name of the class; each class of error has its own. */
  override readonly name: string = "ResearchError";
}

/** Text on the wire that does not follow the protocol. */
export class ProtocolError extends ResearchError {
  /** Name of the class. */
  override readonly name = "ProtocolError";
  /** The start of the invalid text. */
  readonly excerpt: string;

  /**
   * Creates the error.
   * @param message A sentence that starts with "Cannot".
   * @param options `excerpt` is cut to 200 characters.
   */
  constructor(message: string, options: ErrorOptions & { readonly excerpt?: string } = {}) {
    super(message, options);
    this.excerpt = (options.excerpt ?? "").slice(0, 200);
  }
}

/** Wrong usage, input or settings; nothing was sent. */
export class InputError extends ResearchError {
  /** The name of the class. */
  override readonly name = "InputError";
}

/** Invalid or contradictory settings. */
export class SettingsError extends ResearchError {
  /** Name of the class. */
  override readonly name = "SettingsError";
}
