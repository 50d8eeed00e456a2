import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Agent } from "../../src/agent/ports.ts";
import { decodeEvents } from "../../src/protocol/sse.ts";
import { inProcessFetch } from "../../src/setup/in_process.ts";
import { listen } from "../../src/door/listen.ts";
import { fakeService, KEY, OTHER_KEY, post, RESULT, stepsOf, VERIFICATION } from "./service_fixture.ts";

const RESPONSES = "/v1/responses";
const REASON = "/api/v1/agent/reasoning";
const UNKNOWN_FILE = `/v1/files/file_${"0".repeat(32)}`;

interface Case {
  readonly when: string;
  readonly request: (base: string) => Request;
  readonly status: number;
  /** Fields of `error`, or a check of the whole body. */
  readonly error?: {
    readonly code: string;
    readonly message?: string;
    readonly param?: string | null;
    readonly nearest?: readonly string[];
  };
  readonly body?: (text: string) => void;
  readonly headers?: Readonly<Record<string, string>>;
}

const get = (path: string, init: RequestInit & { readonly key?: string } = {}) => (base: string) => {
  const { key = KEY, headers, ...rest } = init;
  return new Request(base + path, { ...rest, headers: { authorization: `Bearer ${key}`, ...headers } });
};
const ask = (path: string, body: unknown, options: Parameters<typeof post>[2] = {}) => (base: string) =>
  post(base + path, body, options);

const { verification: _, ...PLAIN_METADATA } = RESULT.metadata;

const CASES: readonly Case[] = [
  {
    when: "a thesis is requested",
    request: ask(REASON, { input: "Analyse AAPL" }),
    status: 200,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: (text) => {
      const { metadata, ...rest } = JSON.parse(text);
      match(metadata.response_id, /^resp_[0-9a-f]{32}$/);
      deepEqual({ ...rest, metadata: { ...metadata, response_id: "" } }, {
        ...RESULT,
        metadata: { ...PLAIN_METADATA, response_id: "" },
      });
    },
  },
  {
    when: "files and verification are included",
    request: ask(REASON, { input: "Analyse AAPL", include: ["files", "verification"] }),
    status: 200,
    body: (text) => {
      const { files, verification } = JSON.parse(text).metadata;
      deepEqual(verification, VERIFICATION);
      deepEqual(files.map(({ filename, bytes }: Record<string, unknown>) => [filename, bytes]), [["AAPL.csv", 8]]);
    },
  },
  {
    when: "a response is not streamed",
    request: ask(RESPONSES, { input: [{ role: "user", content: [{ type: "input_text", text: "Analyse AAPL" }] }] }),
    status: 200,
    body: (text) => {
      const response = JSON.parse(text);
      deepEqual(
        [response.object, response.status, response.model, response.created_at, response.error],
        ["response", "completed", "conviction-smart", 1514851200, null],
      );
      equal(response.output.at(-1).content[0].text, "AAPL: score +0.12.");
      deepEqual(response.metadata.verification, VERIFICATION);
      equal(response.metadata.files.length, 1);
    },
  },
  {
    when: "a response is streamed",
    request: ask(RESPONSES, { input: "Analyse AAPL", stream: true }),
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
    body: (text) => {
      ok(text.endsWith("}\n\ndata: [DONE]\n\n"));
      equal(text.split("\n\n").length, 25);
      match(text, /"type":"response.code_execution.output"/);
    },
  },
  ...["header", "body"].map((place): Case => ({
    when: `extensions are off by ${place}`,
    request: place === "header"
      ? ask(RESPONSES, { input: "a", stream: true }, { headers: { "conviction-extensions": "off" } })
      : ask(RESPONSES, { input: "a", stream: true, stream_options: { include_extensions: false } }),
    status: 200,
    body: (text) => {
      ok(!/"type":"(?:verification|response\.code_execution)/.test(text));
      equal(text.split("\n\n").length, 17);
    },
  })),
  {
    when: "the company is unknown",
    request: ask(REASON, { input: "unknown" }),
    status: 422,
    error: { code: "unknown_company", param: "input", nearest: ["ZION Zions Bancorporation"] },
  },
  {
    when: "no subject is named",
    request: ask(REASON, { input: "nothing" }),
    status: 422,
    error: { code: "no_subject", param: "input" },
  },
  {
    when: "the company is unknown in a stream",
    request: ask(RESPONSES, { input: "unknown", stream: true }),
    status: 200,
    body: (text) => {
      match(text, /"delta":"Cannot find ZZZZ/);
      match(text, /response.completed/);
      ok(!text.includes('"thesis"'));
    },
  },
  ...[REASON, RESPONSES].map((path): Case => ({
    when: `the agent refuses the question, at ${path}`,
    request: ask(path, { input: "bad date", stream: true }),
    status: 400,
    error: { code: "invalid_as_of", param: "metadata.as_of" },
  })),
  ...[false, true].flatMap((stream) =>
    ["fail", "no conclusion"].map((input): Case => ({
      when: `the agent throws at once (${input}, stream ${stream})`,
      request: ask(RESPONSES, { input, stream }),
      // the stream has begun before the missing conclusion is known
      status: stream && input !== "fail" ? 200 : 500,
      ...(stream && input !== "fail" ? { body: hasErrorEvent(1) } : { error: { code: "internal_error", param: null } }),
    }))
  ),
  {
    when: "the agent throws in a stream",
    request: ask(RESPONSES, { input: "late failure", stream: true }),
    status: 200,
    body: hasErrorEvent(7),
  },
  {
    when: "the agent throws later",
    request: ask(REASON, { input: "late failure" }),
    status: 500,
    error: { code: "internal_error" },
  },
  {
    when: "the input is missing",
    request: ask(REASON, {}),
    status: 400,
    error: { code: "invalid_request", param: "input" },
  },
  {
    when: "the input of a response is missing",
    request: ask(RESPONSES, { inputs: "a" }),
    status: 400,
    error: {
      code: "invalid_request",
      param: "input",
      message: "Cannot read input: it must be a text, or a list of items, like messages with a role and a content",
    },
  },
  {
    when: "the input is blank",
    request: ask(REASON, { input: " \n" }),
    status: 400,
    error: { code: "invalid_request", param: "input" },
  },
  {
    when: "no message is the user's",
    request: ask(RESPONSES, { input: [{ role: "system", content: "a" }] }),
    status: 400,
    error: { code: "invalid_request", param: "input" },
  },
  {
    when: "a field has the wrong type",
    request: ask(REASON, { input: "a", metadata: { as_of: 7 } }),
    status: 400,
    error: { code: "invalid_request", param: "metadata.as_of" },
  },
  {
    when: "the body is a list",
    request: ask(REASON, "[]"),
    status: 400,
    error: { code: "invalid_request", param: null },
  },
  { when: "the body is not JSON", request: ask(REASON, "{"), status: 400, error: { code: "invalid_json" } },
  {
    when: "the body is not UTF-8",
    request: (base) => new Request(ask(REASON, "")(base), { body: new Uint8Array([0x22, 0xff, 0x22]) }),
    status: 400,
    error: { code: "invalid_json" },
  },
  {
    when: "the media type is not JSON",
    request: ask(REASON, { input: "a" }, { headers: { "content-type": "text/plain" } }),
    status: 415,
    error: { code: "unsupported_media_type" },
  },
  {
    when: "the body is too long",
    request: ask(REASON, { input: "a".repeat(2000) }),
    status: 413,
    error: { code: "body_too_large" },
  },
  {
    when: "the body is too long and has no announced length",
    request: (base) => new Request(ask(REASON, "")(base), { body: new Blob(["a".repeat(1500), "b"]).stream() }),
    status: 413,
    error: { code: "body_too_large" },
  },
  {
    when: "the path is unknown",
    request: get("/v1/nothing"),
    status: 404,
    error: {
      code: "not_found",
      message: "Cannot find the resource: nothing exists at this path; the paths are POST /v1/responses, " +
        "GET /v1/responses/{response_id}, DELETE /v1/responses/{response_id}, " +
        "GET /v1/responses/{response_id}/input_items, POST /v1/responses/{response_id}/cancel, GET /v1/limits, " +
        "GET /healthz, GET /metrics, " +
        "POST /api/v1/agent/reasoning, GET /v1/files/{file_id}, POST /v1/files/{file_id}/link, " +
        "GET /v1/models, GET /v1/models/{model}, GET /openapi.json; for clients of " +
        "the Responses style those below /v1 are also below /openai/v1",
    },
  },
  {
    when: "the paths are asked for, without a key",
    request: (base) => new Request(`${base}/`),
    status: 200,
    body: (text) => deepEqual(JSON.parse(text).paths.slice(0, 1), [{ method: "POST", path: RESPONSES }]),
  },
  {
    when: "the content type is that of curl -d",
    request: ask(REASON, "{}", { headers: { "content-type": "application/x-www-form-urlencoded" } }),
    status: 415,
    error: {
      code: "unsupported_media_type",
      message: "Cannot read the request: its body must be application/json, not compressed; with curl, add " +
        "-H 'Content-Type: application/json'",
    },
  },
  {
    when: "the method is wrong",
    request: get(RESPONSES),
    status: 405,
    headers: { allow: "POST" },
    error: { code: "method_not_allowed" },
  },
  {
    when: "a file gets a POST",
    request: ask(UNKNOWN_FILE, "{}"),
    status: 405,
    headers: { allow: "GET, HEAD" },
    error: { code: "method_not_allowed" },
  },
  { when: "the file is unknown", request: get(UNKNOWN_FILE), status: 404, error: { code: "not_found" } },
  {
    when: "a file is requested with HEAD",
    request: get(UNKNOWN_FILE, { method: "HEAD" }),
    status: 404,
    body: (text) => equal(text, ""),
  },
  {
    when: "the limits are requested with HEAD",
    request: get("/v1/limits", { method: "HEAD" }),
    status: 200,
    body: (text) => equal(text, ""),
  },
  {
    when: "the list of paths gets another method",
    request: get("/", { method: "OPTIONS" }),
    status: 405,
    headers: { allow: "GET, HEAD" },
    error: { code: "method_not_allowed" },
  },
  {
    when: "the Idempotency-Key is malformed",
    request: ask(REASON, { input: "a" }, { headers: { "idempotency-key": "a b" } }),
    status: 400,
    error: { code: "invalid_idempotency_key" },
  },
  {
    when: "the key is wrong",
    request: ask(REASON, { input: "a" }, { key: "sk-wrong" }),
    status: 401,
    headers: { "www-authenticate": "Bearer" },
    error: { code: "invalid_api_key" },
  },
  {
    when: "the key is wrong and the path is unknown",
    request: get("/v1", { key: "a" }),
    status: 404,
    error: { code: "not_found" },
  },
];

/** The error event has the next number, reveals nothing internal, and ends the stream. */
function hasErrorEvent(place: number): (text: string) => void {
  return (text) => {
    const events = text.trim().split("\n\n").map((line) => line.slice("data: ".length));
    equal(events.length, place + 2);
    equal(events.pop(), "[DONE]");
    const message = "Cannot answer the request: the service failed";
    deepEqual(JSON.parse(events.pop() ?? ""), {
      type: "error",
      sequence_number: place,
      code: "internal_error",
      message,
      error: { type: "server_error", code: "internal_error", message, param: null },
    });
  };
}

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | null>>;
}

/** Headers that HTTP itself adds are ignored. */
async function seen(response: Response): Promise<Seen> {
  const { status, headers } = response;
  const names = ["content-type", "cache-control", "allow", "www-authenticate", "x-accel-buffering", "x-request-id"];
  return {
    status,
    text: await response.text(),
    headers: Object.fromEntries(names.map((name) => [name, headers.get(name)])),
  };
}

const LIMITS = { maxBodyBytes: 1500 };

async function overPort(request: Case["request"]): Promise<Seen> {
  const listener = await listen(fakeService({ limits: LIMITS }).service, { port: 0 });
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  try {
    return await seen(await fetch(request(listener.url), { client }));
  } finally {
    client.close();
    await listener.close();
  }
}

async function inProcess(request: Case["request"]): Promise<Seen> {
  const fetch = inProcessFetch(fakeService({ limits: LIMITS }).service);
  return await seen(await fetch(request("http://conviction.invalid")));
}

for (const { when, request, status, error, body, headers = {} } of CASES) {
  Deno.test(`the service answers ${status} when ${when}, the same in process and over a port`, async () => {
    const reply = await inProcess(request);
    equal(reply.status, status, reply.text);
    body?.(reply.text);
    if (error) holdsError(reply.text, error);
    for (const [name, value] of Object.entries(headers)) equal(reply.headers[name], value);
    match(reply.headers["x-request-id"] ?? "", /^req_/);
    ok(!reply.text.includes("secret"));
    deepEqual(await overPort(request), reply);
  });
}

function holdsError(text: string, expected: NonNullable<Case["error"]>): void {
  const { error, ...rest } = JSON.parse(text);
  deepEqual(rest, {});
  for (const field of ["type", "code", "message", "param"]) ok(field in error, field);
  deepEqual({ ...error, ...expected }, error);
  match(error.message, /^Cannot /);
}

Deno.test("createService() reports internal failures to its operator, but no refusals", async () => {
  const { service, failures } = fakeService();
  for (const input of ["unknown", "bad date", "late failure"]) await service(post(`http://a${REASON}`, { input }));
  const streamed = await service(post(`http://a${RESPONSES}`, { input: "late failure", stream: true }));
  await streamed.text();
  deepEqual(
    failures.map((error) => error instanceof Error && error.message),
    Array(2).fill("secret path /home/someone/key"),
  );
});

Deno.test("createService() passes the request's question to the agent", async () => {
  const { service, questions } = fakeService();
  const metadata = { as_of: "2017-06-30", horizon: "63d", benchmark: "^GSPC" };
  await service(post(`http://a${REASON}`, { input: " Analyse AAPL ", metadata }));
  const input = [{ role: "user", content: "first" }, { role: "assistant", content: "b" }, {
    role: "user",
    content: "last",
  }];
  await service(post(`http://a${RESPONSES}`, { input }));
  await service(post(`http://a${RESPONSES}`, { input: "beta?", text: { format: { type: "json_object" } } }));
  deepEqual(questions.map(({ signal: _, ...question }) => question), [
    { input: "Analyse AAPL", asOf: "2017-06-30", horizon: "63d", benchmark: "^GSPC", isView: true, files: false },
    { input: "last", before: ["first"], asOf: undefined, horizon: undefined, benchmark: undefined, files: true },
    { input: "beta?", asOf: undefined, horizon: undefined, benchmark: undefined, isView: true, files: true },
  ]);
});

/** An agent that counts the requested steps, and reports its cleanup. */
function watchedAgent() {
  const cleaned = Promise.withResolvers<void>();
  const seen = { asked: 0, cleaned: cleaned.promise };
  const agent: Agent = async function* () {
    try {
      for (const step of stepsOf()) {
        seen.asked++;
        yield step;
      }
    } finally {
      cleaned.resolve();
    }
  };
  return { agent, seen };
}

/** Runs all pending work. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("a stream sends one event per chunk, and runs the agent only as fast as it is read", async () => {
  const { agent, seen } = watchedAgent();
  const { service } = fakeService({ agent });
  const { body } = await service(post(`http://a${RESPONSES}`, { input: "a", stream: true }));
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  for (const asked of [1, 1, 1, 1, 1, 2]) { // the first step gives the first five events
    match(decoder.decode((await reader?.read())?.value), /^data: \{[^\n]*\}\n\n$/);
    await turn();
    equal(seen.asked, asked);
  }
  await reader?.cancel();
});

const LEAVING:
  readonly (readonly [string, (response: Response, caller: AbortController) => Promise<void> | undefined])[] = [
    ["cancels before it reads", ({ body }) => body?.cancel()],
    ["cancels after one event", async ({ body }) => {
      const reader = body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }],
    ["aborts and never reads", (_response, caller) => void caller.abort()],
  ];
for (const [name, leave] of LEAVING) {
  Deno.test(`when a reader ${name}, the agent cleans up and its slot is free`, async () => {
    const { agent, seen } = watchedAgent();
    const { service } = fakeService({ agent, limits: { maxConcurrent: 1 } });
    const caller = new AbortController();
    const body = { input: "a", stream: true };
    await leave(await service(post(`http://a${RESPONSES}`, body, { signal: caller.signal })), caller);
    await seen.cleaned;
    await turn();
    equal((await service(post(`http://a${REASON}`, { input: "a" }))).status, 200);
  });
}

Deno.test("createService() answers a request above its limit with 429, and accepts it once a slot is free", async () => {
  const { service, gate } = fakeService({ limits: { maxConcurrent: 1 } });
  const first = await service(post(`http://a${RESPONSES}`, { input: "wait", stream: true }));
  const refused = await service(post(`http://a${REASON}`, { input: "a" }));
  deepEqual([refused.status, refused.headers.get("retry-after")], [429, "1"]);
  equal((await refused.json()).error.type, "rate_limit_error");
  await first.body?.cancel();
  ok(await gate.aborted.promise);
  equal((await service(post(`http://a${REASON}`, { input: "a" }))).status, 200);
  const failed = await service(post(`http://a${RESPONSES}`, { input: "fail", stream: true }));
  equal(failed.status, 500);
  const read = await service(post(`http://a${RESPONSES}`, { input: "a", stream: true }));
  await read.text();
  equal((await service(post(`http://a${REASON}`, { input: "a" }))).status, 200);
});

for (const [name, input] of [["before its first step", "wait first"], ["in its middle", "wait"]] as const) {
  for (const stream of [true, false]) {
    Deno.test(`an aborted request stops the agent ${name} (stream ${stream})`, async () => {
      const { service, gate, failures } = fakeService({ limits: { maxConcurrent: 1 } });
      const caller = new AbortController();
      const answered = service(post(`http://a${RESPONSES}`, { input, stream }, { signal: caller.signal }))
        .then((response) => response.text());
      await gate.waiting.promise;
      caller.abort(new Error("the caller's own"));
      ok((await gate.aborted.promise) instanceof Error);
      await gate.left.promise;
      match(await answered, /"cancelled"/);
      deepEqual(failures, []);
      equal((await service(post(`http://a${REASON}`, { input: "a" }))).status, 200, "its slot is free");
    });
  }
}

Deno.test("a stream that its reader leaves at the last event leaves nothing open", async () => {
  const { service } = fakeService({ limits: { maxConcurrent: 1 } });
  const streamed = await service(post(`http://a${RESPONSES}`, { input: "a", stream: true }));
  for await (const event of decodeEvents(streamed.body ?? new ReadableStream())) {
    if (event.type === "response.completed") break; // before the line [DONE]
  }
  equal((await service(post(`http://a${REASON}`, { input: "a" }))).status, 200);
});

Deno.test("a file belongs to the caller who requested it", async () => {
  const { service } = fakeService();
  const reply = await service(post(`http://a${REASON}`, { input: "a", include: ["files"] }));
  const [{ file_id }] = (await reply.json()).metadata.files;
  const own = await service(get(`/v1/files/${file_id}`)("http://a"));
  deepEqual([own.status, await own.text()], [200, "a,b\n1,2\n"]);
  const other = await service(get(`/v1/files/${file_id}`, { key: OTHER_KEY })("http://a"));
  const unknown = await service(get(UNKNOWN_FILE)("http://a"));
  deepEqual([other.status, await other.text()], [404, await unknown.text()]);
});
