import type { Conclusion, Step } from "../agent/step.ts";
import { ResearchError } from "../protocol/errors.ts";
import type { KnownEvent } from "../protocol/event.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { ContentPart, MessageItem, OutputItem } from "../protocol/item.ts";
import type { ResponseMetadata, ResponseObject } from "../protocol/response.ts";
import type { Verification } from "../protocol/verification.ts";
import type { Dialect } from "../protocol/route.ts";
import { McpCallWriter } from "./mcp_call_writer.ts";
import { textOf } from "./answer_form.ts";
import { presentResult } from "./reason.ts";
import type { OwnCall } from "./own_tool.ts";
import { type ResponseIdentity, responseObject } from "./response_object.ts";
import { SpecificationWorkWriter, type WorkContext, type WorkWriter } from "./work_writer.ts";

/** Context of a response writer. */
export interface WriterContext extends ResponseIdentity {
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
  /** Unix time in seconds. */
  readonly nowSeconds: () => number;
  /** What the caller is asked to run where there is no thesis. Default: nothing. */
  readonly ownCall?: OwnCall | undefined;
}

/** Thrown when an agent violates the order of steps; an internal error, never the caller's. */
export class StepOrderError extends ResearchError {
  override readonly name = "StepOrderError";
}

type Phase = "idle" | "calling" | "coded" | "running" | "verifying" | "writing" | "concluded";

/**
 * The state machine of a stream: the allowed steps of each state and the next state. What follows a text, other than
 * text, ends its message; a later text begins another.
 */
const NEXT: Readonly<Record<Phase, Readonly<Partial<Record<Step["kind"], Phase>>>>> = {
  idle: {
    tool_call: "calling",
    code: "coded",
    files: "idle",
    verification_started: "verifying",
    text: "writing",
    waiting: "idle",
    conclusion: "concluded",
  },
  calling: { tool_output: "idle" },
  coded: { code_started: "running", waiting: "coded" },
  running: { code_output: "idle", waiting: "running" },
  verifying: { verification_done: "idle" },
  writing: {
    tool_call: "calling",
    code: "coded",
    files: "writing",
    text: "writing",
    waiting: "idle",
    conclusion: "concluded",
  },
  concluded: {},
};

const WORK_WRITERS: Readonly<Record<Dialect, new (context: WorkContext) => WorkWriter>> = {
  specification: SpecificationWorkWriter,
  responses: McpCallWriter,
};

/** Converts steps to events on the wire. */
export class ResponseWriter {
  readonly #context: WriterContext;
  readonly #work: WorkWriter;
  #message: MessageWriter;
  #hasText = false;
  readonly #output: OutputItem[] = [];
  readonly #files: FileReference[] = [];
  #phase: Phase = "idle";
  #verification: Verification | undefined;

  constructor(context: WriterContext) {
    this.#context = context;
    this.#message = new MessageWriter(`msg_${context.newId()}`);
    this.#work = new WORK_WRITERS[context.dialect ?? "specification"]({ newId: context.newId, output: this.#output });
  }

  /** Whether the response is complete. */
  get concluded(): boolean {
    return this.#phase === "concluded";
  }

  /** Returns the first event. */
  begin(): KnownEvent[] {
    return [{ type: "response.created", response: this.#inProgress() }];
  }

  #inProgress(): ResponseObject {
    return responseObject(this.#context, { status: "in_progress", output: [], metadata: {} });
  }

  #endMessage(): KnownEvent[] {
    const { item, events } = this.#message.finish(this.#output.length);
    this.#output.push(item);
    this.#message = new MessageWriter(`msg_${this.#context.newId()}`);
    return events;
  }

  /**
   * Returns the events of one step.
   * @throws {StepOrderError} when the step is out of order.
   */
  write(step: Step): KnownEvent[] {
    const phase = NEXT[this.#phase][step.kind];
    if (!phase) throw new StepOrderError(`Cannot write step ${step.kind}: the response is ${this.#phase}`);
    const ended = this.#phase === "writing" && phase !== "writing" ? this.#endMessage() : [];
    this.#phase = phase;
    return [...ended, ...this.#eventsOf(step)];
  }

  #eventsOf(step: Step): KnownEvent[] {
    if ("files" in step) this.#files.push(...step.files);
    if (step.kind === "verification_done") this.#verification = step.verification;
    switch (step.kind) {
      case "text":
        this.#hasText = true;
        return this.#message.write(step.delta, this.#output.length);
      case "waiting":
        return [{ type: "response.in_progress", response: this.#inProgress() }];
      case "conclusion":
        return this.#conclude(step.conclusion);
      case "files": // named in the metadata: no event is about them
        return [];
      default:
        return this.#work.write(step);
    }
  }

  #conclude(conclusion: Conclusion): KnownEvent[] {
    const unsaid = this.#hasText
      ? []
      : [...this.#message.write(textOf(conclusion), this.#output.length), ...this.#endMessage()];
    const { ownCall } = this.#context;
    const calls = conclusion.kind !== "thesis" && ownCall !== undefined ? this.#askFor(ownCall) : [];
    const response = responseObject(this.#context, {
      status: "completed",
      completedAt: this.#context.nowSeconds(),
      output: this.#output,
      metadata: this.#metadataOf(conclusion),
    });
    return [...unsaid, ...calls, { type: "response.completed", response }];
  }

  /** A call that the caller runs is written as the specification writes ours. */
  #askFor(call: OwnCall): KnownEvent[] {
    const writer = new SpecificationWorkWriter({ newId: this.#context.newId, output: this.#output });
    return writer.write({ kind: "tool_call", ...call });
  }

  #metadataOf(conclusion: Conclusion): ResponseMetadata {
    const { responseId, echo } = this.#context;
    const thesis = conclusion.kind === "thesis" ? presentResult(conclusion.result, { responseId }) : undefined;
    const { warnings = [], incomplete } = thesis?.metadata ?? {};
    const all = [...echo?.warnings ?? [], ...warnings];
    return {
      ...(this.#verification === undefined ? {} : { verification: this.#verification }),
      ...(thesis === undefined ? {} : { thesis }),
      ...(all.length === 0 ? {} : { warnings: all }),
      ...(incomplete === undefined ? {} : { incomplete }),
      ...(conclusion.kind === "thesis" ? {} : { refused: conclusion.kind }),
      files: this.#files,
    };
  }
}

/** An empty list that strict clients require in the events of a text. */
const NO_LOGPROBS = { logprobs: [] };

/** A text part of the Responses API, with the empty lists that strict clients require. */
function textPart(text: string): ContentPart {
  const part = { type: "output_text", text, annotations: [], logprobs: [] };
  return part;
}

/** Writes a message of a response, which begins with its first text. */
class MessageWriter {
  readonly #id: string;
  #text = "";
  #begun = false;

  constructor(id: string) {
    this.#id = id;
  }

  /** Returns the events of a piece of text; `outputIndex` is the message's position in the output. */
  write(delta: string, outputIndex: number): KnownEvent[] {
    const begin = this.#begun ? [] : this.#begin(outputIndex);
    this.#text += delta;
    return [...begin, { type: "response.output_text.delta", ...this.#textPlace(outputIndex), delta, ...NO_LOGPROBS }];
  }

  /** Returns the message and its last events. */
  finish(outputIndex: number): { readonly item: MessageItem; readonly events: KnownEvent[] } {
    const part = textPart(this.#text);
    const item = this.#item({ status: "completed", content: [part] });
    const place = this.#textPlace(outputIndex);
    return {
      item,
      events: [
        { type: "response.output_text.done", ...place, text: this.#text, ...NO_LOGPROBS },
        { type: "response.content_part.done", ...place, part },
        { type: "response.output_item.done", item_id: this.#id, output_index: outputIndex, item },
      ],
    };
  }

  #begin(outputIndex: number): KnownEvent[] {
    this.#begun = true;
    const item = this.#item({ status: "in_progress", content: [] });
    return [
      { type: "response.output_item.added", item_id: this.#id, output_index: outputIndex, item },
      { type: "response.content_part.added", ...this.#textPlace(outputIndex), part: textPart("") },
    ];
  }

  #item(state: Pick<MessageItem, "content"> & { readonly status: string }): MessageItem {
    return { type: "message", id: this.#id, role: "assistant", ...state };
  }

  #textPlace(outputIndex: number) {
    return { item_id: this.#id, output_index: outputIndex, content_index: 0 };
  }
}
