import { excerpt } from "../../text/control.ts";
import { columns } from "../../view/lines.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import { isRecord } from "../../text/options.ts";
import { counted } from "../../text/counted.ts";
import type { Exchange } from "./exchange.ts";
import { fieldOf } from "./shown.ts";
import { BOOLEAN, type Kind, LIST, NUMBER, OBJECT, STRING, STRINGS } from "./verdict.ts";

/** A field we read: its path on the wire, its kind, and what it becomes. */
interface Field {
  readonly path: string;
  readonly is: Kind;
  readonly becomes: string;
  readonly isNeeded?: true;
}

/** The fields of a thesis that are read; the others are kept unchanged. The specification has those outside metadata. */
export const THESIS_FIELDS: readonly Field[] = [
  { path: "agent_thesis.signal", is: STRING, becomes: "signal", isNeeded: true },
  { path: "agent_thesis.confidence", is: NUMBER, becomes: "confidence", isNeeded: true },
  { path: "agent_thesis.reasoning", is: STRING, becomes: "reasoning", isNeeded: true },
  { path: "key_drivers", is: STRINGS, becomes: "key_drivers, top_driver" },
  { path: "risks", is: STRINGS, becomes: "risks, top_risk" },
  { path: "metadata.subject", is: STRING, becomes: "subject" },
  { path: "metadata.as_of", is: STRING, becomes: "as_of" },
  { path: "metadata.horizon", is: STRING, becomes: "horizon" },
  { path: "metadata.benchmark", is: STRING, becomes: "benchmark" },
  { path: "metadata.currency", is: STRING, becomes: "currency" },
  { path: "metadata.score", is: NUMBER, becomes: "score, rank" },
  { path: "metadata.drawdown_probability", is: NUMBER, becomes: "drawdown_probability" },
  { path: "metadata.evidence", is: OBJECT, becomes: "for, against" },
  { path: "metadata.verification", is: OBJECT, becomes: "verification_confidence" },
  { path: "metadata.files", is: LIST, becomes: "files, downloaded" },
  { path: "metadata.warnings", is: LIST, becomes: "warnings" },
  { path: "metadata.incomplete", is: BOOLEAN, becomes: "true: the row is partial" },
  { path: "metadata.engine", is: STRING, becomes: "kept" },
  { path: "metadata.calibration", is: STRING, becomes: "kept" },
  { path: "metadata.response_id", is: STRING, becomes: "kept" },
];

/**
 * Lists what each field of a reasoning result becomes, which are missing and which are unknown.
 * @param body The parsed body, whatever it is.
 */
export function thesisFields(body: unknown): string[] {
  const known = THESIS_FIELDS.map((field) => {
    const value = fieldOf(body, ...field.path.split("."));
    return { ...field, value, isRead: field.is.has(value) };
  });
  const came = known.filter(({ value }) => value !== undefined && value !== null);
  const missing = known.filter((field) => !came.includes(field));
  const unreadable = came.filter(({ isRead }) => !isRead);
  const unknown = ["", "agent_thesis", "metadata"].flatMap((path) => unknownOf(body, path));
  const bad = [...missing, ...unreadable].filter(({ isNeeded }) => isNeeded);
  return [
    ...columns([
      ["field", "what came", "becomes, in theses.csv"],
      ...came.map(({ path, value, isRead, is, becomes }) => [
        path,
        described(path, value),
        isRead ? becomes : `nothing: expected ${is.words ?? is.name}`,
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
    const all = THESIS_FIELDS.filter(({ path }) => path.startsWith(`${parent}.`));
    return parent !== "" && children.length === all.length ? [`${parent} and all in it`] : children;
  });
  return words.length === 0 ? [] : [`Missing: ${words.join(", ")}.`];
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
  if (typeof value === "string") {
    return value.length <= 24 ? excerpt(JSON.stringify(value), 30) : counted(value.length, "character");
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isRecord(value)) return excerpt(`an object of ${Object.keys(value).join(", ") || "nothing"}`, 32);
  return String(value);
}

/** The range a confidence may be in; one value does not prove it, so it is never rescaled. */
function rangeGuess(confidence: number): string {
  if (confidence < 0) return "below 0: perhaps -1 to 1";
  if (confidence === 0 || confidence === 1) return "0 to 1, or another range's end";
  if (confidence < 1) return "fits 0 to 1";
  return confidence <= 10 ? "above 1: perhaps 1 to 10, or percent" : "above 1: perhaps percent";
}

function unknownOf(body: unknown, path: string): [string, unknown][] {
  const place = path === "" ? body : fieldOf(body, path);
  if (!isRecord(place)) return [];
  const isKnown = (name: string) =>
    THESIS_FIELDS.some((field) => field.path === name || field.path.startsWith(`${name}.`));
  return Object.entries(place)
    .map(([name, value]): [string, unknown] => [path === "" ? name : `${path}.${name}`, value])
    .filter(([name]) => !isKnown(name))
    .map(([name, value]) => [excerpt(name, 60), value]);
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
  return fieldLines(["field", "what came", "becomes"], [
    ["file_id", excerpt(file_id, 44), "the path it is fetched from"],
    ["filename", excerpt(filename ?? "nothing", 44), "its name on disk, made safe"],
    ["body", counted(exchange.size, "byte"), "the file"],
    ...HEADERS.map(([name, becomes]) => {
      const value = exchange.header(name);
      return [name, value === undefined ? undefined : excerpt(value, 44), becomes] as const;
    }),
  ]);
}

/** A table of what came, and a line that names what is missing. */
export function fieldLines(
  head: readonly string[],
  fields: readonly (readonly [name: string, came: string | undefined, ...more: string[]])[],
): string[] {
  const missing = fields.filter(([, came]) => came === undefined).map(([name]) => name);
  return [
    ...columns([head, ...fields.flatMap(([name, came, ...more]) => came === undefined ? [] : [[name, came, ...more]])]),
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(", ")}.`]),
  ];
}

/** Names that other services give to our fields, likeliest first. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "agent_thesis.signal": "signal direction recommendation rating stance verdict sentiment action",
  "agent_thesis.confidence": "confidence conviction probability certainty score",
  "agent_thesis.reasoning": "reasoning rationale explanation thesis summary analysis text answer",
};

/**
 * Guesses where missing fields are, by the names that other services use.
 * @param body The parsed body.
 * @param missing Paths of the fields that could not be read.
 */
function nearFields(body: unknown, missing: readonly string[]): string[] {
  const places = placesIn(body).filter(({ value }) => typeof value === "string" || typeof value === "number")
    .map(({ path, value }) => ({ path: path.join("."), name: path.at(-1)?.toLowerCase(), value }));
  return missing.flatMap((path) => {
    const names = OTHER_NAMES[path]?.split(" ") ?? [];
    const [found] = names.flatMap((name) => places.filter((place) => place.name === name && place.path !== path));
    if (found === undefined) return [];
    return [`${path} may be ${excerpt(found.path, 80)} (${excerpt(JSON.stringify(found.value), 40)}).`];
  });
}

const MAX_DEPTH = 8;
const MAX_LOOKED_AT = 5_000;

/** A value inside a body. */
interface Place {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** The values in a body, outer ones first; of a huge body the first ones. */
export function placesIn(body: unknown): readonly Place[] {
  const all: Place[] = [{ value: body, path: [] }];
  for (const { value, path } of all) {
    if (all.length >= MAX_LOOKED_AT || path.length >= MAX_DEPTH) break;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) all.push({ value: inner, path: [...path, name] });
  }
  return all.slice(0, MAX_LOOKED_AT);
}
