/** Prices with marked days: what is drawn of a series, and what is refused. */
import { equal, match, ok, throws } from "../assert.ts";
import fc from "fast-check";
import { ChartError, drawdownChart, priceChart } from "conviction/chart";
import { placeLabels } from "../../src/chart/event_labels.ts";
import { thesisRow, weekdays } from "../score/prices.ts";
import { CLOSES, DAYS, PRICES, SERIES, thesisOf } from "./charts_fixture.ts";

const textsOf = (svg: string) => [...svg.matchAll(/>([^<>]+)<\/t(?:ext|span)>/g)].map(([, text]) => text);
const sizeOf = (spec: object) => new TextEncoder().encode(JSON.stringify(spec)).length;

Deno.test("priceChart() draws title, span, source, unit, last close and every event", async () => {
  const events = [
    { date: "2020-01-06", label: "results" },
    thesisOf("AAA"),
    thesisRow({ signal: "bearish", confidence: undefined, asOf: "2020-01-02" }),
  ];
  const texts = textsOf(await priceChart(PRICES, " aaa", { events, currency: "USD", source: "a test" }).svg());
  for (
    const text of [
      "aaa",
      "15 daily closes, 1 Jan to 21 Jan 2020",
      "Source: a test",
      "Close, USD",
      "$140.00",
      "results",
      "thesis: bullish 0.61",
      "thesis: bearish",
      "maximum drawdown −25.0%, 9 Jan 2020",
    ]
  ) ok(texts.includes(text), `${text} in ${texts}`);
});

Deno.test("drawdownChart() draws the fall in per cent, and its deepest", async () => {
  const texts = textsOf(await drawdownChart(SERIES, "A series").svg());
  for (
    const text of [
      "A series",
      "15 closes, 1 Jan to 21 Jan 2020",
      "−25%",
      "0%",
      "maximum drawdown −25.0%, 9 Jan 2020",
    ]
  ) {
    ok(texts.includes(text), `${text} in ${texts}`);
  }
});

const WITHOUT_FALL = [
  { when: "prices only rise", closes: [1, 2, 3], options: {} },
  { when: "it is not wanted", closes: [3, 1, 2], options: { deepestFall: false } },
];
for (const { when, closes, options } of WITHOUT_FALL) {
  Deno.test(`priceChart() marks no maximum drawdown when ${when}`, async () => {
    const svg = await priceChart({ dates: DAYS.slice(0, 3), closes }, "A", options).svg();
    equal(svg.includes("maximum drawdown"), false);
  });
}

Deno.test("priceChart() draws the days from and to, and their maximum drawdown", async () => {
  const texts = textsOf(await priceChart(PRICES, "AAA", { from: "2020-01-10", to: "2020-01-20" }).svg());
  ok(texts.includes("7 daily closes, 10 Jan to 20 Jan 2020"), `${texts}`);
  ok(texts.includes("maximum drawdown −2.3%, 17 Jan 2020"), `${texts}`);
});

const SCALES = [
  { scale: "log", closes: CLOSES, isLog: true },
  { scale: "linear", closes: [1, 100], isLog: false },
  { scale: undefined, closes: CLOSES, isLog: false },
  { scale: undefined, closes: [1, 100], isLog: true },
] as const;
for (const { scale, closes, isLog } of SCALES) {
  Deno.test(`priceChart() draws ${isLog ? "a log" : "a linear"} axis with ticks: ${scale} for ${closes.length} closes`, async () => {
    const chart = priceChart({ dates: DAYS.slice(0, closes.length), closes }, "A", { scale, deepestFall: false });
    equal(JSON.stringify(chart.spec).includes('"type":"log"'), isLog);
    const svg = await chart.svg();
    equal(svg.includes("Close (log scale)"), isLog);
    ok(textsOf(svg).filter((text = "") => /^[\d.,]+$/.test(text)).length >= 3, `${textsOf(svg)}`);
  });
}

Deno.test("priceChart() takes the first series that holds every named day", async () => {
  const short = { ...SERIES, frequency: "daily", isMixed: false } as const;
  const dates = ["2019-01-31", "2019-12-31", "2020-01-31"];
  const long = { dates, closes: [1, 2, 3], frequency: "monthly", isMixed: false } as const;
  const prices = { tickerOf: (ticker: string) => ticker, closesOf: () => [short, long] };
  const spanOf = async (options: object) =>
    textsOf(await priceChart(prices, "A", options).svg()).find((text) => text?.includes(" closes, "));
  equal(await spanOf({}), "15 daily closes, 1 Jan to 21 Jan 2020");
  equal(await spanOf({ events: [{ date: "2019-06-30", label: "x" }] }), "3 monthly closes, 31 Jan 2019 to 31 Jan 2020");
  equal(await spanOf({ frequency: "monthly" }), "3 monthly closes, 31 Jan 2019 to 31 Jan 2020");
});

const LONG = [
  { rows: 3_000, says: undefined },
  { rows: 3_001, says: "The last close of each week is drawn." },
  { rows: 20_000, says: "The last close of each month is drawn." },
  { rows: 100_000, says: "The last close of each year is drawn." },
];
for (const { rows, says } of LONG) {
  Deno.test(`priceChart() of ${rows} closes saves less than 200 kB, and ${says ?? "draws them all"}`, async () => {
    const dates = weekdays("1800-01-01", rows);
    const closes = dates.map((_, at) => 100 + (at % 1_000) + (at === 1_717 ? -90 : 0));
    const chart = priceChart({ dates, closes }, "A", { events: [{ date: dates[7] ?? "", label: "an event" }] });
    ok(sizeOf(chart.spec) < 200_000, `${sizeOf(chart.spec)} bytes`);
    const svg = await chart.svg();
    equal(svg.match(/The last close of each \w+ is drawn\./)?.[0], says);
    const { data } = chart.spec as unknown as { data: { values: { date: string; close: number }[] } };
    const kept = new Map(data.values.map(({ date, close }) => [date, close]));
    if (says === undefined) equal(data.values.length, rows);
    for (const at of [0, 7, 999, rows - 1]) equal(kept.get(dates[at] ?? ""), closes[at], `row ${at} is kept`);
    match(String(chart.spec["description"]), new RegExp(`${rows.toLocaleString("en-US")} closes`));
  });
}

Deno.test("placeLabels() puts no label on another and all labels inside", () => {
  const event = fc.record({
    date: fc.integer({ min: 0, max: 999 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
    label: fc.string({ minLength: 1, maxLength: 60 }),
  });
  const span = { first: "1970-01-01", last: "1972-09-26", width: 540 };
  fc.assert(fc.property(fc.array(event, { maxLength: 40 }), (events) => {
    const placed = placeLabels(events, span).map(({ date, label, lane, isLeft }) => {
      const at = (Date.parse(date) / 86_400_000 / 999) * 540;
      const room = 6.6 * [...label].length;
      return { lane, start: isLeft ? at - room : at, end: isLeft ? at : at + room };
    });
    equal(placed.length, events.length);
    for (const [at, one] of placed.entries()) {
      ok(one.start >= -6 && one.end <= 540, `${one.start} to ${one.end}`); // the width of a character is rounded up
      const others = placed.filter((other, place) => place !== at && other.lane === one.lane);
      ok(others.every((other) => other.end <= one.start + 1e-6 || other.start >= one.end - 1e-6));
    }
  }));
});

const REFUSED: readonly { when: string; prices?: unknown; name?: unknown; options?: unknown; says: RegExp }[] = [
  {
    when: "the prices are a promise",
    prices: Promise.resolve(PRICES),
    says: /openPrices\(\), not a promise; await it/,
  },
  { when: "there are none", prices: null, says: /openPrices\(\), not null/ },
  { when: "the prices are a text", prices: "AAA", says: /openPrices\(\), not a text/ },
  { when: "they are another object", prices: { a: 1 }, says: /or lists of dates and closes/ },
  { when: "the name is no text", name: 7, says: /the name must be a text, not 7/ },
  { when: "the prices do not know the ticker", name: "ZZZ", says: /the prices have no series of "ZZZ"/ },
  { when: "there is no such series", options: { frequency: "monthly" }, says: /only daily closes of "AAA"/ },
  { when: "an option is unknown", options: { evnts: [] }, says: /no option evnts; did you mean events\?/ },
  { when: "a scale is unknown", options: { scale: "logarithmic" }, says: /scale must be "linear" or "log"/ },
  { when: "a day does not exist", options: { from: "2020-02-31" }, says: /from must be a day like 2025-03-31/ },
  {
    when: "no close is left",
    options: { from: "2021-01-01" },
    says: /0 closes from 2021-01-01.* 2020-01-01 to 2020-01-21/,
  },
  { when: "events are no list", options: { events: {} }, says: /events must be a list, not an object/ },
  { when: "an event is a text", options: { events: ["x"] }, says: /event 1 must be an object, not a text/ },
  { when: "an event has no label", options: { events: [{ date: "2020-01-02" }] }, says: /event 1 has no label/ },
  {
    when: "an event has no day",
    options: { events: [{ date: "2/1/2020", label: "x" }] },
    says: /event 1 has the date "2\/1\/2020", not YYYY-MM-DD/,
  },
  {
    when: "an event is outside",
    options: { events: [{ date: "2019-12-31", label: "New Year" }] },
    says: /the event "New Year" is on 2019-12-31, and the prices are from 2020-01-01 to 2020-01-21/,
  },
  {
    when: "a thesis has no day",
    options: { events: [{ agent_thesis: { signal: "bullish", confidence: 1 } }] },
    says: /event 1 has the date undefined/,
  },
  {
    when: "there are too many events",
    options: { events: Array(41).fill({ date: "2020-01-02", label: "x" }) },
    says: /4[12] events exceed the limit of 40/,
  },
  { when: "there is one close", prices: { dates: ["2020-01-02"], closes: [1] }, says: /at least 2 rows, got 1/ },
  { when: "a close is missing", prices: { dates: DAYS, closes: [1] }, says: /15 dates have 1 closes/ },
  {
    when: "a close is 0",
    prices: { dates: ["2020-01-02", "2020-01-03"], closes: [1, 0] },
    says: /row 2 .* the close 0/,
  },
  { when: "a close is a text", prices: { dates: ["2020-01-02", "2020-01-03"], closes: [1, "2"] }, says: /the close 2/ },
  {
    when: "a date is repeated",
    prices: { dates: ["2020-01-02", "2020-01-02"], closes: [1, 2] },
    says: /a second time/,
  },
];
for (const { when, prices = PRICES, name = "AAA", options = {}, says } of REFUSED) {
  Deno.test(`priceChart() throws when ${when}`, () => {
    throws(() => priceChart(prices as never, name as never, options as never), (error) => {
      ok(error instanceof ChartError, `${error}`);
      match(error.message, says);
      return true;
    });
  });
}

Deno.test("drawdownChart() has no option for the price axis", () => {
  throws(() => drawdownChart(SERIES, "A", { scale: "log" } as never), /there is no option scale/);
});
