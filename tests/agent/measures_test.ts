import { deepEqual, equal, ok } from "../assert.ts";
import { ask, measuresOf, outputsOf, thesisOf } from "./ask.ts";

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
