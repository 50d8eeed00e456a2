const BLOCKS = [..."▁▂▃▄▅▆▇█"];

/**
 * Scores as a line of blocks. All lines have the scale -1 to 1, so that lines of several names can be compared.
 * @param scores -1 to 1, oldest first.
 * @param most Blocks at most; the last scores are shown.
 */
export function sparkText(scores: readonly number[], most: number): string {
  return scores.slice(-most).map((score) => {
    const at = Math.floor((Math.min(1, Math.max(-1, score)) + 1) / 2 * BLOCKS.length);
    return BLOCKS[Math.min(at, BLOCKS.length - 1)] ?? "";
  }).join("");
}
