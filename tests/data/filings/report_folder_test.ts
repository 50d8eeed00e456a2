/** A report in a folder beside other files that say when it was filed. */
import { deepEqual } from "../../assert.ts";
import { openFolder } from "../../../src/data/folder/folder.ts";
import { inFolder } from "../in_folder.ts";
import { madeInline, madeInstance } from "./made_report.ts";

const FACTS = [{ name: "us-gaap:Revenues", text: "5", more: `decimals="0"` }];
const NUMBER = "0001234567-24-000007";
const FILED = { accession: NUMBER, filed: "2024-02-20", known: "2024-02-21" };

const HEAD = `<SEC-DOCUMENT>${NUMBER}.txt : 20240220\n<SEC-HEADER>\nACCESSION NUMBER:\t${NUMBER}\n` +
  `CONFORMED SUBMISSION TYPE:\t10-K\nCONFORMED PERIOD OF REPORT:\t20231231\nFILED AS OF DATE:\t20240220\n` +
  `FILER:\n\n\tCOMPANY DATA:\n\t\tCOMPANY CONFORMED NAME:\tMADE CO\n\t\tCENTRAL INDEX KEY:\t0001234567\n</SEC-HEADER>\n`;

const FULL = `${HEAD}<DOCUMENT>\n<TYPE>10-K\n<FILENAME>made.htm\n<TEXT>\n<XBRL>\n${
  madeInline({ facts: FACTS })
}\n</XBRL>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`;

const SUBMISSIONS = JSON.stringify({
  cik: "1234567",
  name: "Made Company",
  tickers: ["MADE"],
  filings: {
    recent: {
      accessionNumber: [NUMBER],
      form: ["10-K"],
      filingDate: ["2024-02-20"],
      reportDate: ["2023-12-31"],
      acceptanceDateTime: [""],
      items: [""],
    },
    files: [],
  },
});

const COMPANY_FACTS = JSON.stringify({
  cik: 1234567,
  entityName: "Made Company",
  facts: {
    "us-gaap": {
      Revenues: {
        units: {
          USD: [{ start: "2023-01-01", end: "2023-12-31", val: 5, accn: NUMBER, form: "10-K", filed: "2024-02-20" }],
        },
      },
    },
  },
});

const FOLDERS: readonly { readonly what: string; readonly files: Readonly<Record<string, string>> }[] = [
  {
    what: "its full submission in the same folder, as programs that download both leave them",
    files: {
      [`MADE/10-K/${NUMBER}/full-submission.txt`]: FULL,
      [`MADE/10-K/${NUMBER}/primary-document.html`]: madeInline({ facts: FACTS }),
    },
  },
  {
    what: "the list of filings, by its number",
    files: { "CIK0001234567.json": SUBMISSIONS, [`${NUMBER}/made-20231231.htm`]: madeInline({ facts: FACTS }) },
  },
  {
    what: "the list of filings, by form and period",
    files: { "CIK0001234567.json": SUBMISSIONS, "made-20231231.xml": madeInstance({ facts: FACTS }) },
  },
  {
    what: "companyfacts, by form and period",
    files: { "CIK0001234567.json": COMPANY_FACTS, "made-20231231.xml": madeInstance({ facts: FACTS }) },
  },
  {
    what: "all of these",
    files: {
      "facts.json": COMPANY_FACTS,
      "submissions.json": SUBMISSIONS,
      "full.txt": FULL,
      "made-10-k-2024-02-21.htm": madeInline({ facts: FACTS }), // downloaded a day later
      "made-20231231_htm.xml": madeInstance({ facts: FACTS }),
    },
  },
];

for (const { what, files } of FOLDERS) {
  Deno.test(`a report beside ${what}, is one report with its number and day, and states each fact once`, async () => {
    await inFolder(files, async (folder) => {
      const { facts, filings } = (await openFolder(folder, { asOf: "2024-03-01" })).at("2024-03-01").records("MADE");
      deepEqual(facts.map(({ value, accession, filed, known }) => [value, accession, filed, known]), [
        [5, FILED.accession, FILED.filed, FILED.known],
      ]);
      deepEqual(
        new Set(filings.map(({ accession, filed, known }) => `${accession} ${filed} ${known}`)),
        new Set([Object.values(FILED).join(" ")]),
      );
    });
  });
}
