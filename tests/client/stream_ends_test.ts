/** How a stream ends for its reader when time or a limit decides. */
import { deepEqual, equal, ok, rejects } from "../assert.ts";
import { AnswerAbortedError, AnswerTruncatedError, type Limits } from "conviction";
import { createClient } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/send.ts";
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
    COMPLETED,
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
