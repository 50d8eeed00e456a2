import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { GroupCommit } from "../disk/group_commit.ts";
import { RequestError } from "../protocol/request_error.ts";
import { SQL } from "./state_schema.ts";

/** A table with a limit of bytes. */
export interface Budgeted {
  readonly name: "replies" | "files";
  readonly maxBytes: number;
}

/** Runs statements, each prepared once; concurrent writes share one commit. */
export class StateDatabase {
  readonly #database: DatabaseSync;
  readonly #commits: GroupCommit;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#commits = new GroupCommit(database);
  }

  /**
   * Reads one record.
   * @throws {RequestError} 503 when the read fails.
   */
  get(sql: string, ...values: readonly SQLInputValue[]): Record<string, SQLOutputValue> | undefined {
    try {
      return this.#statement(sql).get(...values);
    } catch (cause) {
      throw unusable("read", cause);
    }
  }

  /** Runs a statement inside {@linkcode StateDatabase.write}; returns the number of changed records. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /**
   * Resolves when the write is on disk.
   * @throws {RequestError} 503 when the write fails.
   */
  async write(write: () => void): Promise<void> {
    try {
      await this.#commits.run(write);
    } catch (cause) {
      throw unusable("write", cause);
    }
  }

  /** Drops the oldest records over the limit, inside {@linkcode StateDatabase.write}. */
  makeRoom({ name, maxBytes }: Budgeted): void {
    const dropOldest = name === "files" ? SQL.dropOldestFile : SQL.dropOldestReply;
    const sum = () => Number(this.#statement(SQL.sum).get(name)?.["bytes"]);
    while (sum() > maxBytes && this.run(dropOldest) > 0);
  }

  /** Closes after pending writes are on disk. */
  async close(): Promise<void> {
    await this.#commits.run(() => {}).catch(() => {}); // the writers already got the error
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const made = this.#database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}

/** Reveals no path of the folder to the caller. */
function unusable(action: "read" | "write", cause: unknown): RequestError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new RequestError(`Cannot ${action} the state of the service: ${why}`, {
    status: 503,
    code: "state_unavailable",
    cause,
  });
}
