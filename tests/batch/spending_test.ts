import { deepEqual, equal, match, ok } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import type { StopReason } from "../../src/run/progress.ts";
import type { RunLimits } from "../../src/batch/send/limits.ts";
import { FakeResearch } from "./fake_research.ts";
import { listOf, screened } from "./screened.ts";
import { testMachine } from "./test_machine.ts";
import { Spending } from "../../src/batch/send/spending.ts";
import { Brake } from "../../src/batch/send/verdict.ts";

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

/** A service that answers of one company, whatever is asked, and abstains from each tenth row. */
function answersOfApple(signal: (at: number) => string): FakeResearch {
  const research = new FakeResearch();
  const reason = research.reason.bind(research);
  let at = 0;
  research.reason = async (...asked) => {
    const result = await reason(...asked);
    const thesis = { signal: signal(++at), confidence: 0.5, reasoning: `Apple has strong margins (${at}).` };
    return { ...result, agent_thesis: thesis, key_drivers: ["Margins"] };
  };
  return research;
}

Deno.test("a service that answers of another company is paid for twenty theses, which are kept; the last line says what to do", async () => {
  const machine = testMachine();
  const research = answersOfApple(() => "bullish");
  const result = await screened(listOf(60), research, { machine });
  deepEqual([research.asked.length, result.statuses.filter((status) => status === "done").length], [20, 20]);
  equal(
    result.stopped,
    "brake: 20 of the last 20 theses name neither ticker nor company, or repeat another row's reasoning; see theses.csv, " +
      "whose rows are kept, then run the same command to resume, with --no-brake if they are right",
  );
  const resumed = await screened(listOf(60), research, { machine, brake: "off" });
  deepEqual([research.asked.length, resumed.stopped], [60, ""]);
});

const BRAKES = [
  { when: "nine of twenty are about something else", answer: (at: number) => at % 20 < 9 ? `Apple ${at}` : undefined },
  { when: "ten of twenty are", answer: (at: number) => at % 20 < 10 ? `Apple ${at}` : undefined, stops: 20 },
  { when: "all have one reasoning, whoever it names", answer: () => "On T1 to T60: even.", stops: 20 },
  { when: "each row has its own", answer: () => undefined },
  { when: "the service turns after thirty", answer: (at: number) => at > 30 ? `Apple ${at}` : undefined, stops: 40 },
];
for (const { when, answer, stops } of BRAKES) {
  Deno.test(`the brake ${stops === undefined ? "does not stop" : `stops after ${stops} theses`} where ${when}`, () => {
    const brake = new Brake();
    const at = Array.from({ length: 60 }, (_, at) => at + 1).find((at) => {
      const reasoning = answer(at) ?? `On T${at}: even ${at}.`;
      const thesis = { signal: "bullish", confidence: 0.5, reasoning };
      const result = { agent_thesis: thesis, key_drivers: [], risks: [] };
      return brake.add({ row: at, line: at, ticker: `T${at}`, cells: [] }, result) !== undefined;
    });
    equal(at, stops);
  });
}

Deno.test("theses without a view are no reason to brake", async () => {
  const result = await screened(listOf(60), answersOfApple(() => "no_view"));
  equal(result.stopped, "");
});
