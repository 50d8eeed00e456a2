/** Finished responses that are kept: read, listed, deleted, expired; in memory and in a folder. */
import { DatabaseSync } from "node:sqlite";
import { deepEqual, equal, match } from "../assert.ts";
import { type ServiceSettings, ServiceState } from "../../src/service/mod.ts";
import { MemoryResponseStore } from "../../src/service/response_store.ts";
import {
  countingIds,
  type FakeService,
  fakeService,
  KEY,
  OTHER_KEY,
  post,
  type PostOptions,
} from "./service_fixture.ts";
import { VERSION_1_STATE } from "./version_1.ts";

const RESPONSES = "http://a/v1/responses";
const START_MS = Date.parse("2018-01-02T00:00:00Z");
const DAY_MS = 86_400_000;

/** A JSON value whose fields are not declared. */
// deno-lint-ignore no-explicit-any
type Wire = any;

/** A service on a clock that stands still until it is moved, and a folder where one is used. */
interface Place {
  readonly fake: FakeService;
  readonly time: { ms: number };
  /** The same after a restart; in memory, the same service. */
  restart(): Promise<Place>;
  close(): Promise<void>;
}

interface Limits {
  readonly maxResponseBytes?: number;
  readonly maxFileBytes?: number;
  readonly keptMs?: number;
}

type Open = (limits?: Limits) => Promise<Place>;

function clockOf(time: { ms: number }) {
  return { now: () => new Date(time.ms), schedule: () => () => {} };
}

const inMemory: Open = ({ maxResponseBytes, keptMs } = {}) => {
  const time = { ms: START_MS };
  const limits = {
    ...(maxResponseBytes !== undefined && { maxResponseBytes }),
    ...(keptMs !== undefined && { keptMs }),
  };
  const place: Place = {
    time,
    fake: fakeService({ limits, clock: clockOf(time) }),
    restart: () => Promise.resolve(place),
    close: () => place.fake.service.close(),
  };
  return Promise.resolve(place);
};

const newStateId = countingIds();

const inFolder: Open = async (limits = {}) => {
  const folder = await Deno.makeTempDir();
  return opened(folder, { limits, time: { ms: START_MS } });
};

function opened(
  folder: string,
  { limits, time }: { readonly limits: Limits; readonly time: { ms: number } },
): Place {
  const clock = clockOf(time);
  const state = ServiceState.open(`${folder}/state`, { newId: newStateId, clock, ...limits });
  const stores: Partial<ServiceSettings> = {
    ...{ fileStore: state.files, replyStore: state.replies, responseStore: state.responses },
    newId: newStateId,
  };
  const fake = fakeService({ ...stores, clock });
  const stop = async () => {
    await fake.service.close();
    await state.close();
  };
  return {
    ...{ fake, time },
    restart: async () => {
      await stop();
      return opened(folder, { limits, time });
    },
    close: async () => {
      await stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const PLACES = [{ where: "in memory", open: inMemory }, { where: "in a folder", open: inFolder }] as const;

/** Opens a place for a test, and closes it. */
function testIn(name: string, limits: Limits, use: (place: Place) => Promise<Place | void>): void {
  for (const { where, open } of PLACES) {
    Deno.test(`${name}, ${where}`, async () => {
      const place = await open(limits);
      await (await use(place) ?? place).close();
    });
  }
}

async function create({ fake }: Place, body: object = {}, options: PostOptions = {}): Promise<Wire> {
  return await (await fake.service(post(RESPONSES, { input: "a", ...body }, options))).json();
}

function send({ fake }: Place, method: string, url: string, { key = KEY } = {}): Promise<Response> {
  return fake.service(new Request(url, { method, headers: { authorization: `Bearer ${key}` } }));
}

const get = (place: Place, path: string, options: { readonly key?: string } = {}) =>
  send(place, "GET", `${RESPONSES}/${path}`, options);
const remove = (place: Place, id: string, options: { readonly key?: string } = {}) =>
  send(place, "DELETE", `${RESPONSES}/${id}`, options);
const errorOf = async (reply: Response) => [reply.status, (await reply.json()).error.code];

/** Reads an error of a reply that must be one, with its message. */
async function holds(
  reply: Response,
  expected: { readonly status: number; readonly code: string; readonly says: RegExp },
) {
  const { error } = await reply.json();
  deepEqual([reply.status, error.code], [expected.status, expected.code]);
  match(error.message, expected.says);
}

const WAYS = [
  { how: "at once", path: "/v1/responses", body: {} },
  { how: "streamed", path: "/v1/responses", body: { stream: true } },
  { how: "in the background", path: "/v1/responses", body: { background: true, stream: true } },
  { how: "in the other dialect", path: "/openai/v1/responses", body: {} },
  { how: "streamed in the other dialect", path: "/openai/v1/responses", body: { stream: true } },
] as const;
for (const { how, path, body } of WAYS) {
  testIn(`a response that was made ${how} is read again as it was`, {}, async (place) => {
    const reply = await place.fake.service(post(`http://a${path}`, { input: "a", ...body }));
    const text = await reply.text();
    const made: Wire = "stream" in body
      ? JSON.parse(text.split("\n\n").at(-3)?.slice("data: ".length) ?? "").response
      : JSON.parse(text);
    equal(made.status, "completed");
    const later = await place.restart();
    const read = await get(later, made.id);
    deepEqual([read.status, read.headers.get("content-type")], [200, "application/json"]);
    deepEqual(await read.json(), made);
    deepEqual(await (await send(later, "GET", `http://a/openai/v1/responses/${made.id}`)).json(), made);
    return later;
  });
}

testIn("a stream holds no event that says completed before the response can be continued", {}, async (place) => {
  const { body } = await place.fake.service(post(RESPONSES, { input: "a", stream: true }));
  for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    if (!text.includes('"type":"response.completed"')) continue;
    const { id } = JSON.parse(text.split("\n")[0]?.slice("data: ".length) ?? "").response;
    equal((await create(place, { input: "b", previous_response_id: id })).status, "completed");
  }
  equal(place.fake.questions.length, 2);
});

testIn("what did not complete, and what was not to be stored, is unknown afterwards", {}, async (place) => {
  const { id } = await create(place, { store: false });
  deepEqual(await errorOf(await get(place, id)), [404, "not_found"]);
  const failed = await place.fake.service(post(RESPONSES, { input: "late failure", stream: true }));
  const [, created = ""] = /"id":"(resp_\w+)"/.exec(await failed.text()) ?? [];
  deepEqual(await errorOf(await get(place, created)), [404, "not_found"]);
});

testIn("the items of the input are listed as they were sent, each with a type and an identifier", {}, async (place) => {
  const { id } = await create(place, {
    input: [
      { role: "user", content: "first" },
      { role: "assistant", content: "said" },
      { type: "function_call_output", id: "fco_1", call_id: "c", output: "{}" },
      { type: "message", id: "msg_own", role: "user", content: [{ type: "input_text", text: "last" }] },
    ],
  });
  const list = await (await get(place, `${id}/input_items?order=asc`)).json();
  deepEqual([list.object, list.has_more, list.first_id, list.last_id], ["list", false, list.data[0].id, "msg_own"]);
  match(list.data[0].id, /^msg_[0-9a-f]{32}$/);
  deepEqual(list.data.map(({ id: _, ...item }: Wire) => item), [
    { type: "message", role: "user", status: "completed", content: [{ type: "input_text", text: "first" }] },
    { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "said" }] },
    { type: "function_call_output", call_id: "c", output: "{}" },
    { type: "message", role: "user", status: "completed", content: [{ type: "input_text", text: "last" }] },
  ]);
  const text = await create(place, { input: "Analyse AAPL" });
  const [only] = (await (await get(place, `${text.id}/input_items`)).json()).data;
  deepEqual(only.content, [{ type: "input_text", text: "Analyse AAPL" }]);
});

const PAGES = [
  { query: "", items: "edcba", more: false },
  { query: "?order=asc", items: "abcde", more: false },
  { query: "?limit=2", items: "ed", more: true },
  { query: "?limit=2&after=d", items: "cb", more: true },
  { query: "?limit=2&after=b", items: "a", more: false },
  { query: "?order=asc&after=c&limit=100", items: "de", more: false },
  { query: "?order=asc&after=e", items: "", more: false },
] as const;
for (const { query, items, more } of PAGES) {
  Deno.test(`input_items${query} lists ${items || "none"}${more ? ", and that there are more" : ""}`, async () => {
    const place = await inMemory();
    const input = [..."abcde"].map((id) => ({ type: "message", id, role: "user", content: id }));
    const { id } = await create(place, { input });
    const list = await (await get(place, `${id}/input_items${query}`)).json();
    deepEqual([list.data.map((item: Wire) => item.id).join(""), list.has_more], [items, more]);
    deepEqual([list.first_id, list.last_id], [items[0] ?? null, items.at(-1) ?? null]);
  });
}

for (
  const [query, param] of [["order=up", "order"], ["limit=0", "limit"], ["limit=101", "limit"], ["after=none", "after"]]
) {
  Deno.test(`input_items rejects ?${query} and names the parameter`, async () => {
    const place = await inMemory();
    const { id } = await create(place);
    const reply = await get(place, `${id}/input_items?${query}`);
    const { error } = await reply.json();
    deepEqual([reply.status, error.code, error.param], [400, "invalid_request", param]);
  });
}

testIn("a deleted response is unknown, and cannot be continued or deleted again", {}, async (place) => {
  const { id } = await create(place);
  const deleted = await remove(place, id);
  deepEqual([deleted.status, await deleted.json()], [200, { id, object: "response", deleted: true }]);
  const later = await place.restart();
  for (
    const reply of [get(later, id), get(later, `${id}?stream=true`), get(later, `${id}/input_items`), remove(later, id)]
  ) {
    deepEqual(await errorOf(await reply), [404, "not_found"]);
  }
  equal((await create(later, { previous_response_id: id })).error.code, "previous_response_not_found");
  return later;
});

testIn("only its owner reads, lists, cancels, continues and deletes a response", {}, async (place) => {
  const { id } = await create(place);
  const other = { key: OTHER_KEY };
  const cancel = (options: PostOptions) => place.fake.service(post(`${RESPONSES}/${id}/cancel`, "", options));
  const replies = [
    get(place, id, other),
    get(place, `${id}?stream=true`, other),
    get(place, `${id}/input_items`, other),
  ];
  for (const reply of [...replies, cancel(other), remove(place, id, other)]) {
    deepEqual(await errorOf(await reply), [404, "not_found"]);
  }
  equal((await create(place, { previous_response_id: id }, other)).error.code, "previous_response_not_found");
  equal((await get(place, id)).status, 200);
  equal((await (await cancel({})).json()).status, "completed"); // it has ended: cancelling has no effect
});

testIn("a response that runs in the background is cancelled and gone when it is deleted", {}, async (place) => {
  const { id } = await create(place, { input: "wait", background: true });
  await place.fake.gate.waiting.promise;
  deepEqual(await errorOf(await get(place, `${id}/input_items`)), [409, "response_not_completed"]);
  equal((await remove(place, id)).status, 200);
  await place.fake.gate.left.promise;
  deepEqual(await errorOf(await get(place, id)), [404, "not_found"]);
});

testIn(
  "after its time a response is 410 with the rule for its owner, and 404 for others",
  { keptMs: 2 * DAY_MS },
  async (place) => {
    const { id } = await create(place);
    place.time.ms += 2 * DAY_MS - 1;
    equal((await get(place, id)).status, 200);
    place.time.ms += 1;
    const expected = {
      status: 410,
      code: "response_expired",
      says: /no longer kept; the service keeps responses for 2 days, \d+ bytes in total$/,
    };
    await holds(await get(place, id), expected);
    await create(place); // whatever is kept next removes it
    const later = await place.restart();
    for (const reply of [get(later, id), get(later, `${id}/input_items`), remove(later, id)]) {
      await holds(
        await reply,
        expected,
      );
    }
    deepEqual(await errorOf(await get(later, id, { key: OTHER_KEY })), [404, "not_found"]);
    equal((await create(later, { previous_response_id: id })).error.code, "previous_response_not_found");
    return later;
  },
);

testIn("over its bytes the oldest response goes first, and is 410", { maxResponseBytes: 20_000 }, async (place) => {
  const ids: string[] = [];
  for (let count = 0; count < 6; count++) ids.push((await create(place)).id);
  const later = await place.restart();
  const statuses = await Promise.all(ids.map(async (id) => (await get(later, id)).status));
  deepEqual([statuses[0], statuses.at(-1)], [410, 200]);
  deepEqual(statuses, statuses.toSorted((a, b) => b - a));
  return later;
});

testIn(
  "a file that is no longer kept says file_expired to its owner, with the rule, and 404 to others",
  {},
  async (place) => {
    const { metadata: { files: [{ file_id }] } } = await create(place);
    const url = `http://a/v1/files/${file_id}`;
    place.time.ms += 29 * DAY_MS;
    const isKept = (await send(place, "GET", url)).status === 200; // a day in memory, 30 in a folder
    place.time.ms += DAY_MS;
    const says = isKept ? /the service keeps files for 30 days, / : /the service keeps files for 24 h, /;
    await holds(await send(place, "GET", url), { status: 410, code: "file_expired", says });
    await create(place);
    const later = await place.restart();
    await holds(await send(later, "GET", url), { status: 410, code: "file_expired", says });
    deepEqual(await errorOf(await send(later, "GET", url, { key: OTHER_KEY })), [404, "not_found"]);
    deepEqual(await errorOf(await send(later, "GET", `http://a/v1/files/file_${"f".repeat(32)}`)), [404, "not_found"]);
    return later;
  },
);

testIn(
  "a reply is kept for its Idempotency-Key as long, and then its request runs again",
  { keptMs: 60_000 },
  async (place) => {
    const headers = { "idempotency-key": "k" };
    const first = await create(place, {}, { headers });
    place.time.ms += 59_999;
    equal((await create(place, {}, { headers })).id, first.id);
    place.time.ms += 1;
    const again = await create(place, {}, { headers });
    equal(place.fake.questions.length, 2);
    equal(again.status, "completed");
  },
);

testIn(
  "GET /v1/limits says how much and how long, of everything that is kept",
  { keptMs: 2 * DAY_MS },
  async (place) => {
    const { idempotency, responses, background } = await (await send(place, "GET", "http://a/v1/limits")).json();
    deepEqual([idempotency.kept_ms, responses.kept_ms, background.kept_ms], [2 * DAY_MS, 2 * DAY_MS, 1_800_000]);
    for (const { max_kept_bytes } of [idempotency, responses, background]) equal(typeof max_kept_bytes, "number");
  },
);

for (const where of ["in memory", "in a folder"]) {
  Deno.test(`a store ${where} finds and deletes for the owner only, whoever asks it`, async () => {
    const folder = await Deno.makeTempDir();
    const clock = clockOf({ ms: START_MS });
    await using state = ServiceState.open(`${folder}/state`, { newId: countingIds(), clock });
    const memory = new MemoryResponseStore({ maxBytes: 1e6, keptMs: DAY_MS }, clock);
    const store = where === "in memory" ? memory : state.responses;
    const response = { id: "resp_1", owner: "me", object: "{}", input: "[]", asked: ["a"] };
    await store.keep(response);
    await store.delete("resp_1", "other");
    deepEqual([store.find("resp_1", "other"), store.find("resp_1", "me")], [undefined, response]);
    await store.delete("resp_1", "me");
    equal(store.find("resp_1", "me"), undefined);
    await state.close();
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("a store that cannot keep a response refuses it, and ends its stream with an error instead of completed", async () => {
  const responseStore = {
    maxBytes: 1e6,
    keptMs: Infinity,
    keep: () => Promise.reject(new Error("disk full")),
    find: () => undefined,
    delete: () => Promise.resolve(),
  };
  const fake = fakeService({ responseStore });
  equal((await fake.service(post(RESPONSES, { input: "a" }))).status, 500);
  const text = await (await fake.service(post(RESPONSES, { input: "a", stream: true }))).text();
  match(text, /"type":"error"/);
  equal(text.includes("response.completed"), false);
  equal((await fake.service(post(RESPONSES, { input: "a", store: false }))).status, 200);
});

Deno.test("a folder of version 1 is brought to this version: what it holds stays, and grows old from then on", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/state`);
  const old = new DatabaseSync(`${folder}/state/state.sqlite`);
  old.exec(VERSION_1_STATE);
  old.close();
  const time = { ms: START_MS };
  const open = () =>
    ServiceState.open(`${folder}/state`, { newId: countingIds(), clock: clockOf(time), keptMs: DAY_MS });
  {
    await using state = open();
    equal(state.replies.find("owner_1 key-1")?.reply?.body, '{"a":1}');
    equal((await state.files.find(`file_${"1".padStart(32, "0")}`, "owner_1"))?.filename, "AAPL.csv");
  }
  time.ms += DAY_MS;
  {
    await using state = open();
    equal(state.replies.find("owner_1 key-1"), undefined);
    equal(await state.files.find(`file_${"1".padStart(32, "0")}`, "owner_1"), undefined);
    equal(await state.files.isGone?.(`file_${"1".padStart(32, "0")}`, "owner_1"), true);
  }
  const database = new DatabaseSync(`${folder}/state/state.sqlite`);
  deepEqual(
    database.prepare("SELECT name, bytes FROM sums ORDER BY name").all().map(({ name, bytes }) => [name, bytes]),
    [
      ["files", 0],
      ["replies", 0],
      ["responses", 0],
    ],
  );
  database.close();
  await Deno.remove(folder, { recursive: true });
});
