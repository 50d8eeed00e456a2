import { isRecord } from "../text/options.ts";
import type { ClientOptions } from "../client/client.ts";
import { baseUrlOf, checkHeaders, checkPath } from "../client/address.ts";
import { parsePointer } from "../protocol/json_pointer.ts";
import { selectProblem } from "../run/columns.ts";
import type { SelectedField } from "../run/select.ts";
import { JsonError, type PlacedJson, readJson } from "../text/json_read.ts";
import { looksLikeKey, namesKey } from "../text/key_like.ts";
import { SettingsError } from "../protocol/errors.ts";

/** Name of the file, in the current folder. */
export const CONVICTION_JSON = "conviction.json";

/** How to ask one service: what `conviction.json` may hold, and `probe` writes. Never a key. */
export interface ConvictionJson extends Pick<ClientOptions, "model" | "path" | "headers" | "resultAt"> {
  /** The service; the file is ignored for any other. */
  readonly baseUrl: string;
  /** Body sent in place of ours, its places still open. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly select?: readonly SelectedField[] | undefined;
  /** Most requests begun in a window of time, like `5/s,100/min`. */
  readonly rate?: string | undefined;
  /** Most requests at once, or `auto`. */
  readonly concurrency?: string | undefined;
  /** Price of one request. */
  readonly price?: string | undefined;
}

type Kind = "text" | "texts" | "object" | "text or number";

/** Every setting and its kind, in the order that `probe` writes them. */
const KINDS: Readonly<Record<keyof ConvictionJson, Kind>> = {
  baseUrl: "text",
  model: "text",
  path: "text",
  headers: "texts",
  body: "object",
  resultAt: "text",
  select: "texts",
  rate: "text or number",
  concurrency: "text or number",
  price: "text or number",
};
const KIND_WORDS: Readonly<Record<Kind, string>> = {
  "text": "a text",
  "texts": "an object of texts",
  "object": "an object",
  "text or number": "a text or a number",
};

type Refuse = (path: readonly string[], state: string) => SettingsError;

/**
 * Reads a settings file.
 * @throws {SettingsError} when it is not JSON, holds a key, or a setting that is unknown or invalid; it names the line
 * and shows no value.
 */
export function readConvictionJson(text: string): ConvictionJson {
  const { value, placeOf } = parse(text);
  const refuse: Refuse = (path, state) =>
    new SettingsError(`Cannot use ${CONVICTION_JSON}: line ${placeOf(path).line}: ${state}`);
  if (!isRecord(value)) throw refuse([], "it is not a JSON object");
  refuseKeys(value, [], refuse);
  for (const [name, held] of Object.entries(value)) checkKind(name, held, refuse);
  if (value["baseUrl"] === undefined) throw refuse([], 'it names no service: "baseUrl" is missing');
  const settings = settingsIn(value);
  checkValues(settings, refuse);
  return settings;
}

/** Writes a settings file. */
export function convictionJsonText(settings: ConvictionJson): string {
  const { select, ...rest } = settings;
  const all: Readonly<Record<string, unknown>> = {
    ...rest,
    select: select === undefined ? undefined : Object.fromEntries(select.map(({ name, pointer }) => [name, pointer])),
  };
  const ordered = Object.keys(KINDS).map((name) => [name, all[name]]);
  return `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`;
}

function parse(text: string): PlacedJson {
  try {
    return readJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw new SettingsError(cause.message.replace("Cannot read JSON", `Cannot read ${CONVICTION_JSON}`), { cause });
  }
}

/** In a body a field named "key" often holds something else, so there the value decides. */
function refuseKeys(value: unknown, path: readonly string[], refuse: Refuse): void {
  if (typeof value === "string" && looksLikeKey(value)) throw refuse(path, `"${path.join(".")}" looks like ${A_KEY}`);
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const mayBeKey = !(path[0] === "body" && (name === "key" || typeof inner !== "string"));
    if (!Array.isArray(value) && mayBeKey && namesKey(name)) throw refuse([...path, name], `"${name}" names ${A_KEY}`);
    refuseKeys(inner, [...path, name], refuse);
  }
}

const A_KEY = "a key, and no file of settings holds one: set CONVICTION_API_KEY";

function checkKind(name: string, value: unknown, refuse: Refuse): void {
  if (!isSetting(name)) {
    throw refuse([name], `unknown setting "${name}"; there are ${Object.keys(KINDS).join(", ")}`);
  }
  if (!isOf(KINDS[name], value)) throw refuse([name], `"${name}" must be ${KIND_WORDS[KINDS[name]]}`);
}

function isSetting(name: string): name is keyof ConvictionJson {
  return Object.hasOwn(KINDS, name);
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === "object") return isRecord(value);
  if (kind === "texts") return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
  return (typeof value === "string" && value.trim() !== "") || (kind !== "text" && typeof value === "number");
}

/** Kinds were checked before. */
function settingsIn(value: Readonly<Record<string, unknown>>): ConvictionJson {
  const read = Object.entries(value).map(([name, held]): [string, unknown] => {
    if (name === "select") {
      return [name, Object.entries(held as object).map(([column, pointer]) => ({ name: column, pointer }))];
    }
    return [name, typeof held === "number" ? String(held) : held];
  });
  return Object.fromEntries(read) as unknown as ConvictionJson;
}

/** Refuses what the client would refuse, with its line. */
function checkValues({ baseUrl, headers = {}, path, resultAt, select = [] }: ConvictionJson, refuse: Refuse): void {
  const checks: readonly { readonly at: readonly string[]; readonly check: () => unknown }[] = [
    { at: ["baseUrl"], check: () => baseUrlOf(baseUrl) },
    { at: ["path"], check: () => path === undefined || checkPath(path) },
    { at: ["resultAt"], check: () => resultAt === undefined || parsePointer(resultAt) },
    ...Object.entries(headers).map(([name, value]) => ({
      at: ["headers", name],
      check: () => checkHeaders({ [name]: value }),
    })),
    { at: ["headers"], check: () => checkHeaders(headers) },
  ];
  for (const { at, check } of checks) {
    try {
      check();
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      throw refuse(at, cause.message);
    }
  }
  const problem = selectProblem(select);
  if (problem !== undefined) throw refuse(["select"], problem);
}
