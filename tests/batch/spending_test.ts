import { deepEqual, equal, match, ok } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import type { StopReason } from "../../src/run/progress.ts";
import type { RunLimits } from "../../src/batch/send/limits.ts";
import { Spending } from "../../src/batch/send/spending.ts";

const NEW = { requests: new Map([["planned", 1_000]] as const) };

/** Sends up to five requests at once until it must stop; `ends` says which are billable. */
function sendAll(spending: Spending, ends: readonly boolean[]): { sent: number; billable: number; code: string } {
  let [sent, billable] = [0, 0];
  const underWay: boolean[] = [];
  for (;;) {
    const word = spending.next();
    if (word === "send" && sent < ends.length) {
      spending.reserve();
      underWay.push(ends[sent++] ?? true);
      if (underWay.length < 5) continue;
    }
    if (underWay.length > 0) {
      const isBillable = underWay.shift() ?? true;
      if (isBillable) billable++;
      spending.settle(isBillable);
      continue;
    }
    return { sent, billable, code: typeof word === "string" ? word : word.code };
  }
}

Deno.test("a run never costs more than maxCost, whatever is under way at once and however it ends", () => {
  const arbitrary = fc.record({
    price: fc.integer({ min: 1, max: 30 }).map((cents) => cents / 10),
    maxCost: fc.integer({ min: 1, max: 300 }).map((cents) => cents / 10),
    ends: fc.array(fc.boolean(), { maxLength: 200 }),
  });
  fc.assert(
    fc.property(arbitrary, ({ price, maxCost, ends }) => {
      const { billable } = sendAll(new Spending({ price, maxCost }, NEW), ends);
      ok(price * billable <= maxCost * (1 + 1e-12));
    }),
    runsOf("batch/spending", 1_000),
  );
});

const STOPS: readonly { when: string; limits: RunLimits; sent: number; stop: StopReason }[] = [
  {
    when: "the requests sent reach maxRequests",
    limits: { maxRequests: 7 },
    sent: 7,
    stop: { code: "max_requests", requests: 7, limit: 7 },
  },
  {
    when: "one more would exceed maxCost",
    limits: { price: 0.1, maxCost: 0.3 },
    sent: 3,
    stop: { code: "max_cost", requests: 3, price: 0.1, limit: 0.3 },
  },
];
for (const { when, limits, sent, stop } of STOPS) {
  Deno.test(`a run stops when ${when}`, () => {
    const spending = new Spending(limits, NEW);
    const all = Array.from({ length: 20 }, () => true);
    deepEqual(sendAll(spending, all), { sent, billable: sent, code: stop.code });
    deepEqual(spending.next(), stop);
  });
}

Deno.test("a request that certainly did not run costs nothing, but counts as sent", () => {
  const spending = new Spending({ price: 2 }, NEW);
  deepEqual(sendAll(spending, [true, false, false]), { sent: 3, billable: 1, code: "send" });
  deepEqual([spending.sent, spending.cost], [3, 2]);
});

Deno.test("a request rolled back before it is sent does not count", () => {
  const spending = new Spending({ price: 2 }, NEW);
  spending.reserve();
  spending.rollBack();
  deepEqual([spending.sent, spending.cost], [0, 0]);
});

Deno.test("requests under way in a killed process stay billed", () => {
  const killed = new Spending({ price: 1, maxRequests: 3 }, NEW);
  killed.reserve();
  killed.reserve();
  const next = new Spending({ price: 1, maxRequests: 3 }, { ...NEW, saved: killed.save() });
  deepEqual([next.sent, next.cost], [2, 2]);
  next.reserve();
  equal(typeof next.next(), "object");
});

const FAILURES: readonly { limits: RunLimits; failed: number; settled: number; stops: boolean }[] = [
  { limits: { maxFailures: { count: 0 } }, failed: 0, settled: 5, stops: false },
  { limits: { maxFailures: { count: 0 } }, failed: 1, settled: 5, stops: true },
  { limits: { maxFailures: { count: 3 } }, failed: 3, settled: 3, stops: false },
  { limits: { maxFailures: { count: 3 } }, failed: 4, settled: 4, stops: true },
  { limits: { maxFailures: { share: 0.05 } }, failed: 19, settled: 19, stops: false },
  { limits: { maxFailures: { share: 0.05 } }, failed: 1, settled: 20, stops: false },
  { limits: { maxFailures: { share: 0.05 } }, failed: 2, settled: 20, stops: true },
];
for (const { limits, failed, settled, stops } of FAILURES) {
  Deno.test(`${failed} failures in ${settled} requests ${stops ? "stop" : "do not stop"} a run with ${JSON.stringify(limits)}`, () => {
    const word = new Spending(limits, { requests: new Map([["done", settled - failed], ["failed", failed]] as const) })
      .next();
    equal(typeof word === "string" ? word : word.code, stops ? "max_failures" : "send");
  });
}

Deno.test("retries have a budget of 100 plus a tenth of the requests", () => {
  const spending = new Spending({}, { requests: new Map([["planned", 50]] as const) });
  for (let retry = 0; retry < 105; retry++) equal(spending.takeRetry(), undefined);
  match(spending.takeRetry() ?? "", /has made 105 further attempts \(its retry budget\)/);
});
