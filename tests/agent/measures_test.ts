import { deepEqual, equal, ok } from "../assert.ts";
import { AAPL, IBM } from "../verify/sample_drafts.ts";
import { ask, measuresOf, outputsOf, thesisOf } from "./ask.ts";

const NO_MEASURE = /^(?:score|probability|rank|peers|months)/;

for (const { ticker, values } of [AAPL, IBM]) {
  Deno.test(`the analysts compute every measure of ${ticker} at 2017-12-29 as numpy does`, async () => {
    const measures = measuresOf(await ask(`Analyse ${ticker}`));
    const expected = Object.entries(values).filter(([metric]) => !NO_MEASURE.test(metric));
    deepEqual([...measures.keys()].toSorted(), expected.map(([metric]) => metric).toSorted());
    for (const [metric, value = NaN] of expected) {
      const found = measures.get(metric)?.value ?? NaN;
      ok(Math.abs(found - value) <= 1e-6 * Math.max(1, Math.abs(value)), `${metric} is ${found}, not ${value}`);
    }
  });
}

// Scores from the same script: percentiles over 8 companies, else, of momentum and of the 200-day mean alone, over the
// company's own month-ends.
const SCORES = [
  { ticker: "AAPL", trend: 0.3508, risk: undefined, score: 0.3508 },
  { ticker: "ADBE", trend: 0.3125, risk: 0.625, score: 0.4688 },
  { ticker: "AMZN", trend: 0.4375, risk: -0.375, score: 0.0313 },
  { ticker: "DELL", trend: -0.0625, risk: -0.875, score: -0.4688 },
  { ticker: "GOOGL", trend: 0.0625, risk: 0.375, score: 0.2188 },
  { ticker: "IBM", trend: -0.5, risk: 0.875, score: 0.1875 },
  { ticker: "MSFT", trend: 0, risk: -0.125, score: -0.0625 },
  { ticker: "XRX", trend: -0.4375, risk: -0.625, score: -0.5313 },
];

for (const { ticker, score, ...domains } of SCORES) {
  Deno.test(`the scores of ${ticker} at 2017-12-29 equal those of the reference`, async () => {
    const steps = await ask(`Analyse ${ticker}`);
    for (const [domain, expected] of Object.entries(domains)) {
      const output = outputsOf(steps, `${domain}_analysis`)[0]?.output as { score?: number };
      equal(near(output.score), near(expected), domain);
    }
    equal(near(thesisOf(steps).metadata?.score), near(score));
  });
}

/** The tools report four digits; the fifth of the reference may round either way. */
function near(value: number | undefined): string | undefined {
  return value === undefined ? undefined : value.toFixed(3);
}

const STANDINGS = [
  {
    ticker: "IBM",
    metric: "momentum_12_1",
    comparedWith: "rank 8 of 8 companies",
    percentile: 0.0625,
    direction: "against",
  },
  {
    ticker: "ADBE",
    metric: "return_1m",
    comparedWith: "rank 1 of 8 companies",
    percentile: 0.9375,
    direction: "against",
  },
  {
    ticker: "AAPL",
    metric: "momentum_12_1",
    comparedWith: "own history, 44 month-ends",
    percentile: 0.8295,
    direction: "for",
  },
  {
    ticker: "AAPL",
    metric: "trend_200d",
    comparedWith: "own history, 47 month-ends",
    percentile: 0.5213,
    direction: "neither",
  },
];
for (const { ticker, metric, ...standing } of STANDINGS) {
  Deno.test(`${metric} of ${ticker} is compared with ${standing.comparedWith}`, async () => {
    const found = measuresOf(await ask(`Analyse ${ticker}`)).get(metric);
    deepEqual(
      { comparedWith: found?.comparedWith, percentile: found?.percentile, direction: found?.direction },
      standing,
    );
  });
}

const ABSENT = [
  { ticker: "DELL", tool: "risk_analysis", metric: "beta", reason: "needs 25 bars, has 16" },
  { ticker: "IBM", tool: "risk_analysis", metric: "var_95", reason: "needs daily bars, has monthly ones" },
];
for (const { ticker, tool, metric, reason } of ABSENT) {
  Deno.test(`a measure that cannot be computed is listed with its reason: ${metric} of ${ticker} ${reason}`, async () => {
    const output = outputsOf(await ask(`Analyse ${ticker}`), tool)[0]?.output as { missing: unknown[] };
    ok(output.missing.some((one) => JSON.stringify(one) === JSON.stringify({ metric, reason })));
  });
}

Deno.test("a measure whose finding is across stocks has no score where there are too few of them", async () => {
  const steps = await ask("Analyse AAPL");
  const output = outputsOf(steps, "risk_analysis")[0]?.output as { abstains?: string; score?: number };
  equal(output.score, undefined);
  equal(output.abstains, "needs 8 companies to compare with, has 1");
});

Deno.test("a tool that can only abstain is not called, and what it would be is counted", async () => {
  const steps = await ask("Analyse IBM");
  for (const domain of ["liquidity", "quality", "value", "events", "insider", "text"]) {
    deepEqual(outputsOf(steps, `${domain}_analysis`), [], domain);
  }
  equal(thesisOf(steps).metadata?.evidence?.abstained, 5);
});
