import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { DiskError, screen, VerifyError } from "conviction/batch";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import { checkLedger } from "../../src/batch/runs/check_ledger.ts";
import { DURABLE } from "../../src/disk/durability.ts";
import { FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

async function finishedRun(): Promise<{ folder: string; again: () => Promise<unknown> }> {
  const folder = await Deno.makeTempDir();
  const path = writeCsv(folder, "ticker\nA\n");
  const machine = testMachine({ folder, durability: DURABLE });
  const again = () => Array.fromAsync(screen(path, new FakeResearch(), { folder: "out", machine }));
  await again();
  return { folder, again };
}

Deno.test("a ledger can be read after its process was killed in a write of SQLite", async () => {
  const { folder, again } = await finishedRun();
  const path = `${folder}/out/ledger.sqlite`;
  // A hot journal: left by a process that is killed after it writes a page and before it removes its journal.
  const whole = await Deno.readFile(path);
  {
    using database = new DatabaseSync(path);
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA synchronous = FULL; BEGIN IMMEDIATE;");
    database.exec("CREATE TABLE more (x); INSERT INTO more SELECT zeroblob(9000) FROM (SELECT 1 UNION SELECT 2);");
    await Deno.copyFile(`${path}-journal`, `${folder}/journal`);
    await Deno.copyFile(path, `${folder}/half`);
    database.exec("ROLLBACK");
  }
  await Deno.copyFile(`${folder}/half`, path);
  await Deno.copyFile(`${folder}/journal`, `${path}-journal`);
  ok((await Deno.stat(`${path}-journal`)).size > 0);
  equal((await again() as unknown[]).length, 1);
  deepEqual((await Deno.readFile(path)).length, whole.length);
});

Deno.test("a file that is not a ledger is an error that gives its path and what to do", async () => {
  const { folder, again } = await finishedRun();
  await Deno.writeTextFile(`${folder}/out/ledger.sqlite`, "no ledger, but long enough to be taken for one ".repeat(40));
  await rejects(again(), (error) => {
    ok(error instanceof DiskError);
    match(error.message, /^Cannot read the ledger .*ledger\.sqlite: it is not a database; choose another folder$/);
    return true;
  });
});

Deno.test("the digest of a run of millions of rows, beyond JavaScript's integers, is compared, in turns of the event loop", async () => {
  const { folder, again } = await finishedRun();
  const change = (sql: string) => {
    using database = new DatabaseSync(`${folder}/out/ledger.sqlite`);
    database.exec(sql);
  };
  change(`UPDATE chain SET digest = digest + ${3 * 2 ** 52}`); // as of so many rows more that their seals are a multiple
  let turns = 0;
  setImmediate(() => turns++);
  await checkLedger(`${folder}/out`);
  equal(turns, 1);
  equal((await again() as unknown[]).length, 1);
  change("UPDATE requests SET seconds = seconds + 1");
  await rejects(again(), VerifyError);
});
