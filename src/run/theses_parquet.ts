import type { ByteWriter, ParquetWriter, SchemaElement } from "hyparquet-writer";
import type { Manifest } from "./manifest.ts";
import { dayOf, type ParquetColumn, parquetColumns, type ParquetValue } from "./parquet_columns.ts";
import type { TableOptions } from "./theses_table.ts";
import type { ThesisRow } from "./thesis_row.ts";

/** The columns of the file. */
export interface ParquetOptions extends TableOptions {
  /** Names of the input's columns. */
  readonly header: readonly string[];
}

export type { SchemaElement };

type Bytes = Uint8Array<ArrayBuffer>;

/** Rows that are held in memory and compressed together. */
export const ROWS_PER_GROUP = 2_000;
/** What wrote the file, as its metadata says. */
export const CREATED_BY = "conviction";
const AS_OF_RULE = "a day where the service gave one as YYYY-MM-DD, else null; theses.jsonl has what it gave";

/** Loads the Parquet package. */
export function parquetPackage(): Promise<typeof import("hyparquet-writer")> {
  return import("hyparquet-writer");
}

/**
 * Begins `theses.parquet`: the columns of `theses.csv` with their types, lists as lists, texts as received. A missing
 * value is null; a list is null without a thesis, and empty when the thesis has none. The input's columns are texts.
 * Loads the Parquet package.
 * @returns A table that takes rows and returns the bytes of the file in pieces.
 */
export async function openThesesParquet({ header, ...options }: ParquetOptions): Promise<ParquetTable> {
  const { ByteWriter, ParquetWriter } = await parquetPackage();
  const columns = parquetColumns(header, options);
  const writer = new ByteWriter();
  return new ParquetTable(columns, { writer, parquet: new ParquetWriter({ ...settingsOf(columns), writer }) });
}

/** Writes a Parquet file; {@linkcode openThesesParquet} begins one. */
export class ParquetTable {
  readonly #columns: readonly { readonly column: ParquetColumn; readonly values: ParquetValue[] }[];
  readonly #writer: ByteWriter;
  readonly #parquet: ParquetWriter;
  #newestDay: Date | undefined;

  /** Takes unused writers of the Parquet package. */
  constructor(
    columns: readonly ParquetColumn[],
    { writer, parquet }: { readonly writer: ByteWriter; readonly parquet: ParquetWriter },
  ) {
    this.#columns = columns.map((column) => ({ column, values: [] }));
    this.#writer = writer;
    this.#parquet = parquet;
  }

  /**
   * Adds the next row.
   * @returns The next bytes of the file, after each group of rows.
   */
  add(row: ThesisRow): Bytes | undefined {
    for (const { column, values } of this.#columns) values.push(column.valueOf(row));
    const day = dayOf(row.asOf);
    if (day !== null && day > (this.#newestDay ?? 0)) this.#newestDay = day;
    return this.#waiting < ROWS_PER_GROUP ? undefined : this.#group();
  }

  /**
   * Ends the file.
   * @param manifest The manifest of the run, for the file's key-value metadata.
   * @returns The last bytes.
   */
  finish(manifest: Manifest): Bytes {
    const rest = this.#waiting > 0 ? this.#group() : new Uint8Array();
    this.#parquet.kvMetadata = describe(manifest, this.#newestDay);
    this.#parquet.finish();
    return joined(rest, this.#take());
  }

  get #waiting(): number {
    return this.#columns[0]?.values.length ?? 0;
  }

  #group(): Bytes {
    const columnData = this.#columns.map(({ column, values }) => ({
      name: column.name,
      data: values.splice(0),
      // No reader skips rows by the bounds of a long text.
      statistics: column.type !== "list" && column.name !== "reasoning",
    }));
    this.#parquet.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
    return this.#take();
  }

  /** Empties the buffer; offsets continue. */
  #take(): Bytes {
    const bytes = this.#writer.getBytes().slice();
    this.#writer.index = 0;
    return bytes;
  }
}

function settingsOf(columns: readonly ParquetColumn[]): { readonly schema: SchemaElement[]; createdBy: string } {
  return {
    schema: [{ name: "thesis", num_children: columns.length }, ...columns.flatMap(elementsOf)],
    createdBy: CREATED_BY,
  };
}

function elementsOf({ name, type }: ParquetColumn): SchemaElement[] {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  const utf8 = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;
  switch (type) {
    case "int":
      return [{ ...optional, type: "INT32" }];
    case "double":
      return [{ ...optional, type: "DOUBLE" }];
    case "day":
      return [{ ...optional, type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } }];
    case "text":
      return [{ ...optional, ...utf8 }];
    case "list":
      return [
        { ...optional, num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", repetition_type: "REQUIRED", ...utf8 },
      ];
  }
}

function describe(manifest: Manifest, newestDay: Date | undefined): { key: string; value: string }[] {
  const { run_id, state, service, fingerprint, input, versions, started_at, finished_at, counts } = manifest;
  const words: Readonly<Record<string, string | undefined>> = {
    run_id,
    state,
    service: service.name,
    model: service.model,
    data_ends: service.dataEnds,
    as_of: newestDay?.toISOString().slice(0, 10),
    input: input.name,
    fingerprint,
    started_at,
    finished_at,
    conviction: versions["conviction"],
    counts: JSON.stringify(counts),
    as_of_column: AS_OF_RULE,
  };
  return Object.entries(words).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: value.toWellFormed() }]
  );
}

function joined(first: Bytes, second: Bytes): Bytes {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
