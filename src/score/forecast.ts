/** A chance that was named, and what came of it. */
export interface Forecast {
  /** What was said, 0 to 1. */
  readonly probability: number;
  /** Whether it came so. */
  readonly happened: boolean;
}

/** How many of them happened. */
export function countHappened(forecasts: readonly Forecast[]): number {
  return forecasts.filter(({ happened }) => happened).length;
}

/** The mean of numbers; `NaN` of none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
