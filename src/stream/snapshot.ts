import type { FileReference } from "../protocol/file_reference.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { ResponseObject } from "../protocol/response.ts";
import type { ServiceErrorBody } from "../protocol/service_error.ts";
import type { Verification } from "../protocol/verification.ts";

/** One tool call: everything the stream said about it, by `call_id`. */
export interface FunctionCall {
  /** The call. */
  readonly call_id: string;
  /** Tool name; empty until the call's item arrives. */
  readonly name: string;
  /** The arguments received so far, as JSON text. */
  readonly arguments: string;
  /** Whether `arguments` is complete; do not act on it before. */
  readonly complete: boolean;
  /** The tool's result, once received. */
  readonly output?: unknown;
  /** Identifier of the call's item, if the service sent one. */
  readonly item_id?: string;
}

/** One code execution: everything the stream said about it, by `item_id`. */
export interface CodeExecution {
  /** The execution. */
  readonly item_id: string;
  /** Its name; empty until announced. */
  readonly name: string;
  /** The code received so far. */
  readonly input: string;
  /** Its state. */
  readonly state: "writing" | "running" | "finished";
  /** Standard output; empty until finished. */
  readonly stdout: string;
  /** Standard error output; empty until finished. */
  readonly stderr: string;
  /** Process exit code, once finished; 0 means success. */
  readonly return_code?: number;
  /** Generated files; empty until finished. */
  readonly files: readonly FileReference[];
}

/** State of an answer: all but `idle` and `streaming` are final, and only `completed` is a success. */
export type AnswerState = "idle" | "streaming" | "completed" | "failed" | "truncated" | "aborted" | "timed_out";

/**
 * A stream's deviation that did not prevent an answer; `src/stream/README.md` explains each.
 * Programs may compare with these words; more may be added.
 */
export type SnapshotWarning =
  | "arguments_differ"
  | "damaged_text"
  | "delta_after_done"
  | "event_after_end"
  | "missing_done"
  | "missing_events"
  | "missing_final_blank_line"
  | "numbers_repeat"
  | "out_of_order"
  | "refused_in_part"
  | "repeated_events"
  | "text_cut"
  | "text_differs"
  | "unfinished_call"
  | "unfinished_execution";

/** An answer as far as it was received. Immutable: later events make another snapshot. */
export interface Snapshot {
  /** Its state. */
  readonly state: AnswerState;
  /** The answer's text so far. */
  readonly text: string;
  /** Tool calls, in order of first mention. */
  readonly calls: readonly FunctionCall[];
  /** Code executions, in order of first mention. */
  readonly executions: readonly CodeExecution[];
  /** Every file of the answer, each once. */
  readonly files: readonly FileReference[];
  /** Results of the verification, once received. */
  readonly verification: Verification | undefined;
  /** The thesis, if the service sends one with the stream. */
  readonly thesis: ReasoningResult | undefined;
  /** The response as the service last described it. */
  readonly response: ResponseObject | undefined;
  /** The failure that the service reported. */
  readonly error: ServiceErrorBody | undefined;
  /** Deviations that did not prevent the answer, each once: {@linkcode SnapshotWarning}s, or words of a source. */
  readonly warnings: readonly string[];
  /** Number of events received. */
  readonly events: number;
  /** Number of repeated events, by their number; they were skipped. */
  readonly repeatedEvents: number;
  /** Number of events of an unknown type. */
  readonly unknownEvents: number;
  /** Highest number of an event received, if the service numbers events. */
  readonly lastSequence: number | undefined;
}

/** The snapshot before the first event. */
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

/** Whether a state is final. */
export function isEnd(state: AnswerState): boolean {
  return state !== "idle" && state !== "streaming";
}
