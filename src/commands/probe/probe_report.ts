import { excerpt } from "../../text/control.ts";
import { type Exchange, replyLines, requestLines } from "./exchange_lines.ts";
import type { Operation, ProbeFailure } from "./probe_advice.ts";

/** What is told of an operation. */
export interface ProbeReport {
  readonly operation: Operation;
  readonly exchanges: readonly Exchange[];
  readonly fields: readonly string[];
  readonly failure: ProbeFailure | undefined;
  /** What to try; absent when nothing failed. */
  readonly advice: string | undefined;
}

const TITLES: Readonly<Record<Operation, string>> = {
  reason: "Reasoning",
  stream: "Stream",
  file: "File",
};
const MAX_MESSAGE = 400;

/**
 * Tells what one request to an operation showed: what was sent, what came, what we read of it, and what to try.
 * @returns Lines for a person.
 */
export function probeReport({ operation, exchanges, fields, failure, advice }: ProbeReport): string[] {
  return [
    "",
    `== ${TITLES[operation]} ==`,
    ...exchanges.flatMap((exchange) => [...requestLines(exchange), ...replyLines(exchange)]),
    ...(fields.length === 0 ? [] : ["", ...fields]),
    ...(failure === undefined ? [] : ["", `FAILED: ${excerpt(failure.message, MAX_MESSAGE)}`]),
    ...(advice === undefined ? [] : [advice]),
  ];
}
