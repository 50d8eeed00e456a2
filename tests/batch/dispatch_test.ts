import { deepEqual, equal, match, ok } from "../assert.ts";
import { connect } from "conviction";
import { type Fault, faultServer, type FaultServerOptions, type RetryAfter } from "../fixtures/fault_server.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import { attemptsOf, errorsOf, listOf, type Screened, screened, tickerIn } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

interface Result extends Screened {
  /** Deliveries and executions of each key, in order of first arrival. */
  readonly deliveries: readonly number[];
  readonly executions: readonly number[];
  /** By how much the runner's clock advanced. */
  readonly passedMs: number;
}

/** Screens a list of this many rows against a service with these faults. */
async function screenAgainst(trouble: FaultServerOptions, rows = 1): Promise<Result> {
  await using server = await faultServer(trouble);
  const machine = testMachine();
  const result = await screened(listOf(rows), connect({ baseUrl: server.baseUrl }), { machine });
  const keys = [...server.log.deliveriesByKey];
  return {
    ...result,
    deliveries: keys.map(([, count]) => count),
    executions: keys.map(([key]) => server.log.executionsByKey.get(key) ?? 0),
    passedMs: machine.clock.monotonicMs(),
  };
}

const WAITS: readonly { readonly status?: number; readonly retryAfter?: RetryAfter; readonly asksMs: number }[] = [
  { retryAfter: { seconds: 2 }, asksMs: 2_000 },
  { retryAfter: { seconds: 0 }, asksMs: 0 },
  { retryAfter: { ms: 40 }, asksMs: 40 },
  { retryAfter: { dateInMs: 4_000 }, asksMs: 2_000 }, // dates have whole seconds only
  { retryAfter: { dateInMs: -60_000 }, asksMs: 0 },
  { retryAfter: { text: "soon" }, asksMs: 0 },
  { asksMs: 0 },
  { status: 503, retryAfter: { seconds: 2 }, asksMs: 2_000 },
];
for (const { status = 429, retryAfter, asksMs } of WAITS) {
  Deno.test(`a request refused with ${status} and Retry-After ${JSON.stringify(retryAfter ?? "none")} is sent again after that time, with the same key`, async () => {
    const refusal: Fault = { kind: "status", status, ...(retryAfter === undefined ? {} : { retryAfter }) };
    const result = await screenAgainst({ rules: [{ to: 1, then: refusal }] }, 2);
    deepEqual([result.statuses, attemptsOf(result), result.stopped], [["done", "done"], [2, 1], ""]);
    deepEqual([result.deliveries, result.executions], [[2, 1], [1, 1]]);
    ok(result.passedMs >= asksMs && result.passedMs < asksMs + 6_000, `${result.passedMs} ms passed`);
  });
}

const BROKEN: readonly { readonly then: Fault; readonly status: string; readonly says: RegExp }[] = [
  {
    then: { kind: "status", status: 503 },
    status: "failed",
    says: /^http_503: .* 503: The fault server says 503/,
  },
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
  Deno.test(`without idempotency, ${what} ends the request after one attempt: ${status}`, async () => {
    const result = await screenAgainst({ rules: [{ matching: "T2", then }] }, 3);
    deepEqual([result.statuses, result.deliveries], [["done", status, "done"], [1, 1, 1]]);
    match(errorsOf(result).join(), says);
    if (status === "failed") match(errorsOf(result).join(), /; not sent again: it may have run, and be billed$/);
  });

  Deno.test(`with idempotency, ${what} is followed by a retry with the same key, which runs once`, async () => {
    const result = await screenAgainst(
      { isIdempotent: true, rules: [{ matching: "T2", firstDeliveries: 1, then }] },
      3,
    );
    deepEqual([result.statuses, attemptsOf(result)], [["done", "done", "done"], [1, 2, 1]]);
    deepEqual([result.deliveries, result.executions], [[1, 2, 1], [1, 1, 1]]);
  });

  Deno.test(`with idempotency, ${what} each time ends the request after three attempts: ${status}`, async () => {
    const result = await screenAgainst({ isIdempotent: true, rules: [{ matching: "T2", then }] }, 3);
    deepEqual([result.statuses, result.deliveries], [["done", status, "done"], [1, 3, 1]]);
    match(errorsOf(result).join(), /; not sent again: it failed 3 times in a row in the same way$/);
    match(errorsOf(result).join(), new RegExp(says.source.replace(/\$$/, "")));
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
  Deno.test(`the answer ${JSON.stringify(then)} makes the row failed, with idempotency too`, async () => {
    const result = await screenAgainst({ isIdempotent: true, rules: [{ matching: "T1", then }] }, 2);
    deepEqual([result.statuses, result.deliveries], [["failed", "done"], [1, 1]]);
    match(errorsOf(result).join(), new RegExp(`^${code}: `));
  });
}

Deno.test("a request that breaks before the service reports idempotency is not sent again", async () => {
  const rules = [{ to: 1, then: { kind: "reset", at: "head" } }] as const;
  const result = await screenAgainst({ isIdempotent: true, rules }, 2);
  deepEqual([result.statuses, result.deliveries], [["in_doubt", "done"], [1, 1]]);
});

Deno.test("the ledger stores that the service is idempotent, and the next process uses it before the first reply", async () => {
  const machine = testMachine();
  await screened(listOf(2), new FakeResearch({ isIdempotent: true }), { machine, maxRequests: 1 });
  let attempts = 0;
  const broken = callError({ name: "ConnectionError", delivery: "maybe_sent" });
  const research = new FakeResearch({ onReason: () => ++attempts === 1 ? Promise.reject(broken) : undefined });
  const result = await screened(listOf(2), research, { machine });
  deepEqual([result.statuses, attemptsOf(result), new Set(research.keys).size], [["done", "done"], [1, 2], 1]);
});

Deno.test("a request that breaks, and is then refused or cannot be sent, stays in doubt and keeps its key", async () => {
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
  const result = await screened(listOf(2), port, { machine });
  deepEqual(result.statuses, ["done", "in_doubt"]);
  match(errorsOf(result).join(), /^connection: .*: nothing listens at [^;]*; not sent again: it failed 3 times/);
  equal(server.log.deliveriesByKey.size, 2);

  await using back = await faultServer({ isIdempotent: true });
  const again = connect({ baseUrl: back.baseUrl });
  const retried = await screened(listOf(2), again, { machine, retryFailed: true });
  deepEqual(retried.statuses, ["done", "done"]);
  const keys = (log: typeof back.log) =>
    log.questions.filter(({ text }) => tickerIn(text) === "T2").map(({ key }) => key);
  deepEqual([...new Set(keys(back.log))], [...new Set(keys(server.log))]);
});
