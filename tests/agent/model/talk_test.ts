import fc from "fast-check";
import { deepEqual, equal, ok } from "../../assert.ts";
import type { ModelReply, ModelRequest } from "../../../src/agent/model_port.ts";
import { Talk } from "../../../src/agent/model/talk.ts";
import { runsOf } from "../../sweeps.ts";

const counts = { inputTokens: fc.nat(20_000), outputTokens: fc.nat(5_000), isEstimated: fc.boolean() };
const failures = fc.constantFrom("unreachable", "stalled", "busy", "refused", "broken");
/** Replies of a server that takes as long as it likes, up to what a call may take. */
const replies = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        ...counts,
        part: fc.double({ min: 0, max: 1, noNaN: true }),
        failure: fc.constant(undefined),
      }),
    },
    fc.record({
      ...{ ...counts, part: fc.double({ min: 0, max: 1, noNaN: true }), failure: failures },
      retryAfterMs: fc.option(fc.nat(120_000), { nil: undefined }),
    }),
  ),
  { minLength: 1, maxLength: 30 },
);
const budgets = fc.record({ calls: fc.nat(12), tokens: fc.nat(80_000), seconds: fc.nat(90) });
const requests = fc.array(fc.record({ chars: fc.nat(30_000), maxTokens: fc.integer({ min: 64, max: 4_000 }) }), {
  minLength: 30,
  maxLength: 30,
});

Deno.test("a talk spends no more calls, tokens and seconds than its budget, by the server's own counts and one reply", async () => {
  await fc.assert(
    fc.asyncProperty(budgets, replies, requests, async (budget, all, wanted) => {
      const made: ModelRequest[] = [];
      const spent = { calls: 0, tokens: 0, last: 0, ms: 0 };
      const ask = (request: ModelRequest): Promise<ModelReply> => {
        const reply = all[made.length % all.length] as (typeof all)[number];
        made.push(request);
        ok(request.withinMs > 0 && request.withinMs + spent.ms <= budget.seconds * 1_000);
        ok(request.maxTokens > 0 && request.maxTokens + spent.tokens <= budget.tokens);
        ok((request.afterMs ?? 0) <= request.withinMs);
        const tookMs = reply.part * request.withinMs;
        spent.calls++;
        spent.last = reply.inputTokens + reply.outputTokens;
        spent.tokens += spent.last;
        spent.ms += tookMs;
        const { part: _, ...rest } = { ...reply, tookMs };
        return Promise.resolve(
          rest.failure === undefined ? { ...rest, failure: undefined, text: "", calls: [] } : {
            ...rest,
            failure: rest.failure,
            message: "it failed.",
            retryAfterMs: "retryAfterMs" in rest ? rest.retryAfterMs ?? 0 : 0,
          },
        );
      };
      const talk = new Talk({
        terms: { name: "m", budget, mayComment: false },
        ask,
        signal: new AbortController().signal,
      });
      for (const { chars, maxTokens } of wanted) {
        const before = made.length;
        const reply = await talk.ask({ messages: [{ role: "user", text: "x".repeat(chars) }], maxTokens });
        equal(typeof reply === "string", made.length === before);
      }
      ok(spent.calls <= budget.calls);
      ok(spent.tokens - spent.last <= budget.tokens);
      ok(spent.ms <= budget.seconds * 1_000 * (1 + 1e-9));
      const { calls, input_tokens: read, output_tokens: written } = talk.spent;
      deepEqual([calls, read + written], [spent.calls, spent.tokens]);
      equal(talk.callsLeft, budget.calls - calls);
    }),
    runsOf("agent/model/talk", 3_000),
  );
});

Deno.test("a server that asks to wait longer than is left is not asked again, and the wait is given as the reason", async () => {
  let calls = 0;
  const ask = (): Promise<ModelReply> => {
    calls++;
    const counts = { inputTokens: 0, outputTokens: 0, isEstimated: false, tookMs: 1_500 };
    return Promise.resolve({ ...counts, failure: "busy", message: "429.", retryAfterMs: 90_000 });
  };
  const terms = { name: "m", budget: { calls: 8, tokens: 60_000, seconds: 60 }, mayComment: false };
  const talk = new Talk({ terms, ask, signal: new AbortController().signal });
  const request = { messages: [{ role: "user", text: "hello" }], maxTokens: 100 } as const;
  await talk.ask(request);
  equal(await talk.ask(request), "its server asked to wait 90 s, and 58.5 s are left.");
  equal(calls, 1);
});

Deno.test("a server that counts backwards, or not in numbers, gives no budget back", async () => {
  for (const wrong of [-50_000, NaN, -Infinity]) {
    let calls = 0;
    const ask = (): Promise<ModelReply> => {
      calls++;
      const count = calls % 2 === 0 ? wrong : 900;
      return Promise.resolve({
        inputTokens: count,
        outputTokens: count,
        isEstimated: false,
        tookMs: 1,
        text: "",
        calls: [],
      });
    };
    const budget = { calls: 100, tokens: 4_000, seconds: 10 };
    const talk = new Talk({
      terms: { name: "m", budget, mayComment: false },
      ask,
      signal: new AbortController().signal,
    });
    for (let at = 0; at < 50; at++) await talk.ask({ messages: [{ role: "user", text: "hello" }], maxTokens: 100 });
    equal(calls, 5, `${wrong}`);
    deepEqual([talk.spent.input_tokens, talk.spent.output_tokens], [2_700, 2_700], `${wrong}`);
  }
});
