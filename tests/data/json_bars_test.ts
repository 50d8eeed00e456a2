import { gzipSync } from "node:zlib";
import type { LoadedDataset } from "../../src/data/dataset.ts";
import { barsOf } from "../../src/data/series.ts";
import { sessionsFrom } from "../connect/made_market.ts";
import { deepEqual, equal } from "../assert.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";

const DAYS = sessionsFrom("2024-01-02", 120);
const BARS = DAYS.map((date, at) => ({
  date,
  open: 10 + at % 3,
  high: 14,
  low: 9,
  close: 11 + at % 3,
  volume: 100 + at,
}));

function lines(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row) + "\n").join("");
}

function open(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Promise<LoadedDataset> {
  return inFolder(files, (folder) => openEveryWay(folder));
}

const two = lines(BARS.flatMap((bar) => [{ ticker: "AAPL", ...bar }, { ticker: "brk-b", ...bar }]));
const FORMS = [
  { form: "lines with a ticker", files: { "bars.jsonl": two } },
  { form: "lines named .ndjson, with carriage returns", files: { "bars.ndjson": two.replaceAll("\n", "\r\n") } },
  { form: "lines packed as .gz", files: { "bars.jsonl.gz": new Uint8Array(gzipSync(two)) } },
  {
    form: "a file for each ticker, without a last line end",
    files: { "AAPL.jsonl": lines(BARS).trimEnd(), "BRK.B.jsonl": lines(BARS) },
  },
  {
    form: "lines whose figures are texts, with an empty line",
    files: { "bars.jsonl": two.replaceAll(/"close":(\d+)/g, '"close":"$1"') + "\n" },
  },
  {
    form: "lines in the letters of Polygon",
    files: {
      "bars.jsonl": lines(["AAPL", "BRK.B"].flatMap((T) =>
        BARS.map((bar) => ({
          T,
          t: Date.parse(bar.date),
          o: bar.open,
          h: bar.high,
          l: bar.low,
          c: bar.close,
          v: bar.volume,
        }))
      )),
    },
  },
] as const;

for (const { form, files } of FORMS) {
  Deno.test(`bars are read alike from JSON: ${form}`, async () => {
    const data = await open(files);
    deepEqual(data.problems, []);
    for (const ticker of ["AAPL", "BRK.B"]) {
      const [series] = data.at(data.asOf).prices(ticker);
      deepEqual(series && barsOf(series), BARS);
    }
  });
}

/** A file of bars with one line changed. */
function changed(line: number, text: string): string {
  const all = BARS.map((bar) => JSON.stringify({ ticker: "AAPL", ...bar }));
  return all.with(line - 1, text).join("\n");
}

const WRONG = [
  {
    when: "a line breaks off",
    text: changed(70, '{"ticker":"AAPL","date":'),
    says: '70:24 Cannot read "{\\"ticker\\":\\"AAPL\\",\\"date\\":" as a JSON object: ' +
      'expected one like {"ticker":"AAPL","date":"2026-11-20","close":1}',
  },
  {
    when: "a line is no object",
    text: changed(3, "[1]"),
    says: '3:1 Cannot read "[1]" as a JSON object: expected one like {"ticker":"AAPL","date":"2026-11-20","close":1}',
  },
  {
    when: "a price is no number",
    text: changed(60, `{"ticker": "AAPL", "date": "${DAYS[59]}", "close": "ten"}`),
    says: '60:51 Cannot read "ten": expected a price above 0',
  },
  {
    when: "a day is no day",
    text: changed(60, '{"date":"2024-02-30","ticker":"AAPL","close":1}'),
    says: '60:9 Cannot read "2024-02-30": expected a date as YYYY-MM-DD',
  },
  {
    when: "a later line has another name",
    text: changed(60, `{"ticker":"AAPL","date":"${DAYS[59]}","close":1,"settle":2}`),
    says: '60:48 The name "settle" is in none of the first 50 lines',
  },
] as const;
for (const { when, text, says } of WRONG) {
  Deno.test(`where ${when}, file, line and column are named and the other bars are read`, async () => {
    const data = await open({ "bars.jsonl": text });
    deepEqual(data.problems.map(({ line, column, message }) => `${line}:${column} ${message}`), [says]);
    equal(data.at(data.asOf).prices("AAPL")[0]?.days.length, BARS.length - 1);
  });
}

Deno.test("JSON lines that are no bars are read as texts, not as prices", async () => {
  const texts = lines([{ date: "2024-01-02", ticker: "AAPL", text: "We had a good quarter" }]);
  const data = await open({
    "AAPL.csv": `date,close\n${DAYS.map((day) => `${day},1\n`).join("")}`,
    "calls.jsonl": texts,
  });
  deepEqual(data.problems, []);
  deepEqual(data.shelves, ["texts"]);
});
