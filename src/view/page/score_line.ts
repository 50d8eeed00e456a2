import { type Html, html } from "../../text/html.ts";

/** Units of the line: a night is two wide, and the scale from -1 to 1 is the same on every card. */
const STEP = 2;
const HEIGHT = 24;
const FEWEST = 2;

/**
 * Draws scores from night to night on one scale, so that the lines of several names can be compared (small multiples:
 * Tufte 2006, Beautiful Evidence). Draws only numbers, so no text of a service becomes markup.
 * @param scores -1 to 1, oldest first.
 * @returns Nothing for fewer than two.
 */
export function scoreLine(scores: readonly number[]): Html | undefined {
  if (scores.length < FEWEST || !scores.every(Number.isFinite)) return undefined;
  const heights = scores.map((score) => Math.round((1 - Math.min(1, Math.max(-1, score))) / 2 * HEIGHT));
  const [first = 0, ...rest] = heights;
  let before = first;
  let path = `M0 ${first}l`;
  for (const height of rest) {
    path += `${path.endsWith("l") ? "" : " "}${STEP} ${height - before}`;
    before = height;
  }
  const width = (scores.length - 1) * STEP;
  const box = `0 0 ${width} ${HEIGHT}`;
  const paths = html`
    <path class="z" d="M0 ${HEIGHT / 2}h${width}" />
    <path class="l" d="${path.replaceAll(" -", "-")}" />
  `;
  const words = `Score, ${scores.length} nights, -1 to 1`;
  return html`
    <svg class="nights" viewBox="${box}" preserveAspectRatio="none"
      aria-hidden="true">${paths}</svg><small>${words}</small>
  `;
}
