import { messageOf } from "../../disk/disk_error.ts";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DataError } from "../data_error.ts";
import type { Basis, Frequency, PriceSeries, SeriesPrint, StoredSeries } from "../dataset.ts";
import { OPTIONAL_COLUMNS, printOf } from "../series.ts";
import { crc32 } from "node:zlib";
import { checksumOfFile, checksumOfHead, checksumOfSaid } from "./checksums.ts";
import { bytesOf, checksumOf, columnsOf, type ColumnsRow, daysOf } from "./columns_blob.ts";
import type { FileStamp } from "./file_stamp.ts";
import { PATIENCE, SQL } from "./index_schema.ts";
import { type FileTexts, type TextGroup, TextTables } from "../texts/text_tables.ts";

/** What a file may hold: tables of prices, or records of what is filed, and texts. */
export type FileShelf = "prices" | "records";

/** The records of one company in a file. */
export interface PackedCompany {
  /** What their reader said of them, JSON. */
  readonly said: string;
  /** As `packRecords` makes them. */
  readonly bytes: Uint8Array;
}

/** A row of the index with what is said of the records of a company. */
export type RecordsRow = Readonly<Record<string, unknown>>;

/** What an index knows of a file. */
export interface IndexedFile {
  readonly id: number;
  readonly path: string;
  readonly stamp: FileStamp;
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
  /** What it holds. */
  readonly shelf: FileShelf;
  /** What its reader said of it, JSON. */
  readonly said: string;
}

/** What a reader made of a file. */
export interface ReadFile extends Omit<IndexedFile, "id"> {
  readonly series: readonly PriceSeries[];
  readonly companies: readonly PackedCompany[];
  /** Absent where it has none. */
  readonly texts?: FileTexts | undefined;
}

/** The files of a folder with prices, as one database holds them. */
export class FileIndex implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #texts: TextTables;
  /** Series, records and texts that a reader may still ask for; the database is closed behind the last. */
  #open = 0;
  #isFrozen = false;

  /** Takes over an open database with the tables of this version. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared);
    this.#texts = new TextTables(database);
  }

  /**
   * The files by their paths.
   * @throws {DataError} when one is not what was written; {@linkcode isDamage} says so of it.
   */
  files(): ReadonlyMap<string, IndexedFile> {
    return new Map(this.#statements.files.all().map((row) => [String(row["path"]), fileOf(row)]));
  }

  /**
   * The series of all files by the ids of these, in the order in which they were read.
   * @throws {DataError} when one is not what was written; {@linkcode isDamage} says so of it.
   */
  series(): ReadonlyMap<number, readonly ColumnsRow[]> {
    const rows = this.#statements.series.all();
    if (rows.some((row) => row["head"] !== checksumOfHead(row))) throw new DataError(MALFORMED);
    return Map.groupBy(rows, (row) => Number(row["file"]));
  }

  /**
   * What is said of the records of companies, by the ids of their files, in the order in which they were read.
   * @throws {DataError} when one is not what was written; {@linkcode isDamage} says so of it.
   */
  records(): ReadonlyMap<number, readonly RecordsRow[]> {
    const rows = this.#statements.records.all();
    if (rows.some((row) => row["head"] !== checksumOfSaid(row))) throw new DataError(MALFORMED);
    return Map.groupBy(rows, (row) => Number(row["file"]));
  }

  /**
   * What is said of the texts about companies, by the ids of their files, in the order in which they were read.
   * @throws {DataError} when one is not what was written; {@linkcode isDamage} says so of it.
   */
  texts(): ReadonlyMap<number, readonly TextGroup[]> {
    return Map.groupBy(this.#texts.groups(), ({ file }) => file);
  }

  /**
   * Puts a file in place of what was known of it, in one transaction.
   * @returns Whether that could be written.
   */
  put({ path, stamp, sha256, shelf, said, series, companies, texts }: ReadFile): boolean {
    return this.#transact(() => {
      this.#drop(path);
      const { size, mtime, ctime, isSettled } = stamp;
      const checksum = checksumOfFile({ path, stamp, sha256, shelf, said });
      const values = [path, size, mtime, ctime, Number(isSettled), sha256, shelf, said, checksum];
      const { lastInsertRowid } = this.#statements.addFile.run(...values);
      for (const one of series) this.#addSeries(Number(lastInsertRowid), one);
      for (const one of companies) this.#addRecords(Number(lastInsertRowid), one);
      if (texts !== undefined) this.#texts.add(Number(lastInsertRowid), texts);
    });
  }

  /**
   * Keeps what is known of a file whose stamp is another one and whose bytes are the same.
   * @returns Whether that could be written; if not, the next opening looks at the bytes again.
   */
  restamp(file: IndexedFile, stamp: FileStamp): boolean {
    const { size, mtime, ctime, isSettled } = stamp;
    const checksum = checksumOfFile({ ...file, stamp });
    return this.#transact(() =>
      void this.#statements.restamp.run(size, mtime, ctime, Number(isSettled), checksum, file.path)
    );
  }

  /**
   * Drops a file that is no longer there.
   * @returns Whether that could be written.
   */
  remove(path: string): boolean {
    return this.#transact(() => this.#drop(path));
  }

  /**
   * Moves what was written from the log into the database, unless a process still reads what was there before or the
   * disk is full: then it stays in the log.
   */
  checkpoint(): void {
    this.#database.exec("PRAGMA busy_timeout = 0");
    try {
      this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    } catch (error) {
      if (!isNoWriting(error)) throw error;
    }
    this.#database.exec(PATIENCE);
  }

  /** From now on the index reads what it holds at this moment, whatever another process changes. */
  freeze(): void {
    if (!this.#isFrozen) this.#database.exec("BEGIN");
    this.#isFrozen = true;
  }

  /** Ends what {@linkcode freeze} began. */
  thaw(): void {
    if (this.#isFrozen) this.#database.exec("COMMIT");
    this.#isFrozen = false;
  }

  /** A series that is loaded when it is asked for. When all of them are loaded, the database is closed. */
  stored(row: ColumnsRow, source: string): StoredSeries {
    const name = {
      ticker: String(row["ticker"]),
      frequency: row["frequency"] as Frequency,
      basis: row["basis"] as Basis,
      currency: String(row["currency"]),
      source,
    };
    const id = Number(row["id"]);
    let series: PriceSeries | undefined;
    let days: Int32Array | undefined;
    let print: SeriesPrint | undefined;
    this.#open++;
    const load = (): PriceSeries => {
      if (series !== undefined) return series;
      series = { ...name, ...this.#read("columns", id, columnsOf) };
      days = series.days;
      if (--this.#open === 0) this[Symbol.dispose]();
      return series;
    };
    return {
      ...name,
      count: Number(row["count"]),
      first: Number(row["first"]),
      last: Number(row["last"]),
      print: () => print ??= JSON.parse(String(row["print"])) as SeriesPrint,
      days: () => days ??= this.#read("days", id, daysOf),
      load,
    };
  }

  /** The bytes of a company's records, loaded when they are asked for and then kept: some 30 kB a company. */
  storedRecords({ id }: RecordsRow): () => Uint8Array {
    let bytes: Uint8Array | undefined;
    this.#open++;
    return () => {
      if (bytes !== undefined) return bytes;
      bytes = this.#read("bytes", Number(id), bytesOfRow);
      if (--this.#open === 0) this[Symbol.dispose]();
      return bytes;
    };
  }

  /**
   * Where the texts of a group are. They are read as they are asked for, any of them again and again, so that
   * the database stays open as long as this object does.
   * @param group `id` of one of {@linkcode FileIndex.texts}.
   */
  storedTexts(group: number): () => { readonly tables: TextTables; readonly group: number } {
    this.#open++;
    return () => ({ tables: this.#texts, group });
  }

  /** Closes the database; a series that was not loaded cannot be loaded any more. A second call has no effect. */
  [Symbol.dispose](): void {
    if (!this.#database.isOpen) return;
    this.#database.close(); // ends a transaction too; a damaged database could not commit it
  }

  /** @throws {DataError} when the index does not hold what it held when it was opened. */
  #read<T>(statement: "days" | "columns" | "bytes", id: number, use: (row: ColumnsRow) => T): T {
    try {
      const row = this.#statements[statement].get(id);
      if (row === undefined) throw new DataError("read the index: an entry is gone");
      return use(row);
    } catch (cause) {
      throw new DataError("load from the index of the data folder: it is damaged; delete .conviction in it", {
        cause,
      });
    }
  }

  #drop(path: string): void {
    const id = this.#statements.idOf.get(path)?.["id"];
    if (id !== undefined) this.#texts.drop(Number(id));
    this.#statements.dropSeries.run(path);
    this.#statements.dropRecords.run(path);
    this.#statements.dropFile.run(path);
  }

  #addRecords(file: number, { said, bytes }: PackedCompany): void {
    this.#statements.addRecords.run(file, said, checksumOfSaid({ file, said }), crc32(bytes), bytes);
  }

  #addSeries(file: number, series: PriceSeries): void {
    const { ticker, frequency, basis, currency, days, close } = series;
    const optional = OPTIONAL_COLUMNS.map((name) => {
      const column = series[name];
      return column === undefined ? null : bytesOf(column);
    });
    const count = days.length;
    const first = days[0] ?? 0;
    const last = days.at(-1) ?? 0;
    const print = JSON.stringify(printOf(series));
    const head = checksumOfHead({ file, ticker, frequency, basis, currency, count, first, last, print });
    const reach = [count, first, last, print, head, checksumOf(series)];
    this.#statements.addSeries.run(
      file,
      ticker,
      frequency,
      basis,
      currency,
      ...reach,
      bytesOf(days),
      bytesOf(close),
      ...optional,
    );
  }

  /** False where SQLite cannot write: the disk is full, or another process holds the database for long. */
  #transact(work: () => void): boolean {
    try {
      this.#database.exec("BEGIN IMMEDIATE");
      work();
      this.#database.exec("COMMIT");
      return true;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      if (isNoWriting(error)) return false;
      throw error;
    }
  }
}

const MALFORMED = "read the index: an entry is malformed";

/** Whether SQLite says that there is no place, or no permission, or that another process writes for long. */
function isNoWriting(error: unknown): boolean {
  return /full|locked|readonly|I\/O/.test(messageOf(error));
}

function fileOf(row: ColumnsRow): IndexedFile {
  const [size, mtime, ctime] = [row["size"], row["mtime"], row["ctime"]].map(Number);
  const file = {
    id: Number(row["id"]),
    path: String(row["path"]),
    stamp: { size: size ?? NaN, mtime: mtime ?? NaN, ctime: ctime ?? NaN, isSettled: row["is_settled"] === 1 },
    sha256: String(row["sha256"]),
    shelf: row["shelf"] as FileShelf,
    said: String(row["said"]),
  };
  if (row["checksum"] !== checksumOfFile(file)) throw new DataError(MALFORMED);
  return file;
}

function bytesOfRow({ bytes, checksum }: RecordsRow): Uint8Array {
  if (bytes instanceof Uint8Array && crc32(bytes) === checksum) return bytes;
  throw new DataError("read the index: the bytes of records have changed");
}
