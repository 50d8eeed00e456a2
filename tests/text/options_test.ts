import { equal } from "../assert.ts";
import { nearestName } from "../../src/text/nearest_name.ts";
import { listOf, MILLISECONDS, NUMBER, oneOf, optionProblem, TEXT, TEXTS } from "../../src/text/options.ts";

const SHAPES = { baseUrl: TEXT, headers: TEXTS, files: oneOf("auto", "none"), waitMs: MILLISECONDS, price: NUMBER };

const USABLE: readonly object[] = [
  {},
  { baseUrl: undefined, headers: undefined },
  { baseUrl: "http://a.example", headers: { "x-desk": "quant" }, files: "none", waitMs: 0, price: 0.25 },
];

Deno.test("optionProblem() finds nothing in options that are known, of their kind, or undefined", () => {
  for (const given of USABLE) equal(optionProblem(given, SHAPES), undefined);
});

const UNUSABLE: readonly (readonly [unknown, string])[] = [
  [{ baseURL: "x" }, "there is no option baseURL; did you mean baseUrl?"],
  [{ baseURL: undefined }, "there is no option baseURL; did you mean baseUrl?"],
  [{ base_url: "x" }, "there is no option base_url; did you mean baseUrl?"],
  [{ header: {} }, "there is no option header; did you mean headers?"],
  [{ toString: 1 }, "there is no option toString; there are baseUrl, headers, files, waitMs, price"],
  [{ price: "0.25" }, "price must be a number, not a text"],
  [{ waitMs: -1 }, "waitMs must be a number of milliseconds from 0, not -1"],
  [{ waitMs: NaN }, "waitMs must be a number of milliseconds from 0, not NaN"],
  [{ headers: ["a: b"] }, 'headers must be an object of texts, like { "x-desk": "quant" }, not a list'],
  [{ headers: { a: 1 } }, 'headers must be an object of texts, like { "x-desk": "quant" }, not an object'],
  [{ baseUrl: { file: "x" } }, "baseUrl must be a text, not an object"],
  [{ baseUrl: null }, "baseUrl must be a text, not null"],
  [{ baseUrl: Promise.resolve("x") }, "baseUrl must be a text, not a promise; await it first"],
  [{ files: "all" }, 'files must be "auto" or "none", not another text'],
  ["http://a.example", "its options must be an object, not a text"],
  [["a"], "its options must be an object, not a list"],
  [null, "its options must be an object, not null"],
];

for (const [given, state] of UNUSABLE) {
  Deno.test(`optionProblem() says "${state}"`, () => equal(optionProblem(given, SHAPES)?.state, state));
}

Deno.test("optionProblem() never shows a text of the caller's, which may be a key", () => {
  for (const name of Object.keys(SHAPES)) {
    for (const value of ["sk-secret", ["sk-secret"], { key: ["sk-secret"] }]) {
      equal(optionProblem({ [name]: value }, SHAPES)?.state.includes("secret") ?? false, false);
    }
  }
});

Deno.test("listOf() wants a list of objects with these fields", () => {
  const { fits, words } = listOf("{ count: 5 }", { count: NUMBER });
  equal(words, "a list like [{ count: 5 }]");
  for (const value of [[], [{ count: 1 }, { count: 2, unit: "s" }]]) equal(fits(value), true);
  for (const value of ["5/s", [5], [{ count: "5" }], [{}], { count: 5 }]) equal(fits(value), false);
});

const NEAREST: readonly (readonly [string, string | undefined])[] = [
  ["max-cost", "maxCost"],
  ["maxcosts", "maxCost"],
  ["modle", "model"],
  ["Model", "model"],
  ["tickers", undefined],
];

Deno.test("nearestName() finds the name with the fewest edits, but none that is mostly another word", () => {
  for (const [name, meant] of NEAREST) equal(nearestName(name, ["model", "maxCost", "until"]), meant);
  equal(nearestName("model", []), undefined);
  equal(nearestName("", [""]), undefined);
});
