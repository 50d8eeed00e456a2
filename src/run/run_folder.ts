import type { Outcome } from "./outcome.ts";

/** A field that is neither copied nor compared nor written. A WeakMap of a million outcomes would slow the collector. */
const FOLDER: unique symbol = Symbol("folder of the run");

/** Remembers in which run's folder the files of an outcome are. */
export function rememberFolder<Value extends Outcome>(outcome: Value, folder: string): Value {
  return Object.defineProperty(outcome, FOLDER, { value: folder, configurable: true });
}

/** The folder of the run of an outcome, as far as this process has read or made it. */
export function folderOfRun(outcome: Outcome & { readonly [FOLDER]?: string }): string | undefined {
  return outcome[FOLDER];
}
