/**
 * Holds a value against a JSON Schema (draft 2020-12) with the keywords that our document uses; another keyword is an
 * error, so that nothing is checked in appearance only.
 */

type Json = Readonly<Record<string, unknown>>;

/** Says nothing about a value. */
const NOTES: ReadonlySet<string> = new Set(["description", "default", "example", "discriminator", "format"]);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

/** Returns what a value breaks, each with its place; empty when it is valid. `root` is what `$ref` is looked up in. */
export function problemsOf(value: unknown, schema: unknown, root: unknown): readonly string[] {
  return check(value, schema as Json, { root, at: "$" });
}

interface Place {
  readonly root: unknown;
  readonly at: string;
}

type Keyword = (value: unknown, wanted: never, place: Place, schema: Json) => readonly string[];

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $ref: (value, ref: string, place) => check(value, resolve(ref, place.root), place),
  type: (value, type: string | readonly string[], { at }) =>
    holds([type].flat().some((one) => TYPES[one]?.(value)), `${at} is not ${[type].flat().join(" or ")}`),
  const: (value, wanted: unknown, { at }) => holds(value === wanted, `${at} is not ${wanted}`),
  enum: (value, wanted: readonly unknown[], { at }) =>
    holds(wanted.includes(value), `${at} is ${value}, none of ${wanted.join(", ")}`),
  minimum: (value, least: number, { at }) => holds(typeof value !== "number" || value >= least, `${at} < ${least}`),
  maximum: (value, most: number, { at }) => holds(typeof value !== "number" || value <= most, `${at} > ${most}`),
  minLength: (value, least: number, { at }) =>
    holds(typeof value !== "string" || value.length >= least, `${at} is too short`),
  minItems: (value, least: number, { at }) =>
    holds(!Array.isArray(value) || value.length >= least, `${at} is too short`),
  pattern: (value, pattern: string, { at }) =>
    holds(typeof value !== "string" || new RegExp(pattern, "u").test(value), `${at} is ${value}, not ${pattern}`),
  required: (value, names: readonly string[], { at }) =>
    isObject(value) ? names.filter((name) => !Object.hasOwn(value, name)).map((name) => `${at} has no ${name}`) : [],
  properties: (value, schemas: Readonly<Record<string, Json>>, place) =>
    Object.entries(schemas).flatMap(([name, schema]) =>
      isObject(value) && Object.hasOwn(value, name) ? check(value[name], schema, below(place, name)) : []
    ),
  propertyNames: (value, schema: Json, place) =>
    isObject(value) ? Object.keys(value).flatMap((name) => check(name, schema, below(place, name))) : [],
  additionalProperties: (value, schema: Json | false, place, { properties = {} }) =>
    isObject(value)
      ? Object.keys(value).filter((name) => !Object.hasOwn(properties as Json, name)).flatMap((name) =>
        schema === false ? [`${place.at} has ${name} too`] : check(value[name], schema, below(place, name))
      )
      : [],
  items: (value, schema: Json, place) =>
    Array.isArray(value) ? value.flatMap((one, at) => check(one, schema, below(place, String(at)))) : [],
  allOf: (value, schemas: readonly Json[], place) => schemas.flatMap((schema) => check(value, schema, place)),
  anyOf: (value, schemas: readonly Json[], place) => {
    const tried = schemas.map((schema) => check(value, schema, place));
    return holds(tried.some(({ length }) => length === 0), `${place.at} is none of: ${tried.map(first).join("; ")}`);
  },
  oneOf: (value, schemas: readonly Json[], place) => {
    const tried = schemas.map((schema) => check(value, schema, place));
    const valid = tried.filter(({ length }) => length === 0).length;
    return holds(valid === 1, `${place.at} is ${valid} of: ${tried.map(first).join("; ")}`);
  },
};

function check(value: unknown, schema: Json, place: Place): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, wanted]) => {
    if (NOTES.has(keyword)) return [];
    const holds = KEYWORDS[keyword];
    if (holds === undefined) throw new Error(`Cannot check ${place.at}: the keyword ${keyword} is unknown`);
    return holds(value, wanted as never, place, schema);
  });
}

/** The part of a document that a reference like `#/components/schemas/Error` names. */
export function resolve(ref: string, root: unknown): Json {
  let part = root as Json;
  for (const name of ref.replace(/^#\//, "").split("/")) {
    if (!isObject(part) || !Object.hasOwn(part, name)) throw new Error(`Cannot find ${ref}`);
    part = part[name] as Json;
  }
  return part;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function below(place: Place, name: string): Place {
  return { ...place, at: `${place.at}.${name}` };
}

function holds(is: boolean, problem: string): readonly string[] {
  return is ? [] : [problem];
}

function first(problems: readonly string[]): string {
  return problems[0] ?? "valid";
}
