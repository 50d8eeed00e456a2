import { deepEqual, equal, ok } from "../assert.ts";
import type { RequestBody } from "../../src/protocol/reasoning.ts";
import type { Grant } from "../../src/batch/ledger/durable_writes.ts";
import { Ledger } from "../../src/batch/ledger/ledger.ts";
import { Pacer } from "../../src/batch/send/pacer.ts";
import { ProgressMeter } from "../../src/batch/send/progress_meter.ts";
import { RunningRequests } from "../../src/batch/send/run_requests.ts";
import { Spending } from "../../src/batch/send/spending.ts";
import { FakeResearch } from "./fake_research.ts";
import { tickerIn } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

/** A ledger whose intents somebody else may refuse. */
class AskingLedger extends Ledger {
  readonly #grant: (id: number, tries: number) => Grant;
  readonly #tries = new Map<number, number>();

  constructor(grant: (id: number, tries: number) => Grant) {
    super(":memory:");
    this.#grant = grant;
  }

  override intent(id: number, startedAt: string): Promise<Grant> {
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    const grant = this.#grant(id, tries);
    return grant === "granted" ? super.intent(id, startedAt) : Promise.resolve(grant);
  }
}

/** Sends three requests, two at once, as the grants allow. */
async function send(grant: (id: number, tries: number) => Grant) {
  const { clock, random } = testMachine();
  using ledger = new AskingLedger(grant);
  await ledger.plan(rows(), () => ({ record: { runId: "r", startedAt: "" } as never }));
  const research = new FakeResearch();
  const meter = new ProgressMeter(clock, {
    rows: 3,
    statuses: { done: 0, partial: 0, failed: 0, in_doubt: 0, invalid: 0, skipped: 0, pending: 3 },
  });
  const spending = new Spending({}, { requests: ledger.requestsByState() });
  const requests = new RunningRequests({
    ...{ research, ledger, clock, random, meter, spending, folder: "none", wantsFiles: false },
    pacer: new Pacer({ concurrency: 2, clock, random }),
    ...{ attemptMs: 60_000, requestMs: 60_000, stallMs: 60_000_000, onEvent: () => {} },
    ...{ stop: new AbortController().signal, signal: new AbortController().signal },
  });
  requests.start();
  for await (const _outcome of requests.outcomes());
  await requests.close();
  const states = Object.fromEntries(ledger.requestsByState());
  return { sent: research.asked.map(tickerIn), states, counted: spending.sent, reason: requests.reason, clock };
}

async function* rows() {
  for (let row = 1; row <= 3; row++) {
    const ticker = `T${row}`;
    await Promise.resolve();
    yield {
      input: { row, line: row + 1, ticker, cells: [ticker] },
      asked: {
        ...{ identity: ticker, idempotencyKey: `k${row}`, attempts: 0 },
        request: { input: `What of "${ticker}"?` } as RequestBody,
      },
    };
  }
}

Deno.test("a request that has to wait for its grant is sent after that time, and counted once", async () => {
  const { sent, states, counted, clock } = await send((id, tries) =>
    id === 2 && tries < 3 ? { waitMs: 2_000 } : "granted"
  );
  deepEqual([sent.toSorted(), states, counted], [["T1", "T2", "T3"], { done: 3 }, 3]);
  ok(clock.monotonicMs() >= 4_000, `${clock.monotonicMs()} ms passed`);
});

Deno.test("a limit that others have reached stops the requests with its reason, and what was not granted stays planned", async () => {
  const reason = { code: "max_requests", requests: 1, limit: 1 } as const;
  const { sent, states, counted, reason: stopped } = await send((id) => id === 1 ? "granted" : reason);
  deepEqual([sent, states, counted, stopped], [["T1"], { done: 1, planned: 2 }, 1, reason]);
});

Deno.test("requests that are somebody else's are not sent; what was under way keeps its answer", async () => {
  const { sent, states, reason } = await send((id) => id === 1 ? "granted" : "not_ours");
  deepEqual([sent, states], [["T1"], { done: 1, planned: 2 }]);
  equal(reason, undefined);
});
