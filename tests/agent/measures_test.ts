import { deepEqual, equal, ok } from "../assert.ts";
import { ask, measuresOf, outputsOf, thesisOf } from "./ask.ts";

// Made with pandas 3.1.1 and numpy 2.4.6 from the sample's CSV files: `pct_change`, `rolling`-free tails, `std(ddof=1)`,
// `cummax`, `numpy.cov`; the chance of a fall by 400 terms of the cosine series of the formula, and the map of its log odds, not by ours.
const AAPL_DAILY = {
  close: 169.229996,
  momentum_12_1: 0.4518974697533418,
  return_12m: 0.4497557752996888,
  excess_12m: 0.2610936841615459,
  trend_200d: 0.08540603247001433,
  turn_200d: 155.9940199396985,
  turn_gap: -0.07821294317292016,
  high_52w: 0.9592449717633486,
  return_1m: -0.0014751003416355601,
  volatility: 0.17591829574252887,
  volatility_recent: 0.180326874684551,
  max_drawdown_1y: -0.08859706257794764,
  var_95: -0.015117577656391323,
  es_95: -0.023470220378490617,
  beta: 1.3784797273737237,
  drawdown_probability: 0.11094253672635172,
  dollar_volume: 4174714657.0718,
  amihud: 0.001727496402118703,
};
const IBM_MONTHLY = {
  close: 118.26,
  momentum_12_1: -0.045976358263241646,
  return_12m: -0.03987919332315781,
  excess_12m: -0.2340788422469261,
  trend_200d: 0.017903253572043587,
  turn_200d: 114.61766666666666,
  turn_gap: -0.03079936862280852,
  high_52w: 0.8862808579522461,
  return_1m: 0.006390999838310263,
  volatility: 0.1760197981237482,
  max_drawdown_1y: -0.1904686961344184,
  beta: 1.0518903547143597,
  drawdown_probability: 0.06516194872444481,
};

for (const [ticker, expected] of [["AAPL", AAPL_DAILY], ["IBM", IBM_MONTHLY]] as const) {
  Deno.test(`the analysts compute every measure of ${ticker} at 2017-12-29 as pandas does`, async () => {
    const measures = measuresOf(await ask(`Analyse ${ticker}`));
    deepEqual([...measures.keys()].toSorted(), Object.keys(expected).toSorted());
    for (const [metric, value] of Object.entries(expected)) {
      const found = measures.get(metric)?.value ?? NaN;
      ok(Math.abs(found - value) <= 1e-6 * Math.max(1, Math.abs(value)), `${metric} is ${found}, not ${value}`);
    }
  });
}

// Scores from the same script: percentiles over 8 companies, else, of momentum and of the 200-day mean alone, over the
// company's own month-ends.
const SCORES = [
  { ticker: "AAPL", trend: 0.1308, risk: undefined, score: 0.1308 },
  { ticker: "ADBE", trend: 0.4375, risk: 0.625, score: 0.5313 },
  { ticker: "AMZN", trend: 0.4375, risk: -0.875, score: -0.2188 },
  { ticker: "DELL", trend: -0.1875, risk: -0.375, score: -0.2812 },
  { ticker: "GOOGL", trend: -0.1562, risk: 0.375, score: 0.1094 },
  { ticker: "IBM", trend: -0.5625, risk: 0.875, score: 0.1563 },
  { ticker: "MSFT", trend: 0.2188, risk: -0.125, score: 0.0469 },
  { ticker: "XRX", trend: -0.375, risk: -0.625, score: -0.5 },
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
    ticker: "DELL",
    metric: "return_1m",
    comparedWith: "rank 1 of 8 companies",
    percentile: 0.9375,
    direction: "against",
  },
  {
    ticker: "AAPL",
    metric: "momentum_12_1",
    comparedWith: "own history, 44 month-ends",
    percentile: 0.7159,
    direction: "for",
  },
  {
    ticker: "AAPL",
    metric: "trend_200d",
    comparedWith: "own history, 47 month-ends",
    percentile: 0.4149,
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
