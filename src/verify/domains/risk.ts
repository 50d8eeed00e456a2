import { fallProbability, moments, sampleDeviation, smallest, sum } from "./arithmetic.ts";
import { betaAt } from "./market.ts";
import { type Reader, type Readers, withAll } from "./reader.ts";
import { closesUpTo, returnsUpTo, WINDOWS } from "./windows.ts";

const RECENT = 60;
const YEAR = WINDOWS.daily.year;
const WORST = Math.ceil(0.05 * YEAR);
const FALL = { depth: -Math.log(0.85), years: 0.25, looksPerYear: 252 };

const volatility: Reader = ({ series }, at) => {
  const { year, deviation: { most, least } } = WINDOWS[series.frequency];
  return at < least ? "history" : spread(returnsUpTo(series, at, Math.min(at, most)), year);
};

const recentVolatility: Reader = ({ series }, at) =>
  series.frequency === "daily" ? spread(returnsUpTo(series, at, RECENT), YEAR) : "monthly";

function spread(returns: ReturnType<typeof returnsUpTo>, barsPerYear: number): ReturnType<Reader> {
  return withAll<[readonly number[]]>(
    [returns],
    (all) => Math.sqrt(barsPerYear) * sampleDeviation(all.map(Math.log1p)),
  );
}

/** Scans from the end: each close against the lowest after it. */
const deepestFall: Reader = ({ series }, at) =>
  withAll<[readonly number[]]>([closesUpTo(series, at, WINDOWS[series.frequency].year + 1)], (closes) => {
    let [lowest, deepest] = [Infinity, 0];
    for (const close of closes.toReversed()) {
      lowest = Math.min(lowest, close);
      deepest = Math.min(deepest, lowest / close - 1);
    }
    return deepest;
  });

const valueAtRisk: Reader = ({ series }, at) =>
  series.frequency === "monthly"
    ? "monthly"
    : withAll<[readonly number[]]>([returnsUpTo(series, at, YEAR)], (all) => smallest(all, WORST).at(-1) ?? NaN);

const expectedShortfall: Reader = ({ series }, at) =>
  series.frequency === "monthly"
    ? "monthly"
    : withAll<[readonly number[]]>([returnsUpTo(series, at, YEAR)], (all) => sum(smallest(all, WORST)) / WORST);

const beta: Reader = (subject, at) => {
  const window = WINDOWS[subject.series.frequency].beta;
  if (subject.benchmark === undefined) return "benchmark";
  const closes = closesUpTo(subject.series, at, Math.min(window.most, Math.max(at, window.bars)) + 1);
  if (typeof closes === "string") return closes;
  return betaAt(subject, at, window) ?? "benchmark";
};

const chanceOfFall: Reader = (subject, at) => {
  const year = volatility(subject, at);
  const recent = subject.series.frequency === "daily" ? recentVolatility(subject, at) : year;
  return withAll<[number, number]>(
    [year, recent],
    (one, other) => fallProbability(moments([one ** 2, other ** 2]).mean, FALL),
  );
};

/** Metrics of risk; `data/metrics/risk.ts` defines them. */
export const RISK_READERS: Readers = {
  volatility,
  beta,
  volatility_recent: recentVolatility,
  max_drawdown_1y: deepestFall,
  var_95: valueAtRisk,
  es_95: expectedShortfall,
  drawdown_probability: chanceOfFall,
};
