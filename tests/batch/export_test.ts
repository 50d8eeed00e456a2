import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { InputError, screen, VerifyError } from "conviction/batch";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { lockFolder } from "../../src/disk/folder_lock.ts";
import { FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const CSV = "ticker,weight_pct\nAAPL,7\nMSFT,6\n,5\nAAPL,7\nIBM,1\n";
const TABLES = ["theses.csv", "theses.jsonl", "failures.csv"];
const NOW = new Date("2024-03-02T00:00:00Z");
const versions = { conviction: "test" };

/** A run of five rows whose third is invalid and whose IBM fails. */
async function ranFolder({ isFinished = true } = {}): Promise<{ base: string; run: string }> {
  const base = await Deno.makeTempDir();
  const research = new FakeResearch({
    files: ({ input }) => String(input).includes("MSFT") ? [{ file_id: "f", filename: "a.csv" }] : [],
    onReason: ({ input }) => {
      if (String(input).includes("IBM")) throw Object.assign(new Error("Cannot ask"), { status: 500 });
    },
  });
  const options = { folder: "out", machine: testMachine({ folder: base }), ...isFinished ? {} : { limit: 1 } };
  for await (const _ of screen(writeCsv(base, CSV), research, options));
  return { base, run: `${base}/out` };
}

const namesIn = (folder: string) => Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
const read = (folder: string) => Promise.all(TABLES.map((name) => Deno.readTextFile(`${folder}/${name}`)));

Deno.test("an export writes the same files as the run, from the ledger alone", async () => {
  const { base, run } = await ranFolder();
  const before = await read(run);
  const { ledger_commits: known, ...manifest } = JSON.parse(await Deno.readTextFile(`${run}/manifest.json`));
  for (const name of [...TABLES, "manifest.json"]) await Deno.remove(`${run}/${name}`);
  const exported = await exportRun("out", { base, now: NOW, versions });
  deepEqual(await read(run), before);
  // The commit that says that the run is finished came after its manifest.
  const { ledger_commits, ...again } = JSON.parse(await Deno.readTextFile(`${run}/manifest.json`));
  deepEqual([again, ledger_commits], [manifest, known + 1]);
  deepEqual([exported.run, exported.folder], [run, run]);
});

Deno.test("an export into another folder writes the same tables, and a manifest with valid paths of the answers' files", async () => {
  const { base, run } = await ranFolder();
  const { folder, manifest } = await exportRun("out", { base, into: "elsewhere/deep", now: NOW, versions });
  equal(folder, `${base}/elsewhere/deep`);
  deepEqual(await read(folder), await read(run));
  deepEqual(manifest.files.map(({ path }) => path), [...TABLES, "../../out/files/2_MSFT/a.csv"]);
  for (const { path } of manifest.files) ok((await Deno.stat(`${folder}/${path}`)).isFile);
  deepEqual(
    (await namesIn(folder)).toSorted(),
    [...TABLES, "manifest.json"].toSorted(),
  );
  await exportRun("out", { base, into: "elsewhere/deep", now: NOW, versions }); // replaces its own files
});

Deno.test("a run that is locked can be exported only into another folder", async () => {
  const { base, run } = await ranFolder({ isFinished: false });
  using _lock = lockFolder(run);
  await rejects(exportRun("out", { base, now: NOW, versions }), (error) => {
    ok(error instanceof InputError);
    match(error.message, /^Cannot export into .*out: process \d+ is using it; choose another folder with into$/);
    return true;
  });
  const { manifest } = await exportRun("out", { base, into: "elsewhere", now: NOW, versions });
  equal(manifest.counts.statuses.skipped, 2);
});

const REFUSED = [
  { when: "there is no run", run: "nothing", says: /there is no readable .*ledger\.sqlite/ },
  { when: "there is no latest run", run: "latest", says: /Cannot open the run latest/ },
  {
    when: "the folder contains a table that no run wrote",
    run: "out",
    into: "strange",
    says: /already holds a theses\.csv that this run did not write/,
  },
  { when: "the folder contains another run", run: "out", into: "other", says: /holds a ledger\.sqlite/ },
];
for (const { when, run, into, says } of REFUSED) {
  Deno.test(`an export fails and writes nothing when ${when}`, async () => {
    const { base } = await ranFolder();
    for (const [folder, name] of [["strange", "theses.csv"], ["other", "ledger.sqlite"]]) {
      await Deno.mkdir(`${base}/${folder}`);
      await Deno.writeTextFile(`${base}/${folder}/${name}`, "mine");
    }
    await rejects(exportRun(run, { base, into, now: NOW, versions }), (error) => {
      ok(error instanceof InputError);
      match(error.message, says);
      return true;
    });
    deepEqual(await namesIn(`${base}/strange`), ["theses.csv"]);
  });
}

Deno.test("an export beside a run at work verifies the files that it names, and fails if one has changed", async () => {
  const { base, run } = await ranFolder();
  await Deno.writeTextFile(`${run}/files/2_MSFT/a.csv`, "changed");
  using _lock = lockFolder(run);
  await rejects(exportRun("out", { base, into: "elsewhere", now: NOW, versions }), VerifyError);
});
