/** The typed stream beside the hand loop, over the same bytes, as ratios in one run. */
import { createAnswer } from "../../src/stream/answer.ts";
import { STREAM_LIMITS } from "../../src/client/limits.ts";
import { ReplyEvents } from "../../src/client/event_source.ts";
import { Watch } from "../../src/client/watch.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { decodeEvents } from "conviction/protocol";
import { handLoop } from "./hand_loop.ts";

const EVENTS = 200_000;
const ROUNDS = 7;
const CHUNK_BYTES = 64 * 1024;

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

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A stream of so many events of so many bytes each, ended as a whole answer. */
function wireOf(json: string, eventBytes: number): Uint8Array<ArrayBuffer> {
  const event = `data: ${json}\n\n`;
  const filler = eventBytes - event.length;
  const padded = event.replace("abcd", "abcd" + "x".repeat(Math.max(0, filler)));
  if (padded.length !== eventBytes) {
    throw new Error(`Cannot make event of ${eventBytes} bytes: it has ${padded.length}`);
  }
  return bytesOf(padded.repeat(EVENTS) + 'data: {"type":"response.completed","response":{}}\n\ndata: [DONE]\n\n');
}

function bodyOf(wire: Uint8Array<ArrayBuffer>, chunkBytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= wire.length) return controller.close();
      controller.enqueue(wire.subarray(at, at += chunkBytes));
    },
  }, { highWaterMark: 0 });
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  let count = 0;
  for await (const _event of events) count++;
  if (count !== EVENTS + 1) throw new Error(`Cannot count events: ${count} came, ${EVENTS + 1} were sent`);
}

function answerOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const watch = new Watch(systemClock, STREAM_LIMITS, { action: "bench" });
  const source = new ReplyEvents(new Response(body), watch, { ...STREAM_LIMITS, maxBytes: Infinity });
  return createAnswer(() => Promise.resolve(source), { signal: undefined, isTimeout: () => false });
}

type Reader = (body: ReadableStream<Uint8Array<ArrayBuffer>>) => AsyncIterable<unknown>;

const READERS: Readonly<Record<string, Reader>> = {
  "hand loop": handLoop,
  "decodeEvents()": decodeEvents,
  "answer, accumulating": answerOf,
};

/** Median milliseconds of each reader; rounds are interleaved, so that noise meets all of them. */
async function measure(wire: Uint8Array<ArrayBuffer>, chunkBytes: number): Promise<Map<string, number>> {
  const times = new Map(Object.keys(READERS).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, read] of Object.entries(READERS)) {
      const start = performance.now();
      await drain(read(bodyOf(wire, chunkBytes)));
      if (round > 0) times.get(name)?.push(performance.now() - start); // the first round warms up
    }
  }
  return new Map([...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? NaN]));
}

/** Prints one table; each figure is a ratio to the hand loop of the same run. */
export async function benchStream(print: (line: string) => void): Promise<void> {
  print(`Stream: ${EVENTS} events, median of ${ROUNDS}, time as a ratio to tests/bench/hand_loop.ts`);
  const shapes = [
    { name: "61-byte events, 64 KiB chunks", wire: wireOf(SHORT, 61), chunkBytes: CHUNK_BYTES },
    { name: "233-byte events, 64 KiB chunks", wire: wireOf(FULL, 233), chunkBytes: CHUNK_BYTES },
    { name: "61-byte events, one a chunk", wire: wireOf(SHORT, 61), chunkBytes: 61 },
  ];
  for (const { name, wire, chunkBytes } of shapes) {
    const times = await measure(wire, chunkBytes);
    const limit = times.get("hand loop") ?? NaN;
    const ratios = [...times].map(([reader, ms]) => `${reader} ${(ms / limit).toFixed(2)}`);
    print(`  ${name}: ${ratios.join(" · ")}   (hand loop ${Math.round(limit)} ms)`);
  }
}
