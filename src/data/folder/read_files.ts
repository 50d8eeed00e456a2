import { DataError } from "../data_error.ts";
import { dayNumber } from "../day.ts";
import type { FileIndex, IndexedFile } from "../index/file_index.ts";
import { type FileStamp, hasDigest, isSame, stampOf } from "../index/file_stamp.ts";
import { type PriceFile, readPriceFile } from "../prices/price_file.ts";

/** A price file to read. */
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

/** How price files are read. */
export interface FilesOptions {
  /** ISO 4217 code of all prices. */
  readonly currency: string;
  /** Rows after this day, `YYYY-MM-DD`, are reported and skipped. */
  readonly latestDay?: string | undefined;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called after each file with the number of those read and of all. */
  readonly onFile: (read: number, all: number) => void;
}

/** Reads every file anew, and keeps what it holds in memory. */
export async function readFiles(wanted: readonly WantedFile[], options: FilesOptions): Promise<PriceFile[]> {
  const files: PriceFile[] = [];
  for (const one of wanted) {
    files.push(await readPriceFile(one.place, { ...options, ...one }));
    options.onFile(files.length, wanted.length);
  }
  return files;
}

/** The index of a folder. */
export interface FolderIndex {
  readonly index: FileIndex;
  /** Waits until no other process fills the index; `undefined` when that took too long. */
  readonly lock: () => Promise<Disposable | undefined>;
}

/**
 * Reads the files that an index does not know as they are, fills it with them, and takes the others from it. While
 * another process fills the index, this one waits; when that takes too long, it reads in memory.
 */
export async function readIndexedFiles(
  wanted: readonly WantedFile[],
  { index, lock }: FolderIndex,
  options: FilesOptions,
): Promise<PriceFile[]> {
  index.freeze();
  const shelf = new Shelf(index, options);
  if (wanted.every((one) => shelf.isFresh(one)) && shelf.gone(wanted).length === 0) {
    for (const at of wanted.keys()) options.onFile(at + 1, wanted.length);
    return shelf.take(wanted);
  }
  index.thaw();
  using held = await lock();
  const filled = new Shelf(index, options);
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

/** What the reader of prices says of a file in the index: all of a `PriceFile` but its series, and how it was read. */
interface Said extends Omit<PriceFile, "file" | "series" | "sha256" | "refused"> {
  readonly refused: readonly (readonly [ticker: string, why: string])[];
  readonly reading: {
    readonly currency: string;
    readonly latestDay?: string;
    /** Day of the newest bar, in days since 1 January 1970. */
    readonly newest?: number;
  };
}

/** The price files of an index, as of one moment. */
class Shelf {
  readonly #index: FileIndex;
  readonly #options: FilesOptions;
  readonly #known: Map<string, IndexedFile>;
  /** Files that the index does not hold. */
  readonly #inMemory = new Map<string, PriceFile>();

  constructor(index: FileIndex, options: FilesOptions) {
    this.#index = index;
    this.#options = options;
    this.#known = new Map(index.files());
  }

  /** Whether the index knows the file as it is. */
  isFresh({ file, place, isIndexed }: WantedFile): boolean {
    const known = isIndexed ? this.#known.get(file) : undefined;
    return known !== undefined && known.stamp.isSettled && isSame(known.stamp, stampOf(place, this.#options.now())) &&
      this.#isSameReading(known);
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
    const found = await readPriceFile(place, { ...this.#options, ...wanted });
    const isWhole = found.brokenBy === undefined && isSame(stamp, stampOf(place, this.#options.now()));
    const isPut = isWritten && isIndexed && isWhole && stamp !== undefined && this.#put(found, stamp);
    if (!isPut) this.#inMemory.set(file, found);
  }

  /** Whether a file could be written; on a full disk, for one, it stays in memory. */
  #put(found: PriceFile, stamp: FileStamp): boolean {
    const series = found.series.map((one) => one.load());
    return this.#index.put({ path: found.file, stamp, sha256: found.sha256, said: this.#said(found), series });
  }

  /** The files in order: from memory, or from what the index holds now. */
  take(wanted: readonly WantedFile[]): PriceFile[] {
    const [files, series] = [this.#index.files(), this.#index.series()];
    return wanted.map(({ file }): PriceFile => {
      const [read, known] = [this.#inMemory.get(file), files.get(file)];
      if (read !== undefined) return read;
      if (known === undefined) throw new DataError(`read ${file}: it changed in this moment; try again`);
      const { refused, reading: _reading, ...said } = JSON.parse(known.said) as Said;
      const origin = { currency: this.#options.currency, source: file };
      const stored = (series.get(known.id) ?? []).map((row) => this.#index.stored(row, origin));
      return { ...said, file, sha256: known.sha256, series: stored, refused: new Map(refused) };
    });
  }

  /** A file that looks changed, or was written a moment before it was read, may hold what it held. */
  async #hasSameBytes({ file, place, isIndexed }: WantedFile, { isWritten }: { isWritten: boolean }): Promise<boolean> {
    const [known, stamp] = [isIndexed ? this.#known.get(file) : undefined, stampOf(place, this.#options.now())];
    if (known === undefined || stamp?.size !== known.stamp.size || !this.#isSameReading(known)) return false;
    if (!await hasDigest(place, known.sha256) || !isSame(stamp, stampOf(place, this.#options.now()))) return false;
    if (isWritten) this.#index.restamp(known, stamp);
    return true;
  }

  /** Whether the file would be read as it was: which rows are still to come depends on the day. */
  #isSameReading({ said }: IndexedFile): boolean {
    const { hasAhead, reading } = JSON.parse(said) as Said;
    const { currency, latestDay } = this.#options;
    if (reading.currency !== currency) return false;
    const [before, now] = [reading.latestDay, latestDay].map((day) => day === undefined ? Infinity : dayNumber(day));
    if (before === now) return true;
    return !hasAhead && ((now ?? NaN) > (before ?? NaN) || (reading.newest ?? Infinity) <= (now ?? NaN));
  }

  #said({ file: _file, series, sha256: _sha256, refused, ...said }: PriceFile): string {
    const { currency, latestDay } = this.#options;
    const newest = series.length === 0 ? undefined : Math.max(...series.map(({ last }) => last));
    const reading = {
      currency,
      ...(latestDay !== undefined && { latestDay }),
      ...(newest !== undefined && { newest }),
    };
    return JSON.stringify({ ...said, refused: [...refused], reading } satisfies Said);
  }
}
