/** What the command sends and prints, and how it bears a hostile service. */
import { deepEqual, equal, match, ok } from "../../assert.ts";
import type { Fetch } from "../../../src/client/send.ts";
import { manualClock } from "../../fixtures/manual_clock.ts";
import { fakeInterrupt } from "../captured.ts";
import { conforming, reportOn } from "./conforming.ts";
import { goodReplies, KEY, serve } from "./good_service.ts";

const FILE = "/v1/files/file%2F1";
const PLAN = [
  `POST /v1/responses Bearer ${KEY}`,
  `POST /api/v1/agent/reasoning Bearer ${KEY}`,
  `GET ${FILE} Bearer ${KEY}`,
  `GET ${FILE} -`,
  `GET ${FILE} Bearer wrong-${"1".padStart(32, "0")}`,
  `POST /v1/responses Bearer ${KEY}`,
  `POST /v1/responses Bearer ${KEY}`,
  "POST /api/v1/agent/reasoning -",
];

Deno.test("conform says what it will send, sends each request once, and prints section by section", async () => {
  await using service = await serve(goodReplies());
  const { code, out, err } = await conforming(service.url);
  deepEqual(service.sent, PLAN);
  const lines = out.split("\n");
  deepEqual(lines.slice(0, 3), [
    `Service ${service.url}. Key: the one in CONVICTION_API_KEY.`,
    "Question: Analyse AAPL",
    "At most 8 requests, of which 5 may cost what an answer costs.",
  ]);
  match(lines[3] ?? "", /^1 stream: POST \/v1\/responses: 200, [\d,]+ bytes, \d+ ms$/);
  ok(lines.includes("2.1 Agent reasoning result"));
  match(out, /^ {2}pass +2\.1\.signal +agent_thesis\.signal is a string +"bullish"$/m);
  match(out, /^\d+ lines: \d+ pass, 0 fail, 0 not shown by the service, \d+ not shown by the specification\.\n$/m);
  deepEqual([code, err], [0, ""]);
});

Deno.test("conform prints of a failed line where it failed, what was expected and what was there", async () => {
  const replies = goodReplies();
  replies.result.risks = "a \x1b[31mred\x1b[0m\u202e fall";
  await using service = await serve(replies);
  const { code, out } = await conforming(service.url);
  match(
    out,
    /^ {2}FAIL +2\.1\.risks +risks is an array of string\n +request 2 \(reasoning\), risks\n +expected: an array of string\n +found: {4}"a \\u001b\[31mred\\u001b\[0m fall"$/m,
  );
  equal(code, 1);
});

for (const most of [1, 3, 7, 100]) {
  Deno.test(`conform --max-requests ${most} sends no more, and says which lines it leaves out`, async () => {
    await using service = await serve(goodReplies());
    const { code, report } = await reportOn(service.url, { args: ["--max-requests", String(most)] });
    deepEqual([service.sent, code], [PLAN.slice(0, most), 0]);
    const left = report.checks.find(({ id }) => id === (most === 1 ? "4.2.status" : "5.no_key"));
    const why = `--max-requests ${most} leaves it out`;
    equal(left?.why?.includes(why) ?? false, most < 4);
  });
}

Deno.test("conform without a key asks the same without one: nothing is sent but the wrong key", async () => {
  await using service = await serve(goodReplies());
  const env = { CONVICTION_BASE_URL: "" };
  const { code, out } = await conforming(service.url, { args: ["--base-url", service.url, "--file-id", "a"], env });
  match(out, /^Service .* No key is sent: CONVICTION_API_KEY goes to the address in CONVICTION_BASE_URL only\.$/m);
  match(out, /CONVICTION_BASE_URL=http:\S+ CONVICTION_API_KEY=\.\.\. deno task -q conviction conform$/m);
  deepEqual(service.sent, ["POST /v1/responses -", "POST /api/v1/agent/reasoning -"]);
  equal(code, 3);
});

Deno.test("conform --model and --input are sent, and --file-id names the file", async () => {
  const replies = goodReplies();
  await using service = await serve(replies);
  const sent: string[] = [];
  const fetch_: Fetch = (url, init) => {
    sent.push(String(init.body));
    return fetch(url, init);
  };
  const args = ["--model", "acme-smart", "--input", "Analyse IBM", "--file-id", "file_2"];
  const { report } = await reportOn(service.url, { args, host: { fetch: fetch_ } });
  equal(sent[0], '{"model":"acme-smart","input":"Analyse IBM","stream":true}');
  ok(service.sent.includes(`GET /v1/files/file_2 Bearer ${KEY}`));
  equal(report.checks.find(({ id }) => id === "4.1.request")?.seen, "model, input, stream were sent");
});

Deno.test("conform --evidence writes each exchange without the key, and refuses a folder that has one", async () => {
  const replies = goodReplies();
  replies.plain.body = `{"you sent": "${KEY}", "\x1b[2J": 1}`;
  await using service = await serve(replies);
  const folder = await Deno.makeTempDir();
  const writeNew = (path: string, text: string) => {
    try {
      Deno.writeTextFileSync(path, text, { createNew: true });
      return true;
    } catch {
      return false;
    }
  };
  const run = () => conforming(service.url, { args: ["--evidence", "kept"], host: { folder, writeNew } });
  equal((await run()).code, 0);
  const names = (await Array.fromAsync(Deno.readDir(`${folder}/kept`), ({ name }) => name)).toSorted();
  deepEqual(names.slice(0, 3), ["01-stream.txt", "02-reasoning.txt", "03-file.txt"]);
  deepEqual([names.length, names.slice(-2)], [10, ["about.txt", "report.json"]]);
  const texts = await Promise.all(names.map((name) => Deno.readTextFile(`${folder}/kept/${name}`)));
  ok(texts.every((text) => !text.includes(KEY)));
  match(
    texts[0] ?? "",
    /^POST http:\S+\nauthorization: Bearer \$CONVICTION_API_KEY\n[\s\S]*\n\n200\n[\s\S]*data: \[DONE\]/,
  );
  match(texts[2] ?? "", /\(12 bytes that are not UTF-8, SHA-256 [0-9a-f]{64}\)\n$/);
  match(texts[5] ?? "", /\{"you sent": "\[redacted\]", "\\u001b\[2J": 1\}\n$/);
  const again = await run();
  match(again.err, /^error: Cannot write \S+about\.txt: it exists or may not be written; name a new folder\n$/);
  deepEqual([again.code, service.sent.length], [2, 8]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("conform follows no redirect: the key stays with its origin", async () => {
  await using other = await serve(goodReplies());
  const replies = goodReplies();
  const moved = () => ({ status: 302, headers: { location: `${other.url}/x?key=${KEY}` }, body: "" });
  Object.assign(replies, { stream: moved(), reasoning: moved(), file: moved() });
  await using service = await serve(replies);
  const { code, report } = await reportOn(service.url, { args: ["--file-id", "a"] });
  deepEqual([other.sent, code], [[], 1]);
  const file = report.checks.find(({ id }) => id === "4.3.path");
  equal(file?.found, `302 to ${other.url}/x?key=[redacted]`);
});

Deno.test("conform shows the key nowhere, wherever a service repeats it", async () => {
  const replies = goodReplies();
  const lie = { status: 500, headers: { "x-request-id": KEY }, body: `no ${KEY}` };
  Object.assign(replies.result, { agent_thesis: KEY, key_drivers: { [KEY]: KEY } });
  replies.events.splice(1, 0, { type: KEY }, { type: "response.output_text.delta", delta: { [KEY]: 1 } });
  Object.assign(replies, { plain: lie, file: lie, unknown: lie });
  await using service = await serve(replies);
  const { out } = await conforming(service.url);
  match(out, /expected: an object\n +found: {4}"\[redacted\]"/);
  match(out, /found: {4}500: no \[redacted\]/);
});

/** Services that cannot be asked. */
const SILENT = [
  {
    when: "nothing listens",
    fetch: () => Promise.reject(new TypeError("error sending request: client error (Connect): Connection refused")),
    sent: 1,
    says:
      /^1 stream: POST \/v1\/responses: no reply, 0 ms: the service cannot be reached: nothing listens at its address\n\n\d+ lines: 0 pass, 0 fail/m,
  },
  {
    when: "it refuses the key",
    fetch: () => Promise.resolve(new Response("no", { status: 401 })),
    sent: 2,
    says: /^The service refuses the key: check CONVICTION_API_KEY\.$/m,
  },
  {
    when: "it is busy",
    fetch: () => Promise.resolve(new Response("later", { status: 503 })),
    sent: 2,
    says: /^An operation gave no whole answer: its lines are not shown\.$/m,
  },
];
for (const { when, fetch, sent, says } of SILENT) {
  Deno.test(`conform exits with 3 and fails no line when ${when}`, async () => {
    let count = 0;
    const counting: Fetch = () => (count++, fetch());
    const { code, out } = await conforming("http://service.test", { host: { fetch: counting } });
    match(out, says);
    match(out, /^\d+ lines: 0 pass, 0 fail|^\d+ lines: \d+ pass, 0 fail/m);
    deepEqual([code, count], [3, sent]);
  });
}

Deno.test("conform waits no longer than --timeout for a reply, or for the end of a stream", async () => {
  const clock = manualClock();
  const silent: Fetch = (_url, { signal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener("abort", () => reject(signal.reason));
    queueMicrotask(() => clock.advance(30_000));
    return promise;
  };
  const { code, out } = await conforming("http://service.test", {
    args: ["--timeout", "30s"],
    host: { clock, fetch: silent },
  });
  match(out, /^1 stream: .*no reply, 30000 ms: it was not complete within 30 s$/m);
  equal(code, 3);
});

Deno.test("conform judges what came of a stream that does not end, and leaves its end open", async () => {
  const clock = manualClock();
  const wire = new TextEncoder().encode('data: {"type":"response.created"}\n\ndata: {"type":"resp');
  const endless: Fetch = (_url, { signal }) => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(wire),
      pull: () => {
        clock.advance(60_000);
        clock.advance(60_000);
        return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
      },
    }, { highWaterMark: 0 });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
  const { code, report } = await reportOn("http://service.test", {
    args: ["--max-requests", "1"],
    host: { clock, fetch: endless },
  });
  const verdict = (id: string) => report.checks.find((check) => check.id === id)?.verdict;
  deepEqual(["6.1.json", "6.2.created", "6.1.done", "7.error"].map(verdict), [
    "pass",
    "fail",
    "not shown",
    "not shown",
  ]);
  equal(code, 1);
});

Deno.test("conform reads 16 MiB of a reply at most", async () => {
  const piece = new TextEncoder().encode(`data: {"type":"a","b":"${"x".repeat(1024 * 1024)}"}\n\n`);
  let left = false;
  const flood: Fetch = () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(piece),
      cancel: () => void (left = true),
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
  const { code, out } = await conforming("http://service.test", {
    args: ["--max-requests", "1"],
    host: { fetch: flood },
  });
  match(out, /^1 stream: .*: 200, 16,777,216 bytes, .*: it is longer than 16777216 bytes$/m);
  match(out, /not shown +6\.1\.done .*\n +request 1 \(stream\) did not end: it is longer than/);
  deepEqual([code, left], [3, true]);
});

Deno.test("conform is stopped by Ctrl-C, and prints what came", async () => {
  const interrupt = fakeInterrupt();
  await using service = await serve(goodReplies());
  const fetching: Fetch = (url, init) => {
    if (url.endsWith("/reasoning")) interrupt.press();
    return fetch(url, init);
  };
  const host = { fetch: fetching, onInterrupt: interrupt.onInterrupt };
  const { code, out } = await conforming(service.url, { host });
  match(out, /^2 reasoning: .*: stopped$/m);
  match(out, /^ {2}pass +6\.1\.done/m);
  deepEqual([code, interrupt.isClosed()], [130, true]);
});

const WRONG = [
  { args: ["here"], env: {}, says: /^error: Cannot use "here": the address goes after --base-url\n$/ },
  { args: ["--max-requests", "0"], env: {}, says: /^error: Cannot use --max-requests 0: / },
  { args: ["--base-url", "ftp://x"], env: {}, says: /^error: Cannot use base URL "ftp:\/\/x": / },
  { args: ["--api-key", "x"], env: {}, says: /CONVICTION_API_KEY/ },
  {
    args: [],
    env: { CONVICTION_BASE_URL: "", CONVICTION_API_KEY: "" },
    says: /^error: Cannot check: no service is named/,
  },
  {
    args: [],
    env: { CONVICTION_API_KEY: "two words" },
    says: /^error: Cannot use the API key: it contains white space\n$/,
  },
];
for (const { args, env, says } of WRONG) {
  Deno.test(`conform ${args.join(" ")} with ${JSON.stringify(env)} is a usage error, and sends nothing`, async () => {
    let count = 0;
    const fetch: Fetch = () => (count++, Promise.reject(new Error("sent")));
    const { code, out, err } = await conforming("http://service.test", { args, env, host: { fetch } });
    match(err, says);
    deepEqual([code, out, count], [2, "", 0]);
  });
}
