import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { sha256 } from "../disk/digest.ts";
import { GroupCommit } from "../disk/group_commit.ts";
import { RequestError } from "../protocol/request_error.ts";
import type { Clock } from "../pace/clock.ts";
import { MAX_GONE, type Retention } from "./retention.ts";
import { type Dropping, droppingOf, SQL, type StateTable } from "./state_schema.ts";

/** Runs statements, each prepared once; concurrent writes share one commit. */
export class StateDatabase {
  readonly #database: DatabaseSync;
  readonly #commits: GroupCommit;
  readonly #clock: Pick<Clock, "now">;
  readonly #statements = new Map<string, StatementSync>();

  /** @param options The file that says how many commits there are, and a clock. */
  constructor(
    database: DatabaseSync,
    { markPath, clock }: { readonly markPath: string; readonly clock: Pick<Clock, "now"> },
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#commits = new GroupCommit(database, undefined, { sql: SQL.countCommit, path: markPath });
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

  /** @throws {RequestError} 503 when values are not those that were stored, by the digest kept beside them. */
  checkStored(digest: SQLOutputValue | undefined, values: readonly (SQLOutputValue | undefined)[]): void {
    if (typeof digest === "string" && digest !== storedDigest(values)) {
      throw unusable("read", "what is stored under this name is damaged; ask again with a new key");
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

  /** The time that a record is kept from, in milliseconds since 1970. */
  nowMs(): number {
    return this.#clock.now().getTime();
  }

  /** Drops records over the limits and remembers whose they were, inside {@linkcode StateDatabase.write}. */
  makeRoom(table: StateTable, { maxBytes, keptMs }: Retention): void {
    const { old, oldest } = droppingOf(table);
    if (Number.isFinite(keptMs)) this.#drop(table, old, this.nowMs() - keptMs);
    const sum = () => Number(this.#statement(SQL.sum).get(table)?.["bytes"]);
    while (sum() > maxBytes && this.#drop(table, oldest) > 0);
  }

  /**
   * Whether a record of an owner was dropped.
   * @throws {RequestError} 503 when the read fails.
   */
  isGone(table: StateTable, { id, owner }: { readonly id: string; readonly owner: string }): boolean {
    return this.get(SQL.isGone, table, id, owner) !== undefined;
  }

  #drop(table: StateTable, { remember, drop }: Dropping, ...values: readonly SQLInputValue[]): number {
    if (remember !== undefined && this.run(remember, ...values) > 0) this.run(SQL.trimGone, table, MAX_GONE);
    return this.run(drop, ...values);
  }

  /** Closes after pending writes are on disk. */
  async close(): Promise<void> {
    await this.#commits.run(() => {}).catch(() => {}); // the writers already got the error
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    return this.#statements.getOrInsertComputed(sql, () => this.#database.prepare(sql));
  }
}

/** The digest that is kept beside stored values. */
export function storedDigest(values: readonly (SQLInputValue | undefined)[]): string {
  return sha256(JSON.stringify(values));
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
