// deno-lint-ignore-file no-console -- a benchmark prints
/** Opens a folder, answers one question or loads every series, and reports what that took: FOLDER answer|load. */
import { createAnalyst } from "../../src/agent/analyst.ts";
import type { LoadedDataset } from "../../src/data/dataset.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { verify } from "../../src/verify/verify.ts";
import type { DataReport } from "./data_bench.ts";

const [folder = "", work = "answer"] = Deno.args;
const unused = () => Promise.reject(new Error("a question without files needs no port"));

async function answer(dataset: LoadedDataset): Promise<void> {
  const ports = { runCode: unused, drawPriceChart: unused, drawItemChart: unused, storeFile: unused };
  const agent = createAnalyst({ dataset, verify, ...ports });
  const question = { input: "Analyse AAPL", files: false, signal: new AbortController().signal };
  for await (const step of agent(question)) {
    if (step.kind === "conclusion" && step.conclusion.kind !== "thesis") throw step;
  }
}

function barsIn(dataset: LoadedDataset): number {
  const view = dataset.at(dataset.asOf);
  return view.companies.flatMap(({ ticker }) => view.prices(ticker)).reduce((sum, { days }) => sum + days.length, 0);
}

const start = performance.now();
const dataset = await openFolder(folder, { index: "file" });
const opened = performance.now();
if (work === "answer") await answer(dataset);
const bars = work === "load" ? barsIn(dataset) : 0;
const report: DataReport = {
  openMs: opened - start,
  answerMs: performance.now() - opened,
  bars,
  residentMiB: Deno.memoryUsage().rss / 2 ** 20,
};
console.log(JSON.stringify(report));
