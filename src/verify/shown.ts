import { longDay } from "../calendar/day.ts";
import { CHANCES } from "../data/metrics/portfolio.ts";
import type { Metric, MetricId } from "../data/metrics/metric.ts";
import { probabilityDecimals } from "../data/metrics/bands.ts";
import { chanceDecimals } from "../protocol/drawdown_line.ts";
import { moneyText } from "../protocol/money_text.ts";

/** Formats of numbers by decimals, made once: they are slow to make. */
const formats = new Map<number, Intl.NumberFormat>();

/**
 * How a figure must be shown: with the metric's own rounding, so that none is rounded to nothing.
 * @param definition Unit and digits.
 * @param value Unrounded; a day as it is.
 * @param options The metric, and the code of the currency of money; empty where nothing states one.
 */
export function shownFigure(
  { unit, decimals, times, ordinal, points }: Metric,
  value: number | string,
  { metric, currency }: { readonly metric?: MetricId; readonly currency: string },
): string {
  if (typeof value === "string") return longDay(value);
  switch (unit) {
    case "fraction":
      if (points) return `${written(value * 100, decimals)} points`;
      return `${written(value * 100, metric && CHANCES.has(metric) ? decimalsOfChance(value) : decimals)}%`;
    case "currency":
      return moneyText(money(value, decimals), currency);
    case "score":
      return signed(written(value, decimals));
    default:
      if (metric === "probability") return `${written(100 * value, probabilityDecimals(value) - 2)}%`;
      if (ordinal) return `${written(value, decimals)}${endingOf(value)}`;
      return times ? `${written(value, decimals)}×` : written(value, decimals);
  }
}

/** `st`, `nd`, `rd`, and from 11 to 13 as all else `th`. */
function endingOf(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return isTeen ? "th" : ["th", "st", "nd", "rd"][place % 10] ?? "th";
}

/** A chance that a result's four digits lift onto the line of a likely fall is on the line in the text too. */
function decimalsOfChance(chance: number): number {
  const reported = Number(chance.toFixed(4));
  return chanceDecimals(reported > chance ? reported : chance);
}

/** Whole amounts of millions and billions are shortened to one decimal place. */
function money(value: number, decimals: number): string {
  if (decimals > 0 || value < 1e6) return written(value, decimals);
  return value < 1e9 ? `${written(value / 1e6, 1)}m` : `${written(value / 1e9, 1)}bn`;
}

function signed(text: string): string {
  return /^-|^[0.]*$/.test(text) ? text : `+${text}`;
}

/** Digits in which two ways to compute a figure agree: a half is rounded alike. */
const DIGITS = 12;

/** With thousands separated; rounded as `toFixed` does, and a rounded zero has no sign. */
function written(value: number, decimals: number): string {
  const known = formats.getOrInsertComputed(decimals, () =>
    new Intl.NumberFormat("en-US", {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: "negative",
    }));
  return known.format(Number(Number(value.toPrecision(DIGITS)).toFixed(decimals)));
}
