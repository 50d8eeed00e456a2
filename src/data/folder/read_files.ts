import { DataError } from "../data_error.ts";
import type { FileIndex, IndexedFile, RecordsRow } from "../index/file_index.ts";
import { type FileStamp, hasDigest, isSame, stampOf } from "../index/file_stamp.ts";
import type { PriceFile } from "../prices/price_file.ts";
import type { ColumnsRow } from "../index/columns_blob.ts";
import { type DataFile, readDataFile, type WantedFile } from "./data_file.ts";
import type { SaidOfTexts } from "../texts/file_texts.ts";
import { MemoryTables } from "../texts/memory_tables.ts";
import type { TextGroup } from "../texts/text_tables.ts";
import type { FiledCompany, FiledFile, FiledTexts } from "./filed_file.ts";
import {
  type CompanySummary,
  type FiledSummary,
  isSameReading,
  type PricesSummary,
  type ReadingOptions,
  summaryOfFiled,
  summaryOfPrices,
} from "./file_summaries.ts";

/** How files are read. */
export interface FilesOptions extends ReadingOptions {
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called after each file with the number of those read and of all. */
  readonly onFile: (read: number, all: number) => void;
}

/** Reads every file anew, and keeps what it holds in memory. */
export async function readFiles(wanted: readonly WantedFile[], options: FilesOptions): Promise<DataFile[]> {
  const files: DataFile[] = [];
  const memory = new MemoryTables();
  for (const one of wanted) {
    files.push(await readDataFile(one, { ...options, memory }));
    options.onFile(files.length, wanted.length);
  }
  return files;
}

/**
 * Reads the files that an index does not know as they are, fills it with them, and takes the others from it. While
 * another process fills the index, this one waits; when that takes too long, it reads in memory.
 */
export async function readIndexedFiles(
  wanted: readonly WantedFile[],
  { index, lock }: { readonly index: FileIndex; readonly lock: () => Promise<Disposable | undefined> },
  options: FilesOptions,
): Promise<DataFile[]> {
  index.freeze();
  const shelf = new IndexedFolder(index, options);
  if (wanted.every((one) => shelf.isFresh(one)) && shelf.gone(wanted).length === 0) {
    for (const at of wanted.keys()) options.onFile(at + 1, wanted.length);
    return shelf.take(wanted);
  }
  index.thaw();
  using held = await lock();
  const filled = new IndexedFolder(index, options);
  for (const [at, one] of wanted.entries()) {
    await filled.read(one, { isWritten: held !== undefined });
    options.onFile(at + 1, wanted.length);
  }
  if (held !== undefined) {
    for (const path of filled.gone(wanted)) index.remove(path);
    index.checkpoint();
  }
  index.freeze(); // before the lock is released
  return filled.take(wanted);
}

/** What an index holds of a file of records and texts. */
interface FiledRows {
  readonly records: readonly RecordsRow[];
  readonly texts: readonly TextGroup[];
}

/** The files of an index, as of one moment. */
class IndexedFolder {
  readonly #index: FileIndex;
  readonly #options: FilesOptions;
  readonly #known: Map<string, IndexedFile>;
  /** Files that the index does not hold. */
  readonly #inMemory = new Map<string, DataFile>();
  readonly #memory = new MemoryTables();

  constructor(index: FileIndex, options: FilesOptions) {
    this.#index = index;
    this.#options = options;
    this.#known = new Map(index.files());
  }

  /** Whether the index knows the file as it is. */
  isFresh({ file, place, isIndexed }: WantedFile): boolean {
    const known = isIndexed ? this.#known.get(file) : undefined;
    return known !== undefined && known.stamp.isSettled && isSame(known.stamp, stampOf(place, this.#options.now())) &&
      isSameReading(known, this.#options);
  }

  /** The files of the index that are no longer wanted. */
  gone(wanted: readonly WantedFile[]): readonly string[] {
    const names = new Set(wanted.map(({ file }) => file));
    return [...this.#known.keys()].filter((path) => !names.has(path));
  }

  /** Reads a file unless the index knows it; `isWritten` says whether the index is filled with it. */
  async read(wanted: WantedFile, { isWritten }: { readonly isWritten: boolean }): Promise<void> {
    if (this.isFresh(wanted) || await this.#hasSameBytes(wanted, { isWritten })) return;
    const { file, place, isIndexed } = wanted;
    const stamp = stampOf(place, this.#options.now());
    const found = await readDataFile(wanted, { ...this.#options, memory: this.#memory });
    const isWhole = found.read.brokenBy === undefined && isSame(stamp, stampOf(place, this.#options.now()));
    const isPut = isWritten && isIndexed && isWhole && stamp !== undefined && this.#put(found, stamp);
    if (!isPut) this.#inMemory.set(file, found);
  }

  /** Whether a file could be written; on a full disk, for one, it stays in memory. */
  #put(found: DataFile, stamp: FileStamp): boolean {
    const about = { path: found.read.file, stamp, sha256: found.read.sha256, shelf: found.shelf };
    if (found.shelf === "prices") {
      const series = found.read.series.map((one) => one.load());
      return this.#index.put({ ...about, said: summaryOfPrices(found.read, this.#options), series, companies: [] });
    }
    const said = summaryOfFiled(found.read, this.#options);
    const companies = found.read.companies.map(({ bytes, ...known }) => ({
      said: JSON.stringify(known satisfies CompanySummary),
      bytes: bytes(),
    }));
    return this.#index.put({ ...about, said, series: [], companies, texts: found.read.contents });
  }

  /** The files in order: from memory, or from what the index holds now. */
  take(wanted: readonly WantedFile[]): DataFile[] {
    const files = this.#index.files();
    const series = this.#index.series();
    const records = this.#index.records();
    const texts = this.#index.texts();
    return wanted.map(({ file }): DataFile => {
      const read = this.#inMemory.get(file);
      const known = files.get(file);
      if (read !== undefined) return read;
      if (known === undefined) throw new DataError(`read ${file}: it changed in this moment; try again`);
      if (known.shelf === "prices") return { shelf: "prices", read: this.#prices(known, series.get(known.id) ?? []) };
      const rows = { records: records.get(known.id) ?? [], texts: texts.get(known.id) ?? [] };
      return { shelf: "records", read: this.#filed(known, rows) };
    });
  }

  #prices({ path: file, sha256, said: text }: IndexedFile, rows: readonly ColumnsRow[]): PriceFile {
    const { refused, reading: _reading, ...said } = JSON.parse(text) as PricesSummary;
    const series = rows.map((row) => this.#index.stored(row, file));
    return { ...said, file, sha256, series, refused: new Map(refused) };
  }

  #filed({ path: file, sha256, said: text }: IndexedFile, rows: FiledRows): FiledFile {
    const { kind, problems, older = [] } = JSON.parse(text) as FiledSummary;
    const companies = rows.records.map((row): FiledCompany => ({
      ...JSON.parse(String(row["said"])) as CompanySummary,
      bytes: this.#index.storedRecords(row),
    }));
    const texts = rows.texts.map(({ id, said }): FiledTexts => ({
      said: JSON.parse(said) as SaidOfTexts,
      place: this.#index.storedTexts(id),
    }));
    return { file, ...(kind !== undefined && { kind }), sha256, companies, texts, problems, older };
  }

  /** A file that looks changed, or was written a moment before it was read, may hold what it held. */
  async #hasSameBytes({ file, place, isIndexed }: WantedFile, { isWritten }: { isWritten: boolean }): Promise<boolean> {
    const known = isIndexed ? this.#known.get(file) : undefined;
    const stamp = stampOf(place, this.#options.now());
    if (known === undefined || stamp?.size !== known.stamp.size || !isSameReading(known, this.#options)) return false;
    if (!await hasDigest(place, known.sha256) || !isSame(stamp, stampOf(place, this.#options.now()))) return false;
    if (isWritten) this.#index.restamp(known, stamp);
    return true;
  }
}
