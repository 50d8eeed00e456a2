import { stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cut } from "../../text/cut.ts";
import { type Html, html } from "../../text/html.ts";
import type { Block } from "../block.ts";
import { blocksHtml, type Form } from "../block_html.ts";
import { blockLines } from "../block_lines.ts";
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

/** A text as it is, without control characters. */
export function textBlock(text: string): View {
  const plain = stripControl(text);
  return { text: plain, html: html`<div style="white-space:pre-wrap">${plain}</div>` };
}

const TRACK = "height:6px;margin:3px 0;border-radius:3px;background-color:#80808040";

/** A bar over a part of its track; without styles it is an empty line. */
function bar(from: number, width: number, colour: string): Html {
  const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
  const look = `height:6px;border-radius:3px;margin-left:${percent(from)};width:${
    percent(width)
  };background-color:${colour}`;
  return html`
    <div style="${TRACK}" aria-hidden="true">
      <div style="${look}"></div>
    </div>
  `;
}

/** A share of 0 to 1 as a bar from 0 to 100%. */
export function shareBar(share: number, colour: string = COLOURS.plain): Html {
  return bar(0, Math.min(1, Math.max(0, share)), colour);
}

/** A score of -1 to 1 as a bar to the left or right of the middle. */
function scoreBar(score: number): Html {
  const half = Math.min(1, Math.abs(score)) / 2;
  return bar(score < 0 ? 0.5 - half : 0.5, half, score < 0 ? COLOURS.down : COLOURS.up);
}

const BORDERED = "padding:3px 10px 3px 0;border-bottom:1px solid #8884;vertical-align:top;background:none;";
const LEFT = `${BORDERED}text-align:left;max-width:34em;white-space:normal`;

/** In a cell, without a style sheet: viewers strip it. */
export const CELL_FORM: Form = {
  table: 'style="border-collapse:collapse;margin:4px 0 8px;font-size:13px;color:inherit"',
  words: `style="${LEFT}"`,
  figure: `style="${BORDERED}text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums"`,
  name: `style="${LEFT};font-weight:600"`,
  lead: 'style="margin:6px 0;font-size:15px"',
  text: 'style="margin:8px 0"',
  title: ["h4", 'style="margin:12px 0 2px;font-weight:600;font-size:14px"'],
  list: 'style="margin:2px 0;padding-left:20px"',
  small: `style="${SMALL}"`,
  facts: [
    'style="margin:8px 0;max-width:44em;font-size:13px"',
    'style="display:flex;flex-wrap:wrap;gap:0 12px"',
    'style="flex:0 0 15em"',
    'style="flex:1 1 14em;margin:0"',
    'style="flex:1 0 100%;margin:0;font-size:12px;opacity:.8"',
  ],
  fold: 'style="margin:4px 0"',
  barOf: (value, look) =>
    look === "score" ? scoreBar(value) : look === "chance" ? shareBar(value, COLOURS.down) : undefined,
};

/** The same with links: a thesis cites what it rests on. */
export const CARD_FORM: Form = { ...CELL_FORM, isLinked: true };

/** Columns of a text, for a viewer that draws no markup. */
const TEXT_WIDTH = 100;

/** Blocks under a title, as a value of a cell. */
export function blocksView(title: string, blocks: readonly Block[]): View {
  const look = "font-family:system-ui,sans-serif;font-size:14px;line-height:1.45;max-width:76em;overflow-x:auto";
  return {
    text: blockLines(blocks, TEXT_WIDTH).join("\n"),
    html: html`<article style="${look}"><h3 style="margin:4px 0;font-size:16px">${title}</h3>${
      blocksHtml(blocks, CELL_FORM)
    }</article>`,
  };
}

/** How much of a text is shown. */
export interface TextLimits {
  /** Most lines, at least 2. */
  readonly lines: number;
  /** Most characters of a line. */
  readonly columns: number;
}

/**
 * The start and the end of a text from outside, without control characters; between them stands how much was left out.
 * Errors say what happened at one of both ends.
 */
export function clipped(text: string, { lines, columns }: TextLimits): string {
  const reach = lines * columns; // a text of any length is read at its ends only
  const isLong = text.length > 2 * reach;
  const head = linesOf(isLong ? text.slice(0, reach) : text);
  const tail = isLong ? linesOf(text.slice(-reach)) : [];
  const all = [...head, ...tail];
  const narrow = (line: string) => cut(line, columns);
  if (!isLong && all.length <= lines) return all.map(narrow).join("\n");
  const first = head.slice(0, Math.ceil(lines / 2));
  const last = all.slice(Math.max(first.length, all.length - Math.floor(lines / 2)));
  const left = isLong
    ? `of ${counted(text.length, "character")}`
    : counted(all.length - first.length - last.length, "line");
  return [...first.map(narrow), `… ${left} left out …`, ...last.map(narrow)].join("\n");
}

function linesOf(text: string): string[] {
  return stripControl(text).trimEnd().split("\n");
}
