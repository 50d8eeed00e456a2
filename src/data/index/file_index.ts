import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DataError } from "../data_error.ts";
import type { Basis, Frequency, PriceSeries, SeriesName, StoredSeries } from "../dataset.ts";
import { OPTIONAL_COLUMNS } from "../series.ts";
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

  /** The files by their paths, and the series of each. */
  files(): ReadonlyMap<string, IndexedFile> {
    return new Map(this.#statements.files.all("prices").map((row) => [String(row["path"]), fileOf(row)]));
  }

  /** The series of all files by the ids of these, in the order in which they were read. */
  series(): ReadonlyMap<number, readonly ColumnsRow[]> {
    return Map.groupBy(this.#statements.series.all(), (row) => Number(row["file"]));
  }

  /**
   * Puts a file in place of what was known of it, in one transaction.
   * @returns Whether that could be written.
   */
  put({ path, stamp, sha256, said, series }: ReadFile): boolean {
    return this.#transact(() => {
      this.#drop(path);
      const { size, mtime, ctime, isSettled } = stamp;
      const values = [path, size, mtime, ctime, Number(isSettled), sha256, "prices", said];
      const { lastInsertRowid } = this.#statements.addFile.run(...values);
      for (const one of series) this.#addSeries(Number(lastInsertRowid), one);
    });
  }

  /** Keeps what is known of a file whose stamp is another one and whose bytes are the same. */
  restamp(path: string, { size, mtime, ctime, isSettled }: FileStamp): void {
    this.#statements.restamp.run(size, mtime, ctime, Number(isSettled), path);
  }

  /**
   * Drops a file that is no longer there.
   * @returns Whether that could be written.
   */
  remove(path: string): boolean {
    return this.#transact(() => this.#drop(path));
  }

  /** Moves what was written from the log into the database, unless a process still reads what was there before. */
  checkpoint(): void {
    this.#database.exec("PRAGMA busy_timeout = 0");
    this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
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
    this.thaw();
    this.#database.close();
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
    const reach = [days.length, days[0] ?? 0, days.at(-1) ?? 0, checksumOf(series)];
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
      if (/full|locked|readonly|I\/O/.test(messageOf(error))) return false;
      throw error;
    }
  }
}

function fileOf(row: ColumnsRow): IndexedFile {
  const [size, mtime, ctime] = [row["size"], row["mtime"], row["ctime"]].map(Number);
  return {
    id: Number(row["id"]),
    path: String(row["path"]),
    stamp: { size: size ?? NaN, mtime: mtime ?? NaN, ctime: ctime ?? NaN, isSettled: row["is_settled"] === 1 },
    sha256: String(row["sha256"]),
    said: String(row["said"]),
  };
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
