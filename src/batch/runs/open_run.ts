import { dirname, join, resolve } from "node:path";
import type { Manifest, RunRecord } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { RankedRow } from "../../run/ranked_row.ts";
import { rememberFolder } from "../../run/run_folder.ts";
import { type ThesisRow, toThesisRow } from "../../run/thesis_row.ts";
import { showsItself } from "../../text/cell_value.ts";
import { InputError } from "../../protocol/errors.ts";
import { outcomeAt } from "../ledger/ledger_rows.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { kindOf, optionProblem, type OptionShape, TEXT } from "../../text/options.ts";
import { checkContent, commitsIn, refuseOlder } from "./check_ledger.ts";
import { surveyRun } from "./survey_run.ts";
import { firstHeld, LATEST_FILE, MANIFEST_FILE, readJson, RUNS_FOLDER } from "./run_files.ts";
import { inTurns, timeSlices } from "../../pace/yielding.ts";

/** A run and its rows. */
export interface OpenedRun {
  /** Absolute path. */
  readonly folder: string;
  /** The manifest, as it was last written. */
  readonly manifest: Manifest;
  /** One for each data row, in input order, with the whole answer. */
  readonly outcomes: readonly Outcome[];
  /** One for each data row, in input order, as people read it. */
  readonly rows: readonly ThesisRow[];
}

/** How a run is opened. */
export interface OpenRunOptions {
  /** Where relative paths start. Default: the current folder. */
  readonly base?: string | undefined;
}

const OPEN_RUN_OPTIONS = { base: TEXT } satisfies Readonly<Record<keyof OpenRunOptions, OptionShape>>;

/**
 * Reads a run, finished or not.
 * @param run Its folder, or `latest` for the last finished one under `runs/`.
 * @param options Where relative paths start.
 * @returns Its manifest and its current rows.
 * @throws {InputError} when there is no run, or an option is unknown or of another kind.
 */
export async function openRun(run: string, options: OpenRunOptions = {}): Promise<OpenedRun> {
  if (typeof run !== "string") {
    throw new InputError(`Cannot open a run: give its folder, or latest, not ${kindOf(run)}`);
  }
  const problem = optionProblem(options, OPEN_RUN_OPTIONS);
  if (problem !== undefined) throw new InputError(`Cannot open a run: ${problem.state}`, { options: problem.options });
  const folder = folderOf(run, options.base);
  const manifest = readManifest(folder);
  const outcomes: Outcome[] = [];
  const rows: ThesisRow[] = [];
  for await (const { ranked, select } of readRanked(folder)) {
    outcomes.push(rememberFolder(showsItself(ranked.outcome), folder));
    rows.push(toThesisRow(ranked, select));
  }
  return showsItself({ folder, manifest, outcomes: showsItself(outcomes), rows: showsItself(rows) });
}

/**
 * The rows of a run as people read them, in input order; of its answers, no more than these is in memory at once.
 * @param folder The run's folder.
 * @param keep What is kept of a row. Default: all.
 */
export async function readThesisRows(
  folder: string,
  keep: (row: ThesisRow) => ThesisRow = (row) => row,
): Promise<readonly ThesisRow[]> {
  const rows: ThesisRow[] = [];
  for await (const { ranked, select } of readRanked(folder)) rows.push(keep(toThesisRow(ranked, select)));
  return rows;
}

/** The rows of a run as people read them, in input order, one after the other. */
export async function* eachThesisRow(folder: string): AsyncGenerator<ThesisRow, void, undefined> {
  for await (const { ranked, select } of readRanked(folder)) yield toThesisRow(ranked, select);
}

/** A row, and the selected columns of its run. */
interface Ranked extends Pick<RunRecord, "select"> {
  readonly ranked: RankedRow;
}

/** The rows of a run, one after the other. */
async function* readRanked(folder: string): AsyncGenerator<Ranked, void, undefined> {
  using reader = readLedger(folder);
  await checkContent(reader, folder);
  const select = reader.record()?.select;
  const others = await surveyRun(reader, timeSlices());
  for await (const page of inTurns(reader.keptRows(), timeSlices(), { every: 1 })) {
    for (const values of page) yield { ranked: others.rank(outcomeAt(values)), select };
  }
}

/**
 * Resolves the name of a run.
 * @param run A path, or `latest` for the last finished run under `runs/`.
 * @param base Where relative paths start.
 * @returns Its folder.
 * @throws {InputError} when `latest` names no run.
 */
export function folderOf(run: string, base = "."): string {
  if (run !== "latest") return resolve(base, run);
  const path = resolve(base, RUNS_FOLDER, LATEST_FILE);
  const latest = readJson<{ readonly folder: string }>(path);
  if (latest === undefined) throw noRun(run, path);
  return join(dirname(path), latest.folder);
}

/**
 * The manifest of a run, as it was last written.
 * @throws {InputError} when it is missing.
 */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST_FILE);
  const manifest = readJson<Manifest>(path);
  if (manifest === undefined) throw noRun(folder, path);
  return manifest;
}

/**
 * A snapshot of the ledger of a run; the caller closes it.
 * @throws {InputError} when it is missing, or it cannot be read.
 */
export function readLedger(folder: string): LedgerReader {
  const path = join(folder, LEDGER_FILE);
  if (firstHeld(folder, [LEDGER_FILE]) === undefined) throw noRun(folder, path);
  const commits = commitsIn(folder);
  let reader: LedgerReader;
  try {
    reader = new LedgerReader(path);
  } catch (cause) {
    throw noRun(folder, path, { cause });
  }
  refuseOlder(folder, { known: reader.chain()?.commits ?? 0, commits });
  return reader;
}

/**
 * The rows of a run in input order, from a snapshot.
 * @param folder The run's folder.
 */
export function* readOutcomes(folder: string): Generator<Outcome, void, undefined> {
  using reader = readLedger(folder);
  yield* reader.outcomes();
}

function noRun(run: string, path: string, options?: ErrorOptions): InputError {
  const cure = "give the folder of a run, or latest for the last finished one under runs/";
  return new InputError(`Cannot open the run ${run}: there is no readable ${path}; ${cure}`, options);
}
