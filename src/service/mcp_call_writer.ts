import { SEARCH_TOOL } from "../agent/step.ts";
import type { KnownEvent } from "../protocol/event.ts";
import type { McpCallItem, OutputItem } from "../protocol/item.ts";
import type { WorkContext, WorkStep, WorkWriter } from "./work_writer.ts";

/** Who runs the tools, as clients show it. */
const SERVER_LABEL = "conviction";

/** The tool whose calls are the programs that the agent writes and runs. */
export const RUN_CODE = "run_code";

interface Call {
  readonly item: McpCallItem;
  readonly place: { readonly item_id: string; readonly output_index: number };
  /** What its beginning says, where that is sent later. */
  readonly begun: readonly KnownEvent[];
}

/**
 * Writes work as clients of the Responses style expect what a service runs itself: a call and its output are one
 * `mcp_call` item, and so are a program and its output. The call is sent when it begins, the item is finished when it
 * has ended. Verification has no item; its results are in the metadata.
 *
 * The search for the names of a question is sent with the work that it leads to: of an answer without a thesis nothing
 * was researched, and clients whose list of items is closed (Open Responses has no `mcp_call`) can read it.
 */
export class McpCallWriter implements WorkWriter {
  readonly #newId: () => string;
  readonly #output: OutputItem[];
  #call: Call | undefined;
  /** The search for names, until other work begins. */
  #search: { readonly item: McpCallItem; readonly events: readonly KnownEvent[] } | undefined;

  constructor({ newId, output }: WorkContext) {
    this.#newId = newId;
    this.#output = output;
  }

  write(step: WorkStep): KnownEvent[] {
    switch (step.kind) {
      case "tool_call":
        return [...this.#found(), ...this.#begin(step.name, step.arguments ?? {})];
      case "tool_output":
        return this.#end(step.output ?? null);
      case "verification_started":
        return [...this.#found()];
      case "code":
        return [...this.#found(), ...this.#begin(RUN_CODE, { name: step.name, code: step.code })];
      case "code_output": {
        const { kind: _, ...output } = step;
        return this.#end(output);
      }
      default: // a program that starts, and verification, are not reported
        return [];
    }
  }

  /** The search for names, when other work begins. */
  #found(): readonly KnownEvent[] {
    if (this.#search === undefined) return [];
    const { item, events } = this.#search;
    this.#search = undefined;
    this.#output.push(item);
    return events;
  }

  #begin(name: string, asked: unknown): KnownEvent[] {
    const text = JSON.stringify(asked);
    const id = `mcp_${this.#newId()}`;
    const place = { item_id: id, output_index: this.#output.length };
    const added = {
      type: "mcp_call",
      id,
      server_label: SERVER_LABEL,
      name,
      arguments: "",
      output: null,
      error: null,
      status: "in_progress",
      approval_request_id: null, // which strict clients require
    } as const;
    const events: KnownEvent[] = [
      { type: "response.output_item.added", ...place, item: added },
      { type: "response.mcp_call.in_progress", ...place },
      { type: "response.mcp_call_arguments.delta", ...place, delta: text },
      { type: "response.mcp_call_arguments.done", ...place, arguments: text },
    ];
    const isSearch = name === SEARCH_TOOL;
    this.#call = { item: { ...added, arguments: text }, place, begun: isSearch ? events : [] };
    return isSearch ? [] : events;
  }

  #end(answered: unknown): KnownEvent[] {
    if (this.#call === undefined) return [];
    const { place, begun } = this.#call;
    const item: McpCallItem = { ...this.#call.item, output: JSON.stringify(answered), status: "completed" };
    this.#call = undefined;
    const events: KnownEvent[] = [
      { type: "response.mcp_call.completed", ...place },
      { type: "response.output_item.done", ...place, item },
    ];
    if (begun.length > 0) {
      this.#search = { item, events: [...begun, ...events] };
      return [];
    }
    this.#output.push(item);
    return events;
  }
}
