import type { InputItem } from "../protocol/response_request.ts";
import type { OwnTableText } from "../agent/ports.ts";
import { readTable } from "./read_tables.ts";
import { RequestError } from "../protocol/request_error.ts";

/** What an input asks. */
export interface ReadInput {
  /** The question: the last message of the user. */
  readonly input: string;
  /** The user's earlier messages, oldest first. */
  readonly before: readonly string[];
  /** Parts of the user's messages that hold no text; nobody reads them. */
  readonly unread: readonly UnreadPart[];
  /** CSV files of the user's messages; of those with one name the last. */
  readonly tables: readonly OwnTableText[];
  /** Whether a message of the system or the developer says how to answer. */
  readonly isInstructed: boolean;
}

/** A part of a message that is no text and no table. */
export interface UnreadPart {
  /** Like `input_image`. */
  readonly kind: string;
  /** Where it is in the request, like `input.0.content.1`. */
  readonly param: string;
}

/** Limits of an input. */
export interface InputLimits {
  /** Longest question in bytes of UTF-8; earlier messages may be longer. */
  readonly maxQuestionBytes: number;
}

const TEXT_PARTS: readonly unknown[] = ["input_text", "output_text", "text"];

/**
 * Reads the input of create response. Only messages of the user ask something: answers, calls of tools, their outputs
 * and references to items are taken as said before, and not read.
 *
 * @param input A text, or items of the Responses style.
 * @throws {RequestError} 400 when no message is the user's, when the last one is empty or too long, or when one cannot
 * be read.
 */
export function readInput(input: string | readonly InputItem[], limits: InputLimits): ReadInput {
  if (typeof input === "string") {
    return { input: questionOf(input, limits), before: [], unread: [], tables: [], isInstructed: false };
  }
  const messages = input.flatMap((item, index) => isMessageOf(item, "user") ? [readMessage(item, index)] : []);
  const last = messages.at(-1);
  if (last === undefined) throw invalid("input", "no message has the role user");
  return {
    input: questionOf(last.text, limits),
    before: messages.slice(0, -1).map(({ text }) => text).filter((text) => text !== ""),
    unread: messages.flatMap(({ unread }) => unread),
    tables: [...new Map(messages.flatMap(({ tables }) => tables).map((one) => [one.name, one])).values()],
    isInstructed: input.some((item) => isMessageOf(item, "system") || isMessageOf(item, "developer")),
  };
}

/**
 * The question of a text.
 *
 * @throws {RequestError} 400 when it is empty or too long.
 */
export function questionOf(text: string, { maxQuestionBytes }: InputLimits): string {
  const question = text.trim();
  if (question === "") throw invalid("input", "it is empty");
  if (new TextEncoder().encode(question).length <= maxQuestionBytes) return question;
  throw new RequestError(`Cannot read input: the question is longer than ${maxQuestionBytes} bytes`, {
    status: 400,
    code: "input_too_long",
    param: "input",
  });
}

function isMessageOf({ type = "message", role }: InputItem, author: string): boolean {
  return type === "message" && role === author;
}

interface ReadMessage {
  readonly text: string;
  readonly tables: readonly OwnTableText[];
  readonly unread: readonly UnreadPart[];
}

function readMessage({ content }: InputItem, index: number): ReadMessage {
  if (typeof content === "string") return { text: content.trim(), tables: [], unread: [] };
  if (!Array.isArray(content)) throw invalid(`input.${index}.content`, "it must be a text or a list of parts");
  const texts: string[] = [];
  const unread: UnreadPart[] = [];
  const tables: OwnTableText[] = [];
  content.forEach((part: unknown, at) => {
    const param = `input.${index}.content.${at}`;
    const { type, text } = Object(part) as { readonly type?: unknown; readonly text?: unknown };
    if (typeof type !== "string") throw invalid(param, "it is not a part with a type");
    const table = readTable(part, param);
    if (TEXT_PARTS.includes(type) && typeof text === "string") texts.push(text);
    else if (table !== undefined) tables.push(table);
    else unread.push({ kind: type, param });
  });
  return { text: texts.join("\n").trim(), tables, unread };
}

/** The refusal of a field that cannot be read. */
export function invalid(param: string | undefined, state: string): RequestError {
  return new RequestError(`Cannot read ${param ?? "the request"}: ${state}`, {
    status: 400,
    code: "invalid_request",
    param,
  });
}
