import type { OutputTextDeltaEvent, ResponseEvent } from "../protocol/event.ts";
import type { CodeExecution, FunctionCall, Snapshot } from "../stream/snapshot.ts";
import { excerpt, stripControl } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { cut } from "../text/cut.ts";

/** The new output of one event. */
export interface Shown {
  /** Lines about tools and code. */
  readonly steps: readonly string[];
  /** A piece of the answer's text, control characters included. */
  readonly text: string;
}

const NOTHING: Shown = { steps: [], text: "" };
const MAX_CODE_LINES = 24;
const MAX_RESULT = 160;
const INDENT = "    ";

/** Renders an answer event by event: each step once, when it is complete, and the text as it arrives. */
export class AnswerLines {
  readonly #width: () => number;
  readonly #shown = new Set<string>();
  /** Parts of the text whose deltas are appended directly. */
  readonly #open = new Set<string>();
  #chars = 0;

  /** @param width Columns of the terminal. */
  constructor(width: () => number) {
    this.#width = width;
  }

  /**
   * Returns the output of the next event.
   * @param snapshot Returns the snapshot after the event; called only if needed.
   */
  next(event: ResponseEvent, snapshot: () => Snapshot): Shown {
    if (event.type === "response.output_text.delta") return { steps: [], text: this.#newDelta(event, snapshot) };
    if (event.type.endsWith("delta")) return NOTHING;
    this.#open.clear();
    const now = snapshot();
    return { steps: this.#newSteps(now), text: this.#newText(now) };
  }

  /**
   * Only the snapshot knows whether a delta is accepted or late, but making one costs the length of the whole text.
   * So the first delta decides for the deltas that directly follow it.
   */
  #newDelta(event: OutputTextDeltaEvent, snapshot: () => Snapshot): string {
    const part = `${event.content_index ?? 0}/${event.item_id ?? ""}`;
    if (this.#open.has(part)) {
      this.#chars += event.delta.length;
      return event.delta;
    }
    const added = this.#newText(snapshot());
    if (event.delta !== "" && added === event.delta) this.#open.add(part);
    return added;
  }

  /** The steps that became complete. */
  #newSteps({ calls, executions }: Snapshot): string[] {
    return [
      ...calls.filter((call) => call.complete || call.output !== undefined)
        .flatMap((call) => this.#once(`call ${call.call_id}`, () => [this.#callLine(call)])),
      ...executions.flatMap((run) => this.#runLines(run)),
    ];
  }

  #newText({ text }: Snapshot): string {
    const added = text.length > this.#chars ? text.slice(this.#chars) : "";
    this.#chars = text.length;
    return added;
  }

  #callLine(call: FunctionCall): string {
    return excerpt(`· ${callWords({ ...call, complete: true }, this.#width())}`, this.#width());
  }

  #runLines(run: CodeExecution): string[] {
    if (run.state === "writing") return [];
    const code = this.#once(`code ${run.item_id}`, () => codeLines(run, this.#width()));
    if (run.state !== "finished") return code;
    return [...code, ...this.#once(`result ${run.item_id}`, () => [resultLine(run)])];
  }

  #once(name: string, lines: () => string[]): string[] {
    if (this.#shown.has(name)) return [];
    this.#shown.add(name);
    return lines();
  }
}

/**
 * The current activity of an answer, for a status line.
 * @returns Like `running drawdown`.
 */
export function activity({ calls, executions }: Snapshot): string {
  const run = executions.find(({ state }) => state !== "finished");
  if (run !== undefined) return excerpt(`${run.state} ${run.name || "code"}`, 60);
  const call = calls.find(({ output }) => output === undefined);
  return call === undefined ? "researching" : excerpt(`waiting for ${call.name || "a tool"}`, 60);
}

/** The size of what was received, like `1,204 characters of text, 5 tool calls, 3 files, 90 events`. */
export function receivedWords({ text, calls, executions, files, events }: Snapshot): string {
  const parts = [
    [calls.length, "tool call"],
    [executions.length, "code run"],
    [files.length, "file"],
  ] as const;
  const words = parts.filter(([number]) => number > 0).map(([number, noun]) => counted(number, noun));
  const chars = text === "" ? [] : [`${counted(text.length, "character")} of text`];
  return [...chars, ...words, counted(events, "event")].join(", ");
}

function codeLines({ name, item_id, input }: CodeExecution, width: number): string[] {
  const lines = stripControl(input).replaceAll("\t", "  ").trimEnd().split("\n").filter((line) => line.trim() !== "");
  const shown = lines.slice(0, MAX_CODE_LINES).map((line) => cut(INDENT + line, width));
  const left = lines.length - shown.length;
  return [
    excerpt(`· ran ${name || item_id}`, width),
    ...shown,
    ...(left > 0 ? [`${INDENT}… ${counted(left, "more line")}`] : []),
  ];
}

function resultLine({ return_code, stdout, stderr, files }: CodeExecution): string {
  const made = files.length > 0 ? counted(files.length, "file") : "";
  if (return_code === 0) return `  → ${[excerpt(stdout, MAX_RESULT), made].filter(Boolean).join("; ") || "done"}`;
  return `  → failed with ${return_code}: ${excerpt(stderr || stdout, MAX_RESULT) || "no output"}`;
}

/**
 * A tool call in one line.
 * @param maxArguments Most characters of the arguments.
 * @returns Like `fetch_prices {"ticker":"AAPL"}`; an ellipsis marks incomplete arguments.
 */
export function callWords(call: FunctionCall, maxArguments: number): string {
  const name = call.name || call.call_id;
  if (!call.complete) return `${name} …`;
  return `${name} ${excerpt(call.arguments, maxArguments)}`;
}

/** A run of code in one line, like `ran drawdown: 3 files`. */
export function executionWords({ name, item_id, state, return_code, files }: CodeExecution): string {
  const title = name || item_id;
  if (state !== "finished") return `${state} ${title} …`;
  return `ran ${title}: ${return_code === 0 ? counted(files.length, "file") : `failed with ${return_code}`}`;
}
