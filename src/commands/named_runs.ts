import { InputError } from "../protocol/errors.ts";

/** How a run is named, for `--help`. */
export const RUN_HELP = "RUN is the folder of a run, or latest for the last finished one under runs/.";

/**
 * The one run that a command is given.
 * @param words The arguments that are no flags.
 * @param verb What is done to it, for a message.
 * @throws {InputError} when not exactly one is named.
 */
export function oneRun([run, more]: readonly string[], verb: string): string {
  if (run === undefined) throw new InputError(`Cannot ${verb} a run: none is named; say its folder, or latest`);
  if (more !== undefined) throw new InputError(`Cannot ${verb} two runs at once: "${more}" is one too many`);
  return run;
}
