import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import type { TableBlock } from "../block.ts";
import { alertsIn, furtherWords, heldWords, spanWords } from "../alert_words.ts";
import { companyWords, pageTable } from "./formats.ts";
import { MAX_CHANGES, type ReportSurvey } from "./survey.ts";

const MAX_WORDS = 320;

/** The alerts of the run, the most important first; nothing where none are known. */
export function alertsSection(survey: ReportSurvey): Html | undefined {
  const alerts = alertsIn(survey.input);
  if (alerts === undefined) return undefined;
  const further = furtherWords(survey.input.comparison);
  const companies = new Map(survey.input.rows.map((row) => [row.row, companyWords(row)]));
  const table: TableBlock = {
    kind: "table",
    columns: (["Name", "Alert", "Position"] as const).map((title, at) => ({
      title,
      look: at === 0 ? "name" : "words",
    })),
    rows: alerts.map((alert) => [
      { name: alert.ticker, note: companies.get(alert.row) ?? "", row: alert.row },
      excerpt(alert.message, MAX_WORDS),
      heldWords(alert),
    ]),
  };
  const rest = html`<code>alerts.jsonl</code>`;
  const span = spanWords(survey.input.comparison?.earlier.asOf, survey.input.comparison?.later.asOf);
  return html`<section id="alerts"><h2>Alerts</h2>${[
    span !== "" && html`<p class="note">Changes${span}.</p>`,
    alerts.length === 0 ? html`<p>No alerts.</p>` : pageTable(table, survey, { shown: 10, most: MAX_CHANGES, rest }),
    further !== "" && html`<p class="note">${further}.</p>`,
  ]}</section>`;
}
