import { deepEqual } from "../../assert.ts";
import { checkFolder } from "../../../src/data/folder/check_folder.ts";
import { inFolder } from "../in_folder.ts";

const COLUMNS = { accessionNumber: ["0000000042-20-000001"], form: ["10-K"], filingDate: ["2020-02-14"] };
const PART = { filingCount: 1, filingFrom: "1994-01-26", filingTo: "2015-03-11" };
const LIST = JSON.stringify({
  ...{ cik: "42", entityType: "operating", tickers: ["MADE"], name: "Made Inc" },
  filings: {
    recent: COLUMNS,
    files: [
      { name: "CIK0000000042-submissions-001.json", ...PART },
      { name: "CIK0000000042-submissions-002.json", ...PART },
    ],
  },
});
const PAGE = JSON.stringify(COLUMNS);
const SPAN = '("1994-01-26" to "2015-03-11")';

const CASES = [
  {
    when: "none is there",
    pages: {},
    says: [
      `Older filings are in files of their own: "CIK0000000042-submissions-001.json" ${SPAN}, ` +
      `"CIK0000000042-submissions-002.json" ${SPAN}`,
    ],
  },
  {
    when: "one is there",
    pages: { "other/CIK0000000042-submissions-001.json": PAGE },
    says: [`Older filings are in files of their own: "CIK0000000042-submissions-002.json" ${SPAN}`],
  },
  {
    when: "all are there",
    pages: { "sec/CIK0000000042-submissions-001.json": PAGE, "sec/CIK0000000042-submissions-002.json": PAGE },
    says: [],
  },
] as const;
for (const { when, pages, says } of CASES) {
  Deno.test(`the pages with older filings that a list names are remarked where they are missing: ${when}`, async () => {
    await inFolder({ "sec/CIK0000000042.json": LIST, ...pages }, async (folder) => {
      for (const index of ["memory", "file", "file"] as const) {
        const report = await checkFolder(folder, { index });
        deepEqual(report.files.flatMap(({ problems }) => problems.map(({ message }) => message)), [...says], index);
      }
    });
  });
}
