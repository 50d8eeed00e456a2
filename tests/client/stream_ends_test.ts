/** How a stream ends for its reader when time or a limit decides. */
import { deepEqual, equal, ok, rejects } from "../assert.ts";
import fc from "fast-check";
import { AnswerAbortedError, AnswerTruncatedError } from "conviction";
import type { Limits } from "../../src/client/limits.ts";
import { createClient } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/send.ts";
import { SEED } from "../lanes.ts";
import { manualClock } from "../fixtures/manual_clock.ts";

const encoder = new TextEncoder();
const delta = (text: string) => `data: ${JSON.stringify({ type: "response.output_text.delta", delta: text })}\n\n`;
const COMPLETED = 'data: {"type":"response.completed","response":{}}\n\n';

/** A service that sends these chunks and then stays silent, and a client of it. */
function silentAfter(chunks: readonly string[], limits: Limits = {}) {
  const clock = manualClock();
  const fetch: Fetch = (_url, { signal }) => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
        signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
  const research = createClient({ baseUrl: "http://research.example", fetch, clock, newId: () => "id" });
  return { clock, answer: research.stream("Analyse AAPL", { limits }) };
}

/** Runs all pending work. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

Deno.test("a service that keeps the connection open after the end delays its reader by one second, not by silenceMs", async () => {
  const { clock, answer } = silentAfter([delta("A") + COMPLETED], { silenceMs: 60_000 });
  const final = answer.final();
  await settle();
  deepEqual(clock.pending().toSorted((a, b) => a - b).at(0), 1000);
  clock.advance(1000);
  const { state, text, warnings } = await final;
  deepEqual([state, text, warnings, clock.pending()], ["completed", "A", ["missing_done"], []]);
});

Deno.test("a service that keeps sending after the end is read until it closes", async () => {
  const { answer } = silentAfter([
    delta("A") + COMPLETED,
    `: still here\n\n`,
    `data: {"type":"response.newer"}\n\ndata: [DONE]\n\n`,
  ]);
  const { state, unknownEvents, warnings } = await answer.final();
  deepEqual([state, unknownEvents, warnings], ["completed", 1, []]);
});

Deno.test("an event over maxEventBytes ends the answer and keeps what came before it", async () => {
  const { answer } = silentAfter([delta("A"), delta("€".repeat(400)), COMPLETED], { maxEventBytes: 1000 });
  await rejects(answer.final(), (error) => {
    ok(error instanceof AnswerTruncatedError);
    equal(error.message, "Cannot complete answer: it is longer than 1000 bytes (limit maxEventBytes)");
    equal(error.snapshot.text, "A");
    return true;
  });
});

Deno.test("a reader that leaves before the reply stops the request", async () => {
  const stopped = Promise.withResolvers<unknown>();
  const fetch: Fetch = (_url, { signal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener("abort", () => {
      stopped.resolve(signal.reason);
      reject(signal.reason);
    }, { once: true });
    return promise;
  };
  const clock = manualClock();
  const research = createClient({ baseUrl: "http://research.example", fetch, clock, newId: () => "id" });
  const answer = research.stream("Analyse AAPL");
  const waiting = answer[Symbol.asyncIterator]().next().then(() => undefined, (error) => error);
  await settle();
  await answer[Symbol.asyncDispose]();
  ok(await stopped.promise instanceof AnswerAbortedError);
  ok(await waiting instanceof AnswerAbortedError);
  deepEqual([answer.snapshot.state, clock.pending()], ["aborted", []]);
});

const FRAMES = [
  { type: "response.created", response: { id: "r" } },
  { type: "response.output_item.added", item: { type: "function_call", call_id: "c", name: "prices" } },
  { type: "response.function_call_arguments.done", call_id: "c", arguments: "{}" },
  ...["Société ", "Générale: ", "NaN ", "is no number. €"].map((delta) => ({
    type: "response.output_text.delta",
    delta,
  })),
  { type: "response.code_execution.output", item_id: "x", return_code: 0, files: [{ file_id: "f" }] },
  { type: "response.completed", response: { id: "r", status: "completed", metadata: { score: 1 } } },
].map((event) => `data: ${JSON.stringify(event)}\n\n`);
const END = "data: [DONE]\n\n";
const WITHOUT_MEANING = [
  "data:",
  "data:  ",
  ": wait",
  "data: null",
  "data: {}",
  "event: ping",
  "event: ping\ndata: ping",
  "event: keep-alive\ndata: [1]",
  "id: 7\nretry: 5",
  'data: {"type":"response.newer","delta":"no text"}',
].map((lines) => `${lines}\n\n`);

/** What a reader gets of a stream that arrives in pieces of this size. */
async function readStream(stream: Uint8Array, size: number) {
  const pieces = Array.from(
    { length: Math.ceil(stream.length / size) },
    (_, at) => stream.slice(at * size, (at + 1) * size),
  );
  const fetch = () =>
    Promise.resolve(new Response(ReadableStream.from(pieces), { headers: { "content-type": "text/event-stream" } }));
  const research = createClient({ baseUrl: "http://research.example", fetch, clock: manualClock(), newId: () => "id" });
  const answer = research.stream("Analyse AAPL");
  await answer.final().catch(() => {});
  const { state, text, calls, files, response, warnings, error } = answer.snapshot;
  return { state, text, calls, files, response, warnings, error };
}

Deno.test("frames without meaning never change an answer, wherever they stand and however its bytes are cut", async () => {
  const whole = await readStream(encoder.encode(FRAMES.join("") + END), 1e6);
  deepEqual([whole.state, whole.warnings], ["completed", []]);
  const inserted = fc.array(fc.tuple(fc.nat(FRAMES.length), fc.constantFrom(...WITHOUT_MEANING)), { maxLength: 12 });
  const property = fc.asyncProperty(inserted, fc.integer({ min: 1, max: 200 }), async (noise, size) => {
    const before = (place: number) => noise.filter(([at]) => at === place).map(([, frame]) => frame).join("");
    const stream = FRAMES.map((frame, at) => before(at) + frame).join("") + before(FRAMES.length) + END;
    deepEqual(await readStream(encoder.encode(stream), size), whole);
  });
  await fc.assert(property, { seed: SEED, numRuns: 100 });
});

Deno.test("a prefix of a stream is complete only if it holds the end, and its text is a prefix of the text", async () => {
  const stream = encoder.encode(FRAMES.join("") + END);
  const { text } = await readStream(stream, 1e6);
  const complete = encoder.encode(FRAMES.join("").trimEnd()).length;
  const property = fc.asyncProperty(fc.nat(stream.length), fc.integer({ min: 1, max: 200 }), async (length, size) => {
    const cut = await readStream(stream.subarray(0, length), size);
    equal(cut.state === "completed", length >= complete, `${length} of ${complete}`);
    ok(text.startsWith(cut.text), cut.text);
  });
  await fc.assert(property, { seed: SEED, numRuns: 100 });
});
