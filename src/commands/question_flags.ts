import { resolve } from "node:path";
import { type JsonObject, parseBody } from "../batch/question/body_template.ts";
import { InputError } from "../protocol/errors.ts";
import { checkHeaders, checkPath } from "../client/address.ts";
import { parsePointer } from "../protocol/json_pointer.ts";
import { selectProblem } from "../run/columns.ts";
import type { SelectedField } from "../run/select.ts";
import type { ConvictionJson } from "../setup/conviction_json.ts";
import type { FlagTable } from "./flags.ts";
import { named } from "./flag_values.ts";
import type { Host } from "./host.ts";

/** The flags that say how to ask a service of another shape, and how to read it. */
export const SHAPE_FLAGS = {
  "body": {
    value: "JSON|@FILE",
    help: "JSON body to send, with places {{prompt}} and any {{column}} in its texts",
  },
  "header": {
    value: "NAME: VALUE",
    readAll: readHeaders,
    option: "headers",
    help: "header sent with each request; never a key",
  },
  "path": {
    value: "/PATH",
    read: checked(checkPath),
    help: "path of the reasoning operation (/api/v1/agent/reasoning)",
  },
  "result-at": {
    value: "/POINTER",
    read: checked(parsePointer),
    help: "where the thesis is in the reply, like /data/items/0",
  },
} as const satisfies FlagTable;

/** The flags that say what to ask about each row, and what to keep of the answer. */
export const QUESTION_FLAGS = {
  "ticker-column": {
    value: "NAME",
    help: 'column that holds the tickers (found by its usual names); "column 1" without a header',
  },
  "prompt": { value: "TEXT|@FILE", help: "the question, with places like {{ticker}} or any {{column}}" },
  "prompt-column": { value: "NAME", help: "column with a row's own prompt; an empty cell takes --prompt" },
  "as-of": { value: "DATE|COLUMN", help: "research as of this day, like 2025-03-31, or of the day in a column" },
  "own": {
    value: "COLUMN[,COLUMN]",
    read: columnNames,
    help: "columns of the list whose numbers go with each row's request, for this answer alone",
  },
  ...SHAPE_FLAGS,
  "select": {
    value: "NAME=/POINTER",
    readAll: readSelect,
    help: "further column of theses.csv, from anywhere in the reply",
  },
} as const satisfies FlagTable;

/** Where prompts and bodies come from, beside the flags: files, and the settings file. */
interface Sources extends Pick<Host, "folder" | "readText"> {
  readonly file?: ConvictionJson | undefined;
}

/**
 * The prompt of the flags, from its file where they name one.
 * @throws {InputError} when the file cannot be read.
 */
export function promptOf(prompt: string | undefined, sources: Sources): string | undefined {
  return prompt === undefined ? undefined : textIn(prompt, "prompt", sources);
}

/**
 * The body of the flags, or that of `conviction.json`; its places are open.
 * @throws {InputError} when its file cannot be read, or it is no JSON object.
 */
export function bodyOf(body: string | undefined, sources: Sources): JsonObject | undefined {
  if (body === undefined) return sources.file?.body;
  return parseBody(textIn(body, "body", sources), { name: body.startsWith("@") ? body.slice(1) : "after --body" });
}

/** The further columns of `conviction.json` and of the flags; of two with one name that of the flags counts. */
export function selectOf(
  over: readonly SelectedField[] = [],
  under: readonly SelectedField[] = [],
): readonly SelectedField[] {
  const said = new Set(over.map(({ name }) => name.toLowerCase()));
  return [...under.filter(({ name }) => !said.has(name.toLowerCase())), ...over];
}

function textIn(given: string, what: string, { folder, readText }: Sources): string {
  if (!given.startsWith("@")) return given;
  const path = resolve(folder, given.slice(1));
  const text = readText(path);
  if (text === undefined) throw new InputError(`Cannot read the ${what} ${path}: there is no readable file`);
  return text;
}

/** No value is shown in a message: it may be a key. */
function readHeaders(texts: readonly string[], flag: string): Readonly<Record<string, string>> {
  const pairs = texts.map((text): [string, string] => {
    const at = text.indexOf(":");
    if (at <= 0) throw new InputError(`Cannot use ${flag}: it is written "Name: value"`);
    return [text.slice(0, at).trim(), text.slice(at + 1)];
  });
  const names = pairs.map(([name]) => name.toLowerCase());
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin !== undefined) throw new InputError(`Cannot send header "${twin}": it is given twice`);
  return asUsage(flag, () => checkHeaders(Object.fromEntries(pairs)));
}

/** Names between commas; spaces around them do not count. */
function columnNames(text: string, flag: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw new InputError(`Cannot use ${flag}: it is written COLUMN or COLUMN,COLUMN`);
  return names;
}

function readSelect(texts: readonly string[], flag: string): readonly SelectedField[] {
  const select = texts.map((text) => {
    const [name, pointer] = named("=", "name=/pointer")(text, flag);
    return { name, pointer };
  });
  const problem = selectProblem(select);
  if (problem !== undefined) throw new InputError(problem);
  return select;
}

/** Reads a text that the client would refuse later. */
function checked(check: (text: string) => unknown): (text: string, flag: string) => string {
  return (text, flag) => {
    asUsage(flag, () => check(text));
    return text;
  };
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
