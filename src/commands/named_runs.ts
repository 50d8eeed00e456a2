import { InputError } from "../protocol/errors.ts";
import { relative } from "node:path";

/** How to name a run, for `--help`. */
export const RUN_HELP = "RUN is the folder of a run, or latest for the last finished one under runs/.";

/**
 * The only run that a command is given.
 * @param words The arguments that are not flags.
 * @param verb Completes "Cannot ... a run".
 * @throws {InputError} when not exactly one is named.
 */
export function oneRun([run, more]: readonly string[], verb: string): string {
  if (run === undefined) throw new InputError(`Cannot ${verb} a run: give its folder, or latest`);
  if (more !== undefined) throw new InputError(`Cannot ${verb} two runs at once: "${more}" is one too many`);
  return run;
}

/** A path as a person in the folder `base` would type it: from there, unless that is longer. */
export function shortPath(base: string, path: string): string {
  const short = relative(base, path);
  return short === "" ? "." : short.startsWith("..") && short.length >= path.length ? path : short;
}
