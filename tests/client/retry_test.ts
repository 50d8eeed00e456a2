import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import fc from "fast-check";
import { type CallOptions, ConnectionError, HttpError, type Research } from "conviction";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { inProcessFetch } from "../../src/setup/in_process.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { fakeService, KEY as SERVICE_KEY } from "../service/service_fixture.ts";

const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" }, key_drivers: ["d"], risks: [] };
const HONOURED = { "conviction-idempotency": "honoured" };

/** What happens to one attempt. */
type Step = "refused" | "reset" | "cut body" | "thesis" | { readonly status: number; readonly headers?: HeadersInit };

/** A service that answers each attempt with the next step and repeats the last one. */
function scripted(steps: readonly Step[], { honours = false, random = (): number => 1 } = {}) {
  const clock = manualClock();
  const sent: { readonly key: string | null; readonly atMs: number }[] = [];
  const more = honours ? HONOURED : {};
  const fetch = (_url: string, { headers }: RequestInit): Promise<Response> => {
    const step = steps[Math.min(sent.length, steps.length - 1)];
    sent.push({ key: new Headers(headers).get("idempotency-key"), atMs: clock.monotonicMs() });
    if (step === "refused") {
      return Promise.reject(broken("client error (Connect): tcp connect error: Connection refused"));
    }
    if (step === "reset") return Promise.reject(broken("client error (SendRequest): connection closed"));
    if (step === "thesis") return Promise.resolve(Response.json(THESIS, { headers: more }));
    if (typeof step === "object") {
      return Promise.resolve(new Response("no", { ...step, headers: { ...more, ...headersOf(step) } }));
    }
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("error reading a body")) });
    return Promise.resolve(new Response(body, { headers: { ...more, "content-type": "application/json" } }));
  };
  let ids = 0;
  const baseUrl = "http://service.invalid";
  const research = createClient({ baseUrl, fetch, clock, random, newId: () => `id-${++ids}` });
  return { research, sent, clock };
}

function headersOf({ headers = {} }: { readonly headers?: HeadersInit }): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}

function broken(message: string): TypeError {
  return new TypeError("fetch failed", { cause: new Error(message) });
}

type Scripted = ReturnType<typeof scripted>;

/** Runs a call to its end, advancing the clock past each wait. */
async function outcomeOf<T>(call: Promise<T>, { clock }: Scripted): Promise<T | Error> {
  let outcome: { readonly value: T | Error } | undefined;
  call.then((value) => outcome = { value }, (value) => outcome = { value });
  for (;;) {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0)); // bodies are read over turns of the event loop
    if (outcome !== undefined) return outcome.value;
    const next = Math.min(...clock.pending());
    if (next < Infinity) clock.advance(next);
  }
}

function ask(service: Scripted, options: CallOptions = {}) {
  return outcomeOf(service.research.reason("x", options), service);
}

const SURE = [
  { step: "refused", attempts: 3 },
  { step: { status: 429 }, attempts: 3 },
  { step: { status: 503, headers: { "retry-after": "1" } }, attempts: 3 },
  { step: { status: 503 }, attempts: 1 },
  { step: { status: 500 }, attempts: 1 },
  { step: { status: 502 }, attempts: 1 },
  { step: { status: 504 }, attempts: 1 },
  { step: { status: 408 }, attempts: 1 },
  { step: { status: 409 }, attempts: 1 },
  { step: { status: 422 }, attempts: 1 },
  { step: { status: 307 }, attempts: 1 },
  { step: { status: 409, headers: { "x-should-retry": "true" } }, attempts: 3 },
  { step: { status: 408, headers: { "x-should-retry": "true" } }, attempts: 3 },
  { step: { status: 500, headers: { "x-should-retry": "true" } }, attempts: 3 },
  { step: { status: 429, headers: { "x-should-retry": "false" } }, attempts: 1 },
  { step: "reset", attempts: 1 },
  { step: "cut body", attempts: 1 },
] as const;

for (const { step, attempts } of SURE) {
  Deno.test(`a thesis takes ${attempts} attempts when each one meets ${JSON.stringify(step)}`, async () => {
    const service = scripted([step]);
    const error = await ask(service);
    ok(error instanceof HttpError || error instanceof ConnectionError, String(error));
    deepEqual([service.sent.length, error.attempts], [attempts, attempts]);
    equal(new Set(service.sent.map(({ key }) => key)).size, 1, "one key");
    equal(error.message.includes(`after ${attempts} attempts`), attempts > 1);
    deepEqual(service.clock.pending(), []);
  });
}

const HONOURED_STEPS = ["reset", "cut body", 500, 502, 503, 504, 408] as const;

for (const step of HONOURED_STEPS) {
  Deno.test(`once a service honours keys, ${step} is retried under the same key`, async () => {
    const failing = typeof step === "number" ? { status: step } : step;
    const service = scripted(["thesis", failing, failing, "thesis"], { honours: true });
    await ask(service);
    deepEqual(await ask(service), THESIS);
    deepEqual(service.sent.map(({ key }) => key), ["id-1", "id-2", "id-2", "id-2"]);
  });
}

Deno.test("a service that honours keys gets a refused request once", async () => {
  for (const status of [400, 401, 404, 409, 422, 501]) {
    const service = scripted(["thesis", { status }], { honours: true });
    await ask(service);
    equal((await ask(service) as HttpError).status, status);
    equal(service.sent.length, 2);
  }
});

const DELIVERIES = [
  { steps: ["refused"], delivery: "not_sent" },
  { steps: ["reset", "refused"], delivery: "maybe_sent" },
  { steps: ["reset", { status: 429 }], delivery: "maybe_sent" },
  { steps: ["refused", { status: 422 }], delivery: "answered" },
  { steps: ["reset", { status: 422 }], delivery: "answered" },
  { steps: [{ status: 500 }, "refused"], delivery: "maybe_sent" },
] as const;

for (const { steps, delivery } of DELIVERIES) {
  Deno.test(`the failure after ${JSON.stringify(steps)} is ${delivery}, over all attempts`, async () => {
    const service = scripted(["thesis", ...steps], { honours: true });
    await ask(service);
    const error = await ask(service);
    ok(error instanceof HttpError || error instanceof ConnectionError);
    equal(error.delivery, delivery);
  });
}

Deno.test("retries wait a doubling delay, or what the service asks for", async () => {
  const plain = scripted(["refused"]);
  await ask(plain, { retries: 6 });
  deepEqual(plain.sent.map(({ atMs }) => atMs), [0, 500, 1500, 3500, 7500, 15_500, 23_500]);
  const asked = scripted([{ status: 429, headers: { "retry-after": "7" } }, "thesis"], { random: () => 0 });
  deepEqual(await ask(asked), THESIS);
  deepEqual(asked.sent.map(({ atMs }) => atMs), [0, 7000]);
  const byDate = { status: 503, headers: { "retry-after": "Fri, 20 Nov 2026 00:00:20 GMT" } };
  const dated = scripted([byDate, "thesis"], { random: () => 0 });
  deepEqual(await ask(dated), THESIS);
  deepEqual(dated.sent.map(({ atMs }) => atMs), [0, 20_000]);
});

Deno.test("a requested wait above the limit fails at once, and the error says how long it is", async () => {
  const service = scripted([{ status: 429, headers: { "retry-after": "120" } }]);
  const error = await ask(service);
  ok(error instanceof HttpError);
  deepEqual([service.sent.length, error.retryAfterMs, error.attempts], [1, 120_000, 1]);
  match(error.message, /service answered 429: no; not sent again: the service asks to wait 120 s, more than 60 s/);
  const patient = scripted([{ status: 429, headers: { "retry-after": "120" } }, "thesis"]);
  deepEqual(await ask(patient, { limits: { retryAfterMs: 200_000 } }), THESIS);
});

Deno.test("a retry that would start after totalMs fails at once", async () => {
  const service = scripted([{ status: 429, headers: { "retry-after": "30" } }]);
  const error = await ask(service, { limits: { totalMs: 20_000 } });
  match(String(error), /not sent again: the next attempt would come too late \(limit totalMs\)/);
  deepEqual([service.sent.length, service.clock.monotonicMs()], [1, 0]);
});

for (const [retries, attempts] of [[0, 1], [1, 2], [5, 6]] as const) {
  Deno.test(`retries: ${retries} means at most ${attempts} attempts`, async () => {
    const service = scripted(["refused"]);
    await ask(service, { retries });
    equal(service.sent.length, attempts);
  });
}

for (const retries of [-1, 1.5, NaN]) {
  Deno.test(`retries: ${retries} is rejected before anything is sent`, async () => {
    const service = scripted(["thesis"]);
    await rejects(service.research.reason("x", { retries }), { name: "RangeError" });
    equal(service.sent.length, 0);
  });
}

Deno.test("a stream is retried before its head, and never after its first event", async () => {
  const service = scripted(["refused", "refused", { status: 422 }]);
  const error = await outcomeOf(service.research.stream("x").final(), service);
  deepEqual([(error as HttpError).status, (error as HttpError).attempts, service.sent.length], [422, 3, 3]);

  let sent = 0;
  const cut = () => {
    const chunks = ['data: {"type":"response.output_text.delta","delta":"A"}\n\n'];
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.error(new TypeError("error reading a body from connection"));
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
    }, { highWaterMark: 0 });
  };
  const headers = { ...HONOURED, "content-type": "text/event-stream" };
  const clock = manualClock();
  const fetch = () => (sent++, Promise.resolve(new Response(cut(), { headers })));
  const research = createClient({ baseUrl: "http://service.invalid", fetch, clock, newId: () => "id" });
  await rejects(research.stream("x").final(), { name: "AnswerTruncatedError" });
  equal(sent, 1);
});

Deno.test("a client whose calls fail stops retrying, says why, and retries again after calls succeed", async () => {
  const gaveUp = "not sent again: too many calls of this client failed";
  const service = scripted([...Array<Step>(61).fill("refused"), ...Array<Step>(5).fill("thesis"), "refused"]);
  const reasons: string[] = [];
  while (service.sent.length < 61) reasons.push(String(await ask(service)));
  equal(reasons.length, 41, "10 calls of 3 attempts, then 31 of one: the budget pays for 20 retries");
  ok(reasons.slice(0, 10).every((text) => text.includes("after 3 attempts")));
  ok(reasons.slice(10).every((text) => text.includes(gaveUp) && !text.includes("attempts:")));
  for (let call = 0; call < 5; call++) deepEqual(await ask(service), THESIS);
  match(String(await ask(service)), /after 2 attempts: .*too many calls/, "5 successful calls pay for 1 retry");
});

Deno.test("an abort during the wait before a retry ends the call at once, and states its delivery", async () => {
  for (const [step, delivery] of [["refused", "not_sent"], [{ status: 500 }, "maybe_sent"]] as const) {
    const service = scripted(["thesis", step], { honours: true });
    await ask(service);
    const stop = new AbortController();
    const call = service.research.reason("x", { signal: stop.signal });
    while (!service.clock.pending().includes(500)) await new Promise((resolve) => setTimeout(resolve, 0));
    stop.abort("enough");
    await rejects(call, { name: "AbortedError", cause: "enough", delivery });
    deepEqual([service.clock.pending(), service.sent.length], [[], 2]);
  }
});

Deno.test("no request is sent more often than allowed, or again when it may have run", async () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.constantFrom<Step>("refused", "reset", "cut body", "thesis"),
    fc.record({
      status: fc.constantFrom(400, 408, 409, 422, 429, 500, 502, 503),
      headers: fc.constantFrom({}, { "retry-after": "2" }, { "x-should-retry": "false" }),
    }),
  );
  const script = fc.array(step, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(script, fc.nat({ max: 4 }), async (steps, retries) => {
      const service = scripted(steps);
      await ask(service, { retries });
      const met = service.sent.map((_, index) => steps[Math.min(index, steps.length - 1)]);
      ok(met.length <= retries + 1);
      ok(
        met.slice(0, -1).every((one) =>
          one === "refused" || (typeof one === "object" && [429, 503].includes(one.status))
        ),
      );
    }),
    { numRuns: 200 },
  );
});

Deno.test("files are retried, whether or not the service honours keys", async () => {
  const service = scripted(["reset", { status: 500 }, "thesis"]);
  const research: Research = service.research;
  const blob = await outcomeOf(research.file({ file_id: "f" }), service);
  ok(blob instanceof Blob, String(blob));
  equal(service.sent.length, 3);
});

Deno.test("with our service, a request whose reply is lost is retried and the agent runs once", async () => {
  const { service, questions } = fakeService();
  const direct = inProcessFetch(service);
  let lose = 0;
  const fetch = async (url: string, init: RequestInit) => {
    const reply = await direct(url, init);
    if (lose-- <= 0) return reply;
    await reply.arrayBuffer(); // it was sent and lost
    throw broken("client error (SendRequest): connection closed before message completed");
  };
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const baseUrl = "http://service.invalid";
  const options = { baseUrl, apiKey: SERVICE_KEY, fetch, clock: systemClock, newId, random: () => 0 };
  let asked = 0;
  for (let client = 0; client < 4; client++) { // a client pays for 20 retries
    const research = createClient(options);
    await research.reason("the reply says that keys are honoured");
    asked++;
    for (let round = 0; round < 18; round++) {
      lose = round % 3;
      await (round % 2 === 0 ? research.reason("thesis") : research.stream("thesis").final());
      equal(questions.length, ++asked);
    }
  }
  const unaware = createClient(options);
  lose = 1;
  await rejects(unaware.reason("thesis"), { name: "ConnectionError", attempts: 1, delivery: "maybe_sent" });
});
