import { excerpt } from "../text/control.ts";

const MAX_MESSAGE = 500;

/**
 * Says in the cell that runs what the Deno kernel hides: a promise that failed while nothing awaited it, and an error of
 * code that no cell waits for, as in a timer.
 *
 * Both are marked as handled: where one is not, the kernel of Deno 2.9.6 runs nothing for up to 30 seconds, without a
 * word (measured).
 */
export function sayUnawaitedErrors(): void {
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
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return excerpt(words, MAX_MESSAGE);
}

function say(line: string): void {
  // deno-lint-ignore no-console -- the kernel makes it the cell's output
  console.error(line);
}
