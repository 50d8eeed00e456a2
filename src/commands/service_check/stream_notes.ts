import { EVENT_SCHEMAS, type ResponseEvent } from "../../protocol/event.ts";
import type { Snapshot } from "../../stream/snapshot.ts";
import { excerpt } from "../../text/control.ts";
import { columns } from "../../view/lines.ts";
import { seconds } from "./exchange_lines.ts";
import { fieldLines, valueWords } from "./thesis_fields.ts";
import { counted } from "../../text/counted.ts";

/** What is noted of an event. */
export interface EventNote {
  readonly type: string;
  /** Its `sequence_number`. */
  readonly number: number | undefined;
  /** Milliseconds since the request was sent. */
  readonly atMs: number;
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

/** @param atMs Milliseconds since the request was sent. */
export function noteOf(event: ResponseEvent, atMs: number): EventNote {
  const wire = (event.type === "unknown" ? event.wire : event) as Readonly<Record<string, unknown>>;
  return {
    type: excerpt(typeof wire.type === "string" ? wire.type : "(no type)", 60),
    number: typeof wire.sequence_number === "number" ? wire.sequence_number : undefined,
    atMs,
    unknownFields: event.type === "unknown" ? Object.keys(wire).filter((name) => name !== "type") : undefined,
  };
}

/** The types of the events of a stream, their numbers and their order, as lines for a person. */
export function streamLines(notes: readonly EventNote[], isTerminated: boolean): string[] {
  const types = Map.groupBy(notes, ({ type }) => type);
  const rows = [...types].map(([type, all]) => {
    return [type, String(all.length), seconds(all[0]?.atMs ?? 0), strangeness(type, all.at(-1)?.unknownFields)];
  });
  const phases = notes.flatMap(({ type }) => PHASES.find(([pattern]) => pattern.test(type))?.[1] ?? []);
  const changes = phases.filter((phase, at) => phase !== phases[at - 1]);
  const more = changes.length > MAX_PHASES ? `, and ${changes.length - MAX_PHASES} changes more` : "";
  const came = (is: boolean) => is ? "came" : "is missing";
  return [
    ...columns([["event", "count", "first after", ""], ...rows]),
    numberingLine(notes.map(({ number }) => number)),
    `Order: ${changes.slice(0, MAX_PHASES).join(", ") || "no known event"}${more}.`,
    `End: response.completed ${came(types.has("response.completed"))}; [DONE] ${came(isTerminated)}.`,
  ];
}

function strangeness(type: string, unknownFields: EventNote["unknownFields"]): string {
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
