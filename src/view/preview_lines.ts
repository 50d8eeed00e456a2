import type { ScreenPreview } from "../run/progress.ts";
import { excerpt } from "../text/control.ts";
import { amount, duration } from "./progress_line.ts";
import { stopAheadWords } from "./stop_words.ts";

const MAX_BODY = 400;

/**
 * Says what a screen would do.
 * @param preview What a dry run found out.
 * @returns Lines for a terminal.
 */
export function previewLines(preview: ScreenPreview): string[] {
  const { folder, state, rows, invalid, duplicates, known, inDoubt, requests, sentColumns, first } = preview;
  const { seconds, cost, notes, stops } = preview;
  const run = state === "new" ? "a new run" : `${state === "continued" ? "goes on with" : "only reads"} ${folder}`;
  return [
    `Dry run, nothing is sent: ${run}.`,
    ...notes.map((note) => `List       ${note}`),
    `Rows       ${rows}: ${invalid} invalid, ${duplicates} repeat another's question, ${known} known already, ` +
    `${inDoubt} in doubt`,
    `Requests   ${requests}, one for each question`,
    `Sends      no columns but ${sentColumns.length === 0 ? "(none)" : sentColumns.join(", ")}`,
    `Time       ${seconds === undefined ? "unknown: no earlier run of this service" : `about ${duration(seconds)}`}`,
    `Cost       ${cost === undefined ? "unknown: give --price" : `at most ${amount(cost)}`}`,
    ...stops.map((stop) => `Stops by   ${stopAheadWords(stop)}`),
    ...first.map((body, at) => `${at === 0 ? "First" : "     "}      ${excerpt(JSON.stringify(body), MAX_BODY)}`),
  ];
}

/** The same as the fields of one JSON object, in the spelling of the wire. */
export function previewFields(preview: ScreenPreview): Record<string, unknown> {
  const { sentColumns, inDoubt, stops, ...rest } = preview;
  const spelled = { in_doubt: inDoubt, sent_columns: sentColumns, stops: stops.map(stopAheadWords) };
  return { event: "dry_run", ...rest, ...spelled };
}
