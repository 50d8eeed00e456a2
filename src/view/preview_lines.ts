import type { ScreenPreview } from "../run/progress.ts";
import { excerpt } from "../text/control.ts";
import { budgetWords, modelFields } from "./model_words.ts";
import { amount, duration, FREE_WORDS } from "./progress_line.ts";
import { stopAheadWords } from "./stop_words.ts";
import { counted } from "../text/counted.ts";

const MAX_BODY = 400;

/**
 * Renders the result of a dry run as lines for a terminal.
 * @param options `isFree` when the service costs nothing.
 */
export function previewLines(preview: ScreenPreview, { isFree }: { readonly isFree: boolean }): string[] {
  const { folder, state, rows, invalid, duplicates, known, inDoubt, requests, sentColumns, first } = preview;
  const { seconds, cost, notes, stops, languageModel } = preview;
  const run = state === "new" ? "start a new run" : `${state === "continued" ? "resume" : "only read"} ${folder}`;
  return [
    `Dry run: nothing is sent. Would ${run}.`,
    ...notes.map((note) => `List       ${note}`),
    `Rows       ${counted(rows)}: ${counted(invalid)} invalid, ${counted(duplicates, "duplicate")}, ` +
    `${counted(known)} already answered, ${counted(inDoubt)} unclear`,
    `Requests   ${counted(requests)}, one per question${
      preview.asksPortfolio === true ? ", the last about the portfolio of these weights" : ""
    }`,
    `Sends      ${sentColumns.length === 0 ? "no columns" : `columns ${sentColumns.join(", ")}`}`,
    `Time       ${
      seconds === undefined ? "unknown: no earlier run of this service" : `about ${duration(Math.max(1, seconds))}`
    }`,
    ...languageModel === undefined ? [] : [`Model      ${budgetWords(languageModel, requests)}`],
    `Cost       ${
      isFree ? `nothing: ${FREE_WORDS}` : cost === undefined ? noPriceWords(preview) : `at most ${amount(cost)}`
    }`,
    ...stops.map((stop) => `Stops by   ${stopAheadWords(stop)}`),
    ...first.map((body, at) => `${at === 0 ? "First" : "     "}      ${excerpt(JSON.stringify(body), MAX_BODY)}`),
  ];
}

function noPriceWords({ languageModel }: ScreenPreview): string {
  return languageModel === undefined ? "unknown: set --price" : "unknown: set CONVICTION_LLM_PRICE";
}

/** The same as fields of a JSON object. */
export function previewFields(preview: ScreenPreview): Record<string, unknown> {
  const { sentColumns, inDoubt, stops, asksPortfolio, languageModel, ...rest } = preview;
  const spelled = {
    asks_portfolio: asksPortfolio,
    in_doubt: inDoubt,
    sent_columns: sentColumns,
    stops: stops.map(stopAheadWords),
    language_model: languageModel && modelFields(languageModel),
  };
  return { event: "dry_run", ...rest, ...spelled };
}
