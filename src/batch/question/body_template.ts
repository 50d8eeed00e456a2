import type { InputRow } from "../../run/outcome.ts";
import { JsonError, readJson } from "../../text/json_read.ts";
import type { InputColumns } from "../list/input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import { cellAt, fillPlaces, findPlace, namesIn } from "./template.ts";

/** A JSON object to send. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A body with places in its texts, bound to the columns of an input. */
export interface BodyTemplate {
  /** Names of the columns whose cells are filled in. */
  readonly columns: readonly string[];
  /** Names of the values it uses beside the cells, like `prompt`. */
  readonly values: ReadonlySet<string>;
  /**
   * The body of a row; or the name of a column whose cell it needs and is empty.
   * @param values The values beside the cells, by name.
   */
  fill(
    row: InputRow,
    values: Readonly<Record<string, string>>,
  ): { readonly body: JsonObject } | { readonly emptyColumn: string };
}

/**
 * Reads the JSON of a body.
 * @param text The JSON.
 * @param options Name of the file it stands in, or of the flag, for messages.
 * @returns The object, its places still open.
 * @throws {InputError} when it is no JSON object; it names line and column.
 */
export function parseBody(text: string, { name }: { readonly name: string }): JsonObject {
  try {
    const { value } = readJson(text);
    if (isObject(value)) return value;
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw new InputError(cause.message.replace("Cannot read JSON", `Cannot read the body ${name}`), { cause });
  }
  throw new InputError(`Cannot use the body ${name}: it is not a JSON object`);
}

/**
 * Binds a body to the columns its places name. Values are put into its texts, never into its JSON, so that no cell
 * can change its shape; a text stays a text, also where a place is the whole of it.
 * @param body The body with its places.
 * @param options Columns of the input, and names of the values that come beside the cells: they win.
 * @returns The template.
 * @throws {InputError} when it names a column that is not there, or a name in it holds a place.
 */
export function bindBody(
  body: JsonObject,
  { columns, values }: { readonly columns: InputColumns; readonly values: readonly string[] },
): BodyTemplate {
  const names = [...new Set(textsIn(body).flatMap(namesIn))];
  const cells = names.filter((name) => !values.includes(name));
  const places = new Map(cells.map((name) => [name, findPlace(name, columns, { what: "body", others: values })]));
  return {
    columns: [...new Set([...places.values()].map((at) => columns.header[at] ?? ""))],
    values: new Set(names.filter((name) => values.includes(name))),
    fill: (row, given) => {
      for (const at of places.values()) {
        if (cellAt(row, at) === "") return { emptyColumn: columns.header[at] ?? "" };
      }
      const valueOf = (name: string) => {
        const at = places.get(name);
        return at === undefined ? given[name] ?? "" : cellAt(row, at);
      };
      return { body: fillObject(body, (text) => fillPlaces(text, valueOf)) };
    },
  };
}

/** Every text in a value; a place in a name would be sent as it stands. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  for (const name of Object.keys(value)) {
    if (namesIn(name).length > 0) {
      throw new InputError(`Cannot use the body: the name "${name}" holds a place, and only texts are filled`);
    }
  }
  return Object.values(value).flatMap(textsIn);
}

function fillValue(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((one) => fillValue(one, fill));
  return isObject(value) ? fillObject(value, fill) : value;
}

function fillObject(body: JsonObject, fill: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fillValue(value, fill)]));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
