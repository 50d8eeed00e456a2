import type { DurableWrites, Grant } from "../../src/batch/ledger/durable_writes.ts";
import { HONOURS_KEYS_NOTE } from "../../src/batch/ledger/ledger_schema.ts";
import type { AttemptEnd } from "../../src/batch/ledger/ledger_types.ts";
import { SharedLedger } from "../../src/batch/ledger/shared_ledger.ts";
import { readFailure } from "../../src/batch/send/failure.ts";
import type { RetryBudget } from "../../src/batch/send/spending.ts";
import { DiskError } from "../../src/disk/disk_error.ts";
import type { Clock } from "../../src/pace/clock.ts";
import type { SavedFile } from "../../src/run/outcome.ts";
import { pauseAll, takeStarts } from "./allowance.ts";
import type { FleetRun } from "./fleet_run.ts";
import type { Query, ShardName, Sql } from "./ports.ts";
import type { TakenShard } from "./take_shard.ts";

/** A request that would leave so long after its grant waits for a new one: the rate may have gone on without it. */
const STALE_GRANT_MS = 200;

type PutFiles = (files: readonly SavedFile[]) => Promise<void>;
type SavedAnswer = Parameters<DurableWrites["saved"]>[1];

/** One write of one request; absolute values, so that it can be repeated after a commit whose reply was lost. */
interface Write {
  readonly kind: "intent" | "answered" | "saved" | "ended" | "rollBack";
  readonly id: number;
  /** `attempts` of the request while it is under way. */
  readonly attempts: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly resolve: (granted: Granted) => void;
  readonly reject: (error: unknown) => void;
}

/** What a write came to, and from when on an intent may have been granted, by the clock of this host. */
interface Granted {
  readonly grant: Grant;
  readonly atMs: number;
}

/** Where the rows of a write go, and which states it may change; the rest of each is a set of columns. */
const RULES: Readonly<Record<Write["kind"], { readonly set: string; readonly from: string }>> = {
  intent: {
    set: "state = 'intent', attempts = v.attempts, billable = v.billable, started_at = v.started_at, seconds = NULL, " +
      "fence = $4",
    from: "q.state = 'planned'",
  },
  // An answer that came is true, whoever brings it.
  answered: {
    set: "state = v.state, result = v.result, seconds = v.seconds, started_at = v.started_at, " +
      "attempts = greatest(q.attempts, v.attempts), error = NULL, strikes = 0",
    from: "q.state IN ('intent', 'in_doubt', 'planned') AND $4::bigint IS NOT NULL",
  },
  saved: {
    set: "state = v.state, files = v.files, error = v.error, kept_by = $4::bigint",
    from: "q.state = 'answered'",
  },
  ended: {
    set: "state = v.state, error = v.error, seconds = v.seconds, strikes = v.strikes, billable = v.billable, " +
      "retries = q.retries + v.retries",
    from: "q.state = 'intent' AND q.fence = $4 AND q.attempts = v.attempts",
  },
  rollBack: {
    set: "state = 'planned', attempts = q.attempts - 1, billable = q.billable - 1",
    from: "q.state = 'intent' AND q.fence = $4 AND q.attempts = v.attempts",
  },
};
const BEFORE_INTENTS = ["answered", "saved", "ended", "rollBack"] as const;

/** Changes rows of the shard as a kind of write does. @returns What was changed just now, not by an earlier try. */
function statementOf(kind: Write["kind"]): string {
  const { set, from } = RULES[kind];
  return `UPDATE conviction_fleet.requests q SET ${set}, changed = nextval('conviction_fleet.changes') ` +
    "FROM json_populate_recordset(NULL::conviction_fleet.requests, $3) v " +
    `WHERE q.run_id = $1 AND q.shard = $2 AND q.id = v.id AND ${from} RETURNING q.id, q.billable`;
}

/** The ledger of one shard in the memory of a worker; what must survive is in the database first. */
export class ShardLedger extends SharedLedger {
  readonly #sql: Sql;
  readonly #run: FleetRun;
  readonly #name: ShardName;
  readonly #fence: string;
  readonly #clock: Clock;
  readonly #putFiles: PutFiles;
  readonly #onEnd: () => void;
  /** Of the requests that this worker has sent: the ledger in memory learns of a write after the database. */
  readonly #counted = new Map<number, ReturnType<SharedLedger["countedOf"]>>();
  #writes: Write[] = [];
  #isWriting = false;
  #honoursKeys: boolean;
  #isLost = false;
  #retries: number;

  /**
   * @param options `putFiles` puts the files of a row where the other hosts find them; `onEnd` is called when the end of
   * an attempt is on record.
   */
  constructor(
    sql: Sql,
    { run, name, taken, clock, putFiles = () => Promise.resolve(), onEnd = () => {} }: {
      readonly run: FleetRun;
      readonly name: ShardName;
      readonly taken: TakenShard;
      readonly clock: Clock;
      readonly putFiles?: PutFiles | undefined;
      readonly onEnd?: (() => void) | undefined;
    },
  ) {
    super(":memory:");
    this.#sql = sql;
    this.#run = run;
    this.#name = name;
    this.#fence = taken.fence;
    this.#clock = clock;
    this.#putFiles = putFiles;
    this.#onEnd = onEnd;
    this.#honoursKeys = run.honoursKeys;
    this.#retries = run.retries;
    this.load(taken.open);
  }

  /** Whether the shard is somebody else's, or was changed by somebody else. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The budget of further attempts that the run has over all hosts, as of the last start. */
  get retryBudget(): RetryBudget {
    return { requests: this.#run.requests, made: this.#retries };
  }

  override async intent(id: number, startedAt: string): Promise<Grant> {
    const { attempts, billable } = this.countedOf(id);
    const counted = { attempts: attempts + 1, billable: billable + 1, startedAt };
    const values = { billable: counted.billable, started_at: startedAt };
    const { grant, atMs } = await this.#write("intent", { id, attempts: counted.attempts, values });
    if (grant !== "granted") return grant;
    this.#counted.set(id, counted);
    await super.intent(id, startedAt);
    // Last of all: a busy host may not have run since.
    if (!this.#isStale(atMs)) return grant;
    await this.rollBack(id);
    return { waitMs: 0 };
  }

  #isStale(grantedMs: number): boolean {
    return (this.#run.limits.rate ?? []).length > 0 && this.#clock.monotonicMs() - grantedMs > STALE_GRANT_MS;
  }

  override async answered(id: number, answer: Parameters<DurableWrites["answered"]>[1]): Promise<void> {
    const { state, result, seconds } = answer;
    const { attempts, startedAt } = this.countedOf(id);
    const values = { state, result: JSON.stringify(result), seconds, started_at: startedAt };
    await this.#write("answered", { id, attempts, values });
    this.#onEnd();
    await super.answered(id, answer);
  }

  override async saved(id: number, answer: SavedAnswer): Promise<void> {
    const saved = await this.#put(answer);
    const { files, error } = saved;
    const values = {
      state: error === undefined ? "done" : "partial",
      files: JSON.stringify(files),
      error: error && JSON.stringify(error),
    };
    await this.#write("saved", { id, attempts: this.countedOf(id).attempts, values });
    await super.saved(id, saved);
  }

  override async ended(id: number, end: AttemptEnd): Promise<void> {
    const { state, error, seconds, strikes, isBillable, isRetry, pauseMs } = end;
    const counted = this.countedOf(id);
    const { attempts } = counted;
    const billable = counted.billable - (isBillable ? 0 : 1);
    // At once: the next attempt may begin before this one's end is on disk, and follows it there.
    this.#counted.set(id, { ...counted, billable });
    const values = {
      state,
      error: JSON.stringify(error),
      seconds,
      strikes,
      billable,
      retries: isRetry ? 1 : 0,
      pauseMs,
    };
    if (isRetry) this.#retries++;
    await this.#write("ended", { id, attempts, values });
    this.#onEnd();
    await super.ended(id, end);
  }

  override async rollBack(id: number): Promise<void> {
    const { attempts, billable, startedAt } = this.countedOf(id);
    await this.#write("rollBack", { id, attempts, values: {} });
    this.#counted.set(id, { attempts: attempts - 1, billable: billable - 1, startedAt });
    await super.rollBack(id);
  }

  override countedOf(id: number): ReturnType<SharedLedger["countedOf"]> {
    return this.#counted.get(id) ?? super.countedOf(id);
  }

  /** What other hosts found out counts here, too; the limits of one process do not. */
  override note(name: string): string | undefined {
    return name === HONOURS_KEYS_NOTE && this.#honoursKeys ? "yes" : undefined;
  }

  override keepNote(name: string): void {
    if (name !== HONOURS_KEYS_NOTE || this.#honoursKeys) return;
    this.#honoursKeys = true;
    const text = "UPDATE conviction_fleet.runs SET honours_keys = true WHERE run_id = $1";
    // A database that refuses it for good refuses the writes of the requests, too, which report it.
    void this.#sql.query(text, [this.#run.runId]).catch(() => {});
  }

  /** What cannot be put is missing in this row alone: the other requests under way are not given up for it. */
  async #put(answer: SavedAnswer): Promise<SavedAnswer> {
    try {
      await this.#putFiles(answer.files);
      return answer;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return { ...answer, files: [], error: readFailure(error).error };
    }
  }

  #write(kind: Write["kind"], write: Pick<Write, "id" | "attempts" | "values">): Promise<Granted> {
    const { promise, resolve, reject } = Promise.withResolvers<Granted>();
    this.#writes.push({ kind, ...write, resolve, reject });
    if (!this.#isWriting) {
      this.#isWriting = true;
      queueMicrotask(() => void this.#writeAll());
    }
    return promise;
  }

  /** All that gathered during a commit is the next one. */
  async #writeAll(): Promise<void> {
    while (this.#writes.length > 0) {
      const writes = this.#writes;
      this.#writes = [];
      try {
        const { granted, atMs } = await this.#commit(writes);
        for (const write of writes) write.resolve({ grant: granted.get(write) ?? "granted", atMs });
      } catch (error) {
        for (const write of writes) write.reject(error);
      }
    }
    this.#isWriting = false;
  }

  #commit(writes: readonly Write[]): Promise<{ readonly granted: ReadonlyMap<Write, Grant>; readonly atMs: number }> {
    return this.#sql.transact(async (query) => {
      // The lock comes first, so that nobody takes the shard in the middle; it orders this and a taker's transaction.
      const [shard] = await query(
        "SELECT fence FROM conviction_fleet.shards WHERE run_id = $1 AND shard = $2 FOR SHARE",
        [this.#name.runId, this.#name.shard],
      );
      for (const kind of BEFORE_INTENTS) await this.#apply(query, kind, writes.filter((write) => write.kind === kind));
      const intents = writes.filter(({ kind }) => kind === "intent");
      const isOurs = String(shard?.["fence"]) === this.#fence;
      return await this.#grant(query, intents, isOurs);
    });
  }

  async #grant(query: Query, intents: readonly Write[], isOurs: boolean) {
    const granted = new Map<Write, Grant>();
    const refuse = (grant: Grant, writes: readonly Write[]) => writes.forEach((write) => granted.set(write, grant));
    if (!isOurs) {
      this.#isLost ||= intents.length > 0;
      refuse("not_ours", intents);
    }
    if (!isOurs || intents.length === 0) return { granted, atMs: this.#clock.monotonicMs() };
    const { runId, shard } = this.#name;
    // Those whose commit came through although its reply did not: they have not left.
    const known = await query(
      "SELECT id, attempts FROM conviction_fleet.requests WHERE run_id = $1 AND shard = $2 AND id = ANY($3::int[]) " +
        "AND state = 'intent' AND fence = $4",
      [runId, shard, intents.map(({ id }) => id), this.#fence],
    );
    const isKnown = ({ id, attempts }: Write) => known.some((one) => one["id"] === id && one["attempts"] === attempts);
    refuse("granted", intents.filter(isKnown));
    const asking = intents.filter((write) => !isKnown(write));
    const { limits } = this.#run;
    const clock = this.#clock;
    const { count, others, retries, atMs } = await takeStarts(query, { runId, limits, wanted: asking.length, clock });
    this.#retries = Math.max(this.#retries, retries);
    const starting = asking.slice(0, count);
    refuse(others, asking.slice(count));
    const changed = new Set((await this.#change(query, "intent", starting)).map(({ id }) => id));
    // Somebody else's answer settled the others: the shard is read again.
    for (const write of starting) granted.set(write, changed.has(write.id) ? "granted" : "not_ours");
    this.#isLost ||= changed.size < starting.length;
    return { granted, atMs };
  }

  /** Writes of one kind that are no intents, and what they mean for the limits of all. */
  async #apply(query: Query, kind: Write["kind"], writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const changed = new Set((await this.#change(query, kind, writes)).map(({ id }) => id));
    const { runId } = this.#name;
    const done = writes.filter(({ id }) => changed.has(id));
    const forMs = Math.max(0, ...done.map(({ values }) => Number(values["pauseMs"] ?? 0)));
    if (forMs > 0) await pauseAll(query, { runId, forMs });
  }

  async #change(query: Query, kind: Write["kind"], writes: readonly Write[]) {
    if (writes.length === 0) return [];
    const { runId, shard } = this.#name;
    const rows = writes.map(({ id, attempts, values: { pauseMs: _, ...values } }) => ({
      id,
      attempts,
      ...values,
    }));
    return await query(statementOf(kind), [runId, shard, JSON.stringify(rows), this.#fence]);
  }
}
