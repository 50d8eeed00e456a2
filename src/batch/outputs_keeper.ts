import { dirname, join } from "node:path";
import { writeAside } from "../disk/write_aside.ts";
import type { Manifest, RunRecord } from "../run/manifest.ts";
import type { Outcome } from "../run/outcome.ts";
import type { Ledger } from "./ledger.ts";
import type { Machine } from "./machine.ts";
import { RUNS_FOLDER } from "./which_run.ts";
import { verifyOutputs, writeOutputs } from "./write_outputs.ts";

const RENDER_EVERY_MS = 60_000;
/** Names the last finished run, beside the runs of one input and beside all inputs. */
export const LATEST_FILE = "latest.json";

/** Keeps a run's files readable while it goes on. */
export class OutputsKeeper {
  readonly #folder: string;
  readonly #ledger: Ledger;
  readonly #record: RunRecord;
  readonly #machine: Machine;
  #writing: Promise<unknown> = Promise.resolve();
  #cancel = () => {};

  constructor(folder: string, run: { readonly ledger: Ledger; readonly record: RunRecord; readonly machine: Machine }) {
    this.#folder = folder;
    this.#ledger = run.ledger;
    this.#record = run.record;
    this.#machine = run.machine;
  }

  /** Writes what is known, and again every minute. */
  async start(): Promise<void> {
    await this.#write(this.#record);
    this.#schedule();
  }

  /** Writes what is known in the end, and reads it again; a run without open rows is finished. */
  async end(limit: number | undefined): Promise<Manifest> {
    this.#cancel();
    await this.#writing;
    const isFinished = this.#ledger.openCount(0) === 0;
    const finishedAt = isFinished ? this.#machine.clock.now().toISOString() : undefined;
    const manifest = await this.#write({ ...this.#record, finishedAt });
    verifyOutputs(this.#folder, manifest);
    if (finishedAt === undefined) return manifest;
    await this.#ledger.finish(finishedAt);
    if (limit === undefined) await this.#nameLatest(finishedAt);
    return manifest;
  }

  #write(record: RunRecord): Promise<Manifest> {
    const ledger = this.#ledger;
    const outcomes: Iterable<Outcome> = { [Symbol.iterator]: () => ledger.outcomes() };
    return writeOutputs(this.#folder, { record, outcomes, versions: this.#machine.versions });
  }

  #schedule(): void {
    this.#cancel = this.#machine.clock.schedule(RENDER_EVERY_MS, () => {
      // A disk that is full now may have room at the end; the writing there is the one that must succeed.
      this.#writing = this.#write(this.#record).catch(() => {}).then(() => this.#schedule());
    });
  }

  async #nameLatest(finishedAt: string): Promise<void> {
    const beside = dirname(this.#folder);
    const runs = dirname(beside);
    if (runs !== join(this.#machine.folder, RUNS_FOLDER)) return;
    const latest = { folder: this.#folder.slice(runs.length + 1), run_id: this.#record.runId, finished_at: finishedAt };
    const text = `${JSON.stringify(latest)}\n`;
    await writeAside(join(beside, LATEST_FILE), text);
    await writeAside(join(runs, LATEST_FILE), text);
  }
}
