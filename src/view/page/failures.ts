import { type Html, html } from "../../text/html.ts";
import { type FailureGroup, failureGroups } from "./mending.ts";
import { countText } from "./marks.ts";
import type { ReportSurvey } from "./survey.ts";

/** Reasons that the page shows one by one. */
const MAX_GROUPS = 30;

/** What is not done, why, and the command that mends it. */
export function failuresSection({ input }: ReportSurvey): Html {
  const groups = failureGroups(input.rows, input);
  const more = groups.length - MAX_GROUPS;
  return html`<section id="failures"><h2>Not done</h2>${
    groups.length === 0
      ? html`<p class="note">${input.rows.length === 0 ? "There was nothing to do." : "Every name is done."}</p>`
      : html`<ul class="fails">${groups.slice(0, MAX_GROUPS).map(groupItem)}</ul>`
  }${more > 0 && html`<p class="note">${countText(more)} more reasons in <code>failures.csv</code>.</p>`}</section>`;
}

function groupItem({ status, code, message, isVaried, count, names, advice }: FailureGroup): Html {
  const more = count - names.length;
  const title = `${countText(count)} ${status.replace("_", " ")}`;
  const others = isVaried && html`<span class="dim">(the first of several messages)</span>`;
  const end = advice.command === undefined
    ? html`<p>${advice.words}: start the program again that began the run.</p>`
    : html`
      <p>${advice.words}:</p>
      <pre><code>${advice.command}</code></pre>
    `;
  return html`<li>${[
    html`<h3>${title}${code !== "" && html`: <code>${code}</code>`}</h3>`,
    (message !== "" || isVaried) && html`<p>${message} ${others}</p>`,
    html`<p class="dim">${names.join(", ")}${more > 0 && ` and ${countText(more)} more`}</p>`,
    end,
  ]}</li>`;
}
