import { deepEqual, equal, match, ok } from "../../assert.ts";
import { isAssumed, markedAsAssumed, unmarked } from "../../../src/data/assumed_filing.ts";
import { accessionIn, filingDayOf, isAccession } from "../../../src/data/filings/filing_day.ts";

const PERIOD = "2024-09-28";

/** Where the file of a 10-K to 2024-09-28 is, the name under which it is known, and the day on which it was filed. */
const FILES = [
  ["aapl-10-k-2024-11-01.html", "aapl-10-k-2024-11-01", "2024-11-01"],
  ["sec/aapl-10-k-2024-11-01.html.gz", "aapl-10-k-2024-11-01", "2024-11-01"],
  ["AAPL 10-K 20241101.htm", "AAPL_10-K_20241101", "2024-11-01"],
  ["AAPL_2024-09-28_filed_2024-11-01.htm", "AAPL_2024-09-28_filed_2024-11-01", "2024-11-01"],
  ["0000320193-24-000123/aapl_2024-11-01.htm", "0000320193-24-000123", "2024-11-01"],
] as const;

for (const [file, accession, filed] of FILES) {
  Deno.test(`a 10-K in ${file} is taken as filed on ${filed}, the day in its name`, () => {
    const remark = `Filing day assumed: ${filed}, the day in its name`;
    deepEqual(filingDayOf({ file, form: "10-K", period: PERIOD }), {
      accession: markedAsAssumed(accession),
      filed,
      remark,
    });
  });
}

/** Names that give no filing day: that of a 10-K is then assumed. */
const UNDATED = [
  ["aapl-20240928.htm", "aapl-20240928"], // the end of the period
  ["aapl-20240928_htm.xml.gz", "aapl-20240928_htm"],
  ["aapl-2024-02-30.htm", "aapl-2024-02-30"],
  ["aapl-2024-99-99.htm", "aapl-2024-99-99"],
  ["aapl-2034-11-01.htm", "aapl-2034-11-01"], // later than any report
  ["aapl-2025-03-01.htm", "aapl-2025-03-01"], // after the last day that can be
  ["120241101.htm", "120241101"],
  ["2024-11-01/report.htm", "report"], // a folder has many files
  ["sec/filings/0000320193/0000320193-24-000123/aapl-20240928.htm", "0000320193-24-000123"],
  ["edgar/data/320193/000032019324000123/aapl-20240928.htm", "0000320193-24-000123"],
  ["0000320193-24-000123.htm", "0000320193-24-000123"],
] as const;

for (const [file, name] of UNDATED) {
  Deno.test(`nothing says when ${file} was filed, so that its day is assumed and its name says so`, () => {
    const dated = filingDayOf({ file, form: "10-K", period: PERIOD, latest: "2025-02-28" });
    ok(typeof dated === "object");
    equal(dated.filed, "2024-12-29"); // 92 days after the period
    equal(dated.accession, `${name}:filing-day-assumed`);
    equal(isAssumed(dated), true);
    equal(unmarked(dated.accession), name);
    match(dated.remark, /^Filing day assumed: 2024-12-29\. /);
  });
}

const ASSUMED = [
  { form: "10-K", filed: "2024-12-29" },
  { form: "10-Q", filed: "2024-12-29" },
  { form: "10-KT", filed: "2024-12-29" },
  { form: "20-F", filed: "2025-03-30" },
  { form: "10-Q", cover: "2024-10-20", filed: "2024-12-29" },
  { form: "10-Q", cover: "2025-01-20", filed: "2025-03-06" }, // filed late: 45 days after its cover
] as const;

for (const { filed, ...report } of ASSUMED) {
  Deno.test(`the day of a ${JSON.stringify(report)} to 2024-09-28 is assumed to be ${filed}`, () => {
    const dated = filingDayOf({ file: "report.htm", period: PERIOD, ...report });
    equal(typeof dated === "object" && dated.filed, filed);
  });
}

for (const form of ["10-K/A", "10-Q/A", "6-K", "8-K", "S-1", "constructor"]) {
  Deno.test(`a ${form} of which nothing says when it was filed is not used`, () => {
    equal(filingDayOf({ file: "report.htm", form, period: PERIOD }), `nothing says when this ${form} was filed`);
    const named = filingDayOf({ file: "report_2024-11-01.htm", form, period: PERIOD });
    equal(typeof named === "object" && named.filed, "2024-11-01");
  });
}

Deno.test("a day in a name that is before the count of shares on the cover is not that of the filing", () => {
  const dated = filingDayOf({ file: "x_2024-10-10.htm", form: "10-K", period: PERIOD, cover: "2024-10-18" });
  equal(typeof dated === "object" && dated.filed, "2024-12-29");
});

Deno.test("the number of a report is found in a path with its dashes, or as EDGAR names its folder", () => {
  equal(accessionIn("a/0000320193-24-000123/b.htm"), "0000320193-24-000123");
  equal(accessionIn("a/0000320193-24-000123.txt"), "0000320193-24-000123");
  equal(accessionIn("a/000032019324000123/b.htm"), "0000320193-24-000123");
  for (const none of ["a/b.htm", "a/0000320193-24-0001234.txt", "a/10000320193-24-000123.txt", "0000320193/b.htm"]) {
    equal(accessionIn(none), undefined, none);
  }
  ok(isAccession("0000320193-24-000123"));
  ok(!isAccession("0000320193-24-000123:filing-day-assumed"));
});
