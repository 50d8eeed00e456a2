import { setImmediate } from "node:timers";
import type { DatabaseSync } from "node:sqlite";
import type { CommitMark } from "./commit_mark.ts";

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
  readonly #mark: CommitMark | undefined;
  #group: Group | undefined;

  /** @param options `explain` maps a database error to the error writers get; `mark` counts the commits. */
  constructor(
    database: DatabaseSync,
    { explain = (error) => error, mark }: {
      readonly explain?: (error: unknown) => unknown;
      readonly mark?: CommitMark | undefined;
    } = {},
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
        commits = this.#mark?.count() ?? 0;
      });
      if (commits > 0) this.#mark?.note(commits);
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
