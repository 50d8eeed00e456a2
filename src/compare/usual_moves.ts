/**
 * How far a measure of a name usually moves from one session to the next: the mean size of its moves, of 500 names of the
 * S&P 500 over the quiet nights of `tests/bench/alerts_bench.ts`, which prints them with `--moves`. Of each, one name in a
 * hundred moves five to ten times as far. What is read from an annual report has no usual move of a night.
 */
const USUAL: Readonly<Record<string, number>> = {
  score: 0.014,
  score_trend: 0.037,
  score_risk: 0.007,
  score_value: 0.01,
  drawdown_probability: 0.004,
  trend_200d: 0.01,
  high_52w: 0.008,
  momentum_12_1: 0.017,
  return_1m: 0.016,
  return_12m: 0.017,
  excess_12m: 0.015,
  volatility: 0.0007,
  volatility_recent: 0.003,
  beta: 0.005,
  earnings_yield: 0.001,
  fcf_yield: 0.0008,
  book_to_market: 0.0046,
  price_book: 0.076,
  price_earnings: 0.38,
  z_score: 0.026,
  turn_gap: 0.01,
  max_drawdown_1y: 0.0005,
};

/**
 * A move in usual nightly moves; over several sessions they add up as those of a random walk do.
 * @returns 0 or more; nothing for a metric whose usual move was not measured.
 */
export function inUsualMoves(metric: string, move: number, sessions = 1): number | undefined {
  const usual = Object.hasOwn(USUAL, metric) ? USUAL[metric] : undefined;
  return usual === undefined ? undefined : Math.abs(move) / (usual * Math.sqrt(Math.max(1, sessions)));
}
