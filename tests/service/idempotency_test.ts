import { deepEqual, equal, match } from "../assert.ts";
import type { ServiceSettings, Step } from "../../src/service/mod.ts";
import { MemoryReplyStore } from "../../src/service/reply_store.ts";
import { type FakeService, fakeService, OTHER_KEY, post, type PostOptions, THESIS } from "./service_fixture.ts";

const REASON = "http://a/api/v1/agent/reasoning";
const RESPONSES = "http://a/v1/responses";

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Sends with one key, like a client that does not know whether its first delivery arrived. */
function sender({ service }: FakeService, url: string) {
  return async (body: unknown, { headers, ...options }: PostOptions = {}): Promise<Sent> => {
    const request = post(url, body, { ...options, headers: { "idempotency-key": "key-1", ...headers } });
    const response = await service(request);
    return { status: response.status, text: await response.text() };
  };
}

for (
  const [url, body] of [[REASON, { input: "a" }], [RESPONSES, { input: "a" }], [RESPONSES, {
    input: "a",
    stream: true,
  }]] as const
) {
  Deno.test(`a second delivery to ${url} of ${JSON.stringify(body)} gets the kept reply without running the agent`, async () => {
    const fake = fakeService();
    const send = sender(fake, url);
    const first = await send(body);
    equal(first.status, 200);
    deepEqual(await send(body), first);
    equal(fake.questions.length, 1);
  });

  Deno.test(`another body under the same key is rejected with 422 at ${url} (${JSON.stringify(body)})`, async () => {
    const fake = fakeService();
    const send = sender(fake, url);
    await send(body);
    const other = await send({ ...body, input: "b" });
    equal(other.status, 422);
    match(other.text, /"idempotency_key_reused"/);
    equal(fake.questions.length, 1);
  });
}

Deno.test("a request of another owner, operation or key is a different request", async () => {
  const fake = fakeService();
  await sender(fake, REASON)({ input: "a" });
  equal((await sender(fake, REASON)({ input: "b" }, { key: OTHER_KEY })).status, 200);
  equal((await sender(fake, RESPONSES)({ input: "a" })).status, 422);
  equal((await sender(fake, REASON)({ input: "a" }, { headers: { "idempotency-key": "key-2" } })).status, 200);
  equal(fake.questions.length, 3);
});

Deno.test("a stream without extensions is a different request from one with them", async () => {
  const send = sender(fakeService(), RESPONSES);
  const body = { input: "a", stream: true };
  equal((await send(body)).status, 200);
  equal((await send(body, { headers: { "conviction-extensions": "off" } })).status, 422);
});

Deno.test("deliveries that arrive while the first is running wait for the same reply", async () => {
  const fake = fakeService();
  const send = sender(fake, REASON);
  const both = [send({ input: "wait" }), send({ input: "wait" })];
  await fake.gate.waiting.promise;
  fake.gate.open.resolve();
  const [first, second] = await Promise.all(both);
  deepEqual([first?.status, second], [200, first]);
  equal(fake.questions.length, 1);
});

Deno.test("the work continues while one delivery still waits, and stops when the last has left", async () => {
  const fake = fakeService();
  const send = sender(fake, REASON);
  const callers = [new AbortController(), new AbortController()];
  const sent = callers.map(({ signal }) => send({ input: "wait" }, { signal }));
  await fake.gate.waiting.promise;
  callers[0]?.abort();
  equal((await sent[0])?.status, 503);
  equal(fake.questions[0]?.signal.aborted, false);
  callers[1]?.abort();
  equal((await sent[1])?.status, 503);
  equal(fake.questions[0]?.signal.aborted, true);
});

Deno.test("work that stopped because every caller left restarts for the next delivery", async () => {
  const fake = fakeService();
  const send = sender(fake, REASON);
  const caller = new AbortController();
  const sent = send({ input: "wait" }, { signal: caller.signal });
  await fake.gate.waiting.promise;
  caller.abort();
  await sent;
  fake.gate.open.resolve();
  equal((await send({ input: "wait" })).status, 200);
  equal(fake.questions.length, 2);
});

const KEPT: readonly (readonly [string, number, number])[] = [["unknown", 422, 1], ["bad date", 400, 1], [
  "late failure",
  500,
  2,
]];
for (const [input, status, executions] of KEPT) {
  Deno.test(`a reply ${status} is ${executions === 1 ? "kept" : "not kept: the next delivery tries again"}`, async () => {
    const fake = fakeService();
    const send = sender(fake, REASON);
    equal((await send({ input })).status, status);
    equal((await send({ input })).status, status);
    equal(fake.questions.length, executions);
  });
}

Deno.test("a refusal because no slot is free is not kept", async () => {
  const fake = fakeService({ limits: { maxConcurrent: 1 } });
  const held = await fake.service(post(RESPONSES, { input: "wait", stream: true }));
  const send = sender(fake, REASON);
  equal((await send({ input: "a" })).status, 429);
  await held.body?.cancel();
  equal((await send({ input: "a" })).status, 200);
});

Deno.test("a second delivery during a stream gets 409; a stream that was left early restarts", async () => {
  const fake = fakeService();
  const send = sender(fake, RESPONSES);
  const body = { input: "a", stream: true };
  const delivery = () => fake.service(post(RESPONSES, body, { headers: { "idempotency-key": "key-1" } }));
  const first = await delivery();
  const second = await delivery();
  deepEqual([second.status, second.headers.get("x-should-retry")], [409, "true"]);
  match(await second.text(), /"idempotency_key_in_use"/);
  await first.body?.cancel();
  equal((await send(body)).status, 200);
  equal(fake.questions.length, 2);
});

Deno.test("kept replies stay within their budget: the oldest are dropped", async () => {
  const limits: NonNullable<ServiceSettings["limits"]> = { maxKeptBytes: 3000 };
  const fake = fakeService({ limits });
  const send = sender(fake, REASON);
  for (let count = 0; count < 5; count++) {
    await send({ input: "a" }, { headers: { "idempotency-key": `key-${count}` } });
  }
  await send({ input: "a" }, { headers: { "idempotency-key": "key-4" } });
  equal(fake.questions.length, 5);
  await send({ input: "a" }, { headers: { "idempotency-key": "key-0" } });
  equal(fake.questions.length, 6);
});

/** A store that fails at a chosen call, and can be held while it writes. */
class FaultyStore extends MemoryReplyStore {
  readonly failsAt: "begin" | "keep" | undefined;
  readonly keeping = Promise.withResolvers<void>();
  readonly mayKeep = Promise.withResolvers<void>();
  forgotten = 0;
  kept = 0;

  constructor(failsAt?: "begin" | "keep") {
    super({ maxBytes: 1e6, keptMs: Infinity }, { now: () => new Date("2018-01-02T00:00:00Z") });
    this.failsAt = failsAt;
  }

  override begin(): Promise<void> {
    return this.failsAt === "begin" ? Promise.reject(new Error("full")) : Promise.resolve();
  }

  override forget(): Promise<void> {
    this.forgotten++;
    return Promise.resolve();
  }

  override async keep(...kept: Parameters<MemoryReplyStore["keep"]>): Promise<void> {
    this.keeping.resolve();
    this.kept++;
    await this.mayKeep.promise;
    if (this.failsAt === "keep") throw new Error("full");
    await super.keep(...kept);
  }
}

Deno.test("a reply is sent only after it is kept, and deliveries in the meantime wait for the same one", async () => {
  const store = new FaultyStore();
  const fake = fakeService({ replyStore: store });
  const send = sender(fake, REASON);
  const caller = new AbortController();
  const first = send({ input: "a" }, { signal: caller.signal });
  await store.keeping.promise;
  caller.abort(); // the answer is complete: leaving does not undo it
  equal((await first).status, 503);
  const second = send({ input: "a" });
  equal(await Promise.race([second.then(() => "answered"), settled().then(() => "waits")]), "waits");
  store.mayKeep.resolve();
  const { status, text } = await second;
  deepEqual(await send({ input: "a" }), { status: 200, text });
  deepEqual([status, fake.questions.length], [200, 1]);
});

/** Resolves after all pending promise callbacks. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("a store that cannot record the request is a failure, and the agent does not run", async () => {
  const fake = fakeService({ replyStore: new FaultyStore("begin") });
  const send = sender(fake, REASON);
  equal((await send({ input: "a" })).status, 500);
  deepEqual([fake.questions.length, fake.failures.length], [0, 1]);
});

Deno.test("a reply that cannot be kept is not sent", async () => {
  const store = new FaultyStore("keep");
  const fake = fakeService({ replyStore: store });
  store.mayKeep.resolve();
  equal((await sender(fake, REASON)({ input: "a" })).status, 500);
  equal(fake.failures.length, 1);
});

Deno.test("a stream that cannot be kept is sent whole, and restarts for the next delivery", async () => {
  const store = new FaultyStore("keep");
  const fake = fakeService({ replyStore: store });
  const send = sender(fake, RESPONSES);
  const body = { input: "a", stream: true };
  match((await send(body)).text, /\[DONE\]/);
  match((await send(body)).text, /\[DONE\]/); // it is still being written to the store
  equal(fake.questions.length, 1);
  store.mayKeep.resolve();
  await settled();
  match((await send(body)).text, /\[DONE\]/);
  equal(fake.questions.length, 2);
});

Deno.test("the key of a background response is kept in memory only", async () => {
  const store = new FaultyStore("begin");
  const fake = fakeService({ replyStore: store });
  const sent = await sender(fake, RESPONSES)({ input: "a", background: true, stream: true });
  equal(sent.status, 200);
});

Deno.test("an abandoned agent that runs to its end does not affect the restarted delivery", async () => {
  const store = new FaultyStore();
  store.mayKeep.resolve();
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun = gates.map(() => Promise.withResolvers<void>());
  let count = 0;
  async function* deaf(): AsyncGenerator<Step, void, undefined> {
    const at = count++;
    begun[at]?.resolve();
    await gates[at]?.promise;
    yield { kind: "conclusion", conclusion: THESIS };
  }
  const send = sender(fakeService({ replyStore: store, agent: () => deaf() }), REASON);
  const caller = new AbortController();
  const first = send({ input: "a" }, { signal: caller.signal });
  await begun[0]?.promise;
  caller.abort();
  equal((await first).status, 503);
  const second = send({ input: "a" });
  await begun[1]?.promise;
  gates[0]?.resolve();
  await settled();
  deepEqual([store.kept, store.forgotten], [0, 0]);
  const third = send({ input: "a" });
  gates[1]?.resolve();
  deepEqual([(await second).status, await third, count], [200, await second, 2]);
  deepEqual(await send({ input: "a" }), await second);
});
