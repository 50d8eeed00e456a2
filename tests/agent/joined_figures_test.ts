/** What joins a price with what a report counts, and what a report says that contradicts itself: the figure, or why there is none. */
import { match, ok } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { tradingDays } from "../trading_days.ts";
import { xorshift } from "../xorshift.ts";
import { ask, ports, saidThesisOf } from "./ask.ts";

const DAYS = tradingDays("2022-01-03", 800);
const SHARES = 100e6;
const PRICE = 50;

/** Closes around a level, with a small walk that ends on it. */
function pricesOf(level: number, from = ""): string {
  const random = xorshift(7);
  const rows = DAYS.map((day) => {
    const close = level * (1 + 0.04 * (random() - 0.5));
    return [day, close, close * 1.005, close * 0.995, close, 100_000, "USD"].join(",");
  });
  return `Date,Open,High,Low,Close,Volume,Currency\n${rows.filter((row) => row >= from).join("\n")}\n`;
}

/** What one report adds to a usual year, in the currency and form of its filer. */
interface Year {
  readonly year: number;
  readonly form?: string;
  readonly currency?: string;
  readonly cover?: number;
  readonly diluted?: number;
  readonly income?: number;
  readonly eps?: number;
  /** As a share of all shares at the usual price; 0 for none. */
  readonly float?: number;
  /** A ratio that this report states of a split of its year. */
  readonly split?: number;
  readonly revenue?: number;
  /** Revenue of the year before, as this report restates it. */
  readonly before?: number;
  readonly start?: string;
  readonly end?: string;
  readonly filed?: string;
}

function factsOf(years: readonly Year[]): string {
  const tags = new Map<string, Map<string, unknown[]>>();
  for (const one of years) {
    const { year, form = "10-K", currency = "USD", cover = SHARES, diluted = SHARES, income = 200e6, revenue = 1e9 } =
      one;
    const [start, end] = [one.start ?? `${year}-01-01`, one.end ?? `${year}-12-31`];
    const { filed = `${year + 1}-02-20` } = one;
    const accn = `0000000001-${filed.slice(2, 4)}-${filed.slice(2).replaceAll("-", "")}`;
    const add = (tag: string, unit: string, val: number, days: { start?: string; end: string }) => {
      const units = tags.get(tag) ?? new Map<string, unknown[]>();
      tags.set(tag, units.set(unit, [...units.get(unit) ?? [], { ...days, val, accn, form, filed }]));
    };
    const tag = (name: string) => `${form === "20-F" ? "ifrs-full" : "us-gaap"}/${name}`;
    add(tag(form === "20-F" ? "Revenue" : "Revenues"), currency, revenue, { start, end });
    add(tag(form === "20-F" ? "ProfitLoss" : "NetIncomeLoss"), currency, income, { start, end });
    add(
      tag(form === "20-F" ? "DilutedEarningsLossPerShare" : "EarningsPerShareDiluted"),
      `${currency}/shares`,
      one.eps ?? income / diluted,
      { start, end },
    );
    add(
      tag(form === "20-F" ? "AdjustedWeightedAverageShares" : "WeightedAverageNumberOfDilutedSharesOutstanding"),
      "shares",
      diluted,
      { start, end },
    );
    add(tag(form === "20-F" ? "Equity" : "StockholdersEquity"), currency, 1e9, { end });
    add("dei/EntityCommonStockSharesOutstanding", "shares", cover, { end: filed });
    if (one.before) {
      const start = `${year - 1}-01-01`;
      add(tag("Revenues"), currency, one.before, { start, end: `${year - 1}-12-31` });
    }
    if (one.float !== 0) {
      add("dei/EntityPublicFloat", "USD", (one.float ?? 0.97) * SHARES * PRICE, { end: `${year}-06-30` });
    }
    if (one.split) {
      add("us-gaap/StockholdersEquityNoteStockSplitConversionRatio1", "pure", one.split, { end: `${year}-08-28` });
    }
  }
  const facts: Record<string, Record<string, unknown>> = {};
  for (const [name, units] of tags) {
    const [taxonomy = "", tag = ""] = name.split("/");
    facts[taxonomy] = { ...facts[taxonomy], [tag]: { units: Object.fromEntries(units) } };
  }
  return JSON.stringify({ cik: 900001, entityName: "Quarst Corp", facts });
}

const SUBMISSIONS = JSON.stringify({
  ...{ cik: "900001", name: "Quarst Corp", tickers: ["QRST"], exchanges: ["NYSE"] },
  filings: {
    recent: {
      accessionNumber: [],
      filingDate: [],
      reportDate: [],
      acceptanceDateTime: [],
      form: [],
      items: [],
      primaryDocument: [],
    },
    files: [],
  },
});

interface Case {
  readonly when: string;
  readonly asks: string;
  readonly says: RegExp;
  readonly never?: RegExp;
  readonly years?: readonly Year[];
  readonly level?: number;
  readonly asOf?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Claims that do not leave. Default: 0, so that the verifier says the same by its own program. */
  readonly removed?: number;
}

const PLAIN: readonly Year[] = [2021, 2022, 2023].map((year) => ({ year }));
const with2023 = (more: Partial<Year>): readonly Year[] => [...PLAIN.slice(0, 2), { year: 2023, ...more }];
const everyYear = (more: Partial<Year>): readonly Year[] => PLAIN.map((one) => ({ ...one, ...more }));
const MARKET = "What is QRST's market value?";
const PE = "What is QRST's P/E?";
const OTHER =
  /is not available as of \d+ \w+ 2024: its prices seem to be on another share basis than its filings, as after a later split \(judged by the pub/;
const RECEIPTS =
  /is not available as of \d+ \w+ 2024: its filings use another currency or share class than its prices\./;
const REFUTED = (tag: string) =>
  new RegExp(
    `Left out, as other figures of its report contradict it: ${tag} to 31 Dec 2023 \\(10-K filed on 20 Feb 2024\\)\\.`,
  );

/** From EUR to USD in 2023, whose report restates 2022. */
const CHANGED: readonly Year[] = [
  { year: 2021, currency: "EUR", revenue: 9e8, float: 0 },
  { year: 2022, currency: "EUR", revenue: 1e9, float: 0 },
  { year: 2023, revenue: 1.3e9, before: 1.05e9, float: 0 },
];
/** Years to September, then three months to December. */
const MOVED: readonly Year[] = [
  { year: 2022, start: "2021-10-01", end: "2022-09-30", filed: "2022-11-20", revenue: 4e8 },
  { year: 2023, start: "2022-10-01", end: "2023-09-30", filed: "2023-11-20", revenue: 4.4e8 },
  { year: 2024, start: "2023-10-01", end: "2023-12-31", filed: "2024-02-20", revenue: 1.15e8, form: "10-KT" },
];

const CASES: readonly Case[] = [
  {
    when: "the public float fits closes and counts",
    asks: MARKET,
    says: /Quarst's market value is \$(?:4\.9|5\.0|5\.1)bn/,
  },
  {
    when: "closes are a quarter of those of the reports' shares",
    asks: MARKET,
    level: PRICE / 4,
    says: OTHER,
    never: /\$[\d.]+bn/,
  },
  {
    when: "closes are a quarter, and a P/E is asked for",
    asks: PE,
    level: PRICE / 4,
    says: OTHER,
    never: /P\/E[^.]* is \d/,
  },
  { when: "closes are fifteen times those of the reports' shares", asks: MARKET, level: PRICE * 15, says: OTHER },
  {
    ...{ when: "closes are a quarter, and their file ends before a report states a split of four", asks: MARKET },
    ...{ years: [...PLAIN, { year: 2026, split: 4 }], level: PRICE / 4, says: OTHER },
  },
  {
    ...{
      when: "closes are a fortieth, and go on when reports state splits of four and of ten",
      asks: PE,
      asOf: "2024-03-28",
    },
    years: [...PLAIN, { year: 2023, end: "2024-06-30", filed: "2024-08-01", split: 4 }, {
      year: 2024,
      end: "2024-09-30",
      filed: "2024-11-01",
      split: 10,
    }],
    ...{ level: PRICE / 40, says: /Quarst's P\/E is 2[45]\.\d/ },
  },
  {
    ...{ when: "closes fit, and a later report states a split that they are not adjusted for", asks: MARKET },
    years: [...PLAIN, { year: 2026, split: 4 }],
    says: /Quarst's market value is \$(?:4\.9|5\.0|5\.1)bn/,
  },
  {
    when: "holders of the company have 70 of 100 shares",
    asks: MARKET,
    years: everyYear({ float: 0.3 }),
    says: /value is \$(?:4\.9|5\.0|5\.1)bn/,
  },
  {
    when: "one float of three is filed in thousands",
    asks: MARKET,
    years: with2023({ float: 0.001 }),
    says: /value is \$(?:4\.9|5\.0|5\.1)bn/,
  },
  { when: "no float is filed", asks: MARKET, years: everyYear({ float: 0 }), says: /value is \$(?:4\.9|5\.0|5\.1)bn/ },
  {
    ...{ when: "no float is filed, and closes that go on are adjusted for a split of a later report", asks: MARKET },
    ...{
      years: [...everyYear({ float: 0 }), { year: 2024, filed: "2024-11-01", end: "2024-09-30", split: 4, float: 0 }],
      asOf: "2024-03-28",
    },
    ...{ level: PRICE / 4, says: /value is \$(?:4\.9|5\.0|5\.1)bn/ },
  },
  // a cover in thousands
  {
    ...{ when: "the cover counts shares in thousands", asks: MARKET, years: everyYear({ cover: SHARES / 1000 }) },
    says: /market value is not available as of \d+ \w+ 2024: its filings state contradictory figures/,
  },
  {
    ...{ when: "two of three shares vanish, and equity stays", asks: MARKET },
    years: [{ year: 2021 }, { year: 2022, cover: 3 * SHARES, diluted: 3 * SHARES }, { year: 2023 }],
    says: /market value is not available as of \d+ \w+ 2024: its filings state contradictory figures/,
  },
  {
    ...{ when: "shares are two thirds of those before, as after a large buyback", asks: MARKET },
    years: [{ year: 2021 }, { year: 2022, cover: 1.5 * SHARES, diluted: 1.5 * SHARES }, { year: 2023 }],
    says: /value is \$(?:4\.9|5\.0|5\.1)bn/,
  },
  {
    ...{ when: "shares treble, as in a merger", asks: MARKET },
    years: [{ year: 2021 }, { year: 2022, cover: SHARES / 3, diluted: SHARES / 3 }, { year: 2023 }],
    says: /value is \$(?:4\.9|5\.0|5\.1)bn/,
  },
  // receipts, other currencies, pence
  {
    ...{ when: "a filer from abroad reports in its own currency", asks: MARKET },
    years: everyYear({ form: "20-F", currency: "TWD", float: 0 }),
    says: RECEIPTS,
  },
  {
    when: "one receipt is ten of the shares of a report in USD",
    asks: PE,
    years: everyYear({ form: "20-F", float: 0 }),
    says: RECEIPTS,
  },
  {
    when: "earnings of a filer from abroad are asked for",
    asks: "What were QRST's earnings per share in 2023?",
    years: everyYear({ form: "20-F", currency: "TWD", float: 0 }),
    says: /earnings per share in the year to 31 Dec 2023 were TWD 2\.00/,
  },
  {
    when: "closes are in pence and reports in pounds",
    asks: PE,
    level: 5000,
    years: everyYear({ form: "20-F", currency: "GBP", float: 0 }),
    says: RECEIPTS,
  },
  // reports that contradict themselves
  {
    ...{
      when: "earnings per share are a hundred times income over shares",
      asks: "What were QRST's earnings per share in 2023?",
    },
    ...{
      years: with2023({ eps: 200 }),
      says: REFUTED("EarningsPerShareDiluted"),
      never: /\$200(?:\.00)?/,
      removed: 1,
    },
  },
  {
    ...{ when: "a loss is filed as a profit, and income is asked for", asks: "What was QRST's net income in 2023?" },
    ...{ years: with2023({ eps: -2 }), says: REFUTED("NetIncomeLoss"), never: /\$200(?:\.0)?m/, removed: 1 },
  },
  {
    ...{ when: "a loss is filed as a profit, and a P/E is asked for", asks: PE, years: with2023({ eps: -2 }) },
    ...{ says: /^Not answered: "P\/E"\. Left out, as other figures/, removed: 1 },
  },
  {
    ...{ when: "a loss is filed as a profit, and the whole company is asked about", asks: "Analyse QRST" },
    ...{
      years: with2023({ eps: -2 }),
      says: /Left out, as [^:]+: NetIncomeLoss to \d+ \w+ 2023[^.]+\./,
      removed: 1,
    },
  },
  // other periods and currencies of reports
  ...(["2022", "2023"] as const).map((year): Case => ({
    ...{ when: `reports change from EUR to USD, and the growth of ${year} is asked for`, years: CHANGED },
    asks: `How did QRST's revenue grow in ${year}?`,
    says: year === "2023" ? /from \$1\.050bn .+ to \$1\.300bn .+ up 23\.8%/ : /2022/,
    never: /30\.0%|16\.7%|44\.4%/,
  })),
  ...["What was QRST's revenue in fiscal 2023?", "How did QRST's revenue grow in 2023?"].map((asks): Case => ({
    ...{ when: `a fiscal year moves from September to December: ${asks}`, asks, years: MOVED },
    ...{ says: /\$440\.0m(?:\.| in the year to 30 Sep 2023)/, never: /115\.0m/ },
  })),
];

for (
  const { when, asks, says, never, years = PLAIN, level = PRICE, files = {}, removed = 0, asOf = "2024-12-30" } of CASES
) {
  Deno.test(`of a company whose prices or reports cannot be joined, an answer says so: ${when}`, async () => {
    const made = {
      "QRST.csv": pricesOf(level),
      "sec/companyfacts/CIK0000900001.json": factsOf(years),
      "sec/submissions/CIK0000900001.json": SUBMISSIONS,
      ...files,
    };
    await inFolder(made, async (folder) => {
      const dataset = await openFolder(folder, { asOf });
      const { agent_thesis: { reasoning }, metadata } = saidThesisOf(await ask(asks, ports({ dataset })));
      match(reasoning, says);
      if (never) ok(!never.test(reasoning), reasoning);
      const lost = metadata?.verification?.claims_removed ?? NaN;
      ok(removed === 0 ? lost === 0 : lost >= removed, `${lost} claims were removed: ${reasoning}`);
    });
  });
}
