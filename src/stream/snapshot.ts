import type { FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { ResponseObject } from "../protocol/response.ts";
import type { ServiceErrorBody } from "../protocol/service_error.ts";
import type { Verification } from "../protocol/verification.ts";

/** One tool call, with everything the stream said about it, joined by `call_id`. */
export interface FunctionCall {
  /** The call. */
  readonly call_id: string;
  /** Tool name; empty until the call's item has come. */
  readonly name: string;
  /** The arguments received so far, as JSON text. */
  readonly arguments: string;
  /** Whether `arguments` is whole: never act on it before. */
  readonly complete: boolean;
  /** The tool's result, once it has come. */
  readonly output?: unknown;
  /** Identifier of the call's item, where the service gave one. */
  readonly item_id?: string;
}

/** One run of code, with everything the stream said about it, joined by `item_id`. */
export interface CodeExecution {
  /** The execution it belongs to. */
  readonly item_id: string;
  /** Name of the execution; empty until it was announced. */
  readonly name: string;
  /** The code received so far. */
  readonly input: string;
  /** How far it is. */
  readonly state: "writing" | "running" | "finished";
  /** Standard output; empty until finished. */
  readonly stdout: string;
  /** Standard error output; empty until finished. */
  readonly stderr: string;
  /** Process exit code, once finished; 0 means success. */
  readonly return_code?: number;
  /** Files the code made; empty until finished. */
  readonly files: readonly FileReference[];
}

/** How far an answer is: all but `idle` and `streaming` are ends, and only `completed` is a good one. */
export type AnswerState = "idle" | "streaming" | "completed" | "failed" | "truncated" | "aborted" | "timed_out";

/**
 * Something odd about a stream that did not cost the answer; `src/stream/README.md` says what each means.
 * A program may compare with these words; more may be added.
 */
export type SnapshotWarning =
  | "arguments_differ"
  | "delta_after_done"
  | "event_after_end"
  | "missing_done"
  | "missing_events"
  | "missing_final_blank_line"
  | "numbers_repeat"
  | "out_of_order"
  | "repeated_events"
  | "text_cut"
  | "text_differs"
  | "unfinished_call"
  | "unfinished_execution";

/** What is known of an answer so far. It stays as it is when more comes: a later look gives another one. */
export interface Snapshot {
  /** How far it is. */
  readonly state: AnswerState;
  /** The answer's text so far. */
  readonly text: string;
  /** Tool calls in the order they were first heard of. */
  readonly calls: readonly FunctionCall[];
  /** Code executions in the order they were first heard of. */
  readonly executions: readonly CodeExecution[];
  /** Every file of the answer, each once. */
  readonly files: readonly FileReference[];
  /** Results of the verification, once known. */
  readonly verification: Verification | undefined;
  /** The thesis, where the service sends one with a stream. */
  readonly thesis: ReasoningResult | undefined;
  /** The response as the service last described it. */
  readonly response: ResponseObject | undefined;
  /** What the service said when it failed. */
  readonly error: ServiceErrorBody | undefined;
  /** Oddities that did not cost the answer, each once: a {@linkcode SnapshotWarning}, or what a source adds. */
  readonly warnings: readonly string[];
  /** Number of events received. */
  readonly events: number;
  /** Number of those that had come before, by their number; they were left out. */
  readonly repeatedEvents: number;
  /** Number of those this version does not know. */
  readonly unknownEvents: number;
  /** Highest position in the stream of an event received, where the service numbers them. */
  readonly lastSequence: number | undefined;
}

/** What is known before the first event. */
export const EMPTY_SNAPSHOT: Snapshot = {
  state: "idle",
  text: "",
  calls: [],
  executions: [],
  files: [],
  verification: undefined,
  thesis: undefined,
  response: undefined,
  error: undefined,
  warnings: [],
  events: 0,
  repeatedEvents: 0,
  unknownEvents: 0,
  lastSequence: undefined,
};

/** Whether an answer in this state is over. */
export function isEnd(state: AnswerState): boolean {
  return state !== "idle" && state !== "streaming";
}
