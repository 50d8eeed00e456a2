import type { CodeExecution, FunctionCall } from "../stream/snapshot.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";

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
  return `${title}: ${counted(files.length, "file")}`;
}
