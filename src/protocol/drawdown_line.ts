/** From here on a chance of a fall is marked, and crossing it is a change. */
const LINE = 0.25;

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
