import type { ReasoningRequest } from "../protocol/reasoning.ts";
import type { InputRow, RowProblem } from "../run/outcome.ts";
import { canonicalJson } from "./canonical_json.ts";
import type { InputColumns } from "./input_columns.ts";
import { InputError } from "./input_error.ts";
import type { ReadRow } from "./read_rows.ts";
import { bindTemplate, type Template } from "./template.ts";

/** What is asked for each row. */
export interface Question {
  /** Prompt with places like `{{ticker}}`. Default: the company listed under the ticker, by name where there is one. */
  readonly prompt?: string | undefined;
  /** Column whose cell is the row's own prompt; a row whose cell is empty uses the prompt. */
  readonly promptColumn?: string | undefined;
  /** Research as of this day, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
  /** Model to ask for; left to the service when absent. */
  readonly model?: string | undefined;
  /** Whether files are wanted. Default: `auto`. */
  readonly files?: "auto" | "none" | undefined;
}

/** A row with what will be sent for it. */
export interface PlannedRow {
  readonly input: InputRow;
  readonly ask: { readonly request: ReasoningRequest } | { readonly problem: RowProblem };
}

/** Turns rows into requests. */
export interface Plan {
  /** Names of the columns whose cells leave the machine. */
  readonly sentColumns: readonly string[];
  planRow(row: ReadRow): PlannedRow;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Decides what is sent for each row.
 * @param question Prompt, day, model, files.
 * @param columns Columns of the input.
 * @returns The plan; the same question and row always give the same request.
 * @throws {InputError} when the prompt names a missing column, or the day is none.
 */
export function makePlan(question: Question, columns: InputColumns): Plan {
  const prompt = question.prompt === undefined ? defaultTemplate(columns) : bindTemplate(question.prompt, columns);
  const ownAt = question.promptColumn === undefined ? undefined : columnAt(question.promptColumn, columns);
  const rest = restOf(question);
  const own = ownAt === undefined ? [] : [columns.header[ownAt] ?? ""];
  return {
    sentColumns: [...new Set([...prompt.columns, ...own])],
    planRow: ({ input, problem }) => {
      if (problem !== undefined) return { input, ask: { problem } };
      const ownPrompt = ownAt === undefined ? "" : (input.cells[ownAt] ?? "").trim();
      const filled = ownPrompt === "" ? prompt.fill(input) : { text: ownPrompt };
      if ("text" in filled) return { input, ask: { request: { input: filled.text, ...rest } } };
      const message = "The prompt needs this cell, and it is empty";
      return { input, ask: { problem: { line: input.line, column: filled.emptyColumn, message } } };
    },
  };
}

/**
 * The digested form of all that is sent: equal texts are one request.
 * @param request The body.
 * @returns Text for a digest.
 */
export function identityText(request: ReasoningRequest): string {
  return canonicalJson(request);
}

/** 68 of 505 S&P tickers are English words, so the sentence says that it is a ticker. */
function defaultTemplate(columns: InputColumns): Template {
  const { header, tickerAt, companyAt } = columns;
  const used = [tickerAt, ...(companyAt === undefined ? [] : [companyAt])];
  return {
    columns: used.map((at) => header[at] ?? ""),
    fill: ({ ticker, company }) => {
      const name = company === undefined || company === ticker ? "" : ` (${company})`;
      return { text: `Analyse the company listed under ticker "${ticker}"${name}` };
    },
  };
}

function restOf({ model, asOf, files }: Question): Omit<ReasoningRequest, "input"> {
  if (asOf !== undefined && !isDay(asOf)) {
    throw new InputError(`Cannot research as of "${asOf}": it is not a day like 2017-12-29`);
  }
  return {
    ...(model === undefined ? {} : { model }),
    ...(asOf === undefined ? {} : { metadata: { as_of: asOf } }),
    include: files === "none" ? ["verification"] : ["files", "verification"],
  };
}

function isDay(text: string): boolean {
  const atNoon = new Date(`${text}T12:00:00Z`);
  return DAY.test(text) && !Number.isNaN(atNoon.getTime()) && atNoon.toISOString().startsWith(text);
}

function columnAt(name: string, { header }: InputColumns): number {
  const at = header.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
  if (at >= 0) return at;
  const known = header.map((column) => `"${column}"`).join(", ");
  throw new InputError(`Cannot find the prompt column "${name}": the header is ${known}`);
}
