import type { ResponseRequest } from "../protocol/response_request.ts";
import type { Dialect } from "../protocol/route.ts";
import { RequestError } from "../protocol/request_error.ts";
import type { AnswerForm } from "./answer_form.ts";
import { type Echo, echoOf } from "./echo.ts";
import { readInput, type UnreadPart } from "./read_input.ts";
import { type Asked, askedOf } from "./read_request.ts";
import { readTextFormat } from "./result_format.ts";

/** What a request of create response orders. */
export interface Order {
  readonly asked: Asked;
  readonly form: AnswerForm;
  readonly echo: Echo;
}

/** How to read it. */
export interface OrderOptions {
  readonly dialect: Dialect;
  /** Longest question in bytes of UTF-8. */
  readonly maxQuestionBytes: number;
}

/**
 * Reads what a request orders. What cannot be done is refused by name, or is told in the answer: nothing is ignored in
 * silence.
 *
 * @throws {RequestError} 400 for a part of the input that is no text (in the dialect `responses` the answer says so
 * instead), a format that is none of the result, a tool that must be called, and a conversation kept elsewhere.
 */
export function readOrder(body: ResponseRequest, { dialect, maxQuestionBytes }: OrderOptions): Order {
  const { input, before, unread, isInstructed } = readInput(body.input, { maxQuestionBytes });
  const [part] = unread;
  if (part !== undefined && dialect === "specification") throw unreadable(part);
  if (!isFreeChoice(body.tool_choice)) throw unsupported("tool_choice", "this service calls no tool of the caller");
  if (isGiven(body, "conversation")) {
    throw unsupported("conversation", "this service keeps none; send previous_response_id, or the messages in input");
  }
  const notice = part === undefined ? undefined : noticeOf(unread);
  const result = readTextFormat(body.text?.format);
  return {
    asked: { ...askedOf(input, body.metadata), ...(before.length === 0 ? {} : { before }), files: true },
    form: { result, notice },
    echo: echoOf(body, { isInstructed, notice }),
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
  return `Not read: ${kinds.join(", ")}. This service reads text only.`;
}

function unreadable({ kind, param }: UnreadPart): RequestError {
  return new RequestError(`Cannot read ${param}: it is an ${kind}, and this service reads text only`, {
    status: 400,
    code: "unsupported_input",
    param,
  });
}

function unsupported(param: string, state: string): RequestError {
  return new RequestError(`Cannot use ${param}: ${state}`, { status: 400, code: `unsupported_${param}`, param });
}
