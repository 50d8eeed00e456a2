import type { CodeExecution, FunctionCall } from "../stream/snapshot.ts";
import { excerpt } from "../text/control.ts";

/**
 * A tool call in one line.
 * @param maxArguments Most characters of the arguments.
 * @returns Like `fetch_prices {"ticker":"AAPL"}`; an ellipsis marks incomplete arguments.
 */
export function callWords(call: FunctionCall, maxArguments: number): string {
  const name = call.name || call.call_id;
  if (!call.complete) return `${name} …`;
  return `${name} ${excerpt(call.arguments, maxArguments)}`;
}

/** A run of code in one line, like `code drawdown: 3 files`. */
export function executionWords({ name, item_id, state, return_code, files }: CodeExecution): string {
  const title = `code ${name || item_id}`;
  if (state !== "finished") return `${title} ${state} …`;
  if (return_code !== 0) return `${title}: failed with ${return_code}`;
  return `${title}: ${count(files.length, "file")}`;
}

/** A number and its noun, like `1 file` or `3 files`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-GB")} ${noun}${number === 1 ? "" : "s"}`;
}
