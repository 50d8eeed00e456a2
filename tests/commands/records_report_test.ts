import { deepEqual, equal, match, ok } from "../assert.ts";
import { dataCommand } from "../../src/commands/data_command.ts";
import { companyFacts, form4, PRICES, submissions, YEAR } from "../data/folder/made_files.ts";
import { inFolder } from "../data/in_folder.ts";
import { capturedOutputs, testHost } from "./captured.ts";

type Files = Readonly<Record<string, string>>;

/** Runs `data check` on a folder. */
function check(files: Files, ...flags: readonly string[]): Promise<{ status: number; out: string }> {
  const inside = Object.fromEntries(Object.entries(files).map(([name, text]) => [`data/${name}`, text]));
  return inFolder(inside, async (folder) => {
    const { out, err } = capturedOutputs({ isTerminal: true });
    const host = testHost({ folder, out, err });
    const status = await dataCommand(["check", "data", ...flags], host);
    return { status, out: host.out.text };
  });
}

const FILED = ["0000000001-20-000001", "10-K", "2020-02-14", "2019-12-31"] as const;
const MADE: Files = {
  "MADE.csv": PRICES,
  "facts.json": companyFacts(1, [YEAR, { ...YEAR, tag: "Assets", start: "", value: 500 }]),
  "filings.json": submissions(1, ["MADE"], [FILED]),
  "form.xml": form4(1, "MADE"),
};

Deno.test("data check tells of each company how much there is of each kind, from when, to when and how old", async () => {
  const { status, out } = await check(MADE);
  equal(status, 0);
  match(out, /^company {2}kind +count {2}first +last +age$/m);
  match(out, /^MADE +prices +17 {2}12 Feb 2020 {2,3}6 Mar 2020 +[\d,]+ trading days$/m);
  match(out, /^ +facts +2 {2}18 Feb 2020 {2,3}18 Feb 2020 +[\d,]+ days$/m);
  match(out, /^ +filings +1 {2}18 Feb 2020 {2,3}18 Feb 2020 +[\d,]+ days$/m);
  match(out, /^ +trades +1 {2}\d+ \w+ 2020 {2,3}\d+ \w+ 2020 +[\d,]+ days$/m);
  match(out, /^facts: 2 of 1 company, 18 Feb 2020$/m);
  match(out, /^4 of 4 files read\.$/m);
});

Deno.test("data check names the files of filings by their kinds, and what is wrong in them", async () => {
  const { status, out } = await check({ ...MADE, "bad.json": companyFacts(2, [{ ...YEAR, value: "many" }]) });
  equal(status, 1);
  match(
    out,
    /^4 files of filings and trades: companyfacts file 2, form of an insider \(XML\) 1,\nsubmissions file 1\.$/m,
  );
  match(
    out.replace(/\n {2}/g, " "),
    /^- skipped: bad\.json, line 1: us-gaap\/Revenues USD\[0\] is skipped: "val" is "many", not a number$/m,
  );
  match(out, /^4 of 5 files read\. Skipped: bad\.json\.$/m);
});

Deno.test("data check of a folder with prices alone has no table of companies", async () => {
  const { out } = await check({ "MADE.csv": PRICES });
  ok(!/^company/m.test(out) && !/filings and trades/.test(out), out);
});

Deno.test("data check of a folder without prices says so", async () => {
  const { status, out } = await check({ "MADE.json": companyFacts(1) });
  equal(status, 0);
  match(out, /^Filings for 1 name, from 1 file; no prices\.$/m);
  match(out, /^No price file\.$/m);
});

Deno.test("data check names both values where two files differ", async () => {
  const { status, out } = await check({
    "MADE.json": companyFacts(1),
    "again.json": companyFacts(1, [{ ...YEAR, value: 1001 }]),
  });
  equal(status, 0);
  match(out.replace(/\n {2}/g, " "), /0000000001-20-000001 is 1000 USD in MADE\.json and 1001 USD in again\.json/);
});

Deno.test("data check counts the texts of each company by kind, and says what of them is not used", async () => {
  const { status, out } = await check({
    ...MADE,
    "news/a.csv": "date,ticker,title\n2020-02-14,MADE,One\n2020-02-18,MADE,Two\nyesterday,MADE,Three\n",
  });
  equal(status, 1);
  match(out, /^ +texts \(news\) +2 {2}18 Feb 2020 {2,3}19 Feb 2020 +[\d,]+ days$/m);
  match(out, /^texts \(news\): 2 of 1 company, 18 Feb to 19 Feb 2020$/m);
  match(out, /^4 files of filings, trades and texts: /m);
  match(
    out.replace(/\n {2}/g, " "),
    /^- read in part: news\/a\.csv, line 4: The row is skipped: "yesterday" is not a day; write it as 2024-05-02$/m,
  );
});

Deno.test("data check cuts the list of companies, and counts the others", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 23 }, (_, at) => [`Q${String.fromCharCode(65 + at)}.json`, companyFacts(at + 1)]),
  );
  const { out } = await check(files);
  equal(out.match(/^Q[A-Z] +facts/gm)?.length, 20);
  match(out, /^and 3 more; --json lists all$/m);
  match(out, /^facts: 23 of 23 companies, /m);
});

Deno.test("data check --json has every company and shelf", async () => {
  const { out } = await check(MADE, "--json");
  const { companies, files } = JSON.parse(out);
  deepEqual(companies, [{
    ticker: "MADE",
    name: "Made Inc",
    cik: "0000000001",
    shelves: [
      { shelf: "prices", count: 17, files: 1, first: "2020-02-12", last: "2020-03-06" },
      { shelf: "facts", count: 2, first: "2020-02-18", last: "2020-02-18", files: 1 },
      { shelf: "filings", count: 1, first: "2020-02-18", last: "2020-02-18", files: 1 },
      { shelf: "trades", count: 1, first: "2020-03-05", last: "2020-03-05", files: 1 },
    ],
  }]);
  deepEqual(files.map(({ file, kind = "prices", filed }: Record<string, unknown>) => [file, kind, filed]), [
    ["MADE.csv", "prices", 0],
    ["facts.json", "companyfacts file", 1],
    ["filings.json", "submissions file", 1],
    ["form.xml", "form of an insider (XML)", 1],
  ]);
});

const SECTORS = [
  { when: "there is no companies.csv", list: {}, isSaid: true },
  { when: "companies.csv has none", list: { "companies.csv": "ticker,name\nMADE,Made\n" }, isSaid: true },
  {
    when: "companies.csv has one",
    list: { "companies.csv": "ticker,name,sector\nMADE,Made,Energy\n" },
    isSaid: false,
  },
] as const;
for (const { when, list, isSaid } of SECTORS) {
  Deno.test(`data check ${isSaid ? "says" : "does not say"} that no company has a sector when ${when}`, async () => {
    const { status, out } = await check({ ...MADE, ...list });
    equal(status, 0);
    equal(/^No company has a sector, .* add companies\.csv with/ms.test(out), isSaid);
  });
}
