/** A folder whose only file of filings is a report answers, as sure as it can be of when the report was filed. */
import { equal, match, ok } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { madeInline } from "../data/filings/made_report.ts";
import { askOf, textOf } from "./ask.ts";

const REPORT = madeInline({ facts: [{ name: "us-gaap:Revenues", text: "5", more: `scale="9"` }] });
const QUESTION = "What was MADE's revenue in the year to 2023-12-31?";
const SAID = "MADE's revenue in the year to 2023-12-31 was 5.000 bn USD (us-gaap/Revenues, ";

/** Closes, so that there is a day before the report is known. */
const PRICES = `date,close\n${["02-19", "02-20", "02-21", "04-01", "04-02"].map((day) => `2024-${day},10\n`).join("")}`;

const FILES = [
  {
    file: "made-20231231.htm",
    asOf: "2024-04-02",
    before: "2024-03-28",
    says: "10-K made-20231231 with an assumed filing day, 2024-04-01, known since 2024-04-02).",
  },
  {
    file: "0000000001-24-000007/made-20231231.htm",
    asOf: "2024-04-02",
    before: "2024-03-28",
    says: "10-K 0000000001-24-000007 with an assumed filing day, 2024-04-01, known since 2024-04-02).",
  },
  {
    file: "made-10-k-2024-02-20.htm",
    asOf: "2024-02-21",
    before: "2024-02-19",
    says: "10-K made-10-k-2024-02-20 with an assumed filing day, 2024-02-20, known since 2024-02-21).",
  },
] as const;

for (const { file, asOf, before, says } of FILES) {
  Deno.test(`a folder with ${file} says what it states, and how its filing day is known`, async () => {
    await inFolder({ [file]: REPORT, "MADE.csv": PRICES }, async (folder) => {
      ok(textOf(await askOf(await openFolder(folder, { asOf }), QUESTION)).startsWith(`${SAID}${says}`));
    });
  });

  Deno.test(`a folder with ${file} does not say it the day before`, async () => {
    await inFolder({ [file]: REPORT, "MADE.csv": PRICES }, async (folder) => {
      const text = textOf(await askOf(await openFolder(folder, { asOf: before }), QUESTION));
      match(text, /^No report of MADE is known by /);
      equal(text.includes("5.000 bn"), false);
    });
  });
}
