import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { DiskError } from "../../disk/disk_error.ts";
import type { DurabilityOption } from "../../disk/durability.ts";
import { refuseLink } from "../../disk/folder.ts";
import { inAMoment } from "../../disk/in_a_moment.ts";
import { GroupCommit, inTransaction, rollBack } from "../../disk/group_commit.ts";
import type { RunRecord } from "../../run/manifest.ts";
import { addSeal, beginChain, CHAIN_SCHEMA, COUNT_COMMIT, HAS_CHAIN, keepChain } from "./ledger_chain.ts";
import type { LedgerRecord } from "./ledger_rows.ts";
import {
  explainLedger,
  fileAt,
  openToRead,
  prepareValues,
  readRecord,
  refuseOtherVersion,
  type Values,
  type ValuesStatement,
} from "./open_database.ts";
import { MARK_FILE, pragmasOf, SCHEMA, SCHEMA_VERSION, SQL } from "./ledger_schema.ts";

/** A ledger without a file, which needs no second witness. */
const IN_MEMORY = ":memory:";

/** The tables of a ledger: cached statements, and writes that share a commit. */
export class LedgerDatabase implements Disposable {
  readonly #database: DatabaseSync;
  readonly #commits: GroupCommit;
  readonly #isReadOnly: boolean;
  readonly #path: string;
  readonly #file: string | undefined;
  readonly #explain: (error: unknown) => unknown;
  readonly #statements = new Map<string, StatementSync>();
  readonly #valuesStatements = new Map<string, ValuesStatement>();
  #notes = new Map<string, () => string>();

  /**
   * Opens a ledger, or creates it.
   * @throws {InputError} when another version created it.
   * @throws {DiskError} when it cannot be read or written.
   */
  constructor(path: string, options: DurabilityOption & { readonly readOnly?: boolean } = {}) {
    this.#isReadOnly = options.readOnly ?? false;
    this.#explain = explainLedger(path, "write");
    this.#database = this.#isReadOnly ? openToRead(path) : openToWrite(path, options);
    this.#path = path;
    this.#file = fileAt(path);
    if (this.#try(() => hasTables(this.#database))) this.#closeOtherVersion(path);
    const isMarked = !this.#isReadOnly && path !== IN_MEMORY;
    if (isMarked) this.#beginMark();
    const mark = { sql: COUNT_COMMIT, path: join(dirname(path), MARK_FILE) };
    this.#commits = new GroupCommit(this.#database, this.#explain, isMarked ? mark : undefined);
  }

  /** Begins the chain of a ledger that has none. */
  #beginMark(): void {
    if (this.get(HAS_CHAIN) === undefined) {
      this.transact(() => {
        this.#database.exec(`${CHAIN_SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`);
        if (this.record() !== undefined) this.beginChain();
      });
    }
    this.keepChain();
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    this.#valuesStatements.clear();
    if (!this.#isReadOnly) leaveOneFile(this.#database);
    this.#database.close();
  }

  /**
   * Checks that its path still names the file that is written: what a deleted file is given is lost.
   * @throws {DiskError} when it was deleted, moved or replaced.
   */
  checkPlace(): void {
    const file = fileAt(this.#path);
    if (file === undefined || file === this.#file) return;
    const cause = "it was deleted or moved while the run was at work, so nothing more was sent; " +
      "a run that was moved is resumed in its new folder";
    throw new DiskError("write the ledger", this.#path, { cause });
  }

  record(): RunRecord | undefined {
    return this.#try(() => readRecord(this.#database, this.#path));
  }

  beginChain(): void {
    if (this.#path !== IN_MEMORY) this.#try(() => beginChain(this.#database));
  }

  keepChain(): void {
    if (this.#path !== IN_MEMORY) this.#try(() => keepChain(this.#database));
  }

  all(sql: string, ...values: readonly SQLInputValue[]): LedgerRecord[] {
    return this.#try(() => this.#statement(sql).all(...values));
  }

  /** As {@linkcode LedgerDatabase.all}, without the names of the values, which is faster. */
  allValues(sql: string, ...values: readonly SQLInputValue[]): Values[] {
    return this.#try(() => {
      const statement = this.#valuesStatements.get(sql) ?? prepareValues(this.#database, sql);
      this.#valuesStatements.set(sql, statement);
      return statement.all(...values);
    });
  }

  /** The first record, if any. */
  get(sql: string, ...values: readonly SQLInputValue[]): LedgerRecord | undefined {
    return this.#try(() => this.#statement(sql).get(...values));
  }

  /** Writes at once. @returns The changes. */
  run(sql: string, ...values: readonly SQLInputValue[]): ReturnType<StatementSync["run"]> {
    return this.#try(() => this.#statement(sql).run(...values));
  }

  /** Resolves when it is on disk; all writes of a turn share a commit. */
  write(sql: string, ...values: readonly SQLInputValue[]): Promise<void> {
    return this.#commits.run(() => {
      this.#writeNotes();
      this.run(sql, ...values);
    });
  }

  /** Writes all or nothing. */
  transact(write: () => void): void {
    this.#try(() => inTransaction(this.#database, write));
  }

  /** As {@linkcode LedgerDatabase.transact}, for an asynchronous source. */
  async transactSlowly<T>(write: () => Promise<T>): Promise<T> {
    this.#try(() => this.#database.exec("BEGIN IMMEDIATE"));
    try {
      const result = await write();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(this.#database);
      throw this.#explain(error);
    }
  }

  /**
   * Stores a text with the next write, so that it needs no commit of its own.
   * @param read Returns the text when it is written.
   */
  keepNote(name: string, read: () => string): void {
    this.#notes.set(name, read);
  }

  /** A stored text. */
  note(name: string): string | undefined {
    const value = this.get(SQL.meta, noteName(name))?.["value"];
    return typeof value === "string" ? value : undefined;
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #writeNotes(): void {
    if (this.#notes.size === 0) return;
    for (const [name, read] of this.#notes) this.run(SQL.setMeta, noteName(name), read());
    this.#notes = new Map(); // clear() allocates a new table that keeps the old one reachable
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #closeOtherVersion(path: string): void {
    try {
      refuseOtherVersion(this.#database, path);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }
}

function openToWrite(path: string, { durability }: DurabilityOption): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) refuseLink("write the ledger", path);
    const opened = database = new DatabaseSync(path);
    addSeal(opened);
    inAMoment(() => opened.exec(pragmasOf(durability)), /database is locked/); // while others look for a run in it
    if (!hasTables(database)) database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
    return database;
  } catch (error) {
    database?.close();
    throw explainLedger(path, "write")(error);
  }
}

function hasTables(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
}

/** The name of a note in the table `meta`. */
export function noteName(name: string): string {
  return `note_${name}`;
}

/** A reader of a ledger in WAL mode leaves two more files; the mode cannot change while one is open. */
function leaveOneFile(database: DatabaseSync): void {
  try {
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE;");
  } catch {
    // The two files remain.
  }
}
