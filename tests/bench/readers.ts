/** Readers of one stream beside each other, over the same bytes, as ratios in one run. */
import { ReplyEvents } from "../../src/client/event_source.ts";
import { STREAM_LIMITS } from "../../src/client/limits.ts";
import { Watch } from "../../src/client/watch.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { createAnswer } from "../../src/stream/answer.ts";
import { decodeEvents } from "conviction/protocol";
import { handLoop } from "./hand_loop.ts";

/** The bytes of a stream, in chunks. */
export type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Reads a stream event by event. */
export type Reader = (body: Body) => AsyncIterable<unknown>;

/** Readers by name; the first is what the others are measured against. */
export type Readers = Readonly<Record<string, Reader>>;

/** The hand loop, and ours. */
export const OURS = {
  "hand loop": handLoop,
  "decodeEvents()": decodeEvents,
  "answer, accumulating": answerOf,
} as const satisfies Readers;

/** An answer as the client makes it of a reply's body. */
export function answerOf(body: Body): ReturnType<typeof createAnswer> {
  const watch = new Watch(systemClock, STREAM_LIMITS, { action: "bench" });
  const source = new ReplyEvents(new Response(body), watch, { ...STREAM_LIMITS, maxBytes: Infinity });
  return createAnswer(() => Promise.resolve(source), { signal: undefined, isTimeout: () => false });
}

/** What is read: bytes, how they are cut, and how many events they hold. */
export interface Shape {
  readonly name: string;
  readonly wire: Uint8Array<ArrayBuffer>;
  readonly chunkBytes: number;
  readonly events: number;
}

const SHORT = '{"type":"response.output_text.delta","delta":"abcd"}';
const FULL = JSON.stringify({
  type: "response.output_text.delta",
  sequence_number: 123456,
  item_id: "msg_0123456789abcdef0123456789abcdef0123456789abcdef",
  output_index: 3,
  content_index: 0,
  delta: "abcd",
  logprobs: [],
  obfuscation: "0123456789abcdef",
});
const END = 'data: {"type":"response.completed","response":{}}\n\ndata: [DONE]\n\n';
const EVENTS = 200_000;

/** A stream of so many events of so many bytes each, ended as a whole answer. */
function wireOf(json: string, eventBytes: number, count = EVENTS): Uint8Array<ArrayBuffer> {
  const event = `data: ${json}\n\n`;
  const padded = event.replace("abcd", "abcd" + "x".repeat(Math.max(0, eventBytes - event.length)));
  if (padded.length !== eventBytes) {
    throw new Error(`Cannot make event of ${eventBytes} bytes: it has ${padded.length}`);
  }
  return new TextEncoder().encode(padded.repeat(count) + END);
}

/** Many small events, as a model sends them. */
export function smallShapes(): Shape[] {
  const short = wireOf(SHORT, 61);
  return [
    { name: "61-byte events, 64 KiB chunks", wire: short, chunkBytes: 65536, events: EVENTS + 1 },
    { name: "233-byte events, 64 KiB chunks", wire: wireOf(FULL, 233), chunkBytes: 65536, events: EVENTS + 1 },
    { name: "61-byte events, one a chunk", wire: short, chunkBytes: 61, events: EVENTS + 1 },
  ];
}

/** One event of so many MiB. */
export function largeShape(mebibytes: number, chunkBytes: number): Shape {
  const wire = wireOf(SHORT, mebibytes * 1024 * 1024, 1);
  return { name: `one event of ${mebibytes} MiB, ${chunkBytes / 1024} KiB chunks`, wire, chunkBytes, events: 2 };
}

function bodyOf({ wire, chunkBytes }: Shape): Body {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= wire.length) return controller.close();
      controller.enqueue(wire.subarray(at, at += chunkBytes));
    },
  }, { highWaterMark: 0 });
}

/** Median milliseconds of each reader; rounds are interleaved, so that noise meets all of them. */
export async function measure(shape: Shape, readers: Readers, rounds: number): Promise<Map<string, number>> {
  const times = new Map(Object.keys(readers).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, read] of Object.entries(readers)) {
      const start = performance.now();
      let count = 0;
      for await (const _event of read(bodyOf(shape))) count++;
      if (round > 0) times.get(name)?.push(performance.now() - start); // the first round warms up
      if (count < shape.events) throw new Error(`Cannot trust ${name}: it gave ${count} of ${shape.events} events`);
    }
  }
  return new Map([...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[rounds >> 1] ?? NaN]));
}

/** One line: every reader as a ratio to the first. */
export function ratios(times: ReadonlyMap<string, number>): string {
  const [[first = "", limit = NaN] = []] = times;
  const parts = [...times].slice(1).map(([reader, ms]) => `${reader} ${(ms / limit).toFixed(2)}`);
  return `${parts.join(" · ")}   (${first} ${Math.round(limit)} ms)`;
}
