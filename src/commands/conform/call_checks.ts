import type { Check } from "./check.ts";
import type { Shown, ShownStream, StreamEvent } from "./shown.ts";
import { each, type Failure, valueWords } from "./verdict.ts";
import { fieldOf } from "./wire.ts";

const ADDED = "response.output_item.added";
const DELTA = "response.function_call_arguments.delta";
const DONE = "response.function_call_arguments.done";

/** Section 6.3, rules 1 and 2: calls, their arguments and their results. */
export const CALL_CHECKS: readonly Check[] = [
  {
    id: "6.3.1.start",
    says: "a call starts with output_item.added, before its arguments",
    judge: (shown) => each(shown.streams.flatMap(argumentsOf), startObjection, calls(shown)),
  },
  {
    id: "6.3.1.end",
    says: "its arguments end with arguments.done",
    judge: (shown) => each(callsOf(shown).filter(({ isOver }) => isOver), endObjection, calls(shown)),
  },
  {
    id: "6.3.1.full",
    says: "arguments.done is the deltas put together",
    judge: (shown) => each(callsOf(shown).filter(({ ends }) => ends.length > 0), fullObjection, calls(shown)),
  },
  {
    id: "6.3.2.call",
    says: "a result has the call_id of a call",
    judge: (shown) =>
      each(shown.streams.flatMap(resultsOf), resultObjection, { ...calls(shown), none: shown.noneOf("tool result") }),
  },
  {
    id: "6.3.2.result",
    says: "the result of a call arrives as output_item.added",
    judge: (shown) => each(callsOf(shown).filter(({ isOver }) => isOver), lostResultObjection, calls(shown)),
  },
];

/** A tool call, and the events that belong to it by its call_id. */
interface Call {
  readonly added: StreamEvent;
  readonly callId: string;
  readonly deltas: readonly StreamEvent[];
  readonly ends: readonly StreamEvent[];
  readonly hasResult: boolean;
  /** Whether the response was completed: nothing of the call is still to come. */
  readonly isOver: boolean;
}

/** An event that belongs to a call, and the calls it may belong to. */
interface Bound {
  readonly event: StreamEvent;
  readonly callId: string;
  /** The calls of the stream, by call_id. */
  readonly calls: ReadonlyMap<string, StreamEvent>;
}

function calls(shown: Shown): { readonly seen: string; readonly none: string } {
  return { seen: `${callsOf(shown).length} calls`, none: shown.noneOf("function call that is complete") };
}

function callsOf(shown: Shown): Call[] {
  return shown.streams.flatMap((stream) => {
    const of = (type: string) => Map.groupBy(eventsOf(stream, type), ({ wire }) => fieldOf(wire, "call_id"));
    const deltas = of(DELTA);
    const ends = of(DONE);
    const results = new Set(resultsOf(stream).map(({ callId }) => callId));
    return [...startsOf(stream)].map(([callId, added]) => ({
      added,
      callId,
      hasResult: results.has(callId),
      isOver: stream.isCompleted,
      deltas: deltas.get(callId) ?? [],
      ends: ends.get(callId) ?? [],
    }));
  });
}

function eventsOf({ events }: ShownStream, type: string): StreamEvent[] {
  return events.filter((event) => event.type === type);
}

/** The calls of a stream by call_id: those that start with an item that has one. */
function startsOf(stream: ShownStream): Map<string, StreamEvent> {
  return new Map(itemsOf(stream, "function_call").toReversed().map(({ event, callId }) => [callId, event]));
}

function itemsOf(stream: ShownStream, type: string): Omit<Bound, "calls">[] {
  return eventsOf(stream, ADDED).flatMap((event) => {
    const item = fieldOf(event.wire, "item");
    const callId = fieldOf(item, "call_id");
    return fieldOf(item, "type") === type && typeof callId === "string" ? [{ event, callId }] : [];
  });
}

function resultsOf(stream: ShownStream): Bound[] {
  const calls = startsOf(stream);
  return itemsOf(stream, "function_call_output").map((item) => ({ ...item, calls }));
}

function argumentsOf(stream: ShownStream): Bound[] {
  const calls = startsOf(stream);
  return [...eventsOf(stream, DELTA), ...eventsOf(stream, DONE)].flatMap((event) => {
    const callId = fieldOf(event.wire, "call_id");
    return typeof callId === "string" ? [{ event, callId, calls }] : [];
  });
}

function startObjection({ event, callId, calls }: Bound): Failure | undefined {
  const start = calls.get(callId);
  if (start !== undefined && start.number < event.number) return undefined;
  const found = start === undefined ? "none in the stream" : `it only comes as event ${start.number}`;
  return { at: event.at, expected: `an earlier ${ADDED} of the call ${valueWords(callId)}`, found };
}

function endObjection({ added, callId, deltas, ends }: Call): Failure | undefined {
  const [end] = ends;
  if (end === undefined) return { at: added.at, expected: `a ${DONE} of ${valueWords(callId)}`, found: "none" };
  const late = deltas.find(({ number }) => number > end.number);
  if (late === undefined) return undefined;
  return { at: late.at, expected: `no delta after ${DONE}, which is event ${end.number}`, found: "a delta" };
}

function fullObjection({ deltas, ends }: Call): Failure | undefined {
  const joined = deltas.map(({ wire }) => fieldOf(wire, "delta")).filter((delta) => typeof delta === "string").join("");
  const odd = ends.find(({ wire }) => {
    const full = fieldOf(wire, "arguments");
    return typeof full === "string" && full !== joined;
  });
  if (odd === undefined) return undefined;
  const found = String(fieldOf(odd.wire, "arguments"));
  return { at: `${odd.at}, arguments`, expected: joined, found, isText: true };
}

function resultObjection({ event, callId, calls }: Bound): Failure | undefined {
  if (calls.has(callId)) return undefined;
  return { at: `${event.at}, item, call_id`, expected: "the call_id of a function_call", found: valueWords(callId) };
}

function lostResultObjection({ added, callId, hasResult }: Call): Failure | undefined {
  if (hasResult) return undefined;
  const expected = `a ${ADDED} of a function_call_output with call_id ${valueWords(callId)}`;
  return { at: added.at, expected, found: "none in the stream" };
}
