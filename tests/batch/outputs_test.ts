import { clearImmediate, setImmediate } from "node:timers";
import { deepEqual, equal, ok, rejects } from "../assert.ts";
import { openRun, screen } from "conviction/batch";
import { countRows } from "../../src/batch/ledger/ledger_reader.ts";
import { inTurns, SpareTurns, timeSlices } from "../../src/pace/yielding.ts";
import { countRun } from "../view/count_run.ts";
import { FakeResearch } from "./fake_research.ts";
import { listOf, screened } from "./screened.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const LONG = 1_500;
const list = (rows: number) => `ticker\n${Array.from({ length: rows }, (_, at) => `T${at}\n`).join("")}`;
const MINUTE_MS = 60_000;

/** Resolves when a file exists; lets the event loop turn until then. */
async function present(path: string): Promise<string> {
  for (;;) {
    try {
      return await Deno.readTextFile(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

Deno.test("the files of a short list are written before its first request is sent", async () => {
  const folder = await Deno.makeTempDir();
  const seen: string[] = [];
  const research = new FakeResearch({
    onReason: async () => void seen.push(await Deno.readTextFile(`${folder}/out/theses.csv`)),
  });
  const machine = testMachine({ folder });
  for await (const _ of screen(writeCsv(folder, list(2)), research, { folder: "out", machine, concurrency: 1 }));
  equal(seen[0]?.match(/,pending,/g)?.length, 2);
});

Deno.test("the files of a long list are rendered ten seconds after its first requests are sent", async () => {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  let asked = 0;
  const rendered = Promise.withResolvers<string>();
  const research = new FakeResearch({
    onReason: async () => {
      if (asked++ > 0) return;
      await rejects(Deno.stat(`${folder}/out/theses.csv`), Deno.errors.NotFound);
      machine.clock.advance(10_000); // the rendering begins only now
      rendered.resolve(await present(`${folder}/out/manifest.json`));
    },
  });
  for await (const _ of screen(writeCsv(folder, list(LONG)), research, { folder: "out", machine, concurrency: 64 }));
  const { state, counts } = JSON.parse(await rendered.promise);
  deepEqual([state, counts.rows], ["running", LONG]);
});

Deno.test("a rendering is abandoned when the ledger's log grows too large, and tried again later", async () => {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  let asked = 0;
  const research = new FakeResearch({
    onReason: async () => {
      if (asked++ > 0) return;
      await Deno.truncate(`${folder}/out/ledger.sqlite-wal`, 600 * 1024 * 1024); // longer, with a hole at its end
      machine.clock.advance(10_000);
      await machine.clock.whenScheduled(MINUTE_MS);
      await rejects(Deno.stat(`${folder}/out/manifest.json`), Deno.errors.NotFound);
    },
  });
  for await (const _ of screen(writeCsv(folder, list(LONG)), research, { folder: "out", machine, concurrency: 64 }));
  const { state, counts } = JSON.parse(await Deno.readTextFile(`${folder}/out/manifest.json`));
  deepEqual([state, counts.statuses.done], ["finished", LONG]);
});

Deno.test("a long run that is resumed keeps its files, and renders them after a minute", async () => {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  const input = writeCsv(folder, list(LONG));
  for await (const _ of screen(input, new FakeResearch(), { folder: "out", machine, limit: 1 }));
  const before = await Deno.readTextFile(`${folder}/out/manifest.json`);
  await Deno.writeTextFile(`${folder}/out/theses.csv`, "stays");
  const delays: number[][] = [];
  const research = new FakeResearch({
    onReason: async ({ input }) => {
      if (!String(input).includes('"T1"')) return;
      delays.push(machine.clock.pending());
      machine.clock.advance(10_000);
      equal(await Deno.readTextFile(`${folder}/out/theses.csv`), "stays");
    },
  });
  for await (const _ of screen(input, research, { folder: "out", machine, limit: 2 }));
  ok(delays[0]?.includes(MINUTE_MS), `waits for ${delays}`);
  equal(JSON.parse(before).run_id, (await openRun(`${folder}/out`)).manifest.run_id);
  equal((await Deno.readTextFile(`${folder}/out/theses.csv`)).split("\n").length, LONG + 2);
});

Deno.test("the pause between renderings is twenty times the time of the last one, and at least a minute", async () => {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  const waits: number[] = [];
  let asked = 0;
  const research = new FakeResearch({
    onReason: async () => {
      if (asked++ > 0) return;
      machine.clock.advance(MINUTE_MS);
      machine.clock.advance(10_000); // as if it took ten seconds
      await machine.clock.whenScheduled(200_000);
      waits.push(...machine.clock.pending().filter((delayMs) => delayMs === 200_000));
    },
  });
  for await (const _ of screen(writeCsv(folder, list(2)), research, { folder: "out", machine, concurrency: 1 }));
  deepEqual(waits, [200_000]);
});

Deno.test("counting rows by index gives the same as counting them one by one", async () => {
  const folder = await Deno.makeTempDir();
  const csv = "ticker,n\nA,1\nB,1\nA,1\n,1\nC,1\nC,1\nD,1\n";
  const research = new FakeResearch({
    onReason: ({ input }) => {
      if (String(input).includes('"C"')) throw Object.assign(new Error("Cannot ask"), { status: 500 });
    },
  });
  const machine = testMachine({ folder });
  for await (const _ of screen(writeCsv(folder, csv), research, { folder: "out", machine, limit: 6 }));
  const { outcomes, manifest } = await openRun(`${folder}/out`);
  const { rows, statuses } = countRun(outcomes);
  deepEqual(countRows(`${folder}/out/ledger.sqlite`), { rows, statuses });
  deepEqual(statuses, { done: 3, partial: 0, failed: 2, invalid: 1, in_doubt: 0, skipped: 1, pending: 0 });
  const { claimsTotal, claimsVerified, ...counts } = countRun(outcomes);
  deepEqual(manifest.counts, { ...counts, claims_total: claimsTotal, claims_verified: claimsVerified });
});

Deno.test("a long loop lets the event loop turn, and an abort ends it", async () => {
  let turns = 0;
  let isOver = false;
  const count = () => void (isOver || (turns++, setImmediate(count)));
  count();
  const all = Array.from({ length: 8_000 }, (_, at) => at);
  deepEqual(await Array.fromAsync(inTurns(all, timeSlices())), all);
  isOver = true;
  ok(turns >= 10, `${turns} turns`);
  const stop = new AbortController();
  const seen: number[] = [];
  try {
    for await (const one of inTurns(all, timeSlices(stop.signal))) {
      if (seen.push(one) === 300) stop.abort(new Error("enough"));
    }
  } catch (error) {
    equal(error, stop.signal.reason);
  }
  ok(seen.length < 600);
});

/** Turns of the event loop between pieces of low-priority work, by the time that both take. */
async function turnsBetween(pieceMs: number, { othersMs, pieces }: { othersMs: number; pieces: number }) {
  let nowMs = 0;
  let turns = 0;
  const spare = new SpareTurns({ monotonicMs: () => nowMs }, new AbortController().signal);
  const counts: number[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    nowMs += pieceMs;
    turns = 0;
    const others = () => {
      turns++;
      nowMs += othersMs;
      next = setImmediate(others);
    };
    let next = setImmediate(others);
    await spare.next();
    clearImmediate(next);
    counts.push(turns);
  }
  equal(spare.workedMs, pieceMs * pieces);
  return counts;
}

const PATIENCE = [
  { when: "the event loop is idle", pieceMs: 10, othersMs: 0, turns: [1, 1] },
  { when: "the event loop is busy, a fifth of the time", pieceMs: 10, othersMs: 10, turns: [4, 4] },
  { when: "the turns of the event loop are long", pieceMs: 10, othersMs: 100, turns: [1, 1] },
  { when: "it has waited for two seconds", pieceMs: 100, othersMs: 100, turns: [4, 4, 4, 4, 4, 1, 1] },
];
for (const { when, pieceMs, othersMs, turns } of PATIENCE) {
  Deno.test(`turns that low-priority work yields when ${when}`, async () => {
    deepEqual(await turnsBetween(pieceMs, { othersMs, pieces: turns.length }), turns);
  });
}

Deno.test("a wall clock that is set back by an hour changes neither the duration of a run nor the order of its times", async () => {
  const machine = testMachine();
  let setBackMs = 0;
  const { clock } = machine;
  const setBack = { ...machine, clock: { ...clock, now: () => new Date(clock.now().getTime() - setBackMs) } };
  const research = new FakeResearch({
    onReason: () => {
      clock.advance(2_000);
      setBackMs = 3_600_000;
    },
  });
  const { events } = await screened(listOf(3), research, { machine: setBack });
  const end = events.at(-1);
  const { seconds = -1, started_at, finished_at = "" } = end?.type === "ended" ? end.manifest : { started_at: "" };
  ok(seconds >= 6 && seconds < 60, `${seconds} s`);
  ok(finished_at > started_at, `${started_at} to ${finished_at}`);
});
