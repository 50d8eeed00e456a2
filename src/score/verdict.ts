import type { FigureByDate } from "./by_date.ts";
import type { Verdict } from "./score_report.ts";

/** What a figure over dates says, where 0 is chance and more is better. */
export function verdictOf(figure: FigureByDate | undefined): Verdict {
  if (figure === undefined || figure.dates.length === 0) return "none";
  const theses = figure.dates.reduce((sum, { count }) => sum + count, 0);
  if (!isEnough({ theses, independentDates: figure.independentDates })) return "proves_nothing";
  const t = figure.t ?? standardErrors(figure.independentMean ?? 0);
  if (Math.abs(t) < MIN_T) return "no_difference";
  return t > 0 ? "better" : "worse";
}

/** Figures that do not vary are as far from chance as can be, but for those that are chance. */
function standardErrors(mean: number): number {
  return mean === 0 ? 0 : mean > 0 ? Infinity : -Infinity;
}

/**
 * Fewer independent dates prove nothing. By the sign test at 5 % (two sides; Arbuthnott 1710, Dixon & Mood 1946) a
 * record on fewer than 6 dates fails even when it was right on each, and 12 is the least number of dates at which it
 * may be wrong on two: 2 (1 + 12 + 66) / 4096 = 3.9 %.
 */
export const MIN_INDEPENDENT_DATES = 12;

/** Fewer theses prove nothing: Wilson's interval of a half is then wider than ten points to either side. */
export const MIN_THESES = 100;

/**
 * A mean over dates nearer to 0 than so many standard errors is not told from chance: Student's t at 5 %, two sides,
 * for the 11 degrees of freedom of 12 dates. Of a new measure Harvey, Liu & Zhu 2016 ask 3.
 */
const MIN_T = 2.2;

/** Whether a sample is large enough to say anything. */
export function isEnough(sample: { readonly theses: number; readonly independentDates: number }): boolean {
  return sample.theses >= MIN_THESES && sample.independentDates >= MIN_INDEPENDENT_DATES;
}
