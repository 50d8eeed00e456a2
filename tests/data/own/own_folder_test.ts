import { parquetWriteBuffer } from "hyparquet-writer";
import { deepEqual, equal, match } from "../../assert.ts";
import { folderReportLines } from "../../../src/commands/data_report.ts";
import { checkFolder } from "../../../src/data/folder/check_folder.ts";
import { sessionsFrom } from "../../connect/made_market.ts";
import { inFolder } from "../in_folder.ts";
import { openEveryWay } from "../open_every_way.ts";

const PRICES = `date,close\n${sessionsFrom("2017-01-02", 30).map((day, at) => `${day},${10 + at % 2}\n`).join("")}`;
const SCORES = "ticker,date,my_factor\nAAPL,2017-01-09,2\nAAPL,2017-01-03,1\nACME,2017-01-03,7\n";
const FILES = { "AAPL.csv": PRICES, "MSFT.csv": PRICES, "own/scores.csv": SCORES };

Deno.test("a table of the folder own is one's own from the day after each row, and no file of prices", async () => {
  const data = await inFolder(FILES, (folder) => openEveryWay(folder));
  const known = (day: string) =>
    data.at(day).own("AAPL").map(({ name, values, sign }) => `${name} ${values.join(" ")} ${sign}`);
  deepEqual(known("2017-01-03"), []);
  deepEqual(known("2017-01-04"), ["scores.my_factor 1 undefined"]);
  deepEqual(known("2017-01-10"), ["scores.my_factor 1 2 undefined"]);
  deepEqual(data.at("2017-01-10").own("MSFT"), []);
  deepEqual(data.shelves, ["own"]);
  equal(data.notice.includes("1 own column of 2 names"), true, data.notice);
  deepEqual(data.files, { found: 3, read: 3 });
  deepEqual(data.at("2017-01-10").sources.map(({ id }) => id), ["AAPL.csv", "MSFT.csv", "own/scores.csv"]);
  deepEqual(data.problems.map(({ file, message }) => `${file}: ${message}`), [
    "own/scores.csv: No prices and no records, so that this table is all that is known of: ACME",
  ]);
});

Deno.test("a table that looks like prices is one's own in the folder own, and prices elsewhere", async () => {
  const files = { ...FILES, "own/scores.csv": `ticker,${PRICES.replaceAll(/^(?=\d)/gm, "AAPL,")}` };
  const data = await inFolder(files, (folder) => openEveryWay(folder));
  equal(data.at("2017-02-01").prices("AAPL").length, 1);
  deepEqual(data.at("2017-02-01").own("AAPL").map(({ name }) => name), ["scores.close"]);
});

Deno.test("a Parquet file of the folder own gives the same as a CSV of its rows", async () => {
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: "ticker", data: ["AAPL", "AAPL"], type: "STRING" },
      { name: "date", data: ["2017-01-03", "2017-01-09"], type: "STRING" },
      { name: "my_factor", data: [1, 2], type: "DOUBLE" },
    ],
  });
  const files = { "AAPL.csv": PRICES, "own/scores.parquet": new Uint8Array(bytes) };
  const data = await inFolder(files, (folder) => openEveryWay(folder));
  deepEqual(data.at("2017-01-10").own("AAPL").map(({ name, values }) => `${name} ${values.join(" ")}`), [
    "scores.my_factor 1 2",
  ]);
});

const SAYS: readonly (readonly [when: string, files: Readonly<Record<string, string>>, said: readonly string[]])[] = [
  [
    "own.json gives a sign and a lag",
    { "own.json": '{"scores.my_factor": {"sign": -1, "lag_days": 0}}' },
    ["- scores.my_factor: 2 values of 1 ticker, 3 Jan to 9 Jan 2017, scored", "3 of 3 files read."],
  ],
  [
    "own.json names a column there is not",
    { "own/own.json": '{"scores.other": {"sign": 1}}' },
    [
      "- scores.my_factor: 2 values of 1 ticker, 3 Jan to 9 Jan 2017, shown and not scored: own.json gives it no sign",
    ],
  ],
  [
    "two tables have one name",
    { "own/deep/scores.csv": SCORES },
    ["The column scores.my_factor is in own/deep/scores.csv too, which serves: rename one of the files"],
  ],
  ["there is a spreadsheet", { "own/x.xlsx": "" }, ["Only .parquet, .csv, .tsv and .txt are read as own tables"]],
];

for (const [when, more, said] of SAYS) {
  Deno.test(`the check of a folder says what its own tables hold: ${when}`, async () => {
    const scores = SCORES.replace(/ACME.*\n/, "");
    await inFolder({ ...FILES, "own/scores.csv": scores, ...more }, async (folder) => {
      const report = await checkFolder(folder);
      const problems = report.files.flatMap((file) => file.problems.map(({ message }) => message));
      const lines = folderReportLines(report, { width: 200, now: new Date("2017-03-01T12:00:00Z") });
      const all = [...lines, ...problems].join("\n");
      for (const one of said) equal(all.includes(one), true, all);
    });
  });
}

Deno.test("a broken own.json leaves every own table out, as their lags are not known", async () => {
  const data = await inFolder({ ...FILES, "own/own.json": "{" }, (folder) => openEveryWay(folder));
  deepEqual(data.at("2017-01-10").own("AAPL"), []);
  match(data.problems[0]?.message ?? "", /no own table is used$/);
});

Deno.test("own.json is a part of the data: with another sign it is another", async () => {
  const digests = await Promise.all(["1", "-1"].map((sign) => {
    const files = { ...FILES, "own.json": `{"scores.my_factor": {"sign": ${sign}}}` };
    return inFolder(files, async (folder) => (await openEveryWay(folder)).at("2017-01-10").sources);
  }));
  const [plus, minus] = digests.map((sources) => sources.map(({ id, sha256 }) => `${id} ${sha256}`));
  deepEqual(plus?.map((one) => one.split(" ")[0]), ["AAPL.csv", "MSFT.csv", "own/scores.csv", "own.json"]);
  deepEqual(plus?.map((one, at) => one === minus?.[at]), [true, true, true, false]);
});
