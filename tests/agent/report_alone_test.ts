/** A folder whose only file of filings is a report answers, as sure as it can be of when the report was filed. */
import { equal, match, ok } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { madeContext, madeInline } from "../data/filings/made_report.ts";
import { askOf, markdownOf, textOf } from "./ask.ts";

const REPORT = madeInline({ facts: [{ name: "us-gaap:Revenues", text: "5", more: `scale="9"` }] });
const QUESTION = "What was MADE's revenue in the year to 2023-12-31?";
const SAID = "Made's revenue in the year to 31 Dec 2023 was $5.000bn.**\n\n[1] MADE ";

/** Closes, so that there is a day before the report is known. */
const PRICES = `date,close\n${["02-19", "02-20", "02-21", "04-01", "04-02"].map((day) => `2024-${day},10\n`).join("")}`;

const FILES = [
  {
    file: "made-20231231.htm",
    asOf: "2024-04-02",
    before: "2024-03-28",
    says: "10-K made-20231231 to 31 Dec 2023, taken as filed on 1 Apr 2024",
  },
  {
    file: "0000000001-24-000007/made-20231231.htm",
    asOf: "2024-04-02",
    before: "2024-03-28",
    says: "10-K 0000000001-24-000007 to 31 Dec 2023, taken as filed on 1 Apr 2024",
  },
  {
    file: "made-10-k-2024-02-20.htm",
    asOf: "2024-02-21",
    before: "2024-02-19",
    says: "10-K made-10-k-2024-02-20 to 31 Dec 2023, taken as filed on 20 Feb 2024",
  },
] as const;

for (const { file, asOf, before, says } of FILES) {
  Deno.test(`a folder with ${file} says what it states, and how its filing day is known`, async () => {
    await inFolder({ [file]: REPORT, "MADE.csv": PRICES }, async (folder) => {
      equal(markdownOf(await askOf(await openFolder(folder, { asOf }), QUESTION)), `**${SAID}${says}`);
    });
  });

  Deno.test(`a folder with ${file} does not say it the day before`, async () => {
    await inFolder({ [file]: REPORT, "MADE.csv": PRICES }, async (folder) => {
      const text = textOf(await askOf(await openFolder(folder, { asOf: before }), QUESTION));
      match(text, /^Made's .* is not available: the data hold no accounts for Made by /);
      equal(text.includes("5.000bn"), false);
    });
  });
}

/** A report of the third quarter of a year that ends in September: its statement of cash flows is of nine months. */
const QUARTERLY = madeInline({
  cover: { DocumentType: "10-Q", DocumentPeriodEndDate: "2024-06-29" },
  more: [
    ["q", "2024-03-31/2024-06-29"],
    ["q-1", "2023-04-02/2023-07-01"],
    ["so-far", "2023-10-01/2024-06-29"],
    ["so-far-1", "2022-09-25/2023-07-01"],
  ].map(([id = "", days = ""]) => madeContext(id, days)).join(""),
  facts: [
    ...[["q", "12"], ["q-1", "10"], ["so-far", "40"], ["so-far-1", "30"]].map(([context = "", text = ""]) => ({
      ...{ name: "us-gaap:Revenues", text, context, more: `scale="9"` },
    })),
    ...[["so-far", "9"], ["so-far-1", "8"]].map(([context = "", text = ""]) => ({
      ...{ name: "us-gaap:NetCashProvidedByUsedInOperatingActivities", text, context, more: `scale="9"` },
    })),
  ],
});

const OF_ONE_QUARTER = [
  ["MADE's revenue in Q3 2024", "revenue in the quarter to 29 Jun 2024 was $12.00bn"],
  ["MADE's revenue in the third quarter of fiscal 2023", "revenue in the quarter to 1 Jul 2023 was $10.00bn"],
  ["MADE's revenue in the first nine months of 2024", "revenue in the 9 months to 29 Jun 2024 was $40.00bn"],
  ["MADE's revenue", "revenue in the quarter to 29 Jun 2024 was $12.00bn"],
  [
    "MADE's revenue growth",
    "revenue went from $10.00bn in the quarter to 1 Jul 2023 to $12.00bn in the quarter",
  ],
  ["MADE's revenue in fiscal 2024", "revenue for the fiscal year that ends in 2024 was not public by 5 Aug 2024"],
  [
    "MADE's revenue in Q2 2024",
    "revenue for the second quarter of the fiscal year that ends in 2024 is not in the data, which cover",
  ],
] as const;

for (const [asks, says] of OF_ONE_QUARTER) {
  Deno.test(`one quarterly report and no annual one: ${asks}`, async () => {
    await inFolder({ "made-10-q-2024-08-02.htm": QUARTERLY }, async (folder) => {
      const text = textOf(await askOf(await openFolder(folder, { asOf: "2024-08-05" }), asks));
      ok(text.startsWith(`Made's ${says}`), text);
    });
  });
}
