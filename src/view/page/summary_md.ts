import { changeCountWords } from "../../compare/change_words.ts";
import { SAMPLE_WORDS } from "../../run/manifest.ts";
import { excerpt, oneLine } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { alertsIn, furtherWords, heldWords, spanWords } from "../alert_words.ts";
import { checkedWords, failedClaimLines } from "../check_words.ts";
import { notResearchedWords } from "../freshness.ts";
import { runModelWords } from "../model_words.ts";
import { timeWords } from "../progress_line.ts";
import { type FailureGroup, failureGroups, failureWords } from "./failures.ts";
import { type ReportInput, type ReportSurvey, surveyReport } from "./survey.ts";
import { completeWords, freshLine, leadLines, serviceLine } from "./words.ts";

/** Most names and reasons in a summary. */
const TOP = 3;
/** Most alerts in a summary. */
const TOP_ALERTS = 5;
const MAX_LEAD = 200;

/**
 * Renders a run in about ten lines of Markdown for an email, beginning with what is incomplete.
 * @returns Lines with a final line break; text from outside is escaped.
 */
export function summaryMarkdown(input: ReportInput): string {
  const survey = surveyReport(input);
  const { verify, language_model: model } = input.manifest;
  const { risk, portfolio, direction } = leadLines(survey, TOP);
  const lines = [
    `${plain(completeWords(survey))}.${runningWords(survey)}`,
    "",
    ...(input.manifest.service.isSample === true ? [`- ${SAMPLE_WORDS}`] : []),
    ...bullets([freshLine(survey), ...risk, ...portfolio]),
    ...alertLines(survey),
    ...changeLines(survey),
    ...bullets(direction),
    ...bullets([...verify === undefined ? [] : [`${checkedWords(verify)}.`], serviceLine(survey)]),
    ...failedClaimLines(input.manifest.counts).map((line) => `  - ${plain(line)}`),
    ...bullets([...model === undefined ? [] : [`${runModelWords(model)}.`], ...notResearchedWords(input.manifest)]),
    ...failureLines(survey),
    "",
    `Open ${code(`${input.folder}/report.html`)}; all names are in ${
      code("theses.csv")
    }. This is not investment advice.`,
  ];
  return `${lines.join("\n")}\n`;
}

function bullets(lines: readonly string[]): string[] {
  return lines.map((line) => `- ${plain(line)}`);
}

function runningWords({ input: { manifest: { state, started_at } } }: ReportSurvey): string {
  return state === "running" ? ` Still running since ${timeWords(started_at)}.` : "";
}

function alertLines({ input }: ReportSurvey): string[] {
  const alerts = alertsIn(input);
  if (alerts === undefined) return [];
  const further = furtherWords(input.comparison);
  const rest = further === "" ? "" : ` ${plain(further)}.`;
  if (alerts.length === 0) return [`- No alerts.${rest}`];
  const top = alerts.slice(0, TOP_ALERTS).map((alert) => {
    const held = heldWords(alert);
    return `  - ${plain(`${excerpt(alert.message, MAX_LEAD)} ${held}`.trim())}`;
  });
  const more = alerts.length - TOP_ALERTS;
  const others = more > 0 ? [`  - ${counted(more)} more, in ${code("alerts.jsonl")}`] : [];
  const order = alerts.length > 1 ? ", most important first" : "";
  const span = spanWords(input.comparison?.earlier.asOf, input.comparison?.later.asOf);
  return [`- ${counted(alerts.length, "alert")}${span}${order}.${rest}`, ...top, ...others];
}

function changeLines(survey: ReportSurvey): string[] {
  const { comparison } = survey.input;
  if (comparison === undefined) return [];
  const { changes, differences } = comparison;
  const asked = differences.length === 0
    ? ""
    : ` DIFFERENT SETTINGS (${differences.map(({ setting }) => setting.replace("_", " ")).join(", ")}).`;
  const words = changes.length === 0 ? "Nothing changed" : `Changed: ${changeCountWords(comparison)}`;
  return [`- ${plain(`${words}.${asked}`)}`];
}

function failureLines({ input }: ReportSurvey): string[] {
  const groups = failureGroups(input.rows, input);
  const more = groups.length - TOP;
  const rest = more > 0 ? [`- ${counted(more, "more reason")}, in ${code("failures.csv")}`] : [];
  return [...groups.slice(0, TOP).map(failureLine), ...rest];
}

function failureLine(group: FailureGroup): string {
  const { words, command } = group.advice;
  return `- ${plain(`${failureWords(group, TOP)}. ${words}`)}${command === undefined ? "" : `: ${code(command)}`}`;
}

/** Escapes a text for Markdown, including addresses that would become links. */
function plain(text: string): string {
  return oneLine(text).toWellFormed()
    .replace(/[\\`*_{}[\]<>#|~$&]/g, (char) => ENTITIES[char] ?? `\\${char}`)
    .replace(/(https?|ftp|mailto|www)(?=[:.])/gi, "$1\\")
    .replace(/@/g, "&#64;");
}

const ENTITIES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };

/** A code span, fenced with more backticks than the text contains. */
function code(text: string): string {
  const line = oneLine(text).toWellFormed();
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
