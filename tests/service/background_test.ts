/** Responses that outlive their connections. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ServiceLimits } from "../../src/service/mod.ts";
import { type FakeService, fakeService, KEY, OTHER_KEY, post, type PostOptions } from "./service_fixture.ts";

const RESPONSES = "http://a/v1/responses";

/** Requests a background response, streamed by default. */
async function begin(
  { service }: FakeService,
  input: string,
  options: PostOptions & { readonly stream?: boolean } = {},
) {
  const { stream = true, ...rest } = options;
  const response = await service(post(RESPONSES, { input, background: true, stream }, rest));
  return { response, id: response.headers.get("conviction-response-id") ?? "" };
}

async function get({ service }: FakeService, path: string, { key = KEY } = {}): Promise<Response> {
  return await service(new Request(`${RESPONSES}/${path}`, { headers: { authorization: `Bearer ${key}` } }));
}

const cancel = ({ service }: FakeService, id: string, options: PostOptions = {}) =>
  service(post(`${RESPONSES}/${id}/cancel`, "", options));

/** A stream that starts after the last event waits for the end. */
const ended = async (fake: FakeService, id: string) =>
  equal(await (await get(fake, `${id}?stream=true&starting_after=1000`)).text(), "");

const piecesOf = (text: string) => text.split("\n\n").slice(0, -1);
const errorOf = async (response: Response) => [response.status, (await response.json()).error.code];

/** Reads a number of events, then drops the connection. */
async function readPieces({ body }: Response, count: number): Promise<string[]> {
  const reader = body?.getReader();
  const pieces: string[] = [];
  while (reader && pieces.length < count) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(...piecesOf(new TextDecoder().decode(value)));
  }
  await reader?.cancel();
  return pieces;
}

Deno.test("a dropped background stream resumes exactly after any number, any number of times", async () => {
  const fake = fakeService();
  const { response, id } = await begin(fake, "Analyse AAPL");
  const whole = piecesOf(await response.text());
  ok(whole.length > 20);
  for (let after = -1; after <= whole.length; after++) {
    const query = after < 0 ? "stream=true" : `stream=true&starting_after=${after}`;
    const rest = await get(fake, `${id}?${query}`);
    equal(rest.headers.get("content-type"), "text/event-stream; charset=utf-8");
    deepEqual(piecesOf(await rest.text()), whole.slice(after + 1));
  }
  equal(fake.questions.length, 1);
});

Deno.test("the agent continues without a reader, and a returning reader gets past and future events", async () => {
  const fake = fakeService();
  const { response, id } = await begin(fake, "wait");
  const seen = await readPieces(response, 3);
  await fake.gate.waiting.promise;
  equal(fake.questions[0]?.signal.aborted, false);
  const rest = await get(fake, `${id}?stream=true&starting_after=2`);
  const other = await get(fake, `${id}?stream=true`);
  fake.gate.open.resolve();
  const [after, whole] = [piecesOf(await rest.text()), piecesOf(await other.text())];
  deepEqual([...seen, ...after], whole);
  equal(whole.at(-1), "data: [DONE]");
  deepEqual(
    whole.slice(0, -1).map((piece) => JSON.parse(piece.slice(6)).sequence_number),
    [...whole.keys()].slice(0, -1),
  );
});

Deno.test("a background response without a stream returns its id at once and reports its status", async () => {
  const fake = fakeService();
  const { response, id } = await begin(fake, "wait", { stream: false });
  const created = await response.json();
  equal(created.id, id);
  await fake.gate.waiting.promise;
  const now = await (await get(fake, id)).json();
  deepEqual([now.status, now.background, now.store], ["in_progress", true, true]);
  deepEqual(now.output.map(({ type }: { readonly type: string }) => type), ["function_call", "function_call_output"]);
  fake.gate.open.resolve();
  const events = piecesOf(await (await get(fake, `${id}?stream=true`)).text());
  const completed = JSON.parse(events.at(-2)?.slice(6) ?? "");
  deepEqual(await (await get(fake, id)).json(), completed.response);
  equal(completed.response.status, "completed");
});

Deno.test("a failed background response reports the failure to every caller", async () => {
  const fake = fakeService();
  const { response, id } = await begin(fake, "late failure");
  const last = JSON.parse(piecesOf(await response.text()).at(-2)?.slice(6) ?? "");
  deepEqual([last.type, last.code], ["error", "internal_error"]);
  const { status, error } = await (await get(fake, id)).json();
  deepEqual([status, error.code], ["failed", "internal_error"]);
  equal(fake.failures.length, 1);
});

Deno.test("a refused question is an error status also in the background, and nothing is kept", async () => {
  const { response, id } = await begin(fakeService(), "bad date");
  deepEqual([await errorOf(response), id], [[400, "invalid_as_of"], ""]);
});

Deno.test("leaving before the reply begins stops the agent, because the response's id is unknown", async () => {
  const fake = fakeService();
  const caller = new AbortController();
  const begun = begin(fake, "wait first", { signal: caller.signal });
  await fake.gate.waiting.promise;
  caller.abort();
  equal((await begun).response.status, 503);
  await fake.gate.left.promise;
  equal(fake.questions[0]?.signal.aborted, true);
});

Deno.test("cancel stops the agent, ends every stream with an error event, and may be repeated", async () => {
  const fake = fakeService();
  const { response, id } = await begin(fake, "wait");
  await fake.gate.waiting.promise;
  const cancelled = await (await cancel(fake, id)).json();
  await fake.gate.left.promise;
  deepEqual([cancelled.id, cancelled.status, cancelled.error.code], [id, "cancelled", "cancelled"]);
  const [error, done] = piecesOf(await response.text()).slice(-2);
  match(error ?? "", /"type":"error".*"code":"cancelled","message":"Cannot finish the answer: it was cancelled"/);
  equal(done, "data: [DONE]");
  deepEqual(await (await cancel(fake, id)).json(), cancelled);
});

Deno.test("cancel changes nothing once the response is complete", async () => {
  const fake = fakeService();
  const { response, id } = await begin(fake, "a");
  await response.text();
  equal((await (await cancel(fake, id)).json()).status, "completed");
});

Deno.test("only its owner can access a background response", async () => {
  const fake = fakeService();
  const { response, id } = await begin(fake, "a");
  await response.text();
  const replies = [
    get(fake, id, { key: OTHER_KEY }),
    get(fake, `${id}?stream=true`, { key: OTHER_KEY }),
    cancel(fake, id, { key: OTHER_KEY }),
    get(fake, `resp_${"f".repeat(32)}`),
  ];
  for (const reply of replies) deepEqual(await errorOf(await reply), [404, "not_found"]);
});

Deno.test("the events of a response without background are not kept, and the refusal says what is", async () => {
  const fake = fakeService();
  const { id } = await (await fake.service(post(RESPONSES, { input: "a" }))).json();
  const refused = await get(fake, `${id}?stream=true`);
  const { error } = await refused.json();
  deepEqual([refused.status, error.code, error.param], [400, "events_not_kept", "stream"]);
  match(error.message, /get it without stream=true/);
});

const QUERIES = [
  { query: "stream=yes", param: "stream" },
  { query: "stream=true&starting_after=-1", param: "starting_after" },
  { query: "stream=true&starting_after=1.5", param: "starting_after" },
  { query: `stream=true&starting_after=${"9".repeat(16)}`, param: "starting_after" },
  { query: "starting_after=1", param: "starting_after" },
];
for (const { query, param } of QUERIES) {
  Deno.test(`get response rejects ?${query} and names the parameter`, async () => {
    const fake = fakeService();
    const { response, id } = await begin(fake, "a");
    await response.text();
    const refused = await get(fake, `${id}?${query}`);
    const { error } = await refused.json();
    deepEqual([refused.status, error.code, error.param], [400, "invalid_request", param]);
  });
}

Deno.test("each operation on a response accepts its own method only", async () => {
  const fake = fakeService();
  const path = `${RESPONSES}/resp_${"0".repeat(32)}`;
  const refused = await fake.service(post(path, "{}"));
  deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD, DELETE"]);
  const other = await get(fake, `resp_${"0".repeat(32)}/cancel`);
  deepEqual([other.status, other.headers.get("allow")], [405, "POST"]);
});

/** A service on a manual clock. */
function withClock(limits: Partial<ServiceLimits>) {
  const time = { ms: Date.parse("2018-01-02T00:00:00Z") };
  return { time, fake: fakeService({ limits, clock: { now: () => new Date(time.ms), schedule: () => () => {} } }) };
}

Deno.test("a background response is kept for a time after its end, and then is 410 with a reason", async () => {
  const { fake, time } = withClock({ backgroundKeptMs: 60_000, maxResponseBytes: 0 });
  const { id } = await begin(fake, "wait");
  await fake.gate.waiting.promise;
  time.ms += 3_600_000; // while it runs, no time counts
  fake.gate.open.resolve();
  await (await get(fake, `${id}?stream=true`)).text();
  time.ms += 59_999;
  equal((await get(fake, id)).status, 200);
  time.ms += 1;
  const gone = await get(fake, `${id}?stream=true&starting_after=3`);
  const { error } = await gone.json();
  deepEqual([gone.status, error.code], [410, "response_expired"]);
  match(error.message, /no longer kept; the service keeps events for 60 s, 67108864 bytes in total/);
  for (const reply of [get(fake, id), cancel(fake, id)]) {
    deepEqual(await errorOf(await reply), [410, "response_expired"]);
  }
  deepEqual(await errorOf(await get(fake, id, { key: OTHER_KEY })), [404, "not_found"]);
});

Deno.test("background responses stay within their budget: the oldest finished ones are dropped", async () => {
  const fake = fakeService({ limits: { maxBackgroundBytes: 100_000, maxResponseBytes: 0 } });
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    const { response, id } = await begin(fake, "a");
    await response.text();
    ids.push(id);
  }
  const statuses = await Promise.all(ids.map(async (id) => (await get(fake, id)).status));
  deepEqual(statuses, statuses.toSorted((a, b) => b - a)); // 410 for the oldest, then 200
  deepEqual([statuses[0], statuses.at(-1)], [410, 200]);
});

Deno.test("a single response over the budget loses its oldest events, never its newest", async () => {
  const fake = fakeService({ limits: { maxBackgroundBytes: 20_000 } });
  const { id } = await begin(fake, "a", { stream: false });
  const whole = piecesOf(await (await fakeService().service(post(RESPONSES, { input: "a", stream: true }))).text());
  const status = async (after: number) => (await get(fake, `${id}?stream=true&starting_after=${after}`)).status;
  await ended(fake, id);
  equal(await status(0), 410);
  equal(await status(whole.length - 2), 200);
  const rest = await (await get(fake, `${id}?stream=true&starting_after=${whole.length - 3}`)).text();
  match(rest, /^data: \{"type":"response.completed".*\n\ndata: \[DONE\]\n\n$/);
});

Deno.test("a reader who falls behind the budget is disconnected, and a resume reports that its events are gone", async () => {
  const fake = fakeService({ limits: { maxBackgroundBytes: 20_000 } });
  const { response, id } = await begin(fake, "wait");
  const reader = response.body?.getReader();
  await reader?.read();
  await fake.gate.waiting.promise;
  fake.gate.open.resolve();
  await ended(fake, id);
  equal(await reader?.read().then(() => "read", () => "cut"), "cut");
  deepEqual(await errorOf(await get(fake, `${id}?stream=true&starting_after=0`)), [410, "response_expired"]);
});

Deno.test("a second delivery of one key joins the background response, while it runs and after", async () => {
  const fake = fakeService();
  const headers = { "idempotency-key": "key-1" };
  const first = await begin(fake, "wait", { headers });
  await fake.gate.waiting.promise;
  const second = await begin(fake, "wait", { headers });
  fake.gate.open.resolve();
  const texts = await Promise.all([first.response.text(), second.response.text()]);
  const third = await begin(fake, "wait", { headers });
  deepEqual([second.id, third.id, texts[1], await third.response.text()], [first.id, first.id, texts[0], texts[0]]);
  equal(fake.questions.length, 1);
  const other = await begin(fake, "a", { headers });
  deepEqual(await errorOf(other.response), [422, "idempotency_key_reused"]);
});

Deno.test("a second delivery also joins before the first has its reply, and after the first has left", async () => {
  const fake = fakeService();
  const headers = { "idempotency-key": "key-1" };
  const caller = new AbortController();
  const first = begin(fake, "wait first", { headers, signal: caller.signal });
  const second = begin(fake, "wait first", { headers });
  await fake.gate.waiting.promise;
  caller.abort();
  equal((await first).response.status, 503);
  fake.gate.open.resolve();
  match(await (await second).response.text(), /"response.completed"/);
  equal(fake.questions.length, 1);
});

Deno.test("a key whose background response was dropped is never executed again", async () => {
  const { fake, time } = withClock({ backgroundKeptMs: 60_000 });
  const headers = { "idempotency-key": "key-1" };
  await (await begin(fake, "a", { headers })).response.text();
  time.ms += 60_000;
  deepEqual(await errorOf((await begin(fake, "a", { headers })).response), [410, "response_expired"]);
  equal(fake.questions.length, 1);
});

Deno.test("background work holds its slot until it ends, and one key cannot take every slot", async () => {
  const fake = fakeService({ limits: { maxConcurrentPerKey: 1 } });
  const { response, id } = await begin(fake, "wait");
  await response.body?.cancel();
  deepEqual(await errorOf((await begin(fake, "a")).response), [429, "too_many_requests"]);
  await (await begin(fake, "a", { key: OTHER_KEY })).response.text();
  await cancel(fake, id);
  equal((await begin(fake, "a", { stream: false })).response.status, 200);
});

Deno.test("GET /v1/limits reports the limits of the service; an absent limit is null", async () => {
  const { service } = fakeService({ limits: { maxConcurrent: Infinity, backgroundKeptMs: 1000 } });
  const headers = { authorization: `Bearer ${KEY}` };
  deepEqual(await (await service(new Request("http://a/v1/limits", { headers }))).json(), {
    max_body_bytes: 1048576,
    max_question_bytes: 32768,
    max_concurrent: null,
    max_concurrent_per_key: 128,
    max_wait_ms: 0,
    answers: { max_kept_bytes: 0 },
    idempotency: { max_kept_bytes: 16777216, kept_ms: 86400000 },
    background: { max_kept_bytes: 67108864, run_ms: 1800000, kept_ms: 1000 },
    responses: { max_kept_bytes: 67108864, kept_ms: 86400000 },
    files: { max_kept_bytes: 268435456, kept_ms: 86400000 },
  });
});
