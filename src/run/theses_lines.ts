import { errorOf, hasThesis, type Outcome } from "./outcome.ts";
import type { OutcomeTexts, PlacedRow } from "./placed_row.ts";
import { selectedOf } from "./select.ts";
import type { LineTable, TableOptions } from "./theses_table.ts";

const INTEGER = /^\d+$/;

/**
 * Renders `theses.jsonl`: all that is known of each row. What is at hand as JSON is taken as it stands; a test holds
 * the lines to those that `JSON.stringify` writes.
 * @param header Names of the input's columns.
 * @param options Further columns, which stand under `selected`.
 * @returns One line of JSON for each row.
 */
export function thesesLines(header: readonly string[], { select = [] }: TableOptions = {}): LineTable {
  const inputText = inputWriter(header);
  return {
    head: "",
    line: ({ outcome, warnings, texts }: PlacedRow) => {
      const { row, line, ticker, cells } = outcome.input;
      const selected = select.length === 0 ? "" : `,"selected":${JSON.stringify(selectedOf(select, outcome))}`;
      return wellFormed(
        `{"row":${row},"line":${line},"ticker":${JSON.stringify(ticker)},"status":"${outcome.status}",` +
          `"input":${inputText(cells)}${askedText(outcome, texts)}${answerText(outcome, texts)}` +
          `${errorText(outcome, texts)}${selected},"warnings":${JSON.stringify(warnings)}}\n`,
      );
    },
  };
}

/** Half a character, as a cut text ends with, makes the file unreadable for some readers: DuckDB gives up on all of it. */
function wellFormed(json: string): string {
  return json.includes("\\ud")
    ? json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|[^])/g, (escape) => escape.length > 2 ? "\\ufffd" : escape)
    : json;
}

/** Writes the cells under the names of their columns, as an object in JavaScript would hold them. */
function inputWriter(header: readonly string[]): (cells: readonly string[]) => string {
  // Such names come first or once in an object.
  if (new Set(header).size < header.length || header.some((name) => INTEGER.test(name))) {
    return (cells) => JSON.stringify(Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])));
  }
  const names = header.map((name, at) => `${at === 0 ? "" : ","}${JSON.stringify(name)}:`);
  return (cells) => {
    let text = "{";
    for (let at = 0; at < names.length; at++) text += names[at] + JSON.stringify(cells[at] ?? "");
    return `${text}}`;
  };
}

function askedText(outcome: Outcome, texts: OutcomeTexts | undefined): string {
  if (outcome.status === "invalid") return "";
  const { request, identity, idempotencyKey, attempts, startedAt, seconds, reusedFrom } = outcome.asked;
  return `,"request":${texts?.request ?? JSON.stringify(request)},"identity":${JSON.stringify(identity)},` +
    `"idempotency_key":${JSON.stringify(idempotencyKey)},"attempts":${attempts}` +
    (startedAt === undefined ? "" : `,"started_at":${JSON.stringify(startedAt)}`) +
    (seconds === undefined ? "" : `,"seconds":${JSON.stringify(seconds)}`) +
    (reusedFrom === undefined ? "" : `,"reused_from":${JSON.stringify(reusedFrom)}`);
}

function answerText(outcome: Outcome, texts: OutcomeTexts | undefined): string {
  if (!hasThesis(outcome)) return "";
  const result = texts?.result ?? JSON.stringify(outcome.result);
  return `,"result":${result},"files":${texts?.files ?? JSON.stringify(outcome.files)}`;
}

function errorText(outcome: Outcome, texts: OutcomeTexts | undefined): string {
  const error = errorOf(outcome);
  return error === undefined ? "" : `,"error":${texts?.error ?? JSON.stringify(error)}`;
}
