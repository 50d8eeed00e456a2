import { showValuesBy } from "../text/cell_value.ts";
import { isInKernel } from "./kernel.ts";
import { watchCells } from "./shown.ts";
import { excerpt } from "../text/control.ts";
import { type FailedCall, presentErrorsBy, type ResearchError } from "../protocol/errors.ts";

/**
 * Imported for its effect: values of the module that are values of cells show themselves, once, and errors are short
 * there.
 */

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

/** Where this module is: the calls inside it explain nothing to the person whose cell failed. */
const OWN_FILES = new URL("../../", import.meta.url).href;
const FRAME = /^\s+at /;
const KEY = "Check the key: connect({ apiKey }), or the environment variable CONVICTION_API_KEY.";
const ADDRESS =
  "Check the address, which is the part before /v1 and /api/v1: connect({ baseUrl }), or the environment " +
  "variable CONVICTION_BASE_URL.";
const COMPANY = "Ask about a company by its ticker or its name; connect({ data }) names a folder of prices that the " +
  "embedded service reads.";

/**
 * Makes errors of this module short in a kernel, which prints an error's stack below the cell and saves it with the
 * notebook: the message, what to do next, and the lines of cells and of other modules.
 */
function shortenErrors(): void {
  presentErrorsBy(cellStack);
}

/** The stack of an error as a cell shows it. */
function cellStack(error: ResearchError, stack: string): string {
  const cure = cureOf(error);
  const frames = stack.split("\n").filter((line) => FRAME.test(line) && isOutside(line));
  return [`${error.name}: ${error.message}`, ...cure === undefined ? [] : [cure], ...frames].join("\n");
}

/** Whether a line of a stack is of a cell or of another module; those without a place are of the runtime. */
function isOutside(frame: string): boolean {
  return /:\d+:\d+\)?$/.test(frame) && !frame.includes(OWN_FILES) && !/\b(?:ext|node):/.test(frame);
}

/**
 * What a person in a notebook can do about an error, where its message does not say it.
 * @returns A sentence, or undefined.
 */
function cureOf(error: ResearchError & Partial<Pick<FailedCall, "status" | "code" | "delivery">>) {
  const { name, status, code, delivery } = error;
  if (code === "unknown_company") return COMPANY;
  if (status === 401 || status === 403) return KEY;
  if (status === 404 || status === 405) return ADDRESS;
  return name === "ConnectionError" && delivery === "not_sent" ? ADDRESS : undefined;
}
