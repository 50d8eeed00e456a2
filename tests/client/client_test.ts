import { deepEqual, equal, match, ok, rejects, throws } from "../assert.ts";
import { type AnswerError, ConnectionError, HttpError, type Research, TimeoutError } from "conviction";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { type ManualClock, manualClock } from "../fixtures/manual_clock.ts";
import { type Behaviour, type RawServer, reply, startRawServer, STREAM_HEAD } from "./raw_server.ts";

const KEY = "sk-canary-4711-secret";
const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" }, key_drivers: ["d"], risks: [] };
const DELTA = 'data: {"type":"response.output_text.delta","delta":"A"}\n\n';
const COMPLETED = 'data: {"type":"response.completed","response":{"id":"resp_1"}}\n\n';

function clientOf(
  { baseUrl }: { readonly baseUrl: string },
  clock: ManualClock | typeof systemClock = systemClock,
): Research {
  let ids = 0;
  return createClient({
    baseUrl,
    apiKey: KEY,
    fetch: networkFetch,
    clock,
    newId: () => `id-${++ids}`,
    random: () => 0,
  });
}

/** Runs against a server with this behaviour, and returns what was thrown. */
async function failure(behaviour: Behaviour, ask: (research: Research, server: RawServer) => Promise<unknown>) {
  await using server = startRawServer(behaviour);
  return await ask(clientOf(server), server).then(() => undefined, (error) => error);
}

Deno.test("reason() sends the specification's request and reads its result", async () => {
  await using server = startRawServer(({ send }) => send(reply(JSON.stringify(THESIS))));
  deepEqual(await clientOf(server).reason("Analyse AAPL"), THESIS);
  const [request = ""] = server.requests;
  match(request, /^POST \/api\/v1\/agent\/reasoning HTTP\/1\.1\r\n/);
  match(request, new RegExp(`\r\nauthorization: Bearer ${KEY}\r\n`));
  match(request, /\r\ncontent-type: application\/json\r\n/);
  match(request, /\r\nidempotency-key: id-1\r\n/);
  match(request, /\r\naccept-encoding: identity\r\n/);
  ok(request.endsWith('\r\n\r\n{"input":"Analyse AAPL"}'));
});

Deno.test("stream() sends stream: true and yields the events as they arrive", async () => {
  await using server = startRawServer(async ({ send, close }) => {
    await send(STREAM_HEAD + DELTA + COMPLETED + "data: [DONE]\n\n");
    close();
  });
  const answer = clientOf(server).stream({ input: "Analyse AAPL", model: "m" });
  const { text, state, warnings } = await answer.final();
  deepEqual([text, state, warnings], ["A", "completed", []]);
  ok(
    server.requests[0]?.startsWith("POST /v1/responses ") && server.requests[0].endsWith(
      '{"input":"Analyse AAPL","model":"m","stream":true}',
    ),
  );
});

Deno.test("a POST is delivered once, even when the pooled connection dies after the request was read", async () => {
  await using server = startRawServer(async ({ index, send, close }) => {
    if (index % 2 === 0) await send(reply(JSON.stringify(THESIS)));
    else close();
  });
  const research = clientOf(server);
  for (let round = 0; round < 40; round++) {
    await research.reason(`warm ${round}`);
    const error = await research.reason(`dies ${round}`).then(() => undefined, (reason) => reason);
    ok(error instanceof ConnectionError && error.delivery === "maybe_sent");
    equal(server.requests.length, 2 * (round + 1));
  }
});

const REFUSALS = [
  {
    when: "the service refuses with a reason",
    answer: reply('{"error":{"code":"unknown_company","message":"no company ZZZZ"}}', {
      status: "422 Unprocessable",
      more: "x-request-id: req_7\r\n",
    }),
    expected: { status: 422, code: "unknown_company", requestId: "req_7" },
    message: "Cannot get thesis: service answered 422: no company ZZZZ",
  },
  {
    when: "the service refuses in HTML",
    answer: reply("<html>bad gateway</html>", { status: "502 Bad Gateway", type: "text/html" }),
    expected: { status: 502, code: undefined, requestId: undefined },
    message: "Cannot get thesis: service answered 502",
  },
  {
    when: "the service repeats the key",
    answer: reply(`{"error":{"message":"Incorrect key ${KEY}"}}`, { status: "401 Unauthorized" }),
    expected: { status: 401, code: undefined, requestId: undefined },
    message: "Cannot get thesis: service answered 401: Incorrect key [redacted]",
  },
  {
    when: "the service redirects",
    answer: reply("", { status: "307 Temporary Redirect", more: "location: http://127.0.0.1:9/\r\n" }),
    expected: { status: 307, code: undefined, requestId: undefined },
    message:
      "Cannot get thesis: service answered 307: it redirects, and redirects are not followed; use the address it redirects to as base URL",
  },
  {
    when: "the reply is compressed",
    answer: reply("x", { more: "content-encoding: br\r\n" }),
    expected: { status: 200, code: undefined, requestId: undefined },
    message: "Cannot get thesis: service answered 200: the body is compressed (br), which was not requested; " +
      "gzip and deflate can be unpacked, and it was asked for neither",
  },
  {
    when: "the service sends a part of the body",
    answer: reply("{}", { status: "206 Partial Content" }),
    expected: { status: 206, code: undefined, requestId: undefined },
    message: "Cannot get thesis: service answered 206: it sent a part, but the whole body was requested",
  },
  {
    when: "the service sends an HTML page with status 200",
    answer: reply("<html>login</html>", { type: "text/html; charset=utf-8" }),
    expected: { status: 200, code: undefined, requestId: undefined },
    message: "Cannot get thesis: service answered 200: the body is text/html, not application/json",
  },
] as const;

for (const { when, answer, expected, message } of REFUSALS) {
  Deno.test(`when ${when}, the caller gets an HttpError that says so`, async () => {
    const error = await failure(({ send }) => send(answer), (research) => research.reason("x"));
    ok(error instanceof HttpError);
    const { status, code, requestId, delivery } = error;
    deepEqual({ status, code, requestId }, expected);
    deepEqual([error.message, delivery], [message, "answered"]);
    ok(!Deno.inspect(error).includes(KEY));
  });
}

const NO_THESIS = [
  { body: "not json", message: "Cannot read thesis: the body is not JSON" },
  { body: "{}", message: /^Cannot read thesis: agent_thesis: / },
  { body: '{"agent_thesis":{"signal":"x","confidence":"high","reasoning":""}}', message: /agent_thesis\.confidence: / },
] as const;

for (const { body, message } of NO_THESIS) {
  Deno.test(`reason() rejects the body ${body} with an excerpt of it`, async () => {
    const error = await failure(({ send }) => send(reply(body)), (research) => research.reason("x"));
    equal(error.name, "ProtocolError");
    equal(error.excerpt, body);
    if (typeof message === "string") equal(error.message, message);
    else match(error.message, message);
  });
}

Deno.test("when nothing listens at the address, the request is certainly not sent", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  await rejects(clientOf({ baseUrl: `http://127.0.0.1:${port}` }).reason("x"), {
    name: "ConnectionError",
    message: `Cannot get thesis after 3 attempts: the service cannot be reached: nothing listens at 127.0.0.1:${port}`,
    delivery: "not_sent",
    attempts: 3,
  });
});

Deno.test("a stream that ends early is truncated, and keeps what was received", async () => {
  const error: AnswerError = await failure(async ({ send, close }) => {
    await send(STREAM_HEAD + DELTA + COMPLETED.slice(0, 30));
    close();
  }, (research) => research.stream("x").final());
  equal(error.name, "AnswerTruncatedError");
  deepEqual([error.snapshot.text, error.requestId, error.events], ["A", "req_7", 1]);
  ok(error.bytes > 0);
});

for (const leave of ["break", "abort"] as const) {
  Deno.test(`${leave} closes the connection to the service`, async () => {
    const left = Promise.withResolvers<void>();
    await using server = startRawServer(async ({ send, gone }) => {
      await send(STREAM_HEAD + DELTA);
      await gone();
      left.resolve();
    });
    const stop = new AbortController();
    const answer = clientOf(server).stream("x", { signal: stop.signal });
    const reading = (async () => {
      for await (const _ of answer) {
        if (leave === "break") break;
        stop.abort("enough");
      }
    })();
    if (leave === "break") await reading;
    else await rejects(reading, { name: "AnswerAbortedError", cause: "enough" });
    await left.promise;
    equal(answer.snapshot.text, "A");
  });
}

Deno.test("reason() throws an AbortedError with the caller's reason as cause when aborted before the reply", async () => {
  const stop = new AbortController();
  const error = await failure(({ gone }) => {
    stop.abort("enough");
    return gone();
  }, (research) => research.reason("x", { signal: stop.signal }));
  deepEqual([error.name, error.cause], ["AbortedError", "enough"]);
});

Deno.test("with an aborted signal nothing is sent", async () => {
  await using server = startRawServer(({ send }) => send(reply("{}")));
  await rejects(clientOf(server).reason("x", { signal: AbortSignal.abort("no") }), { name: "AbortedError" });
  equal(server.requests.length, 0);
});

/** `waitMs` is the wait that begins after all sent data is read; `advanceMs` passes the limit. */
const TIMEOUTS = [
  {
    limit: "headersMs",
    sent: "",
    limits: { headersMs: 1000 },
    waitMs: 1000,
    advanceMs: 1000,
    text: "no reply came within 1 s",
  },
  {
    limit: "firstEventMs",
    sent: `${STREAM_HEAD}: ping\n\n`,
    limits: {},
    waitMs: 60_000,
    advanceMs: 60_000,
    text: "no first event came within 60 s",
  },
  {
    limit: "silenceMs",
    sent: `${STREAM_HEAD}${DELTA}: ping\n\n`,
    limits: {},
    waitMs: 120_000,
    advanceMs: 120_000,
    text: "nothing more came within 120 s",
  },
  {
    limit: "totalMs",
    sent: STREAM_HEAD + DELTA,
    limits: { totalMs: 90_000, silenceMs: 100_000 },
    waitMs: 100_000,
    advanceMs: 90_000,
    text: "it was not finished within 90 s",
  },
] as const;

for (const { limit, sent, limits, waitMs, advanceMs, text } of TIMEOUTS) {
  Deno.test(`a service that sends only comments exceeds ${limit}, and the error names the limit`, async () => {
    const clock = manualClock();
    await using server = startRawServer(async ({ send, gone }) => {
      if (sent !== "") await send(sent);
      await gone();
    });
    const answer = clientOf(server, clock).stream("x", { limits });
    const reading = answer.final().then(() => undefined, (reason) => reason);
    await Promise.race([clock.whenScheduled(waitMs), reading]); // if it has already ended, the assertions say how
    clock.advance(advanceMs);
    const error = await reading;
    equal(error.name, "AnswerTimedOutError");
    ok(error.cause instanceof TimeoutError && error.cause.limit === limit);
    ok(error.message.includes(text), error.message);
    deepEqual(clock.pending(), []);
  });
}

Deno.test("no timer remains after an answer, a thesis, a file or a refusal", async () => {
  const clock = manualClock();
  await using server = startRawServer(async ({ request, send }) => {
    if (request.startsWith("POST /v1")) {
      const body = DELTA + COMPLETED + "data: [DONE]\n\n";
      await send(reply(body, { type: "text/event-stream" }));
    } else if (request.includes("missing")) await send(reply("", { status: "404 Not Found" }));
    else await send(reply(JSON.stringify(THESIS)));
  });
  const research = clientOf(server, clock);
  await research.stream("x").final();
  await research.reason("x");
  await rejects(
    research.file({ file_id: "x" }).then((blob) => blob.text()).then(JSON.parse).then(() => {
      throw new Error("read");
    }),
    { message: "read" },
  );
  deepEqual(clock.pending(), []);
});

const BAD_URLS = [
  { baseUrl: "research.example", message: /must start with https:\/\/ or http:\/\// },
  { baseUrl: "ftp://research.example", message: /must start with/ },
  { baseUrl: "https://user:hunter2@research.example", message: /^(?!.*hunter2).*CONVICTION_API_KEY/ },
  { baseUrl: "https://research.example?key=1", message: /must not have a query/ },
] as const;

for (const { baseUrl, message } of BAD_URLS) {
  Deno.test(`the base URL ${baseUrl} is rejected before anything is sent`, () => {
    throws(() => clientOf({ baseUrl }), { name: "TypeError", message });
  });
}

Deno.test("a base URL that ends in / or /v1 is trimmed", async () => {
  await using server = startRawServer(({ send }) => send(reply(JSON.stringify(THESIS))));
  for (const tail of ["", "/", "/v1", "/v1/"]) await clientOf({ baseUrl: server.baseUrl + tail }).reason("x");
  deepEqual(new Set(server.requests.map((request) => request.split(" ")[1])), new Set(["/api/v1/agent/reasoning"]));
});

for (const key of ["", "two\nlines", "nul\0inside", "käse-schlüssel"]) {
  Deno.test(`the key ${JSON.stringify(key)} is rejected with an error that does not show it`, () => {
    throws(
      () =>
        createClient({
          baseUrl: "http://127.0.0.1",
          apiKey: key,
          fetch: networkFetch,
          clock: systemClock,
          newId: () => "",
        }),
      (error) =>
        error instanceof Error && error.name === "ApiKeyError" && (key === "" || !Deno.inspect(error).includes(key)),
    );
  });
}

Deno.test("a limit of 0 is rejected", async () => {
  await rejects(clientOf({ baseUrl: "http://127.0.0.1" }).reason("x", { limits: { totalMs: 0 } }), {
    name: "RangeError",
    message: "Cannot use limit totalMs 0: it must be a number above 0",
  });
});

const FILES = [
  { name: "../../etc/AAPL chart.png", saved: "AAPL_chart.png" },
  { name: undefined, saved: "file_1.bin" },
] as const;

for (const { name, saved } of FILES) {
  Deno.test(`download() saves a file with the server's name ${name} as ${saved}, inside the folder`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      await using server = startRawServer(({ send }) => send(reply("PNG...", { type: "image/png" })));
      const file = await clientOf(server).download({ file_id: "file_1", filename: name }, folder);
      deepEqual([file.path, file.bytes, file.mediaType], [`${folder}/${saved}`, 6, "image/png"]);
      equal(await Deno.readTextFile(file.path), "PNG...");
      ok(server.requests[0]?.startsWith("GET /v1/files/file_1 "));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

Deno.test("a download that breaks leaves nothing in the folder", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using server = startRawServer(async ({ send, close }) => {
      await send("HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 10\r\n\r\nPNG");
      close();
    });
    await rejects(clientOf(server).download({ file_id: "file_1" }, folder), { name: "ConnectionError" });
    deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a thesis or a file larger than maxBytes is rejected", async () => {
  await using server = startRawServer(({ send }) => send(reply(JSON.stringify(THESIS))));
  const limits = { maxBytes: 10 };
  const tooLong = { name: "ProtocolError", message: "Cannot read body: it is longer than 10 bytes (limit maxBytes)" };
  await rejects(clientOf(server).reason("x", { limits }), tooLong);
  await rejects(clientOf(server).file({ file_id: "x" }, { limits }), tooLong);
});

for (const file_id of ["..", ".", "a/b", "?x", "#x", "%2e%2e"]) {
  Deno.test(`a file id like ${file_id} stays one segment of the path, or is rejected`, async () => {
    await using server = startRawServer(({ send }) => send(reply("x")));
    await clientOf(server).file({ file_id }).catch((error) => equal(error.name, "ProtocolError"));
    for (const request of server.requests) match(request, /^GET \/v1\/files\/[^\/?#]+ HTTP/);
  });
}
