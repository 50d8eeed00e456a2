import { messageOf } from "../../disk/disk_error.ts";
import { join } from "node:path";
import type { DurabilityOption } from "../../disk/durability.ts";
import { inTurns, timeSlices, type Turns } from "../../pace/yielding.ts";
import { eachThesisRow } from "../runs/open_run.ts";
import { findRuns, type RunOnDisk, type RunsProblem } from "./find_runs.ts";
import { describeFinished, keptOf, type NightRow, withPercentiles } from "./finished_run.ts";
import { HISTORY_FILE } from "./history_schema.ts";
import { type HistoryStore, openStore, type StoredRun, storeInMemory } from "./history_store.ts";

/** The runs of a list on disk, and what all finished ones said, also those whose folders are gone. */
export interface History {
  /** Runs on disk, finished or not, in the order of their folders' names. */
  readonly onDisk: readonly RunOnDisk[];
  readonly problems: readonly RunsProblem[];
  /**
   * Reads what finished runs said, from the file of the list, and from memory what cannot be written into it. The file is
   * open only meanwhile.
   */
  read<Result>(use: (parts: readonly HistoryPart[]) => Result): Result;
  /** Reads the runs that are in the file of the list. */
  readFile<Result>(use: (runs: readonly StoredRun[]) => Result): Result;
}

/** A store, and those of its runs that count, by their number in it. */
export interface HistoryPart {
  readonly store: HistoryStore;
  readonly runs: ReadonlyMap<number, StoredRun>;
}

/** How a history is opened. */
export interface HistoryOptions extends DurabilityOption {
  /** Whether finished runs that are missing are written into it. */
  readonly mayWrite: boolean;
  /** Decides when the next run is read. Default: short turns. */
  readonly turns?: Turns | undefined;
}

/**
 * Opens the history of a list, and first adds each finished run that is not in it, or was finished again since. What
 * cannot be written is read into memory.
 * @param folder The folder of the list; it exists.
 */
export async function openHistory(
  folder: string,
  { mayWrite, turns = timeSlices(), durability }: HistoryOptions,
): Promise<History> {
  const { runs: onDisk, problems } = findRuns(folder);
  const finished = onDisk.filter(isFinished);
  const mayCreate = mayWrite && finished.length > 0;
  const { store, isWritable, note, isLost } = openStore(folder, { mayCreate, durability });
  if (note !== undefined) problems.push({ name: HISTORY_FILE, message: note, isFailure: isLost });
  using file = store;
  const adder = new Adder(mayWrite && isWritable ? file : undefined);
  const known = file?.known() ?? new Map();
  for await (const run of inTurns(finished, turns, { every: 1 })) {
    const before = known.get(run.record.runId);
    if (before?.finishedAt !== run.record.finishedAt) problems.push(...await adder.add(folder, run));
    else if (before.folder !== run.name) adder.rename(run);
  }
  return {
    onDisk,
    problems,
    read: (use) => readParts(folder, { memory: adder.memory, use }),
    readFile: (use) => readParts(folder, { memory: undefined, use: ([part]) => use([...part?.runs.values() ?? []]) }),
  };
}

/** Writes a run into the history of its list again, as after an export with another version. */
export async function rememberRun(
  folder: string,
  { name, durability }: DurabilityOption & { readonly name: string },
): Promise<readonly RunsProblem[]> {
  const run = findRuns(folder).runs.filter(isFinished).find((one) => one.name === name);
  if (run === undefined) return [];
  const { store, note } = openStore(folder, { mayCreate: true, durability });
  using file = store;
  if (file === undefined) return [{ name: HISTORY_FILE, message: note ?? "it cannot be opened" }];
  return await new Adder(file).add(folder, run);
}

/** A finished run on disk. */
type FinishedOnDisk = RunOnDisk & { readonly record: { readonly finishedAt: string } };

function isFinished(run: RunOnDisk): run is FinishedOnDisk {
  return run.record.finishedAt !== undefined;
}

/** Adds runs to a file, or to memory from the first on that cannot be written. */
class Adder {
  #file: HistoryStore | undefined;
  #memory: HistoryStore | undefined;

  /** @param file Absent where it may not be written. */
  constructor(file: HistoryStore | undefined) {
    this.#file = file;
  }

  get memory(): HistoryStore | undefined {
    return this.#memory;
  }

  /** @returns Why the run could not be read, or the file not be written. */
  async add(folder: string, { name, record, manifest }: FinishedOnDisk): Promise<RunsProblem[]> {
    const kept: NightRow[] = [];
    try {
      for await (const row of eachThesisRow(join(folder, name))) {
        const one = keptOf(row);
        if (one !== undefined) kept.push(one);
      }
    } catch (error) {
      return [{ name, message: `it cannot be read: ${messageOf(error)}`, isFailure: true }];
    }
    const rows = withPercentiles(kept);
    const run = describeFinished(record, { manifest, rows, folder: name });
    const problem = this.#write((file) => file.remember(run, rows));
    if (this.#file !== undefined) return [];
    this.#memory ??= storeInMemory();
    this.#memory.remember(run, rows);
    return problem === undefined ? [] : [problem];
  }

  rename({ record, name }: FinishedOnDisk): void {
    this.#write((file) => file.rename(record.runId, name));
  }

  /** A file that fails once, as on a full disk or where another program keeps it, is not written again. */
  #write(write: (file: HistoryStore) => void): RunsProblem | undefined {
    if (this.#file === undefined) return undefined;
    try {
      write(this.#file);
      return undefined;
    } catch (error) {
      this.#file = undefined;
      return { name: HISTORY_FILE, message: `it cannot be written: ${messageOf(error)}` };
    }
  }
}

function readParts<Result>(
  folder: string,
  { memory, use }: {
    readonly memory: HistoryStore | undefined;
    readonly use: (parts: readonly HistoryPart[]) => Result;
  },
): Result {
  using file = openStore(folder, { mayCreate: false }).store;
  return use(partsOf([file, memory].filter((store) => store !== undefined)));
}

/** A run that two stores hold was finished again since the first was written: the later one counts. */
function partsOf(stores: readonly HistoryStore[]): HistoryPart[] {
  const seen = new Set<string>();
  return stores.toReversed().map((store) => {
    const runs = store.runs().filter(({ runId }) => !seen.has(runId));
    for (const { runId } of runs) seen.add(runId);
    return { store, runs: new Map(runs.map((run) => [run.id, run] as const)) };
  });
}
