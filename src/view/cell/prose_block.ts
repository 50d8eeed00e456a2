import { stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { bolded, markdownLines } from "../figure_table.ts";
import type { View } from "../lines.ts";

const MAX_CHARS = 40_000;
const MAX_LINK = 2_000;
const PARAGRAPH = "margin:8px 0";
const LIST = "margin:4px 0;padding-left:20px";
const BULLET = /^\s*[-*•]\s+/;
/** Ends before what closes a sentence or a bracket. */
const ADDRESS = /(https?:\/\/[^\s<>"'`\\]*[^\s<>"'`\\.,;:!?)\]}])/i;

/** A text of a model: paragraphs, lists, and links to http(s) addresses. */
export function proseBlock(text: string): View {
  const left = text.length - MAX_CHARS;
  const shown = stripControl(left > 0 ? text.slice(0, MAX_CHARS).toWellFormed() : text).trim();
  const note = left > 0 ? `… ${counted(left, "more character")} are not shown here.` : "";
  return {
    text: note === "" ? shown : `${shown}\n\n${note}`,
    html: html`${shown.split(/\n\s*\n/).map(block)}${
      note !== "" && html`<p style="${PARAGRAPH}"><em>${note}</em></p>`
    }`,
  };
}

/** A text as it is, without control characters. */
export function textBlock(text: string): View {
  const plain = stripControl(text);
  return { text: plain, html: html`<div style="white-space:pre-wrap">${plain}</div>` };
}

/** A line whose http(s) addresses are links. */
export function linked(text: string): Html {
  return html`${text.split(ADDRESS).map((part, at) => at % 2 === 1 ? link(part) : bolded(part))}`;
}

/** Nothing but an address that parses as http(s) becomes one. */
function link(address: string): Html | string {
  const url = address.length > MAX_LINK ? null : URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return address;
  return html`<a href="${url.href}" target="_blank" rel="noopener noreferrer">${address}</a>`;
}

/** A paragraph; its lines that are bullets are a list. */
function block(text: string): Html {
  if (text.startsWith("|")) return html`${markdownLines(text.split("\n"), linked)}`;
  const parts: Html[] = [];
  let items: Html[] = [];
  const close = () => {
    if (items.length > 0) parts.push(html`<ul style="${LIST}">${items}</ul>`);
    items = [];
  };
  for (const lines of runsOf(text.split("\n"))) {
    if (BULLET.test(lines[0] ?? "")) {
      items.push(html`<li>${lines.map((line) => linked(line.replace(BULLET, "")))}</li>`);
      continue;
    }
    close();
    parts.push(html`<p style="${PARAGRAPH};white-space:pre-wrap">${linked(lines.join("\n"))}</p>`);
  }
  close();
  return html`${parts}`;
}

/** Each bullet alone; other lines together. */
function runsOf(lines: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last === undefined || BULLET.test(line) || BULLET.test(last[0] ?? "")) runs.push([line]);
    else last.push(line);
  }
  return runs.filter((run) => run.some((line) => line.trim() !== ""));
}
