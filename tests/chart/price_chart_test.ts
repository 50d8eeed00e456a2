import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import fc from "fast-check";
import { logTicks, timeAxis } from "../../src/chart/look.ts";
import { priceChartSpec } from "../../src/chart/price_chart.ts";
import { ChartError, type PriceRow } from "../../src/chart/render.ts";
import { chartOf, rowsOf } from "./chart_fixture.ts";

const GOOD: PriceRow = { date: "2017-11-30", close: 171.85, drawdown: 0 };
const LAST: PriceRow = { date: "2017-12-29", close: 169.23, drawdown: -0.0152 };
const UNDRAWABLE = [
  { when: "there is no row", rows: [], says: /at least 2 rows, got 0/ },
  { when: "there is one row", rows: [GOOD], says: /at least 2 rows, got 1/ },
  { when: "there are too many", rows: Array(20_001).fill(GOOD), says: /20001 rows exceed the limit of 20000/ },
  { when: "a day is repeated", rows: [GOOD, GOOD], says: /row 2 has the date 2017-11-30 a second/ },
  { when: "days fall", rows: [LAST, GOOD], says: /row 2 has the date 2017-11-30 after 2017-12-29/ },
  { when: "a date is invalid", rows: [GOOD, { ...LAST, date: "29/12/2017" }], says: /"29\/12\/2017"/ },
  { when: "a day does not exist", rows: [GOOD, { ...LAST, date: "2017-12-32" }], says: /12-32/ },
  { when: "a month has fewer days", rows: [{ ...GOOD, date: "2017-11-31" }, LAST], says: /11-31/ },
  { when: "a close is NaN", rows: [GOOD, { ...LAST, close: NaN }], says: /the close NaN/ },
  { when: "a close is infinite", rows: [{ ...GOOD, close: Infinity }, LAST], says: /Infinity/ },
  { when: "a close is 0", rows: [GOOD, { ...LAST, close: 0 }], says: /row 2 .* the close 0/ },
  { when: "a close is negative", rows: [GOOD, { ...LAST, close: -37.63 }], says: /-37\.63/ },
  { when: "a drawdown is NaN", rows: [GOOD, { ...LAST, drawdown: NaN }], says: /drawdown NaN/ },
  { when: "a drawdown rises", rows: [GOOD, { ...LAST, drawdown: 0.1 }], says: /drawdown 0\.1/ },
  { when: "a drawdown is in percent", rows: [GOOD, { ...LAST, drawdown: -1.5 }], says: /-1\.5/ },
];
for (const { when, rows, says } of UNDRAWABLE) {
  Deno.test(`priceChartSpec() throws when ${when}`, () => {
    throws(() => priceChartSpec(chartOf({ rows })), (error) => {
      ok(error instanceof ChartError);
      match(error.message, /^Cannot draw the chart: /);
      match(error.message, says);
      return true;
    });
  });
}

Deno.test("priceChartSpec() is JSON with its rows and the version that JupyterLab draws", () => {
  const chart = chartOf();
  const spec = priceChartSpec(chart);
  deepEqual(JSON.parse(JSON.stringify(spec)), spec);
  deepEqual(spec.data, { values: chart.rows });
  equal(spec.$schema, "https://vega.github.io/schema/vega-lite/v5.json");
  equal(JSON.stringify(spec).match(/"url"|"href"/), null);
});

const SCALES = [
  { when: "prices move little", closes: [100, 110], log: false },
  { when: "prices grow nearly twentyfold", closes: [1, 19.9], log: false },
  { when: "prices grow twentyfold", closes: [1, 20], log: true },
  { when: "prices fall to a twentieth", closes: [20, 1], log: true },
];
for (const { when, closes, log } of SCALES) {
  Deno.test(`priceChartSpec() ${log ? "takes" : "does not take"} a log scale when ${when}`, () => {
    const text = JSON.stringify(priceChartSpec(chartOf({ rows: rowsOf(closes) })));
    equal(text.includes('"type":"log"'), log);
    equal(text.includes("Close, USD (log scale)"), log);
  });
}

const LABELS = [
  { close: 0.012591, text: "$0.01259" },
  { close: 169.23, text: "$169.23" },
  { close: 169.2, text: "$169.20" },
  { close: 12345.678, text: "$12,345.68" },
  { close: 19_600_489.74, text: "$19,600,490" },
];
for (const { close, text } of LABELS) {
  Deno.test(`priceChartSpec() writes the last close ${close} as ${text}`, () => {
    const rows = rowsOf([close, close]);
    ok(JSON.stringify(priceChartSpec(chartOf({ rows }))).includes(`"${text}"`));
  });
}

Deno.test("priceChartSpec() names the deepest fall and its day, or none without a fall", () => {
  const fallen = JSON.stringify(priceChartSpec(chartOf({ rows: rowsOf([100, 67.9, 80, 67.9]) })));
  ok(fallen.includes('"−32.1% on 2016-01-05"'));
  const risen = JSON.stringify(priceChartSpec(chartOf({ rows: rowsOf([1, 2, 3]) })));
  equal(risen.includes("% on "), false);
});

const AXES = [
  { span: "five days", to: "2016-01-08", interval: "day", step: 1, format: "%d %b" },
  { span: "five weeks", to: "2016-02-08", interval: "week", step: 1, format: "%d %b" },
  { span: "four months", to: "2016-04-30", interval: "week", step: 2, format: "%d %b" },
  { span: "half a year", to: "2016-07-01", interval: "month", step: 1, format: "%b %Y" },
  { span: "two years", to: "2018-01-04", interval: "month", step: 3, format: "%b %Y" },
  { span: "five years", to: "2021-01-04", interval: "year", step: 1, format: "%Y" },
  { span: "32 years", to: "2048-01-04", interval: "year", step: 5, format: "%Y" },
  { span: "two centuries", to: "2216-01-04", interval: "year", step: 20, format: "%Y" },
];
for (const { span, to, interval, step, format } of AXES) {
  Deno.test(`timeAxis() puts a tick at every ${step} ${interval} of ${span}`, () => {
    deepEqual(timeAxis("2016-01-04", to), { tickCount: { interval, step }, format });
  });
}

Deno.test("logTicks() returns one to ten rising round numbers inside the range", () => {
  const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  const ratio = fc.double({ min: 20, max: 1e12, noNaN: true });
  fc.assert(fc.property(price, ratio, (low, ratio) => {
    const ticks = logTicks(low, low * ratio);
    ok(ticks.length >= 1 && ticks.length <= 10, `${ticks}`);
    ok(ticks.every((tick) => tick >= low && tick <= low * ratio));
    deepEqual(ticks, [...new Set(ticks)].sort((a, b) => a - b));
  }));
});
