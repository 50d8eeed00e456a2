import { resolve } from "node:path";
import { type JsonObject, parseBody } from "../batch/question/body_template.ts";
import { InputError } from "../protocol/errors.ts";
import type { Question } from "../batch/question/plan.ts";
import { checkHeaders, checkPath } from "../client/address.ts";
import { parsePointer } from "../protocol/json_pointer.ts";
import { type SelectedField, selectProblem } from "../run/select.ts";
import type { ConnectionHost } from "./connection_flags.ts";
import type { ConvictionJson } from "../setup/conviction_json.ts";
import { type FlagTable, type GivenFlags, textOf, textsOf } from "./flags.ts";
import type { Shape } from "../setup/settings.ts";

/** The flags that say how a service of another shape is asked and read. */
export const SHAPE_FLAGS = {
  "body": {
    value: "JSON|@FILE",
    help: "the JSON body to send, with places {{prompt}} and any {{column}} in its texts",
  },
  "header": { value: "NAME: VALUE", isRepeatable: true, help: "a header for each request to the service; never a key" },
  "path": { value: "/PATH", help: "path of the reasoning operation (/api/v1/agent/reasoning)" },
  "result-at": { value: "/POINTER", help: "where the thesis stands in the reply, like /data/items/0" },
} as const satisfies FlagTable;

/** The flags that say what is asked about each row, and what is kept of the answer. */
export const QUESTION_FLAGS = {
  "ticker-column": { value: "NAME", help: "column that holds the tickers (found by its usual names)" },
  "prompt": { value: "TEXT|@FILE", help: "what is asked, with places like {{ticker}} or any {{column}}" },
  "prompt-column": { value: "NAME", help: "column with a row's own prompt; where it is empty, the prompt is used" },
  "as-of": { value: "DATE|COLUMN", help: "research as of this day, like 2017-12-29, or of each row's own" },
  ...SHAPE_FLAGS,
  "select": {
    value: "NAME=/POINTER",
    isRepeatable: true,
    help: "a further column of theses.csv, from anywhere in the reply",
  },
} as const satisfies FlagTable;

/** How a service is asked and read, as a person said it. */
export interface ShapeFlags extends Shape {
  /** The body, or `@` and the file that holds it. */
  readonly body?: string | undefined;
}

/** What is asked about each row, as a person said it. */
export interface QuestionFlags extends ShapeFlags {
  readonly tickerColumn?: string | undefined;
  /** The prompt, or `@` and the file that holds it. */
  readonly prompt?: string | undefined;
  readonly promptColumn?: string | undefined;
  readonly asOf?: string | undefined;
  readonly select?: readonly SelectedField[] | undefined;
}

/**
 * Takes the {@linkcode SHAPE_FLAGS} out of what was given.
 * @throws {InputError} when a header, the path or the pointer cannot be used; it shows no value of a header.
 */
export function readShapeFlags(given: GivenFlags): ShapeFlags {
  const [path, resultAt] = [textOf(given, "path"), textOf(given, "result-at")];
  const headers = readHeaders(textsOf(given, "header"));
  asUsage("--path", () => path === undefined || checkPath(path));
  asUsage("--result-at", () => resultAt === undefined || parsePointer(resultAt));
  return { body: textOf(given, "body"), headers, path, resultAt };
}

/**
 * Takes the {@linkcode QUESTION_FLAGS} out of what was given.
 * @throws {InputError} when one of them cannot be used.
 */
export function readQuestionFlags(given: GivenFlags): QuestionFlags {
  return {
    ...readShapeFlags(given),
    tickerColumn: textOf(given, "ticker-column"),
    prompt: textOf(given, "prompt"),
    promptColumn: textOf(given, "prompt-column"),
    asOf: textOf(given, "as-of"),
    select: readSelect(textsOf(given, "select")),
  };
}

/** What a screen asks, and which columns it adds. */
export interface AskedQuestion extends Pick<Question, "prompt" | "promptColumn" | "asOf" | "body"> {
  readonly tickerColumn: string | undefined;
  readonly select: readonly SelectedField[];
}

/**
 * The question the flags mean: files are read, and what they do not say is taken from `conviction.json`.
 * @param flags What a person said.
 * @param host The folder; what reads a file there; and the settings file, where it is about the service.
 * @throws {InputError} when a file cannot be read, or holds no JSON body.
 */
export function questionOf(
  flags: QuestionFlags,
  host: Pick<ConnectionHost, "folder" | "readText"> & { readonly file?: ConvictionJson | undefined },
): AskedQuestion {
  const { tickerColumn, promptColumn, asOf } = flags;
  return {
    ...{ tickerColumn, promptColumn, asOf },
    prompt: flags.prompt === undefined ? undefined : textIn(flags.prompt, "prompt", host),
    body: bodyOf(flags, host),
    select: mergeSelect(host.file?.select, flags.select),
  };
}

/**
 * The body the flags mean, or that of `conviction.json`; its places are open.
 * @throws {InputError} when its file cannot be read, or it is no JSON object.
 */
export function bodyOf({ body }: ShapeFlags, host: Parameters<typeof questionOf>[1]): JsonObject | undefined {
  if (body === undefined) return host.file?.body;
  return parseBody(textIn(body, "body", host), { name: body.startsWith("@") ? body.slice(1) : "after --body" });
}

function textIn(given: string, what: string, { folder, readText }: Parameters<typeof questionOf>[1]): string {
  if (!given.startsWith("@")) return given;
  const path = resolve(folder, given.slice(1));
  const text = readText?.(path);
  if (text === undefined) throw new InputError(`Cannot read the ${what} ${path}: there is no readable file`);
  return text;
}

/** A flag's column replaces that of the file of the same name. */
function mergeSelect(
  under: readonly SelectedField[] = [],
  over: readonly SelectedField[] = [],
): readonly SelectedField[] {
  const said = new Set(over.map(({ name }) => name.toLowerCase()));
  return [...under.filter(({ name }) => !said.has(name.toLowerCase())), ...over];
}

function readHeaders(given: readonly string[]): Readonly<Record<string, string>> | undefined {
  const pairs = given.map((text): [string, string] => {
    const at = text.indexOf(":");
    if (at <= 0) throw new InputError('Cannot use --header: it is written "Name: value"'); // not shown: may be a key
    return [text.slice(0, at).trim(), text.slice(at + 1)];
  });
  const names = pairs.map(([name]) => name.toLowerCase());
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin !== undefined) throw new InputError(`Cannot send header "${twin}": it is given twice`);
  return pairs.length === 0 ? undefined : asUsage("--header", () => checkHeaders(Object.fromEntries(pairs)));
}

function readSelect(given: readonly string[]): readonly SelectedField[] | undefined {
  const select = given.map((text) => {
    const at = text.indexOf("=");
    if (at <= 0) throw new InputError(`Cannot use --select ${text}: it is written name=/pointer`);
    return { name: text.slice(0, at), pointer: text.slice(at + 1) };
  });
  const problem = selectProblem(select);
  if (problem !== undefined) throw new InputError(problem);
  return select.length === 0 ? undefined : select;
}

/** What the client would refuse later is wrong usage of a flag. */
function asUsage<T>(flag: string, check: () => T): T {
  try {
    return check();
  } catch (cause) {
    if (cause instanceof TypeError) throw new InputError(`${cause.message} (${flag})`, { cause });
    throw cause;
  }
}
