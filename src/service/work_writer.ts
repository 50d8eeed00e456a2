import type { Step } from "../agent/step.ts";
import type { KnownEvent } from "../protocol/event.ts";
import type { FunctionCallItem, OutputItem } from "../protocol/item.ts";

/** A step of what the service does for an answer: tools, code, verification. */
export type WorkStep = Extract<Step, { kind: `tool_${string}` | `code${string}` | `verification_${string}` }>;

/** Writes what the service does for an answer, in one dialect. Steps come in the order that `ResponseWriter` holds. */
export interface WorkWriter {
  /** Returns the events of a step; a finished item has been added to the output. */
  write(step: WorkStep): KnownEvent[];
}

/** What a writer of work needs. */
export interface WorkContext {
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
  /** The items of the response so far; the writer adds its own. */
  readonly output: OutputItem[];
}

/**
 * Writes work as the specification has it: a call and its output are two items; code and verification have events of
 * their own and are no items, so omitting them changes no `output_index`.
 */
export class SpecificationWorkWriter implements WorkWriter {
  readonly #newId: () => string;
  readonly #output: OutputItem[];
  #callId = "";
  #executionId = "";

  constructor({ newId, output }: WorkContext) {
    this.#newId = newId;
    this.#output = output;
  }

  write(step: WorkStep): KnownEvent[] {
    switch (step.kind) {
      case "tool_call":
        return this.#call(step.name, JSON.stringify(step.arguments ?? {}));
      case "tool_output":
        return this.#callOutput(JSON.stringify(step.output ?? null));
      case "code":
        return this.#code(step.name, step.code);
      case "code_started":
        return [{ type: "response.code_execution.started", item_id: this.#executionId }];
      case "code_output": {
        const { kind: _, ...output } = step;
        return [{ type: "response.code_execution.output", item_id: this.#executionId, ...output }];
      }
      case "verification_started":
        return [{ type: "verification.started" }];
      case "verification_done":
        return [{ type: "verification.done", verification: step.verification }];
    }
  }

  #call(name: string, text: string): KnownEvent[] {
    const call_id = this.#callId = `call_${this.#newId()}`;
    const id = `fc_${this.#newId()}`;
    const place = { item_id: id, output_index: this.#output.length };
    const added: FunctionCallItem = { type: "function_call", id, call_id, name, arguments: "", status: "in_progress" };
    const item: FunctionCallItem = { ...added, arguments: text, status: "completed" };
    this.#output.push(item);
    // strict clients of the Responses API require `name` here as well
    const done = { type: "response.function_call_arguments.done", ...place, call_id, arguments: text, name } as const;
    return [
      { type: "response.output_item.added", ...place, item: added },
      { type: "response.function_call_arguments.delta", ...place, call_id, delta: text },
      done,
      { type: "response.output_item.done", ...place, item },
    ];
  }

  #callOutput(output: string): KnownEvent[] {
    const id = `fco_${this.#newId()}`;
    const place = { item_id: id, output_index: this.#output.length };
    const item = { type: "function_call_output", id, call_id: this.#callId, output, status: "completed" } as const;
    this.#output.push(item);
    return [
      { type: "response.output_item.added", ...place, item },
      { type: "response.output_item.done", ...place, item },
    ];
  }

  #code(name: string, code: string): KnownEvent[] {
    const item_id = this.#executionId = `ce_${this.#newId()}`;
    const lines = code.match(/[^\n]*\n|[^\n]+/g) ?? [];
    return [
      { type: "response.code_execution.added", item_id, name },
      ...lines.map((delta) => ({ type: "response.code_execution.input_delta", item_id, delta }) as const),
    ];
  }
}
