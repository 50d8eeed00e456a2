import { DONE } from "../../protocol/sse.ts";
import { counted } from "../../text/counted.ts";
import { type Block, isDone } from "./read_stream.ts";
import { fieldOf, type Part, type Shown, type ShownStream, type StreamEvent } from "./shown.ts";
import { About, type Check, type Failure, has, STRING } from "./verdict.ts";

const ENDED = new About(({ streams }) => streams.filter(({ data, isWhole }) => isWhole || data.some(isDone)), {
  seen: () => DONE,
  none: (shown) => {
    const [open] = shown.streams;
    return open === undefined ? shown.noneOf("event") : `${open.at} did not end: ${open.problem ?? "unknown"}`;
  },
});
const FAILED = new About(({ streams }) => streams.filter((stream) => stream.hasError || isFailed(stream)), {
  seen: () => "an event of type error",
  none: () => "no stream failed",
});

/** Sections 6.1, 6.2 and 7: the bytes of a stream, that what ends has started, and how a failure is said. */
export const STREAM_LINES: readonly Check[] = [
  counting("blocks", blocksOf).line("6.1.line", "each event is one line that begins with data:", wrongLine),
  counting("blocks", streamsOf).line(
    "6.1.separated",
    "a blank line (double newline) separates events",
    wrongSeparation,
  ),
  counting("data", streamsOf).line("6.1.json", "data: is followed by a JSON object", wrongJson),
  counting("data", objectsOf).line("6.1.type", "each object has a string field type", has("type", STRING)),
  ENDED.line("6.1.done", "the final data line is [DONE]", wrongEnd),
  ending("output_text.done: no text of its part follows", textAfterEnd),
  ending("content_part.done: a part was added", extraEnd),
  ending("output_item.done: an item was added", extraEnd),
  ending("verification.done: a verification was started", ({ events }) => {
    const starts = events.filter(({ type }) => type === "verification.started").length;
    const extra = events.filter(({ type }) => type === "verification.done")[starts];
    return extra && { at: extra.at, expected: "a verification.started for it", found: `${starts} starts` };
  }),
  FAILED.line(
    "7.error",
    "a failure during streaming is an event of type error",
    ({ at, hasError, events, problem }) => {
      const found = `${problem ?? "the end of the stream"} after ${events.at(-1)?.type ?? "nothing"}`;
      return hasError ? undefined : { at, expected: "an event of type error", found };
    },
  ),
];

/** Subjects of all streams; what was looked at are the events. */
function counting<Subject>(list: "blocks" | "data", find: (shown: Shown) => readonly Subject[]): About<Subject> {
  const seen = (_: unknown, { streams }: Shown) =>
    counted(streams.reduce((sum, stream) => sum + stream[list].length, 0), "event");
  return new About(find, { seen, none: "event" });
}

function streamsOf({ streams }: Shown): readonly ShownStream[] {
  return streams;
}

function blocksOf({ streams }: Shown): (Block & { readonly at: string })[] {
  return streams.flatMap(({ at, blocks }) => blocks.map((block) => ({ ...block, at: `${at}, line ${block.line}` })));
}

function objectsOf({ streams }: Shown): Part[] {
  return streams.flatMap(({ at, data }) =>
    data.filter(({ wire }) => wire !== undefined).map((one) => ({ at: `${at}, ${place(one)}`, wire: one.wire }))
  );
}

function place({ number, line }: ShownStream["data"][number]): string {
  return `event ${number} on line ${line}`;
}

/** Comments between events are no events: services send them to keep a connection open. */
function wrongLine({ at, lines, data }: ReturnType<typeof blocksOf>[number]): Failure | undefined {
  if (lines.every((line) => line.startsWith(":"))) return undefined;
  const expected = "one line that begins with data:";
  const other = lines.find((line) => !line.startsWith("data:"));
  if (other !== undefined) return { at, expected, found: JSON.stringify(other) };
  const isSpread = lines.length > 1 && data.length === 1;
  return isSpread ? { at, expected, found: `an event of ${lines.length} lines: ${lines.join(" ")}` } : undefined;
}

function wrongSeparation({ at, blocks, lineEnds }: ShownStream): Failure | undefined {
  const expected = "two newlines (LF LF) between events";
  const other = lineEnds.filter((end) => end !== "LF");
  if (other.length > 0) return { at, expected, found: `lines that end with ${other.join(" and ")}` };
  const joined = blocks.find(({ data }) => data.length > 1);
  if (joined === undefined) return undefined;
  return { at: `${at}, line ${joined.line}`, expected, found: `${joined.data.length} events without a blank line` };
}

function wrongJson({ at, data, isUtf8 }: ShownStream): Failure | undefined {
  const odd = data.find((one) => one.wire === undefined && !isDone(one));
  if (odd !== undefined) return { at: `${at}, ${place(odd)}`, expected: "a JSON object", found: odd.text || "nothing" };
  return isUtf8 ? undefined : { at, expected: "JSON, which is UTF-8", found: "bytes that are not UTF-8" };
}

function wrongEnd({ at, data, problem = "the end of the stream" }: ShownStream): Failure | undefined {
  const expected = "a final data: [DONE]";
  const first = data.findIndex(isDone);
  if (first < 0) return { at, expected, found: `${problem} after ${data.at(-1)?.text ?? "nothing"}` };
  const after = data[first + 1];
  return after && { at: `${at}, ${place(after)}`, expected, found: `after it ${after.text}` };
}

/** A line about the streams that hold an event which ends something. */
function ending(says: string, wrong: (stream: ShownStream, end: string) => Failure | undefined): Check {
  const name = says.slice(0, says.indexOf(":"));
  const type = name === "verification.done" ? name : `response.${name}`;
  const find = ({ streams }: Shown) => streams.filter(({ events }) => events.some((event) => event.type === type));
  return new About(find, { seen: (_, shown) => `${shown.eventsOf(type).length} of them`, none: type })
    .line(`6.2.${name}`, says, (stream) => wrong(stream, type));
}

/** Parts have no known name: those of other services are distinguished by these two, and all are one without them. */
function partOf({ wire }: StreamEvent): string {
  return JSON.stringify([fieldOf(wire, "item_id"), fieldOf(wire, "content_index")]);
}

function textAfterEnd({ events }: ShownStream, end: string): Failure | undefined {
  const ended = new Map<string, StreamEvent>();
  for (const event of events) {
    if (event.type === end) ended.set(partOf(event), event);
    const before = event.type === "response.output_text.delta" ? ended.get(partOf(event)) : undefined;
    if (before === undefined) continue;
    return { at: event.at, expected: `no text after event ${before.number}, where it was complete`, found: "a delta" };
  }
  return undefined;
}

/** More ends than starts: the table does not say how an end names what it ends. */
function extraEnd({ events }: ShownStream, end: string): Failure | undefined {
  const start = end.replace(".done", ".added");
  const starts = events.filter(({ type }) => type === start).length;
  const ends = events.filter(({ type }) => type === end);
  const extra = ends[starts];
  return extra && { at: extra.at, expected: `a ${start} for it`, found: `${ends.length} ends of ${starts} starts` };
}

/** Cut off, or ended with the event of another style. */
function isFailed({ isWhole, isCompleted, data, events }: ShownStream): boolean {
  if (isCompleted) return false;
  return isWhole && !data.some(isDone) ||
    events.some(({ type }) => type === "response.failed" || type === "response.incomplete");
}
