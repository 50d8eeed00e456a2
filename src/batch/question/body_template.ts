import { isRecord } from "../../text/options.ts";
import type { InputRow } from "../../run/outcome.ts";
import { JsonError, readJson } from "../../text/json_read.ts";
import type { InputColumns } from "../list/input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import { cellAt, fillPlaceholders, namesIn, placeholderColumn } from "./template.ts";

/** A JSON object to send. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A body with placeholders, bound to the columns of an input. */
export interface BodyTemplate {
  /** Names of the columns whose cells are filled in. */
  readonly columns: readonly string[];
  /** Names of the other values it uses, like `prompt`. */
  readonly values: ReadonlySet<string>;
  /**
   * Fills in a row.
   * @returns The body, or the column of an empty cell that it needs.
   */
  fill(
    row: InputRow,
    values: Readonly<Record<string, string>>,
  ): { readonly body: JsonObject } | { readonly emptyColumn: string };
}

/**
 * Parses the JSON of a body.
 * @param options Name of its file or flag, for messages.
 * @throws {InputError} when it is not a JSON object; a syntax error names line and column.
 */
export function parseBody(text: string, { name }: { readonly name: string }): JsonObject {
  try {
    const { value } = readJson(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw new InputError(cause.message.replace("Cannot read JSON", `Cannot read the body ${name}`), { cause });
  }
  throw new InputError(`Cannot use the body ${name}: it is not a JSON object`);
}

/**
 * Binds a body to the columns its placeholders name. Values are inserted into its strings, never into its JSON, so
 * that no cell can change its structure; a string that is only a placeholder remains a string.
 * @param options Columns of the input, and names of other values; these take precedence over columns.
 * @throws {InputError} when a placeholder names an unknown column, or a key contains a placeholder.
 */
export function bindBody(
  body: JsonObject,
  { columns, values }: { readonly columns: InputColumns; readonly values: readonly string[] },
): BodyTemplate {
  const names = [...new Set(textsIn(body).flatMap(namesIn))];
  const cells = names.filter((name) => !values.includes(name));
  const columnsAt = new Map(
    cells.map((name) => [name, placeholderColumn(name, columns, { what: "body", others: values })]),
  );
  return {
    columns: [...new Set([...columnsAt.values()].map((at) => columns.header[at] ?? ""))],
    values: new Set(names.filter((name) => values.includes(name))),
    fill: (row, given) => {
      for (const at of columnsAt.values()) {
        if (cellAt(row, at) === "") return { emptyColumn: columns.header[at] ?? "" };
      }
      const valueOf = (name: string) => {
        const at = columnsAt.get(name);
        return at === undefined ? given[name] ?? "" : cellAt(row, at);
      };
      return { body: fillObject(body, (text) => fillPlaceholders(text, valueOf)) };
    },
  };
}

/** Every string in a value; a placeholder in a key would be sent unfilled. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isRecord(value)) return [];
  for (const name of Object.keys(value)) {
    if (namesIn(name).length > 0) {
      throw new InputError(`Cannot use the body: the key "${name}" contains a placeholder; only values are filled in`);
    }
  }
  return Object.values(value).flatMap(textsIn);
}

function fillValue(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((one) => fillValue(one, fill));
  return isRecord(value) ? fillObject(value, fill) : value;
}

function fillObject(body: JsonObject, fill: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fillValue(value, fill)]));
}
