import { deepEqual, equal } from "../../assert.ts";
import { checkFolder } from "../../../src/data/folder/check_folder.ts";
import { openFolder } from "../../../src/data/folder/folder.ts";
import { inFolder } from "../in_folder.ts";
import { missingShared, sharedPath, testOnShared } from "../../needs.ts";
import { companyFacts, submissions } from "./made_files.ts";

const PRICES = "date,close\n2020-02-13,10\n2020-02-14,11\n2020-02-18,12\n2020-02-19,13\n";
const TABLE = JSON.stringify({
  0: { cik_str: 42, ticker: "MADE", title: "MADE INC /DE/" },
  1: { cik_str: 7, ticker: "TWO-B", title: "Two Classes Inc." },
  2: { cik_str: 7, ticker: "TWO-A", title: "Two Classes Inc." },
  3: { cik_str: 8, ticker: "OTHER", title: "Other Corp" },
});
const PATH = "sec/company_tickers.json";

/** What a folder says of its companies and of its files. */
async function saidOf(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>) {
  return await inFolder(files, async (folder) => {
    const data = await openFolder(folder);
    const view = data.at(data.span.last);
    const said = view.companies.map(({ ticker, name, cik = "" }) =>
      `${ticker}: ${name}, ${cik}, ${view.records(ticker).facts.length} facts`
    );
    const report = await checkFolder(folder);
    const problems = report.files.flatMap((file) =>
      file.problems.map((one) => `${file.file} ${one.kind} ${one.message}`)
    );
    return { said, problems, counts: report.counts };
  });
}

const CASES = [
  {
    when: "there is no companies.csv",
    files: { "prices/MADE.csv": PRICES, "facts.json": companyFacts(42) },
    said: ["MADE: Made Inc, 0000000042, 1 facts"],
  },
  {
    when: "a company has prices alone",
    files: { "prices/OTHER.csv": PRICES },
    said: ["OTHER: Other Corp, 0000000008, 0 facts"],
  },
  {
    when: "companies.csv has another name and no CIK",
    files: { "companies.csv": "ticker,name\nMADE,Our Made\n", "prices/MADE.csv": PRICES, "f.json": companyFacts(42) },
    said: ["MADE: Our Made, 0000000042, 1 facts"],
  },
  {
    when: "companies.csv has another CIK, which holds",
    files: { "companies.csv": "ticker,name,cik\nMADE,Ours,9\n", "MADE.csv": PRICES, "f.json": companyFacts(9) },
    said: ["MADE: Ours, 0000000009, 1 facts"],
  },
  {
    when: "two classes have prices: both have the records",
    files: { "TWO-A.csv": PRICES, "TWO-B.csv": PRICES, "f.json": companyFacts(7, undefined, "Two") },
    said: ["TWO.A: Two, 0000000007, 1 facts", "TWO.B: Two, 0000000007, 1 facts"],
  },
  {
    when: "nothing has prices: the first ticker of the company is its usual one",
    files: { "f.json": companyFacts(7, undefined, "Two") },
    said: ["TWO.B: Two, 0000000007, 1 facts"],
  },
  {
    when: "a company of it has neither prices nor records",
    files: { "AAA.csv": PRICES },
    said: ["AAA: AAA, , 0 facts"],
  },
] as const;
for (const { when, files, said } of CASES) {
  Deno.test(`the SEC's table of tickers gives names and CIKs where ${when}`, async () => {
    const found = await saidOf({ ...files, [PATH]: TABLE });
    deepEqual(found.said, [...said]);
    deepEqual(found.problems, []);
  });
}

Deno.test("files that give a ticker of the table another CIK are not its company's, and that is said", async () => {
  const found = await saidOf({
    "MADE.csv": PRICES,
    "f.json": submissions(9, ["MADE"]),
    "g.json": companyFacts(9),
    [PATH]: TABLE,
  });
  deepEqual(found.said, ["CIK0000000009: Made Inc, 0000000009, 1 facts", "MADE: MADE INC /DE/, 0000000042, 0 facts"]);
  deepEqual(found.problems.map((one) => one.slice(0, 90)), [
    "f.json skipped Not of MADE: its CIK is 0000000009, and the table of tickers gives MADE the",
    "g.json skipped Not of MADE: its CIK is 0000000009, and the table of tickers gives MADE the",
  ]);
});

const DAMAGED = [
  ["a page", "<html>no</html>", "it is not complete JSON"],
  ["cut", TABLE.slice(0, 60), "it is not complete JSON"],
  ["a list", "[1]", "it is [1], not an object"],
  ["empty", "{}", "it has no ticker"],
  ["another table", '{"0":{"ticker":"A"}}', 'its first row is {"ticker":"A"}, without cik_str and ticker'],
] as const;
for (const [what, text, why] of DAMAGED) {
  Deno.test(`a table of tickers that is ${what} is not read, which is said, and the folder is`, async () => {
    const found = await saidOf({ "MADE.csv": PRICES, [PATH]: text });
    deepEqual(found.said, ["MADE: MADE, , 0 facts"]);
    deepEqual(found.problems, [`${PATH} refused No table of tickers: ${why}`]);
  });
}

Deno.test("of two tables of tickers the first is read, and that is said", async () => {
  const found = await saidOf({ "MADE.csv": PRICES, [PATH]: TABLE, "tables/company_tickers.json": TABLE });
  deepEqual(found.problems, [`tables/company_tickers.json remark Ignored: ${PATH} is read`]);
});

const REAL = "companies/sec_company_tickers.json.gz";
testOnShared(missingShared(REAL), "the SEC's own table gives names and CIKs", async () => {
  const table = await Deno.readFile(sharedPath(REAL));
  const files = { "prices/AAPL.csv": PRICES, "prices/BRK-B.csv": PRICES, "sec/company_tickers.json.gz": table };
  const { said, problems } = await saidOf(files);
  deepEqual(said, ["AAPL: Apple Inc., 0000320193, 0 facts", "BRK.B: BERKSHIRE HATHAWAY INC, 0001067983, 0 facts"]);
  equal(problems.length, 0);
});

const JOINED: readonly {
  when: string;
  files: Readonly<Record<string, string>>;
  said: readonly string[];
  says?: RegExp;
}[] = [
  {
    when: "a company of companies.csv goes by the name in the file",
    files: {
      "companies.csv": "ticker,name\nMADE,Made Holdings Inc.\n",
      "f.json": companyFacts(5, undefined, "MADE HOLDINGS INC"),
    },
    said: ["MADE: Made Holdings Inc., , 1 facts"],
  },
  {
    when: "a name with prices alone is known under the name in the file",
    files: { "GOOGL.csv": PRICES, "CIK0001652044.json": companyFacts(1652044, undefined, "Alphabet Inc.") },
    said: ["GOOGL: Alphabet Inc., 0001652044, 1 facts"],
  },
  {
    when: "two companies go by it, so that none is taken",
    files: {
      "companies.csv": "ticker,name\nAAA,Made Inc.\nBBB,Made Inc.\n",
      "AAA.csv": PRICES,
      "BBB.csv": PRICES,
      "f.json": companyFacts(5),
    },
    said: ["AAA: Made Inc., , 0 facts", "BBB: Made Inc., , 0 facts", "CIK0000000005: Made Inc, 0000000005, 1 facts"],
    says:
      /^f\.json remark No ticker is known for CIK 0000000005 \(Made Inc\), .* the line "TICKER,0000000005" joins it/,
  },
  {
    when: "no company has that name, and one has prices and no CIK",
    files: { "AAA.csv": PRICES, "f.json": companyFacts(5) },
    said: ["AAA: AAA, , 0 facts", "CIK0000000005: Made Inc, 0000000005, 1 facts"],
    says: /^f\.json remark No ticker is known for CIK 0000000005 .* the line "AAA,0000000005" joins it, and so does /,
  },
];

for (const { when, files, said, says } of JOINED) {
  Deno.test(`without a table of tickers, records are joined or said not to be: ${when}`, async () => {
    const found = await saidOf(files);
    deepEqual(found.said, said);
    equal(found.problems.length, says === undefined ? 0 : 1);
    if (says !== undefined) equal(says.test(found.problems[0] ?? ""), true, found.problems[0]);
  });
}
