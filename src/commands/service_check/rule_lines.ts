import { fieldOf, type Part, type Shown, type ShownStream, type StreamEvent } from "./shown.ts";
import { About, type Check, type Failure, valueWords } from "./verdict.ts";

const ADDED = "response.output_item.added";
const ARGUMENTS = "response.function_call_arguments";
const COMPLETED = "response.completed";

const CALLS = ofCalls((shown) => callsOf(shown).filter(({ isOver }) => isOver));
const RESULTS = new About(
  ({ streams }) => streams.flatMap((one) => boundTo(one, itemsOf(one, "function_call_output"))),
  { seen: (_, shown) => `${callsOf(shown).length} calls`, none: "tool result" },
);
const TEXTS = new About(({ streams }) => streams.flatMap(fullTextsOf), {
  seen: "full texts",
  none: "full text beside",
});
/** Those that came to their end without a failure that they say. */
const ANSWERS = new About(
  ({ streams }) => streams.filter((one) => one.isCompleted || (one.isWhole && !one.hasError)),
  { seen: "of them", none: "end of an answer" },
);
const VERIFIED = new About(
  ({ streams }) => streams.filter((one) => one.isCompleted && eventsOf(one, "verification.done").length > 0),
  { seen: "responses", none: "verification.done" },
);

/** Section 6.3: calls with their arguments and results, the text, and the final response. */
export const RULE_LINES: readonly Check[] = [
  ofCalls(({ streams }) => streams.flatMap((stream) => boundTo(stream, argumentsOf(stream))))
    .line("6.3.1.start", "a call starts with output_item.added, before its arguments", ({ event, callId, start }) => {
      if (start !== undefined && start.number < event.number) return undefined;
      const found = start === undefined ? "none in the stream" : `it only comes as event ${start.number}`;
      return { at: event.at, expected: `an earlier ${ADDED} of the call ${valueWords(callId)}`, found };
    }),
  CALLS.line("6.3.1.end", "its arguments end with arguments.done", wrongEnd),
  ofCalls((shown) => callsOf(shown).filter(({ ends }) => ends.length > 0))
    .line("6.3.1.full", "arguments.done is the deltas put together", wrongArguments),
  RESULTS.line("6.3.2.call", "a result has the call_id of a call", ({ event: { at }, callId, start }) => {
    const expected = "the call_id of a function_call";
    return start ? undefined : { at: `${at}, item, call_id`, expected, found: valueWords(callId) };
  }),
  CALLS.line("6.3.2.result", "the result of a call arrives as output_item.added", ({ added, callId, hasResult }) => {
    const expected = `a ${ADDED} of a function_call_output with call_id ${valueWords(callId)}`;
    return hasResult ? undefined : { at: added.at, expected, found: "none in the stream" };
  }),
  TEXTS.line("6.3.3", "the text deltas put together are the full text", ({ at, expected, found }) => {
    return expected === found ? undefined : { at, expected, found, isText: true };
  }),
  ANSWERS.line("6.3.4.completed", "the final response is delivered in response.completed", (stream) => {
    const found = `the end after ${stream.events.at(-1)?.type ?? "nothing"}`;
    return stream.isCompleted ? undefined : { at: stream.at, expected: `a ${COMPLETED}`, found };
  }),
  VERIFIED.line(
    "6.3.4.verification",
    "with metadata.verification, where there was a verification",
    wrongVerification,
  ),
];

function ofCalls<Subject>(find: (shown: Shown) => readonly Subject[]): About<Subject> {
  const seen = (_: unknown, shown: Shown) => `${callsOf(shown).length} calls`;
  return new About(find, { seen, none: "function call that is complete" });
}

/** An event that belongs to a call. */
interface OfCall {
  readonly event: StreamEvent;
  readonly callId: string;
}

function eventsOf({ events }: ShownStream, type: string): StreamEvent[] {
  return events.filter((event) => event.type === type);
}

function itemsOf(stream: ShownStream, type: string): OfCall[] {
  return eventsOf(stream, ADDED).flatMap((event) => {
    const callId = fieldOf(event.wire, "item", "call_id");
    return fieldOf(event.wire, "item", "type") === type && typeof callId === "string" ? [{ event, callId }] : [];
  });
}

function argumentsOf(stream: ShownStream): OfCall[] {
  return [...eventsOf(stream, `${ARGUMENTS}.delta`), ...eventsOf(stream, `${ARGUMENTS}.done`)].flatMap((event) => {
    const callId = fieldOf(event.wire, "call_id");
    return typeof callId === "string" ? [{ event, callId }] : [];
  });
}

/** The calls of a stream by call_id: those that start with an item that has one. */
function startsOf(stream: ShownStream): Map<string, StreamEvent> {
  return new Map(itemsOf(stream, "function_call").toReversed().map(({ event, callId }) => [callId, event]));
}

/** Events, each with the start of its call where there is one. */
function boundTo(stream: ShownStream, events: readonly OfCall[]) {
  const starts = startsOf(stream);
  return events.map((one) => ({ ...one, start: starts.get(one.callId) }));
}

/** The tool calls, each with the events that belong to it by its call_id. */
function callsOf({ streams }: Shown) {
  return streams.flatMap((stream) => {
    const of = (type: string) => Map.groupBy(eventsOf(stream, type), ({ wire }) => fieldOf(wire, "call_id"));
    const deltas = of(`${ARGUMENTS}.delta`);
    const ends = of(`${ARGUMENTS}.done`);
    const results = new Set(itemsOf(stream, "function_call_output").map(({ callId }) => callId));
    return [...startsOf(stream)].map(([callId, added]) => ({
      added,
      callId,
      hasResult: results.has(callId),
      isOver: stream.isCompleted, // nothing of it is still to come
      deltas: deltas.get(callId) ?? [],
      ends: ends.get(callId) ?? [],
    }));
  });
}

type Call = ReturnType<typeof callsOf>[number];

function wrongEnd({ added, callId, deltas, ends: [end] }: Call): Failure | undefined {
  if (end === undefined) {
    return { at: added.at, expected: `a ${ARGUMENTS}.done of ${valueWords(callId)}`, found: "none" };
  }
  const late = deltas.find(({ number }) => number > end.number);
  const expected = `no delta after ${ARGUMENTS}.done, which is event ${end.number}`;
  return late && { at: late.at, expected, found: "a delta" };
}

function wrongArguments({ deltas, ends }: Call): Failure | undefined {
  const expected = joined(deltas, "delta");
  const odd = ends.find(({ wire }) => {
    const full = fieldOf(wire, "arguments");
    return typeof full === "string" && full !== expected;
  });
  return odd && { at: `${odd.at}, arguments`, expected, found: joined([odd], "arguments"), isText: true };
}

/** The texts in a field of some objects, put together. */
function joined(parts: readonly Pick<Part, "wire">[], name: string): string {
  return parts.map(({ wire }) => fieldOf(wire, name)).filter((text) => typeof text === "string").join("");
}

/**
 * The full texts that a stream shows beside its deltas. The specification names no field for them: these are those of
 * the Responses style.
 */
function fullTextsOf(stream: ShownStream): { at: string; expected: string; found: string }[] {
  const expected = joined(eventsOf(stream, "response.output_text.delta"), "delta");
  const ends = eventsOf(stream, "response.output_text.done").filter(({ wire }) => isText(wire));
  const ofDone = ends.slice(-1).map(({ at }) => ({ at: `${at}, text`, expected, found: joined(ends, "text") }));
  const ofResponse = eventsOf(stream, COMPLETED).flatMap(({ at, wire }) => {
    const parts = listIn(fieldOf(wire, "response"), "output")
      .filter((item) => fieldOf(item, "type") === "message")
      .flatMap((item) => listIn(item, "content"))
      .filter((part) => fieldOf(part, "type") === "output_text" && isText(part));
    if (parts.length === 0) return [];
    return [{ at: `${at}, response, output`, expected, found: joined(parts.map((wire) => ({ wire })), "text") }];
  });
  return [...ofDone, ...ofResponse];
}

function isText(part: unknown): boolean {
  return typeof fieldOf(part, "text") === "string";
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

function wrongVerification(stream: ShownStream): Failure | undefined {
  const [done] = eventsOf(stream, "verification.done");
  const completed = eventsOf(stream, COMPLETED);
  const path = ["response", "metadata", "verification"];
  if (completed.some(({ wire }) => (fieldOf(wire, ...path) ?? null) !== null)) return undefined;
  const at = [completed.at(-1)?.at, ...path].join(", ");
  return { at, expected: `the results of event ${done?.number} (verification.done)`, found: "nothing" };
}
