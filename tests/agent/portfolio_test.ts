/** A portfolio's own risk, against pandas and against a computation that shares nothing with the product: w'Sw. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import fc from "fast-check";
import { createAnalyst } from "../../src/agent/analyst.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import type { Portfolio } from "../../src/protocol/portfolio.ts";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { xorshift } from "../xorshift.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import PORTFOLIO from "../goldens/portfolio_measures.json" with { type: "json" };
import { ask, ports, saidThesisOf } from "./ask.ts";
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

/** w'Sw over the last year's returns; S is made of sums of products, not of a series of the whole. */
function varianceOf({ names }: HeldMarket, weights: readonly Weighted[], count = 252): number {
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
  return sumOf(weights.flatMap(({ weight }, i) => weights.map((other, j) => weight * other.weight * at(i, j))));
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

/** The figures of a portfolio, as the specification names them. */
const FIGURES = {
  ...{ gross: "gross_exposure", net: "net_exposure", long: "long_exposure", short: "short_exposure" },
  ...{ concentration: "concentration", effective_names: "effective_names", measured_names: "measured_names" },
  ...{ missing_weight: "missing_weight", volatility: "portfolio_volatility", drawdown_probability: "portfolio_chance" },
  ...{ names_drawdown_probability: "names_chance", beta: "portfolio_beta", worst_fall: "portfolio_drawdown" },
  correlation: "portfolio_correlation",
} as const;

for (const { of, names, values } of PORTFOLIO.held) {
  const weights = Array.isArray(names) ? [] : Object.entries(names).map(([ticker, weight]) => ({ ticker, weight }));
  if (of !== "whole" || weights.length === 0) continue;
  const golden: Readonly<Record<string, number>> = values;
  Deno.test(`the portfolio of an answer about ${Object.keys(names).join(", ")} has the figures that pandas gives`, async () => {
    const steps = await ask(
      { input: questionOf(weights), asOf: PORTFOLIO.day },
      ports({ dataset: await openSample() }),
    );
    const { positions, ...portfolio } = saidThesisOf(steps).metadata?.portfolio ?? { positions: [] };
    for (const [name, metric] of Object.entries(FIGURES)) {
      near(portfolio[name as keyof typeof FIGURES], golden[metric] ?? NaN);
    }
    for (const { ticker, weight, variance_share } of positions) {
      near(variance_share ?? weight, golden[`variance_share ${ticker}`] ?? 0);
    }
  });
}

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
  near(portfolio?.volatility, Math.sqrt(252 * varianceOf(market, weights)));
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
  near(metadata?.portfolio?.volatility, Math.sqrt(252 * varianceOf(market, weights.slice(1))));
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
