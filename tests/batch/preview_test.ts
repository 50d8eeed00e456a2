import { deepEqual, equal, ok } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import { screen, type ScreenOptions } from "conviction/batch";
import fc from "fast-check";
import { Ledger } from "../../src/batch/ledger/ledger.ts";
import { previewScreen } from "../../src/batch/preview.ts";
import type { ScreenPreview } from "../../src/run/progress.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import { listOf, screened, tickerIn } from "./screened.ts";
import { type TestMachine, testMachine, writeCsv } from "./test_machine.ts";

type Given = Omit<ScreenOptions, "machine">;

/** A dry run of a list into the folder `out`. */
async function preview(csv: string, machine: TestMachine, options: Given = {}): Promise<ScreenPreview> {
  return await previewScreen(writeCsv(machine.folder, csv), { folder: "out", concurrency: 1, ...options, machine });
}

/** Every path below a folder with its size, and when it was written. */
function everything(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    const { size, mtime } = Deno.statSync(path);
    return isDirectory ? everything(path) : [`${path} ${size} ${mtime?.getTime()}`];
  }).toSorted();
}

const ROW = fc.record({
  ticker: fc.constantFrom("AAPL", "IBM", "XRX", "MSFT", "", " IBM "),
  weight: fc.constantFrom("1", "2", ""),
  isRagged: fc.integer({ max: 9, min: 0 }).map((digit) => digit === 0),
});
const LIST = fc.array(ROW, { minLength: 1, maxLength: 30 }).map((rows) =>
  `ticker,weight\n${
    rows.map(({ ticker, weight, isRagged }) => `${ticker},${weight}${isRagged ? ",x" : ""}\n`).join("")
  }`
);
const QUESTION = fc.record({
  prompt: fc.constantFrom(undefined, "Analyse {{ticker}}", "Analyse {{ticker}} at {{weight}}"),
  limit: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
});
Deno.test("a dry run counts rows, invalid rows, repeats and requests exactly as the run does, for any list", async () => {
  await fc.assert(
    fc.asyncProperty(LIST, QUESTION, async (csv, question) => {
      const machine = testMachine();
      const dryRun = await preview(csv, machine, question);
      const research = new FakeResearch();
      const { outcomes } = await screened(csv, research, { machine, ...question });
      const identities = new Set(outcomes.flatMap((row) => row.status === "invalid" ? [] : [row.asked.identity]));
      const invalid = outcomes.filter(({ status }) => status === "invalid").length;
      deepEqual([dryRun.rows, dryRun.invalid, dryRun.duplicates, dryRun.requests, dryRun.known, dryRun.inDoubt], [
        outcomes.length,
        invalid,
        outcomes.length - invalid - identities.size,
        research.asked.length,
        0,
        0,
      ]);
      deepEqual(dryRun.first.map(({ input }) => input), research.asked.slice(0, 3));
      await Deno.remove(machine.folder, { recursive: true });
    }),
    runsOf("batch/preview", 30),
  );
});

Deno.test("a dry run of a new or a resumed run sends nothing and writes nothing", async () => {
  const machine = testMachine();
  writeCsv(machine.folder, listOf(3));
  const before = everything(machine.folder);
  equal((await preview(listOf(3), machine, { reuseWithinMs: 1 })).state, "new");
  deepEqual(everything(machine.folder).map((line) => line.split(" ")[0]), before.map((line) => line.split(" ")[0]));
  await screened(listOf(3), new FakeResearch(), { machine, maxRequests: 1 });
  const between = everything(`${machine.folder}/out`);
  equal((await preview(listOf(3), machine)).state, "continued");
  deepEqual(everything(`${machine.folder}/out`), between);
});

/** T1 done, T2 failed, T3 in doubt, T4 to T6 skipped by a limit. */
async function halfDone(machine: TestMachine): Promise<void> {
  const research = new FakeResearch({
    onReason: ({ input }) => {
      if (tickerIn(input) === "T2") return Promise.reject(callError({ status: 422 }));
      if (tickerIn(input) === "T3") return Promise.reject(callError({ delivery: "maybe_sent" }));
    },
  });
  await screened(listOf(6), research, { machine, maxRequests: 3 });
}

interface Expected extends Partial<ScreenPreview> {
  readonly asked: readonly string[];
}
const GOING_ON: readonly { readonly when: string; readonly options: Given; readonly expected: Expected }[] = [
  { when: "there are no options", options: {}, expected: { asked: ["T4", "T5", "T6"], known: 2, inDoubt: 1 } },
  { when: "there is a limit", options: { limit: 5 }, expected: { asked: ["T4", "T5"], known: 2, inDoubt: 1 } },
  {
    when: "requests in doubt are resent",
    options: { resendInDoubt: 4 },
    expected: { asked: ["T3", "T4", "T5", "T6"], known: 2, inDoubt: 1 },
  },
  {
    when: "failed rows are retried",
    options: { retryFailed: true },
    expected: { asked: ["T2", "T3", "T4", "T5", "T6"], known: 1, inDoubt: 1 },
  },
  {
    when: "failed rows are retried within a limit",
    options: { retryFailed: true, limit: 2 },
    expected: { asked: ["T2"], known: 1, inDoubt: 1 },
  },
  {
    when: "the cost limit is used up",
    options: { price: 1, maxCost: 4 },
    expected: { asked: ["T4"], requests: 3, cost: 3, stops: [{ code: "max_cost", limit: 4, after: 1 }] },
  },
  {
    when: "the request limit is used up",
    options: { maxRequests: 5 },
    expected: { asked: ["T4", "T5"], requests: 3, stops: [{ code: "max_requests", limit: 5, after: 2 }] },
  },
];
for (const { when, options, expected: { asked, ...expected } } of GOING_ON) {
  Deno.test(`a dry run of a resumed run lists what will be sent when ${when}`, async () => {
    const machine = testMachine();
    await halfDone(machine);
    const dryRun = await preview(listOf(6), machine, options);
    const research = new FakeResearch();
    await screened(listOf(6), research, { machine, ...options });
    deepEqual(research.asked.map(tickerIn), asked);
    const { requests = asked.length, ...others } = expected;
    deepEqual([dryRun.state, dryRun.requests], ["continued", requests]);
    for (const [name, value] of Object.entries(others)) {
      deepEqual(Object.entries(dryRun).find(([of]) => of === name)?.[1], value);
    }
    deepEqual(dryRun.first.map(({ input }) => tickerIn(String(input))).slice(0, asked.length), asked.slice(0, 3));
  });
}

for (const isIdempotent of [false, true]) {
  Deno.test(`a dry run of an abandoned run counts requests under way as in doubt${isIdempotent ? " and, with idempotency, as requests" : ", not as requests"}`, async () => {
    const machine = testMachine();
    const aborted = () => callError({ name: "AbortedError", delivery: "maybe_sent" });
    const research = new FakeResearch({
      isIdempotent,
      onReason: ({ input }, { signal }) =>
        tickerIn(input) === "T1"
          ? undefined
          : new Promise((_, reject) => signal.addEventListener("abort", () => reject(aborted()))),
    });
    const options = { folder: "out", machine, concurrency: 2 };
    for await (const _ of screen(writeCsv(machine.folder, listOf(5)), research, options)) break;
    const dryRun = await preview(listOf(5), machine);
    const later = new FakeResearch();
    await screened(listOf(5), later, { machine });
    equal(dryRun.requests, later.asked.length);
    equal(later.asked.length, isIdempotent ? 4 : 2);
  });
}

for (const isIdempotent of [false, true]) {
  Deno.test(`a dry run of a killed run counts requests under way as in doubt${isIdempotent ? " and, with idempotency, as requests" : ", not as requests"}`, async () => {
    const machine = testMachine();
    await screened(listOf(3), new FakeResearch({ isIdempotent }), { machine, maxRequests: 1 });
    {
      using ledger = new Ledger(`${machine.folder}/out/ledger.sqlite`);
      ledger.recover();
      await ledger.intent(2, machine.clock.now().toISOString());
    }
    const { requests, inDoubt, known, first } = await preview(listOf(3), machine);
    const asked = isIdempotent ? ["T2", "T3"] : ["T3"];
    deepEqual([requests, inDoubt, known], [asked.length, 1, 1]);
    deepEqual(first.map(({ input }) => tickerIn(String(input))), asked);
    equal((await preview(listOf(3), machine, { resendInDoubt: 1 })).requests, 2);
    const research = new FakeResearch();
    await screened(listOf(3), research, { machine });
    deepEqual(research.asked.map(tickerIn), asked);
  });
}

Deno.test("a dry run lists no request for a finished run, nor for answers reused from another run", async () => {
  const machine = testMachine();
  const service = { name: "http://127.0.0.1:1" };
  await screened(listOf(2), new FakeResearch(), { machine, service });
  const finished = await preview(listOf(2), machine, { service });
  deepEqual([finished.state, finished.requests, finished.first, finished.known], ["finished", 0, [], 2]);

  const under = { service, folder: undefined, startNew: true };
  await screened(listOf(2), new FakeResearch(), { machine, ...under });
  const taking = { ...under, reuseWithinMs: 3_600_000 };
  const dryRun = await preview(listOf(5), machine, taking);
  const research = new FakeResearch();
  await screened(listOf(5), research, { machine, ...taking });
  deepEqual([dryRun.known, dryRun.requests, research.asked.map(tickerIn)], [2, 3, ["T3", "T4", "T5"]]);
  deepEqual(dryRun.first.map(({ input }) => tickerIn(String(input))), ["T3", "T4", "T5"]);
});

Deno.test("a dry run estimates the time from answer times in an earlier run of the service, and from the rates", async () => {
  const machine = testMachine();
  const service = { name: "http://127.0.0.1:1" };
  equal((await preview(listOf(10), machine, { service })).seconds, undefined);
  const rate = [{ count: 2, perMs: 60_000 }];
  equal((await preview(listOf(10), machine, { service, rate })).seconds, 300);
  const slow = new FakeResearch({ onReason: () => machine.clock.advance(4_000) });
  await screened(listOf(4), slow, { machine, service, folder: undefined });
  equal((await preview(listOf(10), machine, { service, concurrency: 2 })).seconds, 5 * 4);
  equal((await preview(listOf(10), machine, { service, rate, concurrency: 2 })).seconds, 300);
  const other = await preview(listOf(10), machine, { service: { name: "http://127.0.0.1:2" } });
  ok(other.seconds === undefined);
});
