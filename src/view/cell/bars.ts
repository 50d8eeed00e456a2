import { type Html, html } from "../../text/html.ts";
import { COLOURS } from "./card.ts";

const TRACK = "height:6px;margin:3px 0;border-radius:3px;background-color:#80808040";
const FILL = "height:6px;border-radius:3px";

/** A share of 0 to 1 as a bar from 0 to 100%. */
export function shareBar(share: number, colour: string = COLOURS.plain): Html {
  return bar(0, within(share), colour);
}

/** A score of -1 to 1 as a bar to the left or right of the middle. */
export function scoreBar(score: number): Html {
  const half = within(Math.abs(score)) / 2;
  return bar(score < 0 ? 0.5 - half : 0.5, half, score < 0 ? COLOURS.down : COLOURS.up);
}

/** Where a figure is among others: 0 is the lowest, at the left, and 1 the highest. */
export function placeBar(place: number): Html {
  const width = 0.02;
  return bar(within(place) * (1 - width), width, "currentColor");
}

/** The words beside a bar say the same; without styles it is an empty line. */
function bar(from: number, width: number, colour: string): Html {
  const place = `margin-left:${percent(from)};width:${percent(width)};background-color:${colour}`;
  return html`
    <div style="${TRACK}" aria-hidden="true">
      <div style="${FILL};${place}"></div>
    </div>
  `;
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}
