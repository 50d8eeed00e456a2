/** From here on a chance of a fall is marked, and crossing it is a change. */
const LINE = 0.25;

const DEFINITION =
  "The chance of a 15 % fall is that, within 63 trading days of the thesis, a close is 15 % or more below the highest " +
  "close since the thesis. It is computed from volatility, without drift.";
const FOREIGN = "The chance of a 15 % fall within the horizon is the service's own.";
const OWN_ENGINE = /^conviction-analyst\//;

/** Whether a thesis is of our engine, whose figures are defined here. */
export function isOwnEngine({ engine = "" }: { readonly engine?: string | undefined }): boolean {
  return OWN_ENGINE.test(engine);
}

/** What the chance of a fall says, wherever people read it. */
export function fallDefinition(theses: readonly { readonly engine?: string | undefined }[]): string {
  return theses.some(isOwnEngine) ? DEFINITION : FOREIGN;
}

/** Whether a chance of a fall is marked. */
export function isHighChance(chance: number | undefined): boolean {
  return chance !== undefined && chance >= LINE;
}

/**
 * Decimals of the per cent value that show each chance on its side of the line.
 * @returns 0 unless a chance is close below the line.
 */
export function chanceDecimals(...chances: readonly (number | undefined)[]): number {
  const isPlain = (decimals: number) =>
    chances.every((chance) =>
      chance === undefined || (Number((chance * 100).toFixed(decimals)) >= 100 * LINE) === isHighChance(chance)
    );
  return [0, 1, 2].find(isPlain) ?? 3;
}

/**
 * A chance of a fall with its unit.
 * @returns Like `11 %`, but `24.7 %` where `25 %` would be across the line.
 */
export function chanceWords(chance: number, decimals: number = chanceDecimals(chance)): string {
  return `${(chance * 100).toFixed(decimals)} %`;
}
