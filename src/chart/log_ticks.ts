const MAX_TICKS = 10;

/**
 * Chooses round numbers between two prices for an axis with equal ratios.
 * @param low Lowest price, above 0.
 * @param high Highest price, at least ten times as much.
 * @returns 1, 2 and 5 times the powers of ten, or fewer of them where that would be over ten ticks.
 */
export function logTicks(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const powers = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, n) => first + n);
  const isInside = (tick: number) => tick >= low && tick <= high;
  for (const digits of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = powers.flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)));
    const inside = ticks.filter(isInside);
    if (inside.length <= MAX_TICKS) return inside;
  }
  const every = Math.ceil(powers.length / MAX_TICKS);
  return powers.filter((_, n) => n % every === 0).map((power) => Number(`1e${power}`)).filter(isInside);
}
