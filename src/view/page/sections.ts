import { changeWords } from "../../compare/change_words.ts";
import type { RowChange } from "../../compare/comparison.ts";
import { withMinus } from "../../protocol/answer_block.ts";
import { barsWords } from "../../run/bars.ts";
import { isOwnEngine, riskDefinition } from "../../run/drawdown_chance.ts";
import { statesFalse } from "../../run/thesis_check.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";
import { type Html, html } from "../../text/html.ts";
import { shellWord } from "../../text/typed_command.ts";
import { alertsIn, furtherWords, heldWords, spanWords } from "../alert_words.ts";
import { type Block, type BlockRow, said, type TableBlock } from "../block.ts";
import { blocksHtml } from "../block_html.ts";
import { checkedWords } from "../check_words.ts";
import { taskCommand } from "../continue_command.ts";
import { dataNotice, placeWords, WHAT_BECAME } from "../freshness.ts";
import { portfolioBlocks } from "../portfolio_words.ts";
import { changesBlocks } from "../run_changes.ts";
import { methodBlocks } from "../run_method.ts";
import { businessTable, riskTable, scoreTable } from "../thesis_columns.ts";
import { sentenceCase } from "../thesis_view.ts";
import { barWords, companyWords, pageForm, percentWords, tickerWords } from "./formats.ts";
import { nameMap } from "./map.ts";
import { groupColumn, MAX_CHANGES, type Ranking, type ReportSurvey } from "./survey.ts";

const MAX_WORDS = 400;
const MAX_NAME = 120;
const MAX_COLUMN_NAME = 40;

/** A part of the page: its blocks under its heading, and a drawing. */
export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly drawing?: Html | undefined;
}

/** Draws a part of the page; nothing of a run that has none. */
export function sectionHtml(id: string, section: Section | undefined, survey: ReportSurvey): Html | undefined {
  if (section === undefined) return undefined;
  const { title, blocks, drawing } = section;
  return html`<section id="${id}"><h2>${title}</h2>${blocksHtml(blocks, pageForm(survey))}${drawing}</section>`;
}

function table(titles: readonly string[], rows: readonly BlockRow[], show?: TableBlock["show"]): TableBlock {
  const columns = titles.map((title) => ({ title, look: title === "Name" ? "name" : "words" } as const));
  return { kind: "table", columns, rows, show };
}

/** Small print; nothing without words. */
function note(words: string): Block[] {
  return words === "" ? [] : [said("limits", [words])];
}

/** The alerts of the run, the most important first; nothing where none are known. */
export function alertsSection({ input }: ReportSurvey): Section | undefined {
  const { comparison, rows } = input;
  const alerts = alertsIn(input);
  if (alerts === undefined) return undefined;
  const further = furtherWords(comparison);
  const span = spanWords(comparison?.earlier.asOf, comparison?.later.asOf);
  const companies = new Map(rows.map((row) => [row.row, companyWords(row)]));
  const lines = alerts.map((alert) => [
    { name: alert.ticker, note: companies.get(alert.row) ?? "", row: alert.row },
    withMinus(alert.message),
    heldWords(alert),
  ]);
  return {
    title: "Alerts",
    blocks: [
      ...note(span && `Changes${span}.`),
      lines.length === 0
        ? said("text", ["No alerts."])
        : table(["Name", "Alert", "Position"], lines, { shown: 10, most: MAX_CHANGES, rest: "in alerts.jsonl" }),
      ...note(further && `${further}.`),
    ],
  };
}

/** The changes since an earlier run, if there is one; differences of settings come first. */
export function changesSection({ input: { comparison } }: ReportSurvey): Section | undefined {
  const show = { shown: 10, most: MAX_CHANGES, rest: "in changes.csv" };
  return comparison && { title: "What changed", blocks: changesBlocks(comparison, { show }) };
}

/** The words for a change, as one line. */
export function whatChangedWords(change: RowChange, { input }: ReportSurvey): string {
  return excerpt((input.whatChanged ?? changeWords)(change), MAX_WORDS);
}

/** Which theses state something that the user's own data contradict; nothing in a run that checks nothing. */
export function checksSection({ input, theses }: ReportSurvey): Section | undefined {
  const { verify } = input.manifest;
  if (verify === undefined) return undefined;
  const wrong = theses.flatMap((row) =>
    statesFalse(row.check)
      ? [[{ name: row.ticker, note: row.company ?? "", row: row.row }, row.check.firstFalse ?? ""]]
      : []
  );
  const show = { shown: 10, most: 200, rest: "in theses.csv, column first_false" };
  return {
    title: "Checked",
    blocks: [
      ...note(`${checkedWords(verify)}. ${excerpt(verify.notice, MAX_WORDS)}`),
      ...wrong.length > 0 ? [table(["Name", "First error"], wrong, show)] : [],
    ],
  };
}

/** The list's own portfolio; nothing when the list has no weights. */
export function portfolioSection({ input: { manifest }, theses }: ReportSurvey): Section | undefined {
  return manifest.portfolio && { title: "Portfolio", blocks: portfolioBlocks(manifest.portfolio, theses) };
}

/** The names most likely to fall, if any thesis states the chance. */
export function riskSection(survey: ReportSurvey): Section | undefined {
  const { best, theses, riskiest, tally, input } = survey;
  if (riskiest.length === 0) return undefined;
  const legend = best.length === 0 ? ` ${barWords(survey)}` : "";
  return {
    title: "Drawdown risk",
    blocks: [
      said("lead", [`${sentenceCase(tally.risk)}.`]),
      ...note(`${riskDefinition(theses)}${legend}`),
      riskTable(riskiest, input.manifest.portfolio?.weights),
    ],
  };
}

/** The ten highest and the ten lowest scores, and the map, if there are scores. */
export function scoreSection(survey: ReportSurvey): Section | undefined {
  const rankings = survey.rankings.filter(({ best }) => best.length > 0);
  if (rankings.length === 0) return undefined;
  return {
    title: survey.theses.some(isOwnEngine) ? "Ranking by score (has not predicted returns)" : "Ranking by score",
    blocks: [
      ...note(`${barWords(survey)}${apartWords(survey)}${aloneWords(survey)}`),
      ...rankings.flatMap((ranking) => endsOf(ranking, survey)),
    ],
    drawing: nameMap(survey),
  };
}

/** The businesses of which the data hold filings alone. */
export function businessSection({ theses }: ReportSurvey): Section | undefined {
  const business = businessTable(theses);
  return business.rows.length === 0 ? undefined : { title: "Business", blocks: [business] };
}

function endsOf({ best, worst, frequency }: Ranking, survey: ReportSurvey): Block[] {
  const bars = survey.rankings.length > 1 ? `, ${barsWords(frequency)}` : "";
  const isAlone = worst.length === 0 && bars !== "";
  const ends = [[isAlone ? "Ranked separately" : "Highest", best], ["Lowest", worst]] as const;
  return ends.filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => ({ ...scoreTable(rows), title: `${title}${bars}` }));
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

/** A table of the groups; nothing without a column to group by. */
export function groupsSection({ input, groups }: ReportSurvey): Section | undefined {
  if (input.group === undefined) return undefined;
  const column = excerpt(input.group, MAX_COLUMN_NAME);
  if (groupColumn(input) < 0) return { title: "By group", blocks: note(`The list has no column “${column}”.`) };
  const missing = input.rows.length - groups.reduce((sum, { rows }) => sum + rows, 0);
  return {
    title: `By ${column}`,
    blocks: [
      {
        kind: "table",
        columns: [
          { title: column, look: "words" },
          { title: "Names", look: "rank" },
          { title: "Median drawdown risk", look: "chance" },
          { title: "Median score", look: "score" },
          { title: "Highest risk", look: "name" },
        ],
        rows: groups.map(({ name, rows, medianScore = "", medianDrawdown = "", riskiest: top }) => {
          const note = percentWords(top?.drawdownProbability);
          return [name, rows, medianDrawdown, medianScore, top ? { name: tickerWords(top), note, row: top.row } : ""];
        }),
      },
      ...note(missing > 0 ? `${counted(missing)} names are in groups not shown.` : ""),
    ],
  };
}

/** What was read of a folder of prices, and what was not; nothing for the sample and for another service. */
export function dataSection({ input: { manifest } }: ReportSurvey): Section | undefined {
  const { data, service, options } = manifest;
  if (data === undefined || service.isSample === true) return undefined;
  const { problems, more_problems: more } = data;
  const rows = problems.map(({ kind, file, message, ...place }) => [
    excerpt(file, MAX_NAME),
    `${WHAT_BECAME[kind]}${placeWords(place)}: ${message}`,
  ]);
  const folder = typeof options.data === "string" ? excerpt(shellWord(options.data), MAX_NAME) : "FOLDER";
  const all = `All files, one by one: ${taskCommand(manifest, `conviction data check ${folder}`)}`;
  return {
    title: "Data",
    blocks: [
      ...note(excerpt(dataNotice(data), MAX_WORDS)),
      ...rows.length === 0 ? [] : [
        table(["File", "Note"], rows, { shown: 10 }),
        ...note(`${more > 0 ? `${counted(more)} more. ` : ""}${all}`),
      ],
    ],
  };
}

/** How to read the theses, their calibration, and the details of the run. */
export function methodSection({ input }: ReportSurvey): Section {
  return { title: "Method and calibration", blocks: methodBlocks(input) };
}
