import { doubtfulRows, type Manifest, SAMPLE_WORDS } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { html } from "../../text/html.ts";
import { said } from "../block.ts";
import { blocksHtml } from "../block_html.ts";
import { blockLines } from "../block_lines.ts";
import type { View } from "../lines.ts";
import { runModelWords } from "../model_words.ts";
import { failureGroups, failureWords } from "../page/failures.ts";
import { surveyReport } from "../page/survey.ts";
import { completeWords, freshLine, leadLines, serviceLine } from "../page/words.ts";
import { timeWords } from "../progress_line.ts";
import { surveyBlocks, surveyRun } from "../run_table.ts";
import { CELL_FORM } from "./card.ts";
import { shortFolder } from "./next_steps.ts";
import { tableHtml, TEXT_WIDTH } from "./table_html.ts";
import { thesisTable } from "./thesis_table.ts";

/** A run, as `openRun()` gives it. */
export interface RunToShow {
  /** Absolute path. */
  readonly folder: string;
  /** The manifest, as it was last written. */
  readonly manifest: Manifest;
  /** One for each data row, with the whole answer. */
  readonly outcomes: readonly Outcome[];
  /** One for each data row, as people read it. */
  readonly rows: readonly ThesisRow[];
}

/** What is said of a run beyond itself. */
interface RunViewOptions {
  /** Name of the outcomes in the cell, for the code that shows one with its pictures. Default: `run.outcomes`. */
  readonly outcomesName?: string | undefined;
  /** Why the run stopped before its last row. */
  readonly stopped?: string | undefined;
  /** What to do next, as sentences and lines of code. */
  readonly next?: readonly string[] | undefined;
}

const MAX_LINE = 240;
const MAX_REASONS = 5;
const FIRST_NAMES = 4;
const HEAD =
  "font-family:sans-serif;font-size:13px;line-height:1.5;margin:0 0 8px;padding:6px 12px;border-left:4px solid";

/** A run as a table to drill into: the highest drawdown risk first, each row with its thesis, its warnings and its files. */
export function runView(run: RunToShow, options: RunViewOptions = {}): View {
  const { outcomesName = "run.outcomes", stopped, next = [] } = options;
  const ranked = run.rows.map((row, at) => ({ row, at })).toSorted((one, other) => byRisk(one.row, other.row));
  const table = thesisTable(ranked.map(({ row }) => row), {
    header: run.manifest.header,
    codeOf: (place) => `await show(${outcomesName}[${ranked[place]?.at ?? 0}]);`,
  });
  const { complete, isComplete, lines, failures } = headOf(run);
  const verdict = said("lead", [`${isComplete ? "✓" : "⚠"} ${[complete, stopped].filter(Boolean).join(". ")}`]);
  const survey = surveyBlocks(surveyRun(run.outcomes), { weights: run.manifest.portfolio?.weights });
  const above = [verdict, said("points", lines)];
  const head = [...above, said("points", [...failures.map((line) => `⚠ ${line}`), ...next])];
  return {
    text: blockLines([...above, ...survey, said("next", next)], TEXT_WIDTH).join("\n"),
    html: html`<div><div style="${HEAD} ${isComplete ? "#2a9d7f" : "#d1495b"}">${blocksHtml(head, CELL_FORM)}</div>${
      tableHtml(table, { hasDetails: true })
    }</div>`,
  };
}

/** What is said above the rows, in the words of the page: what is known best, then list, data, service and folder. */
function headOf({ manifest, rows, folder }: RunToShow) {
  const survey = surveyReport({ manifest, rows, folder });
  const { risk, portfolio, direction } = leadLines(survey);
  const { counts, service, language_model: model, state, started_at, input } = manifest;
  const running = state === "running" ? `, still running or stopped since ${timeWords(started_at)}` : "";
  return {
    complete: completeWords(survey),
    isComplete: survey.statuses.done === rows.length && rows.length > 0 && doubtfulRows(counts) === 0,
    lines: [
      ...risk,
      ...portfolio,
      ...direction,
      excerpt(`${input.name} · ${timeWords(started_at)}${running}`, MAX_LINE),
      freshLine(survey),
      serviceLine(survey),
      ...model === undefined ? [] : [`${runModelWords(model)}.`],
      ...service.isSample === true ? [SAMPLE_WORDS] : [],
      `Folder: ${shortFolder(folder)}`,
    ],
    failures: failureLines(rows, { manifest, folder: shortFolder(folder) }),
  };
}

/** The rows that are not done, a line for each reason. */
function failureLines(rows: readonly ThesisRow[], run: Pick<RunToShow, "manifest" | "folder">): string[] {
  const groups = failureGroups(rows, run);
  const more = groups.length - MAX_REASONS;
  const lines = groups.slice(0, MAX_REASONS).map((group) => failureWords(group, FIRST_NAMES));
  return [...lines, ...more > 0 ? [`${counted(more, "more reason")} in failures.csv`] : []];
}

/** The highest drawdown risk first, then by rank; others keep their order, behind. */
function byRisk(one: ThesisRow, other: ThesisRow): number {
  const { rank = Infinity, drawdownProbability: chance = 0 } = one;
  const { rank: otherRank = Infinity, drawdownProbability: otherChance = 0 } = other;
  return otherChance - chance || (rank === otherRank ? 0 : rank - otherRank);
}
