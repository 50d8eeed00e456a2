import { deepEqual, equal, match, rejects } from "../assert.ts";
import type { FolderOptions } from "../../src/data/folder/folder.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";

/** A row for each weekday from one day to another, both in January 2020. */
function daily(from: number, to: number): string {
  const days = Array.from({ length: to - from + 1 }, (_, at) => `2020-01-${String(from + at).padStart(2, "0")}`)
    .filter((day) => new Date(day).getUTCDay() % 6 !== 0);
  return ["date,close", ...days.map((day) => `${day},1`), ""].join("\n");
}

const open = (files: Record<string, string>, options?: FolderOptions) =>
  inFolder(files, (folder) => openEveryWay(`${folder}/prices`, { ...options, base: folder }));

const NO_BENCHMARK = "no benchmark: name a file ^GSPC.csv or SPY.csv, or benchmark FILE_OR_TICKER.";

const NOTICES: readonly { when: string; files: Record<string, string>; says: string }[] = [
  {
    when: "all files are read and one is the benchmark",
    files: { "A.csv": daily(2, 9), "B.csv": daily(3, 8), "SPY.csv": daily(2, 9) },
    says: "2 names with prices from 3 files, 2 Jan to 9 Jan 2020; benchmark SPY.csv.",
  },
  {
    when: "files are not read and there is no benchmark",
    files: {
      "A.csv": daily(2, 9),
      "B.xlsx": "PK",
      "C.csv": "tag,value\n",
      "readme.md": "",
      "companies.csv": "ticker\nA\n",
    },
    says: `1 name with prices from 1 of 3 files, 2 Jan to 9 Jan 2020; ${NO_BENCHMARK}`,
  },
  {
    when: "the benchmark is among the tickers of one file",
    files: { "all.csv": "ticker,date,close\nA,2020-01-02,1\nSPY,2020-01-02,1\n" },
    says: "1 name with prices from 1 file, 2 Jan 2020; benchmark SPY.",
  },
  {
    when: "the benchmark ends after the names",
    files: { "A.csv": daily(2, 9), "SPY.csv": daily(1, 31) },
    says: "1 name with prices from 2 files, 2 Jan to 9 Jan 2020; benchmark SPY.csv, to 31 Jan 2020.",
  },
  {
    when: "the benchmark ends before the names",
    files: { "A.csv": daily(2, 9), "SPY.csv": daily(2, 6) },
    says: "1 name with prices from 2 files, 2 Jan to 9 Jan 2020; benchmark SPY.csv, to 6 Jan 2020.",
  },
  {
    when: "there is nothing but the benchmark",
    files: { "SPY.csv": daily(2, 9) },
    says: "0 names with prices from 1 file; benchmark SPY.csv.",
  },
];

for (const { when, files, says } of NOTICES) {
  Deno.test(`a folder says what it holds when ${when}`, async () => {
    equal((await open(inPrices(files))).notice, says);
  });
}

function inPrices(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`prices/${name}`, text]));
}

Deno.test("the day to answer as of is the last one of the names, wherever the benchmark ends", async () => {
  for (const end of [6, 31]) {
    const data = await open(inPrices({ "A.csv": daily(2, 9), "B.csv": daily(2, 8), "SPY.csv": daily(1, end) }));
    deepEqual([data.asOf, data.span], ["2020-01-09", { first: "2020-01-02", last: "2020-01-09" }]);
  }
});

Deno.test("a row of a day that is still to come is reported with its place, and moves no day", async () => {
  const files = inPrices({ "A.csv": `${daily(2, 9)}2031-01-06,1\n` });
  const data = await open(files, { latestDay: "2020-01-10" });
  equal(data.asOf, "2020-01-09");
  const [problem] = data.problems;
  deepEqual([problem?.file, problem?.line, problem?.message], [
    "A.csv",
    8,
    "6 Jan 2031 is in the future: the row is skipped",
  ]);
  equal((await open(files)).asOf, "2031-01-06");
});

const FILES = {
  ...inPrices({
    "A.csv": daily(2, 9),
    "SPY.csv": daily(2, 9),
    "^NDX.csv": daily(2, 9),
    "my index.csv": daily(2, 9),
    "all.csv": "ticker,date,close\nX,2020-01-02,1\nY,2020-01-02,1\n",
    "broken.csv": "date,close\n01/02/2020,1\n01/03/2020,1\n",
  }),
  "indices/SPY.csv": daily(1, 14),
  "indices/an index.csv": daily(1, 9),
};

const BENCHMARKS: readonly { named: string; is: string; from: string; says: string }[] = [
  { named: "^ndx", is: "^NDX", from: "^NDX.csv", says: "benchmark ^NDX.csv." },
  { named: "NDX", is: "^NDX", from: "^NDX.csv", says: "benchmark ^NDX.csv." },
  { named: "A", is: "A", from: "A.csv", says: "benchmark A.csv, to 9 Jan 2020." },
  { named: "^NDX.csv", is: "^NDX", from: "^NDX.csv", says: "benchmark ^NDX.csv." },
  { named: "prices/my index.csv", is: "my index.csv", from: "my index.csv", says: "benchmark my index.csv." },
  {
    named: "indices/SPY.csv",
    is: "SPY",
    from: "../indices/SPY.csv",
    says: "benchmark ../indices/SPY.csv, to 14 Jan 2020.",
  },
  { named: "indices/an index.csv", is: "an index.csv", from: "an index.csv", says: "benchmark an index.csv." },
];

for (const { named, is, from, says } of BENCHMARKS) {
  Deno.test(`the benchmark named ${named} is ${is} of ${from}`, async () => {
    const data = await open(FILES, { benchmark: named });
    const view = data.at(data.asOf);
    const bars = view.prices(is).map(({ source, frequency }) => `${source} ${frequency}`);
    deepEqual([view.benchmark, bars], [is, [`${from} daily`]]);
    equal(view.companies.some(({ ticker }) => ticker === is), false);
    equal(data.notice.endsWith(says), true, data.notice);
    equal(data.problems.some(({ file }) => file === from), false);
  });
}

Deno.test("a benchmark of another folder is not among the files of this one", async () => {
  for (const [benchmark, read] of [["prices/my index.csv", 5], ["indices/an index.csv", 4]] as const) {
    deepEqual((await open(FILES, { benchmark })).files, { found: 6, read });
  }
});

Deno.test("a file named as the benchmark replaces another one of its ticker, which is said", async () => {
  const data = await open(FILES, { benchmark: "indices/SPY.csv" });
  deepEqual(data.problems.filter(({ file }) => file === "SPY.csv").map(({ kind, message }) => [kind, message]), [[
    "remark",
    "Ignored SPY (daily): ../indices/SPY.csv is the benchmark that was named, and each series comes from one file",
  ]]);
});

const REFUSED: readonly { named: string; says: RegExp }[] = [
  { named: "none.csv", says: /^Cannot measure against none\.csv: there is no such file$/ },
  { named: "SPX", says: /^Cannot measure against SPX: it is neither a file nor a ticker with prices; nearest: SPY$/ },
  { named: "NDQ", says: /neither a file nor a ticker with prices; nearest: \^NDX$/ },
  { named: "JPM", says: /it is neither a file nor a ticker with prices; there are A, SPY, \^NDX, X, Y$/ },
  { named: "WILSHIRE", says: /it is neither a file nor a ticker with prices; there are A, SPY, \^NDX, X, Y$/ },
  { named: "all.csv", says: /^Cannot measure against all\.csv: it has prices of 2 tickers; name one of them$/ },
  { named: "broken.csv", says: /^Cannot measure against broken\.csv: it was not read: line 2: Cannot tell the day/ },
];

for (const { named, says } of REFUSED) {
  Deno.test(`the benchmark ${named} is refused: ${says.source}`, async () => {
    await rejects(open(FILES, { benchmark: named }), (error: Error) => {
      equal(error.name, "DataError");
      match(error.message, says);
      return true;
    });
  });
}

Deno.test("each file is counted as it is read", async () => {
  const seen: string[] = [];
  await open(inPrices({ "A.csv": daily(2, 9), "B.csv": daily(2, 9), "c.txt": "x" }), {
    onFile: (read, all) => seen.push(`${read} of ${all}`),
  });
  deepEqual(seen, ["1 of 3", "2 of 3", "3 of 3"]);
});

const UNREAD: readonly { file: string; text: string; ticker: string; says: string | undefined }[] = [
  {
    file: "MSFT.csv",
    text: "date,close\n2020-01-02,x\n",
    ticker: "MSFT",
    says: 'MSFT.csv:2 Cannot read "x": expected',
  },
  { file: "MSFT.xlsx", text: "PK", ticker: "MSFT", says: "MSFT.xlsx:1 Only .parquet, .csv" },
  { file: "msft_us_d.csv", text: "", ticker: "MSFT", says: "msft_us_d.csv:1 No header" },
  {
    file: "all.csv",
    text: "ticker,date,close\nB,2020-01-02,1\nMSFT,2020-01-01,1\nMSFT,2020-01-10,1\nMSFT,2020-01-21,1\n",
    ticker: "MSFT",
    says: "all.csv:1 neither daily nor monthly prices;",
  },
  { file: "notes.csv", text: "", ticker: "MSFT", says: undefined },
  { file: "A.parquet", text: "", ticker: "A", says: undefined },
];

for (const { file, text, ticker, says } of UNREAD) {
  Deno.test(`of ${file} it is ${says === undefined ? "not " : ""}known that ${ticker} was not read`, async () => {
    const data = await open(inPrices({ "A.csv": daily(2, 9), [file]: text }));
    const why = data.at(data.asOf).unread(ticker);
    const words = why && `${why.file}:${why.line} ${why.message}`;
    equal(words?.slice(0, says?.length), says);
  });
}

const KINDS: readonly { file: string; text: string; kind: string }[] = [
  { file: "B.csv", text: "date,close\n2020-01-02,x\n", kind: "refused" },
  { file: "B.xlsx", text: "", kind: "refused" },
  { file: "B.csv", text: "date,close\n2020-01-02,1\n2020-01-03,x\n", kind: "skipped" },
  { file: "B.csv", text: "date,close\n2017-11-01,1\n2017-12-01,2\n2018-01-01,3\n", kind: "remark" },
  { file: "a_us_d.csv", text: daily(2, 8), kind: "remark" },
];

for (const { file, text, kind } of KINDS) {
  Deno.test(`the problem of ${file} with ${JSON.stringify(text.slice(-20))} is of the kind ${kind}`, async () => {
    const data = await open(inPrices({ "A.csv": daily(2, 9), [file]: text }));
    deepEqual(data.problems.map((one) => `${one.kind} ${one.file}`), [`${kind} ${file}`]);
  });
}
