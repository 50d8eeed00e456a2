import { barsWords } from "../../run/bars.ts";
import { fallDefinition } from "../../run/fall_chance.ts";
import { leadOf } from "../../run/lead.ts";
import { shortPoint } from "../../run/short_point.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import {
  barWords,
  chanceBar,
  companyWords,
  nameLink,
  percentWords,
  scoreBar,
  scoreWords,
  signalMark,
  tickerWords,
} from "./formats.ts";
import { nameMap } from "./map.ts";
import { prose } from "./prose.ts";
import { whatChangedWords } from "./changes.ts";
import { groupColumn, type Ranking, type ReportGroup, type ReportSurvey } from "./survey.ts";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";

/** Most characters of a sentence about a name, and of what changed. */
const MAX_REASON = 240;
const MAX_CHANGE = 160;
const MAX_COLUMN_NAME = 40;

/** The ten highest and the ten lowest scores, and the map, if there are scores. */
export function scoreLists(survey: ReportSurvey): Html | undefined {
  const rankings = survey.rankings.filter(({ best }) => best.length > 0);
  if (rankings.length === 0) return undefined;
  const lists = rankings.map((ranking) => bestAndWorst(ranking, survey));
  const note = html`<p class="note">${barWords(survey)}${apartWords(survey)}${aloneWords(survey)}</p>`;
  return html`<section id="score"><h2>Best and worst by score</h2>${note}${lists}${nameMap(survey)}</section>`;
}

function bestAndWorst({ best, worst, frequency }: Ranking, survey: ReportSurvey): Html {
  const bars = survey.rankings.length > 1 ? `, ${barsWords(frequency)}` : "";
  const highest = html`<div><h3>Highest${bars}</h3>${nameTable(best, survey)}</div>`;
  const lowest = html`<div><h3>Lowest${bars}</h3>${worst.length > 0 && nameTable(worst, survey)}</div>`;
  return worst.length === 0 && bars !== ""
    ? html`<div><h3>Ranked apart${bars}</h3>${nameTable(best, survey)}</div>`
    : html`<div class="two">${highest}${lowest}</div>`;
}

/** Why there is more than one list; nothing when there is not. */
function apartWords({ rankings }: ReportSurvey): string {
  return rankings.length < 2 ? "" : ` Names are ranked among those with the same bars: a score from days and one ` +
    "from month-ends are compared with different things.";
}

/** Which names have too few others beside them in the data to be scored among these. */
function aloneWords({ theses }: ReportSurvey): string {
  const isAlone = ({ claims }: ThesisRow) =>
    claims.some(({ metric, value }) => metric === "within" && value === "months");
  const alone = theses.filter(isAlone).map(tickerWords);
  return alone.length === 0
    ? ""
    : " Scored against their own past, because the data hold fewer than eight companies to " +
      `compare them with: ${firstNames(alone)}.`;
}

/** The names most likely to fall, if any thesis states the chance. */
export function riskList(survey: ReportSurvey): Html | undefined {
  const { best, theses } = survey;
  const rankings = survey.rankings.filter(({ riskiest }) => riskiest.length > 0);
  if (rankings.length === 0) return undefined;
  const legend = best.length === 0 && ` ${barWords(survey)}`;
  const lists = rankings.map(({ riskiest, frequency }) =>
    html`${survey.rankings.length > 1 && html`<h3>From ${barsWords(frequency)}</h3>`}${
      nameTable(riskiest, survey, "risk")
    }`
  );
  const list = html`<p class="note">${fallDefinition(theses)}${legend}</p>${lists}`;
  return html`<section id="risk"><h2>Highest chance of a 15% fall</h2>${list}</section>`;
}

/** A table of the groups; `undefined` without a column to group by. */
export function groupTable(survey: ReportSurvey): Html | undefined {
  const { input: { group }, groups } = survey;
  if (group === undefined) return undefined;
  const column = excerpt(group, MAX_COLUMN_NAME);
  if (groupColumn(survey.input) < 0) {
    return html`
      <section id="groups">
        <h2>By group</h2>
        <p class="note">The list has no column “${column}”.</p>
      </section>
    `;
  }
  return html`
    <section id="groups">
      <h2>By ${column}</h2>
      <div class="groups" role="region" aria-label="By ${column}" tabindex="0">
        <table>
          <thead><tr>
            <th scope="col">${column}</th>
            <th scope="col" class="num">Names</th>
            <th scope="col" class="num">Median score</th>
            <th scope="col" class="num">Median 15% fall</th>
            <th scope="col">Best</th>
            <th scope="col">Worst</th>
          </tr></thead>
          <tbody>${groups.map((one) => groupLine(one, survey))}</tbody>
        </table>
      </div>
      ${groupsNote(survey)}
    </section>
  `;
}

function groupLine({ name, rows, medianScore, medianFall, best, worst }: ReportGroup, survey: ReportSurvey): Html {
  return html`
    <tr>
      <th scope="row">${name}</th>
      <td class="num">${counted(rows)}</td>
      <td class="num">${scoreWords(medianScore)}${scoreBar(medianScore)}</td>
      <td class="num">${percentWords(medianFall)}${chanceBar(medianFall)}</td>
      <td>${endOf(best, survey)}</td>
      <td>${endOf(worst, survey)}</td>
    </tr>
  `;
}

function endOf(row: ThesisRow | undefined, survey: ReportSurvey): Html | undefined {
  return row && html`${nameLink(row, survey)} <span class="num">${scoreWords(row.score)}</span>`;
}

function groupsNote({ input, groups }: ReportSurvey): Html | undefined {
  const missing = input.rows.length - groups.reduce((sum, { rows }) => sum + rows, 0);
  return missing > 0 && html`<p class="note">${counted(missing)} names are in groups not shown.</p>` || undefined;
}

function nameTable(rows: readonly ThesisRow[], survey: ReportSurvey, by: "score" | "risk" = "score"): Html {
  return html`
    <table class="names">
      <thead>
        <tr>
          <th scope="col" class="num">${by === "score" ? "Rank" : "#"}</th>
          <th scope="col">Name</th>
          <th scope="col">Signal</th>
          <th scope="col" class="num">Score</th>
          <th scope="col" class="num">15% fall</th>
        </tr>
      </thead>
      <tbody>${rows.map((row, at) => nameLine(row, { survey, place: by === "score" ? row.rank : at + 1, by }))}</tbody>
    </table>
  `;
}

function nameLine(row: ThesisRow, { survey, place, by }: {
  readonly survey: ReportSurvey;
  readonly place: number | undefined;
  readonly by: "score" | "risk";
}): Html {
  const fall = row.drawdownProbability;
  const company = companyWords(row);
  const reason = by === "risk" ? shortPoint(row.risks[0] ?? "", row.ticker) : leadOf(row);
  const change = by === "score" ? survey.changeOf.get(row.row) : undefined;
  const more = [
    reason !== "" && html`<p class="${by === "score" ? "lead" : ""}">${prose(reason, MAX_REASON)}</p>`,
    change !== undefined && html`<p><b>Changed</b> ${prose(whatChangedWords(change, survey), MAX_CHANGE)}</p>`,
  ];
  return html`
    <tr>
      <td class="num dim">${place}</td>
      <th scope="row"><span class="nm">${nameLink(row, survey)} <span class="co">${company}</span></span>${more}</th>
      <td>${signalMark(row.signal)}</td>
      <td class="num">${scoreWords(row.score)}${scoreBar(row.score)}</td>
      <td class="num">${percentWords(fall)}${chanceBar(fall)}</td>
    </tr>
  `;
}
