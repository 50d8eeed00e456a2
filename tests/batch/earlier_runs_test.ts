/**
 * Runs that earlier commits wrote stay readable. Each folder of `tests/fixtures/earlier_runs` has the name of its commit
 * and holds the ledger as SQL and the manifest of a run of four rows, one of which failed; that of `b971107d` is of a run
 * of eight rows in the moment of a kill: done with a file and without, failed, repeated, answered but without its file,
 * two in flight, and one not yet asked.
 */
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { deepEqual, equal, match, rejects } from "../assert.ts";
import { compareRuns, openRun, openRuns, scoreTheses, screen, type ScreenOptions } from "conviction/batch";
import type { PricePort } from "../../src/score/price_port.ts";
import { exportRun } from "../../src/batch/outputs/export_run.ts";
import { planPrune } from "../../src/batch/history/prune_plan.ts";
import { FakeResearch } from "./fake_research.ts";
import { screenNight, weekdays } from "./night_runs.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/earlier_runs", import.meta.url));
const NOW = new Date("2027-01-01T00:00:00Z");

const COMMITS: readonly { readonly commit: string; readonly before: string; readonly refusedBy?: RegExp }[] = [
  {
    commit: "1d6d7284",
    before: "version 3 of the ledger",
    refusedBy: /its ledger has version 2, this Conviction reads version 4/,
  },
  { commit: "789f3b81", before: "a run recorded its settings" },
  { commit: "176c5cc7", before: "the portfolio of a list" },
  { commit: "1923f6dc", before: "what is filed was read" },
];

/** The folder `runs/desk` with the run of a commit. */
async function earlier(commit: string): Promise<string> {
  const base = await Deno.makeTempDir();
  const folder = `${base}/runs/desk/old`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.copyFile(`${FIXTURES}/${commit}/manifest.json`, `${folder}/manifest.json`);
  using database = new DatabaseSync(`${folder}/ledger.sqlite`);
  database.exec(await Deno.readTextFile(`${FIXTURES}/${commit}/ledger.sql`));
  return base;
}

/** A hundred days on which every name rises, and no market. */
const PRICES: PricePort = {
  tickerOf: (ticker) => ticker,
  closesOf: () => {
    const dates = weekdays("2017-12-01", 100);
    return [{ dates, closes: dates.map((_, at) => 100 + at), frequency: "daily", isMixed: false }];
  },
};

for (const { commit, before, refusedBy } of COMMITS) {
  Deno.test(`a run of ${commit}, before ${before}, is opened, compared and scored`, async () => {
    const base = await earlier(commit);
    const run = await openRun("runs/desk/old", { base });
    deepEqual(run.rows.map(({ ticker, status, score }) => [ticker, status, score]), [
      ["AAPL", "done", 0.4],
      ["IBM", "done", -0.3],
      ["MSFT", "done", 0.1],
      ["BAD", "failed", undefined],
    ]);
    await screenNight(base, { name: "new", asOf: "2018-01-02", scores: { AAPL: -0.4, IBM: -0.3 } });
    const { compared, counts } = compareRuns(run, await openRun("runs/desk/new", { base }));
    deepEqual([compared, counts.flipped, counts.gone], [2, 1, 1]);
    const [score] = scoreTheses(run.rows, PRICES, { horizons: [21] }).horizons;
    deepEqual([score?.sample.theses, score?.hits?.value], [3, 0.5]);
  });

  Deno.test(`a run of ${commit} is in the history, and what is left of it stays when it is pruned`, async () => {
    const base = await earlier(commit);
    const runs = await openRuns("desk", { base });
    deepEqual(runs.runs.map(({ state, night, series }) => [state, night, series]), [
      ["finished", "2017-12-29", { list: "tickers.csv", service: "made", model: "one" }],
    ]);
    deepEqual(runs.problems, []);
    const nightsOf = (ticker: string) => runs.historyOf(ticker)[0]?.nights.map(({ signal, score }) => [signal, score]);
    deepEqual(["AAPL", "BAD"].map(nightsOf), [[["bullish", 0.4]], [[undefined, undefined]]]);
    const { kept } = await planPrune("desk", { keepMs: 1, now: NOW, base });
    deepEqual(kept.map(({ name }) => name), ["old"]);
    await Deno.remove(`${base}/runs/desk/old`, { recursive: true });
    equal((await openRuns("desk", { base })).historyOf("AAPL")[0]?.nights.length, 1);
  });

  Deno.test(`a run of ${commit} ${refusedBy === undefined ? "is exported" : "is not exported, and says why"}`, async () => {
    const base = await earlier(commit);
    const exporting = exportRun("runs/desk/old", { base, versions: {}, now: NOW, formats: ["report", "xlsx"] });
    if (refusedBy === undefined) equal((await exporting).manifest.counts.rows, 4);
    else {
      await rejects(exporting, (error) => {
        match(String((error as Error).message), refusedBy);
        return true;
      });
    }
  });
}

Deno.test("a run that b971107d left half done, killed, is resumed: nothing that was asked is asked again, and a chain begins", async () => {
  const base = await earlier("b971107d");
  const folder = "runs/desk/old";
  const input = writeCsv(base, "ticker\nT1\nT2\nBAD\nT1\nT4\nT5\nT6\nT7\n");
  await Deno.mkdir(`${base}/${folder}/files/1_T1`, { recursive: true });
  await Deno.writeTextFile(`${base}/${folder}/files/1_T1/a.csv`, "content of a.csv");
  const research = new FakeResearch();
  const resume = (options: ScreenOptions = {}) =>
    Array.fromAsync(screen(input, research, { folder, machine: testMachine({ folder: base }), ...options }));
  await resume();
  const tickersAsked = () => research.asked.map((question) => /"(\w+)"/.exec(question)?.[1]);
  deepEqual([tickersAsked(), research.downloads], [["T7"], 1]);
  const { rows } = await openRun(folder, { base });
  deepEqual(rows.map(({ ticker, status, confidence }) => `${ticker} ${status} ${confidence}`), [
    "T1 done 0.59",
    "T2 done 0.5",
    "BAD failed undefined",
    "T1 done 0.59",
    "T4 done 0.52",
    "T5 in_doubt undefined",
    "T6 in_doubt undefined",
    "T7 done 0.55",
  ]);
  await resume({ retryFailed: true });
  deepEqual(tickersAsked().toSorted(), ["BAD", "T5", "T6", "T7"]);
  using database = new DatabaseSync(`${base}/${folder}/ledger.sqlite`);
  database.exec("UPDATE requests SET seconds = 1 WHERE id = 1");
  await rejects(resume(), /ledger\.sqlite: its content was changed after it was written/);
});
