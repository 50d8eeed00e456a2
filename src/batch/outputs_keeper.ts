import { dirname, join } from "node:path";
import { writeAside } from "../disk/write_aside.ts";
import { addToHistory } from "./history/run_trends.ts";
import type { Manifest, RunRecord } from "../run/manifest.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { countRows } from "./ledger/ledger_reader.ts";
import { LEDGER_FILE } from "./ledger/ledger_schema.ts";
import { logBytes } from "./ledger/open_database.ts";
import type { Machine } from "./machine.ts";
import { LATEST_FILE, MANIFEST_FILE, OUTPUT_FILES, readJson, RUNS_FOLDER } from "./runs/run_files.ts";
import { SpareTurns, type Turns } from "../pace/yielding.ts";
import { markLostFiles } from "./outputs/lost_files.ts";
import { type OutputOptions, verifyOutputs, writeOutputs } from "./outputs/write_outputs.ts";

/** Shortest pause between renderings; it grows so that rendering takes at most a twentieth of the time. */
const RENDER_EVERY_MS = 60_000;
const PAUSE_FACTOR = 20;
/** The files of a list up to this length are written before its first request is sent. */
const SHORT_LIST_ROWS = 1_000;
/** The files of a longer list are first written after this time, or at the end of the run. */
const FIRST_RENDER_MS = 10_000;

/**
 * A rendering is abandoned when the log grows past this, and tried again later: opening a ledger reads its log, half a
 * second for each gigabyte, and the next writer takes a second to truncate it.
 */
const MAX_LOG_BYTES = 512 * 1024 * 1024;

/** Keeps the files of a run up to date while it is running. */
export class OutputsKeeper {
  readonly #folder: string;
  readonly #ledger: Ledger;
  readonly #record: RunRecord;
  readonly #machine: Machine;
  readonly #begun: { readonly wallMs: number; readonly monotonicMs: number };
  readonly #stop = new AbortController();
  #writing: Promise<unknown> = Promise.resolve();
  #cancel = () => {};

  constructor(folder: string, run: { readonly ledger: Ledger; readonly record: RunRecord; readonly machine: Machine }) {
    this.#folder = folder;
    this.#ledger = run.ledger;
    this.#record = run.record;
    this.#machine = run.machine;
    const { clock } = run.machine;
    this.#begun = { wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
  }

  /** Renders a short run at once and a long one while it waits for answers; then at most every minute. */
  async start(): Promise<void> {
    const isShort = countRows(this.#ledgerPath).rows <= SHORT_LIST_ROWS;
    if (isShort) await this.#write(this.#record, { isRunning: true });
    this.#schedule(isShort || this.#wasRendered() ? RENDER_EVERY_MS : FIRST_RENDER_MS);
  }

  /** Writes the final files and verifies them; a run without open rows is finished. */
  async end(limit: number | undefined): Promise<Manifest> {
    this.#cancel();
    this.#stop.abort();
    await this.#writing;
    this.#ledger.checkPlace();
    await markLostFiles(this.#ledger, this.#folder);
    const isFinished = this.#ledger.openCount(0) === 0;
    const finishedAt = isFinished ? this.#now().toISOString() : undefined;
    const manifest = await this.#write({ ...this.#record, finishedAt });
    await verifyOutputs(this.#folder, manifest.files.filter(({ path }) => OUTPUT_FILES.includes(path)));
    if (finishedAt === undefined) return manifest;
    await this.#ledger.finish(finishedAt);
    await addToHistory(this.#folder, this.#machine);
    if (limit === undefined) await this.#nameLatest(finishedAt);
    return manifest;
  }

  /** A wall clock that is set meanwhile does not change how long the run took. */
  #now(): Date {
    const { wallMs, monotonicMs } = this.#begun;
    return new Date(wallMs + this.#machine.clock.monotonicMs() - monotonicMs);
  }

  get #ledgerPath(): string {
    return join(this.#folder, LEDGER_FILE);
  }

  /** The files of an earlier process will do for the first minute. */
  #wasRendered(): boolean {
    return readJson<Manifest>(join(this.#folder, MANIFEST_FILE))?.run_id === this.#record.runId;
  }

  #write(record: RunRecord, options: Pick<OutputOptions, "isRunning" | "turns"> = {}): Promise<Manifest> {
    const { versions, durability } = this.#machine;
    return writeOutputs(this.#folder, { record, versions, durability, ...options });
  }

  #schedule(afterMs: number): void {
    this.#cancel = this.#machine.clock.schedule(afterMs, () => void (this.#writing = this.#writeMeanwhile()));
  }

  async #writeMeanwhile(): Promise<void> {
    const spare = new SpareTurns(this.#machine.clock, this.#stop.signal);
    const turns: Turns = {
      next: async () => {
        await spare.next();
        if (logBytes(this.#ledgerPath) > MAX_LOG_BYTES) throw new Error("the log of the ledger has grown too long");
      },
    };
    try {
      this.#ledger.checkPlace();
      await this.#write(this.#record, { isRunning: true, turns });
    } catch {
      // Only the last rendering must succeed; what prevents this one may be gone by then.
    }
    if (!this.#stop.signal.aborted) {
      this.#schedule(Math.max(RENDER_EVERY_MS, PAUSE_FACTOR * spare.workedMs));
    }
  }

  async #nameLatest(finishedAt: string): Promise<void> {
    const beside = dirname(this.#folder);
    const runs = dirname(beside);
    if (runs !== join(this.#machine.folder, RUNS_FOLDER)) return;
    const latest = { folder: this.#folder.slice(runs.length + 1), run_id: this.#record.runId, finished_at: finishedAt };
    const text = `${JSON.stringify(latest)}\n`;
    const { durability } = this.#machine;
    await writeAside(join(beside, LATEST_FILE), text, { durability });
    await writeAside(join(runs, LATEST_FILE), text, { durability });
  }
}
