import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { GroupCommit } from "../disk/group_commit.ts";
import { RequestError } from "./failure.ts";
import { SQL } from "./state_schema.ts";

/** A table with a budget of bytes. */
export interface Budgeted {
  readonly name: "replies" | "files";
  readonly maxBytes: number;
}

/** Runs statements, each prepared once; writes that come together share one commit. */
export class StateDatabase {
  readonly #database: DatabaseSync;
  readonly #commits: GroupCommit;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#commits = new GroupCommit(database);
  }

  /**
   * One record.
   * @throws {RequestError} 503 when it cannot be read.
   */
  get(sql: string, ...values: readonly SQLInputValue[]): Record<string, SQLOutputValue> | undefined {
    try {
      return this.#statement(sql).get(...values);
    } catch (cause) {
      throw unusable("read", cause);
    }
  }

  /** A statement inside of {@linkcode StateDatabase.write}; says how many records it changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /**
   * Resolves when the write is on disk.
   * @throws {RequestError} 503 when it is not.
   */
  async write(write: () => void): Promise<void> {
    try {
      await this.#commits.run(write);
    } catch (cause) {
      throw unusable("write", cause);
    }
  }

  /** The oldest make room, inside of {@linkcode StateDatabase.write}. */
  makeRoom({ name, maxBytes }: Budgeted): void {
    const dropOldest = name === "files" ? SQL.dropOldestFile : SQL.dropOldestReply;
    const sum = () => Number(this.#statement(SQL.sum).get(name)?.["bytes"]);
    while (sum() > maxBytes && this.run(dropOldest) > 0);
  }

  /** Closes when what was written so far is on disk. */
  async close(): Promise<void> {
    await this.#commits.run(() => {}).catch(() => {}); // those who wrote have heard of it
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

/** Says nothing of paths: the caller may be on another machine. */
function unusable(action: "read" | "write", cause: unknown): RequestError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new RequestError(`Cannot ${action} the state of the service: ${why}`, {
    status: 503,
    code: "state_unavailable",
    cause,
  });
}
