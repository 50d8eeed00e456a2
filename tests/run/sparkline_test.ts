import fc from "fast-check";
import { deepEqual, equal, ok } from "../assert.ts";
import { readSparkline } from "../../src/run/sparkline.ts";

const CASES = [
  { when: "it is the agent's own table", text: "date,close_usd,drawdown\n2017-01-02,10,0\n2017-01-03,11.5,0\n" },
  { when: "its header has another form", text: 'Volume,Date,"Adj Close"\r\n5,2017-01-02,10\r\n6,2017-01-03,11.5\r\n' },
  { when: "a close is missing", text: "date,close\n2017-01-02,10\n2017-01-02,\n2017-01-03,11.5\n" },
] as const;

for (const { when, text } of CASES) {
  Deno.test(`a table of prices is read when ${when}`, () => {
    deepEqual(readSparkline(text), { dates: ["2017-01-02", "2017-01-03"], closes: [10, 11.5] });
  });
}

const NONE = [
  { when: "it has no dates", text: "ticker,close\nA,1\nB,2\n" },
  { when: "it has no closes", text: "date,volume\n2017-01-02,10\n2017-01-03,11\n" },
  { when: "it has one day", text: "date,close\n2017-01-02,10\n" },
  { when: "its days are out of order", text: "date,close\n2017-01-03,10\n2017-01-02,11\n" },
  { when: "a day is duplicate", text: "date,close\n2017-01-02,10\n2017-01-02,11\n" },
  { when: "it is empty", text: "" },
  { when: "its closes are not numbers", text: "date,close\n2017-01-02,<script>\n2017-01-03,-1\n" },
] as const;

for (const { when, text } of NONE) {
  Deno.test(`a table is not read as prices when ${when}`, () => equal(readSparkline(text), undefined));
}

Deno.test("a long table is reduced to at most 80 days, evenly, and ends with its last day", () => {
  const day = (at: number) => new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10);
  fc.assert(fc.property(fc.integer({ min: 2, max: 3_000 }), (count) => {
    const rows = Array.from({ length: count }, (_, at) => `${day(at)},${at + 1}`);
    const series = readSparkline(["date,close", ...rows].join("\n"));
    const { dates = [], closes = [] } = series ?? {};
    ok(dates.length >= Math.min(count, 40) && dates.length <= 80, `${dates.length} of ${count}`);
    equal(dates.at(-1), day(count - 1));
    equal(new Set(closes.slice(1).map((close, at) => close - (closes[at] ?? 0))).size, 1);
  }));
});
