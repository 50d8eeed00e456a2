/** Variances for the chance of a fall: windows, RiskMetrics' EWMA and a GARCH(1,1), each a year's. */

/** Log returns of closes; NaN for the first. */
export function logReturns(closes: readonly number[]): number[] {
  return closes.map((close, at) => Math.log(close / (closes[at - 1] ?? NaN)));
}

/** Sample variance of the last `count` returns up to a position, times the bars of a year. */
export function windowVariance(
  returns: readonly number[],
  { at, count, year = 252 }: { readonly at: number; readonly count: number; readonly year?: number },
): number {
  const some = returns.slice(Math.max(1, at - count + 1), at + 1);
  const middle = some.reduce((sum, one) => sum + one, 0) / some.length;
  return some.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (some.length - 1) * year;
}

/**
 * RiskMetrics' exponentially weighted variance after each return (J.P. Morgan 1996, Technical Document): 0.94 a day,
 * 0.97 a month, begun with the variance of the first returns.
 */
export function ewmaPath(returns: readonly number[], { daily = true } = {}): number[] {
  const [weight, first, year] = daily ? [0.94, 60, 252] : [0.97, 12, 12];
  let variance = windowVariance(returns, { at: first, count: first, year: 1 });
  return returns.map((one, at) => {
    if (at > 0) variance = weight * variance + (1 - weight) * one ** 2;
    return variance * year;
  });
}

/** Parameters of a GARCH(1,1) (Bollerslev 1986); the long-run variance is that of the returns it was fitted on. */
export interface Garch {
  readonly shock: number;
  readonly memory: number;
  readonly usual: number;
}

const SHOCKS = [0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2];
const MEMORIES = [0.5, 0.7, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.96];
const GRID = SHOCKS.flatMap((shock) => MEMORIES.map((memory) => ({ shock, memory })))
  .filter(({ shock, memory }) => shock + memory < 0.999);

/** Most likely of a grid of parameters for normal returns, with variance targeting (Engle & Mezrich 1996). */
export function fitGarch(returns: readonly number[]): Garch {
  const middle = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const squares = returns.map((one) => (one - middle) ** 2);
  const usual = squares.reduce((sum, one) => sum + one, 0) / squares.length;
  let [best, most] = [GRID[0], -Infinity];
  for (const one of GRID) {
    let [variance, likelihood] = [usual, 0];
    for (const square of squares) {
      likelihood -= Math.log(variance) + square / variance;
      variance = usual * (1 - one.shock - one.memory) + one.shock * square + one.memory * variance;
    }
    if (likelihood > most) [best, most] = [one, likelihood];
  }
  return { shock: 0.08, memory: 0.9, ...best, usual };
}

/** Mean variance that a GARCH(1,1) expects of the next `ahead` bars, after each return, as a year's. */
export function garchPath(
  returns: readonly number[],
  { shock, memory, usual }: Garch,
  { ahead = 63, year = 252 } = {},
): number[] {
  const keep = shock + memory;
  const share = (1 - keep ** ahead) / (1 - keep) / ahead;
  let variance = usual;
  return returns.map((one, at) => {
    if (at > 0) variance = usual * (1 - keep) + shock * one ** 2 + memory * variance;
    return (usual + (variance - usual) * share) * year;
  });
}

/** Whether a close is 15% or more below an earlier one. */
export function fellIn(closes: readonly number[]): boolean {
  let peak = 0;
  return closes.some((close) => {
    peak = Math.max(peak, close);
    return close / peak - 1 <= -0.15;
  });
}
