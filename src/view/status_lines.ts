import type { RunStatus } from "../run/progress.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { EMBEDDED } from "../run/manifest.ts";
import { continueCommand, fedBack, type ResumePlace } from "./continue_command.ts";
import { modelFields, usedWords } from "./model_words.ts";
import { duration, progressLine, thesisWords, timeWords } from "./progress_line.ts";

/** Options of a status. */
export interface StatusLinesOptions extends ResumePlace {
  /** The run's folder, for display. */
  readonly folder: string;
  readonly now: Date;
}

/**
 * Renders the status of a run, and the command that resumes it.
 * @returns Lines for a terminal.
 */
export function statusLines(status: RunStatus, { folder, startedIn, out, now }: StatusLinesOptions): string[] {
  const { record, progress, inDoubt, isIdempotent, lastEndedAt, lastThesis } = status;
  const ago = lastEndedAt === undefined ? "" : `, ${since(lastEndedAt, now)} ago`;
  const command = commandOf(status, { startedIn, out }, folder);
  return [
    `${oneLine(record.input.name)} on ${oneLine(record.service.name)}, in ${folder}. ${stateWords(status, now)}`,
    `${progressLine(progress)}.`,
    ...progress.model === undefined ? [] : [`Language model ${modelName(record)}: ${usedWords(progress.model)}.`],
    ...inDoubt > 0 ? [inDoubtWords(inDoubt, isIdempotent)] : [],
    ...lastThesis === undefined ? [] : [`Last thesis: ${thesisWords(lastThesis)}, row ${lastThesis.row}${ago}.`],
    ...command === undefined ? [] : [`${hasOnlyFailed(status) ? "After a fix" : "Resume"}: ${command}`],
  ];
}

/** The same as fields of a JSON object, named as in the manifest. */
export function statusFields(
  status: RunStatus,
  place: ResumePlace = {},
): Record<string, unknown> {
  const { record, state, holder, progress, lastThesis } = status;
  return {
    run_id: record.runId,
    folder: status.folder,
    state,
    input: record.input,
    service: record.service,
    started_at: record.startedAt,
    finished_at: record.finishedAt,
    holder,
    rows: progress.rows,
    statuses: progress.statuses,
    requests_in_flight: progress.inFlight,
    requests_in_doubt: status.inDoubt,
    rows_per_second: progress.rowsPerSecond,
    seconds_left: progress.secondsLeft,
    requests_sent: progress.sent,
    spent: progress.spent,
    language_model: modelOf(status),
    last_ended_at: status.lastEndedAt,
    last_thesis: lastThesis,
    go_on: commandOf(status, place, status.folder),
  };
}

function commandOf(status: RunStatus, place: ResumePlace, folder: string): string | undefined {
  if (status.state === "running") return undefined;
  const { record, progress: { statuses } } = status;
  return hasOnlyFailed(status)
    ? continueCommand(fedBack(record, folder), { skipped: 1 })
    : continueCommand(record, statuses, place);
}

/** Whether all that is left failed on data of this machine, which say the same again: after a fix it is another run. */
function hasOnlyFailed({ record, progress: { statuses } }: RunStatus): boolean {
  const { pending, skipped, partial, in_doubt, failed } = statuses;
  return record.service.name === EMBEDDED && failed > 0 && pending + skipped + partial + in_doubt === 0;
}

/** Only a run with a model counts what one spent. */
function modelName({ languageModel }: RunStatus["record"]): string {
  return oneLine(languageModel?.name ?? "");
}

function modelOf({ record: { languageModel }, progress: { model } }: RunStatus): Record<string, unknown> | undefined {
  return languageModel && { ...modelFields(languageModel), ...model };
}

function stateWords({ state, holder, record, progress }: RunStatus, now: Date): string {
  if (state === "running") {
    return holder === undefined
      ? "Running in another process."
      : `Process ${holder.pid} has been running it for ${since(holder.since, now)}.`;
  }
  if (state !== "finished" || record.finishedAt === undefined) return "Not running.";
  return `${progress.statuses.skipped > 0 ? "Stopped by a limit" : "Finished"} at ${timeWords(record.finishedAt)}.`;
}

function inDoubtWords(count: number, isIdempotent: boolean): string {
  const way = isIdempotent
    ? "The service executes a repeated key only once: resuming the run resolves them."
    : "--in-doubt resend:N sends up to N of them again.";
  return `${counted(count, "request")} unclear: possibly sent, no answer received. ${way}`;
}

function since(time: string, now: Date): string {
  return duration(Math.max(0, (now.getTime() - Date.parse(time)) / 1000));
}
