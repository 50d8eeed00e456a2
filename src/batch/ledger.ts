import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { RunRecord } from "../run/manifest.ts";
import type { Outcome, RowError, SavedFile } from "../run/outcome.ts";
import { GroupCommit, inTransaction } from "../disk/group_commit.ts";
import { type OpenRequest, toEarlierAnswer, toOpenRequest, toOutcome } from "./ledger_rows.ts";
import { PRAGMAS, SCHEMA, SCHEMA_VERSION, SQL } from "./ledger_schema.ts";
import { InputError } from "./input_error.ts";
import type {
  AttemptEnd,
  EarlierAnswer,
  LedgerRow,
  LedgerTally,
  RecoverOptions,
  RequestCounts,
} from "./ledger_types.ts";

/** SQLite reads a negative limit as none. */
const ALL = -1;

const LEFT_BEHIND: RowError = {
  code: "in_doubt",
  message: "The run ended while it waited for the answer",
};

/** The durable record of a run, by request. What a promise of it resolved for survives a power cut. */
export class Ledger {
  readonly #database: DatabaseSync;
  readonly #commits: GroupCommit;
  readonly #isReadOnly: boolean;
  readonly #statements = new Map<string, StatementSync>();
  readonly #notes = new Map<string, () => string>();

  /** Opens a ledger, and makes it when there is none. */
  constructor(path: string, options: { readonly readOnly?: boolean } = {}) {
    this.#isReadOnly = options.readOnly ?? false;
    this.#database = new DatabaseSync(path, { readOnly: this.#isReadOnly });
    if (!this.#isReadOnly) {
      this.#database.exec(PRAGMAS);
      if (!this.#hasTables()) this.#database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
    }
    this.#refuseOtherVersion(path);
    this.#commits = new GroupCommit(this.#database);
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    if (!this.#isReadOnly) leaveOneFile(this.#database);
    this.#database.close();
  }

  /** Absent until the plan is whole: a run that died before has not begun. */
  record(): RunRecord | undefined {
    const run = this.#hasTables() ? this.#statement(SQL.meta).get("run") : undefined;
    if (run === undefined) return undefined;
    const finishedAt = this.#statement(SQL.meta).get("finished_at")?.["value"];
    return {
      ...JSON.parse(String(run["value"])) as RunRecord,
      finishedAt: typeof finishedAt === "string" && finishedAt !== "" ? finishedAt : undefined,
    };
  }

  /**
   * Writes the whole plan in one commit, so that a run has begun with all its rows or not at all.
   * @param describe Describes the run, when every row was read.
   */
  async plan(rows: AsyncIterable<LedgerRow>, describe: () => RunRecord): Promise<RunRecord> {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      for await (const row of rows) this.#insertRow(row);
      const record = this.goOn(describe());
      this.#database.exec("COMMIT");
      return record;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** A call may show other columns of the same answers than the one before. */
  goOn(record: RunRecord): RunRecord {
    this.#run(SQL.setMeta, ["run", JSON.stringify(record)]);
    return record;
  }

  /** Settles what an earlier process left open, before anything is sent. */
  recover(options: RecoverOptions = {}): void {
    const { limit, resendInDoubt = 0, honoursKeys = false } = options;
    inTransaction(this.#database, () => {
      this.#run(SQL.setMeta, ["finished_at", ""]);
      this.#run(SQL.unskip);
      this.#run(SQL.doubt, [JSON.stringify(LEFT_BEHIND)]);
      this.#run(SQL.resend, [honoursKeys ? ALL : resendInDoubt]);
      if (limit !== undefined) this.#run(SQL.skip, [limit]);
    });
  }

  /** Opens the failed requests again, under new keys; those in doubt keep theirs, as they may have run. */
  retryFailed(newKey: (identity: string, round: number) => string): void {
    const failed = this.#statement(SQL.toRetry).all();
    inTransaction(this.#database, () => {
      failed.forEach(({ id = null, state, identity, round }) => {
        const next = Number(round) + 1;
        if (state === "partial") this.#run(SQL.fetchAgain, [id]);
        else if (state === "failed") this.#run(SQL.retry, [next, newKey(String(identity), next), id]);
      });
      this.#run(SQL.resend, [failed.length]);
    });
  }

  /** How many requests wait for work, counting skipped ones up to this row. */
  openCount(limit = Number.MAX_SAFE_INTEGER): number {
    return Number(this.#statement(SQL.openCount).get(limit)?.["n"] ?? 0);
  }

  /** Answers whose files have to be fetched, then what waits to be asked; one that changes meanwhile is not met twice. */
  *openRequests(): Generator<OpenRequest, void, undefined> {
    for (const state of ["answered", "planned"]) {
      for (let after = 0;;) {
        const page = this.#statement(SQL.nextOpen).all(state, after);
        for (const record of page) yield toOpenRequest(record);
        const last = page.at(-1);
        if (last === undefined) break;
        after = Number(last["id"]);
      }
    }
  }

  /** Resolves before the first byte may leave. */
  intent(id: number, startedAt: string): Promise<void> {
    return this.#write(SQL.intent, [startedAt, id]);
  }

  /** Keeps the answer; its files come next, or it is done at once, which spares a commit. */
  answered(id: number, answer: {
    readonly state: "answered" | "done";
    readonly result: ReasoningResult;
    readonly seconds: number;
  }): Promise<void> {
    return this.#write(SQL.answered, [answer.state, JSON.stringify(answer.result), answer.seconds, id]);
  }

  /** With an error the request is partial. */
  saved(id: number, files: { readonly files: readonly SavedFile[]; readonly error?: RowError }): Promise<void> {
    const error = files.error === undefined ? null : JSON.stringify(files.error);
    return this.#write(SQL.saved, [error === null ? "done" : "partial", JSON.stringify(files.files), error, id]);
  }

  /** Ends an attempt without a thesis; `planned` when the request is asked again. */
  ended(id: number, end: AttemptEnd): Promise<void> {
    const { state, error, seconds, strikes, isBillable } = end;
    return this.#write(SQL.ended, [state, JSON.stringify(error), seconds, strikes, isBillable ? 0 : 1, id]);
  }

  /** Undoes an intent that was given up before anything was sent. */
  takeBack(id: number): Promise<void> {
    return this.#write(SQL.takeBack, [id]);
  }

  /** What a run holds, with rows up to a limit open. */
  tally(limit?: number): LedgerTally {
    const one = (sql: string, ...values: SQLInputValue[]) => Number(this.#statement(sql).get(...values)?.["n"] ?? 0);
    return {
      rows: one(SQL.rowCount),
      invalid: one(SQL.invalidCount),
      requests: this.requestCounts().all,
      inDoubt: one(SQL.inDoubtCount),
      open: one(SQL.openUpTo, limit ?? Number.MAX_SAFE_INTEGER),
    };
  }

  /** How many requests there are, by an index alone. */
  requestCounts(): RequestCounts {
    const counts = { all: 0, settled: 0, failed: 0 };
    for (const { state, n } of this.#statement(SQL.countByState).all()) {
      const count = Number(n);
      counts.all += count;
      if (state === "failed") counts.failed += count;
      if (state !== "planned" && state !== "skipped" && state !== "intent") counts.settled += count;
    }
    return counts;
  }

  /**
   * Takes answers that another run has to requests that wait here.
   * @param from The other run's ledger and identifier, and the oldest time of asking that is good enough.
   * @param keep Brings an answer's files over; nothing when it cannot be taken.
   */
  async reuse(
    from: { readonly path: string; readonly runId: string; readonly since: Date },
    keep: (answer: EarlierAnswer) => Promise<readonly SavedFile[] | undefined>,
  ): Promise<void> {
    this.#run(SQL.attach, [from.path]);
    try {
      const since = from.since.toISOString();
      for (let after = 0;;) {
        const page = this.#statement(SQL.sameAnswers).all(since, after).map(toEarlierAnswer);
        const kept = await Promise.all(page.map(async (answer) => ({ answer, files: await keep(answer) })));
        inTransaction(this.#database, () => {
          for (const { answer: { id, result, startedAt, seconds }, files } of kept) {
            if (files === undefined) continue;
            this.#run(SQL.reuse, [JSON.stringify(result), JSON.stringify(files), startedAt, seconds, from.runId, id]);
          }
        });
        const last = page.at(-1);
        if (last === undefined) return;
        after = last.id;
      }
    } finally {
      this.#statements.delete(SQL.sameAnswers);
      this.#run(SQL.detach);
    }
  }

  /** What waits is skipped, because the run stops before it. */
  skipOpen(): void {
    this.#run(SQL.skip, [0]);
  }

  /** A text that the run keeps about itself, like the state of its limits. */
  note(name: string): string | undefined {
    const value = this.#statement(SQL.meta).get(`note_${name}`)?.["value"];
    return typeof value === "string" ? value : undefined;
  }

  /**
   * Keeps a text with the next write, so that it costs no commit of its own; made when it is written.
   * @param read Gives the text.
   */
  keepNote(name: string, read: () => string): void {
    this.#notes.set(name, read);
  }

  /** Every row in input order; read in pages, so that writes may come between. */
  *outcomes(): Generator<Outcome, void, undefined> {
    let after = 0;
    for (;;) {
      const page = this.#statement(SQL.outcomesAfter).all(after);
      for (const record of page) yield toOutcome(record);
      const last = page.at(-1);
      if (last === undefined) return;
      after = Number(last["row"]);
    }
  }

  /** The rows that share a request. */
  outcomesOf(id: number): Outcome[] {
    return this.#statement(SQL.outcomesOf).all(id).map(toOutcome);
  }

  finish(finishedAt: string): Promise<void> {
    return this.#write(SQL.setMeta, ["finished_at", finishedAt]);
  }

  #insertRow({ input, ask, identity, idempotencyKey }: LedgerRow): void {
    const { row, line, ticker, company, cells } = input;
    const request = "request" in ask ? this.#requestId(ask.request, { identity, idempotencyKey, row }) : null;
    const problem = "problem" in ask ? JSON.stringify(ask.problem) : null;
    this.#run(SQL.insertRow, [row, line, ticker, company ?? null, JSON.stringify(cells), problem, request]);
  }

  #requestId(body: unknown, { identity, idempotencyKey, row }: {
    readonly identity: string;
    readonly idempotencyKey: string;
    readonly row: number;
  }): number {
    this.#run(SQL.insertRequest, [identity, JSON.stringify(body), row, idempotencyKey]);
    return Number(this.#statement(SQL.requestId).get(identity)?.["id"]);
  }

  #write(sql: string, values: readonly SQLInputValue[]): Promise<void> {
    return this.#commits.run(() => {
      this.#writeNotes();
      this.#run(sql, values);
    });
  }

  #writeNotes(): void {
    if (this.#notes.size === 0) return;
    for (const [name, read] of this.#notes) this.#run(SQL.setMeta, [`note_${name}`, read()]);
    this.#notes.clear();
  }

  #run(sql: string, values: readonly SQLInputValue[] = []): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #refuseOtherVersion(path: string): void {
    const version = this.#database.prepare("PRAGMA user_version").get()?.["user_version"];
    if (!this.#hasTables() || version === SCHEMA_VERSION) return;
    this.#database.close();
    throw new InputError(
      `Cannot read ${path}: it is of ledger version ${version}, and this Conviction knows ${SCHEMA_VERSION}; ` +
        "choose another folder",
    );
  }

  #hasTables(): boolean {
    return this.#database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
  }
}

/** Who only reads a ledger in WAL mode leaves two more files behind; while somebody reads, it stays as it is. */
function leaveOneFile(database: DatabaseSync): void {
  try {
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE;");
  } catch {
    // Only tidiness is lost.
  }
}
