import { ResearchError } from "../protocol/errors.ts";

/** Wrong usage, input or settings; nothing was sent. */
export class InputError extends ResearchError {
  /** The name of the class. */
  override readonly name = "InputError";
}
