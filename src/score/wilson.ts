/** A share and its 95% confidence interval. */
export interface Share {
  /** 0 to 1. */
  readonly value: number;
  /** Lower bound, 0 to 1. */
  readonly low: number;
  /** Upper bound, 0 to 1. */
  readonly high: number;
}

/** Standard normal quantile of 97.5%. */
const Z = 1.959963984540054;

/**
 * Wilson score interval of a share at 95%; it stays within 0 to 1 and is accurate for small samples.
 * With p = k/n: (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n), z = 1.96. It assumes independent cases; theses
 * of one day are correlated, so the true interval is wider.
 * Published: Wilson 1927, JASA 22; recommended by Brown, Cai & DasGupta 2001, Statistical Science 16.
 * @param successes Number of successes, 0 to `count`.
 * @returns `undefined` without cases.
 */
export function wilson(successes: number, count: number): Share | undefined {
  if (count === 0) return undefined;
  const value = successes / count;
  const widening = Z * Z / count;
  const middle = value + widening / 2;
  const half = Z * Math.sqrt(value * (1 - value) / count + widening / (4 * count));
  const low = successes === 0 ? 0 : (middle - half) / (1 + widening);
  const high = successes === count ? 1 : (middle + half) / (1 + widening);
  return { value, low, high };
}
