import { tickerWords } from "./formats.ts";
import type { Section } from "./sections.ts";
import type { ReportSurvey } from "./survey.ts";
import type { StatusCounts } from "../../run/counts.ts";
import { EMBEDDED, type Manifest } from "../../run/manifest.ts";
import type { OutcomeStatus } from "../../run/outcome.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { excerpt, oneLine } from "../../text/control.ts";
import { type Block, said } from "../block.ts";
import { continueCommand, FAILURES_FILE, fedBack } from "../continue_command.ts";
import { timeWords } from "../progress_line.ts";
import { serviceWords } from "../thesis_columns.ts";
import { counted } from "../../text/counted.ts";

/** Most groups shown. */
const MAX_GROUPS = 30;
/** Most of a message in one line. */
const MAX_WHY = 160;

/** The rows that are not done, why, and the command that fixes them; nothing when all are done. */
export function failuresSection({ input }: ReportSurvey): Section | undefined {
  const groups = failureGroups(input.rows, input);
  const more = groups.length - MAX_GROUPS;
  return groups.length === 0 ? undefined : {
    title: "Not done",
    blocks: [
      ...groups.slice(0, MAX_GROUPS).map(groupBlock),
      ...more > 0 ? [said("limits", [`${counted(more)} more reasons in failures.csv.`])] : [],
    ],
  };
}

function groupBlock({ status, code, message, isVaried, count, names, advice }: FailureGroup): Block {
  const others = isVaried ? " (the first of several messages)" : "";
  const more = count > names.length ? ` and ${counted(count - names.length)} more` : "";
  const { words, command = "run the program that started this screen again." } = advice;
  const lines = [`${message}${others}`.trim(), `${names.join(", ")}${more}`, `${words}: ${command}`];
  const title = `${counted(count)} ${status.replace("_", " ")}${code === "" ? "" : `: ${code}`}`;
  return said("points", lines.filter((line) => line !== ""), title);
}

/** A group in one line, with its first names. */
export function failureWords({ status, code, message, count, names }: FailureGroup, most: number): string {
  const others = count > most ? ` and ${counted(count - most)} more` : "";
  const why = (message || code).replace(/\.$/, "");
  const who = `${counted(count)} ${status.replace("_", " ")} (${names.slice(0, most).join(", ")}${others})`;
  return why === "" ? who : `${who}: ${excerpt(why, MAX_WHY)}`;
}

/** Rows that are not done for the same reason. */
export interface FailureGroup {
  readonly status: OutcomeStatus;
  /** The error code; empty for rows that were not sent. */
  readonly code: string;
  /** The message of the first row. */
  readonly message: string;
  /** Whether the messages differ. */
  readonly isVaried: boolean;
  readonly count: number;
  /** The first names. */
  readonly names: readonly string[];
  /** What to do, and the command if one is known. */
  readonly advice: { readonly words: string; readonly command: string | undefined };
}

const MAX_NAMES = 12;
const MAX_CODE = 60;
const MAX_MESSAGE = 300;
/** Codes for which a retry is useless, because the cell is wrong. */
const WRONG_CELL: ReadonlySet<string> = new Set(["unknown_company", "invalid_row"]);
/** The code of our service for a company whose file of prices was not read. */
const WRONG_FILE = "prices_not_read";

interface FailedRun {
  readonly manifest: Manifest;
  readonly folder: string;
}

/** Groups the rows that are not done, the largest group first. */
export function failureGroups(rows: readonly ThesisRow[], run: FailedRun): FailureGroup[] {
  const open = rows.filter(({ status }) => status !== "done");
  const groups = Map.groupBy(open, ({ status, errorCode = "" }) => `${status} ${errorCode}`);
  return [...groups.values()].map((group) => toGroup(group, run)).toSorted((a, b) => b.count - a.count);
}

function toGroup(rows: readonly ThesisRow[], run: FailedRun): FailureGroup {
  const { status = "failed", errorCode = "", error = "" } = rows[0] ?? {};
  return {
    status,
    code: excerpt(errorCode, MAX_CODE),
    // Nothing was sent anywhere: the status of the embedded service says nothing to a reader.
    message: excerpt(run.manifest.service.name === EMBEDDED ? serviceWords(error) : error, MAX_MESSAGE),
    isVaried: rows.some((row) => (row.error ?? "") !== error),
    count: rows.length,
    names: rows.slice(0, MAX_NAMES).map(tickerWords),
    advice: adviceFor(status, { ...run, code: errorCode }),
  };
}

function adviceFor(
  status: OutcomeStatus,
  { code, manifest, folder }: FailedRun & { readonly code: string },
): FailureGroup["advice"] {
  if (status === "invalid" || code === WRONG_FILE || WRONG_CELL.has(code)) {
    const list = `${oneLine(folder)}/${FAILURES_FILE}`;
    const words = code === WRONG_FILE
      ? `Fix the price files, then screen ${list}`
      : `Fix the cells in ${list}, then screen that file`;
    return { words, command: commandFor(fedBack(manifest, folder), { skipped: 1 }) };
  }
  if (status === "pending" || status === "skipped") {
    const { state, started_at } = manifest;
    const running = `Not sent yet: still running since ${timeWords(started_at)}; only if it was killed, resume it`;
    const words = state === "running" ? running : "Not sent yet; to resume the run";
    return { words, command: commandFor(manifest, { [status]: 1 }) };
  }
  const command = commandFor(manifest, { failed: 1 });
  if (status === "in_doubt") {
    return { words: "Possibly processed and billed, no answer received; to send again with the same key", command };
  }
  return {
    words: status === "partial" ? "The thesis is here, but a file is missing; to request it again" : "To retry",
    command,
  };
}

function commandFor(manifest: Manifest, statuses: Partial<StatusCounts>): string | undefined {
  const command = continueCommand(manifest, statuses);
  return command && oneLine(command);
}
