/** Count, mean and spread of numbers in one pass (Welford 1962). */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Sum of squared deviations from the mean. */
  readonly squares: number;
}

/** Computes mean and spread in one pass, without summing squares. */
export function moments(values: Iterable<number>): Moments {
  let [count, mean, squares] = [0, 0, 0];
  for (const value of values) {
    const off = value - mean;
    count += 1;
    mean += off / count;
    squares += off * (value - mean);
  }
  return { count, mean, squares };
}

/** Sample standard deviation; NaN for fewer than two values. */
export function sampleDeviation(values: Iterable<number>): number {
  const { count, squares } = moments(values);
  return Math.sqrt(squares / (count - 1));
}

/** Compensated sum (Neumaier 1974). */
export function sum(values: Iterable<number>): number {
  let [total, lost] = [0, 0];
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** The `count` smallest values in ascending order, without sorting the rest. */
export function smallest(values: Iterable<number>, count: number): number[] {
  const kept: number[] = [];
  for (const value of values) {
    if (kept.length === count && value >= (kept[count - 1] ?? Infinity)) continue;
    const at = kept.findIndex((one) => one > value);
    kept.splice(at < 0 ? kept.length : at, 0, value);
    kept.length = Math.min(kept.length, count);
  }
  return kept;
}

/**
 * Complementary error function, accurate to about 14 significant digits even in the far tail, where `1 - erf`
 * has none. Series for small arguments, continued fraction beyond (Abramowitz & Stegun 1964, 7.1.6 and 7.1.14).
 * @param x 0 or more.
 */
function erfc(x: number): number {
  const bell = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < 2) {
    let [term, total] = [2 * x, 2 * x];
    for (let n = 1; term > total * 1e-17; n++) {
      term *= 2 * x * x / (2 * n + 1);
      total += term;
    }
    return 1 - bell * total;
  }
  let tail = x;
  for (let n = 120; n >= 1; n--) tail = x + n / 2 / tail;
  return bell / tail;
}

/**
 * Probability that a driftless Brownian motion, observed `looksPerYear` times a year, falls `depth` below its
 * running maximum within `years`.
 *
 * The fall from the maximum is distributed as the absolute value of a Brownian motion (Lévy 1948), so this is
 * the probability that |B| reaches the depth: by reflection 2 sum over k >= 0 of (-1)^k erfc((2k+1) z), with
 * z = h / (s sqrt(2 years)) (Feller 1971, X.5). Discrete observation misses extremes, so the depth becomes
 * h = depth + 1.1652 s / sqrt(looks per year), 1.1652 being twice the mean overshoot of a normal walk (Siegmund 1985).
 * @param variance Yearly variance, s^2.
 * @param options.depth Fall in log price, above 0.
 * @param options.looksPerYear Infinity for continuous observation.
 */
export function fallProbability(
  variance: number,
  { depth, years, looksPerYear }: { depth: number; years: number; looksPerYear: number },
): number {
  if (variance === 0) return 0;
  const z = (depth + 1.1652 * Math.sqrt(variance / looksPerYear)) / Math.sqrt(2 * variance * years);
  // erfc underflows to 0 beyond 27.3
  const odds = Array.from({ length: Math.ceil(14 / z) + 1 }, (_, k) => (k % 2 === 0 ? 1 : -1) * erfc((2 * k + 1) * z));
  return Math.min(1, 2 * sum(odds));
}
