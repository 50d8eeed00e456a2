import type { Check } from "./check.ts";
import type { Shown, ShownStream, StreamEvent } from "./shown.ts";
import { each, type Failure, type Kind, OBJECT, STRING, type Verdict, wrongField } from "./verdict.ts";
import { fieldOf } from "./wire.ts";

/** The known payload of each event; the fields of a code's output are checked in section 2.4. */
export const PAYLOADS: readonly (readonly [type: string, fields: Readonly<Record<string, Kind>>])[] = [
  ["response.output_text.delta", { delta: STRING }],
  ["response.created", { response: OBJECT }],
  ["response.output_item.added", { item: OBJECT }],
  ["response.completed", { response: OBJECT }],
  ["response.function_call_arguments.delta", { call_id: STRING, delta: STRING }],
  ["response.function_call_arguments.done", { call_id: STRING, arguments: STRING }],
  ["response.code_execution.added", { item_id: STRING, name: STRING }],
  ["response.code_execution.input_delta", { item_id: STRING, delta: STRING }],
  ["response.code_execution.started", { item_id: STRING }],
  ["response.code_execution.output", { item_id: STRING }],
];

/** Section 6.2, the types of events: their fields, and that what finishes has started. */
export const EVENT_CHECKS: readonly Check[] = [
  ...PAYLOADS.map(([type, fields]): Check => ({
    id: `6.2.${type.replace("response.", "")}`,
    says: `${type} has ${Object.keys(fields).join(", ")}`,
    judge: (shown) => each(shown.eventsOf(type), (event) => payloadObjection(event, fields), wordsOf(shown, type)),
  })),
  {
    id: "6.2.output_text.done",
    says: "output_text.done: no text of its part follows",
    judge: (shown) => endings(shown, "response.output_text.done", textAfterEnd),
  },
  {
    id: "6.2.content_part.done",
    says: "content_part.done: a part was added",
    judge: (shown) => endings(shown, "response.content_part.done", (stream) => unstarted(stream, "content_part")),
  },
  {
    id: "6.2.output_item.done",
    says: "output_item.done: an item was added",
    judge: (shown) => endings(shown, "response.output_item.done", (stream) => unstarted(stream, "output_item")),
  },
  {
    id: "6.2.verification.done",
    says: "verification.done: a verification was started",
    judge: (shown) => endings(shown, "verification.done", unstartedVerification),
  },
];

function wordsOf(shown: Shown, type: string): { readonly seen: string; readonly none: string } {
  const count = shown.eventsOf(type).length;
  return { seen: `${count} of them`, none: shown.noneOf(type) };
}

function payloadObjection(event: StreamEvent, fields: Readonly<Record<string, Kind>>): Failure | undefined {
  const wrong = Object.entries(fields).map(([name, kind]) => wrongField(event, name, { kind }));
  return wrong.find((failure) => failure !== undefined);
}

/** Judges the streams that hold an event of a type. */
function endings(shown: Shown, type: string, objection: (stream: ShownStream) => Failure | undefined): Verdict {
  const streams = shown.streams.filter(({ events }) => events.some((event) => event.type === type));
  return each(streams, objection, wordsOf(shown, type));
}

/** Parts have no known name: those of other services are told apart by these two, and all are one without them. */
function partOf({ wire }: StreamEvent): string {
  return JSON.stringify([fieldOf(wire, "item_id"), fieldOf(wire, "content_index")]);
}

function textAfterEnd({ events }: ShownStream): Failure | undefined {
  const ended = new Map<string, StreamEvent>();
  for (const event of events) {
    if (event.type === "response.output_text.done") ended.set(partOf(event), event);
    const end = event.type === "response.output_text.delta" ? ended.get(partOf(event)) : undefined;
    if (end === undefined) continue;
    return { at: event.at, expected: `no text after event ${end.number}, where it was complete`, found: "a delta" };
  }
  return undefined;
}

/** More ends than starts: the table does not say how an end names what it ends. */
function unstarted({ events }: ShownStream, what: "content_part" | "output_item"): Failure | undefined {
  const start = `response.${what}.added`;
  const end = `response.${what}.done`;
  const starts = events.filter(({ type }) => type === start).length;
  const ends = events.filter(({ type }) => type === end);
  const extra = ends[starts];
  if (extra === undefined) return undefined;
  return { at: extra.at, expected: `a ${start} for it`, found: `${ends.length} ends of ${starts} starts` };
}

function unstartedVerification({ events }: ShownStream): Failure | undefined {
  const starts = events.filter(({ type }) => type === "verification.started").length;
  const extra = events.filter(({ type }) => type === "verification.done")[starts];
  if (extra === undefined) return undefined;
  return { at: extra.at, expected: "a verification.started for it", found: `${starts} starts` };
}
