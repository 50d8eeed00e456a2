import type { RunStatus } from "../run/progress.ts";
import { oneLine } from "../text/control.ts";
import { continueCommand } from "./continue_command.ts";
import { duration, progressLine, thesisWords } from "./progress_line.ts";

/** How a status is shown. */
export interface StatusLinesOptions {
  /** The run's folder as a person would type it. */
  readonly folder: string;
  readonly now: Date;
}

/**
 * Says how a run stands, and what goes on with it.
 * @returns Lines for a terminal.
 */
export function statusLines(status: RunStatus, { folder, now }: StatusLinesOptions): string[] {
  const { record, progress, inDoubt, isIdempotent, lastEndedAt, lastThesis } = status;
  const ago = lastEndedAt === undefined ? "" : `, ${since(lastEndedAt, now)} ago`;
  const command = continueCommand(status);
  return [
    `${oneLine(record.input.name)} on ${oneLine(record.service.name)}, in ${folder}. ${stateWords(status, now)}`,
    `${progressLine(progress)}.`,
    ...inDoubt > 0 ? [inDoubtWords(inDoubt, isIdempotent)] : [],
    ...lastThesis === undefined ? [] : [`Last thesis: ${thesisWords(lastThesis)}, row ${lastThesis.row}${ago}.`],
    ...command === undefined ? [] : [`Go on: ${command}`],
  ];
}

/**
 * The same for machines.
 * @returns A value for JSON, its names in the spelling of the manifest.
 */
export function statusFields(status: RunStatus): Record<string, unknown> {
  const { record, state, holder, progress, lastThesis } = status;
  return {
    ...{ run_id: record.runId, folder: status.folder, state, input: record.input, service: record.service },
    ...{ started_at: record.startedAt, finished_at: record.finishedAt, holder },
    ...{ rows: progress.rows, statuses: progress.statuses },
    ...{ requests_in_flight: progress.inFlight, requests_in_doubt: status.inDoubt },
    ...{ rows_per_second: progress.rowsPerSecond, seconds_left: progress.secondsLeft },
    ...{ requests_sent: progress.sent, spent: progress.spent },
    ...{ last_ended_at: status.lastEndedAt, last_thesis: lastThesis, go_on: continueCommand(status) },
  };
}

function stateWords({ state, holder, record, progress }: RunStatus, now: Date): string {
  if (state === "running") {
    return holder === undefined
      ? "Another process works on it."
      : `Process ${holder.pid} has been working on it for ${since(holder.since, now)}.`;
  }
  if (state !== "finished" || record.finishedAt === undefined) return "Stopped: nobody works on it.";
  return `${progress.statuses.skipped > 0 ? "Stopped by a limit" : "Finished"} ${record.finishedAt}.`;
}

function inDoubtWords(count: number, isIdempotent: boolean): string {
  const [requests, are] = count === 1 ? ["request", "is"] : ["requests", "are"];
  const way = isIdempotent
    ? "The service runs a repeated key once: going on settles them."
    : "--in-doubt resend:N sends up to N of them again.";
  return `${count} ${requests} ${are} in doubt: maybe sent, no answer seen. ${way}`;
}

function since(time: string, now: Date): string {
  return duration(Math.max(0, (now.getTime() - Date.parse(time)) / 1000));
}
