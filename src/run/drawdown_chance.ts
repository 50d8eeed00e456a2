import { chanceDecimals } from "../protocol/drawdown_line.ts";

const DEFINITION =
  "Drawdown risk is the chance that, within three months (63 trading days), the share closes 15% or more below its " +
  "highest close since the start. It is estimated from how often shares with similar volatility have done so.";
const MONTHLY = " With month-end prices only, falls within a month are not counted.";
const FOREIGN = "Drawdown risk is as stated by the service.";
const OWN_ENGINE = /^conviction-analyst\//;

/** Whether a thesis is of our engine, whose figures are defined here. */
export function isOwnEngine({ engine = "" }: { readonly engine?: string | undefined }): boolean {
  return OWN_ENGINE.test(engine);
}

/** What drawdown risk says, wherever people read it. */
export function riskDefinition(theses: readonly Partial<Record<"engine" | "frequency", string | undefined>>[]): string {
  if (!theses.some(isOwnEngine)) return FOREIGN;
  return theses.some(({ frequency }) => frequency === "monthly") ? `${DEFINITION}${MONTHLY}` : DEFINITION;
}

/**
 * A chance of a drawdown with its unit.
 * @returns Like `11%`, but `24.7%` where `25%` would be across the line.
 */
export function chanceWords(chance: number, decimals: number = chanceDecimals(chance)): string {
  return `${(chance * 100).toFixed(decimals)}%`;
}
