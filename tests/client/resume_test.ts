/** Background answers resume after broken connections. */
import fc from "fast-check";
import { type AnswerError, AnswerTruncatedError } from "conviction";
import type { ResponseEvent } from "../../src/protocol/event.ts";
import { createClient } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/send.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { inProcessFetch } from "../../src/setup/in_process.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { type CutHow, cuttingFetch } from "../fixtures/cutting_fetch.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { fakeService, KEY, post } from "../service/service_fixture.ts";
import { reply, startRawServer, STREAM_HEAD } from "./raw_server.ts";

/** Resumes without a delay: the tests check the events, not the pace. */
function clientOf(fetch: Fetch) {
  const baseUrl = "http://embedded.invalid";
  return createClient({
    baseUrl,
    apiKey: KEY,
    fetch,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    random: () => 0,
  });
}

async function eventsOf(fetch: Fetch): Promise<ResponseEvent[]> {
  return await Array.fromAsync(clientOf(fetch).stream({ input: "Analyse AAPL", background: true }));
}

/** Each run has a fresh service whose identifiers count up, so equal answers have equal bytes. */
const run = (cuts: readonly number[], how?: CutHow) =>
  eventsOf(cuttingFetch(inProcessFetch(fakeService().service), cuts, how));

/** Bytes of each event on the wire, with its blank line; the last one is [DONE]. */
async function wireLengths(): Promise<number[]> {
  const body = { input: "Analyse AAPL", background: true, stream: true };
  const text = await (await fakeService().service(post("http://a/v1/responses", body))).text();
  return text.split("\n\n").slice(0, -1).map((event) => new TextEncoder().encode(event).length + 2);
}

for (const how of ["reset", "end"] as const) {
  Deno.test(`a connection that ${how === "end" ? "ends early" : "is reset"} between or inside events loses nothing`, async () => {
    const whole = await run([]);
    let at = 0;
    let cutsTried = 0;
    for (const length of await wireLengths()) {
      for (const position of [at, at + 1, at + Math.floor(length / 2), at + length - 1]) {
        deepEqual(await run([position], how), whole);
        cutsTried++;
      }
      at += length;
    }
    ok(cutsTried > 90);
  });
}

Deno.test("a series of connections that break anywhere yields the events of an unbroken one", async () => {
  const whole = await run([]);
  const longest = Math.max(...await wireLengths());
  const cuts = fc.array(fc.integer({ min: longest, max: 4 * longest }), { maxLength: 12 });
  await fc.assert(fc.asyncProperty(cuts, async (list) => deepEqual(await run(list), whole)), { numRuns: 60 });
});

Deno.test("five connections in a row may fail without an event; the sixth failure is an error", async () => {
  const whole = await run([]);
  const some = (await wireLengths()).slice(0, 3).reduce((sum, length) => sum + length);
  deepEqual(await run([some, 0, 0, 0, 0]), whole);
  deepEqual(await run([some, 0, 0, 0, 0, some, 0, 0, 0, 0]), whole); // an event in between resets the count
  const error = await run([some, 0, 0, 0, 0, 0]).then(() => undefined, (reason) => reason);
  ok(error instanceof AnswerTruncatedError);
  match(
    error.message,
    /^Cannot complete answer: the connection broke, and it cannot be resumed: 5 attempts failed, the last because the connection broke$/,
  );
  deepEqual([error.events, error.lastSequence], [3, 2]);
  equal(error.responseId?.startsWith("resp_"), true);
});

const EVENT = (number: number, text = "A") =>
  `data: {"type":"response.output_text.delta","delta":"${text}","sequence_number":${number}}\n\n`;
const CREATED = 'data: {"type":"response.created","response":{"id":"resp_1"},"sequence_number":0}\n\n';
const COMPLETED = (number: number) =>
  `data: {"type":"response.completed","response":{"id":"resp_1"},"sequence_number":${number}}\n\n`;

interface Bad {
  readonly when: string;
  /** What each connection sends, in order, before it is closed. */
  readonly sends: readonly string[];
  /** The `starting_after` of each resume; 0 each time when absent. */
  readonly after?: readonly number[];
  readonly text?: string;
  readonly error?: RegExp;
}

const BAD: readonly Bad[] = [
  {
    when: "a service repeats earlier events",
    sends: [
      STREAM_HEAD + CREATED + EVENT(1),
      STREAM_HEAD + CREATED + EVENT(1) + EVENT(2, "B"),
      STREAM_HEAD + CREATED + EVENT(1) + EVENT(2, "B") + COMPLETED(3),
    ],
    after: [1, 2],
    text: "AB",
  },
  {
    when: "events are missing after a resume",
    sends: [STREAM_HEAD + CREATED + EVENT(1), STREAM_HEAD + EVENT(4)],
    after: [1],
    error: /^Cannot complete answer: events 2 to 3 are missing$/,
  },
  {
    when: "one event is missing on a connection",
    sends: [STREAM_HEAD + CREATED + EVENT(2)],
    error: /^Cannot complete answer: event 1 is missing$/,
  },
  {
    when: "the events have no numbers",
    sends: [STREAM_HEAD + CREATED.replace(',"sequence_number":0', "")],
    error: /cannot be resumed: the service does not number its events$/,
  },
  {
    when: "all events have the same number",
    sends: [STREAM_HEAD + CREATED + EVENT(0) + EVENT(0, "B")],
    error: /cannot be resumed: the service does not number its events$/,
  },
  {
    when: "the response has no id",
    sends: [STREAM_HEAD + EVENT(0)],
    error: /cannot be resumed: the service gave the response no id$/,
  },
  ...[404, 405, 410].map((status) => ({
    when: `the service answers ${status} to the resume`,
    sends: [STREAM_HEAD + CREATED, reply('{"error":{"message":"not here"}}', { status: `${status} No` })],
    error: new RegExp(`the connection broke, and it cannot be resumed: service answered ${status}: not here$`),
  })),
  {
    when: "the service does not stream the response",
    sends: [STREAM_HEAD + CREATED, reply('{"id":"resp_1"}')],
    error: /cannot be resumed: service answered 200: the body is application\/json, not text\/event-stream$/,
  },
  {
    when: "the service is busy for a moment",
    sends: [STREAM_HEAD + CREATED, reply("{}", { status: "503 Busy" }), STREAM_HEAD + EVENT(1) + COMPLETED(2)],
    text: "A",
  },
];

for (const { when, sends, after = [], text, error } of BAD) {
  Deno.test(`a background answer, when ${when}, ${text === undefined ? "fails with the reason" : "resumes"}`, async () => {
    await using server = startRawServer(async ({ index, send, close }) => {
      await send(sends[index] ?? reply("{}")); // after the last one the answer is cancelled
      close();
    });
    const research = createClient({
      ...server,
      fetch: networkFetch,
      clock: systemClock,
      newId: () => "id",
      random: () => 0,
    });
    const final = research.stream({ input: "x", background: true }).final();
    if (text !== undefined) equal((await final).text, text);
    else {await rejects(final, (reason) =>
        reason instanceof AnswerTruncatedError && error?.test(reason.message) === true);}
    const [created, ...resumed] = server.requests.map((request) => request.slice(0, request.indexOf(" HTTP")));
    equal(created, "POST /v1/responses");
    const cancelled = text === undefined && sends[0]?.includes("resp_1") ? ["POST /v1/responses/resp_1/cancel"] : [];
    const path = (after = 0) => `GET /v1/responses/resp_1?stream=true&starting_after=${after}`;
    deepEqual(resumed, [...sends.slice(1).map((_, index) => path(after[index])), ...cancelled]);
  });
}

Deno.test("an answer without background: true is not resumed", async () => {
  const { service, questions } = fakeService();
  const answer = clientOf(cuttingFetch(inProcessFetch(service), [2000])).stream("Analyse AAPL");
  await rejects(answer.final(), {
    name: "AnswerTruncatedError",
    message: "Cannot complete answer: the connection broke",
  });
  equal(questions.length, 1);
});

/** A body that sends one text and then calls a function. */
function bodyOf(text: string, then: (signal: AbortSignal) => void | Promise<void>, signal: AbortSignal) {
  let isSent = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (isSent) await then(signal);
      else controller.enqueue(new TextEncoder().encode(text));
      isSent = true;
    },
  }, { highWaterMark: 0 });
}

Deno.test("totalMs covers all connections, silenceMs each one alone", async () => {
  const clock = manualClock();
  const hasty = { // the delay before a resume is 0 here
    ...clock,
    schedule: (ms: number, then: () => void) => ms > 0 ? clock.schedule(ms, then) : (queueMicrotask(then), () => {}),
  };
  const breaks = () => {
    clock.advance(50_000);
    throw new TypeError("connection reset");
  };
  const waits = async (signal: AbortSignal) => {
    const aborted = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    clock.advance(5_000);
    await aborted;
  };
  const asked: string[] = [];
  const fetch: Fetch = (url, { signal }) => {
    asked.push(new URL(url).pathname);
    const [text, then] = asked.length === 1 ? [CREATED, breaks] as const : [EVENT(1), waits] as const;
    if (asked.length === 2) clock.advance(45_000); // together with the last connection more than `silenceMs`
    const body = bodyOf(text, then, signal ?? new AbortController().signal);
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
  const limits = { headersMs: 60_000, firstEventMs: 60_000, silenceMs: 60_000, totalMs: 100_000 };
  const research = createClient({ baseUrl: "http://a", fetch, clock: hasty, newId: () => "id", random: () => 0 });
  const error: AnswerError = await research.stream({ input: "x", background: true }, { limits }).final()
    .then(() => undefined, (reason) => reason);
  deepEqual([error.name, error.lastSequence], ["AnswerTimedOutError", 1]);
  match(error.message, /within 100 s \(limit totalMs\)$/);
  deepEqual(asked, ["/v1/responses", "/v1/responses/resp_1", "/v1/responses/resp_1/cancel"]);
  deepEqual(clock.pending(), []);
});
