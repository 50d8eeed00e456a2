import fc from "fast-check";
import type { Statement } from "../../src/data/claim.ts";
import type { PerMetric } from "../../src/data/metrics/metric.ts";
import type { Bar, DatasetView } from "../../src/data/dataset.ts";
import { seriesOf } from "../../src/data/series.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { tradingDays } from "../trading_days.ts";
import { speakerOf, type Values } from "./draft_maker.ts";
import { xorshift } from "../xorshift.ts";

const TICKERS = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF", "GGG", "HHH", "III"] as const;
const BARS = 300;
const SOURCE = "walks.csv";
const DAYS = tradingDays("2020-01-01", BARS);

/** Random walks: the data, and a correct draft about one of them. */
export interface Walks {
  readonly view: DatasetView;
  readonly statements: readonly Statement[];
}

/** Nine daily walks and an index, each of 300 bars with volume. */
export function walks(): fc.Arbitrary<Walks> {
  return fc.integer({ min: 1, max: 0x7fffffff }).map(walksOf);
}

/**
 * The walks of one seed.
 * @param seed Any integer except 0.
 */
export function walksOf(seed: number): Walks {
  const random = xorshift(seed);
  const steps = () => Array.from({ length: BARS }, () => 0.08 * random() - 0.04);
  return makeWorld(Array.from({ length: TICKERS.length + 1 }, steps));
}

function makeWorld(all: readonly (readonly number[])[]): Walks {
  const bars = all.map(walk);
  const series = [...TICKERS, "INDEX"].map((ticker, at) =>
    seriesOf({ ticker, frequency: "daily", basis: "price", currency: "USD", source: SOURCE }, bars[at] ?? [])
  );
  const dataset = createDataset({
    name: "Random walks",
    notice: "Made up.",
    companies: TICKERS.map((ticker) => ({ ticker, name: `${ticker} Holdings Inc.` })),
    benchmark: "INDEX",
    sources: [{ id: SOURCE, title: "Random walks", sha256: "0" }],
    series,
  });
  return { view: dataset.at(dataset.asOf), statements: statementsFor(bars) };
}

function walk(steps: readonly number[]): Bar[] {
  let close = 100;
  return steps.map((step, at) => {
    close = Number((close * (1 + step)).toFixed(4));
    return {
      date: DAYS[at] ?? "",
      close,
      high: close * 1.01,
      low: close * 0.99,
      volume: 1000 + Math.round(Math.abs(step) * 1e6),
    };
  });
}

function statementsFor(bars: readonly (readonly Bar[])[]): readonly Statement[] {
  const [first = []] = bars;
  const own = naive(first, bars.at(-1) ?? []);
  const others = bars.slice(0, TICKERS.length).map((one) => naive(one, bars.at(-1) ?? []).momentum_12_1 ?? NaN);
  const rank = 1 + others.filter((other) => other > (own.momentum_12_1 ?? NaN)).length;
  const momentum = own.momentum_12_1 ?? NaN;
  const percentile = (others.filter((other) => other < momentum).length + 0.5) / TICKERS.length;
  const clear = Math.abs(2 * percentile - 1) > 0.3;
  const far = Math.abs(2 * percentile - 1) >= 0.8 ? "very_" : "";
  const values: Values = {
    ticker: "AAA",
    name: "AAA Holdings Inc.",
    called: "AAA Holdings",
    market: ["INDEX", "the index"],
    frequency: "daily",
    basis: "price",
    source: SOURCE,
    asOf: first.at(-1)?.date ?? "",
    values: { ...own, "rank momentum_12_1": rank, "peers momentum_12_1": TICKERS.length },
    words: {
      basis: "price",
      frequency: "daily",
      mixed: "none",
      "direction trend_200d": (own.trend_200d ?? NaN) < 0 ? "below" : "above",
      "degree momentum_12_1": clear ? `${far}${percentile < 0.5 ? "low" : "high"}` : "middling",
      "side momentum_12_1": clear ? percentile < 0.5 ? "against" : "for" : "neither",
      "half momentum_12_1": percentile < 0.5 ? "lower" : "upper",
    },
  };
  const speaker = speakerOf(values);
  return speaker.sayAll(clear ? [...SAID, "evidence.momentum_12_1"] : SAID, ["AAA"]);
}

/** Sentences with all of these figures. */
const SAID = ["trend.sentence", "risk.sentence", "risk.chance", "liquidity.sentence"];

/** The definitions of the table of metrics, written out directly. */
function naive(bars: readonly Bar[], index: readonly Bar[]): PerMetric<number> {
  const P = bars.map(({ close }) => close);
  const M = index.map(({ close }) => close);
  const ago = (closes: readonly number[], bars: number) => closes[closes.length - 1 - bars] ?? NaN;
  const mean = (xs: readonly number[]) => xs.reduce((one, other) => one + other, 0) / xs.length;
  const dot = (xs: readonly number[], ys: readonly number[]) =>
    xs.reduce((total, x, at) => total + (x - mean(xs)) * ((ys[at] ?? NaN) - mean(ys)), 0);
  const deviation = (xs: readonly number[]) => Math.sqrt(dot(xs, xs) / (xs.length - 1));
  const returns = (closes: readonly number[]) => closes.slice(1).map((close, at) => close / (closes[at] ?? NaN) - 1);
  const logs = returns(P).map((r) => Math.log(1 + r));
  const worst = returns(P).slice(-252).sort((one, other) => one - other).slice(0, 13);
  const year = P.slice(-253);
  const falls = year.flatMap((high, at) => year.slice(at).map((close) => close / high - 1));
  const money = bars.slice(-60).map(({ close, volume = NaN }) => close * volume).sort((one, other) => one - other);
  const market = returns(M).slice(-252);
  const r12 = ago(P, 0) / ago(P, 252) - 1;
  return {
    close: ago(P, 0),
    momentum_12_1: ago(P, 21) / ago(P, 252) - 1,
    return_12m: r12,
    excess_12m: r12 - (ago(M, 0) / ago(M, 252) - 1),
    return_1m: ago(P, 0) / ago(P, 21) - 1,
    trend_200d: ago(P, 0) / mean(P.slice(-200)) - 1,
    close_to_52w_high: ago(P, 0) / Math.max(...P.slice(-252)),
    volatility: deviation(logs.slice(-252)) * Math.sqrt(252),
    volatility_recent: deviation(logs.slice(-60)) * Math.sqrt(252),
    max_drawdown_1y: Math.min(...falls),
    var_95: worst[12] ?? NaN,
    es_95: mean(worst),
    beta: dot(returns(P).slice(-252), market) / dot(market, market),
    dollar_volume: mean(money.slice(29, 31)),
  };
}
