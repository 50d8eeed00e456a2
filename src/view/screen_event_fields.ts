import { errorOf, hasThesis, type Outcome } from "../run/outcome.ts";
import { checkFields } from "../run/thesis_check.ts";
import type { Progress, ScreenEvent } from "../run/progress.ts";
import { stopWords } from "./stop_words.ts";

/** Converts an event of a screen to the fields of a line of `--json`. */
export function screenEventFields(event: ScreenEvent): Record<string, unknown> {
  switch (event.type) {
    case "begun":
      return { event: "begun", folder: event.folder, state: event.state, ...progressFields(event.progress) };
    case "outcome":
      return { event: "outcome", ...outcomeFields(event.outcome), progress: progressFields(event.progress) };
    case "ended": {
      const { folder, manifest, progress: { sent, spent }, seconds } = event;
      const notes = event.notes?.length === 0 ? undefined : event.notes;
      const stopped = event.stopped && { code: event.stopped.code, message: stopWords(event.stopped) };
      return {
        event: "ended",
        folder,
        state: manifest.state,
        seconds,
        sent,
        spent,
        stopped,
        notes,
        counts: manifest.counts,
        verify: manifest.verify,
        language_model: manifest.language_model,
      };
    }
    case "started":
      return { event: "started" };
  }
}

function outcomeFields(outcome: Outcome): Record<string, unknown> {
  const { row, line, ticker } = outcome.input;
  const { signal, confidence } = hasThesis(outcome) ? outcome.result.agent_thesis : {};
  const check = hasThesis(outcome) ? checkFields(outcome.check) : {};
  return { row, line, ticker, status: outcome.status, signal, confidence, ...check, error: errorOf(outcome) };
}

function progressFields(progress: Progress): Record<string, unknown> {
  const { rows, statuses, inFlight, limit, rowsPerSecond, secondsLeft, sent, spent, pausedSeconds } = progress;
  const { error, endedAfterSeconds } = progress.outage ?? {};
  const outage = error === undefined ? undefined : { error, ended_after_seconds: endedAfterSeconds };
  return {
    rows,
    statuses,
    in_flight: inFlight,
    limit,
    rows_per_second: rowsPerSecond,
    seconds_left: secondsLeft,
    sent,
    refused_share: progress.refusedShare,
    spent,
    language_model: progress.model,
    paused_seconds: pausedSeconds,
    outage,
  };
}
