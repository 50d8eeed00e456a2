import { messageOf } from "../../disk/disk_error.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Durability, type DurabilityOption, synchronous } from "../../disk/durability.ts";
import { inTransaction } from "../../disk/group_commit.ts";
import type { Manifest } from "../../run/manifest.ts";
import type { RunSeries, TickerNight } from "../../run/ticker_history.ts";
import { prepareValues, type Values, type ValuesStatement } from "../ledger/open_database.ts";
import type { FinishedRun, NightRow } from "./finished_run.ts";
import { APPLICATION_ID, HISTORY_FILE, HISTORY_VERSION, PATIENCE, SCHEMA, SQL } from "./history_schema.ts";

/** A run in a history. */
export interface StoredRun extends Omit<FinishedRun, "manifest"> {
  /** Its number in this history. */
  readonly id: number;
  readonly runId: string;
  readonly startedAt: string;
}

/** What a sparkline and a streak need of a night; the ticker by its number. */
export type SignalValues = readonly [ticker: number, signal: string | null, score: number | null];

/** A history that may be used, or why it is missing. */
export interface OpenedStore {
  readonly store?: HistoryStore;
  /** Whether runs can be added. */
  readonly isWritable: boolean;
  /** Why it is not read, or not written. */
  readonly note?: string;
  /** Whether there is one that cannot be read: what it knows of removed runs is not at hand. */
  readonly isLost?: boolean;
}

/**
 * Opens the history of a list.
 * @param options `mayCreate`: whether a missing one is made; and whether what is written waits for the disk.
 * @returns No store if absent, or it cannot be read; it is never removed, because it may hold runs whose
 * folders are gone.
 */
export function openStore(
  folder: string,
  { mayCreate, durability }: DurabilityOption & { readonly mayCreate: boolean },
): OpenedStore {
  const path = join(folder, HISTORY_FILE);
  const isThere = existsSync(path);
  if (!isThere && !mayCreate) return { isWritable: true };
  try {
    return { store: new HistoryStore(openDatabase(path, durability)), isWritable: true };
  } catch (cause) {
    const isLost = isUnusable(cause);
    const note = `it cannot be ${isLost ? "read" : "written"}: ${messageOf(cause)}`;
    if (!isThere || isLost) return { isWritable: false, note, isLost };
    return openToRead(path, note);
  }
}

/** A history in memory, of runs that cannot be written into that of the list. */
export function storeInMemory(): HistoryStore {
  return new HistoryStore(openDatabase(":memory:"));
}

/** The finished runs of a list and what they said, by run and ticker. */
export class HistoryStore implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #valuesStatements = new Map<string, ValuesStatement>();

  /** @param database Opened, with the tables of a history. */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    this.#valuesStatements.clear();
    this.#database.close();
  }

  /** When each run that is known was finished, and the name of its folder then. */
  known(): ReadonlyMap<string, { readonly finishedAt: string; readonly folder: string }> {
    return new Map(
      this.#all(SQL.known).map(([id, finishedAt, folder]) =>
        [String(id), { finishedAt: String(finishedAt), folder: String(folder) }] as const
      ),
    );
  }

  /** Writes a run, or replaces it, in one transaction. */
  remember(run: FinishedRun, rows: readonly NightRow[]): void {
    const { folder, series, night, finishedAt, manifest } = run;
    inTransaction(this.#database, () => {
      this.#run(SQL.dropNights, manifest.run_id);
      const times = [night, manifest.started_at, finishedAt];
      const described = [manifest.run_id, folder, JSON.stringify(series), ...times, JSON.stringify(manifest)];
      const id = this.#idOf(SQL.putRun, ...described);
      const terms = new Map<string, number>();
      for (const row of rows) {
        const text = termsText(row);
        const known = terms.getOrInsertComputed(text, () => this.#idOf(SQL.putTerms, text));
        this.#run(SQL.putNight, id, this.#idOf(SQL.putTicker, row.ticker), ...valuesOf(row, { night, terms: known }));
      }
    });
  }

  /** Notes that the folder of a run has another name now. */
  rename(runId: string, folder: string): void {
    this.#run(SQL.renameRun, folder, runId);
  }

  /** In the order in which they were first written. */
  runs(): StoredRun[] {
    return this.#all(SQL.runs).map(([id, runId, folder, series, night, startedAt, finishedAt]) => ({
      id: Number(id),
      runId: String(runId),
      folder: String(folder),
      night: String(night),
      startedAt: String(startedAt),
      finishedAt: String(finishedAt),
      series: JSON.parse(String(series)) as RunSeries,
    }));
  }

  /** The manifest of a run, without files. */
  manifestOf({ id }: StoredRun): Manifest {
    return JSON.parse(String(this.#all(SQL.manifest, id)[0]?.[0])) as Manifest;
  }

  /** Every ticker by its number. */
  tickers(): ReadonlyMap<number, string> {
    return new Map(this.#all(SQL.tickers).map(([id, ticker]) => [Number(id), String(ticker)] as const));
  }

  /** Every night of a ticker, with the number of its run; in order of runs and rows. */
  nightsOf(
    ticker: string,
    runs: ReadonlyMap<number, StoredRun>,
  ): { readonly run: number; readonly night: TickerNight }[] {
    const terms = this.#terms();
    return this.#all(SQL.nightsOf, ticker).flatMap((values) => {
      const run = runs.get(Number(values[0]));
      return run === undefined ? [] : [{ run: run.id, night: nightAt(values, { run, terms }) }];
    });
  }

  /** Every night of a run, with its ticker, in the order of its rows. */
  nightsOfRun(run: StoredRun): { readonly ticker: string; readonly night: TickerNight }[] {
    const terms = this.#terms();
    return this.#all(SQL.nightsOfRun, run.id)
      .map(([ticker, ...values]) => ({ ticker: String(ticker), night: nightAt(values, { run, terms }) }));
  }

  /** Signals and scores of a run; of a name that its list has twice, both. */
  signalsOf({ id }: StoredRun): readonly SignalValues[] {
    return this.#all(SQL.signalsOfRun, id) as unknown as readonly SignalValues[];
  }

  #terms(): ReadonlyMap<number, string> {
    return new Map(this.#all(SQL.terms).map(([id, json]) => [Number(id), String(json)] as const));
  }

  #all(sql: string, ...values: readonly SQLInputValue[]): Values[] {
    return this.#values(sql).all(...values);
  }

  #values(sql: string): ValuesStatement {
    return this.#valuesStatements.getOrInsertComputed(sql, () => prepareValues(this.#database, sql));
  }

  #run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  #idOf(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#statement(sql).get(...values)?.["id"]);
  }

  #statement(sql: string): StatementSync {
    return this.#statements.getOrInsertComputed(sql, () => this.#database.prepare(sql));
  }
}

/** What nearly all rows of a run share. */
type Terms = Pick<TickerNight, "status" | "horizon" | "benchmark" | "frequency" | "engine">;

function termsText({ status, horizon, benchmark, frequency, engine }: NightRow): string {
  return JSON.stringify({ status, horizon, benchmark, frequency, engine } satisfies Terms);
}

function valuesOf(row: NightRow, { night, terms }: { readonly night: string; readonly terms: number }) {
  const { signal, score, confidence, probability, drawdownProbability, rank, percentile } = row;
  const askedMs = Date.parse(row.askedAt ?? "");
  const figures = [signal, score, confidence, probability, drawdownProbability, rank, percentile];
  const days = [row.asOf, row.requestedAsOf].map((day) => day === night ? "" : day);
  return [
    row.row,
    terms,
    ...[...figures, ...days].map((value) => value ?? null),
    Number.isNaN(askedMs) ? null : askedMs,
  ];
}

/** Reads the values that `valuesOf` wrote, behind the number of the run. */
function nightAt(
  [, terms, signal, score, confidence, probability, fall, rank, percentile, asOf, requested, askedMs]: Values,
  { run, terms: known }: { readonly run: StoredRun; readonly terms: ReadonlyMap<number, string> },
): TickerNight {
  const { night, startedAt, runId } = run;
  const day = (value: Values[number] | undefined) =>
    typeof value !== "string" ? undefined : value === "" ? night : value;
  return {
    night,
    ranAt: startedAt,
    runId,
    ...JSON.parse(known.get(Number(terms)) ?? "{}") as Terms,
    signal: typeof signal === "string" ? signal : undefined,
    score: numberIn(score),
    confidence: numberIn(confidence),
    probability: numberIn(probability),
    drawdownProbability: numberIn(fall),
    rank: numberIn(rank),
    percentile: numberIn(percentile),
    asOf: day(asOf),
    requestedAsOf: day(requested),
    askedAt: typeof askedMs === "number" ? new Date(askedMs).toISOString() : undefined,
  };
}

function numberIn(value: Values[number] | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** A history of a later version, or a database of another program. */
class ForeignHistory extends Error {}

function openDatabase(path: string, durability?: Durability): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec(PATIENCE);
    database.exec(synchronous("FULL", durability));
    if (isEmpty(database)) makeTables(database);
    checkVersion(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a history that cannot be written, as in a folder that is read-only. */
function openToRead(path: string, note: string): OpenedStore {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    database.exec(PATIENCE);
    checkVersion(database);
    return { store: new HistoryStore(database), isWritable: false };
  } catch {
    database?.close();
    return { isWritable: false, note, isLost: true };
  }
}

/** Another process may make the same tables at this moment: the second one finds them. */
function makeTables(database: DatabaseSync): void {
  inTransaction(database, () => {
    if (isEmpty(database)) database.exec(SCHEMA);
  });
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
}

function checkVersion(database: DatabaseSync): void {
  const value = (pragma: string) => database.prepare(`PRAGMA ${pragma}`).get()?.[pragma];
  if (value("application_id") !== APPLICATION_ID) {
    throw new ForeignHistory("it is a database of another program; move it away");
  }
  const version = value("user_version");
  if (version === HISTORY_VERSION) return;
  throw new ForeignHistory(`it has version ${version}, this Conviction reads version ${HISTORY_VERSION}`);
}

/** Whether reading it will not help either. */
function isUnusable(error: unknown): boolean {
  return error instanceof ForeignHistory || /not a database|malformed/.test(messageOf(error));
}
