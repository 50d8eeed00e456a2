/** A file of an answer that is missing or was changed costs its row, not the run. */
import { deepEqual, equal, match } from "../assert.ts";
import { openRun, screen, type ScreenOptions } from "conviction/batch";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { readStatus } from "../../src/batch/runs/read_status.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const NOW = new Date("2024-03-02T00:00:00Z");
const FILE = "files/1_AAPL/a.csv";

const LOSSES: readonly { readonly how: string; readonly lose: (path: string) => void }[] = [
  { how: "was removed", lose: (path) => Deno.removeSync(path) },
  { how: "has other content of the same size", lose: (path) => Deno.writeTextFileSync(path, "kontent of a.csv") },
  { how: "is longer", lose: (path) => Deno.writeTextFileSync(path, "\n", { append: true }) },
  {
    how: "is a link to an equal file",
    lose: (path) => {
      Deno.renameSync(path, `${path}.other`);
      Deno.symlinkSync(`${path}.other`, path);
    },
  },
  {
    how: "is a folder",
    lose: (path) => {
      Deno.removeSync(path);
      Deno.mkdirSync(path);
    },
  },
];

interface Scene {
  readonly base: string;
  readonly research: FakeResearch;
  again(options?: ScreenOptions): Promise<unknown>;
}
const FINDERS: readonly { readonly by: string; readonly find: (scene: Scene) => Promise<unknown> }[] = [
  { by: "the same screen", find: (scene) => scene.again() },
  { by: "an export", find: ({ base }) => exportRun("out", { base, now: NOW, versions: {} }) },
  {
    by: "an export into another folder",
    find: async (scene) => {
      const { manifest } = await exportRun("out", { base: scene.base, into: "copy", now: NOW, versions: {} });
      equal(manifest.counts.statuses.partial, 1);
      await scene.again();
    },
  },
];

/** A finished run of two rows, each with two files; the service may have forgotten them since. */
async function finishedRun(): Promise<Scene & { forget(): void }> {
  const base = await Deno.makeTempDir();
  let isForgotten = false;
  const research = new FakeResearch({
    files: () => [{ file_id: "a", filename: "a.csv" }, { file_id: "b", filename: "b.csv" }],
    onDownload: () => isForgotten ? Promise.reject(callError({ status: 404, message: "Cannot get a.csv" })) : undefined,
  });
  const list = writeCsv(base, "ticker\nAAPL\nIBM\n");
  const again = (options: ScreenOptions = {}) =>
    Array.fromAsync(
      screen(list, research, {
        folder: "out",
        formats: ["report"],
        machine: testMachine({ folder: base }),
        ...options,
      }),
    );
  await again();
  return { base, research, again, forget: () => void (isForgotten = true) };
}

/** How many rows are done and partial, as each output says it, and the files in the manifest. */
async function countsIn(base: string) {
  const { manifest: { counts, files }, rows } = await openRun(`${base}/out`);
  const { progress } = readStatus("out", { base, now: NOW });
  const summary = await Deno.readTextFile(`${base}/out/summary.md`);
  const table = await Deno.readTextFile(`${base}/out/theses.csv`);
  const partial = counts.statuses.partial;
  equal(progress.statuses.partial, partial);
  equal(rows.filter(({ status }) => status === "partial").length, partial);
  equal(table.split("\n").filter((line) => line.includes(",partial,")).length, partial);
  equal(/Incomplete/.test(summary), partial > 0, summary);
  return { done: counts.statuses.done, partial, files: files.filter(({ path }) => path.startsWith("files/")).length };
}

for (const [at, { how, lose }] of LOSSES.entries()) {
  for (const { by, find } of at === 0 ? FINDERS : FINDERS.slice(0, 1)) {
    Deno.test(`a row is partial when ${by} finds that its file ${how}, and --retry-failed fetches it without asking again`, async () => {
      const scene = await finishedRun();
      lose(`${scene.base}/out/${FILE}`);
      await find(scene);
      deepEqual(await countsIn(scene.base), { done: 1, partial: 1, files: 3 });
      const { rows: [row] } = await openRun(`${scene.base}/out`);
      match(
        row?.warnings.join() ?? "",
        /^a file is missing: Cannot find files\/1_AAPL\/a\.csv: it was removed or changed/,
      );
      await scene.again({ retryFailed: true });
      deepEqual(await countsIn(scene.base), { done: 2, partial: 0, files: 4 });
      deepEqual([scene.research.asked.length, scene.research.downloads], [2, 6]);
      equal(await Deno.readTextFile(`${scene.base}/out/${FILE}`), "content of a.csv");
    });
  }
}

Deno.test("--retry-failed alone fetches a lost file, and the row stays partial where the service has it no more", async () => {
  const scene = await finishedRun();
  await Deno.remove(`${scene.base}/out/${FILE}`);
  await scene.again({ retryFailed: true });
  deepEqual(await countsIn(scene.base), { done: 2, partial: 0, files: 4 });
  scene.forget();
  await Deno.remove(`${scene.base}/out/${FILE}`);
  await scene.again({ retryFailed: true });
  deepEqual(await countsIn(scene.base), { done: 1, partial: 1, files: 2 });
  equal(scene.research.asked.length, 2);
});
