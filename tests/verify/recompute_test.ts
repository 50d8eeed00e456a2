import { equal, match, ok } from "../assert.ts";
import { ofMetric } from "../../src/data/about.ts";
import { VOCABULARY } from "../../src/data/vocabulary.ts";
import { isMetricId, type MetricId } from "../../src/data/metrics/metric.ts";
import { openHistory } from "../worlds/history.ts";
import { reflectedProbability } from "../../src/verify/domains/chance.ts";
import { Ground, KNOWLEDGE } from "../../src/verify/knowledge.ts";
import { expectedIn, problemOf } from "../../src/verify/recompute.ts";
import { claimOf, type Values } from "./draft_maker.ts";
import { AAPL, COMPARISONS, IBM } from "./sample_drafts.ts";

const view = (await openHistory()).at("2017-12-29");
const NAMES = Object.keys(VOCABULARY.metrics).filter(isMetricId);

/** What is wrong with a claim in its slot; `undefined` when it is right. */
function recompute(metric: MetricId, company: Values, { value, of }: { value?: number; of?: MetricId } = {}) {
  const key = of === undefined ? metric : `${metric} ${of}`;
  const values = { ...company.values, ...(value !== undefined && { [key]: value }) };
  const claim = claimOf(metric, [{ ...company, values }], of);
  const slot = { metric, about: [company.ticker], of: of === undefined ? of : ofMetric(of) };
  const expected = expectedIn(slot, new Ground(view, { companies: [company.ticker] }, KNOWLEDGE));
  if ("problem" in expected) return expected.problem;
  return claim === undefined ? "has no value" : problemOf(claim, expected);
}

for (const company of [AAPL, IBM]) {
  for (const metric of NAMES.filter((name) => company.values[name] !== undefined)) {
    Deno.test(`the verifier agrees with numpy on ${metric} of ${company.ticker}, ${company.frequency}, to nine digits`, () => {
      equal(recompute(metric, company), undefined);
      const value = company.values[metric] ?? NaN;
      match(recompute(metric, company, { value: value * (1 + 3e-9) }) ?? "", /but the data give/);
    });
  }
}

for (const { metric, of, value, ...company } of COMPARISONS) {
  Deno.test(`the verifier agrees with numpy on ${metric} of ${company.ticker}'s ${of}`, () => {
    equal(recompute(metric, company, { value, of }), undefined);
    ok(recompute(metric, company, { value: value + 1, of }));
  });
}

const ABSENT: readonly { metric: MetricId; of?: MetricId; why: string }[] = [
  { metric: "var_95", why: "on monthly bars" },
  { metric: "months", of: "beta", why: "whose finding is across stocks" },
  { metric: "peers", of: "beta", why: "when only seven companies have one" },
  { metric: "months", of: "momentum_12_1", why: "when peers are the comparison" },
  { metric: "rank", why: "without the ranked measure" },
];
for (const { metric, of, why } of ABSENT) {
  Deno.test(`the verifier has no ${metric} ${why}`, () => {
    for (const value of [0, 1, 7, 8, 336]) ok(recompute(metric, IBM, { value, ...(of && { of }) }));
  });
}

/**
 * The definition's series, 1 - (4/pi) sum (-1)^k/(2k+1) exp(-(2k+1)^2 pi^2 s^2 T/(8 h^2)), with mpmath's 40 digits:
 * `always` with h = -ln 0.85, `daily` with h = -ln 0.85 + 1.1652 s / sqrt(252).
 */
const CHANCES = [
  { deviation: 0.03, always: 4.7201326509704806495e-27, daily: 9.3921273851506601058e-28 },
  { deviation: 0.08, always: 0.000096903172929138908847, daily: 0.00005112510780365627876 },
  { deviation: 0.2, always: 0.20824229151319204624, daily: 0.15279199107496393888 },
  { deviation: 0.45, always: 0.88033817467680395922, daily: 0.75135354270861053719 },
  { deviation: 1.5, always: 0.9999999999950534247, daily: 0.99988784638844778982 },
];
for (const { deviation, always, daily } of CHANCES) {
  Deno.test(`reflectedProbability() is right to twelve significant digits at a yearly deviation of ${deviation}`, () => {
    for (const [chance, looksPerYear] of [[always, Infinity], [daily, 252]] as const) {
      const computed = reflectedProbability(deviation ** 2, { depth: -Math.log(0.85), years: 0.25, looksPerYear });
      ok(Math.abs(computed / chance - 1) < 1e-12, `${computed}`);
    }
  });
}
