import { InputError } from "../protocol/errors.ts";
import { nearestName } from "../text/nearest_name.ts";
import { codeMask, depthsOf } from "./code_mask.ts";
import type { CodeCell } from "./notebook_file.ts";

/** A declaration of the cell tagged `parameters`. */
interface Declaration {
  readonly name: string;
  /** Its type as it is written; empty without one. */
  readonly type: string;
  /** Its value as it is written, and where. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The cells with new values of their parameters. */
export interface GivenParameters {
  /** To be executed. */
  readonly cells: readonly CodeCell[];
  /** To be type-checked: the same lines, which also hold each value to the type of the one it replaces. */
  readonly checked: readonly CodeCell[];
}

/**
 * Puts values into the cell tagged `parameters`.
 * @param given Values by name, as they were typed.
 * @throws {InputError} when there is no such cell, it declares no such name, or a value is of another kind.
 */
export function withParameters(cells: readonly CodeCell[], given: ReadonlyMap<string, string>): GivenParameters {
  if (given.size === 0) return { cells, checked: cells };
  const cell = cells.find(({ tags }) => tags.includes("parameters"));
  if (cell === undefined) {
    throw refusal(`${[...given.keys()].join(", ")}`, "no cell has the tag parameters; add it in Jupyter");
  }
  const declared = declarationsOf(cell.source);
  const values = new Map([...given].map(([name, text]) => {
    const declaration = declared.find((one) => one.name === name);
    if (declaration === undefined) throw refusal(`${name}=${text}`, unknownName(name, declared));
    return [declaration, literalOf(declaration, text)] as const;
  }));
  const put = (write: (declaration: Declaration, literal: string) => string) => {
    const newSource = [...values].toSorted(([a], [b]) => b.start - a.start).reduce((source, [declaration, literal]) => {
      return source.slice(0, declaration.start) + write(declaration, literal) + source.slice(declaration.end);
    }, cell.source);
    return cells.map((one) => one === cell ? { ...one, source: newSource } : one);
  };
  return { cells: put((_, literal) => literal), checked: put(heldToType) };
}

/** The declarations with a value at the top level of a cell. */
function declarationsOf(source: string): Declaration[] {
  const mask = codeMask(source);
  const depths = depthsOf(mask);
  return [...mask.matchAll(/(?<![\w$.])(?:const|let|var)\s+([\w$]+)\s*/g)].flatMap(
    ({ index, 0: head, 1: name = "" }) => {
      if (depths[index] !== 0) return [];
      const from = index + head.length;
      const equals = placeOf(/(?<![=!<>])=(?![=>])/g, { mask, depths, from });
      if (equals === undefined) return [];
      const start = equals + 1 + (/^\s*/.exec(source.slice(equals + 1))?.[0].length ?? 0);
      const end = placeOf(/;|\n(?=\s*(?:const|let|var|\/\/|\n|$))/g, { mask, depths, from: start }) ?? source.length;
      const type = source.slice(from, equals).replace(/^\s*:/, "").trim();
      const value = source.slice(start, end).trimEnd();
      return [{ name, type, value, start, end: start + value.length }];
    },
  );
}

function placeOf(
  pattern: RegExp,
  { mask, depths, from }: { readonly mask: string; readonly depths: readonly number[]; readonly from: number },
): number | undefined {
  return [...mask.matchAll(pattern)].map(({ index }) => index).find((at) => at >= from && depths[at] === 0);
}

function unknownName(name: string, declared: readonly Declaration[]): string {
  const names = declared.map((one) => one.name);
  if (names.length === 0) return "the cell tagged parameters declares none; write const NAME = VALUE there";
  const meant = nearestName(name, names);
  const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
  return `the cell tagged parameters has no such name; it declares ${names.join(", ")}${advice}`;
}

/** A value as a literal, of the kind that the declaration has. */
function literalOf(declaration: Declaration, text: string): string {
  const kind = kindOf(declaration);
  const refuse = (what: string) =>
    refusal(`${declaration.name}=${text}`, `it is not ${what}, as in the notebook's cell`);
  if (kind === "text") return JSON.stringify(text);
  if (kind === "number") {
    if (text.trim() === "" || !Number.isFinite(Number(text))) throw refuse("a number");
    return String(Number(text));
  }
  if (kind === "boolean") {
    if (text !== "true" && text !== "false") throw refuse("true or false");
    return text;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (kind === "list" && !Array.isArray(value)) throw refuse('a JSON list, like ["a", "b"]');
    if (kind === "object" && (typeof value !== "object" || value === null || Array.isArray(value))) {
      throw refuse("a JSON object");
    }
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof InputError || kind === "list" || kind === "object") {
      throw error instanceof InputError ? error : refuse(`a JSON ${kind}`);
    }
    return JSON.stringify(text); // a union that has texts
  }
}

type Kind = "text" | "number" | "boolean" | "list" | "object" | "any";

/** The kind of a declaration, by its type or else by its value; "any" is left to the type check. */
function kindOf({ type, value }: Declaration): Kind {
  const kinds = new Set((type === "" ? [value] : unionOf(type)).map((part) => kindOfPart(part.trim())));
  const [only = "any"] = kinds;
  return kinds.size === 1 ? only : "any";
}

function unionOf(type: string): string[] {
  const mask = codeMask(type);
  const depths = depthsOf(mask);
  let start = 0;
  let parts: string[] = [];
  for (const { index } of mask.matchAll(/\|/g)) {
    if (depths[index] !== 0) continue;
    parts = [...parts, type.slice(start, index)];
    start = index + 1;
  }
  return [...parts, type.slice(start)].filter((part) => part.trim() !== "");
}

/** Of a type like `string` or `"a"`, or of a value like `"a"`. */
function kindOfPart(part: string): Kind {
  if (/^(?:string$|["'`])/.test(part)) return "text";
  if (/^(?:number|-?[\d.][\w.]*)$/.test(part)) return "number";
  if (/^(?:boolean|true|false)$/.test(part)) return "boolean";
  if (/^\[|^(?:Readonly)?Array<|\[\]$/.test(part)) return "list";
  return part.startsWith("{") ? "object" : "any";
}

/** Without a type the value that is replaced gives it: what `let` would infer. */
function heldToType({ type, value }: Declaration, literal: string): string {
  if (type !== "") return literal;
  return `${literal}; { let _held = ${value.replace(/\s*\n\s*/g, " ")}; _held = ${literal}; void _held; }`;
}

function refusal(what: string, state: string): InputError {
  return new InputError(`Cannot set param ${what}: ${state}`, { options: ["param"] });
}
