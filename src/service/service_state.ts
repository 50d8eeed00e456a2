import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { markedCommits } from "../disk/commit_mark.ts";
import type { DurabilityOption } from "../disk/durability.ts";
import { makeFolder, syncFolder } from "../disk/folder.ts";
import { type FolderLock, LOCK_FILE, lockFolder } from "../disk/folder_lock.ts";
import { ResearchError } from "../protocol/errors.ts";
import { DiskFileStore } from "./disk_file_store.ts";
import { DEFAULT_MAX_BYTES, type FileStore } from "./file_store.ts";
import type { Clock } from "../pace/clock.ts";
import { systemClock } from "../pace/system_clock.ts";
import { DiskReplyStore, DiskResponseStore } from "./disk_stores.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { ResponseStore } from "./response_store.ts";
import { STATE_KEPT_MS } from "./retention.ts";
import type { ReplyStore } from "./reply_store.ts";
import { StateDatabase } from "./state_database.ts";
import {
  APPLICATION_ID,
  MARK_FILE,
  MARKS,
  MIGRATIONS,
  pragmasOf,
  SQL,
  STATE_FILE,
  STATE_VERSION,
} from "./state_schema.ts";

/** Thrown when a folder cannot be used for the state of a service. */
export class StateError extends ResearchError {
  /** Always "StateError". */
  override readonly name = "StateError";
  /** The folder. */
  readonly folder: string;

  /**
   * Creates the error.
   * @param folder The folder.
   * @param state What is wrong with it, and how to fix it.
   */
  constructor(folder: string, state: string, options?: ErrorOptions) {
    super(`Cannot use ${folder} for the service's state: ${state}`, options);
    this.folder = folder;
  }
}

/** Options of a state. */
export interface ServiceStateOptions extends DurabilityOption {
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
  /** Limit of all files together, in bytes; the oldest are dropped first. Default: 256 MiB. */
  readonly maxFileBytes?: number;
  /** Limit of all replies together, in bytes; the oldest are dropped first. Default: as in `DEFAULT_LIMITS`. */
  readonly maxKeptBytes?: number;
  /** Limit of all responses together, in bytes; the oldest are dropped first. Default: 256 MiB. */
  readonly maxResponseBytes?: number;
  /** Milliseconds that files, replies and responses are kept; `Infinity` for no limit of time. Default: 30 days. */
  readonly keptMs?: number;
  /** Clock by which they grow old. Default: the machine's. */
  readonly clock?: Pick<Clock, "now">;
}

/** Default limit of responses on disk, in bytes. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

/**
 * The state of a service in a folder, which survives the process: replies by `Idempotency-Key`, responses and files. A
 * folder of an earlier version is brought to this one; what is in it is then as old as that moment.
 */
export class ServiceState implements AsyncDisposable {
  /** Finished replies and requests in progress. */
  readonly replies: ReplyStore;
  /** The agent's files. */
  readonly files: FileStore;
  /** Finished responses, which later requests read and continue. */
  readonly responses: ResponseStore;
  /** Folder for the agent's programs; its contents from before the opening may be deleted. */
  readonly scratch: string;
  readonly #database: StateDatabase;
  readonly #lock: FolderLock;
  #closed: Promise<void> | undefined;

  private constructor(folder: string, { lock, database }: Opened, options: ServiceStateOptions) {
    const { newId, maxFileBytes = DEFAULT_MAX_BYTES, maxKeptBytes = DEFAULT_LIMITS.maxKeptBytes } = options;
    const { maxResponseBytes = MAX_RESPONSE_BYTES, keptMs = STATE_KEPT_MS, clock = systemClock } = options;
    this.scratch = join(folder, SCRATCH);
    this.#lock = lock;
    this.#database = new StateDatabase(database, { markPath: join(folder, MARK_FILE), clock });
    const budgets = {
      replies: { maxBytes: maxKeptBytes, keptMs },
      files: { maxBytes: maxFileBytes, keptMs },
      responses: { maxBytes: maxResponseBytes, keptMs },
    };
    this.#database.makeRoom("replies", budgets.replies);
    this.#database.makeRoom("files", budgets.files);
    this.#database.makeRoom("responses", budgets.responses);
    this.replies = new DiskReplyStore(this.#database, budgets.replies);
    this.files = new DiskFileStore(this.#database, { ...budgets.files, newId });
    this.responses = new DiskResponseStore(this.#database, budgets.responses);
  }

  /**
   * Opens a state, creating it if necessary.
   * @param folder Created if missing; only one process may use it.
   * @throws {StateError} when it holds other files, or is damaged.
   * @throws {LockedError} when another process uses it.
   * @throws {DiskError} when it cannot be written.
   */
  static open(folder: string, options: ServiceStateOptions): ServiceState {
    makeFolder(folder, options.durability);
    checkOwn(folder);
    const lock = lockFolder(folder);
    try {
      return new ServiceState(folder, { lock, database: openDatabase(folder, options) }, options);
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /**
   * Resolves when an answer could be kept now.
   * @throws {RequestError} 503 when the disk is full or the state cannot be written.
   */
  check(): Promise<void> {
    return this.#database.write(() => tryWrite(join(this.scratch, "health")));
  }

  /** Resolves when everything is on disk and the folder is unlocked. A second call has no effect. */
  close(): Promise<void> {
    return this.#closed ??= this.#database.close().finally(() => this.#lock.close());
  }

  /** Same as {@linkcode ServiceState.close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Writes as much as an answer needs, and removes it; its error names no path, because callers see it. */
function tryWrite(path: string): void {
  try {
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeFileSync(path, new Uint8Array(65_536));
    Deno.removeSync(path);
  } catch (cause) {
    throw new Error(String(cause).replace(/^\w+: | \(os error [^]*$/g, ""), { cause });
  }
}

interface Opened {
  readonly lock: FolderLock;
  readonly database: DatabaseSync;
}

const SCRATCH = "scratch";
const OWN: readonly string[] = [
  LOCK_FILE,
  SCRATCH,
  MARK_FILE,
  STATE_FILE,
  `${STATE_FILE}-wal`,
  `${STATE_FILE}-shm`,
  `${STATE_FILE}-journal`,
];

/** Rejects a folder with other files: the state may be deleted as a whole folder. */
function checkOwn(folder: string): void {
  const other = Array.from(Deno.readDirSync(folder)).find(({ name }) => !OWN.includes(name));
  if (other) throw new StateError(folder, `it holds ${other.name}; choose an empty folder`);
}

function openDatabase(folder: string, options: ServiceStateOptions): DatabaseSync {
  const database = open(folder);
  try {
    prepare(database, folder, options);
    syncFolder(folder, options.durability);
    return database;
  } catch (cause) {
    database.close();
    throw cause instanceof StateError ? cause : damaged(folder, cause);
  }
}

function open(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, STATE_FILE));
  } catch (cause) {
    throw damaged(folder, cause);
  }
}

function prepare(database: DatabaseSync, folder: string, options: ServiceStateOptions): void {
  const { clock = systemClock, durability } = options;
  const id = pragma(database, "application_id");
  const version = pragma(database, "user_version");
  const isNew = pragma(database, "schema_version") === 0;
  if (!isNew && id !== APPLICATION_ID) throw new StateError(folder, `its ${STATE_FILE} belongs to another program`);
  if (!isNew && (version < 1 || version > STATE_VERSION)) {
    throw new StateError(folder, `version ${version} wrote it, this is version ${STATE_VERSION}; ${ADVICE}`);
  }
  refuseOlder(folder, isNew || version < 4 ? 0 : Number(database.prepare(SQL.commits).get()?.["commits"]));
  database.exec(pragmasOf(durability));
  const nowMs = clock.now().getTime();
  const steps = MIGRATIONS.slice(isNew ? 0 : version);
  if (steps.length > 0) database.exec(`BEGIN IMMEDIATE; ${steps.map((step) => step(nowMs)).join("")} ${MARKS} COMMIT;`);
  const found = database.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"];
  if (found !== "ok") throw damaged(folder, found);
  if (database.prepare(SQL.wrongSum).get()) throw damaged(folder, "records are missing");
}

/** A state that went back in time would run again what it has answered since. */
function refuseOlder(folder: string, known: number): void {
  const marked = markedCommits(join(folder, MARK_FILE));
  if (known >= marked) return;
  const state = `its ${STATE_FILE} is older than its ${MARK_FILE}: it has ${known} commits of ${marked}`;
  throw new StateError(folder, `${state}; restore a copy of the whole folder, or ${ADVICE}`);
}

const ADVICE = "move the folder away to start without it";

function damaged(folder: string, cause: unknown): StateError {
  const why = (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, " "); // may have line breaks
  return new StateError(folder, `its ${STATE_FILE} cannot be read (${why}); ${ADVICE}`, { cause });
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
