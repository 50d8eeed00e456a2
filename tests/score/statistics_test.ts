import fc from "fast-check";
import { deepEqual, equal, ok } from "../assert.ts";
import { areaUnderCurve, meanRanks, spearman } from "../../src/score/statistics.ts";
import { brierScore } from "../../src/score/brier_score.ts";
import { byDate } from "../../src/score/by_date.ts";
import { isEnough, verdictOf } from "../../src/score/score_horizon.ts";
import { equalCountBins } from "../../src/score/equal_count_bins.ts";
import { independentDates } from "../../src/score/independent_dates.ts";
import { wilson } from "../../src/score/wilson.ts";
import { weekdays } from "./prices.ts";

const near = (one: number | undefined, other: number) => ok(Math.abs((one ?? NaN) - other) < 1e-12, `${one} ${other}`);
const forecasts = (text: string) =>
  text.split(" ").map((part) => ({ probability: Number(part.slice(0, -1)), happened: part.endsWith("+") }));
const anyForecasts = fc.array(
  fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), happened: fc.boolean() }),
  { minLength: 1, maxLength: 60 },
);

const WILSON = [ // by statsmodels 0.15.0, proportion_confint(method="wilson")
  { successes: 5, count: 10, low: 0.236593090512564, high: 0.7634069094874361 },
  { successes: 0, count: 10, low: 0, high: 0.27753279986288926 },
  { successes: 8, count: 8, low: 0.6755924351161198, high: 1 },
];
for (const { successes, count, low, high } of WILSON) {
  Deno.test(`wilson() of ${successes} in ${count} equals that of statsmodels`, () => {
    const share = wilson(successes, count);
    equal(share?.value, successes / count);
    near(share?.low, low);
    near(share?.high, high);
  });
}

Deno.test("wilson() is within 0 to 1 and contains the share; without cases it is undefined", () => {
  equal(wilson(0, 0), undefined);
  fc.assert(fc.property(fc.nat(500), fc.nat(500), (one, other) => {
    const { value, low, high } = wilson(one, one + other + (one + other === 0 ? 1 : 0)) ??
      { value: 2, low: 1, high: 0 };
    ok(0 <= low && low <= value && value <= high && high <= 1);
  }));
});

Deno.test("meanRanks() counts from 1, and equal values share their mean", () => {
  deepEqual(meanRanks([7, 3, 3, 9, 3]), [4, 2, 2, 5, 2]);
  deepEqual(meanRanks([]), []);
});

const CORRELATIONS = [
  { when: "the order is the same", one: [1, 2, 3], other: [10, 200, 201], is: 1 },
  { when: "the order is reversed", one: [1, 2, 3], other: [3, 2, 1], is: -1 },
  { when: "two of three are swapped", one: [1, 2, 3], other: [1, 3, 2], is: 0.5 },
  { when: "some are equal", one: [1, 2, 2, 3], other: [1, 2, 3, 4], is: 4.5 / Math.sqrt(4.5 * 5) },
  { when: "one does not vary", one: [1, 1, 1], other: [1, 2, 3], is: undefined },
  { when: "the other does not vary", one: [1, 2, 3], other: [5, 5, 5], is: undefined },
  { when: "there are no values", one: [], other: [], is: undefined },
];
for (const { when, one, other, is } of CORRELATIONS) {
  Deno.test(`spearman() is ${is} when ${when}`, () => {
    const found = spearman(one, other);
    if (is === undefined) equal(found, undefined);
    else near(found, is);
  });
}

const AREAS = [
  { when: "events had the higher forecasts", of: "0.1- 0.2- 0.8+ 0.9+", is: 1 },
  { when: "events had the lower forecasts", of: "0.1+ 0.9-", is: 0 },
  { when: "all forecasts are equal", of: "0.3+ 0.3- 0.3- 0.3+", is: 0.5 },
  { when: "one of four pairs is wrong", of: "0.1- 0.4+ 0.6- 0.9+", is: 0.75 },
  { when: "one of two pairs is tied", of: "0.2- 0.5- 0.5+", is: 0.75 },
  { when: "all happened", of: "0.1+ 0.2+", is: undefined },
  { when: "there was no event", of: "0.1- 0.2-", is: undefined },
];
for (const { when, of, is } of AREAS) {
  Deno.test(`areaUnderCurve() is ${is} when ${when}`, () => equal(areaUnderCurve(forecasts(of)), is));
}

Deno.test("brierScore() of a worked example", () => {
  const said = forecasts("0.2- 0.4+ 0.6- 0.8+");
  const score = brierScore(said, equalCountBins(said));
  near(score?.brier, (0.04 + 0.36 + 0.36 + 0.04) / 4);
  near(score?.baseRateBrier, 0.25);
  near(score?.skillAgainstBaseRate, 0.2);
  near(score?.skillAgainstHalf, 0.2);
  near(score?.resolution, 0.25); // each is in its own bin
  near(score?.reliability, score?.brier ?? NaN);
});

Deno.test("brierScore() has no skill if every event happened, and is undefined without forecasts", () => {
  const said = forecasts("0.5+ 0.9+");
  equal(brierScore(said, equalCountBins(said))?.skillAgainstBaseRate, undefined);
  equal(brierScore([], []), undefined);
});

Deno.test("the parts of brierScore() add up, and the order of forecasts does not change the bins", () => {
  fc.assert(fc.property(anyForecasts, (said) => {
    const bins = equalCountBins(said);
    const { brier, reliability, resolution, uncertainty, withinBins } = brierScore(said, bins) ??
      { brier: NaN } as never;
    ok(Math.abs(reliability - resolution + uncertainty + withinBins - brier) < 1e-12);
    const shape = (list: typeof bins) => list.map(({ number, forecasts }) => [number, forecasts.length]);
    deepEqual(shape(equalCountBins(said.toReversed())), shape(bins));
  }));
});

Deno.test("equalCountBins() makes fifths, tenths from 1,000 forecasts, and keeps equal forecasts together", () => {
  const counts = (said: ReturnType<typeof forecasts>) => equalCountBins(said).map(({ forecasts }) => forecasts.length);
  const rising = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ probability: at / count, happened: true }));
  deepEqual(counts(rising(10)), [2, 2, 2, 2, 2]);
  deepEqual(counts(rising(999)).length, 5);
  deepEqual(counts(rising(1000)), Array(10).fill(100));
  deepEqual(equalCountBins(forecasts("0.5+ 0.5- 0.5+ 0.5+ 0.5-")).map(({ number }) => number), [3]);
  const [first] = equalCountBins(forecasts("0.1+ 0.2- 0.3+ 0.4- 0.5+ 0.6- 0.7+ 0.8- 0.9+ 1.0-"));
  deepEqual([first?.said.low, first?.said.high, first?.happened.value], [0.1, 0.2, 0.5]);
});

Deno.test("equalCountBins() puts each forecast into one bin, the lower ones first", () => {
  fc.assert(fc.property(anyForecasts, (said) => {
    const bins = equalCountBins(said);
    equal(bins.reduce((sum, { forecasts }) => sum + forecasts.length, 0), said.length);
    for (const [at, bin] of bins.entries()) ok(at === 0 || (bins[at - 1]?.said.high ?? 2) < bin.said.low);
  }));
});

const DAYS = weekdays("2020-01-01", 200);
const stretch = (entry: number, length: number) => ({ entry: DAYS[entry] ?? "", exit: DAYS[entry + length] ?? "" });
const STRETCHES = [
  { when: "they touch", entries: [0, 5, 10], length: 5, taken: [0, 5, 10] },
  { when: "they overlap by a day", entries: [0, 4, 8, 12], length: 5, taken: [0, 8] },
  { when: "there is one for each day", entries: [0, 1, 2, 3, 4, 5, 6], length: 3, taken: [0, 3, 6] },
  { when: "they are duplicate and reversed", entries: [7, 7, 0, 0], length: 7, taken: [0, 7] },
  { when: "there is none", entries: [], length: 1, taken: [] },
];
for (const { when, entries, length, taken } of STRETCHES) {
  Deno.test(`independentDates() returns dates that do not overlap when ${when}`, () => {
    deepEqual(independentDates(entries.map((entry) => stretch(entry, length))), taken.map((at) => DAYS[at]));
  });
}

Deno.test("independentDates() uses the most frequent exit of an entry, and the latest of equally frequent ones", () => {
  const later = stretch(4, 2);
  deepEqual(independentDates([stretch(0, 2), stretch(0, 6), later]), [DAYS[0]]);
  deepEqual(independentDates([stretch(0, 4), stretch(0, 4), stretch(0, 6), later]), [DAYS[0], DAYS[4]]);
});

Deno.test("independentDates() skips dates with few theses", () => {
  const full = Array(20).fill(stretch(1, 5));
  deepEqual(independentDates([stretch(0, 5), ...full]), [DAYS[1]]);
  deepEqual(independentDates([stretch(0, 5), stretch(0, 5), ...full]), [DAYS[0]]);
});

Deno.test("byDate() averages over dates, and its t counts the independent ones", () => {
  const cases = [[0, 1], [0, 3], [2, 100], [5, 4], [10, 6]].map(([entry = 0, value = 0]) => ({
    ...stretch(entry, 5),
    value,
  }));
  const middle = (some: readonly { readonly value: number }[]) =>
    some.reduce((sum, { value }) => sum + value, 0) / some.length;
  const found = byDate(cases, middle);
  deepEqual(found.dates.map(({ value, count }) => [value, count]), [[2, 2], [100, 1], [4, 1], [6, 1]]);
  deepEqual([found.mean, found.independentDates, found.independentMean], [28, 3, 4]);
  equal(found.t, undefined); // of three dates a t proves nothing
  equal(byDate(cases, () => undefined).mean, undefined);
});

Deno.test("byDate() has a t from 12 independent dates on, and names the dates without a figure", () => {
  const entries = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  const cases = entries.map((entry) => ({ ...stretch(entry, 1), value: entry }));
  const known = (some: readonly { readonly value: number }[]) => some[0]?.value === 3 ? undefined : some[0]?.value;
  const found = byDate(cases, known);
  near(found.t, 6.25 / (3.9571569224748857 / Math.sqrt(12))); // numpy: mean and std(ddof=1) of the 12 values
  deepEqual(found.withoutFigure, [DAYS[3]]);
  equal(byDate(cases.slice(1), known).t, undefined);
  equal(byDate(cases, () => 0.1).t, undefined); // no spread, despite rounding
});

const SIZES = [
  { theses: 100, independentDates: 12, is: true },
  { theses: 99, independentDates: 12, is: false },
  { theses: 10_000, independentDates: 11, is: false },
];
for (const { is, ...sample } of SIZES) {
  Deno.test(`isEnough() says ${is} of ${sample.theses} theses on ${sample.independentDates} dates`, () => {
    equal(isEnough(sample), is);
  });
}

const VERDICTS = [
  { t: 2.2, theses: 9, dates: 12, is: "better" },
  { t: 2.1, theses: 9, dates: 12, is: "no_difference" },
  { t: -2.2, theses: 9, dates: 12, is: "worse" },
  { t: undefined, theses: 9, dates: 12, mean: 0, is: "no_difference" },
  { t: undefined, theses: 9, dates: 12, mean: 0.1, is: "better" },
  { t: undefined, theses: 9, dates: 12, mean: -0.1, is: "worse" },
  { t: 9, theses: 9, dates: 11, is: "proves_nothing" },
  { t: 9, theses: 8, dates: 12, is: "proves_nothing" },
  { t: undefined, theses: 0, dates: 0, is: "none" },
];
for (const { t, theses, dates, mean = 0.1, is } of VERDICTS) {
  Deno.test(`verdictOf() is ${is} at t ${t}, mean ${mean} on ${dates} dates of ${theses} theses`, () => {
    const figures = DAYS.slice(0, dates).map((date) => ({ date, value: 0.1, count: theses }));
    equal(
      verdictOf({ dates: figures, mean, independentDates: dates, independentMean: mean, t, withoutFigure: [] }),
      is,
    );
  });
}
