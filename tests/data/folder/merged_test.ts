import { deepEqual, equal, ok } from "../../assert.ts";
import { checkFolder } from "../../../src/data/folder/check_folder.ts";
import { openFolder } from "../../../src/data/folder/folder.ts";
import type { Records } from "../../../src/data/records.ts";
import { inFolder } from "../in_folder.ts";
import { companyFacts, form4, instance, submissions, YEAR } from "./made_files.ts";

type Files = Readonly<Record<string, string>>;

/** All records of MADE in a folder, and what the check of the folder says of its files. */
function merged(files: Files): Promise<{ records: Records; says: readonly string[]; counts: Record<string, number> }> {
  return inFolder(files, async (folder) => {
    const data = await openFolder(folder);
    const { files: reports, companies } = await checkFolder(folder);
    const made = companies.find(({ ticker }) => ticker === "MADE");
    return {
      records: data.at("2030-01-01").records("MADE"),
      says: reports.flatMap(({ problems }) => problems.map(({ message }) => message)),
      counts: Object.fromEntries(made?.shelves.map(({ shelf, count }) => [shelf, count]) ?? []),
    };
  });
}

const FILED = ["0000000001-20-000001", "10-K", "2020-02-14", "2019-12-31"] as const;
const LIST = submissions(1, ["MADE"], [FILED]);

Deno.test("a fact of two files counts once, from the first by name", async () => {
  const { records, says, counts } = await merged({ "MADE.json": companyFacts(1), "a/MADE.json": companyFacts(1) });
  deepEqual(records.facts.map(({ value, source }) => [value, source]), [[1000, "MADE.json"]]);
  deepEqual([says, counts], [[], { facts: 1 }]);
});

Deno.test("a fact that two files give differently is kept twice, and the check names both values", async () => {
  const other = companyFacts(1, [{ ...YEAR, value: 1001 }]);
  const { records, says, counts } = await merged({ "MADE.json": companyFacts(1), "a/MADE.json": other });
  deepEqual(records.facts.map(({ value, source }) => [value, source]), [[1000, "MADE.json"], [1001, "a/MADE.json"]]);
  deepEqual(says, [
    "MADE: us-gaap/Revenues 2019-01-01/2019-12-31 0000000001-20-000001 is 1000 USD in MADE.json and 1001 USD in " +
    "a/MADE.json: both are kept, and the item is not taken from that report",
  ]);
  deepEqual(counts, { facts: 2 });
});

Deno.test("the same period in another report, unit or tag is another fact", async () => {
  const others = [{ accession: "0000000001-21-000001", filed: "2021-02-12" }, { tag: "SalesRevenueNet" }];
  const { records } = await merged({ "MADE.json": companyFacts(1), "a/MADE.json": companyFacts(1, others) });
  equal(records.facts.length, 3);
});

const DATED: readonly { by: string; files: Files; day: string; accession: string }[] = [
  {
    by: "the list of filings by its number",
    files: { "000000000120000001/made.xml": instance(1), "s.json": LIST },
    day: "2020-02-14",
    accession: "0000000001-20-000001",
  },
  {
    by: "the list of filings by its form and period",
    files: { "made.xml": instance(1), "s.json": LIST },
    day: "2020-02-14",
    accession: "0000000001-20-000001",
  },
  {
    by: "companyfacts by form and period",
    files: { "made.xml": instance(1), "MADE.json": companyFacts(1) },
    day: "2020-02-14",
    accession: "0000000001-20-000001",
  },
];
for (const { by, files, day, accession } of DATED) {
  Deno.test(`a report that does not say when it was filed has its day from ${by}`, async () => {
    const { records } = await merged(files);
    deepEqual(records.facts.map((fact) => [fact.value, fact.filed, fact.accession]), [[1000, day, accession]]);
    ok(records.filings.every((filing) => filing.accession === accession && filing.known === "2020-02-18"));
  });
}

Deno.test("a report whose day no file has is known late, and says so", async () => {
  const list = submissions(1, ["MADE"], [["0000000001-19-000001", "10-K", "2019-02-14", "2018-12-31"]]);
  const { records, says } = await merged({ "made.xml": instance(1), "s.json": list });
  ok(records.facts.every(({ known }) => known > "2020-03-15"));
  ok(says.some((one) => /Filing day assumed/.test(one)), says.join("\n"));
});

Deno.test("of two reports with one form and period in the list of filings none is taken", async () => {
  const list = submissions(1, ["MADE"], [FILED, ["0000000001-20-000002", "10-K", "2020-02-20", "2019-12-31"]]);
  const { records } = await merged({ "made.xml": instance(1), "s.json": list });
  ok(records.facts.every(({ filed }) => filed > "2020-03-15"));
});

Deno.test("a filing of two lists counts once, as the one that says more of it", async () => {
  const short = submissions(1, ["MADE"], [["0000000001-20-000003", "8-K", "2020-02-03"]]);
  const long = submissions(1, ["MADE"], [["0000000001-20-000003", "8-K", "2020-02-03", "2020-02-03", "2.02"], FILED]);
  const { records } = await merged({ "a.json": short, "b.json": long });
  deepEqual(records.filings.map(({ accession, items }) => [accession, items]), [
    ["0000000001-20-000003", ["2.02"]],
    ["0000000001-20-000001", []],
  ]);
});

Deno.test("a trade of two files counts once", async () => {
  const table =
    "ticker,reporting_owner,reporting_owner_cik,transaction_date,transaction_code,shares,price,shares_after\n" +
    "MADE,Doe Jane,0000000777,2020-03-02,P,100,10,100\nMADE,Doe Jane,0000000777,2020-03-03,S,50,11,50\n";
  const { records, counts } = await merged({ "x.xml": form4(1, "MADE"), "trades.csv": table });
  deepEqual(records.trades.map(({ day, code, shares }) => [day, code, shares]), [
    ["2020-03-02", "P", 100],
    ["2020-03-03", "S", 50],
  ]);
  deepEqual(counts, { trades: 2 });
});
