// deno-lint-ignore-file no-console -- a benchmark prints
/** Checks a data folder, or loads the records of every company in it, and reports what that took: FOLDER check|load. */
import { checkFolder } from "../../src/data/folder/check_folder.ts";
import { openFolder } from "../../src/data/folder/folder.ts";

const [folder = "", work = "check"] = Deno.args;

async function check(): Promise<number> {
  const { companies } = await checkFolder(folder, { index: "file" });
  return companies.flatMap(({ shelves }) => shelves).reduce((sum, { count }) => sum + count, 0);
}

async function load(): Promise<number> {
  const dataset = await openFolder(folder, { index: "file" });
  const view = dataset.at(dataset.asOf);
  return view.companies.reduce((sum, { ticker }) => {
    const { facts, filings, trades } = view.records(ticker);
    return sum + facts.length + filings.length + trades.length;
  }, 0);
}

const records = await (work === "check" ? check() : load());
console.log(JSON.stringify({ records, residentMiB: Deno.memoryUsage().rss / 2 ** 20 }));
