/** A folder that was filled from EDGAR and with prices answers as it is: nobody sets anything up. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { checkFolder } from "../../src/data/folder/check_folder.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { askOf, textOf } from "../agent/ask.ts";
import { inFolder } from "../data/in_folder.ts";
import { readGzip } from "../data/support.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";
import { tradingDays } from "../trading_days.ts";
import {
  documentOf,
  factsOf,
  fetchFrom,
  formXml,
  listOf,
  type MadeReply,
  pageOf,
  published,
  TICKERS,
} from "./made_edgar.ts";

const LAST = "2026-11-20";

/** Closes up to a day, which rise by a hundredth each day. */
function prices(last: string = LAST, bars = 300): string {
  const days = tradingDays("2020-01-01", 2000).filter((day) => day <= last).slice(-bars);
  return [
    "date,open,high,low,close,volume",
    ...days.map((day, at) => {
      const close = (100 + at / 100).toFixed(2);
      return `${day},${close},${close},${close},${close},1000000`;
    }),
  ].join("\n") + "\n";
}

const REPORT = {
  ...{ accession: "0000000042-26-000007", form: "10-K", filed: "2026-02-13", document: "made-20251231.htm" },
  ...{ isXBRL: 1, isInlineXBRL: 0 },
} as const;
const FORM = {
  ...{ accession: "0000000042-26-000009", form: "4", filed: "2026-11-04", document: "xslF345X05/form4.xml" },
} as const;
const FACT = { start: "2025-01-01", end: "2025-12-31", accession: REPORT.accession, filed: REPORT.filed };
const ZEBRA = {
  ...{ cik: 42, tickers: ["ZBRX"], name: "ZEBRA CROSSING INC", filings: [FORM, REPORT], older: [[]] },
  facts: [{ ...FACT, value: 5_000_000_000 }],
};

Deno.test("after prices and EDGAR a company is known by ticker and name, with its facts and its insiders' trades", async () => {
  await inFolder({ "prices/tiingo/ZBRX.csv": prices() }, async (folder) => {
    await fetchFrom(published([ZEBRA]), { folder, companies: ["ZBRX"] }, { wantsDocuments: true });
    const data = await openFolder(folder);
    const view = data.at(data.span.last);
    deepEqual(view.companies.map(({ ticker, name, cik }) => [ticker, name, cik]), [[
      ...["ZBRX", "ZEBRA CROSSING INC", "0000000042"],
    ]]);
    deepEqual(
      view.records("ZBRX").trades.map(({ filed, shares, isFilingAssumed = false }) => [filed, shares, isFilingAssumed]),
      [
        ["2026-11-04", 1000, false],
      ],
    );
    for (const name of ["ZBRX", "Zebra Crossing", "zebra crossing inc"]) {
      match(
        textOf(await askOf(data, `Analyse ${name}`)),
        /Zebra Crossing \(ZBRX\): no view on the shares as of 20 Nov 2026/,
      );
    }
    const revenue = textOf(await askOf(data, "What was Zebra Crossing's revenue in fiscal year 2025?"));
    match(revenue, /^Zebra Crossing's revenue in the year to 31 Dec 2025 was \$5\.000bn\./);
    const trades = textOf(await askOf(data, "Are insiders buying ZBRX?"));
    match(
      trades,
      /^Zebra Crossing's insiders bought and did not sell on the open market .*\. In the filings read, 1 of them bought 1,000 shares\./,
    );
  });
});

Deno.test("a check of what EDGAR gave finds nothing that is not read, and says that sectors are missing", async () => {
  await inFolder({ "prices/tiingo/ZBRX.csv": prices() }, async (folder) => {
    await fetchFrom(published([ZEBRA]), { folder, companies: ["ZBRX"] });
    const report = await checkFolder(folder);
    equal(report.counts.read, report.counts.found);
    deepEqual(report.files.flatMap(({ problems }) => problems), []);
    equal(report.withSector, 0);
  });
});

Deno.test("companies.csv stays as its owner wrote it, and holds against the SEC's table", async () => {
  const list = "ticker,name,sector\nZBRX,My Zebra,Industrials\n";
  await inFolder({ "prices/ZBRX.csv": prices(), "companies.csv": list }, async (folder) => {
    await fetchFrom(published([ZEBRA]), { folder, companies: ["ZBRX"] });
    equal(await Deno.readTextFile(`${folder}/companies.csv`), list);
    const view = (await openFolder(folder)).at(LAST);
    deepEqual(view.companies.map(({ ticker, name, sector, cik }) => [ticker, name, sector, cik]), [
      ["ZBRX", "My Zebra", "Industrials", "0000000042"],
    ]);
    equal(view.records("ZBRX").facts.length, 1);
  });
});

Deno.test("two classes of shares of one company have its filings both", async () => {
  const two = { ...ZEBRA, tickers: ["ZBRX-B", "ZBRX-A"] };
  await inFolder({ "prices/ZBRX-A.csv": prices(), "prices/ZBRX-B.csv": prices() }, async (folder) => {
    await fetchFrom(published([two]), { folder, companies: ["ZBRX-A", "ZBRX-B"] });
    const view = (await openFolder(folder)).at(LAST);
    deepEqual(view.companies.map(({ ticker }) => [ticker, view.records(ticker).facts.length]), [["ZBRX.A", 1], [
      "ZBRX.B",
      1,
    ]]);
  });
});

const REAL = ["sec/submissions/NVDA_CIK0001045810.json.gz", "sec/companyfacts/NVDA_CIK0001045810.json.gz"] as const;
const REAL_TABLE = "companies/sec_company_tickers.json.gz";

/** The SEC's own files of NVIDIA; its forms and its older page are made, because they are not at hand. */
async function realNvidia(): Promise<Map<string, MadeReply>> {
  const [list = "", facts = ""] = await Promise.all(REAL.map((path) => readGzip(sharedPath(path))));
  const { accessionNumber, form, primaryDocument, reportDate, filingDate } = JSON.parse(list).filings.recent;
  const page = { accessionNumber: [], form: [], filingDate: [], primaryDocument: [] };
  const replies = new Map<string, MadeReply>([
    [TICKERS, { body: await readGzip(sharedPath(REAL_TABLE)) }],
    ...[[listOf(1045810), { body: list }], [factsOf(1045810), { body: facts }]] as const,
    [pageOf(1045810, 1), { body: JSON.stringify(page) }],
  ]);
  for (const [at, accession] of accessionNumber.entries()) {
    if (!/^[345](?:\/A)?$/.test(form[at])) continue;
    const day = reportDate[at] === "" ? filingDate[at] : reportDate[at];
    const url = documentOf(1045810, {
      accession,
      form: form[at],
      filed: filingDate[at],
      document: primaryDocument[at],
    });
    replies.set(url, { body: formXml(1045810, { day, symbol: "NVDA", type: form[at] }) });
  }
  return replies;
}

testOnShared(
  missingShared(...REAL, REAL_TABLE),
  "the SEC's own list names 130 forms of 400 days, and its files answer",
  async () => {
    const replies = await realNvidia();
    const now = "2026-03-05T23:00:00Z"; // the list is of that day
    await inFolder({ "prices/NVDA.csv": prices("2026-03-05") }, async (folder) => {
      const { asked, report } = await fetchFrom(replies, { folder, companies: ["NVDA"] }, { now });
      const [tally] = report.sources;
      deepEqual([tally?.refusals, tally?.ended], [[], undefined]);
      equal(asked.filter((url) => url.includes("/Archives/")).length, 130);
      equal(asked.length, 130 + 4);
      deepEqual((await fetchFrom(replies, { folder, companies: ["NVDA"] }, { now })).asked, []);
      deepEqual((await fetchFrom(replies, { folder, companies: ["NVDA"] }, { now: "2026-03-06T23:00:00Z" })).asked, [
        ...[TICKERS, listOf(1045810), pageOf(1045810, 1)], // the made page is shorter than the list says
      ]);
      const data = await openFolder(folder, { asOf: "2026-03-05" });
      ok(data.at("2026-03-05").records("NVDA").trades.length > 0);
      const text = textOf(await askOf(data, "What was Nvidia's revenue in fiscal year 2025?"));
      match(text, /^Nvidia's revenue in the year to 26 Jan 2025 was \$130\.5bn/);
    });
  },
);
