import { deepEqual, equal } from "../assert.ts";
import { type About, type AboutKind, aboutText, readAbout, spanOf } from "../../src/data/about.ts";

const SPAN = spanOf({ from: "2017-01-01", to: "2017-12-31" });
const { from, to } = SPAN;
const TEXTS: { readonly [K in AboutKind]: Readonly<Record<string, About & { readonly kind: K }>> } = {
  metric: { beta: { kind: "metric", metric: "beta" } },
  limit: { "beta at_most -0.5": { kind: "limit", metric: "beta", side: "at_most", value: -0.5 } },
  span: { "2017-01-01/2017-12-31": SPAN },
  criteria: {
    "momentum_12_1 highest, volatility lowest": {
      kind: "criteria",
      criteria: [{ metric: "momentum_12_1", end: "highest" }, { metric: "volatility", end: "lowest" }],
    },
  },
  fact: {
    "revenue FY newest": { kind: "fact", item: "revenue", period: "FY", version: "newest" },
    "revenue FY-2>FY-1 first": { kind: "fact", item: "revenue", period: "FY-1", before: "FY-2", version: "first" },
    "net_income 2017-09-30 newest bn.1": {
      kind: "fact",
      item: "net_income",
      period: "2017-09-30",
      version: "newest",
      style: "bn.1",
    },
  },
  own: {
    "scores.my_factor": { kind: "own", name: "scores.my_factor" },
    "scores.my_factor 2017-01-01/2017-12-31": { kind: "own", name: "scores.my_factor", span: { from, to } },
  },
  quote: {
    "0-145 9f86d081884c7d65 a | b.jsonl 12": {
      kind: "quote",
      document: "a | b.jsonl 12",
      digest: "9f86d081884c7d65",
      start: 0,
      end: 145,
    },
  },
  search: {
    "10-K,call | Item 1A | 2017-01-01/* | #supply;china": {
      kind: "search",
      kinds: ["10-K", "call"],
      section: "Item 1A",
      from: "2017-01-01",
      terms: ["#supply", "china"],
    },
    "* | * | */* | *": { kind: "search", kinds: [], terms: [] },
  },
};
for (const [text, about] of Object.values(TEXTS).flatMap((texts) => Object.entries(texts))) {
  Deno.test(`"${text}" is read as a ${about.kind}, and written as it was`, () => {
    deepEqual(readAbout(text), about);
    equal(aboutText(about), text);
  });
}

const NONE = [
  ...[
    "",
    "beta above",
    "beta above much",
    "beta over 1",
    "beta above 1.0",
    "beta highest",
    "beta highest, beta lowest",
  ],
  ...["2017-12-31/2017-01-01", "2017-01-01/2017-12-31/2018-01-01", "2017-02-30/2017-12-31"],
  ...["revenue FY", "revenue FY last", "revenues FY newest", "revenue 2017 newest", "revenue FY>2017 newest"],
  ...["revenue FY>Q>TTM newest", "revenue FY newest bn.7", "revenue FY newest bn.1 more"],
  ...["scores.my_factor.x", "Scores.my_factor", "scores._x", "www.example", "scores.my_factor 2017", "**scores**.x"],
  ...["scores.my_factor 2017-12-31/2017-01-01", "scores.my_factor 2017-01-01/2017-12-31 newest"],
  ...["145-0 9f86d081884c7d65 a", "01-145 9f86d081884c7d65 a", "0-145 9f86 a", "0-145 9f86d081884c7d65 "],
  ...["call,10-K | * | */* | *", "10-K | * | */* | #nothing", "10-K | * | */* | China", "10-K | * | */* | *;more | "],
];
for (const text of NONE) {
  Deno.test(`"${text}" is about nothing`, () => equal(readAbout(text), undefined));
}
