import { CHANCES } from "../data/metrics/portfolio.ts";
import type { Metric, MetricId } from "../data/metrics/metric.ts";
import { probabilityDecimals } from "../data/metrics/bands.ts";
import { chanceDecimals } from "../protocol/drawdown_line.ts";
import { withThousands } from "./show_fact.ts";
import { moneyText } from "../protocol/money_text.ts";

/**
 * Formats a figure for a sentence: `46.1%`, `2.0 points`, `24.7%` for a chance of a fall below 25%, `+0.31`, `$169.23`, `$4.5bn`, `16.0×`, `44`.
 * @param definition Unit and digits.
 * @param value Unrounded.
 * @param options The metric, and the code of the currency of money; empty where nothing states one.
 */
export function showFigure(
  { unit, decimals, times, ordinal, points }: Metric,
  value: number,
  { metric, currency }: { readonly metric?: MetricId; readonly currency: string },
): string {
  if (metric && CHANCES.has(metric)) return `${grouped(value * 100, chanceDecimals(onItsSide(value)))}%`;
  if (metric === "probability") return `${grouped(value * 100, probabilityDecimals(value) - 2)}%`;
  if (unit === "fraction") return `${grouped(value * 100, decimals)}${points ? " points" : "%"}`;
  if (unit === "currency") return moneyText(shortMoney(value, decimals), currency);
  const shown = grouped(value, decimals);
  if (ordinal) return `${shown}${ENDINGS[PLACES.select(value)]}`;
  return unit === "score" && Number(shown) > 0 ? `+${shown}` : times ? `${shown}×` : shown;
}

const PLACES = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: "st",
  two: "nd",
  few: "rd",
  zero: "th",
  many: "th",
  other: "th",
};

/** A result rounds a chance to four digits, which may lift it onto the line; then it is on the line in the text too. */
function onItsSide(chance: number): number {
  return Math.max(chance, Number(chance.toFixed(4)));
}

function shortMoney(value: number, decimals: number): string {
  if (decimals > 0 || value < 1e6) return grouped(value, decimals);
  return value < 1e9 ? `${grouped(value / 1e6, 1)}m` : `${grouped(value / 1e9, 1)}bn`;
}

/** Groups thousands with a comma; a rounded zero has no sign. */
function grouped(value: number, decimals: number): string {
  const exact = Number(Math.abs(value).toPrecision(12)); // a half that was computed in another way is rounded alike
  const shown = withThousands(exact.toFixed(decimals));
  return value < 0 && /[1-9]/.test(shown) ? `-${shown}` : shown;
}
