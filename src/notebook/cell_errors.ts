import { presentErrorsBy, type ResearchError } from "../protocol/errors.ts";
import { cureOf } from "./error_cures.ts";

/** Where this module is: the calls inside it explain nothing to the person whose cell failed. */
const OWN_FILES = new URL("../../", import.meta.url).href;
const FRAME = /^\s+at /;

/**
 * Makes errors of this module short in a kernel, which prints an error's stack below the cell and saves it with the
 * notebook: the message, what to do next, and the lines of cells and of other modules.
 */
export function shortenErrors(): void {
  presentErrorsBy(cellStack);
}

/** The stack of an error as a cell shows it. */
export function cellStack(error: ResearchError, stack: string): string {
  const cure = cureOf(error);
  const frames = stack.split("\n").filter((line) => FRAME.test(line) && isOutside(line));
  return [`${error.name}: ${error.message}`, ...cure === undefined ? [] : [cure], ...frames].join("\n");
}

/** Whether a line of a stack is of a cell or of another module; those without a place are of the runtime. */
function isOutside(frame: string): boolean {
  return /:\d+:\d+\)?$/.test(frame) && !frame.includes(OWN_FILES) && !/\b(?:ext|node):/.test(frame);
}
