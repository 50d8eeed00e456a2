import { stripControl } from "../../text/control.ts";
import { html } from "../../text/html.ts";
import type { View } from "../lines.ts";

/** A text as it is, without control characters. */
export function textBlock(text: string): View {
  const plain = stripControl(text);
  return { text: plain, html: html`<div style="white-space:pre-wrap">${plain}</div>` };
}
