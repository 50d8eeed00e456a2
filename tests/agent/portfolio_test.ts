/** A portfolio's own risk, against a computation that shares nothing with the product: covariances, w'Sw. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import fc from "fast-check";
import { createAnalyst } from "../../src/agent/analyst.ts";
import { BUILT_IN_MAPS } from "../../src/data/metrics/chance.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import type { Portfolio } from "../../src/protocol/portfolio.ts";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { xorshift } from "../xorshift.ts";
import { ports, saidThesisOf } from "./ask.ts";
import { datasetOf, type HeldMarket, heldMarket } from "./held_market.ts";
import type { Step } from "../../src/agent/step.ts";
import { runsOf } from "../sweeps.ts";

interface Weighted {
  readonly ticker: string;
  readonly weight: number;
}

async function resultOf(dataset: Dataset, input: string): Promise<ReasoningResult> {
  const agent = createAnalyst(ports({ dataset }));
  const steps: Step[] = [];
  for await (const step of agent({ input, files: false, signal: new AbortController().signal })) steps.push(step);
  return saidThesisOf(steps);
}

function questionOf(weights: readonly Weighted[]): string {
  return `Held in these weights, how risky is the portfolio? ${
    weights.map(({ ticker, weight }) => `${ticker} ${Number((weight * 100).toFixed(6))}%`).join(", ")
  }`;
}

const opened = new WeakMap<HeldMarket, Dataset>();

/** The data of a market, with what was computed of it for the questions before. */
function openedOf(market: HeldMarket): Dataset {
  const dataset = opened.get(market) ?? datasetOf(market);
  opened.set(market, dataset);
  return dataset;
}

async function portfolioOf(market: HeldMarket, weights: readonly Weighted[]): Promise<Portfolio> {
  const { metadata } = await resultOf(openedOf(market), questionOf(weights));
  if (metadata?.portfolio === undefined) throw new TypeError("the answer has no portfolio");
  return metadata.portfolio;
}

/** Covariances over the last `count` returns, with w'Sw and Sw; S is made of sums of products, not of a series of the whole. */
function covariancesOf({ names }: HeldMarket, weights: readonly Weighted[], count: number) {
  const returns = weights.map(({ ticker }) => {
    const closes = names.find((one) => one.ticker === ticker)?.closes ?? [];
    return closes.slice(1).map((close, at) => close / (closes[at] ?? NaN) - 1).slice(-count);
  });
  const means = returns.map((row) => row.reduce((sum, one) => sum + one, 0) / count);
  const at = (i: number, j: number) => {
    const [one = [], other = []] = [returns[i], returns[j]];
    const products = one.map((value, t) => (value - (means[i] ?? NaN)) * ((other[t] ?? NaN) - (means[j] ?? NaN)));
    return products.reduce((sum, value) => sum + value, 0) / (count - 1);
  };
  const table = weights.map((_, i) => weights.map((_, j) => at(i, j)));
  const withAll = table.map((row) => row.reduce((sum, value, j) => sum + value * (weights[j]?.weight ?? NaN), 0));
  const variance = withAll.reduce((sum, value, i) => sum + value * (weights[i]?.weight ?? NaN), 0);
  return { table, withAll, variance };
}

/** As docs/measures.md defines it: the level of the market's recent variance, and the map of what happened. */
function chanceOf(own: Variances, market: Variances): number {
  const level = market.recent / ((market.year + market.recent) / 2);
  const chance = plainChance((own.year + own.recent) / 2 * Math.sqrt(level));
  const { level: shift, slope } = BUILT_IN_MAPS.daily;
  return 1 / (1 + Math.exp(-shift - slope * Math.log(chance / (1 - chance))));
}

interface Variances {
  readonly year: number;
  readonly recent: number;
}

/** A year's variances of an index's log returns. */
function variancesOf(closes: readonly number[]): Variances {
  const steps = closes.slice(1).map((close, at) => Math.log(close / (closes[at] ?? NaN)));
  const of = (some: readonly number[]) => {
    const mean = sumOf(some) / some.length;
    return 252 * sumOf(some.map((value) => (value - mean) ** 2)) / (some.length - 1);
  };
  return { year: of(steps.slice(-252)), recent: of(steps.slice(-60)) };
}

/** The chance that a Brownian motion without drift falls 15% within 63 closes, by images of the barrier. */
function plainChance(variance: number): number {
  const barrier = -Math.log(0.85) + 1.1652 * Math.sqrt(variance / 252);
  const spread = Math.sqrt(variance / 4);
  let chance = 0;
  for (let k = 0; k < 40; k++) chance += (k % 2 === 0 ? 4 : -4) * upperTail((2 * k + 1) * barrier / spread);
  return chance;
}

/** P(N > x) by Simpson's rule. */
function upperTail(x: number): number {
  const density = (z: number) => Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  const [parts, width] = [4000, 12];
  const step = width / parts;
  let sum = density(x) + density(x + width);
  for (let k = 1; k < parts; k++) sum += (k % 2 === 0 ? 2 : 4) * density(x + k * step);
  return sum * step / 3;
}

function near(found: number | undefined, expected: number, least = 1e-9): void {
  ok(Math.abs((found ?? NaN) - expected) <= least, `${found} is not ${expected}`);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** 100 names, every fourth one short; the weights differ. */
function longAndShort({ names }: HeldMarket, seed: number): readonly Weighted[] {
  const random = xorshift(seed);
  return names.map(({ ticker }, at) => ({
    ticker,
    weight: Number(((at % 4 === 3 ? -1 : 1) * (0.004 + 0.02 * random())).toFixed(6)),
  }));
}

Deno.test("a portfolio of 100 names, long and short: volatility, chance and every share within 1e-9 of w'Sw", async () => {
  const market = heldMarket(7, { names: 100 });
  const weights = longAndShort(market, 11);
  const portfolio = await portfolioOf(market, weights);
  const year = covariancesOf(market, weights, 252);
  const recent = covariancesOf(market, weights, 60);
  near(portfolio.volatility, Math.sqrt(252 * year.variance));
  const own = { year: 252 * year.variance, recent: 252 * recent.variance };
  near(portfolio.drawdown_probability, chanceOf(own, variancesOf(market.index)));
  equal(portfolio.positions.length, 100);
  for (const [at, { ticker, weight, variance_share }] of portfolio.positions.entries()) {
    equal(ticker, weights[at]?.ticker);
    near(variance_share, weight * (year.withAll[at] ?? NaN) / year.variance);
  }
  const pairs = year.table.flatMap((row, i) =>
    row.slice(0, i).map((value, j) => value / Math.sqrt((row[i] ?? NaN) * (year.table[j]?.[j] ?? NaN)))
  );
  near(portfolio.correlation, sumOf(pairs) / pairs.length);
});

Deno.test("every sum of a portfolio re-adds: exposures, concentration and the shares of its variance", async () => {
  const market = heldMarket(7, { names: 100 });
  const { positions, gross = NaN, net = NaN, long = NaN, short = NaN, ...portfolio } = await portfolioOf(
    market,
    longAndShort(market, 11),
  );
  const weights = positions.map(({ weight }) => weight);
  near(gross, sumOf(weights.map(Math.abs)));
  near(net, sumOf(weights));
  near(long + short, gross);
  near(long - short, net);
  near(sumOf(positions.map(({ variance_share }) => variance_share ?? NaN)), 1);
  near(portfolio.concentration, sumOf(weights.map((weight) => (weight / gross) ** 2)));
  near((portfolio.concentration ?? NaN) * (portfolio.effective_names ?? NaN), 1);
  equal(portfolio.measured_names, 100);
  equal(portfolio.missing_weight, 0);
});

Deno.test("beta and the worst fall are those of the fixed-weight portfolio's own history", async () => {
  const market = heldMarket(3, { names: 12 });
  const weights = longAndShort(market, 5);
  const { beta, worst_fall } = await portfolioOf(market, weights);
  const stepsOf = (closes: readonly number[]) =>
    closes.slice(1).map((close, at) => close / (closes[at] ?? NaN) - 1).slice(-252);
  const own = Array.from({ length: 252 }, (_, t) =>
    sumOf(weights.map(({ ticker, weight }) => {
      const closes = market.names.find((one) => one.ticker === ticker)?.closes ?? [];
      return weight * (stepsOf(closes)[t] ?? NaN);
    })));
  const index = stepsOf(market.index);
  const [meanOwn, meanIndex] = [sumOf(own) / 252, sumOf(index) / 252];
  const together = sumOf(own.map((value, t) => (value - meanOwn) * ((index[t] ?? NaN) - meanIndex)));
  near(beta, together / sumOf(index.map((value) => (value - meanIndex) ** 2)));
  const wealth = own.reduce((all, value) => [...all, (all.at(-1) ?? NaN) * (1 + value)], [1]);
  const falls = wealth.map((value, t) => value / Math.max(...wealth.slice(0, t + 1)) - 1);
  near(worst_fall, Math.min(...falls));
});

Deno.test("names are left out by name with their weight, and the others keep theirs", async () => {
  const market = heldMarket(3, { names: 8 });
  const [young, ...others] = market.names;
  const cut = { ...market, names: [{ ...young, ticker: "YOUNG", closes: young?.closes.slice(-90) ?? [] }, ...others] };
  const at = Array.from({ length: 90 }, (_, k) => 210 + k);
  const held = { ...cut, names: cut.names.map((one) => one.ticker === "YOUNG" ? { ...one, at } : one) };
  const weights = others.map(({ ticker }) => ({ ticker, weight: 0.13 }));
  const result = await resultOf(datasetOf(held), questionOf([{ ticker: "YOUNG", weight: 0.09 }, ...weights]));
  const { portfolio } = result.metadata ?? {};
  equal(portfolio?.measured_names, 7);
  near(portfolio?.missing_weight, 0.09);
  near(portfolio?.gross, 1);
  near(portfolio?.volatility, Math.sqrt(252 * covariancesOf(market, weights, 252).variance));
  deepEqual(portfolio?.positions[0], { ticker: "YOUNG", weight: 0.09, missing: "too short a history" });
  match(
    result.agent_thesis.reasoning,
    /9\.0% is not measured and counts as cash.*Not measured \(9\.0% of gross weight\): YOUNG \(9\.0%\), with too short a history\./s,
  );
  const most = weights.map(({ ticker }) => ({ ticker, weight: 0.1 }));
  const partial = await resultOf(datasetOf(held), questionOf([{ ticker: "YOUNG", weight: 0.3 }, ...most]));
  match(
    partial.agent_thesis.reasoning,
    /^At these weights .* its overall risk is not measured: more than 10% of it has no comparable prices\. .*YOUNG \(30\.0%\)/s,
  );
  const { volatility, drawdown_probability, positions = [] } = partial.metadata?.portfolio ?? {};
  const shares = positions.map(({ variance_share }) => variance_share);
  deepEqual([volatility, drawdown_probability, ...shares].filter((one) => one !== undefined), []);
});

Deno.test("a portfolio of names of daily bars and of month-ends is measured on the days alone", async () => {
  const market = heldMarket(3, { names: 6 });
  const dataset = datasetOf(market);
  const [first, ...rest] = market.names.map(({ ticker }) => ticker);
  const monthly = { ...dataset, at: (asOf: string) => monthlyAlone(dataset.at(asOf), first ?? "") };
  const weights = [{ ticker: first ?? "", weight: 0.05 }, ...rest.map((ticker) => ({ ticker, weight: 0.1 }))];
  const { metadata } = await resultOf(monthly, questionOf(weights));
  equal(metadata?.portfolio?.frequency, "daily");
  equal(metadata?.portfolio?.positions[0]?.missing, "prices at another frequency");
  near(metadata?.portfolio?.volatility, Math.sqrt(252 * covariancesOf(market, weights.slice(1), 252).variance));
});

/** The view in which a ticker has month-ends only. */
function monthlyAlone(view: ReturnType<Dataset["at"]>, alone: string): ReturnType<Dataset["at"]> {
  return {
    ...view,
    unread: (ticker) => view.unread(ticker),
    sessions: (ticker) => view.sessions(ticker),
    prices: (ticker) => view.prices(ticker).map((one) => ticker === alone ? { ...one, frequency: "monthly" } : one),
  };
}

Deno.test("the text of a portfolio begins with the portfolio, and every sentence of it passes verification", async () => {
  const market = heldMarket(7, { names: 100 });
  const { agent_thesis, metadata } = await resultOf(datasetOf(market), questionOf(longAndShort(market, 11)));
  match(
    agent_thesis.reasoning,
    /^The portfolio's chance of a 15% drawdown within three months is \d+%, and Q\w+X, [\d.]+% of the weight, carries /,
  );
  match(
    agent_thesis.reasoning,
    /The table shows the largest contributors to variance of 100 holdings, [\d.]+% together\./,
  );
  // its own volatility and beta stand in the columns of those of its names
  const heads = metadata?.sections?.blocks.flatMap((block) => block.kind === "table" ? block.columns : []) ?? [];
  deepEqual(heads, ["", "Weight", "Share of variance", "Volatility", "Beta", "Chance of a 15% drawdown"]);
  equal(metadata?.verification?.claims_removed, 0);
  near(metadata?.drawdown_probability, metadata?.portfolio?.drawdown_probability ?? NaN, 5e-5);
});

Deno.test("weights scaled by a factor scale volatility and beta by it, and change no share", async () => {
  const market = heldMarket(9, { names: 9 });
  const weights = longAndShort(market, 2);
  const plain = await portfolioOf(market, weights);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 40 }), async (tenths) => {
      const factor = tenths / 10;
      const scaled = await portfolioOf(
        market,
        weights.map(({ ticker, weight }) => ({ ticker, weight: weight * factor })),
      );
      near(scaled.volatility, factor * (plain.volatility ?? NaN), 1e-6); // the question has six decimals of a per cent
      near(scaled.beta, factor * (plain.beta ?? NaN), 1e-6);
      near(scaled.effective_names, plain.effective_names ?? NaN, 1e-4);
      for (const [at, { variance_share }] of scaled.positions.entries()) {
        near(variance_share, plain.positions[at]?.variance_share ?? NaN, 1e-5);
      }
    }),
    runsOf("agent/portfolio", 15),
  );
});

Deno.test("the order in which a question gives its weights changes no figure, and shares add up to 1", async () => {
  const market = heldMarket(9, { names: 9 });
  const weights = longAndShort(market, 2);
  const plain = await portfolioOf(market, weights);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...weights], { minLength: 9 }), async (shuffled) => {
      const { positions, ...figures } = await portfolioOf(market, shuffled);
      const { positions: before, ...expected } = plain;
      for (const [name, value] of Object.entries(expected)) {
        const found = figures[name as keyof typeof figures];
        if (typeof value === "number") near(Number(found), value, 1e-12);
        else equal(found, value);
      }
      near(sumOf(positions.map(({ variance_share }) => variance_share ?? NaN)), 1);
      for (const { ticker, variance_share } of positions) {
        near(variance_share, before.find((one) => one.ticker === ticker)?.variance_share ?? NaN, 1e-12);
      }
    }),
    runsOf("agent/portfolio", 15),
  );
});

Deno.test("a ticker that is a word has its weight in a list, and an unknown one gives its own to no other name", async () => {
  const market = heldMarket(3, { names: 4 });
  const [first, second, ...rest] = market.names;
  if (first === undefined || second === undefined) throw new TypeError("the market has no names");
  const named = { ...market, names: [{ ...first, ticker: "SO" }, { ...second, ticker: "ALL" }, ...rest] };
  const { metadata, agent_thesis } = await resultOf(
    datasetOf(named),
    "Held in these weights, how risky is the portfolio? SO 10%, ALL 20%, ZZQZ 30%, QACX 40%",
  );
  deepEqual(metadata?.portfolio?.positions.map(({ ticker, weight }) => `${ticker} ${weight}`), [
    "SO 0.1",
    "ALL 0.2",
    "QACX 0.4",
  ]);
  match(agent_thesis.reasoning, /ZZQZ/);
});
