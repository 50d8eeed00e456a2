import { stripControl } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import type { View } from "../lines.ts";

/** Colours with a contrast of at least 4 : 1 on white and on a dark notebook, because a cell does not know its page. */
export const COLOURS = {
  up: "#168a74",
  down: "#c4572a",
  flat: "#7a8590",
  other: "#9466b5",
  plain: "#3f7fc4",
  bad: "#d0433b",
} as const;

const CARD = "border-left:4px solid;padding:4px 16px;max-width:60em;line-height:1.5;overflow-wrap:anywhere;" +
  "font-family:system-ui,sans-serif;font-size:14px";
const SMALL = "font-size:13px;opacity:.8;margin:8px 0 0";
const PRE =
  "white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px;line-height:1.45;margin:4px 0;padding:6px 10px;" +
  "border-radius:4px;max-height:none";

/** A part of a card that has no text, or no markup, of its own. */
export const NOTHING: Html = html``;

/** The parts of a card below each other; a part without text adds none. */
export function card(parts: readonly (View | undefined)[], colour: string): View {
  const shown = parts.filter((part) => part !== undefined);
  return {
    text: stripControl(shown.map(({ text }) => text).filter((text) => text !== "").join("\n\n")),
    html: html`<article style="${CARD};border-color:${colour}">${shown.map((part) => part.html)}</article>`,
  };
}

/** A line of small print; nothing without words. */
export function smallPrint(words: string): View | undefined {
  return words === "" ? undefined : { text: words, html: html`<p style="${SMALL}">${stripControl(words)}</p>` };
}

/** Code, or what it printed, on a tint of a colour. */
export function codeBlock(text: string, colour: keyof typeof COLOURS = "flat"): Html {
  return html`<pre style="${PRE};background-color:${COLOURS[colour]}22">${text}</pre>`;
}
