import { deepEqual, equal, match, ok } from "../assert.ts";
import { dataCommand } from "../../src/commands/data_command.ts";
import type { FolderReport } from "../../src/data/folder/check_folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { type Files, FORMS, NAMES, TOGETHER } from "../data/price_forms.ts";
import { capturedOutputs, testHost } from "./captured.ts";

/** Runs `data` beside a folder `prices`. */
function check(files: Files, args: readonly string[] = ["check", "prices"]) {
  const inside = Object.fromEntries(Object.entries(files).map(([name, text]) => [`prices/${name}`, text]));
  return inFolder({ "prices/.keep": "", ...inside }, async (folder) => {
    const { out, err } = capturedOutputs({ isTerminal: true });
    const host = testHost({ folder, out, err });
    const status = await dataCommand(args, host);
    return { status, out: host.out.text, err: host.err.text };
  });
}

async function report(files: Files): Promise<FolderReport & { folder: string }> {
  const { out } = await check(files, ["check", "prices", "--json"]);
  return JSON.parse(out);
}

/** A row for each weekday of a time, both days included. */
function daily(from: string, to: string, cells = "1"): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const days = Array.from({ length: (last - first) / 86_400_000 + 1 }, (_, at) => new Date(first + at * 86_400_000));
  const rows = days.filter((day) => day.getUTCDay() % 6 !== 0).map((day) =>
    `${day.toISOString().slice(0, 10)},${cells}`
  );
  return rows.map((row) => `${row}\n`).join("");
}

/** The first half hours of a session. */
function halfHours(day: string, count: number): string {
  const first = Date.parse(`${day}T${day < "2016-03-13" ? "14" : "13"}:30:00Z`);
  const rows = Array.from(
    { length: count },
    (_, at) => `${new Date(first + at * 1_800_000).toISOString()},${1 + at / 10},100\n`,
  );
  return rows.join("");
}

const CLOSES = `date,close\n${daily("2017-01-02", "2017-01-31")}`;

const ROWS: readonly { holds: string; file: string; text: string; line: RegExp; notes: readonly RegExp[] }[] = [
  {
    holds: "closes",
    file: "KO.csv",
    text: CLOSES,
    line: /^KO\.csv +KO +22 {2}2 Jan 2017 {2,3}31 Jan 2017 {2}close$/m,
    notes: [],
  },
  {
    holds: "closes and adjusted ones",
    file: "KO.csv",
    text: `date,close,adj close\n${daily("2017-01-02", "2017-01-31", "1,2")}`,
    line: /^KO\.csv +KO +22 .* both$/m,
    notes: [],
  },
  {
    holds: "adjusted closes",
    file: "KO.csv",
    text: `date,adj close\n${daily("2017-01-02", "2017-01-31")}`,
    line: /^KO\.csv +KO +22 .* adjusted$/m,
    notes: [],
  },
  {
    holds: "half hours of a day and of a morning",
    file: "KO.csv",
    text: `time,close,volume\n${halfHours("2016-03-11", 13)}${halfHours("2016-03-14", 3)}`,
    line: /^KO\.csv +KO +2 {2}11 Mar 2016 {2,3}14 Mar 2016 {2}bars$/m,
    notes: [
      /^ {2}- Bars of 30 minutes, read as 2 sessions of 1 name, 09:30 to 16:00 in New York$/m,
      /^ {2}- The rows end before the session does on 14 Mar 2016 \(KO\): no daily bar is$/m,
      /^ {2}- No price file of their own: daily prices of KO are made from these$/m,
    ],
  },
  {
    holds: "several tickers",
    file: "all.csv",
    text: "ticker,date,close\nX,2017-01-02,1\nY,2017-01-03,1\nY,2017-01-04,1\n",
    line: /^all\.csv +2 +3 {2}2 Jan 2017 {2,3}4 Jan 2017 {2,3}close$/m,
    notes: [],
  },
  {
    holds: "a gap of more than a week",
    file: "KO.csv",
    text: `${CLOSES}${daily("2017-02-09", "2017-02-10")}`,
    line: /^KO\.csv +KO +24 /m,
    notes: [/^ {2}- KO has no prices between 31 Jan and 9 Feb 2017$/m],
  },
  {
    holds: "months",
    file: "KO.csv",
    text: "date,close\n2017-01-31,1\n2017-02-28,1\n2017-05-31,1\n2017-06-30,1\n",
    line: /^KO\.csv +KO +4 /m,
    notes: [/^ {2}- monthly: KO$/m, /^ {2}- KO has no prices between 28 Feb and 31 May 2017$/m],
  },
];

for (const { holds, file, text, line, notes } of ROWS) {
  Deno.test(`data check has a row for a file with ${holds}`, async () => {
    const { status, out } = await check({ "AAPL.csv": CLOSES, [file]: text });
    match(out, line);
    deepEqual(out.match(/^ {2}- /gm)?.length ?? 0, notes.length, out);
    for (const note of notes) match(out, note);
    equal(status, 0);
  });
}

const REFUSED: readonly { file: string; text: string; row: RegExp; note: RegExp }[] = [
  {
    file: "HistoricalData_1700000000123.csv",
    text: "Date,Close/Last,Volume\n01/31/2017,$1,1\n",
    row: /^…?\w+\.csv +skipped$/m,
    note:
      /line 1: Cannot tell whose prices these are: .*; call it AAPL\.csv for the ticker AAPL, or add a column ticker$/m,
  },
  {
    file: "MSFT.csv",
    text: "Date,Close\n01/02/2017,1\n",
    row: /^MSFT\.csv +skipped$/m,
    note: /line 2: Cannot tell the day from the month: "01\/02\/2017" is 2017-02-01 or/,
  },
  {
    file: "T.xlsx",
    text: "PK",
    row: /^T\.xlsx +skipped$/m,
    note: /line 1: Only \.parquet, .* save the sheet as CSV$/m,
  },
  {
    file: "T.parquet",
    text: "PAR1",
    row: /^T\.parquet +skipped$/m,
    note: /line 1: Cannot read the file: it is not a complete Parquet file/,
  },
  {
    file: "F.csv",
    text: `${CLOSES}2031-01-06,7\n`,
    row: /^F\.csv +F +22 /m,
    note: /line 24: 6 Jan 2031 is in the future: the row is skipped$/m,
  },
  {
    file: "XOM.csv",
    text: `${CLOSES}2017-02-01,abc\n`,
    row: /^XOM\.csv +XOM +22 /m,
    note: /line 24, column 12: Cannot read "abc": expected a price above 0$/m,
  },
  { file: "companies.csv", text: "a,b\n", row: /^companies\.csv +skipped$/m, note: /line 1: Not a list of companies/ },
];

for (const { file, text, row, note } of REFUSED) {
  Deno.test(`data check exits with 1 and says why of ${file}: ${note.source}`, async () => {
    const { status, out, err } = await check({ "AAPL.csv": CLOSES, [file]: text });
    equal(status, 1, err);
    match(out, row);
    match(out.replaceAll("\n    ", " "), note);
    ok(out.split("\n").every((line) => line.length <= 80), out);
  });
}

Deno.test("data check ends with what is not read", async () => {
  const bad = Object.fromEntries(["A", "B", "C", "D", "E"].map((name) => [`${name}.csv`, "tag,value\nx,1\n"]));
  const { out } = await check({ ...bad, "KO.csv": CLOSES, "T.csv": `${CLOSES}x,1\n` });
  equal(out.trimEnd().split("\n").at(-1), "2 of 7 files read. Skipped: A.csv, B.csv, C.csv and 2 more.");
});

Deno.test("data check says when the index of the folder was filled, or why there is none", async () => {
  const filled = await check({ "KO.csv": CLOSES });
  match(
    filled.out,
    /\n\nIndex: \.conviction\/index\.sqlite, updated \d+ \w+ \d{4}, \d\d:\d\d UTC\.\n1 of 1 file read\.\n$/,
  );
  const blocked = await check({ "KO.csv": CLOSES, ".conviction": "in the way" });
  match(blocked.out, /\n\nNo index: it cannot be written: /);
  equal(blocked.status, 0, "nothing else changes");
});

Deno.test("a folder without any price is reported file by file too", async () => {
  const { status, out } = await check({ "A.xlsx": "PK" });
  equal(status, 1);
  match(out, /^0 names with prices from 0 of 1 file; no benchmark: name a file \^GSPC\.csv or\nSPY\.csv,/);
  match(out, /^A\.xlsx +skipped$/m);
});

Deno.test("of every form in one folder it says which file serves each name, and why", async () => {
  const { shared, files, notice } = await report(TOGETHER);
  match(notice, /^6 names with prices from \d+ files, 2 Jan to 24 Mar 2017; no benchmark:/);
  equal(files.length, Object.keys(TOGETHER).length);
  equal(files.every(({ series }) => series.length > 0), true);
  deepEqual(shared.map(({ ticker }) => ticker), NAMES.toSorted());
  for (const { ticker, file, others } of shared) {
    equal(file, `0/${ticker.replace(".", "-")}.csv`);
    equal(others.length, FORMS.length - 1);
    deepEqual(new Set(others.map(({ because }) => because)), new Set(["has as many bars and comes first by name"]));
  }
  const { out, status } = await check(TOGETHER);
  equal(status, 0);
  match(out, /^- AAPL: from 0\/AAPL\.csv, not from 1\/AAPL\.csv, /m);
  ok(out.split("\n").every((line) => line.length <= 80), out);
});

const CHOICES: readonly { other: string; because: string }[] = [
  { other: `date,close\n${daily("2017-01-02", "2017-01-30")}`, because: "has later prices" },
  { other: `date,close\n${daily("2017-01-16", "2017-01-31")}`, because: "has more bars" },
  { other: CLOSES, because: "has as many bars and comes first by name" },
];

for (const { other, because } of CHOICES) {
  Deno.test(`of two files with one ticker, one is used because it ${because}`, async () => {
    const { shared, files } = await report({ "KO.csv": CLOSES, "ko_us_d.csv": other });
    const choice = { file: "KO.csv", others: [{ file: "ko_us_d.csv", because }] };
    deepEqual(shared, [{ ticker: "KO", frequency: "daily", basis: "price", ...choice }]);
    deepEqual(files.map(({ file, series }) => [file, series[0]?.isUsed]), [["KO.csv", true], ["ko_us_d.csv", false]]);
  });
}

Deno.test("names that the same files offer are said in one sentence", async () => {
  const long = (days: number) =>
    `ticker,date,close\n${["A", "B", "C", "D"].map((t) => `${t},2017-01-02,1\n${t},2017-01-0${days},1\n`).join("")}`;
  const { out } = await check({ "all.csv": long(4), "old.csv": long(3) });
  match(out, /^- A, B, C and 1 more: from all\.csv, not from old\.csv; it has later prices$/m);
});

const USAGE: readonly (readonly [readonly string[], RegExp])[] = [
  [[], /Cannot check data: no folder is named; try deno task -q conviction data check FOLDER$/m],
  [["check"], /Cannot check data: no folder is named; try deno task -q conviction data check FOLDER$/m],
  [
    ["chek", "prices"],
    /Cannot use "chek": there are check, audit and fetch; try deno task -q conviction data check FOLDER$/m,
  ],
  [["audit"], /Cannot audit data: no folder is named; try deno task -q conviction data audit FOLDER$/m],
  [["audit", "prices", "more"], /Cannot audit two folders at once: "more" is one too many$/m],
  [["check", "prices", "more"], /Cannot check two folders at once: "more" is one too many$/m],
  [["check", "none"], /Cannot read the data folder .*none: no such folder$/m],
  [["check", "prices", "--benchmark", "KOO"], /Cannot measure against KOO: .*; nearest: KO$/m],
];

for (const [args, says] of USAGE) {
  Deno.test(`data ${args.join(" ")} exits with 2: ${says.source}`, async () => {
    const { status, out, err } = await check({ "KO.csv": CLOSES }, args);
    deepEqual([status, out], [2, ""]);
    match(err, says);
  });
}

Deno.test("data check explains its column of closes where a file has adjusted ones", async () => {
  const adjusted = `date,adj close\n${daily("2017-01-02", "2017-01-31")}`;
  const both = `date,close,adj close\n${daily("2017-01-02", "2017-01-31", "1,2")}`;
  for (const [file, isExplained] of [[CLOSES, false], [adjusted, true], [both, true]] as const) {
    const { out } = await check({ "KO.csv": file });
    equal(/^Closes: close excludes dividends, adjusted includes them; a file with both\s/m.test(out), isExplained, out);
  }
});

/** A companyfacts file of a made company with one year and one quarter after it. */
const FACTS = JSON.stringify({
  cik: 9,
  entityName: "Made Reports Inc.",
  facts: {
    "us-gaap": {
      Revenues: {
        units: {
          USD: [
            {
              start: "2019-01-01",
              end: "2019-12-31",
              val: 100e6,
              accn: "0000000009-20-000001",
              form: "10-K",
              filed: "2020-02-14",
            },
            {
              start: "2020-01-01",
              end: "2020-03-31",
              val: 30e6,
              accn: "0000000009-20-000002",
              form: "10-Q",
              filed: "2020-05-01",
            },
          ],
        },
      },
    },
  },
});

Deno.test("data audit counts what two selections agree on, and the filings that are known a session later", async () => {
  const { status, out } = await check({ "CIK0000000009.json": FACTS }, ["audit", "prices"]);
  equal(status, 0);
  match(out, /^CIK0000000009 +66 +6 +60 +0 +0 +0 +2 +2$/m);
  match(out, /No report is in the folder as a file of its own\.|Against the reports/);
});

Deno.test("data audit of a folder without reports says so", async () => {
  const { status, out } = await check({ "KO.csv": CLOSES }, ["audit", "prices"]);
  equal(status, 0);
  match(out, /^No company in the folder has reported figures: there is nothing to audit\.$/m);
});

Deno.test("data audit --json gives every count on one line", async () => {
  const { out } = await check({ "CIK0000000009.json": FACTS }, ["audit", "prices", "--json"]);
  const { companies: [company], conflicts } = JSON.parse(out);
  deepEqual([company.ticker, company.sweep, company.findings, conflicts], [
    "CIK0000000009",
    { reports: 2, early: 0, known: 2 },
    [],
    0,
  ]);
});

Deno.test("data check reads prices in the currency that is named", async () => {
  for (const [flags, isOpen] of [[[], true], [["--currency", "USD"], false]] as const) {
    const { out } = await check({ "AAPL.csv": CLOSES }, ["check", "prices", ...flags]);
    equal(out.includes("The currency of AAPL is not stated"), isOpen, out);
  }
});
