import { deepEqual, equal, match, ok } from "../assert.ts";
import { findingsOn } from "../../src/agent/findings.ts";
import { KNOWLEDGE } from "../../src/agent/tools.ts";
import { Memory } from "../../src/agent/memory.ts";
import { pullsOf, scoreOf, sideOf } from "../../src/agent/synthesis.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { seriesOf } from "../../src/data/series.ts";
import { ask, askOf, sample, thesisOf } from "./ask.ts";

const DAYS = ["2017-12-29", "2016-06-30", "2013-09-30", "2008-06-30", "2001-01-31"];

for (const asOf of DAYS) {
  Deno.test(`the first driver as of ${asOf} has the largest clear pull in the direction of the score`, async () => {
    const view = sample.at(asOf);
    for (const company of view.companies) {
      const findings = findingsOn(company, {
        view,
        knowledge: KNOWLEDGE,
        memory: new Memory({ maxBytes: 0, bytesOf: () => 1 }),
      });
      const score = findings && scoreOf(findings);
      if (findings === undefined || score === undefined) continue;
      const pulls = pullsOf(findings);
      const sum = pulls.reduce((all, { pull }) => all + pull, 0);
      ok(Math.abs(sum - score) < 1e-12, `the pulls of ${company.ticker} add up to ${sum}, its score is ${score}`);
      const own = pulls.filter(({ measure }) => sideOf(measure) === (score < 0 ? "against" : "for"));
      const largest = own.toSorted((one, other) => Math.abs(other.pull) - Math.abs(one.pull))[0];
      const { key_drivers: [first = ""], metadata } = thesisOf(await ask({ input: `Analyse ${company.ticker}`, asOf }));
      equal(metadata?.score, Number(score.toFixed(4)));
      match(first, WORDS[largest?.measure.metric ?? "none"] ?? /^$/, `${company.ticker}: ${first}`);
    }
  });
}

const WORDS: Readonly<Record<string, RegExp>> = {
  momentum_12_1: /12-month momentum/,
  trend_200d: /10-month moving average/,
  close_to_52w_high: /12-month high/,
  return_1m: /return of .* last month/,
  volatility: /volatility of \S+ is (?:among the (?:high|low)est 10%|(?:above|below) average)/,
  beta: /beta of .* is (?:among the (?:high|low)est 10%|(?:above|below) average)/,
  none: /No single measure clearly drives [\w. ]+'s? score/,
};

/** One company alone, with 60 month-end closes: two waves about a level. */
function alone(shift: number): Dataset {
  const bars = Array.from({ length: 60 }, (_, at) => ({
    date: new Date(Date.UTC(2000, at + 1, 0)).toISOString().slice(0, 10),
    close: 100 * Math.exp(0.03 * (Math.sin(at * 1.7 + shift) + Math.sin(at * 2.9 + shift * shift))),
  }));
  return createDataset({
    ...{ name: "Waves", notice: "Made up.", companies: [{ ticker: "AAA", name: "AAA Inc." }] },
    sources: [{ id: "waves", title: "Made up", sha256: "0" }],
    series: [
      seriesOf({ ticker: "AAA", frequency: "monthly", basis: "price", currency: "USD", source: "waves" }, bars),
    ],
  });
}

const UNLED = [
  { when: "all are in the middle of the past, above its half", shift: 83, way: "higher" },
  { when: "all are in the middle of the past, below its half", shift: 101, way: "lower" },
];
for (const { when, shift, way } of UNLED) {
  Deno.test(`the first driver says that no measure clearly drives the score ${way} when ${when}`, async () => {
    const { agent_thesis, key_drivers, metadata } = thesisOf(await askOf(alone(shift), "Analyse AAA"));
    const [first, ...rest] = key_drivers;
    equal(agent_thesis.signal, "neutral");
    equal((metadata?.score ?? 0) < 0, way === "lower");
    equal(first, `No single measure clearly drives AAA's score ${way}.`);
    deepEqual(rest, []);
    equal(metadata?.verification?.claims_removed, 0);
  });
}
