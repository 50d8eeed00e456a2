import { mean } from "./statistics.ts";
import { independentDates, MIN_INDEPENDENT_DATES, type Period } from "./independent_dates.ts";

/** A figure of one date. */
export interface DateFigure {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The figure. */
  readonly value: number;
  /** Number of theses. */
  readonly count: number;
}

/** A figure over dates. */
export interface FigureByDate {
  /** One per date, the earliest first. */
  readonly dates: readonly DateFigure[];
  /** Mean over all dates; `undefined` without dates. */
  readonly mean: number | undefined;
  /** Number of independent dates. */
  readonly independentDates: number;
  /** Mean over the independent dates. */
  readonly independentMean: number | undefined;
  /** t statistic of that mean; `undefined` for fewer dates than a conclusion needs, or if all figures are equal. */
  readonly t: number | undefined;
  /** Dates of cases that give no figure, the earliest first. */
  readonly withoutFigure: readonly string[];
}

/**
 * Computes a figure for each date, and the t statistic of its mean: t = mean / (s / √k) over the k independent dates,
 * with the sample standard deviation s.
 *
 * Published: one figure per date and a t over dates, Fama & MacBeth 1973, Journal of Political Economy 81; Student 1908,
 * Biometrika 6.
 * @param cases In a deterministic order.
 * @param figureOf The figure of the cases of one date, if they have one.
 */
export function byDate<T extends Period>(
  cases: readonly T[],
  figureOf: (ofDate: readonly T[]) => number | undefined,
): FigureByDate {
  const groups = [...Map.groupBy(cases, ({ entry }) => entry)].sort(([one], [other]) => one < other ? -1 : 1);
  const withFigure = groups.flatMap(([date, members]) => {
    const value = figureOf(members);
    return value === undefined ? [] : [{ date, value, count: members.length, members }];
  });
  const independent = new Set(independentDates(withFigure.flatMap(({ members }) => members)));
  const dates = new Set(withFigure.map(({ date }) => date));
  const values = withFigure.filter(({ date }) => independent.has(date)).map(({ value }) => value);
  return {
    dates: withFigure.map(({ date, value, count }) => ({ date, value, count })),
    mean: meanOf(withFigure.map(({ value }) => value)),
    independentDates: independent.size,
    independentMean: meanOf(values),
    t: studentT(values),
    withoutFigure: groups.flatMap(([date]) => dates.has(date) ? [] : [date]),
  };
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : mean(values);
}

function studentT(values: readonly number[]): number | undefined {
  if (values.length < MIN_INDEPENDENT_DATES) return undefined;
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return isNoise(variance, middle) ? undefined : middle / Math.sqrt(variance / values.length);
}

/** Whether a variance is only rounding error of equal figures. */
function isNoise(variance: number, middle: number): boolean {
  return variance <= (1e-14 * Math.abs(middle)) ** 2;
}
