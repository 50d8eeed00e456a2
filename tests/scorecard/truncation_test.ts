/** Scorecard case 6: a cut stream is complete if and only if it contains the JSON of `response.completed`. */
import { deepEqual, equal, ok } from "../assert.ts";
import { AnswerTruncatedError } from "conviction";
import { createClient } from "../../src/client/client.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { sweep } from "../sweeps.ts";
import { startRawServer } from "../client/raw_server.ts";
import { printFigure } from "./figure.ts";
import { recordStream } from "./recorded_stream.ts";
import { ONE_ATTEMPT } from "./scene.ts";

const AT_ONCE = 8;

/** A reply on the wire: where its body begins, and how wire bytes map to bytes of the stream. */
interface Framed {
  readonly wire: Uint8Array;
  readonly bodyAt: number;
  /** The first byte on the wire after this many bytes of the stream. */
  wireOf(streamBytes: number): number;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const headOf = (more: string) => bytesOf(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${more}\r\n`);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function plain(stream: Uint8Array, more: string): Framed {
  const head = headOf(more);
  return { wire: joined([head, stream]), bodyAt: head.length, wireOf: (streamBytes) => head.length + streamBytes };
}

/** Chunks of irregular sizes, so that they end inside lines and characters. */
function chunked(stream: Uint8Array): Framed {
  const head = headOf("transfer-encoding: chunked\r\n");
  const parts: Uint8Array[] = [head];
  const chunks: { readonly from: number; readonly wireFrom: number }[] = [];
  let wireAt = head.length;
  for (let from = 0, size = 61; from < stream.length; from += size, size = size % 997 + 61) {
    const chunk = stream.subarray(from, from + size);
    const sizeLine = bytesOf(`${chunk.length.toString(16)}\r\n`);
    chunks.push({ from, wireFrom: wireAt + sizeLine.length });
    parts.push(sizeLine, chunk, bytesOf("\r\n"));
    wireAt += sizeLine.length + chunk.length + 2;
  }
  parts.push(bytesOf("0\r\n\r\n"));
  const wireOf = (streamBytes: number) => {
    const { from = 0, wireFrom = 0 } = chunks.findLast(({ from }) => from < streamBytes) ?? {};
    return wireFrom + streamBytes - from;
  };
  return { wire: joined(parts), bodyAt: head.length, wireOf };
}

const FRAMINGS: Readonly<Record<string, (stream: Uint8Array) => Framed>> = {
  "a length": (stream) => plain(stream, `content-length: ${stream.length}\r\n`),
  "chunks": chunked,
  "the end of the connection": (stream) => plain(stream, ""),
};

/** Length of the stream up to the end of the JSON of `response.completed`. */
function completedEnd(stream: Uint8Array): number {
  const text = new TextDecoder().decode(stream);
  const start = text.lastIndexOf("data: {");
  ok(text.slice(start).includes("response.completed"), "the recorded stream completes");
  return bytesOf(text.slice(0, text.indexOf("\n", start))).length;
}

/** Where a body is cut: every decisive place, and a sample of the others. */
function cutsOf(from: number, needed: number, to: number): number[] {
  const all = sweep("scorecard/truncation", Array.from({ length: to - from + 1 }, (_, at) => from + at));
  return [...new Set([from, needed - 1, needed, to, ...all])];
}

for (const [framing, frame] of Object.entries(FRAMINGS)) {
  Deno.test(`scorecard 6: a stream framed by ${framing}, cut at any byte, is complete if and only if it contains its end`, async () => {
    const stream = await recordStream();
    const { wire, bodyAt, wireOf } = frame(stream);
    const neededWire = wireOf(completedEnd(stream));
    await using server = startRawServer(async ({ request, send, close }) => {
      const cut = Number(/"input":"(\d+)"/.exec(request)?.[1]);
      await send(wire.subarray(0, cut));
      close();
    });
    const clock = manualClock();
    const research = createClient({ baseUrl: server.baseUrl, fetch: networkFetch, clock, newId: () => "id" });
    const wrong: string[] = [];
    const cuts = cutsOf(bodyAt, neededWire, wire.length);
    const left = cuts.values();
    const readAll = async () => {
      for (const here of left) {
        const error = await research.stream(String(here), ONE_ATTEMPT).final().then(
          () => undefined,
          (reason) => reason,
        );
        const isRight = here >= neededWire ? error === undefined : error instanceof AnswerTruncatedError;
        if (!isRight) wrong.push(`cut at ${here - bodyAt}: ${error}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readAll));
    deepEqual(wrong.slice(0, 5), []);
    deepEqual(clock.pending(), [], "no timer remains");
    equal(server.requests.length, cuts.length);
    printFigure(6, `framed by ${framing}: ${server.requests.length} cuts, 0 false completes, 0 false truncations`);
  });
}
