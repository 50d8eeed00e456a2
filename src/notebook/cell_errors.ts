import { type FailedCall, presentErrorsBy, type ResearchError } from "../protocol/errors.ts";

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
