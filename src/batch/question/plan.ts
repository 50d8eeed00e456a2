import { type ReasoningRequest, type RequestBody, withModel } from "../../protocol/reasoning.ts";
import type { InputRow, RowProblem } from "../../run/outcome.ts";
import { bindBody, type BodyTemplate } from "./body_template.ts";
import { canonicalJson } from "../../text/canonical_json.ts";
import type { InputColumns } from "../list/input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import type { InputFile } from "../../protocol/input_file.ts";
import { bindOwn, type OwnColumns } from "./own_columns.ts";
import { bindPrompt } from "./prompt_source.ts";
import { cellAt, type Filled, findColumn, type Template } from "./template.ts";

/** The question for each row. */
export interface Question {
  /** Prompt with placeholders like `{{ticker}}`. Default: asks for the company listed under the ticker. */
  readonly prompt?: string | undefined;
  /** Column with each row's own prompt; a row whose cell is empty uses `prompt`. */
  readonly promptColumn?: string | undefined;
  /** As-of day, `YYYY-MM-DD`, or the name of a column with the day of each row. */
  readonly asOf?: string | undefined;
  /** Columns of the input whose numbers go with each row's request, as numbers of one's own. Default: none. */
  readonly own?: readonly string[] | undefined;
  /** Model to request. Default: the service chooses. */
  readonly model?: string | undefined;
  /** Whether to request files. Default: `auto`. */
  readonly files?: "auto" | "none" | undefined;
  /**
   * Replaces the default body, for a service with another API. Its strings may contain the placeholders `{{prompt}}`,
   * any column, and `{{as_of}}` and `{{model}}` when these are set. A string remains a string.
   */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** Turns rows into requests. */
export interface Plan {
  /** Names of the columns whose cells are sent. */
  readonly sentColumns: readonly string[];
  /** Whether every row asks the same: neither prompt nor body names a column. */
  readonly isSameForAll: boolean;
  /** Whether the files of an answer are downloaded. */
  readonly wantsFiles: boolean;
  /** What is sent for a row, or why nothing can be. */
  ask(row: InputRow): { readonly request: RequestBody } | { readonly problem: RowProblem };
  /**
   * What is sent about the list as a whole, or why nothing can be.
   * @param text The question.
   * @param days As-of days of the rows that it is about, of which there must be one; `""` stands for none.
   */
  askAboutList(
    text: string,
    days: ReadonlySet<string>,
  ): { readonly request: RequestBody } | { readonly problem: string };
  /** The as-of day of a row, `YYYY-MM-DD`; empty without one. */
  dayOf(row: InputRow): string;
}

/** The parts of a question, bound to the columns of an input. */
interface BoundQuestion {
  readonly question: Question;
  readonly prompt: Template;
  readonly asOf: AsOf | undefined;
  readonly body: BodyTemplate | undefined;
  readonly own: OwnColumns | undefined;
}

/** Values of a row beside its cells. */
interface RowValues {
  readonly prompt: string;
  readonly day: string | undefined;
  /** A table of numbers of one's own. */
  readonly file?: InputFile;
}

/**
 * Binds a question to the columns of an input.
 * @param question Prompt, day, model, files, body.
 * @param columns Columns of the input.
 * @returns The plan; the same question and row always give the same request.
 * @throws {InputError} when prompt or body names an unknown column, the day is invalid, or the body has no placeholder
 * for an option that is set.
 */
export function makePlan(question: Question, columns: InputColumns): Plan {
  const bound: BoundQuestion = {
    question,
    prompt: bindPrompt(question, columns),
    asOf: question.asOf === undefined ? undefined : bindAsOf(question.asOf, columns),
    body: question.body === undefined ? undefined : bindBody(question.body, { columns, values: valuesOf(question) }),
    own: question.own === undefined ? undefined : bindOwn(question.own, columns),
  };
  checkPlaceholders(bound);
  return {
    sentColumns: sentColumnsOf(bound),
    isSameForAll: sentColumnsOf({ ...bound, asOf: undefined, own: undefined }).length === 0,
    wantsFiles: question.files !== "none",
    ask: (row) => askOf(row, bound),
    askAboutList: (text, days) => askAboutList(text, { bound, days }),
    dayOf: (row) => dayOf(row, bound),
  };
}

/**
 * The text whose digest identifies a request: rows with equal texts share one.
 * @param request The body.
 * @returns Canonical JSON.
 */
export function identityText(request: RequestBody): string {
  return canonicalJson(request);
}

/** Placeholders of a body that are not columns; a name without a value still means a column. */
function valuesOf({ asOf, model }: Question): string[] {
  return ["prompt", ...(asOf === undefined ? [] : ["as_of"]), ...(model === undefined ? [] : ["model"])];
}

/** An option without a placeholder in the body would be ignored silently. */
function checkPlaceholders({ question, body }: BoundQuestion): void {
  if (body === undefined) return;
  const { prompt, promptColumn, asOf, own } = question;
  if (own !== undefined) throw new InputError("Cannot send own columns: the body of the requests is the caller's own");
  const asked = [
    { what: "the prompt", value: prompt, placeholder: "prompt" },
    { what: "the prompt column", value: promptColumn, placeholder: "prompt" },
    { what: "the day to research as of", value: asOf, placeholder: "as_of" },
  ];
  const lost = asked.find(({ value, placeholder }) => value !== undefined && !body.values.has(placeholder));
  if (lost !== undefined) {
    throw new InputError(`Cannot send ${lost.what}: the body has no placeholder {{${lost.placeholder}}}`);
  }
}

function sentColumnsOf({ prompt, asOf, body, own }: BoundQuestion): readonly string[] {
  const isSent = (name: string) => body === undefined || body.values.has(name);
  return [
    ...new Set([
      ...(isSent("prompt") ? prompt.columns : []),
      ...(isSent("as_of") ? asOf?.columns ?? [] : []),
      ...(body?.columns ?? []),
      ...(own?.columns ?? []),
    ]),
  ];
}

function askOf(row: InputRow, { question, prompt, asOf, body, own }: BoundQuestion): ReturnType<Plan["ask"]> {
  const usesPrompt = body === undefined || body.values.has("prompt");
  const filled: Filled = usesPrompt ? prompt.fill(row) : { text: "" };
  if ("emptyColumn" in filled) return { problem: emptyCell(row, filled.emptyColumn, "prompt") };
  const dated = asOf?.dayOf(row);
  if (dated !== undefined && "problem" in dated) return { problem: dated.problem };
  const values: RowValues = { prompt: filled.text, day: dated?.day };
  if (body === undefined) {
    const table = own?.fileOf(row) ?? {};
    if ("problem" in table) return { problem: table.problem };
    return { request: ownBody(question, { ...values, ...table }) };
  }
  const { model } = question;
  const replaced = body.fill(row, { prompt: values.prompt, as_of: values.day ?? "", model: model ?? "" });
  if ("emptyColumn" in replaced) return { problem: emptyCell(row, replaced.emptyColumn, "body") };
  return { request: withModel(replaced.body, model) };
}

function dayOf(row: InputRow, { asOf }: BoundQuestion): string {
  const dated = asOf?.dayOf(row);
  return dated !== undefined && "day" in dated ? dated.day : "";
}

/** A body of another API has places for the cells of a row, which the list as a whole does not have. */
function askAboutList(
  text: string,
  { bound: { question, body }, days }: { readonly bound: BoundQuestion; readonly days: ReadonlySet<string> },
): ReturnType<Plan["askAboutList"]> {
  if (body !== undefined) return { problem: "the body of the requests is the caller's own, and is made for a row" };
  const [day = "", ...others] = days;
  if (others.length > 0) return { problem: "its names are asked about as of several days" };
  return {
    request: ownBody({ ...question, files: "none" }, { prompt: text, day: day === "" ? undefined : day }),
  };
}

function emptyCell({ line }: InputRow, column: string, what: string): RowProblem {
  return { line, column, message: `The ${what} needs this cell, but it is empty` };
}

function ownBody({ model, files }: Question, { prompt, day, file }: RowValues): ReasoningRequest {
  return {
    input: prompt,
    ...(model === undefined ? {} : { model }),
    ...(day === undefined ? {} : { metadata: { as_of: day } }),
    ...(file === undefined ? {} : { input_files: [file] }),
    include: files === "none" ? ["verification"] : ["files", "verification"],
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The as-of day of each row. */
interface AsOf {
  /** Names of the columns whose cells are sent. */
  readonly columns: readonly string[];
  /** The day of a row, `YYYY-MM-DD`, or why it has none. */
  dayOf(row: InputRow): { readonly day: string } | { readonly problem: RowProblem };
}

/**
 * Binds the as-of option to the columns of an input.
 * @param asOf A day for all rows, or the name of a column with the day of each row.
 * @returns The day of each row.
 * @throws {InputError} when it is neither.
 */
function bindAsOf(asOf: string, columns: InputColumns): AsOf {
  if (isDay(asOf)) return { columns: [], dayOf: () => ({ day: asOf }) };
  const at = findColumn(asOf, columns);
  if (at === undefined) {
    const known = columns.header.map((column) => `"${column}"`).join(", ");
    const state = `it is neither a day like 2025-03-31 nor a column: the header is ${known}`;
    throw new InputError(`Cannot research as of "${asOf}": ${state}`);
  }
  const column = columns.header[at] ?? "";
  return {
    columns: [column],
    dayOf: (row) => {
      const day = cellAt(row, at);
      if (isDay(day)) return { day };
      const message = day === "" ? "No day to research as of" : `"${day}" is not a day like 2025-03-31`;
      return { problem: { line: row.line, column, message } };
    },
  };
}

function isDay(text: string): boolean {
  const atNoon = new Date(`${text}T12:00:00Z`);
  return DAY.test(text) && !Number.isNaN(atNoon.getTime()) && atNoon.toISOString().startsWith(text);
}
