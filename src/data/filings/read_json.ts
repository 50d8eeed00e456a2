import { DataError } from "../data_error.ts";
import type { DataProblem } from "../dataset.ts";
import { isDay } from "../../calendar/day.ts";
import { excerpt } from "../../text/control.ts";
import { JsonError, readJson } from "../../text/json_read.ts";

/** An object of JSON, of which nothing is known but that it has members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value of a file of JSON, or why it has none. */
export type JsonOfFile = { readonly value: unknown } | { readonly problem: DataProblem };

/** Longer texts are not JSON of one company: the longest seen has 4 million characters. */
const MAX_CHARS = 256 * 1024 * 1024;

/**
 * Reads a file of JSON whole.
 * @param texts All of its text, in pieces.
 */
export async function readJsonFile(
  texts: AsyncIterable<string>,
  { file }: { readonly file: string },
): Promise<JsonOfFile> {
  const text = await wholeText(texts, MAX_CHARS);
  if (text === undefined) return { problem: refused(file, `it is longer than ${MAX_CHARS} characters`) };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: whyNoJson(text, file) };
  }
}

/** A text in one piece; undefined where it is longer than so many characters. */
export async function wholeText(texts: AsyncIterable<string>, most: number): Promise<string | undefined> {
  const pieces: string[] = [];
  let length = 0;
  for await (const text of texts) {
    pieces.push(text);
    length += text.length;
    if (length > most) return undefined;
  }
  return pieces.join("");
}

/** The parser of the platform does not say where; ours does, and takes ten times as long. */
function whyNoJson(text: string, file: string): DataProblem {
  try {
    readJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw new DataError(`read ${file}: its JSON cannot be parsed`, { cause: error });
    const { place, message } = error;
    return { ...refused(file, message.replace(/^Cannot read JSON: line \d+, column \d+: /, "")), ...place };
  }
  return refused(file, "it cannot be parsed");
}

function refused(file: string, why: string): DataProblem {
  return { kind: "refused", file, line: 1, column: 1, message: `Not complete JSON: ${why}` };
}

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  return value === undefined ? "missing" : excerpt(JSON.stringify(value), MAX_SHOWN_CHARS);
}

const MAX_SHOWN_CHARS = 40;

/** Ten digits, of a CIK as a number or as text with or without leading zeros; `undefined` when it is not one. */
export function cikOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,10}$/.test(text) && Number(text) > 0 ? text.padStart(10, "0") : undefined;
}

/** The number of a report with its dashes; `undefined` when it is not one. */
export function accessionOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const [, filer, year, number] = /^(\d{10})-?(\d\d)-?(\d{6})$/.exec(value) ?? [];
  return filer === undefined ? undefined : `${filer}-${year}-${number}`;
}

/** Whether a value is a day, `YYYY-MM-DD`. */
export function isDayText(value: unknown): value is string {
  return typeof value === "string" && isDay(value);
}
