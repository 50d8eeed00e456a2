import { deepEqual, equal, notEqual, ok, rejects } from "../assert.ts";
import { AnswerTruncatedError, TapeError } from "conviction";
import type { ResponseEvent } from "conviction/protocol";
import { createClient } from "../../src/client/client.ts";
import { replayingFetch } from "../../src/client/replaying_fetch.ts";
import type { Fetch } from "../../src/client/send.ts";
import { tapingFetch } from "../../src/client/taping_fetch.ts";
import { decodeTape } from "../../src/stream/tape.ts";
import { manualClock } from "../fixtures/manual_clock.ts";

const KEY = "sk-canary-0123456789";
const encoder = new TextEncoder();
const delta = (text: string) => `data: ${JSON.stringify({ type: "response.output_text.delta", delta: text })}\n\n`;
const END = 'data: {"type":"response.completed","response":{"id":"resp_1"}}\n\ndata: [DONE]\n\n';

/** A service that sends these chunks, each after its delay on the clock, and then closes or breaks. */
function serviceOf(chunks: readonly (string | Uint8Array)[], options: { breaks?: boolean; advance?: () => void } = {}) {
  const { breaks = false, advance = () => {} } = options;
  const fetch: Fetch = () => {
    const rest = [...chunks];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const chunk = rest.shift();
        advance();
        if (chunk !== undefined) controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk.slice());
        else if (breaks) controller.error(new TypeError("error reading a body from connection"));
        else controller.close();
      },
    }, { highWaterMark: 0 });
    const headers = { "content-type": "text/event-stream", "x-request-id": "req_9" };
    return Promise.resolve(new Response(body, { headers }));
  };
  return fetch;
}

const clientOf = (fetch: Fetch, clock = manualClock()) =>
  createClient({
    baseUrl: "https://research.example/deep/v1",
    apiKey: KEY,
    model: "m",
    fetch,
    clock,
    newId: () => "id",
  });

/** Asks through a recording `fetch`; returns the tape and what the reader got. */
async function record(fetch: Fetch, question = "Analyse AAPL") {
  const tapes: string[] = [];
  const clock = manualClock();
  const events: ResponseEvent[] = [];
  let error: unknown;
  try {
    const research = clientOf(tapingFetch(fetch, { clock, onTape: (tape) => void tapes.push(tape) }));
    for await (const event of research.stream(question)) events.push(event);
  } catch (reason) {
    error = reason;
  }
  return { tapes, events, error };
}

const replaying = (tapes: readonly string[]) =>
  clientOf(replayingFetch(tapes.map(decodeTape), { pace: "at_once", clock: manualClock() }));

Deno.test("a replay yields the events, the types and the chunks of the recording", async () => {
  const chunks = [
    delta("A").slice(0, 9),
    delta("A").slice(9) + delta("€"),
    Uint8Array.of(100, 97),
    `ta: ${END.slice(6)}`,
  ];
  const { tapes, events } = await record(serviceOf(chunks));
  equal(tapes.length, 1);
  deepEqual(decodeTape(tapes[0] ?? "").chunks.map(({ bytes }) => new TextDecoder().decode(bytes)), [
    ...chunks.map((chunk) => typeof chunk === "string" ? chunk : "da"),
  ]);
  equal(decodeTape(tapes[0] ?? "").end, "complete");
  const again = await record((url, init) =>
    replayingFetch(tapes.map(decodeTape), {
      pace: "at_once",
      clock: manualClock(),
    })(url, init)
  );
  deepEqual(again.events, events);
  deepEqual(decodeTape(again.tapes[0] ?? ""), decodeTape(tapes[0] ?? ""));
});

Deno.test("a chunk that ends inside a character is replayed byte for byte", async () => {
  const bytes = encoder.encode(delta("€") + END);
  const cut = bytes.indexOf(0xe2) + 1;
  const { tapes } = await record(serviceOf([bytes.subarray(0, cut), bytes.subarray(cut)]));
  equal((await replaying(tapes).stream("Analyse AAPL").final()).text, "€");
  deepEqual(decodeTape(tapes[0] ?? "").chunks.map((chunk) => chunk.bytes.length), [cut, bytes.length - cut]);
});

Deno.test("a replay breaks where the recorded connection broke, with the same error", async () => {
  const { tapes, error } = await record(serviceOf([delta("A")], { breaks: true }));
  ok(error instanceof AnswerTruncatedError);
  equal(decodeTape(tapes[0] ?? "").end, "broken");
  await rejects(replaying(tapes).stream("Analyse AAPL").final(), (again) => {
    ok(again instanceof AnswerTruncatedError);
    deepEqual([again.message, again.snapshot.text, again.requestId], [error.message, "A", "req_9"]);
    return true;
  });
});

Deno.test("a tape ends where its reader leaves", async () => {
  const tapes: string[] = [];
  const fetch = tapingFetch(serviceOf([delta("A"), delta("B"), END]), {
    clock: manualClock(),
    onTape: (tape) => void tapes.push(tape),
  });
  for await (const _event of clientOf(fetch).stream("Analyse AAPL")) break;
  const { end, chunks } = decodeTape(tapes[0] ?? "");
  deepEqual([end, chunks.length], ["left", 1]);
});

Deno.test("a tape plays at its recorded pace, and stops when it is aborted", async () => {
  const clock = manualClock();
  const tapes: string[] = [];
  const slow = serviceOf([delta("A"), delta("B"), END], { advance: () => clock.advance(1000) });
  const recorded = tapingFetch(slow, { clock, onTape: (tape) => void tapes.push(tape) });
  await clientOf(recorded, clock).stream("Analyse AAPL").final();
  deepEqual(decodeTape(tapes[0] ?? "").chunks.map(({ atMs }) => atMs), [1000, 2000, 3000]);

  const player = manualClock();
  const stop = new AbortController();
  const fetch = replayingFetch(tapes.map(decodeTape), { pace: "recorded", clock: player });
  const answer = clientOf(fetch).stream("Analyse AAPL", { signal: stop.signal });
  const reader = answer[Symbol.asyncIterator]();
  let came = 0;
  const read = () => void reader.next().then(() => came++, () => {});
  read();
  await settle();
  deepEqual([came, player.pending()], [0, [1000]]);
  player.advance(1000);
  await settle();
  read();
  await settle();
  deepEqual([came, player.pending()], [1, [1000]]);
  stop.abort();
  await settle();
  deepEqual([answer.snapshot.state, answer.snapshot.text, player.pending()], ["aborted", "A", []]);
});

/** Runs all pending work. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

const OTHERS = [
  { when: "another question", ask: (research: ReturnType<typeof replaying>) => research.stream("Analyse IBM").final() },
  { when: "another operation", ask: (research: ReturnType<typeof replaying>) => research.reason("Analyse AAPL") },
  { when: "a file", ask: (research: ReturnType<typeof replaying>) => research.file({ file_id: "f1" }) },
];

for (const { when, ask } of OTHERS) {
  Deno.test(`a tape asked for ${when} fails, and names the request and those on the tape`, async () => {
    const { tapes } = await record(serviceOf([delta("A"), END]));
    await rejects(ask(replaying(tapes)), (error) => {
      ok(error instanceof TapeError, String(error));
      deepEqual(error.holds.map((held) => held.split(" (")[0]), ["POST /deep/v1/responses"]);
      ok(error.message.includes(error.asked ?? "-") && error.message.includes(error.holds[0] ?? "-"), error.message);
      notEqual(error.asked, error.holds[0]);
      return true;
    });
  });
}

Deno.test("a tape contains no key, even when the service repeats it over two chunks, or encoded", async () => {
  const echo = delta(`your key is ${KEY} or ${btoa(KEY)}`);
  const middle = echo.indexOf(KEY) + 5;
  const { tapes } = await record(serviceOf([echo.slice(0, middle), echo.slice(middle), END]));
  const [tape = ""] = tapes;
  const { chunks } = decodeTape(tape);
  const whole = chunks.map(({ bytes }) => new TextDecoder().decode(bytes)).join("");
  for (const form of [KEY, btoa(KEY), KEY.slice(0, 12)]) ok(!tape.includes(form) && !whole.includes(form), form);
  ok(whole.includes("[redacted]"));
  equal((await replaying(tapes).stream("Analyse AAPL").final()).state, "completed");
});

Deno.test("a tape of a thesis about Bearer bonds is not redacted", async () => {
  const { tapes } = await record(serviceOf([delta("Bearer bonds rose"), END]));
  equal((await replaying(tapes).stream("Analyse AAPL").final()).text, "Bearer bonds rose");
});

Deno.test("the last read of a reply waits for its tape, and fails if the tape fails", async () => {
  const kept = tapingFetch(serviceOf([delta("A"), 'data: {"type":"x"}\n\n']), {
    clock: manualClock(),
    onTape: () => Promise.reject(new Error("disk full")),
  });
  const reply = await kept("https://research.example/v1/responses", { method: "POST", body: "{}" });
  await rejects(reply.text(), { message: "disk full" });
});
