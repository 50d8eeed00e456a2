/** Questions that lean on those before them: by the history in the input, and by `previous_response_id`. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import { createService, MemoryFileStore, systemClock } from "../../src/service/mod.ts";
import { ports } from "../agent/ask.ts";
import {
  countingIds,
  type FakeService,
  fakeService,
  KEY,
  OTHER_KEY,
  post,
  type PostOptions,
} from "./service_fixture.ts";

const BASES = ["http://a/v1", "http://a/openai/v1"] as const;
const RESPONSES = `${BASES[0]}/responses`;

/** A JSON value whose fields are not declared. */
// deno-lint-ignore no-explicit-any
type Wire = any;

/** The real analyst behind a service, without charts. */
function analystService() {
  const newId = countingIds();
  const fileStore = new MemoryFileStore({ newId });
  const analyst = createAnalyst(ports());
  return createService({
    agent: (question) => analyst({ ...question, files: false }),
    fileStore,
    apiKeys: [KEY],
    clock: systemClock,
    newId,
  });
}

/** The response object of a reply, streamed or not. */
async function objectOf(reply: Response): Promise<Wire> {
  equal(reply.status, 200);
  if (!reply.headers.get("content-type")?.startsWith("text/event-stream")) return await reply.json();
  const events: Wire[] = (await reply.text()).split("\n\n").filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)));
  return events.at(-1).response;
}

const textOf = ({ output }: Wire): string => output.at(-1).content[0].text;
const subjectOf = ({ metadata: { thesis } }: Wire) =>
  (typeof thesis === "string" ? JSON.parse(thesis) : thesis).metadata.subject;

for (const base of BASES) {
  for (const how of [{}, { stream: true }, { background: true, stream: true }]) {
    Deno.test(`"And its drawdown?" is about the company of the response before: ${base}, ${JSON.stringify(how)}`, async () => {
      const service = analystService();
      const ask = async (body: object) => await objectOf(await service(post(`${base}/responses`, { ...how, ...body })));
      const first = await ask({ input: "Analyse AAPL" });
      const second = await ask({ input: "And its drawdown?", previous_response_id: first.id });
      equal(subjectOf(second), "AAPL");
      match(
        textOf(second),
        /^About Apple \(AAPL\), from the question before\.\n\n\*\*Apple's maximum drawdown is /,
      );
      deepEqual([second.store, second.previous_response_id], [true, first.id]);
      const third = await ask({ input: "and Microsoft?", previous_response_id: second.id });
      equal(subjectOf(third), "MSFT");
      match(textOf(third), /^Asked as before, "And its drawdown\?", about Microsoft \(MSFT\)/);
      await service.close();
    });
  }
}

Deno.test("history in the input does the same, with what was answered between", async () => {
  const service = analystService();
  const first = await objectOf(await service(post(RESPONSES, { input: "Analyse AAPL" })));
  const input = [
    { role: "user", content: "Analyse AAPL" },
    ...first.output,
    { role: "user", content: [{ type: "input_text", text: "And its drawdown?" }] },
  ];
  const second = await objectOf(await service(post(RESPONSES, { input })));
  match(textOf(second), /^About Apple \(AAPL\), from the question before\./);
  equal(second.previous_response_id, null);
  await service.close();
});

Deno.test("without anything before it, the same question is refused as one that names nobody", async () => {
  const service = analystService();
  const response = await objectOf(await service(post(RESPONSES, { input: "And its drawdown?" })));
  match(textOf(response), /^No company or sector in this question/);
  await service.close();
});

async function create(fake: FakeService, body: object, options: PostOptions = {}): Promise<Wire> {
  return await objectOf(await fake.service(post(RESPONSES, body, options)));
}

Deno.test("the questions of a response stand before those of the input, oldest first, each response's own chain", async () => {
  const fake = fakeService();
  const a = await create(fake, { input: "a" });
  const b = await create(fake, { input: "b", previous_response_id: a.id });
  await create(fake, {
    input: [{ role: "user", content: "c" }, { role: "user", content: "d" }],
    previous_response_id: b.id,
  });
  await create(fake, { input: "e", previous_response_id: a.id }); // a fork of it
  deepEqual(fake.questions.map(({ before }) => before), [undefined, ["a"], ["a", "b", "c"], ["a"]]);
});

Deno.test("a response can be continued when those before it were deleted, and of a long chain the last 32 questions count", async () => {
  const fake = fakeService();
  let previous = await create(fake, { input: "0" });
  for (let at = 1; at < 40; at++) {
    const { id } = previous;
    previous = await create(fake, { input: String(at), previous_response_id: id });
    await fake.service(
      new Request(`${RESPONSES}/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${KEY}` } }),
    );
  }
  const before = fake.questions.at(-1)?.before ?? [];
  deepEqual([before.length, before[0], before.at(-1)], [32, "7", "38"]);
});

const REFUSED = [
  { when: "is unknown", id: () => Promise.resolve(`resp_${"0".repeat(32)}`) },
  { when: "is no name of a response", id: () => Promise.resolve("resp_none\n' OR 1=1") },
  {
    when: "is another key's",
    id: async (fake: FakeService) => (await create(fake, { input: "a" }, { key: OTHER_KEY })).id,
  },
  {
    when: "was not to be stored",
    id: async (fake: FakeService) => (await create(fake, { input: "a", store: false })).id,
  },
  {
    when: "has not ended",
    id: async (fake: FakeService) => (await create(fake, { input: "wait", background: true })).id,
  },
  {
    when: "failed",
    id: async (fake: FakeService) => {
      const reply = await fake.service(post(RESPONSES, { input: "late failure", background: true, stream: true }));
      await reply.text();
      return reply.headers.get("conviction-response-id");
    },
  },
] as const;

for (const { when, id } of REFUSED) {
  for (const stream of [false, true]) {
    Deno.test(`a previous_response_id that ${when} is 404, and nothing is asked${stream ? ", streamed" : ""}`, async () => {
      const fake = fakeService();
      const previous_response_id = await id(fake);
      const asked = fake.questions.length;
      const reply = await fake.service(post(RESPONSES, { input: "And its risk?", previous_response_id, stream }));
      const { error } = await reply.json();
      deepEqual([reply.status, error.code, error.param], [404, "previous_response_not_found", "previous_response_id"]);
      match(error.message, /the service keeps responses for 24 h, 67108864 bytes in total$/);
      equal(fake.questions.length, asked);
      await fake.service.close();
    });
  }
}

Deno.test("a repeated delivery gets its reply, also when the response before was deleted meanwhile", async () => {
  const fake = fakeService();
  const { id } = await create(fake, { input: "a" });
  const body = { input: "b", previous_response_id: id };
  const headers = { "idempotency-key": "k" };
  const first = await create(fake, body, { headers });
  await fake.service(
    new Request(`${RESPONSES}/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${KEY}` } }),
  );
  deepEqual(await create(fake, body, { headers }), first);
  equal(fake.questions.length, 2);
});

Deno.test("the response says whether it is stored, and a background response always is", async () => {
  const fake = fakeService();
  const stores = [];
  for (const body of [{}, { store: true }, { store: null }, { store: false }, { background: true }]) {
    stores.push((await create(fake, { input: "a", ...body })).store);
  }
  deepEqual(stores, [true, true, true, false, true]);
  const reply = await fake.service(post(RESPONSES, { input: "a", background: true, store: false }));
  const { error } = await reply.json();
  deepEqual([reply.status, error.code, error.param], [400, "invalid_request", "store"]);
  const none = fakeService({ limits: { maxResponseBytes: 0 } });
  equal((await create(none, { input: "a", store: true })).store, false);
});

Deno.test("a conversation of another kind is refused by name, with or without a response before", async () => {
  const fake = fakeService();
  const { id } = await create(fake, { input: "a" });
  for (const body of [{}, { previous_response_id: id }]) {
    const reply = await fake.service(post(RESPONSES, { input: "b", conversation: "conv_1", ...body }));
    const { error } = await reply.json();
    deepEqual([reply.status, error.param], [400, "conversation"]);
  }
  ok(fake.questions.length === 1);
});
