import { nearestName } from "./nearest_name.ts";

/** What the value of an option may be. */
export interface OptionShape {
  /** Completes "must be". */
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
}

/** Why options cannot be used. */
export interface OptionProblem {
  /** Completes "Cannot connect:"; shows no text of the caller's, which may be a key. */
  readonly state: string;
  /** The options that it names. */
  readonly options: readonly string[];
}

/** Any text. */
export const TEXT: OptionShape = { words: "a text", fits: isText };

/** Any number. */
export const NUMBER: OptionShape = { words: "a number", fits: (value) => typeof value === "number" };

/** A length of time. */
export const MILLISECONDS: OptionShape = {
  words: "a number of milliseconds from 0",
  fits: (value) => typeof value === "number" && value >= 0,
};

/** A switch. */
export const SWITCH: OptionShape = { words: "true or false", fits: (value) => typeof value === "boolean" };

/** A day and its time. */
export const DATE: OptionShape = {
  words: "a valid Date",
  fits: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};

/** What stops a call. */
export const SIGNAL: OptionShape = { words: "an AbortSignal", fits: (value) => value instanceof AbortSignal };

/** A function. */
export const FUNCTION: OptionShape = { words: "a function", fits: (value) => typeof value === "function" };

/** Any object that is not a list. */
export const OBJECT: OptionShape = { words: "an object", fits: isRecord };

/** Texts by name. */
export const TEXTS: OptionShape = {
  words: 'an object of texts, like { "x-desk": "quant" }',
  fits: (value) => isRecord(value) && Object.values(value).every(isText),
};

/**
 * A list of objects.
 * @param fields What each of its fields may be.
 */
export function listOf(example: string, fields: Readonly<Record<string, OptionShape>>): OptionShape {
  const isOne = (value: unknown) =>
    isRecord(value) && Object.entries(fields).every(([name, shape]) => shape.fits(value[name]));
  return { words: `a list like [${example}]`, fits: (value) => Array.isArray(value) && value.every(isOne) };
}

/** One of some words. */
export function oneOf(...words: readonly string[]): OptionShape {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.pop();
  const all = quoted.length === 0 ? `${last}` : `${quoted.join(", ")} or ${last}`;
  return { words: all, fits: (value) => words.some((word) => word === value) };
}

/**
 * Finds what is wrong with the options of a call: a name that there is not, or a value of another shape. Types would
 * say it, but a notebook and a program in JavaScript never check them.
 * @param given What was passed for options.
 * @param shapes One for each option; an option may always be undefined.
 * @returns Undefined when they can be used.
 */
export function optionProblem(
  given: unknown,
  shapes: Readonly<Record<string, OptionShape>>,
): OptionProblem | undefined {
  if (!isRecord(given)) return { state: `its options must be an object, not ${kindOf(given)}`, options: [] };
  for (const [name, value] of Object.entries(given)) {
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (shape === undefined) return { state: unknownName(name, Object.keys(shapes)), options: [] };
    if (value === undefined || shape.fits(value)) continue;
    const kind = isText(value) && shape.words.startsWith('"') ? "another text" : kindOf(value);
    return { state: `${name} must be ${shape.words}, not ${kind}`, options: [name] };
  }
  return undefined;
}

function unknownName(name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  const rest = meant === undefined ? `there are ${names.join(", ")}` : `did you mean ${meant}?`;
  return `there is no option ${name}; ${rest}`;
}

/**
 * The kind of a value, for "must be ..., not".
 * @returns Like `a text`, which never shows the text itself.
 */
export function kindOf(value: unknown): string {
  if (isText(value)) return "a text";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Promise) return "a promise; await it first";
  if (value instanceof Date) return "a Date";
  if (typeof value === "function") return "a function";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** Whether a value has fields by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Promise);
}

/** Whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}
