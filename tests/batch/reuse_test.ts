import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { FakeResearch } from "./fake_research.ts";
import { listOf, type Screened, screened, tickerIn } from "./screened.ts";
import { type TestMachine, testMachine } from "./test_machine.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SERVICE = { name: "http://127.0.0.1:1", model: "smart", dataDigest: "a" };
const withFiles = () =>
  new FakeResearch({ files: () => [{ file_id: "a", filename: "a.csv" }, { file_id: "b", filename: "b.csv" }] });

interface Night {
  readonly result: Screened;
  readonly research: FakeResearch;
  readonly folder: string;
}

/** A run under `runs/`. */
async function night(
  machine: TestMachine,
  csv: string,
  { reuseWithinMs = DAY_MS, ...options }: Parameters<typeof screened>[2] & { reuseWithinMs?: number | undefined } = {},
): Promise<Night> {
  const research = withFiles();
  const all = { service: SERVICE, startNew: true, folder: undefined, reuseWithinMs, ...options, machine };
  const result = await screened(csv, research, all);
  const end = result.events.at(-1);
  return { result, research, folder: end?.type === "ended" ? end.folder : "" };
}

/** The run whose answer a row reuses. */
function reusedFrom({ outcomes }: Screened, at = 0): unknown {
  const outcome = outcomes[at];
  return outcome?.status === "done" ? Object.entries(outcome.asked).find(([name]) => name === "reusedFrom")?.[1] : "";
}

const read = ({ folder }: Night, path: string) => Deno.readTextFileSync(`${folder}/${path}`);

Deno.test("a run reuses recent answers of an earlier one with their files, and sends nothing for them", async () => {
  const machine = testMachine();
  const first = await night(machine, "ticker\nT1\nT2\n");
  machine.clock.advance(HOUR_MS);
  const next = await night(machine, "ticker\nT3\nT2\nT1\nT2\n");
  deepEqual(next.result.statuses, ["done", "done", "done", "done"]);
  deepEqual([next.research.asked.map(tickerIn), next.research.downloads], [["T3"], 2]);
  equal(read(next, "files/2_T2/a.csv"), read(first, "files/2_T2/a.csv"));
  equal(read(next, "files/3_T1/b.csv"), "content of b.csv");
  const [, taken] = next.result.outcomes;
  ok(taken?.status === "done");
  deepEqual([taken.asked.attempts, taken.files.map(({ path }) => path)], [0, ["files/2_T2/a.csv", "files/2_T2/b.csv"]]);
  equal(reusedFrom(next.result, 1), JSON.parse(read(first, "manifest.json")).run_id);
  equal(JSON.parse(read(next, "manifest.json")).state, "finished");
});

Deno.test("reused answers cost nothing", async () => {
  const machine = testMachine();
  await night(machine, listOf(2));
  const next = await night(machine, listOf(4), { price: 1, maxCost: 2, maxRequests: 2 });
  deepEqual([next.result.statuses, next.result.stopped], [["done", "done", "done", "done"], ""]);
});

const OTHERS: readonly {
  readonly when: string;
  readonly options: Parameters<typeof screened>[2];
  readonly afterMs?: number;
}[] = [
  { when: "they come from another service", options: { service: { ...SERVICE, name: "http://127.0.0.1:2" } } },
  { when: "they come from another model", options: { service: { ...SERVICE, model: "other" } } },
  { when: "they come from other data", options: { service: { ...SERVICE, dataDigest: "b" } } },
  { when: "the question differs", options: { prompt: "What of {{ticker}}?" } },
  { when: "the day differs", options: { asOf: "2024-02-29" } },
  { when: "they are too old", options: {}, afterMs: DAY_MS + 1 },
  { when: "reuse is not requested", options: { reuseWithinMs: undefined } },
];
for (const { when, options, afterMs = HOUR_MS } of OTHERS) {
  Deno.test(`a run reuses no answers of an earlier one when ${when}`, async () => {
    const machine = testMachine();
    await night(machine, listOf(2));
    machine.clock.advance(afterMs);
    const research = withFiles();
    const all = { service: SERVICE, startNew: true, folder: undefined, reuseWithinMs: DAY_MS, ...options, machine };
    await screened(listOf(2), research, all);
    equal(research.asked.length, 2);
  });
}

Deno.test("reuse does not renew the age of an answer", async () => {
  const machine = testMachine();
  await night(machine, listOf(1));
  machine.clock.advance(0.9 * DAY_MS);
  equal((await night(machine, listOf(1))).research.asked.length, 0);
  machine.clock.advance(0.2 * DAY_MS);
  equal((await night(machine, listOf(1))).research.asked.length, 1);
});

Deno.test("the newest of several answers is reused", async () => {
  const machine = testMachine();
  await night(machine, listOf(1));
  machine.clock.advance(HOUR_MS);
  const second = await night(machine, listOf(1), { reuseWithinMs: 1 });
  equal(second.research.asked.length, 1);
  machine.clock.advance(HOUR_MS);
  const third = await night(machine, listOf(1));
  equal(third.research.asked.length, 0);
  equal(reusedFrom(third.result), JSON.parse(read(second, "manifest.json")).run_id);
});

for (
  const [damage, spoil] of [
    ["gone", (path: string) => Deno.removeSync(path)],
    ["changed", (path: string) => Deno.writeTextFileSync(path, "other")],
  ] as const
) {
  Deno.test(`a request whose answer has a file that is ${damage} is sent again, and the old files are removed`, async () => {
    const machine = testMachine();
    const first = await night(machine, listOf(2));
    spoil(`${first.folder}/files/1_T1/b.csv`);
    const next = await night(machine, listOf(2));
    deepEqual([next.research.asked.map(tickerIn), next.result.statuses], [["T1"], ["done", "done"]]);
    equal(read(next, "files/1_T1/b.csv"), "content of b.csv");
  });
}

Deno.test("answers of an unfinished run are reused, failures are not", async () => {
  const machine = testMachine();
  await night(machine, listOf(3), { maxRequests: 2 });
  const next = await night(machine, listOf(3));
  deepEqual(next.research.asked.map(tickerIn), ["T3"]);
  match(next.folder, /-2$/);
  await rejects(Deno.stat(`${next.folder}/files/4_T4`), Deno.errors.NotFound);
});
