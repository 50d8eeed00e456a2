import { deepEqual, equal, ok, throws } from "../assert.ts";
import fc from "fast-check";
import { AsOfError, DataError } from "../../src/data/data_error.ts";
import type { Bar, PriceSeries } from "../../src/data/dataset.ts";
import { createDataset, type DatasetParts } from "../../src/data/dataset_in_memory.ts";
import { barsOf, seriesOf } from "../../src/data/series.ts";
import { series, SOURCE } from "./support.ts";

function parts(all: readonly PriceSeries[], more: Partial<DatasetParts> = {}): DatasetParts {
  return { name: "Test", notice: "A test.", companies: [], sources: [SOURCE], series: all, ...more };
}

const MONTH = series("AAA", { from: "2020-01-01", count: 31 });

Deno.test("a view shows every bar up to its day, and none after it", () => {
  const data = createDataset(parts([
    MONTH,
    series("AAA", { from: "2019-01-31", count: 24, frequency: "monthly" }),
    series("BBB", { from: "2020-01-10", count: 40 }),
  ]));
  const day = fc.date({ min: new Date("2019-01-31"), max: new Date("2021-06-30"), noInvalidDate: true });
  fc.assert(fc.property(day, fc.constantFrom("AAA", "BBB"), (date, ticker) => {
    const asOf = date.toISOString().slice(0, 10);
    const all = data.at("2099-12-31").prices(ticker);
    const cut = data.at(asOf).prices(ticker);
    deepEqual(
      cut.map(barsOf),
      all.map((one) => barsOf(one).filter((bar) => bar.date <= asOf)).filter((bars) => bars.length > 0),
    );
  }));
});

Deno.test("a view is cut the same after requests for many other days", () => {
  const data = createDataset(parts([MONTH]));
  const length = (asOf: string) => data.at(asOf).prices("AAA")[0]?.days.length;
  const days = barsOf(MONTH).map((bar) => bar.date);
  deepEqual([...days, ...days].map(length), [...days.keys(), ...days.keys()].map((at) => at + 1));
});

Deno.test("the view of one day is cut once", () => {
  const data = createDataset(parts([MONTH]));
  equal(data.at("2020-01-15").prices("AAA")[0], data.at("2020-01-15").prices("AAA")[0]);
});

Deno.test("a day that is requested often stays cached, whatever is requested in between", () => {
  const data = createDataset(parts([MONTH]));
  const often = data.at("2020-01-15");
  for (const { date } of barsOf(MONTH)) {
    data.at(date);
    equal(data.at("2020-01-15"), often);
  }
});

Deno.test("without an as-of the day is that of the newest bar", () => {
  const data = createDataset(parts([MONTH, series("BBB", { from: "2020-02-01", count: 2 })]));
  equal(data.asOf, "2020-02-02");
  deepEqual(data.span, { first: "2020-01-01", last: "2020-02-02" });
});

Deno.test("a ticker without bars on or before the day has no series", () => {
  const data = createDataset(parts([MONTH, series("BBB", { from: "2020-02-01", count: 2 })]));
  deepEqual(data.at("2020-01-31").prices("BBB"), []);
  deepEqual(data.at("2020-01-31").prices("ZZZ"), []);
});

Deno.test("series come daily before monthly and price before total return", () => {
  const options = { from: "2020-01-31", count: 3 } as const;
  const data = createDataset(parts([
    series("AAA", { ...options, frequency: "monthly", basis: "total_return" }),
    series("AAA", { ...options, basis: "total_return" }),
    series("AAA", { ...options, frequency: "monthly" }),
    series("AAA", options),
  ]));
  deepEqual(data.at("2020-12-31").prices("AAA").map((one) => `${one.frequency} ${one.basis}`), [
    "daily price",
    "daily total_return",
    "monthly price",
    "monthly total_return",
  ]);
});

const BAD_DAYS = ["2019-12-31", "2020-02-30", "2020-1-5", "", "yesterday", "2020-01-05T00:00:00Z", "99999-01-01"];

for (const asOf of BAD_DAYS) {
  Deno.test(`the day ${JSON.stringify(asOf)} is rejected by name`, () => {
    const data = createDataset(parts([MONTH]));
    throws(() => data.at(asOf), (error) => error instanceof AsOfError && error.asOf === asOf);
  });
}

function withBars(bars: readonly Bar[]): PriceSeries {
  return seriesOf(MONTH, bars);
}

const BAD_PARTS: readonly { when: string; parts: DatasetParts; says: RegExp }[] = [
  { when: "there is no series", parts: parts([]), says: /no series/ },
  { when: "a series has no bar", parts: parts([withBars([])]), says: /no price/ },
  {
    when: "a day is repeated",
    parts: parts([withBars([...barsOf(MONTH), { date: "2020-01-31", close: 1 }])]),
    says: /2020-01-31 follows 2020-01-31/,
  },
  { when: "days go back", parts: parts([withBars(barsOf(MONTH).toReversed())]), says: /2020-01-30 follows 2020-01-31/ },
  {
    when: "a close is 0",
    parts: parts([withBars([{ date: "2020-01-01", close: 0 }])]),
    says: /close of 2020-01-01 is 0/,
  },
  { when: "a close is NaN", parts: parts([withBars([{ date: "2020-01-01", close: NaN }])]), says: /NaN/ },
  { when: "a series is repeated", parts: parts([MONTH, MONTH]), says: /in the data twice/ },
  { when: "its source is not listed", parts: parts([MONTH], { sources: [] }), says: /unknown source test/ },
  { when: "the benchmark has no series", parts: parts([MONTH], { benchmark: "SPY" }), says: /SPY: it has no prices/ },
];

for (const { when, parts, says } of BAD_PARTS) {
  Deno.test(`a dataset is rejected when ${when}`, () => {
    throws(() => createDataset(parts), (error) => {
      ok(error instanceof DataError);
      ok(says.test(error.message), error.message);
      return error.message.startsWith("Cannot ");
    });
  });
}

Deno.test("a default day before the data is rejected at once", () => {
  throws(() => createDataset(parts([MONTH], { asOf: "2019-01-01" })), AsOfError);
});
