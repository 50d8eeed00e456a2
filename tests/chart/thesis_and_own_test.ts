/** Charts of a thesis and of a score, and one's own specifications. */
import { deepEqual, equal, match, ok, rejects, throws } from "../assert.ts";
import { type Chart, chart, ChartError, reliabilityChart, thesisChart } from "conviction/chart";
import { scoreTheses } from "../../src/score/score_runs.ts";
import { thesisRow } from "../score/prices.ts";
import { PRICES, thesisOf } from "./charts_fixture.ts";

const textsOf = async (chart: Chart) =>
  [...(await chart.svg()).matchAll(/>([^<>]+)<\/t(?:ext|span)>/g)].map(([, text]) => text);

Deno.test("thesisChart() draws the parts of the score and the risks as the answer verified them", async () => {
  const texts = await textsOf(thesisChart(thesisOf("AAA")));
  const words = [
    "AAA: bullish, confidence 0.61",
    "As of 9 Jan 2020; evidence 3 measures in favour, 1 against, 5 without data",
    "Source: AAA",
  ];
  const scores = [
    "Drivers: the parts of the score, −1 to +1",
    "Trend",
    "+0.75",
    "Risk",
    "−0.25",
    "Valuation",
    "Score",
    "+0.25",
  ];
  const risks = ["Risks", "Drawdown risk", "30.0%", "Annualised volatility", "22.0%", "Maximum drawdown"];
  for (const text of [...words, ...scores, ...risks, "25.0%"]) ok(texts.includes(text), `${text} in ${texts}`);
});

Deno.test("thesisChart() of a row of a run is that of its answer", () => {
  const { agent_thesis: { signal, confidence }, metadata = {} } = thesisOf("AAA");
  const { subject, as_of: asOf, score, evidence, verification } = metadata;
  const row = thesisRow({ subject, asOf, score, evidence, signal, confidence, claims: verification?.claims ?? [] });
  deepEqual(thesisChart(row).spec, thesisChart(thesisOf("AAA")).spec);
});

Deno.test("thesisChart() without verified figures draws score and chance, and says how to get the parts", async () => {
  const agent_thesis = { signal: "bullish", confidence: 0.6, reasoning: "" };
  const metadata = { subject: "AAA", score: -0.1, drawdown_probability: 0.3 };
  const texts = await textsOf(thesisChart({ agent_thesis, key_drivers: [], risks: [], metadata }));
  for (const text of ["−0.10", "30%", "The parts of the score come with include: [&quot;verification&quot;]."]) {
    ok(texts.includes(text) || texts.includes(text.replaceAll("&quot;", '"')), `${text} in ${texts}`);
  }
});

Deno.test("thesisChart() of several companies names each, and all of them last", async () => {
  const claims = ["all", "AAA", "BRK.B"].map((name) => ({ id: `${name}.score`, metric: "score", value: 0.1 }));
  const texts = await textsOf(thesisChart(thesisRow({ claims })));
  const places = ["AAA score", "BRK.B score", "all score"].map((name) => texts.indexOf(name));
  ok(places[0] !== -1, `${texts}`);
  deepEqual(places, places.toSorted((a, b) => a - b));
});

Deno.test("thesisChart() draws the scores of another service on their own scale", async () => {
  const texts = await textsOf(thesisChart(thesisRow({ score: 73 })));
  ok(texts.includes("+100") && texts.includes("+73.00"), `${texts}`);
  equal(texts.some((text = "") => text.includes("−1 to +1")), false);
});

Deno.test("reliabilityChart() draws the verdict of the report, its probabilities and its source", async () => {
  const rows = ["2020-01-01", "2020-01-02", "2020-01-03"].map((asOf, at) =>
    thesisRow({ row: at, asOf, confidence: 0.7 })
  );
  const texts = await textsOf(reliabilityChart(scoreTheses(rows, PRICES, { horizons: [2] }), { source: "a test" }));
  for (const text of ["What happened 2 trading days later", "Source: a test", "Forecast", "Observed"]) {
    ok(texts.includes(text), `${text} in ${texts}`);
  }
});

const EMPTY = scoreTheses([thesisRow({ asOf: "2020-01-21" })], PRICES, { horizons: [2] });
const BAR = { data: { values: [{ a: 1 }] }, mark: "bar", encoding: { x: { field: "a", type: "quantitative" } } };
const round: Record<string, unknown> = {};
round["self"] = round;

const REFUSED: readonly { when: string; make: () => unknown; says: RegExp }[] = [
  { when: "a thesis is a promise", make: () => thesisChart(Promise.resolve() as never), says: /not a promise; await/ },
  { when: "a thesis is a text", make: () => thesisChart("bullish" as never), says: /must be an object, not a text/ },
  { when: "a thesis has no figure", make: () => thesisChart(thesisRow({})), says: /has no score, no drawdown risk/ },
  {
    when: "a thesis gets an unknown option",
    make: () => thesisChart(thesisRow({ score: 1 }), { x: 1 } as never),
    says: /no option x/,
  },
  {
    when: "a report is another object",
    make: () => reliabilityChart({} as never),
    says: /must be that of scoreTheses/,
  },
  { when: "a report is rows", make: () => reliabilityChart([] as never), says: /scoreTheses\(\), not a list/ },
  {
    when: "no thesis has an outcome",
    make: () => reliabilityChart(EMPTY),
    says: /no thesis of the report has an outcome/,
  },
  { when: "a specification is a text", make: () => chart("bar" as never), says: /must be an object, not a text/ },
  { when: "a specification is nothing", make: () => chart(null as never), says: /must be an object, not null/ },
  {
    when: "a specification is Vega",
    make: () => chart({ $schema: "https://vega.github.io/schema/vega/v5.json" }),
    says: /its \$schema is/,
  },
  {
    when: "its version is 6",
    make: () => chart({ ...BAR, $schema: "https://vega.github.io/schema/vega-lite/v6.json" }),
    says: /v6\.json", not "https:\S+v5\.json"/,
  },
  { when: "a specification holds itself", make: () => chart(round), says: /is no JSON \(Converting circular/ },
  { when: "a specification has a bigint", make: () => chart({ ...BAR, width: 1n }), says: /is no JSON/ },
  {
    when: "a specification is too large",
    make: () => chart({ ...BAR, data: { values: Array(60_000).fill({ text: "x".repeat(80) }) } }),
    says: /has 5\.\d MiB as JSON, more than 4: aggregate/,
  },
];
for (const { when, make, says } of REFUSED) {
  Deno.test(`a chart is refused when ${when}`, () => {
    throws(make, (error) => {
      ok(error instanceof ChartError, `${error}`);
      match(error.message, says);
      return true;
    });
  });
}

const UNDRAWABLE = [
  { when: "its data is elsewhere", spec: { ...BAR, data: { url: "prices.csv" } }, says: /refers to "prices\.csv"/ },
  { when: "its mark is unknown", spec: { ...BAR, mark: "spiral" }, says: /./ },
];
for (const { when, spec, says } of UNDRAWABLE) {
  Deno.test(`a chart of one's own is not drawn, and no cell gets it, when ${when}`, async () => {
    const own = chart(spec);
    for (
      const draw of [() => own.svg(), () => own.png(), () => Reflect.get(own, Symbol.for("Jupyter.display")).call(own)]
    ) {
      await rejects(draw, (error) => {
        ok(error instanceof ChartError, `${error}`);
        match(error.message, says);
        return true;
      });
    }
  });
}

Deno.test("chart() copies its specification, and takes its embed options for nobody's", () => {
  const values = [{ a: 1 }];
  const own = chart({
    ...BAR,
    data: { values },
    usermeta: { note: 1, embedOptions: { patch: "https://example.com" } },
  });
  values.push({ a: 2 });
  deepEqual(own.spec["data"], { values: [{ a: 1 }] });
  const { note, embedOptions } = own.spec["usermeta"] as { note: number; embedOptions: object };
  deepEqual([note, Object.keys(embedOptions)], [1, ["actions"]]);
});

const WORDS = [
  { when: "it has a title", more: { title: "Two bars" }, words: "Two bars" },
  { when: "its title has parts", more: { title: { text: "Two bars", subtitle: "x" } }, words: "Two bars" },
  { when: "it has a description", more: { title: "T", description: "Two bars" }, words: "Two bars" },
  { when: "it has neither", more: {}, words: "A chart" },
];
for (const { when, more, words } of WORDS) {
  Deno.test(`a chart of one's own reads ${JSON.stringify(words)} as text when ${when}`, async () => {
    const own = chart({ ...BAR, ...more });
    const bundle = await Reflect.get(own, Symbol.for("Jupyter.display")).call(own);
    equal(bundle["text/plain"], words);
  });
}
