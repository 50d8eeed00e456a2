import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";
import { barsOf } from "../../src/data/series.ts";
import { openPriceFile } from "../../src/data/folder/folder.ts";
import type { Bar, LoadedDataset } from "../../src/data/dataset.ts";
import { ALL, type Files, FORMS, type FullBar, NAMES, of, TOGETHER } from "./price_forms.ts";

function open(files: Files): Promise<LoadedDataset> {
  return inFolder(files, (folder) => openEveryWay(folder));
}

for (const { form, files, has = ALL } of FORMS) {
  Deno.test(`six names are read alike from ${form}`, async () => {
    const data = await open(files);
    deepEqual(data.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`), []);
    const view = data.at(data.asOf);
    deepEqual(view.companies.map(({ ticker }) => ticker).sort(), NAMES.toSorted());
    for (const ticker of NAMES) {
      const [series, ...others] = view.prices(ticker);
      deepEqual([series?.frequency, series?.basis, others.length], ["daily", "price", 0]);
      deepEqual(series && barsOf(series), of(ticker).map((bar) => pick(bar, ["date", ...has])));
    }
  });
}

function pick(bar: FullBar, fields: readonly (keyof Bar)[]): Bar {
  return Object.fromEntries(fields.map((field) => [field, bar[field]])) as unknown as Bar;
}

Deno.test("every form in one folder: one file serves each name, the others are named with the reason", async () => {
  const data = await open(TOGETHER);
  const view = data.at(data.asOf);
  for (const ticker of NAMES) {
    deepEqual(
      Array.from(view.prices(ticker)[0]?.close ?? []),
      of(ticker).map((bar) => bar.close),
    );
  }
  equal(data.problems.length, (FORMS.length - 1) * NAMES.length);
  for (const { message } of data.problems) {
    match(
      message,
      /^Ignored .*: 0\/.*\.csv has as many bars and comes first by name, and each series comes from one file$/,
    );
  }
});

const GOOD = "date,close\n2020-01-02,1\n2020-01-03,2\n";
const ROW = "2020-01-02,1\n";

const BROKEN: readonly { file: string; text: string; at: string; says: RegExp }[] = [
  { file: "AAPL.csv", text: "", at: "1:1", says: /^No header: the file is empty; expected one like date,/ },
  { file: "AAPL.csv", text: "date,close\n", at: "1:1", says: /^No rows below the header$/ },
  {
    file: "AAPL.csv",
    text: "2020-01-02,1,2\n2020-01-03,1,2\n",
    at: "1:1",
    says: /^No header: the first line is a row; expected/,
  },
  { file: "AAPL.csv", text: "tag,value\nx,1\n", at: "1:1", says: /^Not a price file: its header names no date;/ },
  { file: "AAPL.csv", text: "id,close\n7,1\n", at: "1:1", says: /its header names no date/ },
  { file: "AAPL.csv", text: "date,open,high,low\n2020-01-02,1,1,1\n", at: "1:1", says: /its header names no close/ },
  { file: "AAPL.csv", text: "<!DOCTYPE html>\n<p>\n", at: "1:1", says: /^Not a table but a web page; download/ },
  { file: "AAPL.csv", text: '{"close":[1,2]}\n', at: "1:1", says: /^Not a table but JSON; save it as CSV/ },
  {
    file: "AAPL.csv",
    text: "PK\u0003\u0004x\ny\n",
    at: "1:1",
    says: /^Not a table but an Excel workbook .*; save the sheet as CSV/,
  },
  { file: "AAPL.csv", text: "\u001f\u008bx\ny\n", at: "1:1", says: /^Not a table but compressed; name it \.csv\.gz/ },
  {
    file: "AAPL.csv.gz",
    text: GOOD,
    at: "1:1",
    says: /^Cannot read the file: it is not a complete gzip file/,
  },
  {
    file: "AAPL.parquet",
    text: "date,close\n",
    at: "1:1",
    says: /^Cannot read the file: it is not a complete Parquet file/,
  },
  { file: "AAPL.xlsx", text: "PK", at: "1:1", says: /^Only .* are read as tables.*; save the sheet as CSV$/ },
  { file: "AAPL.json", text: "{}", at: "1:1", says: /^It is JSON of no kind that is read/ },
  {
    file: "HistoricalData_1518.csv",
    text: GOOD,
    at: "1:1",
    says: /^Cannot tell whose prices these are: .*; call it AAPL\.csv for the ticker AAPL, or add a column ticker$/,
  },
  {
    file: "my own.csv",
    text: "date,close,name\n2020-01-02,1,Apple Inc.\n",
    at: "1:1",
    says: /^Cannot tell whose prices/,
  },
  {
    file: "AAPL.csv",
    text: "date,close\n01/01/2017,1\n01/02/2017,1\n02/03/2017,1\n",
    at: "3:1",
    says:
      /^Cannot tell the day from the month: "01\/02\/2017" is 2017-02-01 or 2017-01-02, .*; write days as YYYY-MM-DD$/,
  },
  {
    file: "AAPL.csv",
    text: "date,close\n13/01/2017,1\n01/16/2017,1\n",
    at: "3:1",
    says: /^"01\/16\/2017" has the month first, other rows have the day first: .*; write days as YYYY-MM-DD$/,
  },
  {
    file: "AAPL.csv",
    text: `time,close\n${Date.parse("2017-01-01T15:00:00Z")},1\n`, // midnight of a Monday in Tokyo
    at: "1:1",
    says: /^Skipped 1 row of AAPL on days without a session, first on 1 Jan 2017$/,
  },
  {
    file: "AAPL.csv",
    text: 'date,close\n2020-01-02,"1,234"\n2020-01-03,"1,235"\n',
    at: "2:12",
    says: /^Cannot tell the decimal mark: "1,234" is 1234 or 1\.234, .*; write numbers without separators$/,
  },
  {
    file: "AAPL.csv",
    text: 'date,close\n2020-01-02,7\n2020-01-03,"1,234"\n',
    at: "3:12",
    says: /^Cannot tell the decimal mark: "1,234" is 1234 or 1\.234,/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}2020-01-03,"67,85"\n`,
    at: "3:12",
    says: /^Cannot read "67,85": expected a price above 0$/,
  },
  {
    file: "AAPL.csv",
    text: "date;close\n2020-01-02;67,85\n2020-01-03;67.86\n",
    at: "3:12",
    says: /^Cannot read "67\.86": expected a price/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}05/11/2018,1\n`,
    at: "3:1",
    says: /^"05\/11\/2018" is another form of days than the rows before have, .*; write days as YYYY-MM-DD$/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}201702030930,1\n`,
    at: "3:1",
    says: /^Cannot read "201702030930": expected a date/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}2020-01-03,€5\n`,
    at: "3:12",
    says: /^Cannot read "€5": expected a price above 0$/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}01/02/18,1\n`,
    at: "3:1",
    says: /^Cannot read "01\/02\/18": expected a date/,
  },
  {
    file: "p.csv",
    text: "date,AAPL,MSFT\n2020-01-02,1,2\n2020-01-03,x,3\n",
    at: "3:12",
    says: /^Cannot read "x": expected a price above 0$/,
  },
];

for (const { file, text, at, says } of BROKEN) {
  Deno.test(`one sentence says what is wrong with ${file}: ${JSON.stringify(text.slice(0, 50))}`, async () => {
    const data = await open({ [file]: text, "OTHER.csv": GOOD });
    const [problem, ...others] = data.problems;
    deepEqual([others.length, problem?.file, `${problem?.line}:${problem?.column}`], [0, file, at]);
    match(problem?.message ?? "", says);
  });
}

Deno.test("a file whose days contradict each other gives no price", async () => {
  const data = await open({ "A.csv": "date,close\n13/01/2017,1\n16/01/2017,1\n01/17/2017,1\n", "B.csv": GOOD });
  deepEqual(data.at(data.asOf).companies.map(({ ticker }) => ticker), ["B"]);
});

Deno.test("days that are the same in both orders need no proof", async () => {
  const data = await open({ "A.csv": "date,close\n01/01/2017,1\n02/02/2017,2\n03/03/2017,3\n" });
  deepEqual(data.span, { first: "2017-01-01", last: "2017-03-03" });
});

Deno.test("a semicolon is proof enough of decimal commas where every number has three decimals", async () => {
  const data = await open({ "A.csv": "date;close\n2020-01-02;67,854\n2020-01-03;68,123\n" });
  deepEqual(data.at(data.asOf).prices("A").map(({ close }) => [...close]), [[67.854, 68.123]]);
});

Deno.test("a column of tickers may spell them in any way, a column of names has to hold tickers", async () => {
  const data = await open({
    "my own.csv": "symbol,date,close\nbrk/b,2020-01-02,1\n",
    "AAPL.csv": "name,date,close\nApple Inc.,2020-01-02,1\n",
  });
  deepEqual(data.at(data.asOf).companies.map(({ ticker }) => ticker), ["AAPL", "BRK.B"]);
});

Deno.test("a wide table has tickers that are also names of columns, and gaps", async () => {
  const data = await open({ "wide.csv": "date,LOW,OPEN,AAPL\n2020-01-02,1,2,\n2020-01-03,1,2,3\n" });
  deepEqual(data.at(data.asOf).companies.map(({ ticker }) => ticker), ["AAPL", "LOW", "OPEN"]);
  deepEqual(data.at(data.asOf).prices("AAPL").map(barsOf), [[{ date: "2020-01-03", close: 3 }]]);
});

const FILE_NAMES: readonly (readonly [string, string | undefined])[] = [
  ["AAPL.csv", "AAPL"],
  ["AAPL (1).csv", "AAPL"],
  ["aapl.us.txt", "AAPL"],
  ["^spx.csv", "^SPX"],
  ["0700.hk.csv", "0700.HK"],
  ["ALL.csv", "ALL"],
  ["daily_adjusted_IBM.csv", "IBM"],
  ["AAPL_data.csv", "AAPL"],
  ["AAPL Stock Price History.csv", "AAPL"],
  ["SPX Index.csv", "SPX"],
  ["NASDAQ_AAPL, 1D_5f3a1.csv", "AAPL"],
  ["daily_prices.csv", undefined],
  ["monthly_closes.csv", undefined],
  ["HistoricalData_1518.csv", undefined],
];

for (const [file, ticker] of FILE_NAMES) {
  Deno.test(`a file named ${file} holds the prices of ${ticker ?? "nobody it names"}`, async () => {
    const data = await open({ [file]: GOOD, "OTHER.csv": GOOD });
    equal(data.at(data.asOf).prices(ticker ?? "").length, ticker === undefined ? 0 : 1);
    if (ticker === undefined) match(data.problems[0]?.message ?? "", /^Cannot tell whose prices these are/);
    else equal(data.problems.length, 0);
  });
}

Deno.test("one file of prices is read as a file of a folder, and refused by its reason", async () => {
  await inFolder({ "p.csv": "date,AAPL\n13/01/2017,1\n16/01/2017,2\n", "x.xlsx": "PK" }, async (folder) => {
    const data = await openPriceFile(`${folder}/p.csv`);
    ok(data.at(data.asOf).prices("AAPL").length === 1);
    await rejects(openPriceFile(`${folder}/x.xlsx`), /x\.xlsx: Only \.parquet, .*save the sheet as CSV$/);
  });
});

Deno.test("a folder without any price names its first files and counts the others", async () => {
  const files = Object.fromEntries(NAMES.map((ticker) => [`${ticker}.xlsx`, "PK"]));
  await rejects(
    open(files),
    /no file holds prices, records, texts or own tables \(AAPL\.xlsx line 1: Only .*; and 3 more problems\)/,
  );
  await rejects(
    open({}),
    /no file holds prices, records, texts or own tables \(there is no \.csv, \.tsv, \.txt or \.parquet\)/,
  );
});
