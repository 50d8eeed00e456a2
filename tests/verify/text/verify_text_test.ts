import { openHistory } from "../../worlds/history.ts";
import type { DatasetView } from "../../../src/data/dataset.ts";
import type { Finding } from "../../../src/verify/text/text_report.ts";
import { statementsOf } from "../../../src/verify/domains/statements.ts";
import { boundFigure } from "../../../src/verify/text/bind_figures.ts";
import { judgeFigure } from "../../../src/verify/text/judged_figures.ts";
import { sentenceMarks } from "../../../src/verify/text/sentence_marks.ts";
import { verifyText } from "../../../src/verify/text/verify_text.ts";
import { deepEqual, equal, ok } from "../../assert.ts";

const sample = await openHistory();
const view = sample.at("2017-12-29");

/** Each claim as `shown: finding`. */
function findings(text: string, tickers?: readonly string[]): readonly string[] {
  const { sentences } = verifyText(text, view, tickers && { tickers });
  return sentences.flatMap(({ claims }) => claims.map(({ shown, finding }) => `${shown}: ${finding}`));
}

const CASES: readonly (readonly [what: string, text: string, found: readonly string[]])[] = [
  ["a figure of a fiscal year", "Apple's revenue was $215.6 billion in fiscal 2016.", ["$215.6 billion: proven"]],
  ["one that is another", "Apple's revenue was $251.6 billion in fiscal 2016.", ["$251.6 billion: false"]],
  ["one of another year", "Apple's revenue was $215.6 billion in fiscal 2015.", ["$215.6 billion: false"]],
  ["one in the wrong unit", "Apple's revenue was $215.6 million in fiscal 2016.", ["$215.6 million: false"]],
  ["one that was cut off", "Apple's revenue was $233 billion in fiscal 2015.", ["$233 billion: unknown"]],
  ["about", "Apple's revenue was about $217 billion in fiscal 2016.", ["$217 billion: proven"]],
  ["a bound that holds", "Apple had revenue of more than $215 billion in fiscal 2016.", ["$215 billion: proven"]],
  ["a bound that does not", "Apple had revenue of less than $215 billion in fiscal 2016.", ["$215 billion: false"]],
  ["a change", "Apple's revenue fell 7.7% in fiscal 2016.", ["7.7%: proven"]],
  ["a change the other way", "Apple's revenue rose 7.7% in fiscal 2016.", ["7.7%: false"]],
  ["a word of a change", "Apple's revenue rose in fiscal 2016.", ["rose: false"]],
  [
    "two years",
    "Apple's revenue fell from $233.7 billion in fiscal 2015 to $215.6 billion in fiscal 2016.",
    ["fell: proven", "$233.7 billion: proven", "$215.6 billion: proven"],
  ],
  ["a margin", "In fiscal 2016 Apple had a gross margin of 38.0%.", ["38.0%: proven"]],
  ["a share of revenue", "Apple spent 4.7% of its revenue on R&D in fiscal 2016.", ["4.7%: proven"]],
  ["earnings per share", "Apple earned $8.14 per diluted share in fiscal 2016.", ["$8.14: proven"]],
  ["a part of the company", "Apple's iPhone revenue was $999.9 billion in fiscal 2016.", ["$999.9 billion: unknown"]],
  ["a plan", "Apple expects revenue of $999.9 billion in fiscal 2016.", ["$999.9 billion: unknown"]],
  ["a denial", "Apple's revenue was not $999.9 billion in fiscal 2016.", ["$999.9 billion: unknown"]],
  ["a company that is not known", "Initech's revenue was $999.9 billion in fiscal 2016.", ["$999.9 billion: unknown"]],
  ["an item that is not read", "Apple's deferred revenue was $999.9 billion in fiscal 2016.", [
    "$999.9 billion: unknown",
  ]],
  ["a time before the reports", "Apple's revenue was $1.0 billion in fiscal 1982.", ["$1.0 billion: unknown"]],
  ["an invented figure without a time", "Apple's revenue was $999.9 billion.", ["$999.9 billion: false"]],
  ["a figure without a time that is some year's", "Apple's revenue was $170.9 billion.", ["$170.9 billion: unknown"]],
  ["which of two has more of an item", "Apple's revenue was larger than Alphabet's in fiscal 2016.", [
    "larger: proven",
  ]],
  ["the other order of two", "Alphabet had higher revenue than Apple in fiscal 2016.", ["higher: false"]],
  ["two companies of which one is not known", "Apple's revenue is larger than Microsoft's.", ["larger: unknown"]],
  ["a half of a fiscal year", "Apple's revenue was $124.3 billion in the first half of fiscal 2017.", [
    "$124.3 billion: proven",
  ]],
  ["another of it", "Apple's revenue was $224.3 billion in the first half of fiscal 2017.", ["$224.3 billion: false"]],
  ["a second half", "In the second half of fiscal 2017 Apple's revenue was $104.9 billion.", [
    "$104.9 billion: proven",
  ]],
  ["nine months", "Apple's revenue in the first nine months of fiscal 2017 was $169.6 billion.", [
    "$169.6 billion: proven",
  ]],
  ["a half of a year that may be the calendar's", "Apple's revenue was $123.4 billion in H1 2017.", [
    "$123.4 billion: unknown",
  ]],
  ["a half of a calendar year that is its own", "Alphabet's revenue was $51.10 billion in H1 2017.", [
    "$51.10 billion: proven",
  ]],
  ["a time of a year that is not read", "Apple's revenue was $123.4 billion in the six months of 2017.", [
    "$123.4 billion: unknown",
  ]],
  ["a figure of a price", "Apple's shares lost 14% in 2016.", ["14%: false"]],
  ["a return with dividends", "Apple's shares gained 35.6% in 2016.", ["35.6%: proven"]],
  ["a return that is near", "Apple's shares gained 36.6% in 2016.", ["36.6%: unknown"]],
  ["a day that is the writer's", "Apple closed at $150.00 today.", ["$150.00: unknown"]],
  ["a measure of another usual formula", "Apple's beta is 1.25.", ["1.25: unknown"]],
  ["a close before a split", "Apple closed at $676.92 on December 29, 2017.", ["$676.92: unknown"]],
  ["a close of no day", "Apple closed at $99,000.", ["$99,000: false"]],
  ["no figure", "Apple makes telephones.", []],
];

for (const [what, text, found] of CASES) {
  Deno.test(`verifyText() decides on ${what}: ${text}`, () => deepEqual(findings(text), found));
}

Deno.test("a sentence without a company or a time is about those of the sentence before it", () => {
  const text =
    "Apple looks back on fiscal 2016.\nRevenue was $215.6 billion.\nNet income was $44.6 billion, not what it was.";
  deepEqual(findings(text), ["$215.6 billion: proven", "$44.6 billion: unknown"]);
});

Deno.test("a text that names no company is about the one that it is said to be about", () => {
  const text = "Revenue was $215.6 billion in fiscal 2016.";
  deepEqual(findings(text), ["$215.6 billion: unknown"]);
  deepEqual(findings(text, ["AAPL"]), ["$215.6 billion: proven"]);
});

Deno.test("nothing that was filed after the day of the view is known", () => {
  const text = "Apple's revenue was $229.2 billion in the year ended September 30, 2017.";
  const on = (day: string): Finding | undefined => verifyText(text, sample.at(day)).sentences[0]?.finding;
  equal(on("2017-12-29"), "proven");
  equal(on("2017-10-15"), "unknown");
});

Deno.test("a claim names its place, its line, and the nearest that the reports say", () => {
  const text = "# Apple\n\n- Revenue, fiscal 2016: $251.6 billion\n";
  const { sentences: [sentence], asOf, ...counts } = verifyText(text, view);
  const [claim] = sentence?.claims ?? [];
  equal(asOf, "2017-12-29");
  deepEqual(counts, { proven: 0, false: 1, unknown: 0 });
  equal(sentence?.line, 3);
  equal(text.slice(claim?.start, claim?.end), "$251.6 billion");
  equal(claim?.evidence, "revenue of the year to 2016-09-24 is $215.6bn");
  equal(claim?.source, "made");
});

/** A view that counts how often the records of a company are asked for. */
function counted(): { readonly view: DatasetView; readonly asked: () => number } {
  let asked = 0;
  const counting: DatasetView = {
    ...view,
    prices: (ticker) => view.prices(ticker),
    filed: (ticker) => {
      asked += 1;
      return view.filed(ticker);
    },
  };
  return { view: counting, asked: () => asked };
}

const HOSTILE: readonly (readonly [what: string, piece: string])[] = [
  ["figures", "Apple revenue 1.1% "],
  ["brackets", "(((((((((( us-gaap "],
  ["blanks", "            \t   "],
  ["years", "fiscal 2016 2015, "],
  ["items", "revenue net income "],
  ["digits", "1111111111111111111"],
  ["ways", "rose fell up down "],
  ["sentences", "Apple revenue $1 bn.\n"],
  ["a phrase without an end", "AAPL has the highest beta to the S&P 500: AAPL 1.30, GOOGL 1.01 and "],
  ["moves", "AAPL rose 3% in June 2016, MSFT fell in 2017 "],
];

for (const [what, piece] of HOSTILE) {
  Deno.test(`100 kB of ${what} are read in work that grows with the text alone`, () => {
    const readsOf = (size: number) => {
      const { view, asked } = counted();
      const report = verifyText(piece.repeat(Math.ceil(size / piece.length)).slice(0, size), view);
      return { asked: asked(), claims: report.proven + report.false + report.unknown };
    };
    const [one, ten] = [readsOf(10_000), readsOf(100_000)];
    ok(ten.asked <= 10 * one.asked + 100, `${one.asked} and ${ten.asked}`);
    ok(ten.claims <= 10 * one.claims + 100, `${one.claims} and ${ten.claims}`);
  });
}

Deno.test("a figure without a time is held against the periods of a company that were read once", () => {
  let read = 0;
  const statements = statementsOf(view.records("AAPL"));
  const counting: typeof statements = new Proxy(statements, {
    get: (target, key) => {
      read += 1;
      const found = Reflect.get(target, key);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  const readsOf = (count: number) => {
    read = 0;
    for (let at = 0; at < count; at++) {
      const marks = sentenceMarks(`Revenue was $${100 + at}.3 billion.`, []);
      const [figure] = marks.figures;
      const bound = figure && boundFigure(marks, figure);
      ok(typeof bound === "object");
      judgeFigure(bound, { statements: counting, carried: undefined, asOf: "2017-12-29" });
    }
    return read;
  };
  ok(readsOf(1) > 100);
  equal(readsOf(1000), 0);
});
