import { parquetReadObjects } from "hyparquet";
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import {
  DiskError,
  InputError,
  type Manifest,
  openRun,
  type ResearchPort,
  screen,
  type ScreenOptions,
} from "conviction/batch";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const LIST = "ticker,sector\nAAPL,Tech\nMSFT,Tech\nIBM,Services\n";
const TABLES = ["failures.csv", "ledger.sqlite", "manifest.json", "theses.csv", "theses.jsonl"];

/** The fake service with other scores for some tickers. */
function scored(scores: Readonly<Record<string, number>>): ResearchPort {
  return new class extends FakeResearch {
    override async reason(...[request, options]: Parameters<FakeResearch["reason"]>) {
      const result = await super.reason(request, options);
      const ticker = Object.keys(scores).find((name) => request.input.includes(name));
      if (ticker === undefined) return result;
      const score = scores[ticker] ?? 0;
      const signal = score > 0 ? "bullish" : "bearish";
      return {
        ...result,
        agent_thesis: { ...result.agent_thesis, signal },
        metadata: { ...result.metadata, score, files: [] },
      };
    }
  }();
}

async function night(
  base: string,
  { day = "2024-03-01", research = new FakeResearch(), list = LIST, ...options }: ScreenOptions & {
    readonly day?: string;
    readonly research?: ResearchPort;
    readonly list?: string;
  } = {},
): Promise<Manifest> {
  const ends: Manifest[] = [];
  const onEvent: ScreenOptions["onEvent"] = (event) => {
    if (event.type === "ended") ends.push(event.manifest);
  };
  const machine = testMachine({ folder: base, day });
  for await (const _ of screen(writeCsv(base, list), research, { machine, onEvent, ...options }));
  const [manifest] = ends;
  if (manifest === undefined) throw new Error("The screen reported no end");
  return manifest;
}

const namesIn = async (folder: string) =>
  (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).filter((name) =>
    name !== "files" && !name.startsWith(".")
  ).toSorted();

const FORMATS = [
  { formats: undefined, adds: [] },
  { formats: [], adds: [] },
  { formats: ["report"], adds: ["alerts.jsonl", "report.html", "summary.md"] },
  { formats: ["xlsx", "parquet"], adds: ["alerts.jsonl", "theses.parquet", "theses.xlsx"] },
] as const;

for (const { formats, adds } of FORMATS) {
  Deno.test(`a run with the formats ${formats?.join(", ") ?? "not named"} writes ${adds.join(", ") || "only the tables"}`, async () => {
    const base = await Deno.makeTempDir();
    const { files } = await night(base, { folder: "out", formats });
    deepEqual(await namesIn(`${base}/out`), [...TABLES, ...adds].toSorted());
    const listed = new Set(files.map(({ path }) => path));
    for (const name of adds) ok(listed.has(name), `the manifest lists ${name}`);
  });
}

Deno.test("a row of theses.parquet contains the same as its line of theses.jsonl", async () => {
  const base = await Deno.makeTempDir();
  await night(base, { folder: "out", formats: ["parquet"] });
  const bytes = await Deno.readFile(`${base}/out/theses.parquet`);
  const rows = await parquetReadObjects({ file: bytes.buffer });
  const { rows: own } = await openRun(`${base}/out`);
  deepEqual(rows.map(({ ticker, score }) => ({ ticker, score })), own.map(({ ticker, score }) => ({ ticker, score })));
});

Deno.test("the page exists before the first answer, and states that it is incomplete", async () => {
  const base = await Deno.makeTempDir();
  const seen: string[] = [];
  const research = new FakeResearch({
    onReason: () => void seen.push(Deno.readTextFileSync(`${base}/out/summary.md`).split("\n", 1)[0] ?? ""),
  });
  await night(base, { folder: "out", formats: ["report", "xlsx"], research });
  match(seen[0] ?? "", /^Incomplete/);
  match((await Deno.readTextFile(`${base}/out/summary.md`)).split("\n", 1)[0] ?? "", /^Complete/);
});

Deno.test("a resumed run keeps its formats unless others are named", async () => {
  const base = await Deno.makeTempDir();
  await night(base, { folder: "out", formats: ["xlsx"], limit: 1 });
  await night(base, { folder: "out" });
  ok((await namesIn(`${base}/out`)).includes("theses.xlsx"));
  await exportRun("out", { base, formats: ["report"], now: new Date(0), versions: {} });
  deepEqual(await namesIn(`${base}/out`), [...TABLES, "alerts.jsonl", "report.html", "summary.md"].toSorted());
});

Deno.test("a run is compared with the last finished one of its list, and reports the changes", async () => {
  const base = await Deno.makeTempDir();
  const first = await night(base, { day: "2024-03-01", since: "last", research: scored({ AAPL: 0.9 }) });
  equal(first.since, undefined);
  await night(base, { day: "2024-03-02", limit: 1, since: "last" }); // stopped, so nothing to compare with
  const third = await night(base, {
    day: "2024-03-03",
    startNew: true,
    since: "last",
    research: scored({ AAPL: -0.9 }),
  });
  deepEqual(third.since, { folder: "../2024-03-01", run_id: first.run_id });
  const changes = await Deno.readTextFile(`${base}/runs/tickers/2024-03-03/changes.csv`);
  match(changes, /AAPL.*flipped/);
  const alerts = await Deno.readTextFile(`${base}/runs/tickers/2024-03-03/alerts.jsonl`);
  equal(JSON.parse(alerts.split("\n", 1)[0] ?? "").kind, "THESIS_DRIFT");
});

Deno.test("the last run is never one of another list", async () => {
  const base = await Deno.makeTempDir();
  writeCsv(base, LIST, "others.csv");
  for await (
    const _ of screen(`${base}/others.csv`, new FakeResearch(), { folder: "a", machine: testMachine({ folder: base }) })
  );
  equal((await night(base, { folder: "b", since: "last" })).since, undefined);
});

Deno.test("a run can be compared with one in any folder, and still ends if that one is deleted", async () => {
  const base = await Deno.makeTempDir();
  const before = await night(base, { folder: "deep/er/a" });
  const after = await night(base, { folder: "b", since: "deep/er/a" });
  deepEqual(after.since, { folder: "../deep/er/a", run_id: before.run_id });
  ok((await namesIn(`${base}/b`)).includes("changes.csv"));
  await Deno.remove(`${base}/deep`, { recursive: true });
  const { manifest } = await exportRun("b", { base, now: new Date(0), versions: {} });
  ok(!manifest.files.some(({ path }) => path === "changes.csv"));
});

Deno.test("the page links the files of the answers, unless it is in another folder", async () => {
  const base = await Deno.makeTempDir();
  const research = new FakeResearch({ files: () => [{ file_id: "f", filename: "a.csv" }] });
  await night(base, { folder: "out", formats: ["report"], research });
  await exportRun("out", { base, into: "elsewhere", now: new Date(0), versions: {} });
  const links = async (folder: string) =>
    (await Deno.readTextFile(`${base}/${folder}/report.html`)).match(/href="files\/[^"]*"/g) ?? [];
  deepEqual([(await links("out")).length, (await links("elsewhere")).length], [3, 0]);
});

Deno.test("page and summary name the folder as it is typed where the run was started", async () => {
  const base = await Deno.makeTempDir();
  await night(base, { folder: "runs/out", formats: ["report"] });
  for (const name of ["report.html", "summary.md"]) {
    const text = await Deno.readTextFile(`${base}/runs/out/${name}`);
    deepEqual([text.includes("runs/out"), text.includes(base)], [true, false], name);
  }
});

Deno.test("the page has the question of each row, as it was sent", async () => {
  const base = await Deno.makeTempDir();
  await night(base, { folder: "out", formats: ["report"], prompt: "Is {{ticker}} dear?" });
  deepEqual((await openRun(`${base}/out`)).rows.map(({ question }) => question)[0], "Is AAPL dear?");
  match(await Deno.readTextFile(`${base}/out/report.html`), /Is AAPL dear\?/);
});

const WRONG = [
  {
    when: "the run to compare with does not exist",
    options: { since: "nowhere" },
    says: /Cannot open the run .*nowhere/,
  },
  {
    when: "the report groups by an unknown column",
    options: { group: "region" },
    says: /Cannot group by "region": the list has the columns ticker, sector/,
  },
] as const;

for (const { when, options, says } of WRONG) {
  Deno.test(`nothing is sent or written when ${when}`, async () => {
    const base = await Deno.makeTempDir();
    const research = new FakeResearch();
    await rejects(night(base, { folder: "out", research, ...options }), (error) => {
      ok(error instanceof InputError);
      match(error.message, says);
      return true;
    });
    deepEqual([research.asked, await namesIn(base)], [[], ["tickers.csv"]]);
  });
}

Deno.test("an error names a report that cannot be written; the next call writes it and sends nothing", async () => {
  const base = await Deno.makeTempDir();
  const research = new FakeResearch();
  const blocking = new FakeResearch({
    onReason: () => Deno.mkdir(`${base}/out/theses.xlsx/taken`, { recursive: true }),
  });
  await rejects(night(base, { folder: "out", formats: ["xlsx"], research: blocking }), (error) => {
    ok(error instanceof DiskError);
    match(error.message, /theses\.xlsx/);
    return true;
  });
  equal(blocking.asked.length, 3);
  await Deno.remove(`${base}/out/theses.xlsx`, { recursive: true });
  const manifest = await night(base, { folder: "out", formats: ["xlsx"], research });
  deepEqual([manifest.counts.statuses.done, research.asked], [3, []]);
  ok((await Deno.stat(`${base}/out/theses.xlsx`)).isFile);
});

Deno.test("the manifest contains the highest cost of a request", async () => {
  const base = await Deno.makeTempDir();
  equal((await night(base, { folder: "out", price: 0.25 })).spent, 0.75);
  equal((await night(base, { folder: "free" })).spent, undefined);
});
