import { chanceDecimals } from "../protocol/fall_line.ts";

const DEFINITION =
  "The chance of a 15% fall is the probability that, within 63 trading days of the thesis, a close is 15% or more " +
  "below the highest since the thesis (month-end closes, where there are no daily ones). It is computed from how often " +
  "such a fall followed similar volatility of the stock and the market.";
const FOREIGN = "The chance of a 15% fall within the horizon is the service's own.";
const OWN_ENGINE = /^conviction-analyst\//;

/** Whether a thesis is of our engine, whose figures are defined here. */
export function isOwnEngine({ engine = "" }: { readonly engine?: string | undefined }): boolean {
  return OWN_ENGINE.test(engine);
}

/** What the chance of a fall says, wherever people read it. */
export function fallDefinition(theses: readonly { readonly engine?: string | undefined }[]): string {
  return theses.some(isOwnEngine) ? DEFINITION : FOREIGN;
}

/**
 * A chance of a fall with its unit.
 * @returns Like `11%`, but `24.7%` where `25%` would be across the line.
 */
export function chanceWords(chance: number, decimals: number = chanceDecimals(chance)): string {
  return `${(chance * 100).toFixed(decimals)}%`;
}
