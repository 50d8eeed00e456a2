/** The ranking of a screen: which names are drawn, how they are named, and what was cut. */
import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import { ChartError, rankingChart } from "conviction/chart";
import { isDrawable } from "../../src/chart/look.ts";
import { thesisRow } from "../score/prices.ts";
import { rankedRows } from "./charts_fixture.ts";

interface Drawn {
  readonly name: string;
  readonly value?: number;
  readonly shown: string;
}

/** The bars of each panel, from the specification that JupyterLab draws. */
function panelsOf({ spec }: { readonly spec: object }): Drawn[][] {
  const { hconcat } = spec as { hconcat: { data: { values: Drawn[] } }[] };
  return hconcat.map(({ data }) => data.values);
}

const namesOf = (spec: { readonly spec: object }) => panelsOf(spec)[0]?.map(({ name }) => name);
const textsOf = (svg: string) => [...svg.matchAll(/>([^<>]+)<\/t(?:ext|span)>/g)].map(([, text]) => text);

const CUTS = [
  { names: 1, options: {}, drawn: 1, says: "1 name" },
  { names: 31, options: {}, drawn: 31, says: "31 names" },
  { names: 32, options: {}, drawn: 31, says: "The 15 highest and the 15 lowest of 32 names; 2 not drawn" },
  { names: 3_249, options: {}, drawn: 31, says: "The 15 highest and the 15 lowest of 3,249 names; 3,219 not drawn" },
  { names: 500, options: { worst: 0 }, drawn: 16, says: "The 15 highest of 500 names; 485 not drawn" },
  { names: 500, options: { best: 0, worst: 2 }, drawn: 3, says: "The 2 lowest of 500 names; 498 not drawn" },
];
for (const { names, options, drawn, says } of CUTS) {
  Deno.test(`rankingChart() of ${names} names with ${JSON.stringify(options)} says: ${says}`, async () => {
    const chart = rankingChart(rankedRows(names).toReversed(), options);
    const [scores = [], chances = []] = panelsOf(chart);
    deepEqual([scores.length, chances.length], [drawn, drawn]);
    const values = scores.map(({ value }) => value).filter((value) => value !== undefined);
    deepEqual(values, values.toSorted((a, b) => b - a));
    deepEqual(scores.map(({ name }) => name), chances.map(({ name }) => name));
    ok(textsOf(await chart.svg()).includes(says));
  });
}

Deno.test("rankingChart() draws score, chance of a fall and day, and counts rows without a score", async () => {
  const rows = [
    thesisRow({ row: 1, ticker: "AAA", company: "Alpha Inc.", score: 0.314, drawdownProbability: 0.11 }),
    thesisRow({ row: 2, ticker: "BBB", score: -0.05, drawdownProbability: 0.248, asOf: "2020-01-31" }),
    thesisRow({ row: 3, ticker: "CCC", score: -0.5 }),
    thesisRow({ row: 4, ticker: "DDD" }),
  ];
  const texts = textsOf(await rankingChart(rows, { title: "My list", source: "a test" }).svg());
  const wanted = ["My list", "3 names", "As of 1 Jan to 31 Jan 2020; 1 row without a score", "Source: a test"];
  const bars = ["AAA · Alpha Inc.", "BBB", "+0.31", "−0.05", "11%", "24.8%", "not known", "Drawdown risk"];
  for (const text of [...wanted, ...bars]) ok(texts.includes(text), `${text} in ${texts}`);
});

Deno.test("rankingChart() draws no chances when no row has one, or they are on another scale", () => {
  const rows = rankedRows(3).map((row) => ({ ...row, drawdownProbability: undefined }));
  equal(panelsOf(rankingChart(rows)).length, 1);
  equal(panelsOf(rankingChart(rows.map((row) => ({ ...row, drawdownProbability: 12 })))).length, 1);
});

const NAMES = [
  { when: "its company is not Latin", row: { ticker: "7203", company: "トヨタ自動車" }, name: "7203" },
  { when: "its ticker is not Latin", row: { ticker: "貴州茅台", company: "Kweichow Moutai" }, name: "Kweichow Moutai" },
  { when: "nothing of it is Latin", row: { ticker: "貴州茅台", row: 12 }, name: "row 12" },
  { when: "it has accents", row: { ticker: "MC", company: "Moët Hennessy" }, name: "MC · Moët Hennessy" },
  { when: "the company repeats the ticker", row: { ticker: "IBM", company: "IBM" }, name: "IBM" },
];
for (const { when, row, name } of NAMES) {
  Deno.test(`rankingChart() names a row ${name} when ${when}`, () => {
    deepEqual(namesOf(rankingChart([thesisRow({ score: 0.1, ...row })])), [name]);
  });
}

Deno.test("rankingChart() tells rows of one ticker apart", () => {
  const rows = [1, 2].map((row) => thesisRow({ row, ticker: "AAA", score: row }));
  deepEqual(namesOf(rankingChart(rows)), ["AAA, row 2", "AAA, row 1"]);
});

const REFUSED: readonly { when: string; rows?: unknown; options?: unknown; says: RegExp }[] = [
  { when: "there is no row", rows: [], says: /none of 0 rows has a score/ },
  { when: "no row has a score", rows: [thesisRow({})], says: /none of 1 row has a score/ },
  { when: "the rows are a run", rows: { rows: [] }, says: /the rows must be a list, not an object/ },
  { when: "the rows are a promise", rows: Promise.resolve([]), says: /not a promise; await it first/ },
  { when: "the rows are no rows", rows: [null, 1, "x"], says: /none of 3 rows has a score/ },
  { when: "a count is broken", options: { best: 1.5 }, says: /best must be a whole number from 0 to 100/ },
  { when: "a count is too large", options: { worst: 101 }, says: /worst must be a whole number from 0 to 100/ },
  { when: "nothing is wanted", options: { best: 0, worst: 0 }, says: /best and worst are 0/ },
  { when: "an option is unknown", options: { top: 3 }, says: /there is no option top/ },
];
for (const { when, rows = rankedRows(3), options = {}, says } of REFUSED) {
  Deno.test(`rankingChart() throws when ${when}`, () => {
    throws(() => rankingChart(rows as never, options as never), (error) => {
      ok(error instanceof ChartError, `${error}`);
      match(error.message, says);
      return true;
    });
  });
}

Deno.test("isDrawable() is true for the characters that the fonts were made with, and no other", async () => {
  const page = await Deno.readTextFile(new URL("../../src/chart/font/README.md", import.meta.url));
  const ranges = [...page.matchAll(/(?:=|,)U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?/g)]
    .map(([, from = "", to = from]) => [parseInt(from, 16), parseInt(to, 16)] as const);
  ok(ranges.length > 30);
  for (let code = 0; code <= 0xffff; code++) {
    const isInside = ranges.some(([from, to]) => code >= from && code <= to);
    equal(isDrawable(String.fromCharCode(code)), isInside, code.toString(16));
  }
  equal(isDrawable("😀"), false);
});
