import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { deepEqual, equal, match, rejects } from "../assert.ts";
import { InputError, type OpenedRuns, openRuns, screen } from "conviction/batch";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { type MadeNight, saying, screenNight, weekdays } from "./night_runs.ts";
import { testMachine } from "./test_machine.ts";

const [MONDAY = "", TUESDAY = "", WEDNESDAY = ""] = weekdays("2024-03-04", 3);

/** A folder of a list with a run for each night. */
async function desk(...nights: readonly MadeNight[]): Promise<string> {
  const base = await Deno.makeTempDir();
  for (const night of nights) await screenNight(base, night);
  return base;
}

const THREE: readonly MadeNight[] = [
  { name: MONDAY, asOf: MONDAY, scores: { AAPL: 0.4, IBM: 0.1 } },
  { name: TUESDAY, asOf: TUESDAY, scores: { AAPL: 0.1, IBM: undefined } },
  { name: WEDNESDAY, asOf: WEDNESDAY, scores: { AAPL: 0, IBM: -0.3 } },
];

/** A history as a few words: night, score and signal. */
const said = (runs: OpenedRuns, ticker: string) =>
  runs.historyOf(ticker).map(({ nights }) => nights.map(({ night, score, signal }) => [night, score, signal]));
const names = (runs: OpenedRuns) => runs.runs.map(({ folder, state }) => [folder.split("/").at(-1), state]);
const problems = (runs: OpenedRuns) => runs.problems.map(({ name, message }) => `${name}: ${message}`);

for (const list of ["desk.csv", "desk", "runs/desk", "lists/desk.csv"]) {
  Deno.test(`openRuns("${list}") opens the runs of the list, oldest first, and what each name was over the nights`, async () => {
    const base = await desk(...THREE.toReversed());
    const runs = await openRuns(list, { base });
    deepEqual(names(runs), [[MONDAY, "finished"], [TUESDAY, "finished"], [WEDNESDAY, "finished"]]);
    deepEqual(runs.tickers, ["AAPL", "IBM"]);
    deepEqual(said(runs, "aapl"), [[[MONDAY, 0.4, "bullish"], [TUESDAY, 0.1, "neutral"], [WEDNESDAY, 0, "neutral"]]]);
    deepEqual(said(runs, "IBM"), [[[MONDAY, 0.1, "neutral"], [TUESDAY, undefined, undefined], [
      WEDNESDAY,
      -0.3,
      "bearish",
    ]]]);
    deepEqual(runs.historyOf("AAPL")[0]?.streak, { signal: "neutral", nights: 2, since: TUESDAY, before: "bullish" });
    deepEqual(said(runs, "MSFT"), []);
    equal((await runs.runs[0]?.rows())?.length, 2);
    deepEqual(problems(runs), []);
  });
}

Deno.test("a night has rank and percentile, confidence, chance of a fall, and when it was asked", async () => {
  const base = await desk({ name: "a", asOf: MONDAY, day: TUESDAY, scores: { AAPL: 0.4, IBM: 0.1, MSFT: 0.2 } });
  const [history] = (await openRuns("desk", { base })).historyOf("MSFT");
  const { rank, percentile, confidence, drawdownProbability, night, ranAt, askedAt } = history?.nights[0] ?? {};
  deepEqual({ rank, percentile, confidence, drawdownProbability, night }, {
    ...{ rank: 2, percentile: 50, confidence: 0.55, drawdownProbability: 0.1, night: MONDAY },
  });
  match(String(ranAt), /^2024-03-0[456]T/);
  match(String(askedAt), /^2024-03-0[456]T/);
});

Deno.test("an unfinished run is told apart, and is not in the history", async () => {
  const base = await desk(...THREE.slice(0, 1));
  const machine = testMachine({ folder: base, day: TUESDAY });
  const stop = AbortSignal.abort();
  const rows = screen([{ ticker: "AAPL" }], saying({ asOf: TUESDAY, scores: { AAPL: 1 } }), {
    ...{ folder: "runs/desk/open", machine, stop, maxRequests: 1 },
  });
  for await (const _ of rows);
  const runs = await openRuns("desk", { base });
  deepEqual(names(runs), [[MONDAY, "finished"], ["open", "unfinished"]]);
  deepEqual(said(runs, "AAPL"), [[[MONDAY, 0.4, "bullish"]]]);
});

const NO_RUNS: readonly { what: string; make: (folder: string) => void; problem: RegExp }[] = [
  {
    what: "a folder of something else",
    make: (folder) => Deno.writeTextFileSync(`${folder}/notes.txt`, "x"),
    problem: /^odd: it holds no run: no ledger.sqlite$/,
  },
  {
    what: "a damaged ledger",
    make: (folder) => Deno.writeTextFileSync(`${folder}/ledger.sqlite`, "x".repeat(5000)),
    problem: /^odd: it cannot be read: Cannot read the ledger .*it is not a database/,
  },
  {
    what: "an empty ledger",
    make: (folder) => Deno.writeTextFileSync(`${folder}/ledger.sqlite`, ""),
    problem: /^odd: its run has not begun$/,
  },
];
for (const { what, make, problem } of NO_RUNS) {
  Deno.test(`${what} beside the runs is a problem, and the runs are read`, async () => {
    const base = await desk(...THREE);
    await Deno.mkdir(`${base}/runs/desk/odd`);
    make(`${base}/runs/desk/odd`);
    const runs = await openRuns("desk", { base });
    equal(runs.runs.length, 3);
    equal(runs.problems.length, 1);
    match(problems(runs).join(), problem);
  });
}

Deno.test("files beside the runs, and folders whose names begin with a dot, are no problem", async () => {
  const base = await desk(...THREE);
  await Deno.mkdir(`${base}/runs/desk/.nights`);
  await Deno.writeTextFile(`${base}/runs/desk/latest.json`, "{}");
  deepEqual((await openRuns("desk", { base })).problems, []);
});

const SECOND_RUNS: readonly { what: string; second: MadeNight; expected: readonly (readonly [string, number])[] }[] = [
  {
    what: "the last finished run of one night serves",
    second: { name: "again", asOf: MONDAY, day: TUESDAY, scores: { AAPL: -0.5 } },
    expected: [[MONDAY, -0.5]],
  },
  {
    what: "a later run that failed for a name does not take away what an earlier one of the night said",
    second: { name: "again", asOf: MONDAY, day: TUESDAY, scores: { AAPL: undefined, IBM: 0.1 } },
    expected: [[MONDAY, 0.4]],
  },
  {
    what: "a run about an earlier day, asked later, comes first",
    second: { name: "before", asOf: "2024-02-01", day: TUESDAY, scores: { AAPL: -0.5 } },
    expected: [["2024-02-01", -0.5], [MONDAY, 0.4]],
  },
];
for (const { what, second, expected } of SECOND_RUNS) {
  Deno.test(what, async () => {
    const base = await desk({ name: "a", asOf: MONDAY, scores: { AAPL: 0.4 } }, second);
    const [history] = (await openRuns("desk", { base })).historyOf("AAPL");
    deepEqual(history?.nights.map(({ night, score }) => [night, score]), expected);
  });
}

const OTHERS: readonly { what: string; options: NonNullable<MadeNight["options"]> }[] = [
  { what: "another service", options: { service: { name: "https://other.example" } } },
  { what: "another model", options: { model: "deep" } },
  { what: "another prompt", options: { prompt: 'Is "{{ticker}}" cheap?' } },
];
for (const { what, options } of OTHERS) {
  Deno.test(`runs of ${what} in one folder have a history of their own`, async () => {
    const base = await desk(
      { name: "a", asOf: MONDAY, scores: { AAPL: 0.4 } },
      { name: "b", asOf: MONDAY, scores: { AAPL: -0.4 }, options },
      { name: "c", asOf: TUESDAY, scores: { AAPL: 0.3 } },
    );
    deepEqual(said(await openRuns("desk", { base }), "AAPL"), [
      [[MONDAY, 0.4, "bullish"], [TUESDAY, 0.3, "bullish"]],
      [[MONDAY, -0.4, "bearish"]],
    ]);
  });
}

const filesIn = (folder: string) =>
  [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile).map(({ name }) => name).sort();

/** What a history says of all names, whatever the order of its tables. */
async function whole(base: string, options: { readonly keep?: boolean } = {}) {
  const runs = await openRuns("desk", { base, ...options });
  return runs.tickers.map((ticker) => runs.historyOf(ticker));
}
const HISTORY = "runs/desk/history.sqlite";

const CHANGES: readonly { what: string; change: (base: string) => void | Promise<void> }[] = [
  { what: "was deleted", change: (base) => Deno.removeSync(`${base}/${HISTORY}`) },
  {
    what: "has never been written",
    change: async (base) => {
      await Deno.remove(`${base}/${HISTORY}`);
      await openRuns("desk", { base, keep: false });
    },
  },
  {
    what: "was read by an export again",
    change: async (base) => {
      await exportRun(`runs/desk/${MONDAY}`, { base, versions: {}, now: new Date("2024-03-09T00:00:00Z") });
    },
  },
  {
    what: "has runs whose folders have other names now",
    change: (base) => Deno.renameSync(`${base}/runs/desk/${MONDAY}`, `${base}/runs/desk/first`),
  },
  {
    what: "is moved with its runs",
    change: (base) => {
      Deno.renameSync(`${base}/runs`, `${base}/elsewhere`);
      Deno.mkdirSync(`${base}/runs`);
      Deno.renameSync(`${base}/elsewhere/desk`, `${base}/runs/desk`);
    },
  },
  {
    what: "lost the folders of its runs",
    change: (base) => {
      for (const { name } of THREE) Deno.removeSync(`${base}/runs/desk/${name}`, { recursive: true });
    },
  },
];
for (const { what, change } of CHANGES) {
  Deno.test(`a history that ${what} says the same`, async () => {
    const base = await desk(...THREE);
    const before = await whole(base);
    await change(base);
    deepEqual(await whole(base), before);
    deepEqual(await whole(base), before);
  });
}

Deno.test("a copy of a run counts once, and is named", async () => {
  const base = await desk(...THREE);
  const before = await whole(base);
  await Deno.mkdir(`${base}/runs/desk/copy`);
  for (const name of ["ledger.sqlite", "manifest.json"]) {
    await Deno.copyFile(`${base}/runs/desk/${MONDAY}/${name}`, `${base}/runs/desk/copy/${name}`);
  }
  deepEqual(await whole(base), before);
  const runs = await openRuns("desk", { base });
  equal(runs.runs.length, 3);
  deepEqual(problems(runs), [`copy: it holds the same run as ${MONDAY}, which counts once`]);
});

Deno.test("a removed run is listed with its manifest, and its rows are refused by name", async () => {
  const base = await desk(...THREE);
  await openRuns("desk", { base });
  await Deno.remove(`${base}/runs/desk/${MONDAY}`, { recursive: true });
  const [first] = (await openRuns("desk", { base })).runs;
  deepEqual([first?.state, first?.night, first?.manifest.counts.rows], ["removed", MONDAY, 2]);
  await rejects(async () => await first?.rows(), {
    name: "InputError",
    message: `Cannot open the run run ${MONDAY}: its folder ${base}/runs/desk/${MONDAY} was removed; ` +
      "historyOf() has what is left of it",
  });
});

Deno.test("the failed rows of a night that are sent again replace it", async () => {
  const base = await desk(...THREE);
  await openRuns("desk", { base });
  const again: MadeNight = { name: TUESDAY, asOf: TUESDAY, scores: { AAPL: 0.1, IBM: 0.25 } };
  await screenNight(base, { ...again, day: WEDNESDAY, options: { retryFailed: true } });
  const runs = await openRuns("desk", { base });
  deepEqual(said(runs, "IBM"), [[[MONDAY, 0.1, "neutral"], [TUESDAY, 0.25, "bullish"], [WEDNESDAY, -0.3, "bearish"]]]);
  using database = new DatabaseSync(`${base}/${HISTORY}`, { readOnly: true });
  equal(database.prepare("SELECT count(*) AS n FROM nights").get()?.["n"], 6);
});

const UNREADABLE: readonly { what: string; spoil: (path: string) => void; problem: RegExp }[] = [
  {
    what: "is of a later version",
    spoil: (path) => {
      using database = new DatabaseSync(path);
      database.exec("PRAGMA user_version = 99");
    },
    problem: /^history.sqlite: .*it has version 99, this Conviction reads version 1$/,
  },
  {
    what: "is a database of another program",
    spoil: (path) => {
      using database = new DatabaseSync(path);
      database.exec("PRAGMA application_id = 7");
    },
    problem: /^history.sqlite: .*a database of another program/,
  },
  {
    what: "is damaged",
    spoil: (path) => Deno.writeTextFileSync(path, "x".repeat(9000)),
    problem: /^history.sqlite: .*not a database/,
  },
];
for (const { what, spoil, problem } of UNREADABLE) {
  Deno.test(`a history that ${what} is left as it is, named, and the runs are read into memory`, async () => {
    const base = await desk(...THREE);
    const before = await whole(base);
    spoil(`${base}/${HISTORY}`);
    const bytes = await Deno.readFile(`${base}/${HISTORY}`);
    deepEqual(await whole(base), before);
    match(problems(await openRuns("desk", { base })).join(), problem);
    deepEqual(await Deno.readFile(`${base}/${HISTORY}`), bytes);
  });
}

Deno.test("openRuns() with keep: false writes nothing", async () => {
  const base = await desk(...THREE);
  const before = await whole(base);
  await Deno.remove(`${base}/${HISTORY}`);
  deepEqual(await whole(base, { keep: false }), before);
  deepEqual(filesIn(`${base}/runs/desk`), ["latest.json"]);
});

const READ_RUNS = `
  const { openRuns } = await import(${JSON.stringify(import.meta.resolve("../../src/batch/mod.ts"))});
  const runs = await openRuns("desk", { base: Deno.args[0] });
  console.log(JSON.stringify(runs.tickers.map((ticker) => runs.historyOf(ticker))));
`;

const FILES = ["--config", "../../deno.json", "--lock", "../deno.lock"]
  .map((name) => name.startsWith("--") ? name : fileURLToPath(new URL(name, import.meta.url)));

/** Reads the histories of a folder in another process. */
async function elsewhere(base: string, rights: readonly string[]): Promise<unknown> {
  const flags = ["--no-prompt", "--no-check", ...FILES, ...rights];
  const program = `data:text/typescript,${encodeURIComponent(READ_RUNS)}`;
  const { stdout, stderr } = await new Deno.Command("deno", { args: ["run", "-q", ...flags, program, base] }).output();
  const text = new TextDecoder().decode(stdout);
  return text === "" ? new TextDecoder().decode(stderr) : JSON.parse(text);
}

for (const isThere of [true, false]) {
  Deno.test(`a process that may not write reads the history, where one ${isThere ? "is" : "is not"} there`, async () => {
    const base = await desk(...THREE);
    const before = JSON.parse(JSON.stringify(await whole(base)));
    if (!isThere) await Deno.remove(`${base}/${HISTORY}`);
    deepEqual(await elsewhere(base, ["--allow-read"]), before);
    deepEqual(filesIn(`${base}/runs/desk`), isThere ? ["history.sqlite", "latest.json"] : ["latest.json"]);
  });
}

Deno.test("two processes that fill one history at once leave each run in it once", async () => {
  const base = await desk(...THREE);
  const before = JSON.parse(JSON.stringify(await whole(base)));
  await Deno.remove(`${base}/${HISTORY}`);
  const rights = ["--allow-read", "--allow-write"];
  for (const one of await Promise.all([1, 2].map(() => elsewhere(base, rights)))) deepEqual(one, before);
  using database = new DatabaseSync(`${base}/${HISTORY}`, { readOnly: true });
  equal(database.prepare("SELECT count(*) AS n FROM nights").get()?.["n"], 6);
});

const REFUSED: readonly { what: string; run: (base: string) => Promise<unknown>; message: RegExp }[] = [
  {
    what: "a list without runs",
    run: (base) => openRuns("other.csv", { base }),
    message: /^Cannot open the runs of other.csv: there is no folder .*runs\/other; give a list that was screened/,
  },
  {
    what: "the folder of one run",
    run: (base) => openRuns(`runs/desk/${MONDAY}`, { base }),
    message: /: it is one run; give the folder that holds it, or use openRun\(\)$/,
  },
  {
    what: "an unknown option",
    run: (base) => openRuns("desk", { bases: base } as never),
    message: /^Cannot open runs: .*bases/,
  },
  { what: "a number", run: () => openRuns(3 as never), message: /^Cannot open runs: give a list, .* not 3$/ },
];
for (const { what, run, message } of REFUSED) {
  Deno.test(`openRuns() refuses ${what}, and says what to give`, async () => {
    const base = await desk(...THREE.slice(0, 1));
    await rejects(run(base), (error) => {
      equal(error instanceof InputError, true);
      match(String((error as Error).message), message);
      return true;
    });
  });
}

Deno.test("the runs of a list are a table in a cell, the newest first, with what could not be read", async () => {
  const base = await desk(...THREE);
  await Deno.mkdir(`${base}/runs/desk/odd`);
  const runs = await openRuns("desk", { base });
  const bundle = await Reflect.get(runs, Symbol.for("Jupyter.display")).call(runs);
  const text = String(bundle["text/plain"]);
  match(text, /^3 runs in \S+\/runs\/desk\n⚠ odd: it holds no run: no ledger.sqlite\n/);
  match(text, /2024-03-06 +finished +2024-03-06 22:00 +2 +2 +rows, unnamed\n/);
  match(text, /2024-03-05 +finished +2024-03-05 22:00 +1 +2 +rows, unnamed/);
  match(String(bundle["text/html"]), /2024-03-04/);
});
