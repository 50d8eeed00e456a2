import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import { DiskError } from "../../disk/disk_error.ts";
import { InputError } from "../../protocol/errors.ts";
import { SCHEMA_VERSION } from "./ledger_schema.ts";

/**
 * Opens a ledger for reading. Who was killed while SQLite changed from one journal to the other left what only a
 * writer can undo; that is done first, or nobody could ever look at the run again.
 * @throws {DiskError} when it cannot be read.
 */
export function openToRead(path: string): DatabaseSync {
  try {
    return looking(path);
  } catch (error) {
    if (!(isFromSqlite(error) && error.message.includes("readonly database"))) throw explainLedger(path, "read")(error);
  }
  try {
    look(new DatabaseSync(path)).close();
    return looking(path);
  } catch (error) {
    throw explainLedger(path, "read")(error);
  }
}

/** @throws {InputError} when another version of Conviction made the ledger. */
export function refuseOtherVersion(database: DatabaseSync, path: string): void {
  const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
  if (version === SCHEMA_VERSION) return;
  throw new InputError(
    `Cannot read ${path}: it is of ledger version ${version}, and this Conviction knows ${SCHEMA_VERSION}; ` +
      "choose another folder",
  );
}

/** The values of a record without their names: they are had in half the time. */
export type Values = readonly SQLOutputValue[];

/** A statement that gives values without names. */
export interface ValuesStatement {
  all(...values: readonly SQLInputValue[]): Values[];
}

/** Prepares a statement; the types that come with Deno 2.9 do not know yet that it can give its values alone. */
export function prepareValues(database: DatabaseSync, sql: string): ValuesStatement {
  const statement = database.prepare(sql) as unknown as ValuesStatement & { setReturnArrays(isWanted: true): void };
  statement.setReturnArrays(true);
  return statement;
}

/** Size of what was written to a ledger and is not in its main file yet, which it cannot be while somebody reads. */
export function logBytes(path: string): number {
  try {
    return Deno.statSync(`${path}-wal`).size;
  } catch {
    return 0; // nothing was written
  }
}

/** What SQLite threw, told with the path and what to do. */
export function explainLedger(path: string, action: "read" | "write"): (error: unknown) => unknown {
  return (error) => isFromSqlite(error) ? new DiskError(`${action} the ledger`, path, { cause: error }) : error;
}

function looking(path: string): DatabaseSync {
  return look(new DatabaseSync(path, { readOnly: true }));
}

/** It is opened in truth when it is first asked. */
function look(database: DatabaseSync): DatabaseSync {
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
