import { changeWords } from "../../compare/change_words.ts";
import type { RowChange } from "../../compare/comparison.ts";
import { statesFalse } from "../../run/thesis_check.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html, type HtmlValue } from "../../text/html.ts";
import { shellWord } from "../../text/shell_word.ts";
import { alertsIn, furtherWords, heldWords, spanWords } from "../alert_words.ts";
import type { TableBlock, TextBlock } from "../block.ts";
import { answerHtml, element, factsHtml } from "../block_html.ts";
import { checkedWords } from "../check_words.ts";
import { taskCommand } from "../continue_command.ts";
import { dataNotice, placeWords, WHAT_BECAME } from "../freshness.ts";
import { byVarianceShare, portfolioMeasures, positionsTable, shareWords } from "../portfolio_words.ts";
import { DIFFERENT_SETTINGS, runChanges } from "../run_changes.ts";
import { methodBlocks } from "../run_method.ts";
import { cutBlocks, markdownBlocks } from "../thesis_blocks.ts";
import { companyWords, PAGE_FORM, pageTable, tileList } from "./formats.ts";
import { MAX_CHANGES, type ReportSurvey } from "./survey.ts";

const MAX_WORDS = 400;
const MAX_NAME = 120;
const MAX_REASONING = 8_000;

/** A part of the page under its heading. */
export function section(id: string, title: string, parts: HtmlValue): Html {
  return html`<section id="${id}"><h2>${title}</h2>${parts}</section>`;
}

function note(words: HtmlValue): Html {
  return element("p", PAGE_FORM.small, words);
}

function table(titles: readonly string[], rows: TableBlock["rows"]): TableBlock {
  const columns = titles.map((title) => ({ title, look: title === "Name" ? "name" : "words" } as const));
  return { kind: "table", columns, rows };
}

/** The alerts of the run, the most important first; nothing where none are known. */
export function alertsSection(survey: ReportSurvey): Html | undefined {
  const { comparison, rows } = survey.input;
  const alerts = alertsIn(survey.input);
  if (alerts === undefined) return undefined;
  const further = furtherWords(comparison);
  const span = spanWords(comparison?.earlier.asOf, comparison?.later.asOf);
  const companies = new Map(rows.map((row) => [row.row, companyWords(row)]));
  const lines = alerts.map((alert) => [
    { name: alert.ticker, note: companies.get(alert.row) ?? "", row: alert.row },
    alert.message,
    heldWords(alert),
  ]);
  const shown = { shown: 10, most: MAX_CHANGES, rest: html`<code>alerts.jsonl</code>` };
  return section("alerts", "Alerts", [
    span !== "" && note(`Changes${span}.`),
    alerts.length === 0
      ? html`<p>No alerts.</p>`
      : pageTable(table(["Name", "Alert", "Position"], lines), survey, shown),
    further !== "" && note(`${further}.`),
  ]);
}

/** The changes since an earlier run, if there is one; differences of settings come first. */
export function changesSection(survey: ReportSurvey): Html | undefined {
  const { comparison } = survey.input;
  if (comparison === undefined) return undefined;
  const { lines, settings, changes } = runChanges(comparison);
  const rest = html`<code>changes.csv</code>`;
  return section("changed", "What changed", [
    settings && html`<div class="alert"><b>${DIFFERENT_SETTINGS}</b>${pageTable(settings, survey)}</div>`,
    lines.map((line) => html`<p>${line}</p>`),
    changes && pageTable(changes, survey, { shown: 10, most: MAX_CHANGES, rest }),
  ]);
}

/** The words for a change, as one line. */
export function whatChangedWords(change: RowChange, { input }: ReportSurvey): string {
  return excerpt((input.whatChanged ?? changeWords)(change), MAX_WORDS);
}

/** Which theses state something that the user's own data contradict; nothing in a run that checks nothing. */
export function checksSection(survey: ReportSurvey): Html | undefined {
  const { verify } = survey.input.manifest;
  if (verify === undefined) return undefined;
  const wrong = survey.theses.flatMap((row) =>
    statesFalse(row.check)
      ? [[{ name: row.ticker, note: row.company ?? "", row: row.row }, row.check.firstFalse ?? ""]]
      : []
  );
  const shown = { shown: 10, most: 200, rest: "theses.csv, column first_false" };
  return section("checks", "Checked", [
    note(`${checkedWords(verify)}. ${excerpt(verify.notice, MAX_WORDS)}`),
    wrong.length > 0 && pageTable(table(["Name", "First error"], wrong), survey, shown),
  ]);
}

/** The card of the list's own portfolio, positions above the fold and in all; nothing when the list has no weights. */
export function portfolioSection(survey: ReportSurvey): Html | undefined {
  const { portfolio } = survey.input.manifest;
  if (portfolio === undefined) return undefined;
  const { figures, reasoning = "", column, problem = "" } = portfolio;
  const { gross, net } = figures ?? {};
  const sizes = [net !== undefined && `net ${shareWords(net)}`, gross !== undefined && `gross ${shareWords(gross)}`];
  const held = [`Weights from column “${excerpt(column, MAX_NAME)}”`, ...sizes].filter((part) => part !== false);
  const said = answerHtml(cutBlocks(markdownBlocks(reasoning), MAX_REASONING).shown, PAGE_FORM);
  return section("portfolio", "Portfolio", [
    note(`${held.join(", ")}.`),
    figures === undefined ? html`<p class="wrn"><b>No figures</b> ${excerpt(problem, MAX_WORDS)}.</p>` : [
      tileList(portfolioMeasures(figures).map(({ name, words, note }) => ({ name, value: words, note }))),
      pageTable(positionsTable(byVarianceShare(figures), survey.theses), survey, {
        shown: 12,
        most: 300,
        rest: "the workbook",
      }),
      reasoning !== "" && element("details", PAGE_FORM.fold, [html`<summary>The portfolio in words</summary>`, said]),
    ],
  ]);
}

/** What was read of a folder of prices, and what was not; nothing for the sample and for another service. */
export function dataSection(survey: ReportSurvey): Html | undefined {
  const { manifest } = survey.input;
  const { data, service, options } = manifest;
  if (data === undefined || service.isSample === true) return undefined;
  const { problems, more_problems: more } = data;
  const rows = problems.map(({ kind, file, message, ...place }) => [
    excerpt(file, MAX_NAME),
    `${WHAT_BECAME[kind]}${placeWords(place)}: ${message}`,
  ]);
  const folder = typeof options.data === "string" ? excerpt(shellWord(options.data), MAX_NAME) : "FOLDER";
  const command = html`<code>${taskCommand(manifest)} conviction data check ${folder}</code>`;
  return section("data", "Data", [
    note(excerpt(dataNotice(data), MAX_WORDS)),
    rows.length > 0 && pageTable(table(["File", "Note"], rows), survey, { shown: 10 }),
    rows.length > 0 && note([more > 0 && `${counted(more)} more. `, "All files, one by one: ", command]),
  ]);
}

/** How to read the theses, their calibration, and the details of the run. */
export function methodSection({ input }: ReportSurvey): Html {
  const form = { ...PAGE_FORM, facts: ['class="rests"', "", "", "", ""] } as const;
  const bodyOf = (block: TextBlock) =>
    block.kind === "facts"
      ? factsHtml(block.facts, form)
      : element("ul", form.list, block.lines.map((line) => html`<li>${line}</li>`));
  const blocks = methodBlocks(input).map((block) => html`<div><h3>${block.title}</h3>${bodyOf(block)}</div>`);
  return section("method", "Method and calibration", html`<div class="two">${blocks}</div>`);
}
