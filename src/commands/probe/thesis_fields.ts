import { excerpt } from "../../text/control.ts";
import { columns } from "../../view/lines.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import { type Exchange, headerOf } from "./exchange_lines.ts";
import { counted } from "../../text/counted.ts";

type Kind = "text" | "number" | "boolean" | "texts" | "object" | "list";

/** A field we read: its path on the wire, its kind, and what it becomes. */
interface Field {
  readonly path: string;
  readonly kind: Kind;
  readonly becomes: string;
  readonly isNeeded?: true;
}

/** The fields of a thesis that are read; the others are kept unchanged. */
const FIELDS: readonly Field[] = [
  { path: "agent_thesis.signal", kind: "text", becomes: "signal", isNeeded: true },
  { path: "agent_thesis.confidence", kind: "number", becomes: "confidence", isNeeded: true },
  { path: "agent_thesis.reasoning", kind: "text", becomes: "reasoning", isNeeded: true },
  { path: "key_drivers", kind: "texts", becomes: "key_drivers, top_driver" },
  { path: "risks", kind: "texts", becomes: "risks, top_risk" },
  { path: "metadata.subject", kind: "text", becomes: "subject" },
  { path: "metadata.as_of", kind: "text", becomes: "as_of" },
  { path: "metadata.horizon", kind: "text", becomes: "horizon" },
  { path: "metadata.benchmark", kind: "text", becomes: "benchmark" },
  { path: "metadata.currency", kind: "text", becomes: "currency" },
  { path: "metadata.score", kind: "number", becomes: "score, rank" },
  { path: "metadata.drawdown_probability", kind: "number", becomes: "drawdown_probability" },
  { path: "metadata.evidence", kind: "object", becomes: "for, against" },
  { path: "metadata.verification", kind: "object", becomes: "verification_confidence" },
  { path: "metadata.files", kind: "list", becomes: "files, downloaded" },
  { path: "metadata.warnings", kind: "list", becomes: "warnings" },
  { path: "metadata.incomplete", kind: "boolean", becomes: "true: the row is partial" },
  { path: "metadata.engine", kind: "text", becomes: "kept" },
  { path: "metadata.calibration", kind: "text", becomes: "kept" },
  { path: "metadata.response_id", kind: "text", becomes: "kept" },
];

/**
 * Lists what each field of a reasoning result becomes, which are missing and which are unknown.
 * @param body The parsed body, whatever it is.
 */
export function thesisFields(body: unknown): string[] {
  const known = FIELDS.map((field) => ({ ...field, value: valueAt(body, field.path) }));
  const came = known.filter(({ value }) => value !== undefined && value !== null);
  const missing = known.filter((field) => !came.includes(field));
  const unreadable = came.filter(({ value, kind }) => !isOf(kind, value));
  const unknown = ["", "agent_thesis", "metadata"].flatMap((path) => unknownOf(body, path));
  const bad = [...missing, ...unreadable].filter(({ isNeeded }) => isNeeded);
  return [
    ...columns([
      ["field", "what came", "becomes, in theses.csv"],
      ...came.map(({ path, value, kind, becomes }) => [
        path,
        described(path, value),
        isOf(kind, value) ? becomes : `nothing: expected ${KIND_WORDS[kind]}`,
      ]),
      ...unknown.map(([path, value]) => [path, described(path, value), "unknown: kept in theses.jsonl"]),
    ]),
    ...missingLine(missing.map(({ path }) => path)),
    ...nearFields(body, bad.map(({ path }) => path)),
  ];
}

/** One line; an object that is missing as a whole is named once. */
function missingLine(paths: readonly string[]): string[] {
  const parents = Map.groupBy(paths, (path) => path.slice(0, path.indexOf(".")));
  const words = [...parents].flatMap(([parent, children]) => {
    const all = FIELDS.filter(({ path }) => path.startsWith(`${parent}.`));
    return parent !== "" && children.length === all.length ? [`${parent} and all in it`] : children;
  });
  return words.length === 0 ? [] : [`Missing: ${words.join(", ")}.`];
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  text: "a text",
  number: "a number",
  boolean: "true or false",
  texts: "a list of texts",
  object: "an object",
  list: "a list",
};

function isOf(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case "texts":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    case "list":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
  }
}

function described(path: string, value: unknown): string {
  const words = valueWords(value);
  return path === "agent_thesis.confidence" && typeof value === "number" ? `${words}, ${rangeGuess(value)}` : words;
}

/**
 * A value in a few words.
 * @returns Like `"neutral"`, `0.51`, `943 characters`, `a list of 3` or `an object of confidence, checks`.
 */
export function valueWords(value: unknown): string {
  if (typeof value === "string") return value.length <= 24 ? excerpt(JSON.stringify(value), 30) : lengthOf(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return excerpt(`an object of ${Object.keys(value).join(", ") || "nothing"}`, 32);
  return String(value);
}

function lengthOf(text: string): string {
  return counted(text.length, "character");
}

/** The range a confidence may be in; one value does not prove it, so it is never rescaled. */
function rangeGuess(confidence: number): string {
  if (confidence < 0) return "below 0: perhaps -1 to 1";
  if (confidence === 0 || confidence === 1) return "0 to 1, or another range's end";
  if (confidence < 1) return "fits 0 to 1";
  return confidence <= 10 ? "above 1: perhaps 1 to 10, or percent" : "above 1: perhaps percent";
}

function valueAt(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>(
    (value, name) => isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined,
    body,
  );
}

function unknownOf(body: unknown, path: string): [string, unknown][] {
  const place = path === "" ? body : valueAt(body, path);
  if (!isObject(place)) return [];
  const isKnown = (name: string) => FIELDS.some((field) => field.path === name || field.path.startsWith(`${name}.`));
  return Object.entries(place)
    .map(([name, value]): [string, unknown] => [path === "" ? name : `${path}.${name}`, value])
    .filter(([name]) => !isKnown(name))
    .map(([name, value]) => [excerpt(name, 60), value]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Headers of a download, and what each is used for. */
const HEADERS: readonly (readonly [name: string, becomes: string])[] = [
  ["content-length", "checked against the bytes"],
  ["content-type", "media type"],
  ["content-disposition", "not used: the answer names the file"],
  ["etag", "resumes a broken download"],
  ["accept-ranges", "resumes a broken download"],
];

/** Lists what arrived with a file, and what is missing. */
export function fileFields(exchange: Exchange, { file_id, filename }: FileReference): string[] {
  const came = HEADERS.flatMap(([name, becomes]) => {
    const value = headerOf(exchange, name);
    return value === undefined ? [] : [[name, excerpt(value, 44), becomes]];
  });
  const missing = HEADERS.filter(([name]) => headerOf(exchange, name) === undefined).map(([name]) => name);
  return [
    ...columns([
      ["field", "what came", "becomes"],
      ["file_id", excerpt(file_id, 44), "the path it is fetched from"],
      ["filename", excerpt(filename ?? "nothing", 44), "its name on disk, made safe"],
      ["body", counted(exchange.bytes, "byte"), "the file"],
      ...came,
    ]),
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(", ")}.`]),
  ];
}

/** Names that other services give to our fields, likeliest first. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  "agent_thesis.signal": [
    "signal",
    "direction",
    "recommendation",
    "rating",
    "stance",
    "verdict",
    "sentiment",
    "action",
  ],
  "agent_thesis.confidence": ["confidence", "conviction", "probability", "certainty", "score"],
  "agent_thesis.reasoning": [
    "reasoning",
    "rationale",
    "explanation",
    "thesis",
    "summary",
    "analysis",
    "text",
    "answer",
  ],
};
const MAX_DEPTH = 5;
const MAX_LOOKED_AT = 5_000;

/**
 * Guesses where missing fields are, by the names that other services use.
 * @param body The parsed body.
 * @param missing Paths of the fields that could not be read.
 */
function nearFields(body: unknown, missing: readonly string[]): string[] {
  const places = [...placesOf(body)].slice(0, MAX_LOOKED_AT);
  return missing.flatMap((path) => {
    const found = (OTHER_NAMES[path] ?? []).flatMap((name) =>
      places.filter((place) =>
        place.name.toLowerCase() === name && place.path !== path
      )
    )[0];
    if (found === undefined) return [];
    return [`${path} may be ${excerpt(found.path, 80)} (${excerpt(JSON.stringify(found.value), 40)}).`];
  });
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly value: string | number;
}

/** Every text and number in the body, outer ones first within each branch. */
function* placesOf(value: unknown, path: readonly string[] = []): Generator<Place> {
  const name = path.at(-1);
  if (name !== undefined && (typeof value === "string" || typeof value === "number")) {
    yield { path: path.join("."), name, value };
  }
  if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) return;
  for (const [key, inner] of Object.entries(value)) yield* placesOf(inner, [...path, key]);
}
