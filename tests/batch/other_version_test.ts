import { DatabaseSync } from "node:sqlite";
import { deepEqual, match, ok, rejects } from "../assert.ts";
import { compareRuns, InputError, openRun, screen, type ScreenOptions, VerifyError } from "conviction/batch";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { readStatus } from "../../src/batch/runs/read_status.ts";
import { FakeResearch } from "./fake_research.ts";
import { listOf } from "./screened.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const NOW = new Date("2024-03-02T00:00:00Z");
/** Turns a ledger into one of version 2. */
const OLDER =
  "DROP TABLE chain; DROP INDEX repeats_by_request; DROP INDEX invalid_rows; ALTER TABLE rows DROP COLUMN is_repeat; " +
  "CREATE INDEX rows_by_request ON rows (request, row); PRAGMA user_version = 2;";

/** A run of three rows, in the folder `out`, as an older version wrote it. */
async function olderRun(): Promise<string> {
  const base = await Deno.makeTempDir();
  const input = writeCsv(base, "ticker\nAAPL\nMSFT\nAAPL\n");
  for await (const _ of screen(input, new FakeResearch(), { folder: "out", machine: testMachine({ folder: base }) }));
  withoutChain(base, OLDER);
  return base;
}

/** Takes the chain from a run in the folder `out`. */
function withoutChain(base: string, change: string): void {
  using database = new DatabaseSync(`${base}/out/ledger.sqlite`);
  database.exec(change);
  Deno.removeSync(`${base}/out/.ledger.mark`);
  const { ledger_commits: _, ...manifest } = JSON.parse(Deno.readTextFileSync(`${base}/out/manifest.json`));
  Deno.writeTextFileSync(`${base}/out/manifest.json`, JSON.stringify(manifest));
}

const REFUSED: readonly { what: string; run: (base: string) => unknown }[] = [
  { what: "is not resumed", run: (base) => firstOutcome(base) },
  { what: "is not exported", run: (base) => exportRun("out", { base, now: NOW, versions: {} }) },
  { what: "has no status", run: (base) => readStatus("out", { base, now: NOW }) },
];

async function firstOutcome(base: string): Promise<void> {
  const options = { folder: "out", machine: testMachine({ folder: base }) };
  for await (const _ of screen(`${base}/tickers.csv`, new FakeResearch(), options)) return;
}

for (const { what, run } of REFUSED) {
  Deno.test(`a run of an older version ${what}, and its files do not change`, async () => {
    const base = await olderRun();
    const before = await Deno.readTextFile(`${base}/out/theses.csv`);
    await rejects(async () => await run(base), (error) => {
      ok(error instanceof InputError, String(error));
      match(error.message, /its ledger has version 2, this Conviction reads version 4; choose another folder$/);
      return true;
    });
    deepEqual(await Deno.readTextFile(`${base}/out/theses.csv`), before);
  });
}

Deno.test("a run of an older version can be read, and compared with", async () => {
  const older = await openRun(`${await olderRun()}/out`);
  deepEqual(older.rows.map(({ ticker, status }) => [ticker, status]), [
    ["AAPL", "done"],
    ["MSFT", "done"],
    ["AAPL", "done"],
  ]);
  deepEqual(compareRuns(older, older).changes, []);
});

Deno.test("a run that was begun before ledgers had a chain is resumed, asks nothing again, and has one from then on", async () => {
  const base = await Deno.makeTempDir();
  const input = writeCsv(base, listOf(6));
  const research = new FakeResearch();
  const resume = (options: ScreenOptions) =>
    Array.fromAsync(screen(input, research, { folder: "out", machine: testMachine({ folder: base }), ...options }));
  await resume({ maxRequests: 2 });
  withoutChain(base, "DROP TABLE chain; PRAGMA user_version = 3;");
  await exportRun("out", { base, now: NOW, versions: {} });
  await resume({ maxRequests: 4 });
  deepEqual([research.asked.length, new Set(research.asked).size], [4, 4]);
  using database = new DatabaseSync(`${base}/out/ledger.sqlite`);
  database.exec("UPDATE requests SET seconds = 1 WHERE id = 1");
  await rejects(resume({}), VerifyError);
});
