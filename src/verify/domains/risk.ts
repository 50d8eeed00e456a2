import { LEVEL_NEEDS } from "../../data/metrics/chance.ts";
import { moments, sampleDeviation, smallest, sum } from "./arithmetic.ts";
import { chanceOfFall, type Spread } from "./chance.ts";
import { betaAt, pairedReturns } from "./market.ts";
import { type Reader, type Readers, withAll } from "./reader.ts";
import type { Subject } from "./subject.ts";
import { closesUpTo, returnsUpTo, WINDOWS } from "./windows.ts";

const RECENT = 60;
const YEAR = WINDOWS.daily.year;
const WORST = Math.ceil(0.05 * YEAR);

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
    let lowest = Infinity;
    let deepest = 0;
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

const fallChance: Reader = (subject, at) => {
  const { maps } = subject;
  const long = volatility(subject, at);
  if (subject.series.frequency === "monthly") {
    return withAll<[number]>([long], (deviation) => chanceOfFall(deviation ** 2, { map: maps.monthly }));
  }
  return withAll<[number, number]>([long, recentVolatility(subject, at)], (one, other) => {
    const own = { long: one ** 2, short: other ** 2 };
    return chanceOfFall(own, { map: maps.daily, market: spreadOfMarket(subject, at) });
  });
};

/** The benchmark's variances, if it has enough returns on the days of the series, and moves. */
function spreadOfMarket(subject: Subject, at: number): Spread | undefined {
  const [long, short] = [
    { returns: pairedReturns(subject, { at, most: YEAR }), least: LEVEL_NEEDS.year },
    { returns: pairedReturns(subject, { at, most: RECENT }), least: LEVEL_NEEDS.recent },
  ].map(({ returns, least }) => {
    const { count, squares } = moments(returns.map(Math.log1p));
    return count < least ? 0 : YEAR * squares / (count - 1);
  });
  if (long === undefined || short === undefined) return undefined;
  return Math.min(long, short) > LEVEL_NEEDS.still ? { long, short } : undefined;
}

/** Metrics of risk; `data/metrics/risk.ts` defines them. */
export const RISK_READERS: Readers = {
  volatility,
  beta,
  volatility_recent: recentVolatility,
  max_drawdown_1y: deepestFall,
  var_95: valueAtRisk,
  es_95: expectedShortfall,
  drawdown_probability: fallChance,
};
