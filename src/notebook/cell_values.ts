/**
 * Imported for its effect: values of the module that are values of cells show themselves, once, and errors are short
 * there.
 */
import { showValuesBy } from "../text/cell_value.ts";
import { shortenErrors } from "./cell_errors.ts";
import { isInKernel } from "./kernel.ts";
import { watchCells } from "./shown.ts";
import { excerpt } from "../text/control.ts";

const MAX_MESSAGE = 500;
/** Known to every copy of the module in this process. */
const LISTENS = Symbol.for("conviction.unawaited");

showValuesBy(async (value) => (await import("./show.ts")).cellOutput(value));
if (isInKernel()) {
  watchCells();
  shortenErrors();
  sayUnawaitedErrors();
}

/**
 * Says in the cell that runs what the Deno kernel hides: a promise that failed while nothing awaited it, and an error of
 * code that no cell waits for, as in a timer.
 *
 * Both are marked as handled: where one is not, the kernel of Deno 2.9.6 runs nothing for up to 30 seconds, without a
 * word (measured).
 */
function sayUnawaitedErrors(): void {
  if (LISTENS in globalThis) return; // the module may be there twice, as of two versions
  Object.defineProperty(globalThis, LISTENS, { value: true });
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    say(`A promise failed, and nothing awaits it: ${errorWords(event.reason)}`);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    say(`Code failed after its cell: ${errorWords(event.error)}`);
  });
}

function errorWords(error: unknown): string {
  try {
    return excerpt(error instanceof Error ? `${error.name}: ${error.message}` : String(error), MAX_MESSAGE);
  } catch {
    return "a value without words"; // as of Object.create(null): to throw here would come back here
  }
}

function say(line: string): void {
  // deno-lint-ignore no-console -- the kernel makes it the cell's output
  console.error(line);
}
