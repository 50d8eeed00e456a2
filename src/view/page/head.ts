import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { countText, signalLook, signalMark } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";
import { reportTiles } from "./tiles.ts";
import { completeWords } from "./words.ts";

const MAX_NAME = 80;
const MAX_SIGNAL = 16;
/** Most signals shown. */
const MAX_SIGNALS = 5;
/** Looks from left to right. */
const LOOKS = ["up", "flat", "down", "other"];

/** The head of the page: list, completeness, freshness and cost. */
export function reportHead(survey: ReportSurvey): Html {
  const { input: { manifest, rows }, statuses } = survey;
  const isWhole = statuses.done === rows.length && rows.length > 0;
  const [verdict = "", ...rest] = completeWords(survey).split(": ");
  const goesOn = manifest.state === "running" && html`. <b>The run is in progress.</b>`;
  return html`<header>${[
    html`<p class="eye">Conviction · screen results</p>`,
    html`<h1>${excerpt(manifest.input.name, MAX_NAME)}</h1>`,
    html`<p class="verdict ${isWhole ? "ok" : "bad"}"><b>${isWhole ? "✓" : "⚠"} ${verdict}:</b> ${rest}${goesOn}</p>`,
    reportTiles(survey),
    signalStrip(survey),
  ]}</header>`;
}

/** The number of names per signal, as a strip. */
function signalStrip({ theses }: ReportSurvey): Html | undefined {
  const signals = Map.groupBy(theses, ({ signal = "" }) => excerpt(signal, MAX_SIGNAL));
  const placed = [...signals].map(([signal, rows]) => ({ signal, count: rows.length, look: signalLook(signal) }))
    .toSorted((a, b) => b.count - a.count).slice(0, MAX_SIGNALS)
    .toSorted((a, b) => LOOKS.indexOf(a.look) - LOOKS.indexOf(b.look));
  if (placed.length === 0) return undefined;
  const words = placed.map(({ signal, count }) => html`<span>${signalMark(signal)} <b>${countText(count)}</b></span>`);
  const parts = placed.map(({ count, look }) => html`<i class="${look}" style="flex-grow:${count}"></i>`);
  return html`
    <div class="strip">
      <p>${words}</p>
      <div aria-hidden="true">${parts}</div>
    </div>
  `;
}
