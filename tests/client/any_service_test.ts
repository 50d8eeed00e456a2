import { deepEqual, equal, match, ok, rejects, throws } from "../assert.ts";
import { ProtocolError } from "conviction";
import type { RequestBody } from "../../src/protocol/reasoning.ts";
import { findColumns } from "../../src/batch/list/input_columns.ts";
import { makePlan } from "../../src/batch/question/plan.ts";
import { type ClientOptions, createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { reply, startRawServer } from "./raw_server.ts";

const KEY = "sk-canary-4711-secret";
const THESIS = { signal: "buy", confidence: 0.7, reasoning: "cheap" };
const WHOLE = { agent_thesis: THESIS, key_drivers: ["d"], risks: [] };

function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}) {
  return createClient({
    ...{ baseUrl, apiKey: KEY, fetch: networkFetch, clock: systemClock, newId: () => "id", random: () => 0 },
    ...options,
  });
}

/** Asks a service that answers with this body; returns what was read and what was sent. */
async function asking(body: unknown, request: string | RequestBody, options: Partial<ClientOptions> = {}) {
  await using server = startRawServer(({ send }) => send(reply(JSON.stringify(body))));
  const result = await clientOf(server.baseUrl, options).reason(request);
  const [head = "", sent = ""] = (server.requests[0] ?? "").split("\r\n\r\n");
  return { result, head, sent };
}

Deno.test("a row's plan builds the request of another service, and a pointer finds the thesis in its reply", async () => {
  const columns = findColumns(["ticker", "isin"], { name: "list.csv" });
  const body = { query: "{{prompt}}", opts: { isin: "{{isin}}", depth: 3 } };
  const plan = makePlan({ body, prompt: 'Judge "{{ticker}}"' }, columns);
  const ask = plan.ask({ row: 1, line: 2, ticker: "IBM", cells: ["IBM", "US4592001014"] });
  ok("request" in ask);
  const answered = { data: { items: [{ thesis: { ...WHOLE, cost: 2 } }] }, usage: { credits: 3 } };
  const { result, head, sent } = await asking(answered, ask.request, {
    model: "m",
    headers: { "X-Desk": " quant 7 " },
    path: "/research/v2/ask?depth=full",
    resultAt: "/data/items/0/thesis",
  });
  match(head, /^POST \/research\/v2\/ask\?depth=full HTTP\/1\.1\r\n/);
  match(head, /\r\nx-desk: quant 7\r\n/i);
  match(head, new RegExp(`\r\nauthorization: Bearer ${KEY}\r\n`));
  deepEqual(JSON.parse(sent), { query: 'Judge "IBM"', opts: { isin: "US4592001014", depth: 3 } });
  deepEqual(result, { ...WHOLE, cost: 2, wire: answered } as typeof result);
});

const SHAPES: readonly { when: string; body: unknown; resultAt?: string; is: unknown }[] = [
  { when: "the body itself is the thesis", body: WHOLE, is: WHOLE },
  { when: "the pointer is empty", body: WHOLE, resultAt: "", is: { ...WHOLE, wire: WHOLE } },
  {
    when: "signal, confidence and reasoning are at the pointer itself",
    body: { out: { ...THESIS, risks: ["r"] } },
    resultAt: "/out",
    is: {
      agent_thesis: THESIS,
      key_drivers: [],
      risks: ["r"],
      wire: { out: { ...THESIS, risks: ["r"] } },
    },
  },
  {
    when: "a language model answers with JSON as text",
    body: { choices: [{ message: { content: JSON.stringify(WHOLE) } }] },
    resultAt: "/choices/0/message/content",
    is: { ...WHOLE, wire: { choices: [{ message: { content: JSON.stringify(WHOLE) } }] } },
  },
  {
    when: "the body itself has a field named wire",
    body: { ...WHOLE, wire: 1 },
    is: { ...WHOLE, wire: { ...WHOLE, wire: 1 } },
  },
];
for (const { when, body, resultAt, is } of SHAPES) {
  Deno.test(`reason() reads the thesis and keeps the whole body when ${when}`, async () => {
    const { result } = await asking(body, "q", { resultAt });
    deepEqual(result, is as typeof result);
  });
}

const NO_THESIS = [
  { when: "there is no value", body: { a: 1 }, says: /^Cannot read thesis: there is no value at \/data\/0$/ },
  {
    when: "a field is missing",
    body: { data: [{ signal: "buy", reasoning: "r" }] },
    says: /^Cannot read thesis: \/data\/0: agent_thesis\.confidence: /,
  },
  { when: "the value is plain text", body: { data: ["buy"] }, says: /^Cannot read thesis: \/data\/0: / },
];
for (const { when, body, says } of NO_THESIS) {
  Deno.test(`reason() names the place it read when ${when}`, async () => {
    await rejects(asking(body, "q", { resultAt: "/data/0" }), (error) => {
      ok(error instanceof ProtocolError && error.excerpt === JSON.stringify(body));
      match(error.message, says);
      return true;
    });
  });
}

const BODIES: readonly { when: string; request: string | RequestBody; sends: unknown }[] = [
  { when: "a question is asked", request: "q", sends: { input: "q", model: "m" } },
  {
    when: "the body has the specification's shape",
    request: { input: "q", include: [] },
    sends: { input: "q", include: [], model: "m" },
  },
  { when: "the body names a model", request: { input: "q", model: "n" }, sends: { input: "q", model: "n" } },
  { when: "the body has another shape", request: { query: "q" }, sends: { query: "q" } },
  { when: "the body has an input and more", request: { input: "q", k: 1 }, sends: { input: "q", k: 1 } },
];
for (const { when, request, sends } of BODIES) {
  Deno.test(`reason() adds the model only to a body of the specification's shape: ${when}`, async () => {
    deepEqual(JSON.parse((await asking(WHOLE, request, { model: "m" })).sent), sends);
  });
}

Deno.test("custom headers are sent with every request, and never replace the client's", async () => {
  await using server = startRawServer(({ request, send }) =>
    send(reply(request.startsWith("GET") ? "file" : JSON.stringify(WHOLE)))
  );
  const research = clientOf(server.baseUrl, { headers: { "X-Desk": "7", "Last-Event-ID": "4" } });
  await research.reason("q");
  await research.file({ file_id: "f" });
  await rejects(research.stream("q").final());
  equal(server.requests.length, 3);
  for (const request of server.requests) match(request, /\r\nx-desk: 7\r\n/i);
  for (const request of server.requests) match(request, new RegExp(`\r\nauthorization: Bearer ${KEY}\r\n`));
});

const SECRET = "aB3dE6gH9jK2mN5pQ8sT1v";
const UNUSABLE: readonly { when: string; options: Partial<ClientOptions>; says: RegExp }[] = [
  {
    when: "a header is Authorization",
    options: { headers: { authorization: SECRET } },
    says: /set CONVICTION_API_KEY/,
  },
  { when: "a header names a key", options: { headers: { "X-Api-Key": SECRET } }, says: /set CONVICTION_API_KEY/ },
  {
    when: "a header contains what looks like a key",
    options: { headers: { "X-A": SECRET } },
    says: /looks like a key/,
  },
  { when: "a header contains the key", options: { headers: { "X-A": `a ${KEY}` } }, says: /looks like a key/ },
  {
    when: "a header contains a key that looks like plain words",
    options: { apiKey: "plain-words", headers: { "X-A": "some plain-words" } },
    says: /looks like a key/,
  },
  { when: "a header is for a proxy", options: { headers: { "Proxy-Foo": "1" } }, says: /names a key/ },
  { when: "a header is the client's", options: { headers: { "Content-Type": "a/b" } }, says: /the client sets it/ },
  { when: "a header would split the head", options: { headers: { "X-A": "a\r\nX-B: b" } }, says: /one line/ },
  { when: "a header is not ASCII", options: { headers: { "X-A": "ü" } }, says: /visible ASCII/ },
  { when: "a header is empty", options: { headers: { "X-A": " " } }, says: /no value/ },
  { when: "a name is invalid", options: { headers: { "X A": "1" } }, says: /not a valid header name/ },
  { when: "a header is given twice", options: { headers: { "X-A": "1", "x-a": "2" } }, says: /twice/ },
  { when: "the path has no slash", options: { path: "ask" }, says: /must start with a slash/ },
  { when: "the path contains ..", options: { path: "/../x" }, says: /must not leave the address/ },
  { when: "the path is another host", options: { path: "//evil.example/x" }, says: /must not leave the address/ },
  { when: "the path contains a key", options: { path: `/ask?api_key=${SECRET}` }, says: /contains a key/ },
  { when: "the pointer is invalid", options: { resultAt: "data.items" }, says: /RFC 6901/ },
];
for (const { when, options, says } of UNUSABLE) {
  Deno.test(`createClient() throws before anything is sent, without showing the value, when ${when}`, () => {
    throws(() => clientOf("http://service.invalid", options), (error) => {
      ok(error instanceof TypeError);
      match(error.message, says);
      return !error.message.includes(SECRET) && !error.message.includes(KEY);
    });
  });
}
