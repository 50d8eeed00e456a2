import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { StatusCounts } from "../../run/counts.ts";
import type { RunRecord } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import { answerChars, type LedgerRecord, type ListAnswer, outcomeAt, statusOf, toListAnswer } from "./ledger_rows.ts";
import { noteName } from "./ledger_database.ts";
import { AT, readsOf, type RequestState, SQL } from "./ledger_schema.ts";
import { CHAIN, HAS_CHAIN, sealPagesOf } from "./ledger_chain.ts";
import {
  explainLedger,
  openToRead,
  prepareValues,
  readRecord,
  refuseOtherVersion,
  type Values,
} from "./open_database.ts";

/** Number of rows by state. */
export interface RowCounts {
  readonly rows: number;
  readonly statuses: StatusCounts;
}

/** By indexes alone: the table itself may hold a million answers. */
const REPEATS_BY_STATE = "SELECT q.state, count(*) AS n FROM rows r INDEXED BY repeats_by_request " +
  "JOIN requests q ON q.id = r.request WHERE r.is_repeat = 1 GROUP BY q.state";

/** So many bytes are rendered in about 5 ms; a row counts some bytes beside its answer. */
const TURN_BYTES = 100_000;
const ROW_BYTES = 400;
const MAX_TURN_ROWS = 512;
/** Before the size of the answers is known. */
export const FIRST_PAGE_ROWS = 32;

/** A snapshot of the ledger of a run; later writes are not visible. */
export class LedgerReader implements Disposable {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #explain: (error: unknown) => unknown;
  readonly #statements = new Map<string, StatementSync>();

  /** @param path Path of an existing ledger. */
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

  /** Absent until the whole plan is written. */
  record(): RunRecord | undefined {
    return this.#try(() => readRecord(this.#database, this.#path));
  }

  /** Its commits and the sum of its seals, as it knows them; absent in a ledger of an earlier version. */
  chain(): { readonly commits: number; readonly digest: number } | undefined {
    const [chain] = this.all(HAS_CHAIN).length === 0 ? [] : this.all(CHAIN);
    return chain && { commits: Number(chain["commits"]), digest: Number(chain["digest"]) };
  }

  /** Sums of the seals of its records, as they are; together the digest. Each takes a turn of the event loop. */
  *digests(): Generator<number, void, undefined> {
    for (const page of this.#try(() => sealPagesOf(this.#database))) {
      for (let after = 0; after >= 0;) {
        const { digest, last } = this.all(page, after)[0] ?? {};
        yield Number(digest);
        after = Number(last ?? -1);
      }
    }
  }

  /** A text that the run stored about itself. */
  note(name: string): string | undefined {
    const value = this.all(SQL.meta, noteName(name))[0]?.["value"];
    return typeof value === "string" ? value : undefined;
  }

  /**
   * Counts by indexes alone.
   * @throws {InputError} when another version created the ledger: its rows can be read, but its indexes differ.
   */
  rowCounts(): RowCounts {
    this.#try(() => refuseOtherVersion(this.#database, this.#path));
    const statuses = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };
    const rows = Number(this.all(SQL.rowCount)[0]?.["n"]);
    statuses.invalid = Number(this.all(SQL.invalidCount)[0]?.["n"]);
    for (const counts of [this.requestsByState(), this.#byState(REPEATS_BY_STATE)]) {
      for (const [state, count] of counts) statuses[statusOf(state)] += count;
    }
    const aboutList = this.aboutList();
    if (aboutList !== undefined) statuses[aboutList.status]--; // no row shares it
    return { rows, statuses };
  }

  /** Number of requests by state; a state without requests is absent. */
  requestsByState(): ReadonlyMap<RequestState, number> {
    return this.#byState(SQL.countByState);
  }

  /** The request about the list as a whole, if there is one. */
  aboutList(): ListAnswer | undefined {
    const [record] = this.all(SQL.aboutList);
    return record === undefined ? undefined : toListAnswer(record);
  }

  /** Every row in input order. */
  *outcomes(): Generator<Outcome, void, undefined> {
    for (const page of this.keptRows()) yield* page.map(outcomeAt);
  }

  /** The values of every row in input order, in pages that are each rendered in one turn of the event loop. */
  *keptRows(): Generator<readonly Values[], void, undefined> {
    const reads = readsOf({ hasChecks: this.all(SQL.hasChecks).length > 0 });
    const statement = this.#try(() => prepareValues(this.#database, reads.keptRows));
    for (let after = 0, size = FIRST_PAGE_ROWS;;) {
      const page = this.#try(() => statement.all(after, size));
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      after = Number(last[AT.row]);
      size = rowsInATurn(page.reduce((sum, values) => sum + answerChars(values), 0) / page.length);
    }
  }

  /** The records of a statement. */
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

/** Number of rows for one turn, by the mean size of the last answers. */
export function rowsInATurn(meanBytes: number): number {
  return Math.ceil(Math.min(MAX_TURN_ROWS, TURN_BYTES / (ROW_BYTES + meanBytes)));
}

/**
 * Counts the rows of a ledger without reading them.
 * @param path Path of an existing ledger.
 */
export function countRows(path: string): RowCounts {
  using reader = new LedgerReader(path);
  return reader.rowCounts();
}
