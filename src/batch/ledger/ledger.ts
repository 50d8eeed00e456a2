import type { DurabilityOption } from "../../disk/durability.ts";
import type { RunRecord } from "../../run/manifest.ts";
import type { Asked, InputRow, ListRow, Outcome, RowError, SavedFile } from "../../run/outcome.ts";
import type { DurableWrites, Grant } from "./durable_writes.ts";
import { LedgerDatabase } from "./ledger_database.ts";
import {
  inputAt,
  type ListAnswer,
  openIdAt,
  type OpenRequest,
  outcomeAt,
  toListAnswer,
  toOpenRequest,
} from "./ledger_rows.ts";
import { AT, CHECKS_SCHEMA, readsOf, type RequestState, SQL } from "./ledger_schema.ts";
import type { AttemptEnd, EarlierAnswer, KeptReply, LedgerTally, RecoverOptions } from "./ledger_types.ts";

const PAGE_ROWS = 512;
/** To SQLite a negative limit is no limit. */
const ALL = -1;

const LEFT_BEHIND: RowError = {
  code: "in_doubt",
  message: "The run ended while it waited for the answer",
};

/** The durable record of a run, by request. A write whose promise has resolved survives a power cut. */
export class Ledger implements DurableWrites, Disposable {
  /** For what many hosts read and write of it. */
  protected readonly tables: LedgerDatabase;
  #reads: ReturnType<typeof readsOf>;

  /**
   * Opens a ledger, or creates it.
   * @throws {InputError} when another version created it.
   */
  constructor(path: string, options: DurabilityOption & { readonly readOnly?: boolean } = {}) {
    this.tables = new LedgerDatabase(path, options);
    this.#reads = readsOf({ hasChecks: this.tables.get(SQL.hasChecks) !== undefined });
  }

  [Symbol.dispose](): void {
    this.tables[Symbol.dispose]();
  }

  /** Makes room for the checks of a run that wants them; an earlier process may have made it. */
  keepChecks(): void {
    this.tables.run(CHECKS_SCHEMA);
    this.tables.keepChain();
    this.#reads = readsOf({ hasChecks: true });
  }

  /** Absent until the whole plan is written: a run that was killed before has not begun. */
  record(): RunRecord | undefined {
    return this.tables.record();
  }

  /**
   * Writes the whole plan in one commit, so that a run begins with all its rows or not at all.
   * @param rows Rows of equal identity share one request.
   * @param describe Describes the run after the last row, with the request about the list as a whole, if there is one.
   */
  async plan(
    rows: AsyncIterable<ListRow>,
    describe: () => { readonly record: RunRecord; readonly aboutList?: Asked | undefined },
  ): Promise<RunRecord> {
    return await this.tables.transactSlowly(async () => {
      for await (const row of rows) this.#insertRow(row);
      const { record, aboutList } = describe();
      if (aboutList !== undefined) this.#insertRequest(aboutList, Number(this.tables.get(SQL.rowCount)?.["n"]));
      this.setRecord(record);
      this.tables.beginChain();
      return record;
    });
  }

  /** Replaces the record: each call of a screen may select other columns. */
  setRecord(record: RunRecord): RunRecord {
    this.tables.run(SQL.setMeta, "run", JSON.stringify(record));
    return record;
  }

  /** Settles what an earlier process left open, before anything is sent. */
  recover(options: RecoverOptions = {}): void {
    const { limit, resendInDoubt = 0, isIdempotent = false } = options;
    this.tables.transact(() => {
      this.tables.run(SQL.setMeta, "finished_at", "");
      this.tables.run(SQL.unskip);
      this.tables.run(SQL.doubt, JSON.stringify(LEFT_BEHIND));
      this.tables.run(SQL.resend, isIdempotent ? ALL : resendInDoubt);
      if (limit !== undefined) this.tables.run(SQL.skip, limit);
    });
  }

  /**
   * Reopens the failed requests with new keys; those in doubt keep theirs, because they may have run. A partial one
   * downloads its files again, or is asked again when the service itself could not make something.
   */
  retryFailed(newKey: (identity: string, round: number) => string): void {
    const failed = this.tables.all(SQL.toRetry);
    this.tables.transact(() => {
      failed.forEach(({ id = null, state, identity, round, is_incomplete }) => {
        if (state === "in_doubt") return;
        const next = Number(round) + 1;
        const again = state === "failed" ? SQL.retry : SQL.askAgain;
        if (state === "partial" && is_incomplete !== 1) this.tables.run(SQL.fetchAgain, id);
        else this.tables.run(again, next, newKey(String(identity), next), id);
      });
      this.tables.run(SQL.resend, failed.length);
    });
  }

  /** Number of open requests, with skipped ones up to this row. */
  openCount(limit = Number.MAX_SAFE_INTEGER): number {
    return Number(this.tables.get(SQL.openCount, limit)?.["n"] ?? 0);
  }

  /** Answers whose files are missing, then planned requests; one that changes meanwhile is not repeated. */
  *openRequests(): Generator<OpenRequest, void, undefined> {
    for (const state of ["answered", "planned"]) {
      for (let after = 0;;) {
        const page = this.tables.allValues(this.#reads.nextOpen, state, after);
        for (const values of page) yield toOpenRequest(values);
        const last = page.at(-1);
        if (last === undefined) break;
        after = openIdAt(last);
      }
    }
  }

  /** Ids of the requests in doubt. */
  inDoubt(): readonly number[] {
    return this.tables.all(SQL.inDoubtIds).map(({ id }) => Number(id));
  }

  /** Those of the requests that are still in doubt. */
  *inDoubtRequests(ids: readonly number[]): Generator<OpenRequest, void, undefined> {
    for (const id of ids) {
      const [values] = this.tables.allValues(this.#reads.nextOpen, "in_doubt", id - 1);
      if (values !== undefined && openIdAt(values) === id) yield toOpenRequest(values);
    }
  }

  /** The replies of failed requests that were no thesis when they came. */
  *keptReplies(): Generator<KeptReply, void, undefined> {
    for (let after = 0;;) {
      const kept = this.tables.get(SQL.keptReply, after);
      if (kept === undefined) return;
      after = Number(kept["id"]);
      yield { id: after, body: String(kept["body"]), seconds: Number(kept["seconds"]) };
    }
  }

  /** Throws a `DiskError` when its file was deleted, moved or replaced, so that an intent would be no record. */
  checkPlace(): void {
    this.tables.checkPlace();
  }

  /** Always granted: the limits of one process are its own. */
  intent(id: number, startedAt: string): Promise<Grant> {
    return this.tables.write(SQL.intent, startedAt, id).then(() => "granted");
  }

  answered(id: number, { state, result, seconds }: Parameters<DurableWrites["answered"]>[1]): Promise<void> {
    return this.tables.write(SQL.answered, state, JSON.stringify(result), seconds, id);
  }

  saved(id: number, { files, error, check }: Parameters<DurableWrites["saved"]>[1]): Promise<void> {
    const state = error === undefined ? "done" : "partial";
    // Writes of one turn are one commit, with one promise.
    if (check !== undefined) void this.tables.write(SQL.setCheck, id, JSON.stringify(check));
    return this.tables.write(SQL.saved, state, JSON.stringify(files), error ? JSON.stringify(error) : null, id);
  }

  /** Notes that files of an answer are lost. */
  lost(id: number, { kept, error }: { readonly kept: readonly SavedFile[]; readonly error: RowError }): Promise<void> {
    return this.tables.write(SQL.lost, JSON.stringify(kept), JSON.stringify(error), id);
  }

  ended(id: number, end: AttemptEnd): Promise<void> {
    const { state, error, seconds, strikes, isBillable } = end;
    return this.tables.write(SQL.ended, state, JSON.stringify(error), seconds, strikes, isBillable ? 0 : 1, id);
  }

  rollBack(id: number): Promise<void> {
    return this.tables.write(SQL.rollBack, id);
  }

  /** Totals of the run; requests up to `limit` count as open. */
  tally(limit?: number): LedgerTally {
    const one = (sql: string, ...values: readonly number[]) => Number(this.tables.get(sql, ...values)?.["n"] ?? 0);
    return {
      rows: one(SQL.rowCount),
      invalid: one(SQL.invalidCount),
      requests: one(SQL.requestCount),
      inDoubt: one(SQL.inDoubtCount),
      open: one(SQL.openUpTo, limit ?? Number.MAX_SAFE_INTEGER),
    };
  }

  /** The request about the list as a whole, if there is one. */
  aboutList(): ListAnswer | undefined {
    const record = this.tables.get(SQL.aboutList);
    return record === undefined ? undefined : toListAnswer(record);
  }

  /** Number of requests by state, from an index alone; a state without requests is absent. */
  requestsByState(): ReadonlyMap<RequestState, number> {
    return new Map(this.tables.all(SQL.countByState).map(({ state, n }) => [state as RequestState, Number(n)]));
  }

  /** Stores answers of another run for planned requests. */
  reuse(answers: readonly EarlierAnswer[], runId: string): void {
    this.tables.transact(() => {
      for (const { id, result, files, startedAt, seconds, check } of answers) {
        this.tables.run(SQL.reuse, JSON.stringify(result), JSON.stringify(files), startedAt, seconds, runId, id);
        if (check !== undefined) this.tables.run(SQL.setCheck, id, JSON.stringify(check));
      }
    });
  }

  /** Skips the planned requests, because the run stops. */
  skipOpen(): void {
    this.tables.run(SQL.skip, 0);
  }

  /** A text that the run stores about itself, like the state of its limits. */
  note(name: string): string | undefined {
    return this.tables.note(name);
  }

  /**
   * Stores a text with the next write, so that it needs no commit of its own.
   * @param read Returns the text when it is written.
   */
  keepNote(name: string, read: () => string): void {
    this.tables.keepNote(name, read);
  }

  /** Rows in input order, from the first that is open or in doubt; read in pages, so that writes are not blocked. */
  *outcomesFromFirstOpen(): Generator<Outcome, void, undefined> {
    const first = this.tables.get(SQL.firstOpenRow)?.["first_row"];
    if (first === undefined) return;
    for (let after = Number(first) - 1;;) {
      const page = this.tables.allValues(this.#reads.keptRows, after, PAGE_ROWS);
      for (const values of page) yield outcomeAt(values);
      const last = page.at(-1);
      if (last === undefined) return;
      after = Number(last[AT.row]);
    }
  }

  /** The rows that share a request. */
  rowsOf(id: number): InputRow[] {
    return this.tables.allValues(SQL.rowsOf, id).map(inputAt);
  }

  finish(finishedAt: string): Promise<void> {
    return this.tables.write(SQL.setMeta, "finished_at", finishedAt);
  }

  #insertRow({ input, problem, asked }: ListRow): void {
    const { row, line, ticker, company, cells } = input;
    const values = [row, line, ticker, company ?? null, JSON.stringify(cells)];
    if (asked === undefined) return void this.tables.run(SQL.insertRow, ...values, JSON.stringify(problem), null, 0);
    const { changes, lastInsertRowid } = this.#insertRequest(asked, row);
    const isRepeat = changes === 0;
    const id = isRepeat ? this.tables.get(SQL.requestId, asked.identity)?.["id"] ?? null : lastInsertRowid;
    this.tables.run(SQL.insertRow, ...values, null, id, isRepeat ? 1 : 0);
  }

  #insertRequest({ identity, idempotencyKey, request }: Asked, firstRow: number) {
    return this.tables.run(SQL.insertRequest, identity, JSON.stringify(request), firstRow, idempotencyKey);
  }
}
