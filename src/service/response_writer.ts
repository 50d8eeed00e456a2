import type { Conclusion, Step } from "../agent/step.ts";
import { ResearchError } from "../protocol/errors.ts";
import type { KnownEvent } from "../protocol/event.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { FunctionCallItem, OutputItem } from "../protocol/item.ts";
import type { ResponseMetadata } from "../protocol/response.ts";
import type { Verification } from "../protocol/verification.ts";
import { MessageWriter } from "./message_writer.ts";
import { presentResult } from "./reason.ts";
import { type ResponseIdentity, responseObject } from "./response_object.ts";

/** Context of a response writer. */
export interface WriterContext extends ResponseIdentity {
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
  /** Unix time in seconds. */
  readonly nowSeconds: () => number;
}

/** Thrown when an agent violates the order of steps; an internal error, never the caller's. */
export class StepOrderError extends ResearchError {
  override readonly name = "StepOrderError";
}

type Phase = "idle" | "calling" | "coded" | "running" | "verifying" | "writing" | "concluded";

/**
 * The state machine of a stream: the allowed steps of each state and the next state.
 * After the first text, only text and the conclusion may follow.
 */
const NEXT: Readonly<Record<Phase, Readonly<Partial<Record<Step["kind"], Phase>>>>> = {
  idle: {
    tool_call: "calling",
    code: "coded",
    files: "idle",
    verification_started: "verifying",
    text: "writing",
    conclusion: "concluded",
  },
  calling: { tool_output: "idle" },
  coded: { code_started: "running" },
  running: { code_output: "idle" },
  verifying: { verification_done: "idle" },
  writing: { text: "writing", conclusion: "concluded" },
  concluded: {},
};

/**
 * Converts steps to events on the wire.
 *
 * Code executions and verifications are not items of the output, so omitting their events changes no
 * `output_index`.
 */
export class ResponseWriter {
  readonly #context: WriterContext;
  readonly #message: MessageWriter;
  readonly #output: OutputItem[] = [];
  readonly #files: FileReference[] = [];
  #phase: Phase = "idle";
  #callId = "";
  #executionId = "";
  #verification: Verification | undefined;

  constructor(context: WriterContext) {
    this.#context = context;
    this.#message = new MessageWriter(`msg_${context.newId()}`);
  }

  /** Whether the response is complete. */
  get concluded(): boolean {
    return this.#phase === "concluded";
  }

  /** Returns the first event. */
  begin(): KnownEvent[] {
    const response = responseObject(this.#context, { status: "in_progress", output: [], metadata: {} });
    return [{ type: "response.created", response }];
  }

  /**
   * Returns the events of one step.
   * @throws {StepOrderError} when the step is out of order.
   */
  write(step: Step): KnownEvent[] {
    const phase = NEXT[this.#phase][step.kind];
    if (!phase) throw new StepOrderError(`Cannot write step ${step.kind}: the response is ${this.#phase}`);
    this.#phase = phase;
    switch (step.kind) {
      case "tool_call":
        return this.#call(step.name, JSON.stringify(step.arguments ?? {}));
      case "tool_output":
        return this.#callOutput(JSON.stringify(step.output ?? null));
      case "code":
        return this.#code(step.name, step.code);
      case "code_started":
        return [{ type: "response.code_execution.started", item_id: this.#executionId }];
      case "code_output":
        return this.#codeOutput(step);
      case "files":
        this.#files.push(...step.files); // named in the metadata: no event is about them
        return [];
      case "verification_started":
        return [{ type: "verification.started" }];
      case "verification_done":
        this.#verification = step.verification;
        return [{ type: "verification.done", verification: step.verification }];
      case "text":
        return this.#message.write(step.delta, this.#output.length);
      case "conclusion":
        return this.#conclude(step.conclusion);
    }
  }

  #call(name: string, text: string): KnownEvent[] {
    const call_id = this.#callId = `call_${this.#context.newId()}`;
    const id = `fc_${this.#context.newId()}`;
    const place = { item_id: id, output_index: this.#output.length };
    const added: FunctionCallItem = { type: "function_call", id, call_id, name, arguments: "", status: "in_progress" };
    const item: FunctionCallItem = { ...added, arguments: text, status: "completed" };
    this.#output.push(item);
    return [
      { type: "response.output_item.added", ...place, item: added },
      { type: "response.function_call_arguments.delta", ...place, call_id, delta: text },
      // strict clients of the Responses API require `name` here as well
      { type: "response.function_call_arguments.done", ...place, call_id, arguments: text, ...{ name } },
      { type: "response.output_item.done", ...place, item },
    ];
  }

  #callOutput(output: string): KnownEvent[] {
    const id = `fco_${this.#context.newId()}`;
    const place = { item_id: id, output_index: this.#output.length };
    const item = { type: "function_call_output", id, call_id: this.#callId, output, status: "completed" } as const;
    this.#output.push(item);
    return [
      { type: "response.output_item.added", ...place, item },
      { type: "response.output_item.done", ...place, item },
    ];
  }

  #code(name: string, code: string): KnownEvent[] {
    const item_id = this.#executionId = `ce_${this.#context.newId()}`;
    const lines = code.match(/[^\n]*\n|[^\n]+/g) ?? [];
    return [
      { type: "response.code_execution.added", item_id, name },
      ...lines.map((delta) => ({ type: "response.code_execution.input_delta", item_id, delta }) as const),
    ];
  }

  #codeOutput({ kind: _, ...output }: Extract<Step, { kind: "code_output" }>): KnownEvent[] {
    this.#files.push(...output.files);
    return [{ type: "response.code_execution.output", item_id: this.#executionId, ...output }];
  }

  #conclude(conclusion: Conclusion): KnownEvent[] {
    const index = this.#output.length;
    const unsaid = this.#message.isEmpty ? this.#message.write(textOf(conclusion), index) : [];
    const { item, events } = this.#message.finish(index);
    this.#output.push(item);
    const response = responseObject(this.#context, {
      status: "completed",
      completedAt: this.#context.nowSeconds(),
      output: this.#output,
      metadata: this.#metadataOf(conclusion),
    });
    return [...unsaid, ...events, { type: "response.completed", response }];
  }

  #metadataOf(conclusion: Conclusion): ResponseMetadata {
    const { responseId } = this.#context;
    const thesis = conclusion.kind === "thesis" ? presentResult(conclusion.result, { responseId }) : undefined;
    const { warnings, incomplete } = thesis?.metadata ?? {};
    return {
      ...(this.#verification === undefined ? {} : { verification: this.#verification }),
      ...(thesis === undefined ? {} : { thesis }),
      ...(warnings === undefined ? {} : { warnings, incomplete }),
      files: this.#files,
    };
  }
}

/** The text of the message if the agent wrote none. */
function textOf(conclusion: Conclusion): string {
  return conclusion.kind === "thesis" ? conclusion.result.agent_thesis.reasoning : conclusion.message;
}
