import { isRecord } from "../text/options.ts";
import type { TextFormat } from "../protocol/response_request.ts";
import { RequestError } from "../protocol/request_error.ts";
import { type JsonSchema, RESULT_SCHEMA } from "./result_schema.ts";

/** Makes of a reasoning result the value that a caller's schema describes. */
export type ResultForm = (result: unknown) => unknown;

/**
 * Reads the form of the text that a caller asks for.
 * @returns What to send of the reasoning result as JSON; `undefined` for prose.
 * @throws {RequestError} 400 when a schema is not one of the reasoning result; the message names what does not fit.
 */
export function readTextFormat({ type, schema }: TextFormat = { type: "text" }): ResultForm | undefined {
  if (type === "text") return undefined;
  if (type === "json_object") return (result) => result;
  if (type !== "json_schema") throw unsupported("text.format.type", `it is ${type}`);
  if (!isRecord(schema)) throw unsupported("text.format.schema", "it is not a JSON Schema");
  return new Fitting(schema).fit(schema, RESULT_SCHEMA, "");
}

/** Keywords that say nothing about a value, or that `fit` reads. */
const READ: ReadonlySet<string> = new Set([
  ..."$schema $id $ref $defs definitions $comment title description default examples deprecated strict".split(" "),
  ..."type properties required additionalProperties items anyOf oneOf allOf enum const minimum maximum".split(" "),
]);
/** Enough for any schema of a result; a schema that refers to itself without end is refused. */
const MAX_STEPS = 2000;

/** Compares a schema with that of our results, keyword by keyword. */
class Fitting {
  readonly #root: JsonSchema;
  #steps = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /**
   * Returns how a value that our schema describes becomes one that the wanted schema describes.
   * @param given Ours, of the same value.
   * @param path Where the value is in the result, like `agent_thesis.signal`; empty for the result.
   */
  fit(wanted: unknown, given: JsonSchema, path: string): ResultForm {
    if (wanted === true || wanted === undefined) return (value) => value;
    if (!isRecord(wanted) || ++this.#steps > MAX_STEPS) throw misfit(path, "its schema cannot be read");
    for (const keyword of Object.keys(wanted)) {
      if (!READ.has(keyword)) throw misfit(path, `${keyword} is not known to hold`);
    }
    if (typeof wanted.$ref === "string") return this.fit(this.#find(wanted.$ref, path), given, path);
    if (Array.isArray(given.type)) { // a text or a number: neither is formed
      for (const type of given.type) this.fit(wanted, { ...given, type }, path);
      return (value) => value;
    }
    const choices = wanted.anyOf ?? wanted.oneOf;
    if (Array.isArray(choices)) return this.#fitAny(choices, given, path);
    if (Array.isArray(wanted.allOf)) return this.#fitAll(wanted.allOf, given, path);
    holdsType(wanted, given, path);
    holdsValues(wanted, given, path);
    if (given.type === "object") return this.#fitObject(wanted, given, path);
    if (given.type !== "array") return (value) => value;
    const element = this.fit(wanted.items, objectOf(given.items), `${path}[]`);
    return (value) => Array.isArray(value) ? value.map(element) : value;
  }

  #fitAny(choices: readonly unknown[], given: JsonSchema, path: string): ResultForm {
    let first: unknown;
    for (const choice of choices) {
      try {
        return this.fit(choice, given, path);
      } catch (error) {
        first ??= error;
      }
    }
    throw first ?? misfit(path, "no schema is given");
  }

  #fitAll(parts: readonly unknown[], given: JsonSchema, path: string): ResultForm {
    const forms = parts.map((part) => this.fit(part, given, path));
    return (value) => forms.reduce((formed, form) => form(formed), value);
  }

  #fitObject(wanted: JsonSchema, given: JsonSchema, path: string): ResultForm {
    const ours = objectOf(given.properties);
    const always: readonly unknown[] = listOf(given.required);
    const forms = new Map<string, ResultForm>();
    for (const [name, schema] of Object.entries(objectOf(wanted.properties))) {
      const place = path === "" ? name : `${path}.${name}`;
      if (!Object.hasOwn(ours, name)) throw misfit(place, "the result has no such property");
      forms.set(name, this.fit(schema, objectOf(ours[name]), place));
    }
    const required = listOf(wanted.required).map(String);
    for (const name of required) {
      const place = path === "" ? name : `${path}.${name}`;
      if (!Object.hasOwn(ours, name)) throw misfit(place, "the result has no such property");
      const isSure = always.includes(name) || this.#takesNull(objectOf(wanted.properties)[name]);
      if (!isSure) throw misfit(place, "it may be absent: allow null");
    }
    const others = wanted.additionalProperties ?? true;
    if (typeof others !== "boolean" && Object.keys(objectOf(others)).length > 0) {
      throw misfit(path, "additionalProperties are of many types");
    }
    return (value) => formObject(value, { forms, required, isClosed: others === false });
  }

  #takesNull(schema: unknown): boolean {
    if (!isRecord(schema) || ++this.#steps > MAX_STEPS) return schema === true;
    if (typeof schema.$ref === "string") return this.#takesNull(this.#find(schema.$ref, ""));
    const choices = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(choices)) return choices.some((choice) => this.#takesNull(choice));
    return typesOf(schema)?.includes("null") ?? true;
  }

  #find(reference: string, path: string): unknown {
    let found: unknown = this.#root;
    const names = reference.replace(/^#\/?/, "").split("/").filter((name) => name !== "");
    for (const name of names) found = objectOf(found)[name.replaceAll("~1", "/").replaceAll("~0", "~")];
    if (!reference.startsWith("#") || found === undefined) throw misfit(path, `${reference} is not in the schema`);
    return found;
  }
}

interface ObjectForm {
  readonly forms: ReadonlyMap<string, ResultForm>;
  /** Properties that must be there; one that the result lacks becomes null. */
  readonly required: readonly string[];
  readonly isClosed: boolean;
}

function formObject(value: unknown, { forms, required, isClosed }: ObjectForm): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !isClosed || forms.has(name));
  const formed = entries.map(([name, held]) => [name, forms.get(name)?.(held) ?? held]);
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => [name, null]);
  return Object.fromEntries([...formed, ...missing]);
}

function holdsType(wanted: JsonSchema, given: JsonSchema, path: string): void {
  const types = typesOf(wanted);
  if (types === undefined) return;
  if (!types.includes(given.type)) {
    throw misfit(path, `it is ${given.type ?? "of any type"}, not ${types.join(" or ")}`);
  }
}

/** The values that our schema allows must be among those that are wanted. */
function holdsValues(wanted: JsonSchema, given: JsonSchema, path: string): void {
  const values = wanted.enum ?? (Object.hasOwn(wanted, "const") ? [wanted.const] : undefined);
  if (values !== undefined) {
    const ours: readonly unknown[] | undefined = Array.isArray(given.enum) ? given.enum : undefined;
    const other = ours?.find((value) => !listOf(values).includes(value));
    if (ours === undefined) throw misfit(path, "it may have other values");
    if (other !== undefined) throw misfit(path, `it may also be ${other}`);
  }
  const { minimum = -Infinity, maximum = Infinity } = wanted;
  const least = given.minimum ?? -Infinity;
  const most = given.maximum ?? Infinity;
  if (Number(least) < Number(minimum) || Number(most) > Number(maximum)) throw misfit(path, "its range is wider");
}

function typesOf({ type }: JsonSchema): readonly unknown[] | undefined {
  if (type === undefined) return undefined;
  return Array.isArray(type) ? type : [type];
}

function objectOf(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function misfit(path: string, state: string): RequestError {
  return unsupported("text.format.schema", `${path === "" ? "the result" : path} does not fit: ${state}`);
}

function unsupported(param: string, state: string): RequestError {
  const advice = "text, json_object, and json_schema with the schema of the reasoning result are supported; " +
    "GET /v1/models/{model} has it as result_schema";
  return new RequestError(`Cannot answer in this format: ${state}; ${advice}`, {
    status: 400,
    code: "unsupported_format",
    param,
  });
}
