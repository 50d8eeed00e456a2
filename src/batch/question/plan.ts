import { type ReasoningRequest, type RequestBody, withModel } from "../../protocol/reasoning.ts";
import type { InputRow, RowProblem } from "../../run/outcome.ts";
import { type AsOf, bindAsOf } from "./as_of.ts";
import { bindBody, type BodyTemplate } from "./body_template.ts";
import { canonicalJson } from "../../text/canonical_json.ts";
import type { InputColumns } from "../list/input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import { bindPrompt } from "./prompt_source.ts";
import type { Filled, Template } from "./template.ts";

/** What is asked for each row. */
export interface Question {
  /** Prompt with places like `{{ticker}}`. Default: the company listed under the ticker, by name where there is one. */
  readonly prompt?: string | undefined;
  /** Column whose cell is the row's own prompt; a row whose cell is empty uses the prompt. */
  readonly promptColumn?: string | undefined;
  /** Research as of this day, `YYYY-MM-DD`, or the name of a column with each row's own day. */
  readonly asOf?: string | undefined;
  /** Model to ask for; left to the service when absent. */
  readonly model?: string | undefined;
  /** Whether files are wanted. Default: `auto`. */
  readonly files?: "auto" | "none" | undefined;
  /**
   * Sent in place of our body, to a service of another shape. Its texts hold places: `{{prompt}}`, any column, and
   * `{{as_of}}` and `{{model}}` where these are given. A text stays a text: `"{{weight}}"` becomes `"0.5"`.
   */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** Turns rows into requests. */
export interface Plan {
  /** Names of the columns whose cells leave the machine. */
  readonly sentColumns: readonly string[];
  /** Whether files that an answer names are fetched. */
  readonly wantsFiles: boolean;
  /** What is sent for a row; or why nothing can be. */
  ask(row: InputRow): { readonly request: RequestBody } | { readonly problem: RowProblem };
}

/** The parts of a question, bound to the columns of an input. */
interface BoundQuestion {
  readonly question: Question;
  readonly prompt: Template;
  readonly asOf: AsOf | undefined;
  readonly body: BodyTemplate | undefined;
}

/** What a row brings beside its cells. */
interface RowValues {
  readonly prompt: string;
  readonly day: string | undefined;
}

/**
 * Decides what is sent for each row.
 * @param question Prompt, day, model, files, body.
 * @param columns Columns of the input.
 * @returns The plan; the same question and row always give the same request.
 * @throws {InputError} when prompt or body names a missing column, the day is none, or the body has no place for
 * what was asked.
 */
export function makePlan(question: Question, columns: InputColumns): Plan {
  const bound: BoundQuestion = {
    question,
    prompt: bindPrompt(question, columns),
    asOf: question.asOf === undefined ? undefined : bindAsOf(question.asOf, columns),
    body: question.body === undefined ? undefined : bindBody(question.body, { columns, values: valuesOf(question) }),
  };
  checkPlaces(bound);
  return {
    sentColumns: sentColumnsOf(bound),
    wantsFiles: question.files !== "none",
    ask: (row) => askOf(row, bound),
  };
}

/**
 * The digested form of all that is sent: equal texts are one request.
 * @param request The body.
 * @returns Text for a digest.
 */
export function identityText(request: RequestBody): string {
  return canonicalJson(request);
}

/** The places of a body that are no columns; a word stands for a column as long as nothing is given for it. */
function valuesOf({ asOf, model }: Question): string[] {
  return ["prompt", ...(asOf === undefined ? [] : ["as_of"]), ...(model === undefined ? [] : ["model"])];
}

/** What was asked for and would be left out in silence. */
function checkPlaces({ question, body }: BoundQuestion): void {
  if (body === undefined) return;
  const { prompt, promptColumn, asOf } = question;
  const asked = [
    { what: "the prompt", value: prompt, place: "prompt" },
    { what: "the prompt column", value: promptColumn, place: "prompt" },
    { what: "the day to research as of", value: asOf, place: "as_of" },
  ];
  const lost = asked.find(({ value, place }) => value !== undefined && !body.values.has(place));
  if (lost !== undefined) throw new InputError(`Cannot send ${lost.what}: the body has no place {{${lost.place}}}`);
}

function sentColumnsOf({ prompt, asOf, body }: BoundQuestion): readonly string[] {
  const isSent = (place: string) => body === undefined || body.values.has(place);
  return [
    ...new Set([
      ...(isSent("prompt") ? prompt.columns : []),
      ...(isSent("as_of") ? asOf?.columns ?? [] : []),
      ...(body?.columns ?? []),
    ]),
  ];
}

function askOf(row: InputRow, { question, prompt, asOf, body }: BoundQuestion): ReturnType<Plan["ask"]> {
  const usesPrompt = body === undefined || body.values.has("prompt");
  const filled: Filled = usesPrompt ? prompt.fill(row) : { text: "" };
  if ("emptyColumn" in filled) return { problem: emptyCell(row, filled.emptyColumn, "prompt") };
  const dated = asOf?.dayOf(row);
  if (dated !== undefined && "problem" in dated) return { problem: dated.problem };
  const values: RowValues = { prompt: filled.text, day: dated?.day };
  if (body === undefined) return { request: ownBody(question, values) };
  const { model } = question;
  const replaced = body.fill(row, { prompt: values.prompt, as_of: values.day ?? "", model: model ?? "" });
  if ("emptyColumn" in replaced) return { problem: emptyCell(row, replaced.emptyColumn, "body") };
  return { request: withModel(replaced.body, model) };
}

function emptyCell({ line }: InputRow, column: string, what: string): RowProblem {
  return { line, column, message: `The ${what} needs this cell, and it is empty` };
}

function ownBody({ model, files }: Question, { prompt, day }: RowValues): ReasoningRequest {
  return {
    input: prompt,
    ...(model === undefined ? {} : { model }),
    ...(day === undefined ? {} : { metadata: { as_of: day } }),
    include: files === "none" ? ["verification"] : ["files", "verification"],
  };
}
