import { messageOf } from "../../disk/disk_error.ts";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { type FolderLock, LockedError, lockFolder } from "../../disk/folder_lock.ts";
import { FileIndex } from "./file_index.ts";
import { APPLICATION_ID, INDEX_FILE, INDEX_FOLDER, INDEX_VERSION, PATIENCE, PRAGMAS, SCHEMA } from "./index_schema.ts";

/** Where an index is, and what became of it. */
export interface IndexReport {
  /** The database, from the data folder, with `/`. */
  readonly file: string;
  /** Whether it is used; else files are read anew, and what they hold is kept in memory. */
  readonly isUsed: boolean;
  /** When it was last filled, ISO 8601, if any. */
  readonly filled?: string;
  /** Why it is not used, or was built anew. */
  readonly note?: string;
}

/** An index that may be used, or why it is missing. */
export interface OpenedIndex {
  readonly index?: FileIndex;
  readonly note?: string;
  /** Whether the database could not be read, and a new one is in its place. */
  readonly wasDamaged?: true;
}

/**
 * Opens the index of a data folder, creating it if necessary. One that is damaged or of another version is built anew.
 * @returns No index where the folder cannot be written, and why.
 */
export function openIndex(folder: string): OpenedIndex {
  const path = join(folder, INDEX_FOLDER, INDEX_FILE);
  if (!mayWrite(folder)) return { note: "no permission to write it" };
  try {
    mkdirSync(join(folder, INDEX_FOLDER), { recursive: true });
    return { index: open(path) };
  } catch (cause) {
    return isDamage(cause) ? rebuildIndex(folder) : { note: `it cannot be written: ${messageOf(cause)}` };
  }
}

/** Puts an empty index in place of a damaged one. */
export function rebuildIndex(folder: string): OpenedIndex {
  const path = join(folder, INDEX_FOLDER, INDEX_FILE);
  try {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
    return { index: open(path), note: "it was damaged and is rebuilt", wasDamaged: true };
  } catch (cause) {
    return { note: `it is damaged and cannot be replaced: ${messageOf(cause)}` };
  }
}

/** Whether SQLite says that a file is no database, or a damaged one. */
export function isDamage(error: unknown): boolean {
  return /not a database|malformed|no such (?:table|column)/.test(messageOf(error));
}

/** Whether SQLite cannot read an index for another reason than damage, like a disk that fails. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR" && !isDamage(error);
}

/** What is known of an index without opening it. */
export function reportOf(folder: string, { index, note }: OpenedIndex): IndexReport {
  const path = join(folder, INDEX_FOLDER, INDEX_FILE);
  const filled = existsSync(path) ? statSync(path).mtime.toISOString() : undefined;
  return {
    file: `${INDEX_FOLDER}/${INDEX_FILE}`,
    isUsed: index !== undefined,
    ...(filled !== undefined && { filled }),
    ...(note !== undefined && { note }),
  };
}

const MAX_ATTEMPTS = 200;
const PAUSE_MS = 50;

/**
 * Waits until no other process fills the index, by default at most ten seconds.
 * @returns The lock to fill it; `undefined` when another one still fills it.
 */
export async function lockIndex(folder: string, attempts: number = MAX_ATTEMPTS): Promise<FolderLock | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return lockFolder(join(folder, INDEX_FOLDER));
    } catch (error) {
      if (!(error instanceof LockedError)) return undefined;
      await pause(PAUSE_MS);
    }
  }
  return undefined;
}

function mayWrite(folder: string): boolean {
  return Deno.permissions.querySync({ name: "write", path: folder }).state === "granted";
}

function open(path: string): FileIndex {
  const database = new DatabaseSync(path);
  try {
    database.exec(PATIENCE);
    if (isOfAnother(database)) throw new Error("a database of another application is in its place");
    database.exec(PRAGMAS);
    const mode = database.prepare("PRAGMA journal_mode").get()?.["journal_mode"];
    if (mode !== "wal") throw new Error("this disk has no place for a write-ahead log");
    if (!isOfThisVersion(database)) build(database);
    return new FileIndex(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A database that says it is another one's, or says nothing and holds something, is left as it is. */
function isOfAnother(database: DatabaseSync): boolean {
  const { application_id: id } = database.prepare("PRAGMA application_id").get() ?? {};
  if (id === APPLICATION_ID) return false;
  return id !== 0 || database.prepare("SELECT name FROM sqlite_schema").get() !== undefined;
}

function isOfThisVersion(database: DatabaseSync): boolean {
  const value = (pragma: string) => database.prepare(`PRAGMA ${pragma}`).get()?.[pragma];
  return value("application_id") === APPLICATION_ID && value("user_version") === INDEX_VERSION;
}

/** Drops whatever another version made. Another process may do the same at this moment: the second one finds it done. */
function build(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  if (!isOfThisVersion(database)) makeTables(database);
  database.exec("COMMIT");
}

function makeTables(database: DatabaseSync): void {
  const tables = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY sql LIKE 'CREATE VIRTUAL%'",
  ).all().toReversed(); // one that is virtual takes the tables of its content with it
  for (const { name } of tables) database.exec(`DROP TABLE IF EXISTS "${String(name).replaceAll('"', '""')}"`);
  database.exec(SCHEMA);
}
