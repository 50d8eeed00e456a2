import type { FileReference } from "../protocol/file_reference.ts";
import type { CodeExecutionOutputEvent, ResponseEvent } from "../protocol/event.ts";
import type { OutputItem } from "../protocol/item.ts";
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

/** What is known of an answer so far. */
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
  /** Oddities that did not cost the answer, like `missing_done`. */
  readonly warnings: readonly string[];
  /** Number of events received. */
  readonly events: number;
  /** Number of those this version does not know. */
  readonly unknownEvents: number;
  /** Position of the last event in the stream, where the service numbers them. */
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
  unknownEvents: 0,
  lastSequence: undefined,
};

/**
 * What is known after one more event. It never throws, whatever the order of events: an output may come
 * before its call and deltas before their item.
 *
 * @returns A new snapshot; the old one is left as it was.
 */
export function applyEvent(snapshot: Snapshot, event: ResponseEvent): Snapshot {
  const next = { ...snapshot, ...understand(snapshot, event), events: snapshot.events + 1 };
  if (snapshot.state === "idle" && next.state === "idle") next.state = "streaming";
  if (event.type === "unknown") next.unknownEvents++;
  else if (event.sequence_number !== undefined) next.lastSequence = event.sequence_number;
  return next;
}

function understand(snapshot: Snapshot, event: ResponseEvent): Partial<Snapshot> {
  switch (event.type) {
    case "response.output_text.delta":
      return { text: snapshot.text + event.delta };
    case "response.output_text.done": // a service may send the text whole, without a delta
      return snapshot.text === "" && event.text !== undefined ? { text: event.text } : {};
    case "response.created":
      return { response: event.response };
    case "response.completed":
      return withResponse(snapshot, event.response, "completed");
    case "response.failed":
    case "response.incomplete":
      return { ...withResponse(snapshot, event.response, "failed"), error: failureOf(event) };
    case "error":
      return isEnd(snapshot.state) ? {} : { state: "failed", error: event.error };
    case "response.output_item.added":
    case "response.output_item.done":
      return event.item === undefined ? {} : withItem(snapshot, event.item, event.type.endsWith("done"));
    case "response.function_call_arguments.delta":
      return withCall(
        snapshot,
        event.call_id,
        (call) => call.complete ? call : { ...call, arguments: call.arguments + event.delta },
      );
    case "response.function_call_arguments.done":
      return withCall(snapshot, event.call_id, (call) => ({ ...call, arguments: event.arguments, complete: true }));
    case "response.code_execution.added":
      return withExecution(snapshot, event.item_id, (execution) => ({ ...execution, name: event.name }));
    case "response.code_execution.input_delta":
      return withExecution(snapshot, event.item_id, (execution) => ({
        ...execution,
        input: execution.input + event.delta,
      }));
    case "response.code_execution.started":
      return withExecution(
        snapshot,
        event.item_id,
        (execution) => execution.state === "finished" ? execution : { ...execution, state: "running" },
      );
    case "response.code_execution.output":
      return withOutput(snapshot, event);
    case "verification.done":
      return event.verification === undefined ? {} : { verification: event.verification };
    default: // the other events announce what a later one brings
      return {};
  }
}

/** Whether an answer in this state can still change it. */
export function isEnd(state: AnswerState): boolean {
  return state !== "idle" && state !== "streaming";
}

function failureOf({ type, response }: { readonly type: string; readonly response: ResponseObject }): ServiceErrorBody {
  return response.error ?? { message: `the service ended the response with ${type}` };
}

function withResponse(snapshot: Snapshot, response: ResponseObject, state: AnswerState): Partial<Snapshot> {
  if (isEnd(snapshot.state)) return {};
  const { verification, thesis, files } = response.metadata ?? {};
  return {
    state,
    response,
    text: snapshot.text === "" ? messageText(response) : snapshot.text,
    verification: verification ?? snapshot.verification,
    thesis: thesis ?? snapshot.thesis,
    files: mergeFiles(snapshot.files, files ?? []),
  };
}

function messageText(response: ResponseObject): string {
  return (response.output ?? []).flatMap((item) => item.type === "message" ? item.content : [])
    .map(({ text }) => text ?? "").join("");
}

function withItem(snapshot: Snapshot, item: OutputItem, isDone: boolean): Partial<Snapshot> {
  switch (item.type) {
    case "function_call":
      return withCall(snapshot, item.call_id, (call) => ({
        ...call,
        ...(item.id === undefined ? {} : { item_id: item.id }),
        name: item.name,
        arguments: call.complete || item.arguments === "" ? call.arguments : item.arguments,
        complete: call.complete || isDone,
      }), item.id);
    case "function_call_output":
      return withCall(snapshot, item.call_id, (call) => ({ ...call, output: item.output }));
    default: // the text of a message comes in its own events
      return {};
  }
}

/** `itemId` also finds a call that deltas without a `call_id` began under the name of their item. */
function withCall(
  snapshot: Snapshot,
  callId: string,
  change: (call: FunctionCall) => FunctionCall,
  itemId?: string,
): Partial<Snapshot> {
  const at = snapshot.calls.findIndex(({ call_id, item_id }) =>
    call_id === callId || item_id === callId || call_id === itemId
  );
  const found = snapshot.calls[at];
  if (found === undefined) {
    return { calls: [...snapshot.calls, change({ call_id: callId, name: "", arguments: "", complete: false })] };
  }
  const named = itemId !== undefined && found.call_id === itemId ? { ...found, call_id: callId } : found;
  return { calls: snapshot.calls.with(at, change(named)) };
}

function withExecution(
  snapshot: Snapshot,
  itemId: string,
  change: (execution: CodeExecution) => CodeExecution,
): Partial<Snapshot> {
  const at = snapshot.executions.findIndex(({ item_id }) => item_id === itemId);
  const found = snapshot.executions[at];
  if (found !== undefined) return { executions: snapshot.executions.with(at, change(found)) };
  const begun: CodeExecution = {
    item_id: itemId,
    name: "",
    input: "",
    state: "writing",
    stdout: "",
    stderr: "",
    files: [],
  };
  return { executions: [...snapshot.executions, change(begun)] };
}

function withOutput(snapshot: Snapshot, event: CodeExecutionOutputEvent): Partial<Snapshot> {
  const { item_id, stdout, stderr, return_code, files } = event;
  return {
    ...withExecution(snapshot, item_id, (execution) => ({
      ...execution,
      state: "finished",
      stdout,
      stderr,
      return_code,
      files,
    })),
    files: mergeFiles(snapshot.files, files),
  };
}

function mergeFiles(known: readonly FileReference[], more: readonly FileReference[]): readonly FileReference[] {
  const ids = new Set(known.map(({ file_id }) => file_id));
  const fresh = more.filter(({ file_id }) => !ids.has(file_id) && ids.add(file_id));
  return fresh.length === 0 ? known : [...known, ...fresh];
}
