import type { ResponseRequest } from "../protocol/response_request.ts";
import type { Dialect } from "../protocol/route.ts";
import { RequestError } from "../protocol/request_error.ts";
import type { AnswerForm } from "./answer_form.ts";
import { type Echo, echoOf } from "./echo.ts";
import { ownAnswers, type OwnCall, ownCallFor } from "./own_tool.ts";
import { readInput, type UnreadPart } from "./read_input.ts";
import { type Asked, askedOf, ownOf } from "./read_request.ts";
import { readTextFormat } from "./result_format.ts";

/** What a request of create response orders. */
export interface Order {
  readonly asked: Asked;
  readonly form: AnswerForm;
  readonly echo: Echo;
  /** What the caller is asked to run where there is no thesis; in the dialect `responses` alone. */
  readonly ownCall: OwnCall | undefined;
}

/** When a tool of the caller is called. */
const WHEN_CALLED: Readonly<Record<Dialect, string>> = {
  specification: "this service calls no tool of the caller",
  responses:
    "a tool of the caller is called only where its name fits a question that has no answer here; send auto or none",
};

/** How to read it. */
export interface OrderOptions {
  readonly dialect: Dialect;
  /** Longest question in bytes of UTF-8. */
  readonly maxQuestionBytes: number;
}

/**
 * Reads what a request orders. What cannot be done is refused by name, or is reported in the answer: nothing is ignored in
 * silence.
 * @throws {RequestError} 400 for a part of the input that is no text (in the dialect `responses` the answer says so
 * instead), a format other than that of the result, a tool that must be called, and a conversation kept elsewhere.
 */
export function readOrder(body: ResponseRequest, { dialect, maxQuestionBytes }: OrderOptions): Order {
  const { input, before, unread, tables, isInstructed } = readInput(body.input, { maxQuestionBytes });
  const [part] = unread;
  if (part !== undefined && dialect === "specification") throw unreadable(part);
  if (!isFreeChoice(body.tool_choice)) {
    throw unsupported("tool_choice", WHEN_CALLED[dialect]);
  }
  if (isGiven(body, "conversation")) {
    throw unsupported("conversation", "this service keeps none; send previous_response_id, or the messages in input");
  }
  const notice = [...unread.length === 0 ? [] : [noticeOf(unread)], ...answeredNotice(body.input)].join(" ") ||
    undefined;
  const result = readTextFormat(body.text?.format);
  return {
    asked: {
      ...askedOf(input, body.metadata),
      ...(before.length === 0 ? {} : { before }),
      ...ownOf(tables),
      ...(result !== undefined && { isView: true }),
      files: true,
    },
    form: { result, notice },
    echo: echoOf(body, { isInstructed, notice, mayCall: dialect === "responses" }),
    ownCall: dialect === "responses" ? ownCallFor(input, body) : undefined,
  };
}

/** Whether no call of a tool is demanded. */
function isFreeChoice(choice: ResponseRequest["tool_choice"] = "auto"): boolean {
  const mode = typeof choice === "object" && "mode" in choice ? choice.mode : choice; // `allowed_tools` has a mode
  return mode === "auto" || mode === "none";
}

function isGiven(body: object, name: string): boolean {
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return value !== undefined && value !== null;
}

function noticeOf(unread: readonly UnreadPart[]): string {
  const kinds = [...new Set(unread.map(({ kind }) => kind.replace(/^input_/, "")))];
  return `Not read: ${kinds.join(", ")}. This service reads text, and tables in CSV.`;
}

/** Quotes what the caller's tools answered: nobody else reads it. */
function answeredNotice(input: ResponseRequest["input"]): readonly string[] {
  const answers = ownAnswers(input);
  return answers.length === 0 ? [] : [`Your tools answered: ${answers.join("; ")}`];
}

function unreadable({ kind, param }: UnreadPart): RequestError {
  return new RequestError(`Cannot read ${param}: it is an ${kind}, and this service reads text, and tables in CSV`, {
    status: 400,
    code: "unsupported_input",
    param,
  });
}

function unsupported(param: string, state: string): RequestError {
  return new RequestError(`Cannot use ${param}: ${state}`, { status: 400, code: `unsupported_${param}`, param });
}
