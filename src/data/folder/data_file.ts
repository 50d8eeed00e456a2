import { beginsWithBar, isJsonLines } from "../prices/json_rows.ts";
import { isPriceFile, type PriceFile, readPriceFile } from "../prices/price_file.ts";
import type { MemoryTables } from "../texts/memory_tables.ts";
import { type FiledFile, headOf, readFiledFile } from "./filed_file.ts";
import { readerOf, whyUnknown } from "./record_readers.ts";
import type { ReadingOptions } from "./file_summaries.ts";

/** What a file of a data folder holds. */
export type DataFile =
  | { readonly shelf: "prices"; readonly read: PriceFile }
  | { readonly shelf: "records"; readonly read: FiledFile };

/** A file to read. */
export interface WantedFile {
  /** Its name for problems and sources: its path in the folder. */
  readonly file: string;
  /** Where it is. */
  readonly place: string;
  /** Whose its prices are where neither its name nor a column says so. */
  readonly owner?: string;
  /** Whether the index of the folder may hold it. */
  readonly isIndexed: boolean;
}

const PARQUET = /\.parquet$/i;

/**
 * Reads a file by what it holds, whatever its name: one that no reader of records or texts recognises is a price file if it is
 * named like one.
 */
export async function readDataFile(
  { file, place, owner }: WantedFile,
  { latestDay, memory }: ReadingOptions & { readonly memory: MemoryTables },
): Promise<DataFile> {
  const head = PARQUET.test(file) ? "" : await headOf(place);
  const reader = head === "" ? undefined : readerOf(head, file);
  if (reader === undefined && isPriceFile(file) && (!isJsonLines(file) || beginsWithBar(head))) {
    const named = owner === undefined ? {} : { owner };
    return { shelf: "prices", read: await readPriceFile(place, { file, latestDay, ...named }) };
  }
  const reading = { file, reader, head, memory, why: whyUnknown(head), latestDay };
  return { shelf: "records", read: await readFiledFile(place, reading) };
}
