import { EVENT_SCHEMAS, type ResponseEvent } from "../../protocol/event.ts";
import type { Snapshot } from "../../stream/snapshot.ts";
import { excerpt } from "../../text/control.ts";
import { columns } from "../../view/lines.ts";
import { seconds } from "./exchange_lines.ts";
import { valueWords } from "./thesis_fields.ts";
import { counted } from "../../text/counted.ts";

interface TypeNote {
  readonly count: number;
  readonly firstMs: number;
  /** Names of the fields of an unknown event. */
  readonly unknownFields: readonly string[] | undefined;
}

const PHASES: readonly (readonly [RegExp, string])[] = [
  [/^response\.created$/, "created"],
  [/^response\.(?:function|mcp)_call/, "tool calls"],
  [/^response\.code_execution/, "code"],
  [/^verification\./, "verification"],
  [/^response\.output_text/, "text"],
  [/^response\.completed$/, "completed"],
  [/^response\.(?:failed|incomplete)$|^error$/, "failure"],
];
const MAX_PHASES = 24;

/** Notes the types of the events of a stream, their numbers and their order. */
export class StreamNotes {
  readonly #types = new Map<string, TypeNote>();
  readonly #phases: string[] = [];
  readonly #numbering = new Numbering();

  /**
   * Notes the next event.
   * @param atMs Milliseconds since the request was sent.
   */
  add(event: ResponseEvent, atMs: number): void {
    const wire = (event.type === "unknown" ? event.wire : event) as Readonly<Record<string, unknown>>;
    const type = excerpt(typeof wire.type === "string" ? wire.type : "(no type)", 60);
    const before = this.#types.get(type);
    this.#types.set(type, {
      count: (before?.count ?? 0) + 1,
      firstMs: before?.firstMs ?? atMs,
      unknownFields: event.type === "unknown" ? Object.keys(wire).filter((name) => name !== "type") : undefined,
    });
    const phase = PHASES.find(([pattern]) => pattern.test(type))?.[1];
    if (phase !== undefined && this.#phases.at(-1) !== phase) this.#phases.push(phase);
    this.#numbering.add(wire.sequence_number);
  }

  /** The notes as lines for a person. */
  lines({ isTerminated }: { readonly isTerminated: boolean }): string[] {
    if (this.#types.size === 0) return ["No event arrived."];
    return [
      ...columns([
        ["event", "count", "first after", ""],
        ...[...this.#types].map(([type, note]) => [
          type,
          String(note.count),
          seconds(note.firstMs),
          strangeness(type, note),
        ]),
      ]),
      this.#numbering.line(),
      `Order: ${this.#order()}.`,
      `End: response.completed ${this.#types.has("response.completed") ? "came" : "is missing"}; [DONE] ${
        isTerminated ? "came" : "is missing"
      }.`,
    ];
  }

  #order(): string {
    const shown = this.#phases.slice(0, MAX_PHASES);
    const more = this.#phases.length - shown.length;
    return shown.length === 0 ? "no known event" : shown.join(", ") + (more > 0 ? `, and ${more} changes more` : "");
  }
}

function strangeness(type: string, { unknownFields }: TypeNote): string {
  if (unknownFields === undefined) return "";
  const why = Object.hasOwn(EVENT_SCHEMAS, type) ? "known by name, not by its fields" : "unknown";
  return `${why}: kept, with ${excerpt(unknownFields.join(", "), 60) || "no field"}`;
}

class Numbering {
  #first: number | undefined;
  #last: number | undefined;
  #gaps = 0;
  #back = 0;
  #without = 0;

  add(number: unknown): void {
    if (typeof number !== "number") {
      this.#without++;
      return;
    }
    if (this.#last !== undefined && number > this.#last + 1) this.#gaps++;
    if (this.#last !== undefined && number <= this.#last) this.#back++;
    this.#first ??= number;
    this.#last = number;
  }

  line(): string {
    if (this.#first === undefined) return "Numbering: none (sequence_number); a dropped stream cannot be resumed.";
    const odd = [
      this.#gaps > 0 ? counted(this.#gaps, "gap") : "no gap",
      ...(this.#back > 0 ? [`${this.#back} repeated or out of order`] : []),
      ...(this.#without > 0 ? [`${counted(this.#without, "event")} without`] : []),
    ];
    return `Numbering: ${this.#first} to ${this.#last}, ${odd.join(", ")}.`;
  }
}

/**
 * Lists which parts of a streamed answer arrived, and which are missing.
 * @param snapshot The answer at its end, complete or not.
 */
export function answerFields({ text, calls, executions, files, verification, thesis, response }: Snapshot): string[] {
  const came = (list: readonly unknown[], noun: string) => list.length === 0 ? undefined : counted(list.length, noun);
  const parts: readonly (readonly [string, string | undefined])[] = [
    ["text", text === "" ? undefined : counted(text.length, "character")],
    ["calls", came(calls, "tool call")],
    ["executions", came(executions, "code run")],
    ["files", came(files, "file")],
    ["verification", verification === undefined ? undefined : valueWords(verification)],
    ["verification.confidence", verification?.confidence?.toString()],
    ["thesis", thesis === undefined ? undefined : `signal ${valueWords(thesis.agent_thesis.signal)}`],
    ["response.id", response?.id === undefined ? undefined : excerpt(response.id, 60)],
  ];
  const missing = parts.filter(([, what]) => what === undefined).map(([name]) => name);
  return [
    ...columns([
      ["becomes", "what came"],
      ...parts.flatMap(([name, what]) => what === undefined ? [] : [[name, what]]),
    ]),
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(", ")}.`]),
  ];
}
