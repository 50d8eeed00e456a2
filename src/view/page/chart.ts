import type { Sparkline } from "../../run/sparkline.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { percentWords } from "./formats.ts";

/** Units of the chart, which the page scales. */
const WIDTH = 640;
const PRICE_HEIGHT = 120;
const FALL_TOP = 136;
const FALL_HEIGHT = 44;
const HEIGHT = FALL_TOP + FALL_HEIGHT;
const MIN_CLOSES = 2;
const MAX_DATE = 10;

type Point = readonly [x: number, y: number];

/**
 * Draws closes on a log scale above their drawdown.
 * Draws only numbers, so no text of a service becomes markup.
 * @param series Closes above 0.
 * @returns `undefined` when they cannot be drawn.
 */
export function seriesChart({ dates, closes }: Sparkline): Html | undefined {
  const count = Math.min(dates.length, closes.length);
  const prices = closes.slice(0, count);
  if (count < MIN_CLOSES || !prices.every((close) => close > 0 && Number.isFinite(close))) return undefined;
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const falls = fallsOf(prices);
  const deepest = Math.min(...falls);
  const across = (at: number) => Math.round((at / (count - 1)) * WIDTH);
  const span = Math.log(high / low) || 1;
  const line = prices.map((close, at): Point => [across(at), Math.round(Math.log(high / close) / span * PRICE_HEIGHT)]);
  const depth = deepest === 0 ? 0 : FALL_HEIGHT / deepest;
  const band = falls.map((fall, at): Point => [across(at), FALL_TOP + Math.round(fall * depth)]);
  const [from, to] = [excerpt(dates[0] ?? "", MAX_DATE), excerpt(dates[count - 1] ?? "", MAX_DATE)];
  const last = priceWords(prices[count - 1] ?? 0);
  const words = `${from} to ${to}: last ${last}, low ${priceWords(low)}, high ${priceWords(high)}`;
  const fall = html`
    <path class="f" d="M0 ${FALL_TOP}${pathOf(band).replace("M", "L")}V${FALL_TOP}z" />
  `;
  const paths = html`
    <path class="l" d="${pathOf(line)}" />${fall}
  `;
  const box = `0 -4 ${WIDTH} ${HEIGHT + 6}`;
  const caption = `Close (log scale), ${words}. Below: fall from the highest close so far, at most ${
    percentWords(-deepest)
  }`;
  return html`<figure><svg viewBox="${box}" preserveAspectRatio="none" aria-hidden="true">${paths}</svg>${html`<figcaption>${caption}</figcaption>`}</figure>`;
}

/** The fall of each close from the highest so far, 0 or less. */
function fallsOf(closes: readonly number[]): number[] {
  let highest = 0;
  return closes.map((close) => {
    highest = Math.max(highest, close);
    return close / highest - 1;
  });
}

/** Relative coordinates without a space before a minus: nearly half the characters. */
function pathOf(points: readonly Point[]): string {
  let [x, y] = points[0] ?? [0, 0];
  let path = `M${x} ${y}l`;
  for (const [nextX, nextY] of points.slice(1)) {
    path += ` ${nextX - x} ${nextY - y}`;
    [x, y] = [nextX, nextY];
  }
  return path.replaceAll(" -", "-").replace("l ", "l");
}

/** A price with four significant digits, in any currency. */
function priceWords(price: number): string {
  return price >= 1000 ? String(Math.round(price)) : String(Number(price.toPrecision(4)));
}
