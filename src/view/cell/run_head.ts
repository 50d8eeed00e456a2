import type { Manifest } from "../../run/manifest.ts";
import { doubtfulRows, SAMPLE_WORDS } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { runModelWords } from "../model_words.ts";
import { timeWords } from "../progress_line.ts";
import { failureGroups } from "../page/failures.ts";
import { surveyReport } from "../page/survey.ts";
import { completeWords, freshLine, leadLines, serviceLine } from "../page/words.ts";
import { shortFolder } from "./run_folder.ts";

const MAX_NAME = 80;
const MAX_MESSAGE = 240;
const MAX_REASONS = 5;
const FIRST_NAMES = 4;

/** What is said above the rows of a run. */
export interface RunHead {
  /** Whether every row is done, as a sentence that begins with INCOMPLETE if not. */
  readonly verdict: string;
  readonly isComplete: boolean;
  /** What is known best of it; then list, data, figures, service, folder. */
  readonly lines: readonly string[];
  /** The rows that are not done, a line for each reason. */
  readonly failures: readonly string[];
}

/** The same words as on the page of the run. */
export function runHead(
  { manifest, rows, folder, stopped }: {
    readonly manifest: Manifest;
    readonly rows: readonly ThesisRow[];
    /** As it is shown. */
    readonly folder: string;
    /** Why the run stopped before its last row. */
    readonly stopped?: string | undefined;
  },
): RunHead {
  const survey = surveyReport({ manifest, rows, folder });
  const { risk, portfolio, direction } = leadLines(survey);
  const { counts, service, language_model: model } = manifest;
  return {
    verdict: [completeWords(survey), stopped].filter(Boolean).join(". "),
    isComplete: survey.statuses.done === rows.length && rows.length > 0 && doubtfulRows(counts) === 0,
    lines: [
      ...risk,
      ...portfolio,
      ...direction,
      excerpt(`${manifest.input.name} · ${timeWords(manifest.started_at)}${runningWords(manifest)}`, MAX_NAME * 2),
      freshLine(survey),
      serviceLine(survey),
      ...model === undefined ? [] : [`${runModelWords(model)}.`],
      ...service.isSample === true ? [SAMPLE_WORDS] : [],
      `Folder: ${shortFolder(folder)}`,
    ],
    failures: failureLines(rows, { manifest, folder: shortFolder(folder) }),
  };
}

function runningWords({ state, started_at }: Manifest): string {
  return state === "running" ? `, still running or stopped since ${timeWords(started_at)}` : "";
}

function failureLines(
  rows: readonly ThesisRow[],
  run: { readonly manifest: Manifest; readonly folder: string },
): string[] {
  const groups = failureGroups(rows, run);
  const more = groups.length - MAX_REASONS;
  return [
    ...groups.slice(0, MAX_REASONS).map(({ status, code, message, count, names }) => {
      const shown = names.slice(0, FIRST_NAMES).join(", ");
      const others = count > FIRST_NAMES ? ` and ${counted(count - FIRST_NAMES)} more` : "";
      const why = [code, message].filter((part) => part !== "").join(": ");
      return excerpt(`${counted(count)} ${status.replace("_", " ")} (${shown}${others}) ${why}`, MAX_MESSAGE);
    }),
    ...more > 0 ? [`${counted(more, "more reason")} in failures.csv`] : [],
  ];
}
