import { mean } from "./statistics.ts";
import { independentDates, type Stretch } from "./independent_dates.ts";

/** A figure of one date. */
export interface DateFigure {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The figure. */
  readonly value: number;
  /** Theses it is made of. */
  readonly count: number;
}

/** A figure over dates. */
export interface FigureByDate {
  /** One for each date that has it, the earliest first. */
  readonly dates: readonly DateFigure[];
  /** Mean over all of them; nothing where there is none. */
  readonly mean: number | undefined;
  /** How many of the dates are independent. */
  readonly independentDates: number;
  /** Mean over those. */
  readonly independentMean: number | undefined;
  /** Its distance from 0 in standard errors; nothing for fewer than two dates, or when they are all equal. */
  readonly t: number | undefined;
}

/**
 * Works out a figure for each date, and how sure its mean is: t = mean / (s / √k) over the k independent dates, s
 * their standard deviation with k - 1.
 *
 * Published: one figure a date and a t over dates, Fama & MacBeth 1973, Journal of Political Economy 81; Student 1908,
 * Biometrika 6.
 * @param cases In any order that is the same for equal cases.
 * @param figureOf The figure of the cases of one date; nothing where it has none.
 */
export function byDate<T extends Stretch>(
  cases: readonly T[],
  figureOf: (ofDate: readonly T[]) => number | undefined,
): FigureByDate {
  const groups = [...Map.groupBy(cases, ({ entry }) => entry)].sort(([one], [other]) => one < other ? -1 : 1);
  const withFigure = groups.flatMap(([date, members]) => {
    const value = figureOf(members);
    return value === undefined ? [] : [{ date, value, count: members.length, members }];
  });
  const independent = new Set(independentDates(withFigure.flatMap(({ members }) => members)));
  const values = withFigure.filter(({ date }) => independent.has(date)).map(({ value }) => value);
  return {
    dates: withFigure.map(({ date, value, count }) => ({ date, value, count })),
    mean: meanOf(withFigure.map(({ value }) => value)),
    independentDates: independent.size,
    independentMean: meanOf(values),
    t: studentT(values),
  };
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : mean(values);
}

function studentT(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return isNoise(variance, middle) ? undefined : middle / Math.sqrt(variance / values.length);
}

/** Equal figures differ by what rounding leaves. */
function isNoise(variance: number, middle: number): boolean {
  return variance <= (1e-14 * Math.abs(middle)) ** 2;
}
