import { deepEqual, equal, ok } from "../../assert.ts";
import { checkFolder } from "../../../src/data/folder/check_folder.ts";
import { openFolder } from "../../../src/data/folder/folder.ts";
import { inFolder } from "../in_folder.ts";
import { formXml, submission } from "./made_form.ts";

const DAYS = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2024, 3, 30 + at)).toISOString().slice(0, 10));
const PRICES = ["date,close", ...DAYS.filter((day) => new Date(day).getUTCDay() % 6 !== 0).map((day) => `${day},10`)]
  .join("\n");
const TABLE =
  "ticker,reporting_owner,reporting_owner_cik,transaction_date,transaction_code,shares,price,shares_after\n";

Deno.test("forms, submissions, a list of filings and a table of a folder give each trade once, known when it was filed", async () => {
  const files = {
    "MADE.csv": PRICES,
    "companies.csv": "ticker,name,cik\nMADE,Made Inc.,42\n",
    "sec/0000000042-24-000001.xml": formXml({}),
    "sec/0000000042-24-000002.txt": submission(formXml({ owners: [{ name: "Roe Richard", cik: "8" }] })),
    "sec/submissions.json": JSON.stringify({
      cik: "42",
      name: "Made Inc.",
      tickers: ["MADE"],
      filings: {
        recent: { accessionNumber: ["0000000042-24-000001"], form: ["4"], filingDate: ["2024-05-09"] },
        files: [],
      },
    }),
    "insider/trades.csv": `${TABLE}MADE,DOE JANE,7,2024-05-01,P,1000,10.5,5000\nMADE,POE EDGAR,9,2024-05-02,S,5,10,1\n`,
  };
  await inFolder(files, async (folder) => {
    const data = await openFolder(folder);
    const toldOn = (day: string) =>
      data.at(day).records("MADE").trades.map(({ person, filed, isFilingAssumed }) =>
        `${person} ${filed}${isFilingAssumed ? " assumed" : ""}`
      );
    deepEqual(toldOn("2024-06-28"), ["Roe Richard 2024-05-03", "POE EDGAR 2024-05-06 assumed", "Doe Jane 2024-05-09"]);
    deepEqual(toldOn("2024-05-09"), ["Roe Richard 2024-05-03", "POE EDGAR 2024-05-06 assumed"]);
    deepEqual(toldOn("2024-05-03"), []);
    equal(data.problems.filter(({ kind }) => kind === "skipped").length, 0);
  });
});

Deno.test("classes of shares of a table have the same insiders", async () => {
  const rows = "GOOG,PICHAI SUNDAR,1,2024-05-01,S,10,100,90\nGOOGL,PORAT RUTH,2,2024-05-01,S,20,100,80\n";
  const table = `issuer_name,${TABLE}${rows.replace(/^/gm, "Alphabet Inc.,").trimEnd().replace(/Alphabet Inc.,$/, "")}`;
  await inFolder({ "GOOG.csv": PRICES, "GOOGL.csv": PRICES, "trades.csv": table }, async (folder) => {
    const view = (await openFolder(folder)).at("2024-06-28");
    for (const ticker of ["GOOG", "GOOGL"]) {
      deepEqual(view.records(ticker).trades.map(({ shares }) => shares), [10, 20], ticker);
    }
    ok(view.companies.length === 2);
  });
});

const FOLDERS = [
  { when: "of the company whose shares they are", folder: "sec/ownership/CIK0000000042", trades: 1, says: [] },
  {
    when: "of a company that holds them",
    folder: "sec/ownership/CIK0000000099",
    trades: 0,
    says: [
      "remark Not used: it is a form of CIK 0000000042, in which this company holds shares; all its forms are needed",
    ],
  },
  {
    when: "with another name",
    folder: "forms/0000000099",
    trades: 1,
    says: ["remark Its name says CIK 0000000099, and its content CIK 0000000042, which is used"],
  },
] as const;
for (const { when, folder: place, trades, says } of FOLDERS) {
  Deno.test(`a form in a folder ${when} gives ${trades} of its 1 trade`, async () => {
    const files = {
      "MADE.csv": PRICES,
      "companies.csv": "ticker,name,cik\nMADE,Made Inc.,42\n",
      [`${place}/a.xml`]: formXml({}),
      [`${place}/b.xml`]: formXml({ type: "3", rows: [] }),
    };
    await inFolder(files, async (folder) => {
      const report = await checkFolder(folder);
      equal((await openFolder(folder)).at("2024-06-28").records("MADE").trades.length, trades);
      const [a, ...others] = report.files.filter(({ file }) => file.startsWith(place));
      deepEqual(a?.problems.map(({ kind, message }) => `${kind} ${message}`), [...says]);
      deepEqual(others.map(({ filed }) => filed), [1], "a form without a trade is read");
      equal(report.counts.read, report.counts.found);
    });
  });
}
