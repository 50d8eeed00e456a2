import { EVENT_SCHEMAS, type ResponseEvent } from "../../protocol/event.ts";
import type { Snapshot } from "../../stream/snapshot.ts";
import { excerpt } from "../../text/control.ts";
import { columns } from "../../view/lines.ts";
import { seconds } from "./exchange_lines.ts";
import { fieldLines, valueWords } from "./thesis_fields.ts";
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
  readonly #numbers: (number | undefined)[] = [];

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
    this.#numbers.push(typeof wire.sequence_number === "number" ? wire.sequence_number : undefined);
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
      numberingLine(this.#numbers),
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

/** What the numbers of events say; `undefined` where one has none. */
function numberingLine(numbers: readonly (number | undefined)[]): string {
  const known = numbers.filter((number) => number !== undefined);
  if (known[0] === undefined) return "Numbering: none (sequence_number); a dropped stream cannot be resumed.";
  const steps = known.slice(1).map((number, at) => number - (known[at] ?? number));
  const gaps = steps.filter((step) => step > 1).length;
  const back = steps.filter((step) => step <= 0).length;
  const without = numbers.length - known.length;
  const odd = [
    gaps > 0 ? counted(gaps, "gap") : "no gap",
    ...(back > 0 ? [`${back} repeated or out of order`] : []),
    ...(without > 0 ? [`${counted(without, "event")} without`] : []),
  ];
  return `Numbering: ${known[0]} to ${known.at(-1)}, ${odd.join(", ")}.`;
}

/**
 * Lists which parts of a streamed answer arrived, and which are missing.
 * @param snapshot The answer at its end, complete or not.
 */
export function answerFields({ text, calls, executions, files, verification, thesis, response }: Snapshot): string[] {
  const came = (list: readonly unknown[], noun: string) => list.length === 0 ? undefined : counted(list.length, noun);
  return fieldLines(["becomes", "what came"], [
    ["text", text === "" ? undefined : counted(text.length, "character")],
    ["calls", came(calls, "tool call")],
    ["executions", came(executions, "code run")],
    ["files", came(files, "file")],
    ["verification", verification === undefined ? undefined : valueWords(verification)],
    ["verification.confidence", verification?.confidence?.toString()],
    ["thesis", thesis === undefined ? undefined : `signal ${valueWords(thesis.agent_thesis.signal)}`],
    ["response.id", response?.id === undefined ? undefined : excerpt(response.id, 60)],
  ]);
}
