/** Sum over count; NaN of nothing. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Standard deviation with n - 1, in two passes: one pass loses digits when the mean is large. */
export function sampleDeviation(values: readonly number[]): number {
  const centre = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

/** Covariance of two equally long lists over the variance of the second. */
export function slope(dependent: readonly number[], independent: readonly number[]): number {
  const [meanOne, meanOther] = [mean(dependent), mean(independent)];
  let together = 0;
  let alone = 0;
  for (const [at, value] of independent.entries()) {
    together += ((dependent[at] ?? NaN) - meanOne) * (value - meanOther);
    alone += (value - meanOther) ** 2;
  }
  return together / alone;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}
