import { deepEqual, equal, match, ok } from "../assert.ts";
import { createClient } from "../../src/client/client.ts";
import { askCommand } from "../../src/commands/ask_command.ts";
import type { Host } from "../../src/commands/host.ts";
import type { Settings } from "../../src/setup/settings.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { type CannedReplies, cannedService, openReply, streamReply } from "./canned_service.ts";
import { capturedOutputs, fakeInterrupt, testHost } from "./captured.ts";

const KEY = "sk-canary-0123456789";
const FILES = [{ file_id: "f1", filename: "a chart.png" }, { file_id: "f2", filename: "../../b.csv" }];
const TEXT = "Apple is neutral.\n\n- For: momentum.";
const ANSWER = [
  { type: "response.created", response: { id: "resp_1" } },
  { type: "response.output_item.added", item: { type: "function_call", call_id: "c", name: "prices", arguments: "" } },
  { type: "response.function_call_arguments.done", call_id: "c", arguments: '{"ticker":"AAPL"}' },
  { type: "response.output_item.added", item: { type: "function_call_output", call_id: "c", output: "{}" } },
  { type: "response.code_execution.added", item_id: "e", name: "drawdown" },
  { type: "response.code_execution.input_delta", item_id: "e", delta: "const a = 1;\nreturn a;\n" },
  { type: "response.code_execution.started", item_id: "e" },
  {
    type: "response.code_execution.output",
    item_id: "e",
    stdout: "2 rows\n",
    stderr: "",
    return_code: 0,
    files: FILES,
  },
  { type: "verification.done", verification: { confidence: 0.9, claims_total: 4, claims_verified: 4 } },
  { type: "response.output_text.delta", delta: TEXT.slice(0, 9) },
  { type: "response.output_text.delta", delta: TEXT.slice(9) },
  { type: "response.completed", response: { id: "resp_1" } },
].map((event, sequence_number) => ({ ...event, sequence_number }));
const STEPS = [
  '· prices {"ticker":"AAPL"}',
  "· ran drawdown",
  "    const a = 1;",
  "    return a;",
  "  → 2 rows; 2 files",
];

interface Options {
  readonly replies?: CannedReplies;
  readonly env?: Record<string, string>;
  readonly isTerminal?: boolean;
  readonly input?: string;
  readonly isEmbedded?: boolean;
  readonly folder?: string;
  readonly host?: Partial<Host>;
}

/** Asks a canned service; the clock does not advance. */
async function asking(args: readonly string[], options: Options = {}) {
  const { replies = { "/v1/responses": () => streamReply(ANSWER) }, env = {}, isTerminal = false } = options;
  const service = cannedService(replies);
  const { out, err } = capturedOutputs({ isTerminal });
  const interrupt = fakeInterrupt();
  const settings: Settings[] = [];
  const nothing = () => Promise.resolve();
  const host = testHost({
    ...{ out, err, clock: manualClock(), folder: options.folder ?? "/nowhere", onInterrupt: interrupt.onInterrupt },
    env: (name) => env[name],
    readInput: () => Promise.resolve(options.input ?? ""),
    connect(wanted) {
      settings.push(wanted);
      return Promise.resolve({
        isEmbedded: options.isEmbedded ?? false,
        research: createClient({
          ...{ baseUrl: "http://service.test/v1", apiKey: KEY, fetch: service.fetch, clock: manualClock() },
          newId: () => "id",
        }),
        describe: () =>
          Promise.resolve({
            ...{ service: "http://service.test/v1", model: undefined, dataAsOf: undefined, dataDigest: undefined },
            notice: "Service http://service.test.",
          }),
        ...{ persistTo: nothing, discard: nothing, close: nothing, [Symbol.asyncDispose]: nothing },
      });
    },
  });
  const code = await askCommand(args, { ...host, ...options.host });
  return { code, out: out.text, err: err.text, sent: service.sent, settings, interrupt };
}

const CHECKED = [
  "All 4 figures and judgements checked.",
  "Files:",
  "  a chart.png  f1",
  "  ../../b.csv  f2",
  'Get one: curl -H "Authorization: Bearer $CONVICTION_API_KEY" -o NAME http://service.test/v1/files/FILE_ID',
  "Or ask again with --files DIR.",
  "",
];

Deno.test("ask --steps prints the steps to standard error", async () => {
  const { code, out, err } = await asking(["Analyse AAPL", "--steps"]);
  deepEqual(out.split("\n"), ["Service http://service.test.", "", ...TEXT.split("\n"), "", ...CHECKED]);
  deepEqual(err.trimEnd().split("\n"), STEPS);
  equal(code, 0);
});

Deno.test("ask prints no step, and says first where the question goes; of the embedded service the answer comes first", async () => {
  for (const isTerminal of [false, true]) {
    const remote = await asking(["Analyse AAPL"], { isTerminal });
    deepEqual(remote.out.split("\n"), ["Service http://service.test.", "", ...TEXT.split("\n"), "", ...CHECKED]);
    const embedded = await asking(["Analyse AAPL"], { isTerminal, isEmbedded: true });
    ok(embedded.out.startsWith(`${TEXT}\n\nService http://service.test.\nAll 4`), embedded.out);
    deepEqual([remote.code, remote.err, embedded.err], [0, "", ""]);
  }
});

Deno.test("ask --steps on a terminal dims the steps and separates the text from them, and respects NO_COLOR", async () => {
  const coloured = await asking(["Analyse AAPL", "--steps"], { isTerminal: true });
  deepEqual(coloured.err.trimEnd().split("\n"), STEPS.map((line) => `\x1b[2m${line}\x1b[22m`));
  ok(coloured.out.includes(`\n\n\n${TEXT}\n\nAll 4`), coloured.out);
  for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
    const { out, err } = await asking(["Analyse AAPL", "--steps"], { isTerminal: true, env });
    ok(!(out + err).includes("\x1b"));
  }
});

Deno.test("ask with the embedded service names the files, and how to keep them", async () => {
  const { out } = await asking(["Analyse AAPL"], { isEmbedded: true });
  match(out, /\nFiles: a chart\.png, \.\.\/\.\.\/b\.csv\.\nAdd --files DIR to save them\.\n$/);
});

Deno.test("ask on a terminal breaks the names of the files between words", async () => {
  const long = "a chart of the price and the drawdown of Apple Inc. since 2013-05-13.png";
  const events = JSON.parse(JSON.stringify(ANSWER).replaceAll("a chart.png", long));
  const replies = { "/v1/responses": () => streamReply(events) };
  const { out } = await asking(["Analyse AAPL"], { isEmbedded: true, isTerminal: true, replies });
  ok(out.endsWith(`\nFiles: ${long},\n../../b.csv.\nAdd --files DIR to save them.\n`), out);
});

Deno.test("ask --json prints the whole snapshot as one line, and nothing else on standard output", async () => {
  const { code, out, err } = await asking(["--json", "Analyse", "AAPL"]);
  const snapshot = JSON.parse(out);
  equal(out.split("\n").length, 2);
  deepEqual([snapshot.state, snapshot.text, snapshot.files.length, snapshot.calls[0].name], [
    ...["completed", TEXT, 2],
    "prices",
  ]);
  equal(snapshot.verification.confidence, 0.9);
  deepEqual([code, err], [0, "Service http://service.test.\n"]);
});

Deno.test("ask --events prints each event unchanged as a line, unknown ones too", async () => {
  const events = [...ANSWER.slice(0, 1), { type: "response.reasoning", of: { any: "kind" } }, ...ANSWER.slice(1)];
  const { out } = await asking(["--events", "Analyse AAPL"], { replies: { "/v1": () => streamReply(events) } });
  const lines = out.trimEnd().split("\n").map((line) => JSON.parse(line));
  deepEqual(lines.map(({ type }) => type), events.map(({ type }) => type));
  deepEqual(lines[1], events[1]);
});

Deno.test("ask --quiet prints the text of the answer, and nothing else", async () => {
  const { code, out, err } = await asking(["--quiet", "Analyse AAPL"]);
  deepEqual({ code, out, err }, { code: 0, out: `${TEXT}\n`, err: "" });
});

const REQUESTS = [
  { args: ["Analyse AAPL"], body: { input: "Analyse AAPL", stream: true } },
  { args: ["Analyse", "AAPL"], body: { input: "Analyse AAPL", stream: true } },
  { args: ["-"], body: { input: "Analyse\nIBM", stream: true } },
  {
    args: ["Analyse AAPL", "--as-of", "2016-06-30"],
    body: { input: "Analyse AAPL", metadata: { as_of: "2016-06-30" }, stream: true },
  },
  { args: ["--", "--why"], body: { input: "--why", stream: true } },
];
for (const { args, body } of REQUESTS) {
  Deno.test(`ask ${args.join(" ")} sends ${JSON.stringify(body)}`, async () => {
    const { sent } = await asking(args, { input: " Analyse\nIBM\n" });
    deepEqual(sent.map((request) => JSON.parse(request.body)), [body]);
  });
}

Deno.test("ask uses the service of its flags before that of the environment", async () => {
  const env = { CONVICTION_BASE_URL: "http://env.test", CONVICTION_API_KEY: KEY };
  const of = async (...args: string[]) =>
    (await asking(["Analyse AAPL", ...args], { env, folder: "/home/me" })).settings;
  deepEqual(await of(), [{ kind: "remote", baseUrl: "http://env.test", apiKey: KEY, model: undefined }]);
  deepEqual(await of("--base-url", "http://flag.test", "--model", "m"), [
    { kind: "remote", baseUrl: "http://flag.test", apiKey: undefined, model: "m" },
  ]);
  const OWN_DATA = { kind: "embedded", data: "/home/me/prices", base: "/home/me" };
  deepEqual(await of("--data", "prices"), [{ ...OWN_DATA, benchmark: undefined, currency: undefined }]);
});

Deno.test("ask uses the service of conviction.json in the folder, and says so", async () => {
  const text = '{"baseUrl": "http://file.test", "headers": {"X-Desk": "7"}, "resultAt": "/data"}';
  const readText = (path: string) => path === "/home/me/conviction.json" ? text : undefined;
  const { settings, err } = await asking(["Analyse AAPL", "--quiet"], { folder: "/home/me", host: { readText } });
  deepEqual(settings, [
    {
      ...{ kind: "remote", baseUrl: "http://file.test", apiKey: undefined, model: undefined },
      ...{ headers: { "X-Desk": "7" }, resultAt: "/data" },
    },
  ]);
  equal(err, "Settings: conviction.json.\n");
});

Deno.test("ask says so when it does not send the key because it belongs to another address", async () => {
  const env = { CONVICTION_API_KEY: KEY };
  const { err } = await asking(["Analyse AAPL", "--base-url", "http://flag.test", "--quiet"], { env });
  equal(err, "No key is sent: CONVICTION_API_KEY goes to the address in CONVICTION_BASE_URL only.\n");
});

const WRONG = [
  { args: [], says: /^error: Cannot ask: there is no question/ },
  { args: ["  "], says: /there is no question/ },
  { args: ["-"], says: /standard input holds no question/ },
  { args: ["-", "Analyse"], says: /- reads the question from standard input, so leave out the other words/ },
  { args: ["q", "--jsno"], says: /Cannot use --jsno: there is no such flag; did you mean --json\?/ },
  { args: ["q", "--json", "--events"], says: /Cannot use --json with --events/ },
  { args: ["q", "--as-of", "2017-02-30"], says: /Cannot use --as-of 2017-02-30: it is not a day/ },
  { args: ["q", "--as-of", "yesterday"], says: /it is not a day/ },
  { args: ["q", "--files"], says: /--files: it needs a value \(DIR\)/ },
  { args: ["q", "--api-key", KEY], says: /set CONVICTION_API_KEY instead/ },
  { args: ["q", "--data", "d", "--base-url", "http://x"], says: /Cannot use a data folder with a remote service/ },
  { args: ["q", "--model", "m"], says: /Cannot use the model: no service is named/ },
];
for (const { args, says } of WRONG) {
  Deno.test(`ask ${args.join(" ")} prints a one-line error, sends nothing and exits with 2`, async () => {
    const { code, out, err, sent } = await asking(args);
    deepEqual([code, out, sent.length, err.split("\n").length], [2, "", 0, 2], err);
    match(err, says);
    ok(!err.includes(KEY));
  });
}

const NO_ANSWER = [
  {
    when: "the stream is cut",
    reply: () => streamReply(ANSWER.slice(0, -1), { isCut: true }),
    says: ["Incomplete answer: the stream ended before response.completed"],
  },
  {
    when: "the service reports a failure",
    reply: () => streamReply([...ANSWER.slice(0, -1), { type: "error", error: { code: "busy", message: "no room" } }]),
    says: ["Incomplete answer: the service failed with busy: no room"],
  },
];
for (const { when, reply, says } of NO_ANSWER) {
  Deno.test(`ask prints what it received, the error and the ids when ${when}`, async () => {
    const { code, out, err } = await asking(["Analyse AAPL"], { replies: { "/v1": reply } });
    equal(code, 1);
    equal(out, `Service http://service.test.\n\n${TEXT}\n`);
    const [reason, received, ids] = err.trimEnd().split("\n");
    deepEqual([reason], says);
    match(received ?? "", /^Received so far: 35 characters of text, 1 tool call, 1 code run, 2 files, 1[12] events\.$/);
    equal(ids, "request id req_7, response id resp_1, last sequence 10");
  });
}

Deno.test("ask --json prints the snapshot of an incomplete answer, and fails", async () => {
  const replies = { "/v1": () => streamReply(ANSWER.slice(0, -1), { isCut: true }) };
  const { code, out, err } = await asking(["Analyse AAPL", "--json"], { replies });
  deepEqual([code, JSON.parse(out).state, JSON.parse(out).text], [1, "truncated", TEXT]);
  match(err, /^Incomplete answer: the stream ended/m);
});

Deno.test("ask prints the error of a refusal with its request id, and never the key", async () => {
  const refusal = new Response(JSON.stringify({ error: { code: "invalid_key", message: `no such key ${KEY}` } }), {
    ...{ status: 401, headers: { "content-type": "application/json", "x-request-id": "req_9" } },
  });
  const { code, out, err } = await asking(["Analyse AAPL"], { replies: { "/v1": () => refusal }, env: {} });
  deepEqual([code, out], [1, "Service http://service.test.\n\n"]);
  equal(
    err,
    "error: Cannot get answer: service answered 401: no such key [redacted]\nrequest id req_9\n",
  );
});

Deno.test("ask never shows the key that a service repeats in an error event", async () => {
  const events = [...ANSWER.slice(0, 9), { type: "error", error: { code: KEY, message: `no ${KEY}` } }];
  const env = { CONVICTION_API_KEY: KEY, CONVICTION_BASE_URL: "http://service.test" };
  for (const form of [[], ["--json"], ["--events"]]) {
    const { out, err } = await asking(["Analyse AAPL", ...form], {
      replies: { "/v1": () => streamReply(events) },
      env,
    });
    ok(!(out + err).includes(KEY), out + err);
    match(err, /^Incomplete answer: the service failed with \[redacted\]: no \[redacted\]$/m);
  }
});

Deno.test("ask that is interrupted cancels the answer at the service and prints what it received", async () => {
  const left = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const { out, err } = capturedOutputs();
  const running = asking(["Analyse AAPL"], {
    replies: { "/v1": (_, signal) => openReply(ANSWER.slice(0, -1), left.resolve, signal) },
    host: {
      err,
      out: {
        ...out,
        write(text) {
          out.write(text);
          if (text.includes("momentum")) begun.resolve();
        },
      },
      onInterrupt(tell) {
        const interrupt = fakeInterrupt();
        void begun.promise.then(interrupt.press);
        return interrupt.onInterrupt(tell);
      },
    },
  });
  equal((await running).code, 130);
  await left.promise;
  ok(out.text.endsWith(`${TEXT}\n`));
  match(
    err.text,
    /^Stopped\.\nReceived so far: 35 characters of text, .* 11 events\.\nrequest id req_7, response id resp_1, last sequence 10\n$/,
  );
});

Deno.test("ask with a closed output pipe, as by head, leaves the answer and prints nothing", async () => {
  const left = Promise.withResolvers<void>();
  const { out, err } = capturedOutputs();
  const { code } = await asking(["Analyse AAPL"], {
    replies: { "/v1": (_, signal) => openReply(ANSWER.slice(0, -1), left.resolve, signal) },
    host: {
      err,
      out: {
        ...out,
        write(text) {
          if (text.startsWith("Apple")) throw new Deno.errors.BrokenPipe();
        },
      },
    },
  });
  await left.promise;
  deepEqual([code, err.text.includes("error")], [141, false]);
});

Deno.test("ask --files saves each file under a safe name in that folder, and says where", async () => {
  const folder = await Deno.makeTempDir();
  const replies = {
    "/v1/responses": () => streamReply(ANSWER),
    "/v1/files/": () => new Response("1,2\n", { headers: { "content-type": "text/csv" } }),
  };
  const { code, out } = await asking(["Analyse AAPL", "--files", "here"], { replies, folder });
  match(out, /\nSaved here\/a_chart\.png \(4 bytes\)\.\nSaved here\/b\.csv \(4 bytes\)\.\n$/);
  equal(code, 0);
  deepEqual((await Array.fromAsync(Deno.readDir(`${folder}/here`))).map(({ name }) => name).toSorted(), [
    ...["a_chart.png", "b.csv"],
  ]);
});

Deno.test("ask --files continues after a file that cannot be downloaded, and fails", async () => {
  const folder = await Deno.makeTempDir();
  const replies = {
    "/v1/responses": () => streamReply(ANSWER),
    "/v1/files/f2": () => new Response("1,2\n", { headers: { "content-type": "text/csv" } }),
  };
  const { code, out, err } = await asking(["Analyse AAPL", "--files", "here"], { replies, folder });
  equal(code, 1);
  match(out, /\nSaved here\/b\.csv \(4 bytes\)\.\n$/);
  match(err, /^error: Cannot get file f1: service answered 404: nothing here$/m);
});

/** All control sequences except our own for dimming. */
// deno-lint-ignore no-control-regex -- it searches for control characters
const OBEYED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const NASTY = "\x1b]0;title\x07\x1b[2J\u202eevil\r\x9b31m\u2066\t";

for (const form of [[], ["--json"], ["--events"]]) {
  Deno.test(`ask ${form.join()} prints no control character of a service, wherever it occurs`, async () => {
    const nasty = (value: unknown): unknown =>
      typeof value === "string" ? value + NASTY : Array.isArray(value) ? value.map(nasty) : value;
    const events = ANSWER.map(({ type, ...event }) => {
      const json = JSON.stringify(
        event,
        (key, value) => ["type", "call_id", "item_id"].includes(key) ? value : nasty(value),
      );
      return { type, ...JSON.parse(json) };
    });
    const failure = { type: "error", error: { code: NASTY, message: NASTY } };
    for (const last of [events.at(-1), failure]) {
      const replies = { "/v1/responses": () => streamReply([...events.slice(0, -1), last]) };
      const { out, err } = await asking(["Analyse AAPL", ...form], {
        replies,
        isTerminal: true,
        env: { NO_COLOR: "1" },
      });
      ok(!OBEYED.test(out), JSON.stringify(OBEYED.exec(out)));
      ok(!OBEYED.test(err), JSON.stringify(OBEYED.exec(err)));
      ok(out.includes("evil"));
    }
  });
}

Deno.test("ask --help names every flag", async () => {
  const { code, out } = await asking(["--help"]);
  for (
    const flag of [
      "--files DIR",
      "--as-of DATE",
      "--json",
      "--events",
      "--steps",
      "--base-url URL",
      "--model",
      "--data",
    ]
  ) {
    ok(out.includes(`  ${flag}`), flag);
  }
  equal(code, 0);
});

Deno.test("ask repeats a long question in a step in one line only", async () => {
  const args = JSON.stringify({ request: "What of it? ".repeat(9_000) });
  const events = ANSWER.map((event) => "arguments" in event ? { ...event, arguments: args } : event);
  const { err } = await asking(["Analyse AAPL", "--steps"], {
    replies: { "/v1/responses": () => streamReply(events) },
  });
  const [step = ""] = err.split("\n");
  match(step, /^· prices \{"request":"What of it\? .*…$/);
  ok(step.length <= 100, `${step.length} characters`);
});
