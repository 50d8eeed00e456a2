import type { Sample } from "../score/score_report.ts";
import { counted } from "../text/counted.ts";

/** Like `15 dates, 12 of them independent`. */
export function datesWords({ dates, independentDates }: Sample): string {
  if (dates === independentDates) return counted(dates, dates === 1 ? "date" : "independent date");
  return `${counted(dates, "date")}, ${independentDates} of them independent`;
}

/** Like `19.7%`. */
export function percent(share: number): string {
  return `${decimal(100 * share, 1)}%`;
}

/** A rounded number, without a sign if it rounds to 0. */
export function decimal(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return /^-0(?:\.0*)?$/.test(text) ? text.slice(1) : text;
}
