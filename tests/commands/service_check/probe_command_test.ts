import { deepEqual, equal, match, ok } from "../../assert.ts";
import type { Fetch } from "../../../src/client/send.ts";
import { inProcessFetch } from "../../../src/setup/in_process.ts";
import { probeCommand } from "../../../src/commands/service_check/probe_command.ts";
import { manualClock } from "../../fixtures/manual_clock.ts";
import { countingIds, fakeService, KEY } from "../../service/service_fixture.ts";
import { type CannedReplies, cannedService, openReply, streamReply } from "../canned_service.ts";
import { fakeInterrupt, testHost } from "../captured.ts";

const BASE_URL = "http://service.test";
const ENV = { CONVICTION_BASE_URL: BASE_URL, CONVICTION_API_KEY: KEY };

interface Options {
  readonly env?: Record<string, string>;
  readonly clock?: ReturnType<typeof manualClock>;
  readonly interrupt?: ReturnType<typeof fakeInterrupt>;
  /** Files of the folder `/home/me`, by name; without them the folder is read-only. */
  readonly files?: Map<string, string>;
}

/** The files of a folder, as the commands read and write them. */
function hostOf(files: Map<string, string>) {
  const nameOf = (path: string) => path.replace("/home/me/", "");
  return {
    readText: (path: string) => files.get(nameOf(path)),
    writeNew(path: string, text: string) {
      if (files.has(nameOf(path))) return false;
      files.set(nameOf(path), text);
      return true;
    },
  };
}

/** Probes through this `fetch`; the clock does not advance unless one is passed. */
async function probing(args: readonly string[], fetch: Fetch, options: Options = {}) {
  const { env = ENV, clock = manualClock(), interrupt = fakeInterrupt(), files } = options;
  const host = testHost({
    ...{ clock, fetch, newId: countingIds(), onInterrupt: interrupt.onInterrupt, folder: "/home/me" },
    ...(files === undefined ? {} : hostOf(files)),
    proxyNotice: () => " By a proxy.",
    env: (name: string) => Object.entries(env).find(([key]) => key === name)?.[1],
  });
  const code = await probeCommand(args, host);
  const { out, err } = host;
  ok(!(out.text + err.text).includes(KEY), "no key");
  return {
    code,
    out: out.text,
    err: err.text,
    lines: out.text.replace(/(?<=\S) {2,}/g, "  ").split("\n"),
    next: out.text.trimEnd().split("\n").at(-1),
  };
}

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { "content-type": "application/json", ...init.headers } });
const THESIS = { agent_thesis: { signal: "buy", confidence: 0.7, reasoning: "r" }, key_drivers: ["d"], risks: [] };
const STREAM = [
  { type: "response.created", sequence_number: 0, response: { id: "resp_1" } },
  { type: "response.output_text.delta", sequence_number: 1, delta: "Apple" },
  { type: "response.completed", sequence_number: 2, response: { id: "resp_1" } },
];

Deno.test("probe of our own service prints three requests, the use of each field, and the screen to try", async () => {
  const { code, lines, next } = await probing([], inProcessFetch(fakeService().service));
  const has = (...wanted: string[]) =>
    wanted.forEach((line) => ok(lines.includes(line), `${line}\nin\n${lines.join("\n")}`));
  equal(lines[0], "Service http://service.test. Key: the one in CONVICTION_API_KEY. By a proxy.");
  has(
    "curl -X POST http://service.test/api/v1/agent/reasoning \\",
    '  -H "authorization: Bearer $CONVICTION_API_KEY" \\',
    '  --data-raw \'{"input":"Analyse AAPL","include":["files","verification"]}\'',
    'agent_thesis.signal  "neutral"  signal',
    "agent_thesis.confidence  0.51, fits 0 to 1  confidence",
    "Numbering: 0 to 22, no gap.",
    "Order: created, tool calls, code, verification, text, completed.",
    "End: response.completed came; [DONE] came.",
    "== File ==",
    "body  8 bytes  the file",
  );
  equal(
    next,
    "  CONVICTION_BASE_URL=http://service.test CONVICTION_API_KEY=... deno task -q screen my_tickers.csv --limit 3",
  );
  equal(code, 0);
});

/** One reply to every operation, and the output. */
const REPLIES = [
  {
    when: "a web page answers",
    reply: () => new Response("<!doctype html><title>Log in</title>", { headers: { "content-type": "text/html" } }),
    says: /^A web page answered: the address is that of a site, a login or a proxy, not of the service\.$/m,
    next: "CONVICTION_API_KEY=... deno task -q conviction probe",
  },
  {
    when: "the key is refused, and repeated",
    reply: () => json({ error: { message: `no such key: ${KEY}` } }, { status: 401 }),
    says: /no such key: \[redacted\]\nThe key was refused: check CONVICTION_API_KEY/,
    next: "CONVICTION_API_KEY=... deno task -q conviction probe",
  },
  {
    when: "the path does not exist",
    reply: () => new Response("nope", { status: 404 }),
    says: /^There is no reasoning operation at \/api\/v1\/agent\/reasoning: the base URL is the part before \/v1/m,
    next: "CONVICTION_API_KEY=... deno task -q conviction probe",
  },
  {
    when: "it redirects",
    reply: (url: string) =>
      new Response(null, {
        status: 308,
        headers: { location: url.replace("http://service.test", "https://other.test/x") },
      }),
    says: /^It redirects to https:\/\/other\.test\/x\/api\/v1\/agent\/reasoning; redirects are not followed/m,
    next: "CONVICTION_BASE_URL=https://other.test/x CONVICTION_API_KEY=... deno task -q conviction probe",
  },
  {
    when: "there were too many requests",
    reply: () => json({}, { status: 429, headers: { "retry-after": "120", "x-ratelimit-limit-requests": "60" } }),
    says: /^limits: retry-after: 120 · x-ratelimit-limit-requests: 60\n[^]*it asks to wait \(retry-after: 120\)\.$/m,
    next: "deno task -q conviction probe",
  },
  {
    when: "the service fails",
    reply: () => new Response("oops", { status: 500, headers: { "x-request-id": "req_5" } }),
    says: /^500 · .* · request id req_5$[^]*give its operators the request id/m,
    next: "deno task -q conviction probe",
  },
  {
    when: "the model is unknown",
    reply: () => json({ error: { code: "model_not_found", message: "no model" } }, { status: 404 }),
    says: /name one with --model/,
    next: "deno task -q conviction probe",
  },
  {
    when: "the body has another type",
    reply: () => new Response("hello", { headers: { "content-type": "text/plain" } }),
    says: /the body is text\/plain, not application\/json\nThe body is not what this operation returns: hello$/m,
    next: "deno task -q conviction probe",
  },
  {
    when: "the body is empty",
    reply: () => new Response("", { headers: { "content-type": "application/json" } }),
    says: /^FAILED: Cannot read thesis: the body is not JSON$/m,
    next: "deno task -q conviction probe",
  },
];
for (const { when, reply, says, next } of REPLIES) {
  Deno.test(`probe says what to try when ${when}, and sends each request once`, async () => {
    const { fetch, sent } = cannedService({ "/": ({ url }) => reply(url) });
    const probed = await probing([], fetch);
    match(probed.out, says);
    ok(probed.next?.endsWith(next), probed.next);
    deepEqual([probed.code, sent.map(({ method }) => method)], [1, ["POST", "POST"]]);
  });
}

Deno.test("probe never shows the key, wherever a service repeats it", async () => {
  const headers = { "x-request-id": KEY, "x-ratelimit-limit": KEY, "content-type": `text/plain; a=${KEY}` };
  const thesis = { ...THESIS, [KEY]: KEY, agent_thesis: { ...THESIS.agent_thesis, signal: KEY } };
  const events = [...STREAM.slice(0, 2), { type: KEY, [KEY]: 1 }, { type: "error", error: { message: `no ${KEY}` } }];
  const all: Fetch[] = [
    cannedService({ "/": () => new Response(`no ${KEY}`, { headers }) }).fetch,
    cannedService({
      "/api": () => json(thesis),
      "/v1": () => streamReply(events, { headers: { "x-request-id": KEY } }),
    })
      .fetch,
    cannedService({ "/": () => new Response(null, { status: 302, headers: { location: `/${KEY}` } }) }).fetch,
    () => Promise.reject(new TypeError(`cannot send ${KEY}`)),
  ];
  for (const fetch of all) match((await probing([], fetch)).out, /\[redacted\]|no reply/);
});

Deno.test("probe without a key says how to send one when the service requires it", async () => {
  const { fetch } = cannedService({ "/": () => json({}, { status: 401 }) });
  const env = { CONVICTION_API_KEY: KEY };
  const { lines, out, next } = await probing(["--base-url", `${BASE_URL}/v1/`], fetch, { env });
  equal(
    lines[0],
    "Service http://service.test. No key is sent: CONVICTION_API_KEY goes to the address in CONVICTION_BASE_URL only. By a proxy.",
  );
  match(out, /^No key was sent: .* Set both CONVICTION_BASE_URL=http:\/\/service\.test and CONVICTION_API_KEY/m);
  equal(next, "  CONVICTION_BASE_URL=http://service.test CONVICTION_API_KEY=... deno task -q conviction probe");
});

const UNREACHABLE = [
  {
    when: "nothing listens",
    error: new TypeError("error sending request: client error (Connect): tcp connect error: refused"),
    says: /^Nothing answers at http:\/\/service\.test: check host and port/m,
  },
  {
    when: "the connection breaks",
    error: new TypeError("error sending request: connection closed before message completed"),
    says: /^The connection broke: try again/m,
  },
];
for (const { when, error, says } of UNREACHABLE) {
  Deno.test(`probe says what to try when ${when}`, async () => {
    const { code, out } = await probing([], () => Promise.reject(error));
    match(out, says);
    match(out, /^no reply$/m);
    equal(code, 1);
  });
}

Deno.test("probe says so when the service is silent", async () => {
  const clock = manualClock();
  const silent: Fetch = (_url, { signal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener("abort", () => reject(signal.reason));
    queueMicrotask(() => clock.advance(11 * 60_000));
    return promise;
  };
  const { code, out } = await probing(["--only", "reason"], silent, { clock });
  match(out, /^FAILED: .*no reply came within 600 s \(limit headersMs\)\nThe service sent nothing in time/m);
  equal(code, 1);
});

Deno.test("probe suggests fields when a service has other names for those of a thesis", async () => {
  const body = { id: "a1", data: { recommendation: "BUY", conviction: 72, rationale: "cheap", risks: ["x"] } };
  const { fetch } = cannedService({ "/api": () => json(body), "/v1": () => streamReply(STREAM) });
  const { code, lines, next } = await probing(["--prompt", "What of 'AAPL'?"], fetch);
  for (
    const line of [
      "data  an object of recommendation, co…  unknown: kept in theses.jsonl",
      'agent_thesis.signal may be data.recommendation ("BUY").',
      "agent_thesis.confidence may be data.conviction (72).",
      'agent_thesis.reasoning may be data.rationale ("cheap").',
      "  --data-raw '{\"input\":\"What of '\\''AAPL'\\''?\",\"stream\":true}'",
    ]
  ) ok(lines.includes(line), `${line}\nin\n${lines.join("\n")}`);
  equal(
    next,
    `  CONVICTION_BASE_URL=http://service.test CONVICTION_API_KEY=... deno task -q ask 'What of '\\''AAPL'\\''?'`,
  );
  equal(code, 1);
});

const FITTING = [
  { when: "it names no files", headers: {}, flags: "--limit 3 --files none" },
  {
    when: "few requests are left",
    headers: { "x-ratelimit-remaining-requests": "3" },
    flags: "--files none --concurrency 3",
  },
  { when: "none are left", headers: { "ratelimit": '"default";r=0;t=30' }, flags: "--files none --concurrency 1" },
  { when: "many are left", headers: { "ratelimit-remaining": "500" }, flags: "--limit 3 --files none" },
];
for (const { when, headers, flags } of FITTING) {
  Deno.test(`probe ends with a suitable screen command when ${when}`, async () => {
    const { fetch } = cannedService({ "/api": () => json(THESIS, { headers }), "/v1": () => streamReply(STREAM) });
    const { code, next } = await probing([], fetch);
    ok(next?.endsWith(flags), next);
    equal(code, 0);
  });
}

Deno.test("probe names the model in the requests and in the command to try", async () => {
  const { fetch, sent } = cannedService({ "/api": () => json(THESIS) });
  const { next } = await probing(["--only", "reason", "--model", "acme smart", "--base-url", BASE_URL], fetch);
  equal(JSON.parse(sent[0]?.body ?? "").model, "acme smart");
  equal(
    next,
    "  CONVICTION_BASE_URL=http://service.test deno task -q screen my_tickers.csv --limit 3 --model 'acme smart' --files none",
  );
});

/** Streams, and the output. */
const STREAMS = [
  {
    when: "it has the Responses style and custom events",
    reply: () =>
      streamReply([
        STREAM[0],
        { type: "response.queued", sequence_number: 1 },
        { type: "response.reasoning.delta", sequence_number: 2, item_id: "i", delta: "hm" },
        { type: "response.code_execution.output", sequence_number: 3, id: "ci_1" },
        { ...STREAM[1], sequence_number: 4 },
        { ...STREAM[2], sequence_number: 5 },
      ]),
    lines: [
      "response.queued  1  0.00 s  unknown: kept, with sequence_number",
      "response.reasoning.delta  1  0.00 s  unknown: kept, with sequence_number, item_id, delta",
      "response.code_execution.output  1  0.00 s  known by name, not by its fields: kept, with sequence_number, id",
      "Numbering: 0 to 5, no gap.",
      "Order: created, code, text, completed.",
      "text  5 characters",
      "Missing: calls, executions, files, verification, verification.confidence, thesis.",
      "No file was requested: no answer named one.",
    ],
    code: 0,
  },
  {
    when: "it never completes",
    reply: () => streamReply(STREAM.slice(0, 2)),
    lines: [
      "End: response.completed is missing; [DONE] came.",
      "FAILED: Cannot complete answer: the stream ended before response.completed",
      "The answer has no end: compare the last events above with what the service documents.",
    ],
    code: 1,
  },
  {
    when: "its numbers have gaps and [DONE] is missing",
    reply: () =>
      streamReply([{ ...STREAM[0], sequence_number: 4 }, STREAM[1], { ...STREAM[2], sequence_number: 9 }], {
        isCut: true,
      }),
    lines: [
      "Numbering: 4 to 9, 1 gap, 1 repeated or out of order.",
      "End: response.completed came; [DONE] is missing.",
    ],
    code: 0,
  },
  {
    when: "it has no numbers and another order",
    reply: () =>
      streamReply([
        { type: "response.output_text.delta", delta: "a" },
        { type: "verification.started" },
        { type: "response.output_text.delta", delta: "b" },
        { type: "response.completed", response: {} },
      ]),
    lines: [
      "Numbering: none (sequence_number); a dropped stream cannot be resumed.",
      "Order: text, verification, text, completed.",
    ],
    code: 0,
  },
  {
    when: "the service fails during it",
    reply: () => streamReply([STREAM[0], { type: "error", message: "out of credit" }]),
    lines: [
      "Order: created, failure.",
      "FAILED: Cannot complete answer: the service failed: out of credit",
      "The service ended the answer: its reason is above; try another --prompt.",
    ],
    code: 1,
  },
  {
    when: "the reply is a single JSON body",
    reply: () => json({ id: "resp_1", output: [] }),
    lines: ["It answers in one piece and does not stream: `screen` needs only the reasoning operation."],
    code: 1,
  },
];
for (const { when, reply, lines, code } of STREAMS) {
  Deno.test(`probe reports a stream when ${when}`, async () => {
    const { fetch } = cannedService({ "/api": () => json(THESIS), "/v1/responses": reply });
    const probed = await probing([], fetch);
    for (const line of lines) ok(probed.lines.includes(line), `${line}\nin\n${probed.out}`);
    equal(probed.code, code);
  });
}

const ONLY: readonly { args: string[]; paths: string[] }[] = [
  { args: ["--only", "reason"], paths: ["/api/v1/agent/reasoning"] },
  { args: ["--only", "stream"], paths: ["/v1/responses"] },
  { args: ["--only", "file", "--file-id", "a/b"], paths: ["/v1/files/a%2Fb"] },
  { args: ["--file-id", "f"], paths: ["/api/v1/agent/reasoning", "/v1/responses", "/v1/files/f"] },
];
for (const { args, paths } of ONLY) {
  Deno.test(`probe ${args.join(" ")} asks ${paths.join(" and ")}`, async () => {
    const replies: CannedReplies = {
      "/api": () => json(THESIS),
      "/v1/responses": () => streamReply(STREAM),
      "/v1/files": () => new Response("1,2\n", { headers: { "content-type": "text/csv" } }),
    };
    const { fetch, sent } = cannedService(replies);
    const { code } = await probing(args, fetch);
    deepEqual([code, sent.map(({ url }) => new URL(url).pathname)], [0, paths]);
  });
}

const WRONG = [
  { args: [], env: {}, says: /^error: Cannot probe: no service is named; give --base-url URL/ },
  { args: ["--base-url", "nonsense"], says: /Cannot use base URL "nonsense"/ },
  { args: ["--base-url", `http://${KEY}@host`], says: /it contains a user name or password/ },
  { args: ["http://host"], says: /the address goes after --base-url/ },
  { args: ["--only", "files"], says: /it is not one of reason, stream, file/ },
  { args: ["--only", "file"], says: /name it with --file-id ID/ },
  { args: ["--base-ulr", "http://host"], says: /did you mean --base-url\?/ },
  {
    args: [],
    env: { ...ENV, CONVICTION_API_KEY: "two\nlines" },
    says: /Cannot use the API key: it has more than one line/,
  },
];
for (const { args, env = ENV, says } of WRONG) {
  Deno.test(`probe ${args.join(" ").replace(KEY, "key")} prints a one-line error and exits with 2: ${says.source}`, async () => {
    const { fetch, sent } = cannedService({});
    const { code, out, err } = await probing(args, fetch, { env });
    deepEqual([code, out, sent.length, err.split("\n").length], [2, "", 0, 2], err);
    match(err, says);
  });
}

Deno.test("probe that is interrupted reports what it received, and stops", async () => {
  const interrupt = fakeInterrupt();
  const { fetch, sent } = cannedService({
    "/v1": (_, signal) => {
      queueMicrotask(() => setTimeout(interrupt.press));
      return openReply(STREAM.slice(0, 2), () => {}, signal);
    },
  });
  const { code, out } = await probing(["--only", "stream"], fetch, { interrupt });
  match(out, /^response\.output_text\.delta +1 /m);
  match(out, /^Stopped\.$/m);
  deepEqual([code, sent.length], [130, 1]);
});

/** A service of another form: other path, body and reply. */
function otherService() {
  const thesis = { signal: "buy", confidence: 0.7, reasoning: "cheap", key_drivers: ["d"], risks: [] };
  return cannedService({
    "/research/ask": ({ body }) =>
      JSON.parse(body).query === undefined
        ? json({ error: { message: "query is missing" } }, { status: 422 })
        : json({ data: { items: [{ thesis }] }, usage: { credits: 3 } }),
  });
}
const BODY = '{"query": "{{prompt}}", "opts": {"isin": "{{isin}}"}}';
const OTHER = ["--path", "/research/ask", "--body", "@body.json", "--header", "X-Desk: quant 7", "--cell", "isin=US03"];

Deno.test("probe finds the thesis in a reply of another form, and prints the flag that reads it", async () => {
  const { fetch, sent } = otherService();
  const { code, out, next } = await probing(OTHER, fetch, { files: new Map([["body.json", BODY]]) });
  match(out, /^FAILED: Cannot read thesis: agent_thesis: /m);
  match(out, /^There is a thesis at \/data\/items\/0\/thesis: use --result-at\.$/m);
  deepEqual(sent.map(({ url, body }) => [url, JSON.parse(body)]), [
    [`${BASE_URL}/research/ask`, {
      query: 'Analyse the company listed under ticker "AAPL" (Apple Inc.)',
      opts: { isin: "US03" },
    }],
  ]);
  equal(sent[0]?.headers.get("x-desk"), "quant 7");
  equal(
    next,
    "  CONVICTION_BASE_URL=http://service.test CONVICTION_API_KEY=... deno task -q conviction probe --body @body.json " +
      "--path /research/ask --header 'X-Desk: quant 7' --result-at /data/items/0/thesis --cell isin=US03",
  );
  equal(code, 1);
});

Deno.test("probe writes its settings to conviction.json, and then needs no flags for the same requests", async () => {
  const files = new Map([["body.json", BODY]]);
  const args = [...OTHER, "--result-at", "/data/items/0/thesis"];
  const first = await probing(args, otherService().fetch, { files });
  equal(first.code, 0, first.out + first.err);
  ok(first.lines.includes('agent_thesis.signal  "buy"  signal'), first.out);
  ok(first.lines.includes("Wrote conviction.json: a screen in this folder now asks the same way."));
  deepEqual(JSON.parse(files.get("conviction.json") ?? ""), {
    baseUrl: BASE_URL,
    path: "/research/ask",
    headers: { "X-Desk": "quant 7" },
    body: JSON.parse(BODY),
    resultAt: "/data/items/0/thesis",
  });
  ok(!(files.get("conviction.json") ?? "").includes(KEY));
  const screen = "CONVICTION_API_KEY=... deno task -q screen my_tickers.csv --limit 3 --files none";
  ok(first.next?.endsWith(screen), first.next);

  const { fetch, sent } = otherService();
  const again = await probing(["--cell", "isin=US03", "--prompt", "Why?"], fetch, { files });
  equal(again.code, 0);
  ok(again.lines.includes("Settings: conviction.json."));
  ok(again.lines.includes("conviction.json holds the same."));
  deepEqual(JSON.parse(sent[0]?.body ?? ""), { query: "Why?", opts: { isin: "US03" } });
  ok(again.next?.endsWith(screen), again.next);
});

Deno.test("probe never changes a conviction.json that differs: it reports the differences, and prints flags instead", async () => {
  const present = JSON.stringify({ baseUrl: BASE_URL, path: "/old", select: { cost: "/usage" }, rate: "1/s" });
  const files = new Map([["conviction.json", present]]);
  const { fetch } = cannedService({ "/new": () => json({ out: THESIS }) });
  const { code, out, next } = await probing(["--path", "/new", "--result-at", "/out"], fetch, { files });
  match(out, /was not changed; for this service it would hold:\n {2}"path": "\/new"\n {2}"resultAt": "\/out"\n\n/);
  equal(files.get("conviction.json"), present);
  ok(next?.endsWith("screen my_tickers.csv --limit 3 --path /new --result-at /out --files none"), next);
  equal(code, 0);
});

Deno.test("probe prints the content of conviction.json where it cannot be written", async () => {
  const { fetch } = cannedService({ "/api": () => json(THESIS), "/v1": () => streamReply(STREAM) });
  const files = Object.assign(new Map<string, string>(), { set: () => {} });
  files.has = () => true;
  const { out } = await probing([], fetch, { files });
  match(
    out,
    /^conviction\.json cannot be written here; it would hold:\n\{\n {2}"baseUrl": "http:\/\/service\.test"\n\}\n/m,
  );
});

Deno.test("probe writes no conviction.json when it cannot read a thesis", async () => {
  const files = new Map<string, string>();
  const { out } = await probing(["--only", "reason"], cannedService({ "/api": () => json({}) }).fetch, { files });
  equal(files.size, 0);
  ok(!out.includes("conviction.json"));
});

const UNFIT = [
  { args: ["--body", '{"a": "{{sector}}"}'], says: /the body: it names \{\{sector\}\}, but the columns are/ },
  { args: ["--body", '{"a": "{{isin}}"}', "--cell", "isin="], says: /Cannot fill the body: The body needs this cell/ },
  { args: ["--body", '{"a": 1}', "--prompt", "q"], says: /the body has no placeholder \{\{prompt\}\}/ },
  { args: ["--body", "{"], says: /Cannot read the body after --body: line 1, column 2/ },
  { args: ["--body", "@no.json"], says: /Cannot read the body .*no\.json: there is no readable file/ },
  { args: ["--cell", "isin"], says: /it is not like NAME=VALUE/ },
  { args: ["--header", "Authorization: x"], says: /set CONVICTION_API_KEY/ },
];
for (const { args, says } of UNFIT) {
  Deno.test(`probe ${args.join(" ")} is a usage error, and sends nothing`, async () => {
    const { fetch, sent } = otherService();
    const { code, err } = await probing(args, fetch, { files: new Map() });
    match(err, says);
    deepEqual([code, sent.length], [2, 0]);
  });
}
