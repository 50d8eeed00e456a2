import { deepEqual, equal, match, ok } from "../assert.ts";
import { connect } from "conviction";
import { type Fault, faultServer, type FaultServerOptions, type RetryAfter } from "../fixtures/fault_server.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import { attemptsOf, errorsOf, listOf, type Screened, screened, tickerIn } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

interface Told extends Screened {
  /** Deliveries and executions of each key, in the order of their first arrival. */
  readonly deliveries: readonly number[];
  readonly executions: readonly number[];
  /** How far the runner's clock went. */
  readonly passedMs: number;
}

/** Screens so many rows against a service in this trouble. */
async function screenAgainst(trouble: FaultServerOptions, rows = 1): Promise<Told> {
  await using server = await faultServer(trouble);
  const machine = testMachine();
  const told = await screened(listOf(rows), connect({ baseUrl: server.baseUrl }), { machine });
  const keys = [...server.log.deliveriesByKey];
  return {
    ...told,
    deliveries: keys.map(([, count]) => count),
    executions: keys.map(([key]) => server.log.executionsByKey.get(key) ?? 0),
    passedMs: machine.clock.monotonicMs(),
  };
}

const WAITS: readonly { readonly status?: number; readonly retryAfter?: RetryAfter; readonly asksMs: number }[] = [
  { retryAfter: { seconds: 2 }, asksMs: 2_000 },
  { retryAfter: { seconds: 0 }, asksMs: 0 },
  { retryAfter: { ms: 40 }, asksMs: 40 },
  { retryAfter: { dateInMs: 4_000 }, asksMs: 2_000 }, // dates know whole seconds only
  { retryAfter: { dateInMs: -60_000 }, asksMs: 0 },
  { retryAfter: { text: "soon" }, asksMs: 0 },
  { asksMs: 0 },
  { status: 503, retryAfter: { seconds: 2 }, asksMs: 2_000 },
];
for (const { status = 429, retryAfter, asksMs } of WAITS) {
  Deno.test(`a row that is refused with ${status} and Retry-After ${JSON.stringify(retryAfter ?? "none")} is asked again after that, under the same key`, async () => {
    const refusal: Fault = { kind: "status", status, ...(retryAfter === undefined ? {} : { retryAfter }) };
    const told = await screenAgainst({ rules: [{ to: 1, then: refusal }] }, 2);
    deepEqual([told.statuses, attemptsOf(told), told.stopped], [["done", "done"], [2, 1], ""]);
    deepEqual([told.deliveries, told.executions], [[2, 1], [1, 1]]);
    ok(told.passedMs >= asksMs && told.passedMs < asksMs + 6_000, `${told.passedMs} ms passed`);
  });
}

const BROKEN: readonly { readonly then: Fault; readonly status: string; readonly says: RegExp }[] = [
  { then: { kind: "status", status: 503 }, status: "failed", says: /^http_503: .* 503: The fault server says 503$/ },
  { then: { kind: "status", status: 500 }, status: "failed", says: /^http_500: / },
  { then: { kind: "status", status: 408 }, status: "failed", says: /^http_408: / },
  { then: { kind: "reset", at: "head" }, status: "in_doubt", says: /^connection: .*: the connection broke$/ },
  { then: { kind: "reset", at: "headers" }, status: "in_doubt", says: /^connection: / },
  { then: { kind: "reset", at: "body" }, status: "in_doubt", says: /^connection: / },
  { then: { kind: "cut", framing: "length" }, status: "in_doubt", says: /^connection: / },
  { then: { kind: "cut", framing: "chunked" }, status: "in_doubt", says: /^connection: / },
];
for (const { then, status, says } of BROKEN) {
  const what = JSON.stringify(then);
  Deno.test(`a service that does not say that it honours keys is asked once when it gives ${what}: ${status}`, async () => {
    const told = await screenAgainst({ rules: [{ matching: "T2", then }] }, 3);
    deepEqual([told.statuses, told.deliveries], [["done", status, "done"], [1, 1, 1]]);
    match(errorsOf(told).join(), says);
  });

  Deno.test(`a service that honours keys is asked again under the same key when it gives ${what}, and runs it once`, async () => {
    const told = await screenAgainst(
      { isIdempotent: true, rules: [{ matching: "T2", firstDeliveries: 1, then }] },
      3,
    );
    deepEqual([told.statuses, attemptsOf(told)], [["done", "done", "done"], [1, 2, 1]]);
    deepEqual([told.deliveries, told.executions], [[1, 2, 1], [1, 1, 1]]);
  });

  Deno.test(`a service that honours keys and always gives ${what} is asked three times: ${status}`, async () => {
    const told = await screenAgainst({ isIdempotent: true, rules: [{ matching: "T2", then }] }, 3);
    deepEqual([told.statuses, told.deliveries], [["done", status, "done"], [1, 3, 1]]);
    match(errorsOf(told).join(), /; not sent again: it failed 3 times in a row in the same way$/);
    match(errorsOf(told).join(), new RegExp(says.source.replace(/\$$/, "")));
  });
}

const ANSWERS: readonly { readonly then: Fault; readonly code: string }[] = [
  { then: { kind: "body", body: "<html>sorry</html>", type: "text/html" }, code: "http_200" },
  { then: { kind: "body", body: "{}" }, code: "protocol" },
  { then: { kind: "body", body: '{"agent_thesis":' }, code: "protocol" },
  { then: { kind: "cut", framing: "close" }, code: "protocol" },
  { then: { kind: "status", status: 422, code: "unknown_company" }, code: "unknown_company" },
  { then: { kind: "status", status: 400 }, code: "http_400" },
  { then: { kind: "status", status: 500, shouldRetry: false }, code: "http_500" },
  { then: { kind: "status", status: 429, shouldRetry: false, code: "no_quota" }, code: "no_quota" },
];
for (const { then, code } of ANSWERS) {
  Deno.test(`a row that is answered with ${JSON.stringify(then)} has failed, also where keys are honoured`, async () => {
    const told = await screenAgainst({ isIdempotent: true, rules: [{ matching: "T1", then }] }, 2);
    deepEqual([told.statuses, told.deliveries], [["failed", "done"], [1, 1]]);
    match(errorsOf(told).join(), new RegExp(`^${code}: `));
  });
}

Deno.test("a service that honours keys is not asked again for what broke before it said so", async () => {
  const rules = [{ to: 1, then: { kind: "reset", at: "head" } }] as const;
  const told = await screenAgainst({ isIdempotent: true, rules }, 2);
  deepEqual([told.statuses, told.deliveries], [["in_doubt", "done"], [1, 1]]);
});

Deno.test("what an earlier process learned of keys holds for the next one, before its first reply", async () => {
  const machine = testMachine();
  await screened(listOf(2), new FakeResearch({ isIdempotent: true }), { machine, maxRequests: 1 });
  let attempts = 0;
  const broken = callError({ name: "ConnectionError", delivery: "maybe_sent" });
  const research = new FakeResearch({ onReason: () => ++attempts === 1 ? Promise.reject(broken) : undefined });
  const told = await screened(listOf(2), research, { machine });
  deepEqual([told.statuses, attemptsOf(told), new Set(research.keys).size], [["done", "done"], [1, 2], 1]);
});

Deno.test("a request that broke, and then is only refused and unreachable, stays in doubt and keeps its key", async () => {
  const machine = testMachine();
  const server = await faultServer({
    isIdempotent: true,
    rules: [{ matching: "T2", then: { kind: "reset", at: "head" } }],
  });
  const research = connect({ baseUrl: server.baseUrl });
  const reason: typeof research.reason = async (request, options) => {
    if (server.log.deliveriesByQuestion.size === 2) await server[Symbol.asyncDispose](); // gone after the first break
    return await research.reason(request, options);
  };
  const port = { reason, download: research.download.bind(research), isIdempotent: true };
  const told = await screened(listOf(2), port, { machine });
  deepEqual(told.statuses, ["done", "in_doubt"]);
  match(errorsOf(told).join(), /^connection: .*: nothing listens at its address; not sent again: it failed 3 times/);
  equal(server.log.deliveriesByKey.size, 2);

  await using back = await faultServer({ isIdempotent: true });
  const again = connect({ baseUrl: back.baseUrl });
  const retried = await screened(listOf(2), again, { machine, retryFailed: true });
  deepEqual(retried.statuses, ["done", "done"]);
  const keys = (log: typeof back.log) =>
    log.questions.filter(({ text }) => tickerIn(text) === "T2").map(({ key }) => key);
  deepEqual([...new Set(keys(back.log))], [...new Set(keys(server.log))]);
});
