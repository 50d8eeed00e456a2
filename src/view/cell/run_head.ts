import type { Manifest } from "../../run/manifest.ts";
import { doubtfulRows, SAMPLE_WORDS, UNNAMED } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { runModelWords } from "../model_words.ts";
import { portfolioWords } from "../portfolio_words.ts";
import { duration, spentWords, timeWords } from "../progress_line.ts";
import { failureGroups } from "../page/failures.ts";
import { surveyReport } from "../page/survey.ts";
import { ageWords, freshnessOf } from "../freshness.ts";
import { completeWords, noDayWords, sentWords } from "../page/words.ts";
import { shortFolder } from "./run_folder.ts";
import { verifiedClaimWords } from "../check_words.ts";

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
  const fresh = freshnessOf({ ...survey, manifest });
  const { counts, service, seconds } = manifest;
  const figures = verifiedClaimWords(counts);
  const name = service.name === UNNAMED ? "" : service.name;
  const who = excerpt([name, service.model].filter(Boolean).join(", "), MAX_NAME);
  const took = seconds === undefined ? "" : ` in ${duration(seconds)}`;
  return {
    verdict: [completeWords(survey), stopped].filter(Boolean).join(". "),
    isComplete: survey.statuses.done === rows.length && rows.length > 0 && doubtfulRows(counts) === 0,
    lines: [
      ...survey.tally.risk === "" ? [] : [`Drawdown risk: ${survey.tally.risk}.`],
      ...manifest.portfolio === undefined ? [] : [portfolioWords(manifest.portfolio)],
      ...survey.tally.direction === "" ? [] : [`Direction: ${survey.tally.direction}.`],
      excerpt(`${manifest.input.name} · ${timeWords(manifest.started_at)}${runningWords(manifest)}`, MAX_NAME * 2),
      [`Data as of ${fresh.usual ?? noDayWords(survey)}`, ageWords(fresh, manifest), figures].filter(Boolean).join(
        " · ",
      ),
      `${who}${who === "" ? "" : ": "}${sentWords(manifest)}${took}.${spentWords(manifest.spent, manifest)}`,
      ...manifest.language_model === undefined ? [] : [`${runModelWords(manifest.language_model)}.`],
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
