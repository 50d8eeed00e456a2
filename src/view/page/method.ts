import { type Html, html } from "../../text/html.ts";
import type { TextBlock } from "../block.ts";
import { factsHtml } from "../block_html.ts";
import { methodBlocks } from "../run_method.ts";
import { PAGE_FORM } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";

/** How to read the theses, their calibration, and the details of the run. */
export function methodSection({ input }: ReportSurvey): Html {
  const blocks = methodBlocks(input).map((block) => html`<div><h3>${block.title}</h3>${bodyOf(block)}</div>`);
  return html`
    <section id="method">
      <h2>Method and calibration</h2>
      <div class="two">${blocks}</div>
    </section>
  `;
}

function bodyOf(block: TextBlock): Html {
  if (block.kind === "lines") return html`<ul class="plain">${block.lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  return factsHtml(block.facts, { ...PAGE_FORM, facts: ['class="rests"', "", "", "", ""] });
}
