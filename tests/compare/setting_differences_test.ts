import { deepEqual } from "../assert.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import { run, thesis } from "./thesis_rows.ts";

const A = "AAPL";
const DATA = {
  ...{ notice: "", names: 1, files: { found: 1, read: 1 }, first: "2017-01-02", last: "2017-12-29" },
  ...{ problems: [], more_problems: 0 },
};
const SETTINGS: readonly {
  readonly when: string;
  readonly before: Parameters<typeof run>;
  readonly after: Parameters<typeof run>;
  readonly differs: readonly (readonly [string, string, string])[];
}[] = [
  { when: "nothing", before: [[]], after: [[]], differs: [] },
  {
    when: "service and model",
    before: [[], { service: { name: "embedded", model: "conviction-smart" } }],
    after: [[], { service: { name: "https://research.example" } }],
    differs: [["service", "embedded", "https://research.example"], ["model", "conviction-smart", "none"]],
  },
  {
    when: "the sample and own prices that end on the same day",
    before: [[thesis(A, {})], { service: { name: "embedded", isSample: true }, data: DATA }],
    after: [[thesis(A, {})], { service: { name: "embedded" }, data: DATA }],
    differs: [["service", "embedded (sample history)", "embedded (own prices)"]],
  },
  {
    when: "nothing, where both are of the sample",
    before: [[], { service: { name: "embedded", isSample: true }, data: DATA }],
    after: [[], { service: { name: "embedded", isSample: true }, data: DATA }],
    differs: [],
  },
  {
    when: "the prompt",
    before: [[], { options: {} }],
    after: [[], { options: { prompt: "Judge {{ticker}}", promptColumn: "question" } }],
    differs: [["prompt", "none", 'Judge {{ticker}} (or per row, column "question")']],
  },
  {
    when: "the end of a long prompt",
    before: [[], { options: { prompt: `${"word ".repeat(100)}as an optimist` } }],
    after: [[], { options: { prompt: `${"word ".repeat(100)}as a pessimist` } }],
    differs: [[
      "prompt",
      "… word word word word word word word as an optimist",
      "… word word word word word word word as a pessimist",
    ]],
  },
  {
    when: "the body, but not the order of its fields",
    before: [[], { options: { body: { a: 1, b: { c: 2, d: 3 } } } }],
    after: [[], { options: { body: { b: { d: 3, c: 2 }, a: 1 } } }],
    differs: [],
  },
  {
    when: "the body",
    before: [[], { options: {} }],
    after: [[], { options: { body: { q: "{{prompt}}" } } }],
    differs: [["body", "none", '{"q":"{{prompt}}"}']],
  },
  {
    when: "engine and data",
    before: [[thesis(A, { engine: "analyst/0.1", asOf: "2017-06-14" })]],
    after: [[thesis(A, { engine: "analyst/0.2", asOf: "2017-06-15" }), thesis("B", { asOf: "2017-06-13" })]],
    differs: [["engine", "analyst/0.1", "analyst/0.2"], ["as_of", "2017-06-14", "2017-06-15"]],
  },
  {
    when: "what the names are measured against",
    before: [[thesis(A, {})]],
    after: [[thesis(A, { benchmark: "SPY" })]],
    differs: [["benchmark", "none", "SPY"]],
  },
  {
    when: "only the requested day",
    before: [[thesis(A, { asOf: "2017-06-16", requestedAsOf: "2017-06-16" })]],
    after: [[thesis(A, { asOf: "2017-06-16", requestedAsOf: "2017-06-18" })]],
    differs: [["as_of", "2017-06-16", "2017-06-16, requested 2017-06-18"]],
  },
  {
    when: "days requested by rows",
    before: [[thesis(A, { requestedAsOf: "2017-01-01" }), thesis("B", { requestedAsOf: "2016-01-01" })]],
    after: [[], { service: { name: "embedded", model: "conviction-smart", dataEnds: "2017-12-29" } }],
    differs: [["as_of", "2016-01-01 to 2017-01-01", "2017-12-29"]],
  },
];
for (const { when, before, after, differs } of SETTINGS) {
  Deno.test(`compareRuns() reports different settings: ${when}`, () => {
    const { differences } = compareRuns(run(...before), run(...after));
    deepEqual(differences.map(({ setting, before, after }) => [setting, before, after]), differs);
  });
}
