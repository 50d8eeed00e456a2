import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { missingShared, sharedPath, testOnSharedAtNight } from "../needs.ts";
import { createHash } from "node:crypto";
import { AsOfError, DataError } from "../../src/data/data_error.ts";
import { tradingDays } from "../trading_days.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";
import { barsOf } from "../../src/data/series.ts";
import type { LoadedDataset } from "../../src/data/dataset.ts";

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

function open(files: Files): Promise<LoadedDataset> {
  return inFolder(files, (folder) => openEveryWay(folder));
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** The series of all tickers, one line each. */
function describe(data: LoadedDataset, tickers: readonly string[]): string[] {
  const view = data.at(data.span.last);
  return tickers.flatMap((ticker) =>
    view.prices(ticker).map((one) =>
      `${ticker} ${one.frequency} ${one.basis}: ${barsOf(one).map((bar) => `${bar.date} ${bar.close}`).join(", ")}`
    )
  );
}

function problems(data: LoadedDataset): string[] {
  return data.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

const PLAIN = "date,open,high,low,close,volume\n2020-01-02,1,3,1,2,10\n2020-01-03,2,4,2,3,20\n";

const READ: readonly { when: string; files: Files; tickers?: string[]; series: string[] }[] = [
  {
    when: "a file is named after its ticker",
    files: { "AAPL.csv": PLAIN },
    series: ["AAPL daily price: 2020-01-02 2, 2020-01-03 3"],
  },
  {
    when: "a file is named in small letters with a class",
    files: { "brk-b.csv": PLAIN },
    tickers: ["BRK.B"],
    series: ["BRK.B daily price: 2020-01-02 2, 2020-01-03 3"],
  },
  {
    when: "columns are those of a price service, and an adjusted close makes a second series",
    files: {
      "AAPL.csv": "\uFEFFDate,Open,High,Low,Close,Adj Close,Volume\r\n2020-01-02,8,10,6,8,4,100\r\n",
    },
    series: ["AAPL daily price: 2020-01-02 8", "AAPL daily total_return: 2020-01-02 4"],
  },
  {
    when: "rows go back in time, columns are in another order and the separator is a semicolon",
    files: { "AAPL.csv": "CLOSE;Volume;DATETIME\n3;1;2020-01-03 00:00:00+00:00\n2;1;2020-01-02T16:00:00\n" },
    series: ["AAPL daily price: 2020-01-02 2, 2020-01-03 3"],
  },
  {
    when: "one file has several tickers",
    files: { "prices.csv": "symbol,date,close\nAAPL,2020-01-02,1\nbrk/b,2020-01-02,2\nAAPL,2020-01-03,3\n" },
    tickers: ["AAPL", "BRK.B"],
    series: ["AAPL daily price: 2020-01-02 1, 2020-01-03 3", "BRK.B daily price: 2020-01-02 2"],
  },
  {
    when: "there is only an adjusted close",
    files: { "AAPL.csv": "date,adjusted_close\n2020-01-02,4\n" },
    series: ["AAPL daily total_return: 2020-01-02 4"],
  },
  {
    when: "dates have names of months",
    files: { "AAPL.csv": 'Date,Close*\n"Jan 2, 2020",1\nJan 3 2020,2\n' },
    series: ["AAPL daily price: 2020-01-02 1, 2020-01-03 2"],
  },
  {
    when: "a comment comes before the header",
    files: { "AAPL.csv": "# Data source: mine\ndate,close\n20200102,1\n" },
    series: ["AAPL daily price: 2020-01-02 1"],
  },
  {
    when: "months are dated at their ends, even on a Sunday",
    files: { "AAPL.csv": "date,close\n2020-03-31,1\n2020-04-30,2\n2020-05-31,3\n" },
    series: ["AAPL monthly price: 2020-03-31 1, 2020-04-30 2, 2020-05-29 3"],
  },
];

for (const { when, files, tickers = ["AAPL"], series } of READ) {
  Deno.test(`openFolder() reads the prices when ${when}`, async () => {
    const data = await open(files);
    deepEqual(describe(data, tickers), series);
    deepEqual(problems(data), []);
  });
}

Deno.test("an adjusted bar has open, high and low in its own basis", async () => {
  const data = await open({ "A.csv": "date,open,high,low,close,adj close,volume\n2020-01-02,8,10,6,8,4,100\n" });
  const [, adjusted] = data.at("2020-01-02").prices("A");
  deepEqual(adjusted && barsOf(adjusted), [{ date: "2020-01-02", close: 4, open: 4, high: 5, low: 3, volume: 100 }]);
});

Deno.test("an unknown open, high or low is absent from a bar, not 0", async () => {
  const data = await open({ "A.csv": "date,open,high,low,close\n2020-01-02,,null,NaN,8\n" });
  deepEqual(data.at("2020-01-02").prices("A").map(barsOf), [[{ date: "2020-01-02", close: 8 }]]);
});

Deno.test("rows without a close and duplicate rows are counted and skipped", async () => {
  const data = await open({
    "A.csv": "date,close,adj close\n2020-01-02,1,1\n2020-01-03,,1\n2020-01-06,null,\n2020-01-02,1,1\n",
  });
  equal(data.skippedRows, 3);
  deepEqual(describe(data, ["A"]), ["A daily price: 2020-01-02 1", "A daily total_return: 2020-01-02 1"]);
  deepEqual(problems(data), []);
});

const ROWS: readonly { row: string; at: string; says: RegExp }[] = [
  { row: "yesterday,1,1", at: "3:1", says: /"yesterday": expected a date as YYYY-MM-DD/ },
  { row: "2020-02-30,1,1", at: "3:1", says: /"2020-02-30"/ },
  { row: "2020-01-03,abc,1", at: "3:12", says: /"abc": expected a price above 0/ },
  { row: "2020-01-03,0,1", at: "3:12", says: /"0": expected a price above 0/ },
  { row: "2020-01-03,-1,1", at: "3:12", says: /"-1"/ },
  { row: "2020-01-03,0x10,1", at: "3:12", says: /"0x10"/ },
  { row: "2020-01-03,Infinity,1", at: "3:12", says: /"Infinity"/ },
  { row: "2020-01-03,1,-5", at: "3:14", says: /"-5": expected a number of shares/ },
  { row: "2020-01-03,1", at: "3:12", says: /Row has 2 cells, the header has 3/ },
  { row: "2020-01-03,1,1,1", at: "3:14", says: /Row has 4 cells, the header has 3/ },
  { row: '2020-01-03,"1,1', at: "3:12", says: /never closed|not closed/ },
];

for (const { row, at, says } of ROWS) {
  Deno.test(`the row ${row} is reported with its place, and the rows around it are read`, async () => {
    const data = await open({ "A.csv": `date,close,volume\n2020-01-02,1,1\n${row}\n2020-01-06,2,1\n` });
    deepEqual(describe(data, ["A"]), ["A daily price: 2020-01-02 1, 2020-01-06 2"]);
    equal(data.problems.length, 1);
    const [problem = ""] = problems(data);
    ok(problem?.startsWith(`A.csv:${at} `), problem);
    match(problem, says);
  });
}

const SETTLED = [
  { rows: ["2020-01-02,1,900", "2020-01-02,9,100"], kept: 1, what: "of more shares traded, which comes first" },
  { rows: ["2020-01-02,9,100", "2020-01-02,1,900"], kept: 1, what: "of more shares traded, which comes last" },
  { rows: ["2020-01-02,9,", "2020-01-02,1,"], kept: 1, what: "that comes later, where neither has a volume" },
];
for (const { rows, kept, what } of SETTLED) {
  Deno.test(`of two rows of a day the one is kept ${what}, and that is said`, async () => {
    const data = await open({ "A.csv": `date,close,volume\n${rows.join("\n")}\n2020-01-03,2,500\n` });
    deepEqual(describe(data, ["A"]), [`A daily price: 2020-01-02 ${kept}, 2020-01-03 2`]);
    match(
      problems(data).join(),
      /^A\.csv:3:1 1 row of A beside another of the same day, first on 2 Jan 2020: of two the /,
    );
  });
}

Deno.test("weekly bars, and half-hourly ones that prove no zone, are skipped and reported", async () => {
  const data = await open({
    "A.csv": PLAIN,
    "HALF.csv": "datetime,close\n2020-01-02 10:00,1\n2020-01-02 10:30,2\n2020-01-02 11:00,3\n",
    "WEEK.csv": "date,close\n2020-01-03,1\n2020-01-10,2\n2020-01-17,3\n",
  });
  deepEqual(describe(data, ["HALF", "WEEK"]), []);
  deepEqual(problems(data).map((one) => one.split(/;| has none/)[0]), [
    'HALF.csv:2:1 Cannot tell the time zone: "2020-01-02 10:00"',
    "WEEK.csv:1:1 Skipped WEEK: neither daily nor monthly prices",
  ]);
});

Deno.test("the first nine rows of a ticker say whether its bars are daily, and others at its end are told", async () => {
  const monday = Date.parse("2021-01-04");
  const months = Array.from(
    { length: 12 },
    (_, at) => new Date(monday + at * 28 * 86_400_000).toISOString().slice(0, 10),
  );
  const rows = [...tradingDays("2020-01-02", 12), ...months].map((day) => `${day},1\n`);
  const data = await open({ "A.csv": `date,close\n${rows.join("")}`, "B.csv": PLAIN });
  deepEqual(data.at("2022-01-01").prices("A").map((one) => `${one.frequency} ${one.days.length}`), ["daily 24"]);
  deepEqual(data.problems.map(({ kind, file, message }) => `${kind} ${file}: ${message}`), [
    "remark A.csv: The last prices do not follow each other as the first ones do (A): all are read as the first ones, " +
    "daily or monthly",
  ]);
});

Deno.test("a close dated the first of its month is not known before the month's end", async () => {
  const text = "date,close\n2017-11-01,1\n2017-12-01,2\n2018-01-01,3\n2018-02-01,4\n2018-02-14,4\n";
  const data = await open({ "A.csv": text });
  deepEqual(describe(data, ["A"]), ["A monthly price: 2017-11-30 1, 2017-12-29 2, 2018-01-31 3"]);
  equal(data.at("2017-12-28").prices("A")[0]?.days.length, 1);
  match(problems(data).join(), /are dated on the first of the month \(A\)/);
});

Deno.test("a series comes from one file: the newer one; the other one is reported", async () => {
  const data = await open({
    "a.csv": "ticker,date,close\nX,2020-01-02,1\nX,2020-01-03,1\nX,2020-01-06,1\n",
    "b.csv": "ticker,date,close\nX,2020-01-06,5\nX,2020-01-07,5\n",
  });
  deepEqual(describe(data, ["X"]), ["X daily price: 2020-01-06 5, 2020-01-07 5"]);
  deepEqual(data.at("2020-01-07").prices("X").map(({ source }) => source), ["b.csv"]);
  match(
    problems(data).join(),
    /^a\.csv:1:1 Ignored X \(daily\): b\.csv has later prices, and each series comes from one file$/,
  );
});

Deno.test("other files are reported as problems and the rest is read", async () => {
  const long = Array.from({ length: 2000 }, (_, at) => `never-${at * at},1,1,1,1,1\n`).join("");
  const half = (await gzip(PLAIN + long)).slice(0, 5000);
  const data = await open({
    "A.csv": PLAIN,
    "EMPTY.csv": "",
    "facts.csv": "tag,value\nx,1\n",
    "my_own_prices.csv": PLAIN,
    "CUT.csv.gz": half,
    "NOGZ.csv.gz": "not packed",
    "notes.txt": "not read",
    "README.md": "not reported",
    "AAPL.xlsx": "not read",
  });
  const [plain] = describe(data, ["A"]);
  equal(describe(data, ["CUT"])[0], plain?.replace("A", "CUT"), "what can be unpacked is kept");
  deepEqual(problems(data).flatMap((one) => /^[^:]+:1:1 [A-Z][^:,]+/.exec(one)?.[0] ?? []), [
    "CUT.csv.gz:1:1 Cannot read the file to its end",
    "EMPTY.csv:1:1 No header",
    "NOGZ.csv.gz:1:1 Cannot read the file",
    "facts.csv:1:1 Not a price file",
    "my_own_prices.csv:1:1 Cannot tell whose prices these are",
    "notes.txt:1:1 Not a price file",
    "AAPL.xlsx:1:1 Only .parquet",
  ]);
});

Deno.test("a file broken throughout is refused by the first of its rows that fail", async () => {
  const data = await open({ "A.csv": PLAIN, "B.csv": `date,close\n${"never,1\n".repeat(1000)}` });
  deepEqual(problems(data), [
    'B.csv:2:1 More than 2% of its rows cannot be read, so none is used: Cannot read "never": expected a date as YYYY-MM-DD',
  ]);
});

Deno.test("a gzip file reads like a plain one, and its digest is that of its bytes", async () => {
  const packed = await gzip(PLAIN);
  const data = await open({ "A.csv.gz": packed });
  deepEqual(describe(data, ["A"]), ["A daily price: 2020-01-02 2, 2020-01-03 3"]);
  const [source] = data.at("2020-01-03").sources;
  equal(source?.sha256, createHash("sha256").update(packed).digest("hex"));
});

Deno.test("companies.csv supplies names, sectors, CIKs and aliases; a ticker without a row is its own name", async () => {
  const data = await open({
    "A.csv": PLAIN,
    "B.csv": PLAIN,
    "companies.csv": "Ticker Symbol,Security,GICS Sector,CIK,Aliases\na,Agilent,Health Care,1090872,HP Spin|Agile\n",
  });
  deepEqual(data.at("2020-01-03").companies, [
    { ticker: "A", name: "Agilent", sector: "Health Care", cik: "0001090872", aliases: ["HP Spin", "Agile"] },
    { ticker: "B", name: "B" },
  ]);
});

const BENCHMARKS: readonly { files: string[]; list?: string; benchmark: string | undefined }[] = [
  { files: ["A.csv"], benchmark: undefined },
  { files: ["A.csv", "SPY.csv"], benchmark: "SPY" },
  { files: ["A.csv", "SPY.csv", "^GSPC.csv"], benchmark: "^GSPC" },
  { files: ["A.csv", "benchmark.csv"], benchmark: "BENCHMARK" },
  { files: ["A.csv", "SPY.csv", "DAX.csv"], list: "ticker,name,benchmark\nDAX,DAX,yes\n", benchmark: "DAX" },
  { files: ["A.csv", "SPY.csv"], list: "ticker,name,benchmark\nDAX,DAX,yes\n", benchmark: undefined },
];

for (const { files, list, benchmark } of BENCHMARKS) {
  Deno.test(`of ${files.join(", ")}${list ? " with a list" : ""} the benchmark is ${benchmark}`, async () => {
    const prices = Object.fromEntries(files.map((file) => [file, PLAIN]));
    const data = await open(list ? { ...prices, "companies.csv": list } : prices);
    const view = data.at(data.asOf);
    equal(view.benchmark, benchmark);
    ok(view.companies.every((one) => one.ticker !== benchmark), "a benchmark is not a company");
  });
}

Deno.test("the as-of of a folder is the day of its newest bar, or the requested day", async () => {
  await inFolder({ "A.csv": PLAIN }, async (folder) => {
    equal((await openEveryWay(folder)).asOf, "2020-01-03");
    equal((await openEveryWay(folder, { asOf: "2020-01-02" })).asOf, "2020-01-02");
    await rejects(openEveryWay(folder, { asOf: "2019-01-02" }), AsOfError);
  });
});

Deno.test("a folder without prices is rejected with an example of a valid header", async () => {
  await inFolder({ "facts.csv": "tag,value\n" }, async (folder) => {
    await rejects(openEveryWay(folder), (error) => {
      ok(error instanceof DataError);
      match(
        error.message,
        /^Cannot read the data folder .*facts\.csv.*date,open,high,low,close,adj close,volume$/,
      );
      return true;
    });
  });
});

Deno.test("a folder that does not exist, or is a file, is rejected", async () => {
  await inFolder({ "A.csv": PLAIN }, async (folder) => {
    await rejects(openEveryWay(`${folder}/none`), /no such folder/);
    await rejects(openEveryWay(`${folder}/A.csv`), /not a folder/);
  });
});

testOnSharedAtNight(
  missingShared("prices/sp500_daily_2013-2018.csv.gz"),
  "619,040 real rows of 505 tickers are read without a problem",
  async () => {
    const bytes = await Deno.readFile(sharedPath("prices/sp500_daily_2013-2018.csv.gz"));
    const data = await open({ "prices.csv.gz": bytes });
    const view = data.at(data.asOf);
    equal(view.companies.length, 505);
    const bars = view.companies.reduce((sum, { ticker }) => sum + (view.prices(ticker)[0]?.days.length ?? 0), 0);
    equal(bars + data.skippedRows, 619_040);
    deepEqual(problems(data), []);
  },
);
