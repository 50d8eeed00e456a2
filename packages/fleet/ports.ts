import type { SavedFile } from "../../src/run/outcome.ts";

/** A record as the database returns it. */
export type SqlRecord = Readonly<Record<string, unknown>>;

/** Runs one statement; `$1`, `$2` are the values. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly SqlRecord[]>;

/** The database that all hosts of a run share. */
export interface Sql {
  /** Runs one statement by itself. */
  readonly query: Query;
  /**
   * Runs statements as one transaction, whose commit is durable when the promise resolves.
   * @throws {LostConnectionError} when it is unknown whether it was committed, or could not begin.
   */
  transact<T>(work: (query: Query) => Promise<T>): Promise<T>;
}

/** The database cannot be reached at the moment, or a transaction was cut; the same transaction may be tried again. */
export class LostConnectionError extends Error {
  override readonly name = "LostConnectionError";
}

/** Some hundred requests of a run, which one worker has at a time. */
export interface ShardName {
  readonly runId: string;
  /** From 1. */
  readonly shard: number;
}

/** Who works on which shard. */
export interface Leases {
  /** Offers shards to the workers, in the transaction of the query. */
  offer(query: Query, shards: readonly ShardName[]): Promise<void>;
  /**
   * Works on the shards that are offered until {@linkcode Leases.stop}.
   * @param work Its signal is aborted when another worker may have the shard.
   * @param slots Most shards at once.
   */
  work(work: (name: ShardName, signal: AbortSignal) => Promise<void>, slots: number): Promise<void>;
  /** Number of shards of a run that a worker has, or is to take. */
  countOf(runId: string): Promise<{ readonly active: number; readonly waiting: number }>;
  /** Ends the work; shards under way are awaited. */
  stop(): Promise<void>;
}

/** What a conductor has of its fleet. */
export interface Fleet {
  readonly sql: Sql;
  readonly leases: Leases;
}

/** Where one worker puts the files of the rows of a shard; nobody else writes there. */
export interface FilesPlace extends ShardName {
  /** The fence of the worker. */
  readonly fence: string;
}

/** What all hosts of a run share for the files of its answers: a mounted folder, or an object store. */
export interface FileStore {
  /**
   * Leaves a mark that all hosts of the run must see.
   * @returns Its name, which nothing there has had before.
   * @throws {DiskError} when it cannot be written.
   */
  mark(runId: string): Promise<string>;
  /**
   * Checks that this host sees the mark, and may write.
   * @throws {InputError} when it sees another store.
   * @throws {DiskError} when it may not write.
   */
  check(runId: string, mark: string): Promise<void>;
  /**
   * Puts the files of one row, all of them or none; may be repeated.
   * @param from The folder that their paths start from.
   * @throws {DiskError} when they cannot be put.
   */
  put(place: FilesPlace, files: readonly SavedFile[], from: string): Promise<void>;
  /**
   * Reads the files of one row back, except those that are in the folder already.
   * @param into The folder that their paths start from.
   * @throws {DiskError} when one cannot be read, or is not what was put.
   */
  get(place: FilesPlace, files: readonly SavedFile[], into: string): Promise<void>;
  /** Removes all that was put for a run. */
  remove(runId: string): Promise<void>;
}
