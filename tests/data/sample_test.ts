import { deepEqual, equal, ok } from "../assert.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";
import { createHash } from "node:crypto";
import { nextSession } from "../../src/calendar/exchange_days.ts";
import { lastDay } from "../../src/data/series.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { SAMPLE_FACTS, sampleFacts } from "./sample_facts.ts";
import { readGzip, records } from "./support.ts";

const FOLDER = new URL("../../src/data/sample/", import.meta.url);
const AAPL = "prices/npm_observable_aapl_daily_2013-2018.csv";
const INDEX = "prices/npm_vega_sp500_index_daily_2000-2020.csv";
const INSIDER_TABLE = "insider/form4_transactions_dedup.csv.gz";
const INSIDER_FORM = "sec/full_submissions/AAPL_Form4_2022.txt.gz";

function sampleText(file: string): string {
  return Deno.readTextFileSync(new URL(file, FOLDER));
}

Deno.test("the sample begins with a notice of what it is", async () => {
  const { notice, asOf, span } = await openSample();
  equal(notice, "Sample history: real prices, not today's market.");
  equal(asOf, "2017-12-29");
  deepEqual(span, { first: "1990-01-31", last: "2022-05-31" });
});

Deno.test("the sample has prices of eight companies and the index on its day", async () => {
  const view = (await openSample()).at("2017-12-29");
  deepEqual(
    view.companies.map(({ ticker }) => ticker),
    ["AAPL", "ADBE", "AMZN", "DELL", "GOOGL", "IBM", "MSFT", "XRX"],
  );
  equal(view.benchmark, "^GSPC");
  for (const ticker of [...view.companies.map((one) => one.ticker), "^GSPC"]) {
    const newest = view.prices(ticker).map(lastDay);
    ok(newest.length > 0 && newest.every((day) => day === "2017-12-29"), `${ticker}: ${newest}`);
  }
});

Deno.test("AAPL's close on 2017-12-29 is 169.23, not a later adjusted price", async () => {
  const [daily] = (await openSample()).at("2017-12-29").prices("AAPL");
  equal(daily?.basis, "price");
  equal(daily.close.at(-1)?.toFixed(2), "169.23");
});

Deno.test("a later day of the sample can be requested, and shows later bars", async () => {
  const [daily] = (await openSample()).at("2018-01-02").prices("AAPL");
  equal(daily && lastDay(daily), "2018-01-02");
});

Deno.test("monthly stock prices include dividends, the index does not", async () => {
  const view = (await openSample()).at("2017-12-29");
  deepEqual(view.prices("IBM").map((one) => one.basis), ["total_return"]);
  deepEqual(view.prices("^GSPC").map((one) => [one.frequency, one.basis]), [["daily", "price"], ["monthly", "price"]]);
  deepEqual(
    view.prices("AAPL").map((one) => [one.frequency, one.basis]),
    [["daily", "price"], ["daily", "total_return"], ["monthly", "total_return"]],
  );
});

Deno.test("the digest of a source is that of its file", async () => {
  const { sources } = (await openSample()).at("2017-12-29");
  for (const { id, sha256 } of sources) {
    const bytes = await Deno.readFile(new URL(id.replace("sample/", ""), FOLDER));
    equal(sha256, createHash("sha256").update(bytes).digest("hex"), id);
  }
});

Deno.test("every month of the sample occurs once, on a day between its 25th and its end", () => {
  const days = records(sampleText("monthly_closes.csv")).map((row) => row.date ?? "");
  const months = days.map((day) => day.slice(0, 7));
  equal(new Set(months).size, 389);
  equal(months.at(0), "1990-01");
  equal(months.at(-1), "2022-05");
  ok(days.every((day) => Number(day.slice(8)) >= 25 && ![0, 6].includes(new Date(day).getUTCDay())));
});

Deno.test("the sample stays under a megabyte", () => {
  const bytes = [...Deno.readDirSync(FOLDER)].map(({ name }) => Deno.statSync(new URL(name, FOLDER)).size);
  ok(bytes.reduce((sum, one) => sum + one) < 1_000_000);
});

testOnShared(missingShared(AAPL), "daily_prices.csv is the raw file with four dividends repaired", () => {
  const raw = records(Deno.readTextFileSync(sharedPath(AAPL)));
  const dividends: Record<string, number> = {
    "2013-08-08": 3.05,
    "2013-11-06": 3.05,
    "2014-02-06": 3.05,
    "2014-05-08": 3.29,
  };
  let factor = 1;
  const expected = raw.toReversed().map((row, at, all) => {
    const columns = ["Open", "High", "Low", "Close"].map((name) => String(Number(row[name])));
    const adjusted = (Number(row["Adj Close"]) * factor).toFixed(6);
    const dividend = dividends[row.Date ?? ""];
    const before = Number(all[at + 1]?.Close);
    if (dividend !== undefined) factor *= (1 - dividend / 7 / before) / (1 - dividend / before);
    return ["AAPL", row.Date, ...columns, String(Number(adjusted)), row.Volume];
  });
  const sample = records(sampleText("daily_prices.csv")).map((row) => Object.values(row));
  deepEqual(sample, expected.toReversed());
});

testOnShared(
  missingShared("prices/stocknet_88_daily_adj_2012-2017.csv.gz"),
  "the repaired adjusted close agrees with an independent file",
  async () => {
    const text = await readGzip(sharedPath("prices/stocknet_88_daily_adj_2012-2017.csv.gz"));
    const other = new Map(
      records(text).filter((row) => row.ticker === "AAPL").map((row) => [row.date, Number(row.adj_close)]),
    );
    const ratios = records(sampleText("daily_prices.csv"))
      .map((row) => Number(row.adj_close) / (other.get(row.date) ?? NaN)).filter((ratio) => !Number.isNaN(ratio));
    equal(ratios.length, 1087);
    ok(Math.max(...ratios) / Math.min(...ratios) - 1 < 2e-6);
  },
);

testOnShared(missingShared(INDEX), "daily_index.csv is the raw file over the days of AAPL", () => {
  const expected = records(Deno.readTextFileSync(sharedPath(INDEX)))
    .filter(({ date = "" }) => date >= "2013-05-13" && date <= "2018-05-11")
    .map((row) => ["date", "open", "high", "low", "close", "volume"].map((name) => row[name] ?? ""))
    .map(([date, ...figures]) => ["^GSPC", date, ...figures.map((figure) => String(Number(figure)))]);
  const sample = records(sampleText("daily_index.csv"));
  deepEqual(sample.map((row) => Object.values(row)), expected);
  const days = records(sampleText("daily_prices.csv")).map((row) => row.date);
  deepEqual(sample.map((row) => row.date), days);
});

testOnShared(missingShared(INDEX), "the monthly index has the close and the day of the raw daily file", () => {
  const raw = records(Deno.readTextFileSync(sharedPath(INDEX)));
  const lastOfMonth = new Map(raw.map((row) => [row.date?.slice(0, 7), row]));
  const months = records(sampleText("monthly_closes.csv"))
    .filter(({ date = "" }) => date >= "2000-01" && date < "2020-04");
  equal(months.length, 243);
  for (const { date = "", "^GSPC": close } of months) {
    const day = lastOfMonth.get(date.slice(0, 7));
    equal(date, day?.date);
    ok(Math.abs(Number(close) / Number(day?.close) - 1) < 6e-8, date);
  }
});

Deno.test("monthly AAPL agrees with daily AAPL, except for a dividend one month late", () => {
  const days = records(sampleText("daily_prices.csv"));
  const factors = days.map((row) => Number(row.adj_close) / Number(row.close));
  const months = new Map(records(sampleText("monthly_closes.csv")).map((row) => [row.date, Number(row.AAPL)]));
  const paid = new Set(["2013-05"]); // before the first day of the file
  days.forEach(({ date = "" }, at) => {
    if (at > 0 && Math.abs((factors[at] ?? 1) / (factors[at - 1] ?? 1) - 1) > 1e-5) paid.add(date.slice(0, 7));
  });
  const scale = (months.get("2018-04-30") ?? NaN) / Number(days.find((row) => row.date === "2018-04-30")?.adj_close);
  const compared = days.filter(({ date }) => months.has(date)).map(({ date = "", adj_close }) => ({
    month: date.slice(0, 7),
    difference: (months.get(date) ?? NaN) / (Number(adj_close) * scale) - 1,
  }));
  equal(compared.length, 60);
  equal(compared.filter(({ month }) => paid.has(month)).length, 20);
  for (const { month, difference } of compared) {
    if (paid.has(month)) ok(difference < -0.0035 && difference > -0.0066, `${month}: ${difference}`);
    else ok(Math.abs(difference) < 2.9e-6, `${month}: ${difference}`);
  }
});

testOnShared(
  missingShared(...Object.values(SAMPLE_FACTS)),
  "facts.csv has every figure of the items from the raw filings, and reports.csv every report of it",
  async () => {
    const { facts, reports } = await sampleFacts();
    equal(sampleText("facts.csv"), facts);
    equal(sampleText("reports.csv"), reports);
  },
);

testOnShared(
  missingShared(...Object.values(SAMPLE_FACTS)),
  "splits.csv has every split of AAPL that its reports state, by the first of them",
  async () => {
    const { facts } = JSON.parse(await readGzip(sharedPath(SAMPLE_FACTS.AAPL)));
    const stated: readonly { readonly end: string; readonly val: number; readonly accn: string }[] =
      facts["us-gaap"].StockholdersEquityNoteStockSplitConversionRatio1.units.pure;
    const first = [...Map.groupBy(stated, ({ end }) => end).values()].map(([one]) => [one?.val, one?.accn].join());
    const splits = records(sampleText("splits.csv"));
    deepEqual(splits.map(({ ratio, accession }) => [ratio, accession].join()), first);
    // shares trade split on the first session after the day that the report states
    const days = [...new Set(stated.map(({ end }) => end))];
    deepEqual(
      splits.map(({ day, known }) => [day, known].join()),
      days.map((day) => [nextSession(day), nextSession(day)].join()),
    );
  },
);

Deno.test("a view of the sample has the facts and splits that are known by its day, and no later one", async () => {
  const sample = await openSample();
  const aapl = (day: string) => sample.at(day).records("AAPL");
  equal(aapl("2017-11-03").facts.at(-1)?.filed, "2017-08-02");
  equal(aapl("2017-11-06").facts.at(-1)?.accession, "0000320193-17-000070");
  deepEqual(aapl("2017-12-29").splits.map(({ day, ratio }) => [day, ratio]), [["2014-06-09", 7]]);
  deepEqual(aapl("2022-05-31").splits.length, 2);
  equal(sample.at("2022-05-31").records("GOOGL").facts.at(-1)?.filed, "2022-04-27");
});

const NOTICES = {
  AAPL: "sec/submissions/AAPL_CIK0000320193.json.gz",
  MSFT: "sec/submissions/MSFT_CIK0000789019.json.gz",
};

testOnShared(
  missingShared(...Object.values(NOTICES)),
  "filings.csv has every notice of results that AAPL and MSFT filed up to its last day",
  async () => {
    const expected: string[] = [];
    for (const [ticker, file] of Object.entries(NOTICES)) {
      const { recent }: { recent: Readonly<Record<string, readonly string[]>> } =
        JSON.parse(await readGzip(sharedPath(file))).filings;
      const { form = [], filingDate = [], acceptanceDateTime = [], items = [], accessionNumber = [] } = recent;
      for (const [at, filed] of filingDate.entries()) {
        const listed = items[at]?.split(",") ?? [];
        if (form[at] !== "8-K" || !listed.includes("2.02") || filed > "2022-05-31") continue;
        const accepted = acceptanceDateTime[at]?.replace(".000Z", "Z");
        expected.push([ticker, "8-K", filed, accepted, listed.join(" "), accessionNumber[at]].join());
      }
    }
    const sample = records(sampleText("filings.csv")).map((row) => Object.values(row).join());
    deepEqual([sample.filter((row) => row.startsWith("AAPL")).length, sample.length], [30, 41]);
    deepEqual(sample.toSorted(), expected.toSorted());
  },
);

Deno.test("a view of the sample has the results days that are known by its day, and no later one", async () => {
  const sample = await openSample();
  const last = (ticker: string, day: string) => sample.at(day).records(ticker).filings.at(-1)?.filed;
  equal(last("AAPL", "2017-11-02"), "2017-08-01");
  equal(last("AAPL", "2017-11-03"), "2017-11-02");
  equal(last("MSFT", "2022-05-31"), "2022-04-26");
  equal(last("MSFT", "2017-12-29"), undefined);
});

Deno.test("the sample has what insiders of AAPL and MSFT reported, and only sales among it are trades on the market", async () => {
  const sample = await openSample();
  const codesOn = (day: string, ticker: string) =>
    sample.at(day).records(ticker).trades.map(({ code }) => code).join("");
  equal(codesOn("2022-05-06", "AAPL"), "MM");
  equal(codesOn("2022-05-31", "AAPL"), "MMSSSSSSSG");
  equal(codesOn("2022-05-31", "MSFT"), "GGF");
  equal(codesOn("2017-12-29", "AAPL"), "");
  const { trades } = sample.at("2022-05-31").records("AAPL");
  const sold = trades.filter(({ code }) => code === "S");
  equal(sold.reduce((sum, { shares }) => sum + shares, 0), 25_000);
  deepEqual(
    new Set(sold.map(({ accession, filed, isFilingAssumed }) => `${accession} ${filed} ${isFilingAssumed}`)),
    new Set([
      "0000320193-22-000061 2022-05-06 undefined",
    ]),
  );
  ok(trades.filter(({ code }) => code !== "S").every(({ isFilingAssumed }) => isFilingAssumed));
});

testOnShared(
  missingShared(INSIDER_TABLE, INSIDER_FORM),
  "the sample's trades are those of the form and of the table",
  async () => {
    const rows = records(sampleText("trades.csv"));
    const table = (await readGzip(sharedPath(INSIDER_TABLE))).split(/\r?\n/);
    const form = await readGzip(sharedPath(INSIDER_FORM));
    for (const row of rows) {
      const figures = ["shares", "price", "shares_after"].map((name) => row[name] ?? "");
      const end = [row["transaction_date"], row["transaction_code"], ...figures].join(",");
      const isThere = row["accession"] === ""
        ? table.some((line) => line.startsWith(`${row["ticker"]},`) && line.endsWith(end))
        : form.includes(`ACCESSION NUMBER:\t\t${row["accession"]}`) &&
          figures.every((one) => form.includes(`<value>${one}</value>`));
      ok(isThere, JSON.stringify(row));
    }
    const wanted = table.filter((line) => /^(?:AAPL|MSFT),/.test(line) && /,2022-0[1-5]-\d\d,[A-Z],/.test(line));
    equal(rows.length, wanted.length + 6); // of seven sales of one form the table has one
  },
);
