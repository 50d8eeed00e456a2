import { deepEqual, equal } from "../assert.ts";
import { chooseSeries } from "../../src/data/choose_series.ts";
import type { PriceSeries } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { openHistory } from "../worlds/history.ts";
import { series, SOURCE } from "./support.ts";

const DAYS = { from: "2020-01-01", count: 300 } as const; // ends on 2020-10-26
const MONTHS = { from: "2018-01-28", count: 34, frequency: "monthly" } as const; // ends on 2020-10-28
const TOTAL = { basis: "total_return" } as const;

const CASES: readonly {
  when: string;
  own: readonly PriceSeries[];
  market?: readonly PriceSeries[];
  chosen: string;
}[] = [
  { when: "there is nothing", own: [], chosen: "nothing" },
  { when: "daily spans a year", own: [series("A", DAYS), series("A", MONTHS)], chosen: "daily price" },
  {
    when: "daily has 253 bars",
    own: [series("A", { from: "2020-02-17", count: 253 }), series("A", MONTHS)],
    chosen: "daily price",
  },
  {
    when: "daily has 252 bars",
    own: [series("A", { from: "2020-02-18", count: 252 }), series("A", MONTHS)],
    chosen: "monthly price",
  },
  { when: "only a short daily is there", own: [series("A", { ...DAYS, count: 5 })], chosen: "daily price" },
  {
    when: "daily ends seven days before monthly",
    own: [series("A", { from: "2020-01-01", count: 295 }), series("A", MONTHS)],
    chosen: "daily price",
  },
  {
    when: "daily ends eight days before monthly",
    own: [series("A", { from: "2020-01-01", count: 294 }), series("A", MONTHS)],
    chosen: "monthly price",
  },
  {
    when: "the index is a price index and the stock is both",
    own: [series("A", DAYS), series("A", { ...DAYS, ...TOTAL })],
    market: [series("I", DAYS)],
    chosen: "daily price against daily price",
  },
  {
    when: "the index is a total return and the stock is both",
    own: [series("A", DAYS), series("A", { ...DAYS, ...TOTAL })],
    market: [series("I", { ...DAYS, ...TOTAL })],
    chosen: "daily total_return against daily total_return",
  },
  {
    when: "both are both",
    own: [series("A", DAYS), series("A", { ...DAYS, ...TOTAL })],
    market: [series("I", DAYS), series("I", { ...DAYS, ...TOTAL })],
    chosen: "daily price against daily price",
  },
  {
    when: "the stock includes dividends and the index does not",
    own: [series("A", { ...MONTHS, ...TOTAL })],
    market: [series("I", DAYS), series("I", MONTHS)],
    chosen: "monthly total_return against monthly price, mixed",
  },
  {
    when: "the index has no such frequency",
    own: [series("A", DAYS)],
    market: [series("I", MONTHS)],
    chosen: "daily price",
  },
];

for (const { when, own, market = [], chosen } of CASES) {
  Deno.test(`chooseSeries() takes ${chosen} when ${when}`, () => {
    const view = createDataset({
      name: "Test",
      notice: "A test.",
      companies: [],
      sources: [SOURCE],
      series: [...own, ...market, series("OTHER", DAYS)],
      benchmark: market.length > 0 ? "I" : undefined,
    }).at("2020-12-31");
    const pair = chooseSeries(view, "A");
    const name = ({ frequency, basis }: PriceSeries) => `${frequency} ${basis}`;
    const against = pair?.benchmark ? ` against ${name(pair.benchmark)}` : "";
    equal(pair ? `${name(pair.series)}${against}${pair.mixed ? ", mixed" : ""}` : "nothing", chosen);
  });
}

Deno.test("in the sample AAPL uses daily bars against the index, the others monthly ones of mixed basis", async () => {
  const view = (await openHistory()).at("2017-12-29");
  const pairs = view.companies.map(({ ticker }) => [ticker, chooseSeries(view, ticker)] as const);
  for (const [ticker, pair] of pairs) {
    const found = [pair?.series.frequency, pair?.benchmark?.frequency, pair?.mixed];
    deepEqual(found, ticker === "AAPL" ? ["daily", "daily", false] : ["monthly", "monthly", true], ticker);
  }
});

Deno.test("after its daily bars end, AAPL of the sample uses monthly ones", async () => {
  const view = (await openHistory()).at("2020-12-31");
  equal(chooseSeries(view, "AAPL")?.series.frequency, "monthly");
});
