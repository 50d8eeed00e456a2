import { statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import { DiskError, hasCode } from "../../disk/disk_error.ts";
import { InputError } from "../../protocol/errors.ts";
import type { RunRecord } from "../../run/manifest.ts";
import { addSeal, HAS_CHAIN, RECORD, SEALED_RECORD } from "./ledger_chain.ts";
import { SCHEMA_VERSION, VERSION_WITHOUT_CHAIN } from "./ledger_schema.ts";

/**
 * Opens a ledger for reading. A process that was killed while SQLite changed the journal mode leaves a state that only
 * a writer can recover; that is done first.
 * @throws {DiskError} when it cannot be read.
 */
export function openToRead(path: string): DatabaseSync {
  try {
    return openReadOnly(path);
  } catch (error) {
    if (!(isFromSqlite(error) && error.message.includes("readonly database"))) throw explainLedger(path, "read")(error);
  }
  try {
    probed(new DatabaseSync(path)).close();
    return openReadOnly(path);
  } catch (error) {
    throw explainLedger(path, "read")(error);
  }
}

/** @throws {InputError} when another version of Conviction created the ledger. */
export function refuseOtherVersion(database: DatabaseSync, path: string): void {
  const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
  if (version === SCHEMA_VERSION || version === VERSION_WITHOUT_CHAIN) return;
  throw new InputError(
    `Cannot read ${path}: its ledger has version ${version}, this Conviction reads version ${SCHEMA_VERSION}; ` +
      "choose another folder",
  );
}

/**
 * The record of a run; absent until the whole plan is written.
 * @throws {DiskError} when it is not as it was written.
 */
export function readRecord(database: DatabaseSync, path: string): RunRecord | undefined {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined) return undefined;
  const isSealed = database.prepare(HAS_CHAIN).get() !== undefined;
  const { run = null, finished_at, is_whole } = database.prepare(isSealed ? SEALED_RECORD : RECORD).get() ?? {};
  if (is_whole === 0) {
    const cause = "its record of the run was changed after it was written; restore a copy of the folder";
    throw new DiskError("read the ledger", path, { cause });
  }
  return run === null ? undefined : {
    ...JSON.parse(String(run)) as RunRecord,
    finishedAt: typeof finished_at === "string" && finished_at !== "" ? finished_at : undefined,
  };
}

/** The values of a record without their names, which are read in half the time. */
export type Values = readonly SQLOutputValue[];

/** A statement that returns values without names. */
export interface ValuesStatement {
  all(...values: readonly SQLInputValue[]): Values[];
}

/** Prepares a statement; the types of Deno 2.9 lack `setReturnArrays`. */
export function prepareValues(database: DatabaseSync, sql: string): ValuesStatement {
  const statement = database.prepare(sql) as unknown as ValuesStatement & { setReturnArrays(isWanted: true): void };
  statement.setReturnArrays(true);
  return statement;
}

/** Size of the write-ahead log of a ledger; it cannot be truncated while there are readers. */
export function logBytes(path: string): number {
  try {
    return statSync(`${path}-wal`).size;
  } catch {
    return 0; // no log
  }
}

/** Which file a path names now: a number of the system's, `none`, or undefined when the system does not say. */
export function fileAt(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return ino === 0 ? undefined : `${dev}:${ino}`;
  } catch (error) {
    return hasCode(error, "ENOENT", "ENOTDIR") ? "none" : undefined;
  }
}

/** Maps an error of SQLite to one that names the path and the action. */
export function explainLedger(path: string, action: "read" | "write"): (error: unknown) => unknown {
  return (error) => isFromSqlite(error) ? new DiskError(`${action} the ledger`, path, { cause: error }) : error;
}

function openReadOnly(path: string): DatabaseSync {
  const database = probed(new DatabaseSync(path, { readOnly: true }));
  addSeal(database);
  return database;
}

/** Runs a first statement: SQLite opens the file only then. */
function probed(database: DatabaseSync): DatabaseSync {
  try {
    database.prepare("SELECT 1 FROM sqlite_schema").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isFromSqlite(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}
