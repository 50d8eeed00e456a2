import { DONE } from "../../protocol/sse.ts";
import { counted } from "../../text/counted.ts";
import type { Check } from "./check.ts";
import { type Block, isDone, type StreamData } from "./read_stream.ts";
import type { Shown, ShownStream } from "./shown.ts";
import { each, type Failure, valueWords } from "./verdict.ts";
import { fieldOf } from "./wire.ts";

/** Section 6.1, the bytes of a stream. */
export const WIRE_CHECKS: readonly Check[] = [
  {
    id: "6.1.line",
    says: "each event is one line that begins with data:",
    judge: (shown) => each(shown.streams.flatMap(blocksOf), lineObjection, seen(shown, "blocks")),
  },
  {
    id: "6.1.separated",
    says: "a blank line (double newline) separates events",
    judge: (shown) => each(shown.streams, separationObjection, seen(shown, "blocks")),
  },
  {
    id: "6.1.json",
    says: "data: is followed by a JSON object",
    judge: (shown) => each(shown.streams, jsonObjection, seen(shown, "data")),
  },
  {
    id: "6.1.type",
    says: "each object has a string field type",
    judge: (shown) => each(shown.streams.flatMap(objectsOf), typeObjection, seen(shown, "data")),
  },
  {
    id: "6.1.done",
    says: "the final data line is [DONE]",
    judge: (shown) => {
      const open = shown.streams.filter(({ data, isWhole }) => isWhole || data.some(isDone));
      return each(open, doneObjection, { seen: DONE, none: endWords(shown) });
    },
  },
];

interface PlacedBlock extends Block {
  readonly at: string;
}

interface PlacedData extends StreamData {
  readonly at: string;
}

function blocksOf({ at, blocks }: ShownStream): PlacedBlock[] {
  return blocks.map((block) => ({ ...block, at: `${at}, line ${block.line}` }));
}

function objectsOf({ at, data }: ShownStream): PlacedData[] {
  return data.filter(({ wire }) => wire !== undefined).map((one) => placed(one, at));
}

function placed(data: StreamData, at: string): PlacedData {
  return { ...data, at: `${at}, event ${data.number} on line ${data.line}` };
}

function seen(shown: Shown, list: "blocks" | "data"): { readonly seen: string; readonly none: string } {
  const count = shown.streams.reduce((sum, stream) => sum + stream[list].length, 0);
  return { seen: counted(count, "event"), none: shown.noneOf("event") };
}

/** Comments between events are no events: services send them to keep a connection open. */
function lineObjection({ at, lines, data }: PlacedBlock): Failure | undefined {
  if (lines.every((line) => line.startsWith(":"))) return undefined;
  const expected = "one line that begins with data:";
  const other = lines.find((line) => !line.startsWith("data:"));
  if (other !== undefined) return { at, expected, found: JSON.stringify(other) };
  const isSpread = lines.length > 1 && data.length === 1;
  return isSpread ? { at, expected, found: `an event of ${lines.length} lines: ${lines.join(" ")}` } : undefined;
}

function separationObjection({ at, blocks, lineEnds }: ShownStream): Failure | undefined {
  const expected = "two newlines (LF LF) between events";
  const other = lineEnds.filter((end) => end !== "LF");
  if (other.length > 0) return { at, expected, found: `lines that end with ${other.join(" and ")}` };
  const joined = blocks.find(({ data }) => data.length > 1);
  if (joined === undefined) return undefined;
  return { at: `${at}, line ${joined.line}`, expected, found: `${joined.data.length} events without a blank line` };
}

function jsonObjection({ at, data, isUtf8 }: ShownStream): Failure | undefined {
  const odd = data.find((one) => one.wire === undefined && !isDone(one));
  if (odd !== undefined) return { at: placed(odd, at).at, expected: "a JSON object", found: odd.text || "nothing" };
  return isUtf8 ? undefined : { at, expected: "JSON, which is UTF-8", found: "bytes that are not UTF-8" };
}

function typeObjection({ at, wire }: PlacedData): Failure | undefined {
  const type = fieldOf(wire, "type");
  return typeof type === "string" ? undefined : { at: `${at}, type`, expected: "a string", found: valueWords(type) };
}

function doneObjection({ at, data, problem }: ShownStream): Failure | undefined {
  const expected = "a final data: [DONE]";
  const first = data.findIndex(isDone);
  const last = data.at(-1);
  if (first < 0) {
    const end = problem === undefined ? "the end of the stream" : problem;
    return { at, expected, found: `${end} after ${last === undefined ? "nothing" : last.text}` };
  }
  const after = data[first + 1];
  return after === undefined ? undefined : { at: placed(after, at).at, expected, found: `after it ${after.text}` };
}

function endWords(shown: Shown): string {
  const [open] = shown.streams;
  return open === undefined ? shown.noneOf("event") : `${open.at} did not end: ${open.problem ?? "unknown"}`;
}
