import { deepEqual, equal, match, ok } from "../../assert.ts";
import { missingShared, testOnShared } from "../../needs.ts";
import { SUBMISSIONS } from "../../../src/data/filings/submissions.ts";
import { COMPANY_FACTS } from "../../../src/data/filings/companyfacts.ts";
import { readShared, readText } from "./read_text.ts";

const COLUMNS = {
  accessionNumber: ["0000320193-18-000001", "0000320193-17-000070"],
  filingDate: ["2018-02-01", "2017-11-03"],
  reportDate: ["", "2017-09-30"],
  acceptanceDateTime: ["2018-02-01T16:30:40.000Z", "2017-11-03T08:01:37.000Z"],
  form: ["8-K", "10-K"],
  items: ["2.02,9.01", ""],
};

function fileWith(columns: unknown, more: Readonly<Record<string, unknown>> = {}): string {
  const { files = [], ...rest } = more;
  return JSON.stringify({
    ...{ cik: "0000320193", name: "Apple Inc.", tickers: ["AAPL"], entityType: "operating", ...rest },
    filings: { recent: columns, files },
  });
}

Deno.test("submissions give each filing with its form, days and items, in order of the day it is known", async () => {
  const { companies: [company], problems } = await readText(SUBMISSIONS, fileWith(COLUMNS));
  deepEqual(problems, []);
  deepEqual(company?.owner, { cik: "0000320193", tickers: ["AAPL"], name: "Apple Inc." });
  deepEqual(company.records.filings, [
    {
      accession: "0000320193-17-000070",
      form: "10-K",
      filed: "2017-11-03",
      period: "2017-09-30",
      accepted: "2017-11-03T08:01:37.000Z",
      items: [],
      known: "2017-11-06",
      source: "made.json",
    },
    {
      accession: "0000320193-18-000001",
      form: "8-K",
      filed: "2018-02-01",
      accepted: "2018-02-01T16:30:40.000Z",
      items: ["2.02", "9.01"],
      known: "2018-02-02",
      source: "made.json",
    },
  ]);
});

Deno.test("submissions of several classes of shares give all tickers, the class after a dot", async () => {
  const { companies } = await readText(SUBMISSIONS, fileWith(COLUMNS, { tickers: ["BRK-B", "BRK-A"] }));
  deepEqual(companies[0]?.owner.tickers, ["BRK.B", "BRK.A"]);
});

Deno.test("a file of older filings is of the company in its name", async () => {
  const file = "sec/CIK0000320193-submissions-001.json";
  const { companies: [company] } = await readText(SUBMISSIONS, JSON.stringify(COLUMNS), file);
  deepEqual(company?.owner, { cik: "0000320193" });
  equal(company.records.filings.length, 2);
});

Deno.test("submissions name the files with older filings", async () => {
  const older = { name: "CIK0000320193-submissions-001.json", filingFrom: "1994-01-26", filingTo: "2015-03-11" };
  const read = await readText(SUBMISSIONS, fileWith(COLUMNS, { files: [older] }));
  deepEqual(read.problems, []);
  deepEqual(read.older, [{ name: older.name, holds: `"${older.name}" ("1994-01-26" to "2015-03-11")` }]);
});

const ODD = [
  {
    when: "a day is none",
    columns: { ...COLUMNS, filingDate: ["2018-02-01", "soon"] },
    filings: 1,
    says: /^filings.recent\[1\] is skipped: "filingDate" of 0000320193-17-000070 is "soon", not a day/,
  },
  {
    when: "a column is short",
    columns: { ...COLUMNS, form: ["8-K"] },
    filings: 1,
    says: /"form" of 0000320193-17-000070 is missing/,
  },
  {
    when: "a number is none",
    columns: { ...COLUMNS, accessionNumber: [7, "0000320193-17-000070"] },
    filings: 1,
    says: /\[0\] is skipped: "accessionNumber" is 7/,
  },
  { when: "the columns are none", columns: [], filings: 0, says: /accessionNumber is missing, not a list/ },
] as const;
for (const { when, columns, filings, says } of ODD) {
  Deno.test(`submissions skip what is malformed and say where when ${when}`, async () => {
    const { companies, problems } = await readText(SUBMISSIONS, fileWith(columns));
    equal(companies[0]?.records.filings.length ?? 0, filings);
    match(problems[0]?.message ?? "", says);
  });
}

Deno.test("submissions and companyfacts are told apart by what they hold", () => {
  const facts = '{"cik":1,"entityName":"A","facts":{"dei":{}}}';
  deepEqual([COMPANY_FACTS.looksLike(facts, "x.json"), SUBMISSIONS.looksLike(facts, "x.json")], [true, false]);
  const filed = fileWith(COLUMNS);
  deepEqual([COMPANY_FACTS.looksLike(filed, "x.json"), SUBMISSIONS.looksLike(filed, "x.json")], [false, true]);
  for (const other of ["<html>", "", "[]", '{"prices":[]}', "ticker,date"]) {
    deepEqual([COMPANY_FACTS, SUBMISSIONS].map((one) => one.looksLike(other, "x.json")), [false, false], other);
  }
});

const REAL = [
  { file: "AAPL_CIK0000320193", filings: 1_005, results: 45 },
  { file: "MSFT_CIK0000789019", filings: 1_006, results: 26 },
  { file: "NVDA_CIK0001045810", filings: 1_007, results: undefined },
  { file: "TSLA_CIK0001318605", filings: 1_000, results: undefined },
  { file: "MRVL_CIK0001835632", filings: 787, results: undefined },
] as const;
for (const { file, filings, results } of REAL) {
  const path = `sec/submissions/${file}.json.gz`;
  testOnShared(missingShared(path), `of ${file} every filing is read`, async () => {
    const { companies: [company], problems } = await readShared(SUBMISSIONS, path);
    ok(problems.every(({ kind }) => kind === "remark"), JSON.stringify(problems));
    equal(company?.owner.tickers?.[0], file.split("_")[0]);
    equal(company?.records.filings.length, filings);
    const announced = company?.records.filings.filter(({ items }) => items.includes("2.02")).length;
    if (results !== undefined) equal(announced, results);
  });
}
