import { InputError } from "../protocol/errors.ts";
import { uniqueNames } from "./parquet_columns.ts";
import { type CellValue, columnsOf, jsonOf, type RowColumn, type TableOptions } from "./row_columns.ts";
import { CREATED_BY, parquetPackage, ROWS_PER_GROUP, type SchemaElement } from "./theses_parquet.ts";

type Kind = "boolean" | "int32" | "int64" | "double" | "time" | "text" | "texts" | "json";

const UTF8 = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;
const TYPES = {
  boolean: { type: "BOOLEAN" },
  int32: { type: "INT32" },
  int64: { type: "INT64" },
  double: { type: "DOUBLE" },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  text: UTF8,
  json: { type: "BYTE_ARRAY", converted_type: "JSON", logical_type: { type: "JSON" } },
} as const satisfies Readonly<Record<Exclude<Kind, "texts">, Omit<SchemaElement, "name">>>;

/**
 * Writes rows of any keys as Parquet, compressed with Snappy; the package that writes is loaded by the first call.
 *
 * A column's type is that of its values: booleans; whole numbers of 32 bits, other numbers as doubles; bigints of 64 bits;
 * dates as timestamps in UTC; texts; lists of texts as lists. Other lists, objects and mixed values are JSON. A missing
 * value is null. A name that differs from an earlier one in case only gets a number, because readers ignore case.
 *
 * @param rows Plain objects; keys may differ.
 * @returns The bytes of the file.
 * @throws {InputError} when the rows are no list of objects or have no column, a value is a function, a symbol or a
 * promise, or an option is wrong.
 *
 * @example
 * ```ts
 * import { toParquet } from "conviction/batch";
 * import { ok } from "node:assert";
 *
 * const bytes = await toParquet([{ ticker: "IBM", score: 0.2 }]);
 * ok(bytes.length > 0);
 * ```
 */
export async function toParquet(
  rows: readonly object[],
  options: TableOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const columns = columnsOf(rows, { action: "write Parquet", options });
  if (columns.length === 0) throw new InputError("Cannot write Parquet: the rows have no column; give columns");
  const names = uniqueNames(columns.map(({ name }) => name.toWellFormed()));
  const typed = columns.map((column, at) => ({ name: names[at] ?? column.name, ...typedColumn(column) }));
  const { ByteWriter, ParquetWriter } = await parquetPackage();
  const writer = new ByteWriter();
  const schema = [{ name: "row", num_children: typed.length }, ...typed.flatMap(elementsOf)];
  const parquet = new ParquetWriter({ schema, writer, createdBy: CREATED_BY });
  const columnData = typed.map(({ name, data, kind }) => ({ name, data, statistics: kind !== "texts" }));
  if (rows.length > 0) parquet.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
  parquet.finish();
  return writer.getBytes().slice();
}

function typedColumn({ values }: RowColumn): { readonly kind: Kind; readonly data: unknown[] } {
  const valid = values.map((value) => value instanceof Date && Number.isNaN(value.getTime()) ? null : value);
  const kind = kindOfColumn(valid.filter((value) => value !== null));
  return { kind, data: valid.map((value) => value === null ? null : typedValue(value, kind)) };
}

function typedValue(value: Exclude<CellValue, null>, kind: Kind): unknown {
  if (kind === "json") return JSON.parse(jsonOf(value));
  if (kind === "texts") return (value as readonly string[]).map((text) => text.toWellFormed());
  return typeof value === "string" ? value.toWellFormed() : value;
}

const KINDS: readonly (readonly [Kind, (value: CellValue) => boolean])[] = [
  ["text", (value) => typeof value === "string"],
  ["int32", (value) => typeof value === "number" && (value | 0) === value && !Object.is(value, -0)],
  ["double", (value) => typeof value === "number"],
  ["boolean", (value) => typeof value === "boolean"],
  ["int64", (value) => typeof value === "bigint" && BigInt.asIntN(64, value) === value],
  ["time", (value) => value instanceof Date],
  ["texts", (value) => Array.isArray(value) && value.every((one) => typeof one === "string")],
];

/** The first type that all values have; a column without values is of texts. */
function kindOfColumn(values: readonly CellValue[]): Kind {
  return KINDS.find(([, fits]) => values.every(fits))?.[0] ?? "json";
}

function elementsOf({ name, kind }: { readonly name: string; readonly kind: Kind }): SchemaElement[] {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (kind !== "texts") return [{ ...optional, ...TYPES[kind] }];
  return [
    { ...optional, num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "REQUIRED", ...UTF8 },
  ];
}
