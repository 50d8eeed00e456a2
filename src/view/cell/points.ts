import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import type { View } from "../lines.ts";
import { placeBar, shareBar } from "./bars.ts";
import { COLOURS } from "./card.ts";
import { linked } from "./prose_block.ts";
import { chanceIn, placeIn, type Standing } from "./standings.ts";

const MAX_POINTS = 20;
const MAX_POINT = 1_000;
const COLUMNS = "display:flex;flex-wrap:wrap;gap:0 32px";
const COLUMN = "flex:1 1 260px;min-width:0";
const TITLE = "margin:12px 0 2px;font-weight:600";
const LIST = "margin:2px 0;padding-left:20px";
const PLACE = "display:flex;align-items:center;gap:10px";
const LEGEND = "font-size:13px;opacity:.8;margin:2px 0";
const SIDE = /^(For|Against): /;

/** Drivers and risks beside each other, each with a bar where the answer says its figure's place or chance. */
export function points({ key_drivers, risks, metadata = {} }: ReasoningResult, standings: readonly Standing[]): View {
  const { verification = {} } = metadata;
  const barOf = (point: string) => {
    const chance = chanceIn(point, verification);
    if (chance !== undefined) return { kind: "chance", bar: shareBar(chance, COLOURS.down) } as const;
    const place = placeIn(point, standings);
    return place === undefined ? undefined : { kind: "place", bar: percentileBar(place) } as const;
  };
  const kinds = new Set([...key_drivers, ...risks].slice(0, 2 * MAX_POINTS).map((point) => barOf(point)?.kind));
  const legend = [
    kinds.has("place")
      ? "A percentile is the place of the figure among those it is compared with; 100 is the highest."
      : "",
    kinds.has("chance") ? "A bar is a chance from 0 to 100%." : "",
  ].filter((words) => words !== "").join(" ");
  const column = (title: string, lines: readonly string[]) => list(title, lines, (point) => barOf(point)?.bar);
  return {
    text: [...bullets("Drivers", key_drivers), ...bullets("Risks", risks)].join("\n").trim(),
    html: html`<div style="${COLUMNS}">${column("Drivers", key_drivers)}${column("Risks", risks)}</div>${
      legend !== "" && html`<p style="${LEGEND}">${legend}</p>`
    }`,
  };
}

/** A place, also in words, for readers without styles. */
function percentileBar(place: number): Html {
  return html`<div style="${PLACE}"><div style="flex:1 1 0">${placeBar(place)}</div><small>percentile ${
    Math.round(place * 100)
  }</small></div>`;
}

function list(title: string, lines: readonly string[], barOf: (point: string) => Html | undefined): Html | undefined {
  if (lines.length === 0) return undefined;
  const items = lines.slice(0, MAX_POINTS).map((line) => html`<li>${pointWords(line)}${barOf(line)}</li>`);
  return html`
    <section style="${COLUMN}">
      <h4 style="${TITLE}">${title}</h4>
      <ul style="${LIST}">${items}${lines.length > MAX_POINTS && html`<li>${moreWords(lines)}</li>`}</ul>
    </section>
  `;
}

/** The side that our service gives a driver, marked; other texts as they are. */
function pointWords(line: string): Html {
  const text = excerpt(line, MAX_POINT);
  const [, side] = SIDE.exec(text) ?? [];
  if (side === undefined) return linked(text);
  const [mark, colour] = side === "For" ? ["▲", COLOURS.up] : ["▼", COLOURS.down];
  return html`<b style="color:${colour}">${mark} ${side}</b> ${linked(text.slice(side.length + 2))}`;
}

function bullets(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MAX_POINTS).map((line) => `- ${excerpt(line, MAX_POINT)}`);
  return ["", title, ...shown, ...(lines.length > MAX_POINTS ? [`- ${moreWords(lines)}`] : [])];
}

function moreWords({ length }: readonly string[]): string {
  return `and ${counted(length - MAX_POINTS)} more, not shown here`;
}
