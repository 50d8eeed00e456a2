import { deepEqual, equal, ok } from "../assert.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";
import { createHash } from "node:crypto";
import { openSample } from "../../src/data/prices/sample.ts";
import { lastDay } from "../../src/data/series.ts";
import { NAMES, RAW, sampleTables } from "./sample_tables.ts";
import { readGzip, records } from "./support.ts";

const FOLDER = new URL("../../src/data/sample/", import.meta.url);
const DAY = "2025-03-31";

function sampleText(file: string): string {
  return Deno.readTextFileSync(new URL(file, FOLDER));
}

const sample = await openSample();
const view = sample.at(DAY);

Deno.test("the sample begins with a notice of what it is", () => {
  equal(sample.notice, "Sample: real prices of 2024 and 2025, not today's market.");
  equal(sample.asOf, DAY);
  deepEqual(sample.span, { first: "2021-01-11", last: "2025-07-01" });
});

Deno.test("the sample has daily prices of twenty companies and SPY, a year before its day and 63 sessions after it", () => {
  deepEqual(view.companies.map(({ ticker }) => ticker), NAMES);
  equal(view.benchmark, "SPY");
  for (const ticker of [...NAMES, "SPY"]) {
    const [series, ...others] = view.prices(ticker);
    deepEqual(
      [others.length, series?.frequency, series?.basis, series?.currency],
      [0, "daily", "price", "USD"],
      ticker,
    );
    equal(series && lastDay(series), DAY, ticker);
    ok((series?.close.length ?? 0) > 252, ticker);
    const [whole] = sample.at("2025-07-01").prices(ticker);
    equal((whole?.close.length ?? 0) - (series?.close.length ?? 0), 63, ticker);
  }
});

Deno.test("prices are those that were quoted, in the shares of the sample's day", () => {
  const closeOf = (ticker: string, day: string) => sample.at(day).prices(ticker)[0]?.close.at(-1);
  equal(closeOf("AAPL", DAY), 222.13);
  equal(closeOf("SPY", "2024-12-31"), 586.08);
  equal(closeOf("NVDA", "2024-06-07"), 120.86); // 1,208.88 before the split of ten for one, and three dividends of a cent
});

Deno.test("a company of the sample has a sector, an industry, and the CIK of its filings", () => {
  for (const { ticker, name, sector, industry, cik } of view.companies) {
    ok(name !== ticker && sector !== undefined && industry !== undefined && /^\d{10}$/.test(cik ?? ""), ticker);
  }
  equal(new Set(view.companies.map(({ sector }) => sector)).size, 8);
});

Deno.test("the digest of a source is that of its file", async () => {
  for (const { id, sha256 } of view.sources) {
    const bytes = await Deno.readFile(new URL(id.replace("sample/", ""), FOLDER));
    equal(sha256, createHash("sha256").update(bytes).digest("hex"), id);
  }
});

Deno.test("the sample stays under a megabyte", () => {
  const bytes = [...Deno.readDirSync(FOLDER)].map(({ name }) => Deno.statSync(new URL(name, FOLDER)).size);
  ok(bytes.reduce((sum, one) => sum + one) < 1_000_000);
});

Deno.test("a view of the sample has what is known by its day, and no later report, notice, split or trade", () => {
  const apple = (day: string) => sample.at(day).records("AAPL");
  equal(apple("2025-01-31").facts.at(-1)?.filed, "2024-11-01");
  equal(apple("2025-02-03").facts.at(-1)?.filed, "2025-01-31");
  equal(apple("2025-01-30").filings.at(-1)?.filed, "2024-10-31");
  equal(apple("2025-01-31").filings.at(-1)?.filed, "2025-01-30");
  deepEqual(view.records("NVDA").splits.map(({ day, ratio }) => [day, ratio]), [["2021-07-20", 4], ["2024-06-10", 10]]);
  equal(sample.at("2024-06-07").records("NVDA").splits.length, 1);
});

Deno.test("no trade of an insider is later than the sample's day, after which the source lacks most forms", () => {
  for (const ticker of NAMES) {
    const { trades } = sample.at("2025-07-01").records(ticker);
    ok(trades.length > 0 && trades.every(({ day }) => day >= "2024-04-01" && day <= DAY), ticker);
    ok(trades.every(({ isFilingAssumed }) => isFilingAssumed), ticker);
  }
});

Deno.test("who has no notices of results and who no earnings per share is as SOURCES.md says", () => {
  const without = (has: (ticker: string) => boolean) => NAMES.filter((ticker) => !has(ticker)).join(" ");
  equal(without((ticker) => view.records(ticker).filings.length > 0), "MU T WMT");
  const tags = new Map(NAMES.map((ticker) => [ticker, new Set(view.records(ticker).facts.map(({ tag }) => tag))]));
  equal(
    without((ticker) => tags.get(ticker)?.has("us-gaap/EarningsPerShareDiluted") ?? false),
    "GS JPM META MRK MU T XOM",
  );
  const COUNTS = ["dei/EntityCommonStockSharesOutstanding", "us-gaap/CommonStockSharesOutstanding"];
  const counted = NAMES.filter((ticker) => COUNTS.some((tag) => tags.get(ticker)?.has(tag)));
  equal(counted.join(" "), "AAPL AMZN GOOGL IBM NVDA WMT");
  const text = sampleText("SOURCES.md");
  for (
    const names of ["MU, T and WMT", "GS and JPM", "META, MRK, MU, T and XOM", "AAPL, AMZN, GOOGL, IBM, NVDA and WMT"]
  ) {
    ok(text.replace(/\s+/g, " ").includes(names), names);
  }
});

testOnShared(
  missingShared(...RAW),
  "each table that is made of raw files is what the steps of SOURCES.md make",
  async () => {
    for (const [file, text] of Object.entries(await sampleTables())) equal(sampleText(file), text, file);
  },
);

testOnShared(
  missingShared("sec/companyfacts/NVDA_CIK0001045810.json.gz"),
  "splits.csv has the ratios that reports of GOOGL and NVDA state",
  async () => {
    const files = { GOOGL: "GOOGL_CIK0001652044", NVDA: "NVDA_CIK0001045810" };
    const splits = records(sampleText("splits.csv"));
    for (const [name, file] of Object.entries(files)) {
      const { facts } = JSON.parse(await readGzip(sharedPath(`sec/companyfacts/${file}.json.gz`)));
      const stated: readonly { readonly val: number; readonly accn: string }[] =
        facts["us-gaap"].StockholdersEquityNoteStockSplitConversionRatio1.units.pure;
      for (const { ratio, accession } of splits.filter(({ ticker }) => ticker === name)) {
        ok(
          stated.some(({ val, accn }) => val === Number(ratio) && accn === accession),
          `${name} ${ratio} ${accession}`,
        );
      }
    }
  },
);
