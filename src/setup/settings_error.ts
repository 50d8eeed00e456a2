import { ResearchError } from "../protocol/errors.ts";

/** Settings that contradict each other, or cannot be used. */
export class SettingsError extends ResearchError {
  /** Name of the class. */
  override readonly name = "SettingsError";
}
