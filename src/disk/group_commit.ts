import { setImmediate } from "node:timers";
import type { DatabaseSync } from "node:sqlite";
import { markCommits } from "./commit_mark.ts";

/** Writes of one commit; they share a promise too. */
interface Group extends PromiseWithResolvers<void> {
  readonly writes: (() => void)[];
}

/**
 * Writes of one turn of the event loop share one commit: 5.2k writes a second with a commit each, 174k with 64 in one
 * (docs/measured.md).
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #explain: (error: unknown) => unknown;
  readonly #mark: { readonly sql: string; readonly path: string } | undefined;
  #group: Group | undefined;

  /**
   * @param explain Maps a database error to the error writers get.
   * @param mark A statement that counts a commit and returns `commits`, and the file that says how many there are.
   */
  constructor(
    database: DatabaseSync,
    explain: (error: unknown) => unknown = (error) => error,
    mark: { readonly sql: string; readonly path: string } | undefined = undefined,
  ) {
    this.#database = database;
    this.#explain = explain;
    this.#mark = mark;
  }

  /** Resolves when the write is on disk. */
  run(write: () => void): Promise<void> {
    this.#group ??= this.#begin();
    this.#group.writes.push(write);
    return this.#group.promise;
  }

  #begin(): Group {
    const group = { writes: [], ...Promise.withResolvers<void>() };
    setImmediate(() => this.#flush(group));
    return group;
  }

  #flush({ writes, resolve, reject }: Group): void {
    this.#group = undefined;
    try {
      let commits = 0;
      inTransaction(this.#database, () => {
        writes.forEach((write) => write());
        if (this.#mark) commits = Number(this.#database.prepare(this.#mark.sql).get()?.["commits"] ?? 0);
      });
      if (this.#mark && commits > 0) markCommits(this.#mark.path, commits);
    } catch (error) {
      return reject(this.#explain(error));
    }
    resolve();
  }
}

/** Runs a write in a transaction: all of it is on disk afterwards, or nothing. */
export function inTransaction(database: DatabaseSync, write: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    write();
    database.exec("COMMIT");
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** Rolls back, if it can: otherwise SQLite does when the database is opened next. */
export function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec("ROLLBACK");
  } catch {
    // The error that led here is the one to report.
  }
}
