import type { Conclusion, Step } from "../agent/step.ts";
import { ResearchError } from "../protocol/errors.ts";
import type { KnownEvent } from "../protocol/event.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import type { OutputItem } from "../protocol/item.ts";
import type { ResponseMetadata } from "../protocol/response.ts";
import type { Verification } from "../protocol/verification.ts";
import type { Dialect } from "../protocol/route.ts";
import { McpCallWriter } from "./mcp_call_writer.ts";
import { MessageWriter } from "./message_writer.ts";
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

const WORK_WRITERS: Readonly<Record<Dialect, new (context: WorkContext) => WorkWriter>> = {
  specification: SpecificationWorkWriter,
  responses: McpCallWriter,
};

/** Converts steps to events on the wire. */
export class ResponseWriter {
  readonly #context: WriterContext;
  readonly #work: WorkWriter;
  readonly #message: MessageWriter;
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
    if ("files" in step) this.#files.push(...step.files);
    if (step.kind === "verification_done") this.#verification = step.verification;
    switch (step.kind) {
      case "text":
        return this.#message.write(step.delta, this.#output.length);
      case "conclusion":
        return this.#conclude(step.conclusion);
      case "files": // named in the metadata: no event is about them
        return [];
      default:
        return this.#work.write(step);
    }
  }

  #conclude(conclusion: Conclusion): KnownEvent[] {
    const index = this.#output.length;
    const unsaid = this.#message.isEmpty ? this.#message.write(textOf(conclusion), index) : [];
    const { item, events } = this.#message.finish(index);
    this.#output.push(item);
    const { ownCall } = this.#context;
    const calls = conclusion.kind !== "thesis" && ownCall !== undefined ? this.#askFor(ownCall) : [];
    const response = responseObject(this.#context, {
      status: "completed",
      completedAt: this.#context.nowSeconds(),
      output: this.#output,
      metadata: this.#metadataOf(conclusion),
    });
    return [...unsaid, ...events, ...calls, { type: "response.completed", response }];
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
