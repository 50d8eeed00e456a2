/** The key is in nothing a caller can see, however a service repeats it and however a call fails. */
import { deepEqual, equal, ok } from "../assert.ts";
import { type Answer, HttpError, type Research } from "conviction";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { escapeHtml } from "../../src/text/html.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { type Behaviour, reply, startRawServer, STREAM_HEAD } from "./raw_server.ts";

/** A key that every encoding changes. */
const KEY = 'sk-canary/7f+"Q&<4711';
const JSON_KEY = JSON.stringify(KEY).slice(1, -1);
const ESCAPED_KEY = [...KEY].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const HEX_KEY = new TextEncoder().encode(KEY).toHex();
const FORMS = [KEY, JSON_KEY, btoa(KEY), encodeURIComponent(KEY), escapeHtml(KEY), "canary", "CANARY"]
  .concat(HEX_KEY, HEX_KEY.toUpperCase());
const ECHOES = {
  plain: KEY,
  base64: btoa(KEY),
  url: encodeURIComponent(KEY),
  html: escapeHtml(KEY),
  hexadecimal: HEX_KEY,
  "hexadecimal in upper case": HEX_KEY.toUpperCase(),
  "upper case": encodeURIComponent(KEY).toUpperCase(),
};

function clientOf(baseUrl: string, clock = systemClock, apiKey = KEY): Research {
  return createClient({ baseUrl, apiKey, fetch: networkFetch, clock, newId: () => "id", random: () => 0 });
}

/** Everything an error, or another object of ours, shows when inspected. */
function shownBy(thing: unknown): string {
  const parts = [Deno.inspect(thing, { depth: 100, showHidden: true, getters: true, strAbbreviateSize: 1e6 })];
  for (let error = thing; error instanceof Error; error = error.cause) {
    parts.push(String(error), error.stack ?? "", JSON.stringify({ ...error }), error.message);
  }
  return parts.join("\n");
}

function hits(thing: unknown): string[] {
  const shown = shownBy(thing);
  return FORMS.filter((form) => shown.includes(form));
}

const EVENT_STREAM = { type: "text/event-stream" };
const DELTA = 'data: {"type":"response.output_text.delta","delta":"A"}\n\n';
const errorJson = (text: string) => `{"error":{"message":"bad key ${text}","code":"${text}","type":"${text}"}}`;
const stream = (data: string) => reply(`${DELTA}data: ${data}\n\n`, EVENT_STREAM);

/** Replies of services that repeat the key. */
const REPLIES: readonly (readonly [string, string])[] = [
  ...Object.entries({ ...ECHOES, escaped: ESCAPED_KEY }).flatMap(([form, echo]) =>
    [
      [`a refusal in JSON, ${form}`, reply(errorJson(form === "plain" ? JSON_KEY : echo), { status: "401 No" })],
      [`a refusal in text, ${form}`, reply(`no ${echo} here`, { status: "403 No", type: "text/plain" })],
      [`a page, ${form}`, reply(`<p>${echo}</p>`, { status: "200 OK", type: "text/html" })],
    ] as const
  ),
  ["a refusal cut through the key", reply(`${"x".repeat(1990)}${KEY}`, { status: "400 No", type: "text/plain" })],
  ["a refusal of a string", reply(`{"error":"no ${JSON_KEY}"}`, { status: "500 No" })],
  ["the request id", reply("{}", { status: "500 No", more: `x-request-id: ${KEY}\r\n` })],
  ["the media type", reply("{}", { type: `text/${KEY}` })],
  ["the encoding", reply("{}", { more: `content-encoding: ${KEY}\r\n` })],
  ["the address of a redirect", reply("", { status: "307 No", more: `location: http://127.0.0.1:9/${KEY}\r\n` })],
  ["the reason of the status", reply("", { status: `500 ${KEY}` })],
  ["the requested wait", reply("", { status: "429 No", more: `retry-after: ${KEY}\r\n` })],
  ["a thesis that is not JSON", reply(`key ${KEY}`)],
  ["a thesis that is nearly JSON", reply(`{"a": ${KEY}}`)],
  ["a thesis whose excerpt ends in it", reply("x".repeat(188) + KEY)],
  ["an event whose excerpt ends in it", stream("x".repeat(188) + KEY)],
  ["a thesis of another shape", reply(`{"agent_thesis":"${JSON_KEY}","${JSON_KEY}":1}`)],
  ["an error event", stream(`{"type":"error","error":{"message":"no ${JSON_KEY}","code":"${JSON_KEY}"}}`)],
  ["an error event, flat", stream(`{"type":"error","message":"no ${JSON_KEY}","code":"${JSON_KEY}"}`)],
  ["an error event, escaped", stream(`{"type":"error","message":"no ${ESCAPED_KEY}"}`)],
  ["an error event of a string", stream(`{"type":"error","error":"no ${JSON_KEY}"}`)],
  ["a failed response", stream(`{"type":"response.failed","response":{"id":"r","error":{"message":"${JSON_KEY}"}}}`)],
  ["an event that is not JSON", stream(`{"type": ${KEY}`)],
  ["an event that is not an object", stream(`"${JSON_KEY}"`)],
  ["a delta that is not text", stream(`{"type":"response.output_text.delta","delta":{"k":"${JSON_KEY}"}}`)],
  ["a reply that is not HTTP", `${KEY}\r\n\r\n`],
  ["a broken head", `HTTP/1.1 200 OK\r\n${KEY}\r\n\r\n`],
];

const OPERATIONS = {
  "reason()": (research: Research) => research.reason("x"),
  "stream()": (research: Research) => research.stream("x").final(),
  "download()": (research: Research, folder: string) => research.download({ file_id: "f" }, `${folder}/none/such`),
} as const;

let failures = 0;

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir();
  try {
    return await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function errorsOf(behaviour: Behaviour, clock = systemClock): Promise<unknown[]> {
  return await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/none`, ""); // a file in the way, so that every download fails
    const errors: unknown[] = [];
    for (const operation of Object.values(OPERATIONS)) {
      await using server = startRawServer(behaviour);
      await operation(clientOf(server.baseUrl, clock), folder).catch((error) => errors.push(error));
    }
    return errors;
  });
}

for (const [where, wire] of REPLIES) {
  Deno.test(`no error shows a key that is in ${where}`, async () => {
    const errors = await errorsOf(async ({ send, close }) => {
      await send(wire);
      close();
    });
    ok(errors.length >= 2, `${errors.length} of 3 calls failed`);
    for (const error of errors) deepEqual(hits(error), [], shownBy(error));
    failures += errors.length;
  });
}

Deno.test("a connection that breaks shows no key", async () => {
  const cuts = [
    "",
    "HTTP/1.1 2",
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    STREAM_HEAD,
  ];
  for (const cut of cuts) {
    const errors = await errorsOf(async ({ send, close }) => {
      await send(cut);
      close();
    });
    equal(errors.length, 3);
    for (const error of errors) deepEqual(hits(error), []);
    failures += errors.length;
  }
});

const UNREACHED = "a service that cannot be reached, a time limit and an abort show no key";
// The client of encrypted requests is kept for the next ones.
Deno.test(UNREACHED, { sanitizeResources: false }, async () => {
  const errors: unknown[] = [];
  const keep = (error: unknown) => void errors.push(error);
  for (const baseUrl of ["http://127.0.0.1:1", "http://192.0.2.1", "https://127.0.0.1:1"]) {
    await clientOf(baseUrl).file({ file_id: "f" }).catch(keep);
  }
  const clock = manualClock();
  await using server = startRawServer(({ gone }) => {
    clock.advance(600_000);
    return gone();
  });
  await clientOf(server.baseUrl, clock).reason("x").catch(keep);
  await clientOf(server.baseUrl, clock).stream("x").final().catch(keep);
  await clientOf(server.baseUrl).reason("x", { signal: AbortSignal.abort("enough") }).catch(keep);
  await clientOf(server.baseUrl).reason("x", { retries: -1 }).catch(keep);
  equal(errors.length, 7);
  for (const error of errors) deepEqual(hits(error), []);
  failures += errors.length;
});

Deno.test("a key that is invalid in a header is rejected without being shown", () => {
  for (const bad of [`${KEY}\n${KEY}`, `${KEY}\0`, `${KEY} x`, `${KEY}ü`]) {
    try {
      clientOf("http://127.0.0.1", systemClock, bad);
      ok(false, "it was accepted");
    } catch (error) {
      deepEqual(hits(error), []);
      failures++;
    }
  }
});

Deno.test("no object of ours shows the key before, during or after its use", async () => {
  const finished = `${DELTA}data: {"type":"response.completed","response":{"id":"r"}}\n\ndata: [DONE]\n\n`;
  await using server = startRawServer(({ send }) => send(reply(finished, EVENT_STREAM)));
  const research = clientOf(server.baseUrl);
  const answer: Answer = research.stream("x");
  deepEqual([hits(research), hits(answer)], [[], []]);
  for await (const event of answer) {
    deepEqual([hits(event), hits(answer), hits(answer.snapshot), hits(research)], [[], [], [], []]);
  }
  deepEqual([hits(research), hits(answer), hits(await answer.final())], [[], [], []]);
  ok(server.requests[0]?.includes(`Bearer ${KEY}`), "it was sent");
});

Deno.test("the search finds a key in every place it checks", () => {
  const inside = new HttpError("x", { status: 500, body: "", requestId: undefined }, { cause: new Error(btoa(KEY)) });
  for (const form of FORMS) {
    const error = new Error("x", { cause: new Error(form) });
    ok(hits(error).length > 0 && hits({ deep: { down: [form] } }).length > 0);
  }
  ok(hits(inside).length > 0);
});

Deno.test.afterAll(() => {
  ok(failures === 0 || failures >= 30, `${failures} failures were forced`); // 0 when the tests are filtered
});
