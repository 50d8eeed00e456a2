import { barsWords } from "../../run/bars.ts";
import { fallDefinition, isOwnEngine } from "../../run/fall_chance.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { barWords, pageTable, scoreWords, tickerWords } from "./formats.ts";
import type { BlockCell, TableBlock } from "../block.ts";
import { riskTable, scoreTable } from "../thesis_columns.ts";
import { sentenceCase } from "../thesis_view.ts";
import { nameMap } from "./map.ts";
import { groupColumn, type Ranking, type ReportSurvey } from "./survey.ts";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";

const MAX_COLUMN_NAME = 40;

/** The ten highest and the ten lowest scores, and the map, if there are scores. */
export function scoreLists(survey: ReportSurvey): Html | undefined {
  const { theses } = survey;
  const rankings = survey.rankings.filter(({ best }) => best.length > 0);
  if (rankings.length === 0) return undefined;
  const lists = rankings.map((ranking) => bestAndWorst(ranking, survey));
  const note = html`<p class="note">${barWords(survey)}${apartWords(survey)}${aloneWords(survey)}</p>`;
  const title = theses.some(isOwnEngine) ? "Ranking by score (has not predicted returns)" : "Ranking by score";
  return html`<section id="score"><h2>${title}</h2>${note}${lists}${nameMap(survey)}</section>`;
}

function bestAndWorst({ best, worst, frequency }: Ranking, survey: ReportSurvey): Html[] {
  const bars = survey.rankings.length > 1 ? `, ${barsWords(frequency)}` : "";
  const isAlone = worst.length === 0 && bars !== "";
  const ends = [[isAlone ? "Ranked separately" : "Highest", best], ["Lowest", worst]] as const;
  return ends.filter(([, rows]) => rows.length > 0).map(([title, rows]) =>
    html`<h3>${title}${bars}</h3>${pageTable(scoreTable(rows), survey)}`
  );
}

/** Why there is more than one list; nothing when there is not. */
function apartWords({ rankings }: ReportSurvey): string {
  return rankings.length < 2 ? "" : " Names with daily and with monthly prices are ranked separately, because their " +
    "scores are measured against different groups.";
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
  const { best, theses, riskiest, tally, input } = survey;
  if (riskiest.length === 0) return undefined;
  const legend = best.length === 0 && ` ${barWords(survey)}`;
  const words = html`
    <p><b>${sentenceCase(tally.risk)}.</b></p>
    <p class="note">${fallDefinition(theses)}${legend}</p>
  `;
  return html`<section id="risk"><h2>Drawdown risk</h2>${words}${
    pageTable(riskTable(riskiest, input.manifest.portfolio?.weights), survey)
  }</section>`;
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
  const table: TableBlock = {
    kind: "table",
    columns: [
      { title: column, look: "words" },
      { title: "Names", look: "rank" },
      { title: "Median drawdown risk", look: "chance" },
      { title: "Median score", look: "score" },
      { title: "Highest score", look: "name" },
      { title: "Lowest score", look: "name" },
    ],
    rows: groups.map(({ name, rows, medianScore = "", medianFall = "", best, worst }) => {
      return [name, rows, medianFall, medianScore, endOf(best), endOf(worst)];
    }),
  };
  return html`<section id="groups"><h2>By ${column}</h2>${pageTable(table, survey)}${groupsNote(survey)}</section>`;
}

function endOf(row: ThesisRow | undefined): BlockCell {
  return row === undefined ? "" : { name: tickerWords(row), note: scoreWords(row.score), row: row.row };
}

function groupsNote({ input, groups }: ReportSurvey): Html | undefined {
  const missing = input.rows.length - groups.reduce((sum, { rows }) => sum + rows, 0);
  return missing > 0 && html`<p class="note">${counted(missing)} names are in groups not shown.</p>` || undefined;
}
