/** The fall that is asked about, as a share of the highest close so far. */
const FALL = 0.15;
/** A quarter of a year. */
const YEARS = 0.25;
/** Closes a year: between them the price is not looked at. */
const LOOKS_PER_YEAR = 252;
/** Twice the mean overshoot of a normal random walk: by so many steps a walk seems to fall less far (Siegmund 1985). */
const OVERSHOOT_STEPS = 1.1652;
/** Below this rate the barrier is more than 300 deviations away: the series would need ever more terms to say 0. */
const MIN_RATE = 1e-5;

/**
 * Chance that the daily closes of a driftless Brownian motion fall 15 % or more below their highest so far within a
 * quarter of a year. The distance below the running maximum is a reflected Brownian motion (Lévy 1948),
 * so this is the chance that a reflected motion leaves an interval (Feller 1971, X.5), corrected for one close a day.
 * @param variance Yearly variance of log returns, above 0.
 * @returns 0 to 1, rising with the variance.
 */
export function drawdownProbability(variance: number): number {
  const barrier = -Math.log(1 - FALL) + OVERSHOOT_STEPS * Math.sqrt(variance / LOOKS_PER_YEAR);
  const rate = (Math.PI ** 2 * variance * YEARS) / (8 * barrier ** 2);
  if (rate < MIN_RATE) return 0;
  let staying = 0;
  for (let k = 0;; k++) {
    const odd = 2 * k + 1;
    const term = Math.exp(-(odd ** 2) * rate) / odd;
    staying += k % 2 === 0 ? term : -term;
    if (term < 1e-18) break;
  }
  return Math.min(1, Math.max(0, 1 - (4 / Math.PI) * staying));
}
