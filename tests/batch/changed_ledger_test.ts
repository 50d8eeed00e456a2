/** A ledger that went back in time, or was changed in a byte, is refused by name: nothing answered is asked again. */
import { deepEqual, ok } from "../assert.ts";
import { DiskError, InputError, openRun, screen, VerifyError } from "conviction/batch";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { type Damage, damageFile } from "../fixtures/file_damages.ts";
import { SEED } from "../lanes.ts";
import { once } from "../once.ts";
import { sweep } from "../sweeps.ts";
import { xorshift } from "../xorshift.ts";
import { FakeResearch } from "./fake_research.ts";
import { listOf } from "./screened.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const ROWS = 40;
const PLACES = 60;
const DATABASE = "ledger.sqlite";
const LOG = "ledger.sqlite-wal";
const NOW = new Date("2024-03-02T00:00:00Z");

/** The folder of a run at one moment, and the questions that are answered in it. */
interface Moment {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly answered: ReadonlySet<string>;
}

function filesOf(folder: string): Map<string, Uint8Array> {
  const names = [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile).map(({ name }) => name);
  return new Map(
    names.filter((name) => !name.endsWith("-shm")).map((name) => [name, Deno.readFileSync(`${folder}/${name}`)]),
  );
}

function writeInto(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  Deno.mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) Deno.writeFileSync(`${folder}/${name}`, bytes);
}

/** Of one run: as SIGKILL would have left it twice, stopped by a limit, and finished. */
const moments = once(async () => {
  const base = await Deno.makeTempDir();
  const machine = testMachine({ folder: base });
  const list = writeCsv(base, listOf(ROWS));
  const kills: Moment[] = [];
  const research: FakeResearch = new FakeResearch({
    onReason: () => {
      // With one request at a time all that was asked before is answered, and on disk.
      const answered = new Set(research.asked.slice(0, -1));
      if (answered.size === 12 || answered.size === 24) kills.push({ files: filesOf(`${base}/out`), answered });
    },
  });
  const work = async (maxRequests: number): Promise<Moment> => {
    await Array.fromAsync(screen(list, research, { folder: "out", machine, concurrency: 1, maxRequests }));
    return { files: filesOf(`${base}/out`), answered: new Set(research.asked) };
  };
  const stopped = await work(30);
  const finished = await work(ROWS);
  const rows = (await openRun(`${base}/out`)).rows;
  const [earlier, killed] = kills;
  ok(earlier !== undefined && killed !== undefined);
  await Deno.remove(base, { recursive: true });
  return { earlier, killed, stopped, finished, rows };
});
type Moments = Awaited<ReturnType<typeof moments>>;

/** What is done to a moment, at a place from 0 to 1. */
interface Change {
  readonly what: string;
  readonly of: "killed" | "stopped" | "finished";
  readonly to: (files: Map<string, Uint8Array>, parts: { readonly place: number; readonly all: Moments }) => void;
}

const restored = (of: Change["of"], ...names: readonly string[]): Change => ({
  what: `${names.join(" and ")} of an older copy`,
  of,
  to: (files, { all }) => {
    files.delete(LOG);
    for (const name of names) files.set(name, all.earlier.files.get(name) ?? new Uint8Array());
  },
});
const damaged = (of: Change["of"], name: string, damage: Damage): Change => ({
  what: `a ${damage} of ${name}`,
  of,
  to: (files, { place }) => damageFile(files, name, { damage, place }),
});
/** In place, where SQLite sees nothing wrong. */
const confident = (of: Change["of"]): Change => ({
  what: "another confidence",
  of,
  to: (files, { place }) => {
    const bytes = files.get(DATABASE) ?? new Uint8Array();
    const text = new TextDecoder("latin1").decode(bytes);
    const found = [...text.matchAll(/"confidence":0\.5/g)];
    const digit = (found[Math.floor(place * found.length)]?.index ?? 0) + '"confidence":0.'.length;
    files.set(DATABASE, bytes.with(digit, "9".charCodeAt(0)));
  },
});
const CHANGES: readonly Change[] = [
  confident("stopped"),
  confident("finished"),
  ...(["killed", "stopped", "finished"] as const).map((of) => restored(of, DATABASE, LOG)),
  restored("killed", DATABASE),
  { what: "the log is gone", of: "killed", to: (files) => files.delete(LOG) },
  { what: "the ledger is gone", of: "stopped", to: (files) => files.delete(DATABASE) },
  ...(["byte", "byte", "sector", "cut"] as const).map((damage) => damaged("killed", LOG, damage)),
  ...(["byte", "byte", "byte", "sector", "cut"] as const).map((damage) => damaged("stopped", DATABASE, damage)),
  ...(["byte", "byte", "sector"] as const).map((damage) => damaged("finished", DATABASE, damage)),
];
const CASES = Array.from({ length: PLACES }, (_, at) => ({ at, change: CHANGES[at % CHANGES.length] ?? CHANGES[0] }));

/** The errors by which a run is refused: they name its ledger or its folder. */
function isRefusal(error: unknown): boolean {
  const isOurs = error instanceof VerifyError || error instanceof DiskError || error instanceof InputError;
  return isOurs && /^Cannot (use|read|write|open|resume) .*(ledger|runs\/T|out)/.test(error.message);
}

for (const { at, change } of sweep("batch/changed_ledger", CASES, 1_500)) {
  Deno.test(`change ${at} of ${SEED}: when ${change?.what} comes into a run that is ${change?.of}, nothing answered is asked again or reported otherwise`, async () => {
    ok(change !== undefined);
    const all = await moments();
    const { files, answered } = all[change.of];
    const changed = new Map(files);
    const place = xorshift(SEED * PLACES + at + 1)();
    change.to(changed, { place, all });
    const base = await Deno.makeTempDir();
    const isNamed = at % 2 === 0;
    const folder = isNamed ? `${base}/out` : `${base}/runs/tickers/2024-03-01`;
    writeInto(folder, changed);
    const exported = await exportRun(folder, { base, now: NOW, versions: {} }).then(() => true, (error) => {
      ok(isRefusal(error), String(error));
      return false;
    });
    if (exported) await sameRows(folder, all);
    writeInto(folder, changed);
    const research = new FakeResearch();
    const options = { machine: testMachine({ folder: base }), ...isNamed ? { folder: "out" } : {} };
    const list = writeCsv(base, listOf(ROWS));
    const isNew = !isNamed && change.of === "finished"; // a finished run of a day is followed by another one
    await Array.fromAsync(screen(list, research, options)).then(
      async () => {
        if (isNew) return;
        deepEqual(research.asked.filter((question) => answered.has(question)), []);
        await sameRows(folder, all);
      },
      (error) => {
        ok(isRefusal(error), String(error));
        deepEqual(research.asked, []);
      },
    );
    await Deno.remove(base, { recursive: true });
  });
}

/** What is answered is as it was, but for the rank, which rows without an answer yet have no part in. */
async function sameRows(folder: string, { rows: expected }: Moments): Promise<void> {
  const { rows } = await openRun(folder);
  const told = (row: typeof rows[number], at: number) =>
    rows[at]?.status === "done" ? JSON.stringify({ ...row, rank: 0 }) : row.row;
  deepEqual(rows.map(told), expected.map(told));
}
