import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DataError } from "../data_error.ts";
import type { Basis, Frequency, PriceSeries, SeriesName, StoredSeries } from "../dataset.ts";
import { OPTIONAL_COLUMNS } from "../series.ts";
import { checksumOfFile, checksumOfHead } from "./checksums.ts";
import { bytesOf, checksumOf, columnsOf, type ColumnsRow, daysOf } from "./columns_blob.ts";
import type { FileStamp } from "./file_stamp.ts";
import { PATIENCE, SQL } from "./index_schema.ts";

/** What an index knows of a file. */
export interface IndexedFile {
  readonly id: number;
  readonly path: string;
  readonly stamp: FileStamp;
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
  /** What its reader said of it, JSON. */
  readonly said: string;
}

/** What a reader made of a file. */
export interface ReadFile extends Pick<IndexedFile, "path" | "stamp" | "sha256" | "said"> {
  readonly series: readonly PriceSeries[];
}

/** The files of a folder with prices, as one database holds them. */
export class FileIndex {
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  /** Series that a reader may still ask for; the database is closed behind the last. */
  #open = 0;
  #isFrozen = false;

  /** Takes over an open database with the tables of this version. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared);
  }

  /**
   * The files by their paths.
   * @throws {DataError} when one is not what was written; {@linkcode isDamage} says so of it.
   */
  files(): ReadonlyMap<string, IndexedFile> {
    return new Map(this.#statements.files.all("prices").map((row) => [String(row["path"]), fileOf(row)]));
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
   * Puts a file in place of what was known of it, in one transaction.
   * @returns Whether that could be written.
   */
  put({ path, stamp, sha256, said, series }: ReadFile): boolean {
    return this.#transact(() => {
      this.#drop(path);
      const { size, mtime, ctime, isSettled } = stamp;
      const checksum = checksumOfFile({ path, stamp, sha256, said });
      const values = [path, size, mtime, ctime, Number(isSettled), sha256, "prices", said, checksum];
      const { lastInsertRowid } = this.#statements.addFile.run(...values);
      for (const one of series) this.#addSeries(Number(lastInsertRowid), one);
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

  /**
   * A series that is loaded when it is asked for. When all of them are loaded, the database is closed.
   * @param row One of {@linkcode FileIndex.series}.
   * @param origin What the index does not hold, because it depends on how the folder is opened.
   */
  stored(row: ColumnsRow, origin: Pick<SeriesName, "currency" | "source">): StoredSeries {
    const name = {
      ...{ ticker: String(row["ticker"]), frequency: row["frequency"] as Frequency, basis: row["basis"] as Basis },
      ...origin,
    };
    const id = Number(row["id"]);
    let series: PriceSeries | undefined;
    let days: Int32Array | undefined;
    this.#open++;
    const load = (): PriceSeries => {
      if (series !== undefined) return series;
      series = { ...name, ...this.#read("columns", id, columnsOf) };
      days = series.days;
      if (--this.#open === 0) this.close();
      return series;
    };
    return {
      ...name,
      ...{ count: Number(row["count"]), first: Number(row["first"]), last: Number(row["last"]) },
      days: () => days ??= this.#read("days", id, daysOf),
      load,
    };
  }

  /** Closes the database; a series that was not loaded cannot be loaded any more. A second call has no effect. */
  close(): void {
    if (!this.#database.isOpen) return;
    this.#database.close(); // ends a transaction too; a damaged database could not commit it
  }

  /** @throws {DataError} when the index does not hold what it held when it was opened. */
  #read<T>(statement: "days" | "columns", id: number, use: (row: ColumnsRow) => T): T {
    try {
      const row = this.#statements[statement].get(id);
      if (row === undefined) throw new DataError("read the index: a series is gone");
      return use(row);
    } catch (cause) {
      throw new DataError("load prices from the index of the data folder: it is damaged; delete .conviction in it", {
        cause,
      });
    }
  }

  #drop(path: string): void {
    this.#statements.dropSeries.run(path);
    this.#statements.dropFile.run(path);
  }

  #addSeries(file: number, series: PriceSeries): void {
    const { ticker, frequency, basis, days, close } = series;
    const optional = OPTIONAL_COLUMNS.map((name) => {
      const column = series[name];
      return column === undefined ? null : bytesOf(column);
    });
    const [count, first, last] = [days.length, days[0] ?? 0, days.at(-1) ?? 0];
    const head = checksumOfHead({ file, ticker, frequency, basis, count, first, last });
    const reach = [count, first, last, head, checksumOf(series)];
    this.#statements.addSeries.run(
      file,
      ticker,
      frequency,
      basis,
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
    said: String(row["said"]),
  };
  if (row["checksum"] !== checksumOfFile(file)) throw new DataError(MALFORMED);
  return file;
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
