import type { FigureByDate } from "./by_date.ts";
import { MIN_INDEPENDENT_DATES } from "./independent_dates.ts";
import type { Verdict } from "./score_report.ts";

/** The conclusion from a figure over dates, where 0 is chance and higher is better. */
export function verdictOf(figure: FigureByDate | undefined): Verdict {
  if (figure === undefined || figure.dates.length === 0) return "none";
  const theses = figure.dates.reduce((sum, { count }) => sum + count, 0);
  if (!isEnough({ theses, independentDates: figure.independentDates })) return "proves_nothing";
  const t = figure.t ?? standardErrors(figure.independentMean ?? 0);
  if (Math.abs(t) < MIN_T) return "no_difference";
  return t > 0 ? "better" : "worse";
}

/** The t statistic of figures without variance: infinite, unless they are all 0. */
function standardErrors(mean: number): number {
  return mean === 0 ? 0 : mean > 0 ? Infinity : -Infinity;
}

/** Fewest theses for a conclusion: with fewer, the Wilson interval of 0.5 is wider than plus or minus 10 points. */
export const MIN_THESES = 100;

/**
 * Smallest |t| of a mean over dates that differs from chance: Student's t at 5%, two-sided, with the 11 degrees of
 * freedom of 12 dates. For a new measure Harvey, Liu & Zhu 2016 require 3.
 */
const MIN_T = 2.2;

/** Whether a sample is large enough for a conclusion. */
export function isEnough(sample: { readonly theses: number; readonly independentDates: number }): boolean {
  return sample.theses >= MIN_THESES && sample.independentDates >= MIN_INDEPENDENT_DATES;
}
