import type { FigureByDate } from "./by_date.ts";
import { isEnough, MIN_T } from "./enough.ts";
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
