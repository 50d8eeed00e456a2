import { deepEqual, equal, match, ok, rejects } from "../../assert.ts";
import type { LoadedDataset } from "../../../src/data/dataset.ts";
import type { FolderOptions } from "../../../src/data/folder/folder.ts";
import { inFolder } from "../in_folder.ts";
import { openEveryWay } from "../open_every_way.ts";
import { companyFacts, FACTS_TABLE, form4, gzip, instance, PRICES, submissions, YEAR } from "./made_files.ts";

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** Opens files in memory, through a new index and from that index: the three hold the same. */
function open(files: Files, options: FolderOptions = {}): Promise<LoadedDataset> {
  return inFolder(files, async (folder) => {
    const data = await openEveryWay(folder, options);
    for (const { ticker } of data.at(data.asOf).companies) data.at(data.asOf).records(ticker); // before it is removed
    return data;
  });
}

/** Of each company how many facts, filings and trades are known. */
function counts(data: LoadedDataset, asOf: string = "2021-12-31"): Record<string, string> {
  const view = data.at(asOf);
  return Object.fromEntries(view.companies.map(({ ticker }) => {
    const { facts, filings, trades } = view.records(ticker);
    return [ticker, `${facts.length} ${filings.length} ${trades.length}`];
  }));
}

function problems(data: LoadedDataset): string[] {
  return data.problems.map(({ kind, file, message }) => `${kind} ${file}: ${message}`);
}

const K: readonly [string, string, string, string] = ["0000000001-20-000001", "10-K", "2020-02-14", "2019-12-31"];

const RECOGNISED: readonly { what: string; file: string; text: string; holds: string }[] = [
  { what: "companyfacts", file: "x.json", text: companyFacts(1), holds: "1 0 0" },
  { what: "companyfacts in a file of another name", file: "prices/x.txt", text: companyFacts(1), holds: "1 0 0" },
  { what: "companyfacts as a person formats it", file: "a", text: indented(companyFacts(1)), holds: "1 0 0" },
  { what: "submissions", file: "x.json", text: submissions(1, ["MADE"], [K]), holds: "0 1 0" },
  { what: "an XBRL instance", file: "x.html", text: instance(1), holds: "1 1 0" },
  { what: "a form of an insider", file: "x.csv", text: form4(1, "MADE"), holds: "0 0 1" },
  { what: "a table of facts in any order", file: "MSFT.csv", text: FACTS_TABLE, holds: "2 0 0" },
  {
    what: "a table of facts between semicolons",
    file: "f.csv",
    text: FACTS_TABLE.replaceAll(",", ";"),
    holds: "2 0 0",
  },
];

function indented(text: string): string {
  return JSON.stringify(JSON.parse(text), undefined, 2);
}

for (const { what, file, text, holds } of RECOGNISED) {
  Deno.test(`${what} is recognised by what it holds, packed or not`, async () => {
    for (const files of [{ [file]: text }, { [`${file}.gz`]: await gzip(text) }, { [file]: await gzip(text) }]) {
      deepEqual(Object.values(counts(await open(files))), [holds], Object.keys(files)[0]);
    }
  });
}

const LISTED = (cik: string, ticker = "MADE") => `ticker,name,cik\n${ticker},Listed Company,${cik}\n`;

const OWNERS: readonly { when: string; files: Files; holds: Record<string, string>; says?: RegExp }[] = [
  {
    when: "companies.csv has its CIK",
    files: { "companies.csv": LISTED("1", "OWN"), "CIK0000000001.json": companyFacts(1) },
    holds: { OWN: "1 0 0" },
  },
  {
    when: "companies.csv has its CIK for two classes of shares",
    files: { "companies.csv": `${LISTED("1", "ONE")}TWO,Listed Company B,0000000001\n`, "f.json": companyFacts(1) },
    holds: { ONE: "1 0 0", TWO: "1 0 0" },
  },
  {
    when: "a list of filings names its ticker",
    files: { "f.json": companyFacts(1), "s.json": submissions(1, ["MADE"], [K]) },
    holds: { MADE: "1 1 0" },
  },
  {
    when: "a list of filings names several tickers, of which one has prices",
    files: { "MADB.csv": PRICES, "f.json": companyFacts(1), "s.json": submissions(1, ["MADE", "MADB", "MADP"]) },
    holds: { MADB: "1 0 0", MADE: "1 0 0" },
  },
  {
    when: "a form names its ticker",
    files: { "f.json": companyFacts(1), "x.xml": form4(1, "MADE") },
    holds: { MADE: "1 0 1" },
  },
  {
    when: "a form names an old ticker and the list of filings the new one",
    files: { "s.json": submissions(1, ["MADE"], [K]), "x.xml": form4(1, "OLD") },
    holds: { MADE: "0 1 1" },
  },
  { when: "only its name says it", files: { "MADE_CIK0000000001.json": companyFacts(1) }, holds: { MADE: "1 0 0" } },
  { when: "only its name says it, shortly", files: { "MADE.json": companyFacts(1) }, holds: { MADE: "1 0 0" } },
  { when: "nothing says it", files: { "report.json": companyFacts(1) }, holds: { CIK0000000001: "1 0 0" } },
  {
    when: "it says nothing and its name has the CIK",
    files: {
      "CIK0000000001.json": companyFacts(1).replace('"cik":1', '"cik":null'),
      "s.json": submissions(1, ["MADE"]),
    },
    holds: { MADE: "1 0 0" },
    says: /"cik" is null, not a CIK/,
  },
  {
    when: "companies.csv gives its ticker another CIK",
    files: { "companies.csv": LISTED("2"), "MADE.json": companyFacts(1), "MADE.csv": PRICES },
    holds: { CIK0000000001: "1 0 0", MADE: "0 0 0" },
    says: /^skipped MADE\.json: Not of MADE: its CIK is 0000000001, and companies\.csv gives MADE the CIK 0000000002$/,
  },
  {
    when: "its name has another CIK than it",
    files: { "MADE_CIK0000000002.json": companyFacts(1) },
    holds: { MADE: "1 0 0" },
    says:
      /^remark MADE_CIK0000000002\.json: Its name says CIK 0000000002, and its content CIK 0000000001, which is used$/,
  },
  {
    when: "two companies have used one ticker: the one with the newer records has it",
    files: {
      "a.json": submissions(1, ["MADE"], [K]),
      "b.json": submissions(2, ["MADE"], [["0000000002-21-000001", "10-K", "2021-02-12", "2020-12-31"]]),
    },
    holds: { CIK0000000001: "0 1 0", MADE: "0 1 0" },
    says: /^skipped a\.json: Not of MADE: its CIK is 0000000001, and newer files give MADE the CIK 0000000002$/,
  },
];

for (const { when, files, holds, says } of OWNERS) {
  Deno.test(`it is known whose a file is when ${when}`, async () => {
    const data = await open(files);
    deepEqual(counts(data), holds);
    if (says === undefined) deepEqual(problems(data).filter((one) => !one.startsWith("remark")), []);
    else ok(problems(data).some((one) => says.test(one)), problems(data).join("\n"));
  });
}

Deno.test("a company that only has records is a company from the day its first record is filed", async () => {
  const data = await open({ "MADE.csv": PRICES, "s.json": companyFacts(1), "t.json": submissions(1, ["NEW"]) });
  deepEqual(data.at("2020-02-13").companies.map(({ ticker }) => ticker), ["MADE"]);
  deepEqual(data.at("2020-02-14").companies, [
    { ticker: "MADE", name: "MADE" },
    { ticker: "NEW", name: "Made Inc", cik: "0000000001" },
  ]);
});

Deno.test("a folder with nothing but records is data of the days on which they became known", async () => {
  const later = { ...YEAR, accession: "0000000001-21-000001", filed: "2021-02-12", end: "2020-12-31" };
  const data = await open({ "MADE.json": companyFacts(1, [YEAR, later]) });
  equal(data.notice, "Filings for 1 name, from 1 file; no prices.");
  deepEqual([data.span, data.asOf, data.shelves], [{ first: "2020-02-18", last: "2021-02-16" }, "2021-02-16", [
    "facts",
  ]]);
  deepEqual(data.at("2020-02-18").companies, [{ ticker: "MADE", name: "Made Inc", cik: "0000000001" }]);
  equal(data.at("2020-02-18").benchmark, undefined);
  deepEqual(data.at("2020-02-18").prices("MADE"), []);
  await rejects(Promise.try(() => data.at("2020-02-13")), /the data begin on 18 Feb 2020/);
});

Deno.test("the default day of a folder of records is not still to come", async () => {
  const data = await open({ "MADE.json": companyFacts(1) }, { latestDay: "2020-02-13" }).catch((error) => error);
  match(String(data), /the data begin on 18 Feb 2020/);
  const later = { ...YEAR, accession: "0000000001-21-000001", filed: "2021-02-12", end: "2020-12-31" };
  const files = { "MADE.json": companyFacts(1, [YEAR, later]) };
  equal((await open(files, { latestDay: "2021-02-13" })).asOf, "2021-02-13");
});

Deno.test("a thesis knows a fact from the session after the day it was filed, a question about reports from that day", async () => {
  const data = await open({ "MADE.csv": PRICES, "MADE.json": companyFacts(1) });
  deepEqual(["2020-02-13", "2020-02-14", "2020-02-18"].map((day) => data.at(day).filed("MADE").facts.length), [
    0,
    1,
    1,
  ]);
  deepEqual(["2020-02-14", "2020-02-17", "2020-02-18"].map((day) => data.at(day).records("MADE").facts.length), [
    0,
    0,
    1,
  ]);
});

Deno.test("the records of a view are the same at each call, and name a source of the view", async () => {
  const data = await open({ "MADE.json": companyFacts(1) });
  const view = data.at(data.asOf);
  ok(view.records("MADE") === view.records("MADE"));
  deepEqual(view.records("MADE").facts.map(({ source }) => source), view.sources.map(({ id }) => id));
  deepEqual(view.records("NONE"), { facts: [], filings: [], trades: [], splits: [] });
});

Deno.test("a day before the first price and after the first record can be asked for", async () => {
  const early = { ...YEAR, filed: "2019-02-15", end: "2018-12-31", start: "2018-01-01" };
  const data = await open({ "MADE.csv": PRICES, "MADE.json": companyFacts(1, [early]) });
  deepEqual(data.span, { first: "2019-02-19", last: "2020-03-06" });
  deepEqual([data.at("2019-06-03").prices("MADE").length, data.at("2019-06-03").records("MADE").facts.length], [0, 1]);
});

Deno.test("the notice tells of prices and records", async () => {
  const { notice, files } = await open({
    "MADE.csv": PRICES,
    "f.json": companyFacts(1),
    "s.json": submissions(1, ["MADE"], [K]),
    "x.xml": form4(1, "MADE"),
    "bad.json": "{}",
  });
  deepEqual(files, { found: 5, read: 4 });
  equal(
    notice,
    "1 name with prices from 4 of 5 files, 12 Feb to 6 Mar 2020; filings for 1 name, lists of filings for 1 name and " +
      "insider trades for 1 name; no benchmark: name a file ^GSPC.csv or SPY.csv, or benchmark FILE_OR_TICKER.",
  );
});
