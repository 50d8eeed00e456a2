import type { KnownEvent, ResponseEvent } from "../protocol/event.ts";
import type { ContentPart, MessageItem, OutputItem } from "../protocol/item.ts";
import type { ResponseObject } from "../protocol/response.ts";
import { filesOfResult } from "../protocol/result_files.ts";
import type { ServiceErrorBody } from "../protocol/service_error.ts";
import { showsItself } from "../text/cell_value.ts";
import { AnswerText, type WholeText } from "./answer_text.ts";
import { CallList } from "./call_list.ts";
import { EventOrder } from "./event_order.ts";
import { ExecutionList, FileList } from "./execution_list.ts";
import { type AnswerState, EMPTY_SNAPSHOT, isEnd, type Snapshot, type SnapshotWarning } from "./snapshot.ts";

const ODD_PLACES = {
  after_gap: "missing_events",
  late: "out_of_order",
  renumbered: "numbers_repeat",
  repeated: "repeated_events",
} as const satisfies Readonly<Record<string, SnapshotWarning>>;

/**
 * Reduces events to a snapshot. It never throws, whatever the events and their order, and the cost of an event does not
 * depend on the number before it. `src/stream/README.md` has the table of its decisions.
 */
export class Understanding {
  readonly #warnings = new Set<string>();
  readonly #warn = (warning: SnapshotWarning): void => void this.#warnings.add(warning);
  readonly #order = new EventOrder();
  readonly #text = new AnswerText();
  readonly #calls = new CallList(this.#warn);
  readonly #executions = new ExecutionList(this.#warn);
  readonly #files = new FileList();
  /** The rest of the snapshot. */
  #facts: Pick<Snapshot, "state" | "verification" | "thesis" | "response" | "error"> = EMPTY_SNAPSHOT;
  #events = 0;
  #repeated = 0;
  #unknown = 0;
  #added = "";
  #refusal = "";
  #snapshot: Snapshot | undefined = EMPTY_SNAPSHOT;

  /** State of the answer. */
  get state(): AnswerState {
    return this.#facts.state;
  }

  /** The text that the last event added. */
  get added(): string {
    return this.#added;
  }

  /** The snapshot, made on demand; later events do not change it. */
  get snapshot(): Snapshot {
    const { state, verification, thesis, response, error } = this.#facts;
    return this.#snapshot ??= showsItself({
      state,
      text: this.#text.value,
      calls: this.#calls.view,
      executions: this.#executions.view,
      files: this.#files.view,
      verification,
      thesis,
      response,
      error,
      warnings: [...this.#warnings],
      events: this.#events,
      repeatedEvents: this.#repeated,
      unknownEvents: this.#unknown,
      lastSequence: this.#order.last,
    });
  }

  /** Reads the next event. @returns False for a repeated event, which is skipped. */
  take(event: ResponseEvent): boolean {
    this.#snapshot = undefined;
    this.#added = "";
    this.#events++;
    if (!this.#isNew(event)) return false;
    if (event.type === "unknown") this.#readUnknown(event.wire);
    else if (!isEnd(this.state)) this.#read(event);
    else if (!this.#readLate(event)) this.#warn("event_after_end");
    if (this.state === "idle") this.end("streaming");
    return true;
  }

  /** Ends the answer for a reason outside the events. */
  end(state: AnswerState): void {
    this.#know({ state });
  }

  /** Adds warnings of the source. */
  addWarnings(warnings: Iterable<string>): void {
    this.#snapshot = undefined;
    for (const warning of warnings) this.#warnings.add(warning);
  }

  #isNew(event: ResponseEvent): boolean {
    const placing = this.#order.place(event);
    if (placing === "next") return true;
    this.#warn(ODD_PLACES[placing]);
    if (placing === "repeated") this.#repeated++;
    return placing !== "repeated";
  }

  #read(event: KnownEvent): void {
    switch (event.type) {
      case "response.output_text.delta":
        return this.#readDelta(event);
      case "response.output_text.done":
        return this.#check(this.#text.finish(event.text, event));
      case "response.content_part.done":
        return event.part?.text ? this.#check(this.#text.finish(event.part.text, event)) : undefined;
      case "response.function_call_arguments.delta":
        return this.#calls.write(event, event.delta);
      case "response.function_call_arguments.done":
        return this.#calls.finish(event, event.arguments);
      case "response.mcp_call_arguments.delta":
        return this.#calls.write({ call_id: event.item_id }, event.delta);
      case "response.mcp_call_arguments.done":
        return this.#calls.finish({ call_id: event.item_id }, event.arguments);
      case "response.output_item.added":
        return this.#readItem(event.item, false);
      case "response.output_item.done":
        return event.item === undefined ? undefined : this.#readItem(event.item, true);
      case "response.code_execution.added":
        return this.#executions.announce(event.item_id, event.name);
      case "response.code_execution.input_delta":
        return this.#executions.write(event.item_id, event.delta);
      case "response.code_execution.started":
        return this.#executions.start(event.item_id);
      default:
        return this.#readState(event);
    }
  }

  #readState(event: KnownEvent): void {
    switch (event.type) {
      case "response.created":
        return this.#know({ response: event.response });
      case "response.completed":
        return this.#complete(event.response);
      case "response.failed":
      case "response.incomplete":
        this.#describe(event.response);
        return this.#know({ state: "failed", error: failureOf(event.response, event.type) });
      case "error":
        return this.#know({ state: "failed", error: event.error });
      default:
        return void this.#readLate(event);
    }
  }

  /** Reads events that are valid after the end too: results whose order is not specified. */
  #readLate(event: KnownEvent): boolean {
    switch (event.type) {
      case "response.code_execution.output":
        if (!this.#executions.finish(event)) this.#warn("delta_after_done");
        this.#files.add(event.files);
        return true;
      case "verification.done":
        this.#know({ verification: event.verification ?? this.#facts.verification });
        return true;
      default: // the other events of the union only announce a later one
        return event.type === "verification.started";
    }
  }

  #readDelta(event: Extract<KnownEvent, { type: "response.output_text.delta" }>): void {
    const fate = this.#text.append(event.delta, event);
    if (fate === "kept") this.#added = event.delta;
    else this.#warn(fate === "late" ? "delta_after_done" : "text_cut");
  }

  #readItem(item: OutputItem, isDone: boolean): void {
    if (item.type === "function_call") this.#calls.announce(item, isDone);
    else if (item.type === "function_call_output") this.#calls.answer(item, isDone);
    else if (item.type === "mcp_call") this.#calls.run(item, isDone);
    else if (item.type === "message" && isDone) this.#readMessage(item);
  }

  /** Compares the text of a message with its deltas, or adds it when there were none. */
  #readMessage({ id, content }: MessageItem): void {
    content.forEach(({ text }, content_index) => {
      if (text && id !== undefined) this.#check(this.#text.finish(text, { item_id: id, content_index }));
    });
  }

  /** A refusal is no part of the union: nothing but the end of the answer depends on it. */
  #readUnknown(wire: unknown): void {
    this.#unknown++;
    const { type, delta, refusal } = Object(wire);
    if (type === "response.refusal.delta") this.#refusal += String(delta);
    if (type === "response.refusal.done") this.#refusal = String(refusal);
  }

  #complete(response: ResponseObject): void {
    this.#describe(response);
    const error = this.#failureOf(response);
    if (error !== undefined) return this.#know({ state: "failed", error });
    this.#know({ state: "completed" });
    if (this.#calls.view.some(({ complete }) => !complete)) this.#warn("unfinished_call");
    if (this.#executions.view.some(({ state }) => state !== "finished")) this.#warn("unfinished_execution");
  }

  /** What a response that is called completed says otherwise: by its status or error, or because it has no answer. */
  #failureOf(response: ResponseObject): ServiceErrorBody | undefined {
    const { status = "", error } = response;
    if (error !== undefined || /^(?:failed|incomplete|cancelled)$/.test(status)) {
      return failureOf(response, `status ${status}`);
    }
    const refusal = partsOf(response).map((part) => part.refusal ?? "").join("") || this.#refusal;
    const hasText = this.#text.length > 0;
    if (refusal !== "" && hasText) this.#warn("refused_in_part");
    if (refusal !== "" && !hasText) return { code: "refusal", message: refusal };
    const isCalling = this.#calls.view.some(({ output }) => output === undefined); // a tool of the caller's
    if (hasText || isCalling || this.#facts.thesis !== undefined || this.#files.view.length > 0) return undefined;
    return { code: "no_answer", message: "it completed an answer without any text" };
  }

  #describe(response: ResponseObject): void {
    this.#check(this.#text.finishAll(partsOf(response).map(({ text }) => text ?? "").join("")));
    const { verification = this.#facts.verification, thesis = this.#facts.thesis, files = [] } = response.metadata ??
      {};
    this.#files.add(files);
    if (thesis !== undefined) this.#files.add(filesOfResult(thesis));
    this.#know({ response, verification, thesis });
  }

  #check({ agrees, added }: WholeText): void {
    if (!agrees) this.#warn("text_differs");
    this.#added += added;
  }

  #know(facts: Partial<Snapshot>): void {
    this.#snapshot = undefined;
    this.#facts = { ...this.#facts, ...facts };
  }
}

/** @param end Completes the sentence "the service ended the response with ...". */
function failureOf(response: ResponseObject, end: string): ServiceErrorBody {
  const { error, incomplete_details } = response as ResponseObject & { readonly incomplete_details?: unknown };
  if (error !== undefined) return error;
  const { reason } = Object(incomplete_details);
  if (typeof reason === "string") return { code: reason, message: "the answer is incomplete" };
  return { message: `the service ended the response with ${end}` };
}

function partsOf({ output = [] }: ResponseObject): readonly ContentPart[] {
  return output.flatMap((item) => item.type === "message" ? item.content : []);
}
