import { errorOf, hasThesis, type Outcome } from "./outcome.ts";
import type { OutcomeTexts, RankedRow } from "./ranked_row.ts";
import { selectedOf } from "./select.ts";
import { checkFields } from "./thesis_check.ts";
import type { LineTable, TableOptions } from "./theses_table.ts";

const INTEGER = /^\d+$/;

/**
 * Renders `theses.jsonl`: everything known about each row. JSON that was stored is copied; a test compares the lines
 * with those of `JSON.stringify`.
 * @param options Selected columns, written under `selected`.
 * @returns A line of JSON for each row.
 */
export function thesesLines(header: readonly string[], { select = [] }: TableOptions = {}): LineTable {
  const inputText = inputWriter(header);
  return {
    head: "",
    line: ({ outcome, warnings, texts }: RankedRow) => {
      const { row, line, ticker, cells } = outcome.input;
      const selected = select.length === 0 ? "" : `,"selected":${toJson(selectedOf(select, outcome))}`;
      return `{${fieldsText({ row, line, ticker, status: outcome.status })},"input":${inputText(cells)}` +
        `${askedText(outcome, texts)}${answerText(outcome, texts)}${errorText(outcome, texts)}` +
        `${checkText(outcome)}${selected},"warnings":${toJson(warnings)}}\n`;
    },
  };
}

function toJson(value: unknown): string {
  return wellFormed(JSON.stringify(value));
}

/** Replaces lone surrogates, as a truncated text ends with: DuckDB refuses a whole file because of one. */
function wellFormed(json: string): string {
  return json.includes("\\ud")
    ? json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|[^])/g, (escape) => escape.length > 2 ? "\\ufffd" : escape)
    : json;
}

/** Fields without the braces around them. */
function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  return toJson(fields).slice(1, -1);
}

/** Writes the cells by column name, as `JSON.stringify` writes an object with these names. */
function inputWriter(header: readonly string[]): (cells: readonly string[]) => string {
  // An object orders integer names first and drops duplicates.
  if (new Set(header).size < header.length || header.some((name) => INTEGER.test(name))) {
    return (cells) => toJson(Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])));
  }
  const names = header.map((name, at) => `${at === 0 ? "" : ","}${toJson(name)}:`);
  return (cells) => {
    let text = "{";
    for (let at = 0; at < names.length; at++) text += names[at] + toJson(cells[at] ?? "");
    return `${text}}`;
  };
}

function askedText(outcome: Outcome, texts: OutcomeTexts | undefined): string {
  if (outcome.status === "invalid") return "";
  const { request, identity, idempotencyKey, attempts, startedAt, seconds, reusedFrom } = outcome.asked;
  const asked = fieldsText({
    identity,
    idempotency_key: idempotencyKey,
    attempts,
    started_at: startedAt,
    seconds,
    reused_from: reusedFrom,
  });
  return `,"request":${textOf(request, texts?.request)},${asked}`;
}

function answerText(outcome: Outcome, texts: OutcomeTexts | undefined): string {
  if (!hasThesis(outcome)) return "";
  return `,"result":${textOf(outcome.result, texts?.result)},"files":${textOf(outcome.files, texts?.files)}`;
}

function errorText(outcome: Outcome, texts: OutcomeTexts | undefined): string {
  const error = errorOf(outcome);
  return error === undefined ? "" : `,"error":${textOf(error, texts?.error)}`;
}

/** The check of a thesis, by the names of the columns of `theses.csv`. */
function checkText(outcome: Outcome): string {
  const check = hasThesis(outcome) ? outcome.check : undefined;
  return check === undefined ? "" : `,${fieldsText(checkFields(check))}`;
}

/** A value as JSON. */
function textOf(value: unknown, text: string | undefined): string {
  return text === undefined ? toJson(value) : wellFormed(text);
}
