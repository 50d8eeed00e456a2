import { deepEqual, equal, rejects, throws } from "../assert.ts";
import { InputError, screen } from "conviction/batch";
import { Ledger } from "../../src/batch/ledger/ledger.ts";
import { readStatus } from "../../src/batch/runs/read_status.ts";
import { lockFolder } from "../../src/disk/folder_lock.ts";
import { FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const ROWS = 8;
const CSV = `ticker\n${Array.from({ length: ROWS }, (_, at) => `T${at}\n`).join("")}T0\n`;

/** A run of nine rows and eight requests, each of which takes two seconds. */
async function run(limit?: number) {
  const base = await Deno.makeTempDir();
  const machine = testMachine({ folder: base });
  const research = new FakeResearch({ onReason: () => machine.clock.advance(2000) });
  for await (const _ of screen(writeCsv(base, CSV), research, { folder: "out", machine, limit, concurrency: 1 }));
  return { base, machine, folder: `${base}/out` };
}

Deno.test("the status of a finished run has its end and its last thesis, and no holder", async () => {
  const { base, machine } = await run();
  const { state, holder, progress, inDoubt, lastThesis, lastEndedAt, record } = readStatus("out", {
    base,
    now: machine.clock.now(),
  });
  deepEqual([state, holder, inDoubt, progress.rows, progress.statuses.done], ["finished", undefined, 0, 9, 9]);
  deepEqual([lastThesis?.ticker, lastThesis?.row, lastThesis?.signal], ["T7", 8, "neutral"]);
  equal(lastEndedAt, record.finishedAt);
  equal(progress.secondsLeft, undefined);
});

Deno.test("the status of a running one has its holder, and rate and time left from the ledger's times", async () => {
  const { base, machine, folder } = await run(5);
  {
    using ledger = new Ledger(`${folder}/ledger.sqlite`);
    ledger.recover();
    await ledger.intent(6, machine.clock.now().toISOString());
  }
  using _lock = lockFolder(folder, { now: machine.clock.now() });
  machine.clock.advance(2000);
  const { state, holder, progress, inDoubt } = readStatus("out", { base, now: machine.clock.now() });
  deepEqual([state, holder?.pid, inDoubt, progress.inFlight], ["running", Deno.pid, 0, 1]);
  deepEqual([progress.statuses.done, progress.statuses.pending], [6, 3]);
  // Four requests ended in the ten seconds since the first did; three are open; nine rows ask eight.
  deepEqual([progress.rowsPerSecond, progress.secondsLeft], [4 / 10 * 9 / 8, 3 / (4 / 10)]);
});

Deno.test("requests under way when a run is killed are in doubt", async () => {
  const { base, machine, folder } = await run(5);
  {
    using ledger = new Ledger(`${folder}/ledger.sqlite`);
    ledger.recover();
    await ledger.intent(6, machine.clock.now().toISOString());
  }
  const { state, inDoubt, progress } = readStatus("out", { base, now: machine.clock.now() });
  deepEqual([state, inDoubt, progress.inFlight], ["stopped", 1, 0]);
});

Deno.test("a folder without a run, or whose list is not read yet, is a one-sentence error", async () => {
  const base = await Deno.makeTempDir();
  await rejects(() => Promise.try(readStatus, "latest", { base, now: new Date(0) }), InputError);
  throws(() => readStatus("out", { base, now: new Date(0) }), InputError);
  await Deno.mkdir(`${base}/out`);
  new Ledger(`${base}/out/ledger.sqlite`)[Symbol.dispose]();
  throws(() => readStatus("out", { base, now: new Date(0) }), /its run has not begun$/);
  using _lock = lockFolder(`${base}/out`);
  throws(() => readStatus("out", { base, now: new Date(0) }), /its list is still being read$/);
});

Deno.test("the status has the cost, from the ledger alone", async () => {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  const options = { folder: "out", machine, price: 0.25, maxRequests: 2, concurrency: 1 };
  const rows = screen(writeCsv(folder, "ticker\nA\nB\nC\n"), new FakeResearch(), options);
  equal((await Array.fromAsync(rows)).length, 3);
  const { progress } = readStatus(`${folder}/out`, { now: machine.clock.now() });
  deepEqual([progress.sent, progress.spent], [2, 0.5]);
});
