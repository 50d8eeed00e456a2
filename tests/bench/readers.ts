/** Compares readers of one stream over the same bytes, as ratios in one run. */
import { createRedactor, SecretFilter } from "../../src/text/redact.ts";
import process from "node:process";
import { ReplyEvents } from "../../src/client/event_source.ts";
import { STREAM_LIMITS } from "../../src/client/limits.ts";
import { RedactedEvents } from "../../src/client/redacted_events.ts";
import { Watch } from "../../src/client/watch.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { type Answer, createAnswer, type EventSource } from "../../src/stream/answer.ts";
import { decodeEvents } from "conviction/protocol";
import { handLoop } from "./hand_loop.ts";

const KEY = ["sk-0123456789abcdef"];
const REDACTION = { redact: createRedactor(KEY), filter: new SecretFilter(KEY) };

/** The bytes of a stream, in chunks. */
export type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Reads a stream event by event. */
export type Reader = (body: Body) => AsyncIterable<unknown>;

/** Readers by name; the first is the reference. */
export type Readers = Readonly<Record<string, Reader>>;

/** Above the largest event measured. */
const MAX_EVENT_BYTES = 128 * 1024 * 1024;

/** The hand loop, and ours. */
export const OURS = {
  "hand loop": handLoop,
  "decodeEvents()": (body: Body) => decodeEvents(body, { maxEventBytes: MAX_EVENT_BYTES }),
  "answer, accumulating": answerOf,
  "answer as the client makes it": clientAnswerOf,
} as const satisfies Readers;

/** Collects one large event by hand: pieces of text, joined and parsed once. Bytes and larger pieces were slower. */
export const COLLECTING = { "collecting by hand": collect, ...ownOf(OURS) } as const satisfies Readers;

function ownOf({ "hand loop": _, ...own }: typeof OURS): Omit<typeof OURS, "hand loop"> {
  return own;
}

async function* collect(body: Body): AsyncGenerator<unknown, void, undefined> {
  const text = new TextDecoder();
  const pieces: string[] = [];
  for await (const chunk of body) pieces.push(text.decode(chunk, { stream: true }));
  for (const event of pieces.join("").split("\n\n")) {
    if (event.startsWith("data: {")) yield JSON.parse(event.slice("data: ".length));
  }
}

function sourceOf(body: Body): ReplyEvents {
  const watch = new Watch(systemClock, STREAM_LIMITS, { action: "bench" });
  const limits = { ...STREAM_LIMITS, maxBytes: Infinity, maxEventBytes: MAX_EVENT_BYTES };
  return new ReplyEvents(new Response(body), watch, limits);
}

function answer(source: EventSource): Answer {
  return createAnswer(() => Promise.resolve(source), { signal: undefined, isTimeout: () => false });
}

/** The events of a reply's body, understood. */
export function answerOf(body: Body): Answer {
  return answer(sourceOf(body));
}

/** The same after redaction of a key that a service may repeat. */
function clientAnswerOf(body: Body): Answer {
  return answer(new RedactedEvents(sourceOf(body), REDACTION));
}

/** A stream to read: bytes, their chunks, and the number of events. */
export interface Shape {
  readonly name: string;
  readonly wire: Uint8Array<ArrayBuffer>;
  readonly chunkBytes: number;
  readonly events: number;
  /** How often it is read for one figure, so that short times are reliable. Default: once. */
  readonly reads?: number;
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

/** A stream of this many events of this many bytes each, with the end of a complete answer. */
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

/** One event of this many MiB, up to 64. */
export function largeShape(mebibytes: number, chunkBytes: number): Shape {
  const wire = wireOf(SHORT, mebibytes * 1024 * 1024, 1);
  return {
    name: `one event of ${mebibytes} MiB, ${chunkBytes / 1024} KiB chunks`,
    wire,
    chunkBytes,
    events: 2,
    reads: 64 / mebibytes,
  };
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

/** Figures of a reader: median processor time in milliseconds, and the median ratio to the first reader of its round. */
export interface Taken {
  readonly ms: number;
  readonly ratio: number;
}

/** Measures each reader; rounds are interleaved, so that noise affects all of them. */
export async function measure(shape: Shape, readers: Readers, rounds: number): Promise<Map<string, Taken>> {
  const times = new Map(Object.keys(readers).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, read] of Object.entries(readers)) {
      const ms = await timeOf(shape, read);
      if (round > 0) times.get(name)?.push(ms); // the first round warms up
    }
  }
  const [first = []] = times.values();
  const takenOf = (all: readonly number[]) => ({
    ms: median(all),
    ratio: median(all.map((ms, round) => ms / (first[round] ?? NaN))),
  });
  return new Map([...times].map(([name, all]) => [name, takenOf(all)]));
}

async function timeOf(shape: Shape, read: Reader): Promise<number> {
  const { events, reads = 1 } = shape;
  const start = cpuMs();
  let count = 0;
  for (let at = 0; at < reads; at++) {
    for await (const _event of read(bodyOf(shape))) count++;
  }
  const ms = (cpuMs() - start) / reads;
  if (count < events * reads) throw new Error(`Cannot trust a reader: it gave ${count} of ${events * reads} events`);
  return ms;
}

/** Processor time of this process, garbage collection included; on a busy machine, elapsed time is noise. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN;
}

/** One line: every reader as a ratio to the first. */
export function ratios(taken: ReadonlyMap<string, Taken>): string {
  const [[first = "", { ms } = { ms: NaN }] = []] = taken;
  const parts = [...taken].slice(1).map(([reader, { ratio }]) => `${reader} ${ratio.toFixed(2)}`);
  return `${parts.join(" · ")}   (${first} ${Math.round(ms)} ms)`;
}
