import { InputError } from "../protocol/errors.ts";
import { csvFile, type InputFile, MAX_TABLE_ROWS } from "../protocol/input_file.ts";
import type { RequestBody } from "../protocol/reasoning.ts";
import type { ResponseRequest } from "../protocol/response_request.ts";
import { isRecord, kindOf, type OptionShape } from "../text/options.ts";

/** One row of a caller's own numbers: whose they are, of which day, and the numbers by the names of their columns. */
export interface OwnRow {
  /** Like `AAPL`. */
  readonly ticker: string;
  /** From which it is known, `YYYY-MM-DD`. */
  readonly date: string;
  /** The numbers, each by the name of its column; what is not known may be left out. */
  readonly [column: string]: string | number | null | undefined;
}

/** The table's name: a column is called `own.my_factor`. */
const FILE = "own.csv";

/** What `own` of a call may be. */
export const OWN_ROWS: OptionShape = {
  words: `a list of at most ${MAX_TABLE_ROWS.toLocaleString("en-US")} rows like ` +
    '[{ ticker: "AAPL", date: "2025-03-31", my_factor: 1.2 }]',
  fits: (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_TABLE_ROWS && value.every(isRow),
};

function isRow(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { ticker, date, ...numbers } = value;
  return [ticker, date].every((cell) => typeof cell === "string" && cell !== "") &&
    Object.values(numbers).every((cell) => cell === null || cell === undefined || Number.isFinite(cell));
}

/** A CSV file of rows, with each column that one of them has. */
export function ownFile(rows: readonly OwnRow[]): InputFile {
  const columns = [...new Set(["ticker", "date", ...rows.flatMap((row) => Object.keys(row))])];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return csvFile(FILE, lines.map((cells) => `${cells.map(cellOf).join(",")}\n`).join(""));
}

/** Numbers as they are and texts in quotes: there is no spreadsheet to guard. */
function cellOf(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? String(value) : `"${value.replaceAll('"', '""')}"`;
}

/** A body of the reasoning operation with own rows. */
export function reasonBodyWith(body: RequestBody, rows: readonly OwnRow[] | undefined): RequestBody {
  if (rows === undefined) return body;
  if (typeof body["input"] !== "string") throw new InputError(`Cannot get thesis: own ${NEEDS_INPUT}`);
  const files = "input_files" in body && Array.isArray(body.input_files) ? body.input_files : [];
  return { ...body, input_files: [...files, ownFile(rows)] };
}

/** A body of create response with own rows: they are a part of the last message. */
export function answerBodyWith(body: ResponseRequest, rows: readonly OwnRow[] | undefined): ResponseRequest {
  if (rows === undefined) return body;
  const { input } = body;
  const file = ownFile(rows);
  if (typeof input === "string") {
    return { ...body, input: [{ role: "user", content: [{ type: "input_text", text: input }, file] }] };
  }
  const at = input.findLastIndex(({ type = "message", role }) => type === "message" && role === "user");
  const message = input[at];
  if (message === undefined) throw new InputError("Cannot get answer: own rows need a message with the role user");
  const { content } = message;
  if (typeof content !== "string" && !Array.isArray(content)) {
    throw new InputError(
      `Cannot get answer: the content of a message must be a text or a list, not ${kindOf(content)}`,
    );
  }
  const parts = typeof content === "string" ? [{ type: "input_text", text: content }] : content;
  return { ...body, input: input.with(at, { ...message, content: [...parts, file] }) };
}

const NEEDS_INPUT = "rows need a body with an input, which is sent to our service alone";
