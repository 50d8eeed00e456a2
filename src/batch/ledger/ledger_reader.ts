import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { StatusCounts } from "../../run/counts.ts";
import type { RunRecord } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import { answerChars, type LedgerRecord, outcomeAt } from "./ledger_rows.ts";
import { noteName } from "./ledger_database.ts";
import { AT, type RequestState, SQL } from "./ledger_schema.ts";
import { explainLedger, openToRead, prepareValues, refuseOtherVersion, type Values } from "./open_database.ts";

/** How many rows are in which state. */
export interface RowCounts {
  readonly rows: number;
  readonly statuses: StatusCounts;
}

/** By indexes alone: the table itself holds a million answers. */
const REPEATS_BY_STATE = "SELECT q.state, count(*) AS n FROM rows r INDEXED BY repeats_by_request " +
  "JOIN requests q ON q.id = r.request WHERE r.is_repeat = 1 GROUP BY q.state";

/** Answers of so many bytes are written in about 5 ms; a row takes some of it beside its answer. */
const TURN_BYTES = 100_000;
const ROW_BYTES = 400;
const MAX_TURN_ROWS = 512;
/** As many as nobody waits for long, whatever they hold. */
export const FIRST_PAGE_ROWS = 32;

/** Reads the ledger of a run as it was when the reader was made, whatever is written meanwhile. */
export class LedgerReader implements Disposable {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #explain: (error: unknown) => unknown;
  readonly #statements = new Map<string, StatementSync>();

  /** @param path Of a ledger that is there. */
  constructor(path: string) {
    this.#path = path;
    this.#explain = explainLedger(path, "read");
    this.#database = openToRead(path);
    this.#try(() => this.#database.exec("BEGIN"));
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Absent until the plan is whole. */
  record(): RunRecord | undefined {
    if (this.all("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").length === 0) return undefined;
    const run = this.all(SQL.meta, "run")[0]?.["value"];
    const finishedAt = this.all(SQL.meta, "finished_at")[0]?.["value"];
    return run === undefined ? undefined : {
      ...JSON.parse(String(run)) as RunRecord,
      finishedAt: typeof finishedAt === "string" && finishedAt !== "" ? finishedAt : undefined,
    };
  }

  /** A text that was kept for after a restart. */
  note(name: string): string | undefined {
    const value = this.all(SQL.meta, noteName(name))[0]?.["value"];
    return typeof value === "string" ? value : undefined;
  }

  /**
   * Counts by index, without reading a row.
   * @throws {InputError} when another version made the ledger: its rows can be read, but it has other indexes.
   */
  rowCounts(): RowCounts {
    this.#try(() => refuseOtherVersion(this.#database, this.#path));
    const statuses = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };
    const rows = Number(this.all(SQL.rowCount)[0]?.["n"]);
    statuses.invalid = Number(this.all(SQL.invalidCount)[0]?.["n"]);
    for (const counts of [this.requestsByState(), this.#byState(REPEATS_BY_STATE)]) {
      for (const [state, count] of counts) statuses[statusOf(state)] += count;
    }
    return { rows, statuses };
  }

  /** How many requests are in which state; a state without one is left out. */
  requestsByState(): ReadonlyMap<RequestState, number> {
    return this.#byState(SQL.countByState);
  }

  /** Every row in input order. */
  *outcomes(): Generator<Outcome, void, undefined> {
    for (const page of this.keptRows()) yield* page.map(outcomeAt);
  }

  /** Every row in input order as it is kept, in pages that are each written in one turn, be answers short or long. */
  *keptRows(): Generator<readonly Values[], void, undefined> {
    const statement = this.#try(() => prepareValues(this.#database, SQL.keptRows));
    for (let after = 0, size = FIRST_PAGE_ROWS;;) {
      const page = this.#try(() => statement.all(after, size));
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      after = Number(last[AT.row]);
      size = rowsInATurn(page.reduce((sum, values) => sum + answerChars(values), 0) / page.length);
    }
  }

  /** What a statement gives. */
  all(sql: string, ...values: readonly SQLInputValue[]): LedgerRecord[] {
    return this.#try(() => {
      const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
      this.#statements.set(sql, statement);
      return statement.all(...values);
    });
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #byState(sql: string): Map<RequestState, number> {
    return new Map(this.all(sql).map(({ state, n }) => [String(state) as RequestState, Number(n)]));
  }
}

/** How many rows fit into a turn, by the mean size of the last answers. */
export function rowsInATurn(meanBytes: number): number {
  return Math.ceil(Math.min(MAX_TURN_ROWS, TURN_BYTES / (ROW_BYTES + meanBytes)));
}

/**
 * Counts the rows of a ledger without reading them.
 * @param path Of a ledger that is there.
 */
export function countRows(path: string): RowCounts {
  using reader = new LedgerReader(path);
  return reader.rowCounts();
}

/** What became of a row, by the state of its request. */
export function statusOf(state: RequestState): keyof StatusCounts {
  return state === "planned" || state === "intent" || state === "answered" ? "pending" : state;
}
