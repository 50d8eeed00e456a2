import type { Alert } from "../../compare/comparison.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { alertsIn, furtherWords, heldWords } from "../alert_words.ts";
import { companyWords, nameLink } from "./formats.ts";
import { prose } from "./prose.ts";
import { MAX_CHANGES, type ReportSurvey } from "./survey.ts";

/** Alerts shown without expanding. */
const MAX_OPEN = 10;
const MAX_WORDS = 320;

/** The alerts of the run, the weightiest first; nothing where none are known. */
export function alertsSection(survey: ReportSurvey): Html | undefined {
  const alerts = alertsIn(survey.input);
  if (alerts === undefined) return undefined;
  const further = furtherWords(survey.input.comparison);
  const rest = further !== "" && html`<p class="note">${further}.</p>`;
  const list = alerts.length === 0 ? html`<p>No alerts.</p>` : alertList(alerts, survey);
  return html`<section id="alerts"><h2>Alerts</h2>${list}${rest}</section>`;
}

function alertList(alerts: readonly Alert[], survey: ReportSurvey): Html {
  const companies = new Map(survey.input.rows.map((row) => [row.row, companyWords(row)]));
  const items = alerts.slice(0, MAX_CHANGES).map((alert) => alertLine(alert, { survey, companies }));
  const first = items.slice(0, MAX_OPEN);
  const folded = items.slice(MAX_OPEN);
  const more = alerts.length - MAX_CHANGES;
  const title = html`<summary>${counted(folded.length)} more, less weighty</summary>`;
  const rest = html`<details class="more">${title}<ol class="changes alerts">${folded}</ol></details>`;
  const note = html`<p class="note">${counted(more)} more in <code>alerts.jsonl</code>.</p>`;
  return html`<ol class="changes alerts">${first}</ol>${folded.length > 0 && rest}${more > 0 && note}`;
}

function alertLine(
  alert: Alert,
  { survey, companies }: { readonly survey: ReportSurvey; readonly companies: ReadonlyMap<number, string> },
): Html {
  const held = heldWords(alert);
  return html`
    <li>
      <div>
        ${nameLink(alert, survey)} <span class="co">${companies.get(alert.row)}</span>
        ${held !== "" && html`<span class="kind">${held}</span>`}
      </div>
      <p>${prose(alert.message, MAX_WORDS)}</p>
    </li>
  `;
}
