import { dirname, join, resolve } from "node:path";
import { DiskError } from "../../disk/disk_error.ts";
import type { Durability, DurabilityOption } from "../../disk/durability.ts";
import { makeFolder } from "../../disk/folder.ts";
import type { RunRecord } from "../../run/manifest.ts";
import { InputError } from "../../protocol/errors.ts";
import { Ledger } from "../ledger/ledger.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { differenceFrom, type RunDifference, type WantedQuestion } from "./run_difference.ts";
import { folderNameOf, OUTPUT_FILES, RUNS_FOLDER } from "./run_files.ts";

/** The options that select a run. */
export interface WantedRun extends WantedQuestion, DurabilityOption {
  /** Digest of input, prompt, model, as-of and service. */
  readonly fingerprint: string;
  /** Name of the input, like `tickers.csv`. */
  readonly inputName: string;
  /** Where relative paths start. */
  readonly base: string;
  /** Folder that the user named. */
  readonly folder?: string | undefined;
  readonly startNew?: boolean | undefined;
  readonly retryFailed?: boolean | undefined;
  readonly readAgain?: boolean | undefined;
  /** Whether requests in doubt are sent again; a run with some is then not finished. */
  readonly resendsDoubts?: boolean | undefined;
  /** Rows after this number are skipped; a run that skipped only these is finished. */
  readonly limit?: number | undefined;
  readonly now: Date;
}

/** The run to work on. */
export interface ChosenRun {
  readonly folder: string;
  readonly state: "new" | "continued" | "finished";
}

/** A run on disk. */
export interface FoundRun {
  readonly folder: string;
  readonly record: RunRecord;
  readonly isFinished: boolean;
  readonly hasDoubts: boolean;
}

/**
 * Selects the run of a call, and makes the folder of a new one. An unfinished run of the same fingerprint (input,
 * question, model, day, service) is resumed, whatever its date; a finished one is only read when its folder is named.
 * @throws {InputError} when the named folder holds another run or foreign files, or there is no run to retry.
 */
export async function chooseRun(wanted: WantedRun): Promise<ChosenRun> {
  const existing = await existingRun(wanted);
  if (existing !== undefined) return existing;
  const { folder, base, inputName, now, durability } = wanted;
  if (folder === undefined) {
    return { folder: makeFree(join(runsFolder(base, inputName), localDate(now)), durability), state: "new" };
  }
  const named = resolve(base, folder);
  if (findRun(named) !== undefined) return { folder: makeFree(named, durability), state: "new" };
  makeFolder(named, durability);
  return { folder: named, state: "new" };
}

/**
 * The run that a call resumes or reads; writes nothing.
 * @returns Nothing when the call begins a new run.
 * @throws {InputError} when the named folder holds another run or foreign files, or there is no run to retry.
 */
export async function existingRun(wanted: WantedRun): Promise<ChosenRun | undefined> {
  return wanted.folder === undefined
    ? existingUnderRuns(wanted)
    : await existingIn(resolve(wanted.base, wanted.folder), wanted);
}

function existingUnderRuns(wanted: WantedRun): ChosenRun | undefined {
  const equal = wanted.startNew === true ? [] : findEqual(wanted);
  const newest = equal.find((run) => hasWork(run, wanted));
  if (newest !== undefined) return { folder: newest.folder, state: "continued" };
  if (isOfFailed(wanted)) throw nothingToRetry(wanted, `under ${join(wanted.base, RUNS_FOLDER)}`);
  return undefined;
}

async function existingIn(folder: string, wanted: WantedRun): Promise<ChosenRun | undefined> {
  const found = findRun(folder, wanted.limit);
  if (found === undefined) {
    if (isOfFailed(wanted)) throw nothingToRetry(wanted, `in ${folder}`);
    refuseForeignFiles(folder);
    return undefined;
  }
  if (wanted.startNew === true) return undefined;
  if (found.record.fingerprint !== wanted.fingerprint) {
    throw otherRun(folder, await differenceFrom(found, wanted));
  }
  return { folder, state: hasWork(found, wanted) ? "continued" : "finished" };
}

function otherRun(folder: string, difference: RunDifference | undefined): InputError {
  const { words = "another input, prompt, model, as-of day or service", isSameQuestion = false } = difference ?? {};
  const keeping = isSameQuestion ? "; with reuseWithinMs it takes over the answers that are paid" : "";
  return new InputError(
    `Cannot resume ${folder}: its run asked something else: ${words}; ` +
      `choose another folder, or start a new run with startNew${keeping}`,
    { options: ["startNew", ...isSameQuestion ? ["reuseWithinMs"] : []] },
  );
}

function hasWork({ isFinished, hasDoubts }: FoundRun, wanted: WantedRun): boolean {
  return !isFinished || isOfFailed(wanted) || (wanted.resendsDoubts === true && hasDoubts);
}

/** Whether it is about the failed rows of a run, which may be finished. */
function isOfFailed({ retryFailed, readAgain }: WantedRun): boolean {
  return retryFailed === true || readAgain === true;
}

/** Runs with the same fingerprint, the newest first. */
function findEqual({ base, fingerprint, limit }: WantedRun): FoundRun[] {
  return earlierRuns(base, limit).filter(({ record }) => record.fingerprint === fingerprint);
}

/** Every run under `runs/`, the newest first. */
export function earlierRuns(base: string, limit?: number): FoundRun[] {
  const folders = foldersIn(join(base, RUNS_FOLDER)).flatMap(foldersIn);
  return newestFirst(folders.map((folder) => ofThisVersion(() => findRun(folder, limit))));
}

/** Every run that has a folder beside this one, the newest first; other folders there are no business of ours. */
export function runsBeside(folder: string): FoundRun[] {
  const folders = quietly(() => foldersIn(dirname(folder)), []);
  return newestFirst(folders.map((one) => quietly(() => findRun(one), undefined)));
}

function newestFirst(runs: readonly (FoundRun | undefined)[]): FoundRun[] {
  return runs.filter((run) => run !== undefined)
    .toSorted((a, b) => b.record.startedAt < a.record.startedAt ? -1 : 1);
}

function quietly<T>(find: () => T, otherwise: T): T {
  try {
    return find();
  } catch {
    return otherwise;
  }
}

/** Runs of another version are skipped. */
function ofThisVersion(find: () => FoundRun | undefined): FoundRun | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** A folder whose plan was not written completely holds no run. */
function findRun(folder: string, limit?: number): FoundRun | undefined {
  const path = join(folder, LEDGER_FILE);
  if (!exists(path)) return undefined;
  using ledger = new Ledger(path, { readOnly: true });
  const record = ledger.record();
  if (record === undefined) return undefined;
  const isFinished = record.finishedAt !== undefined && ledger.openCount(limit) === 0;
  return { folder, record, isFinished, hasDoubts: ledger.inDoubt().length > 0 };
}

/** Files that no run wrote must not be overwritten. */
function refuseForeignFiles(folder: string): void {
  const taken = OUTPUT_FILES.find((name) => exists(join(folder, name)));
  if (taken !== undefined) {
    const state = `it already holds a ${taken} that no run wrote`;
    throw new InputError(`Cannot write into ${folder}: ${state}; choose another folder`);
  }
}

/** The folder, or the first of it with `-2`, `-3` and so on that does not exist; none is made. */
export function freeFolder(wanted: string): string {
  let folder = wanted;
  for (let count = 2; exists(folder); count++) folder = `${wanted}-${count}`;
  return folder;
}

/** Makes the folder, with `-2`, `-3` and so on when it exists. Two processes never get the same one. */
function makeFree(wanted: string, durability: Durability | undefined): string {
  makeFolder(join(wanted, ".."), durability);
  for (let count = 1;; count++) {
    const folder = count === 1 ? wanted : `${wanted}-${count}`;
    try {
      Deno.mkdirSync(folder);
      return folder;
    } catch (cause) {
      if (!(cause instanceof Deno.errors.AlreadyExists)) throw new DiskError("make the folder", folder, { cause });
    }
  }
}

function nothingToRetry({ inputName, retryFailed }: WantedRun, where: string): InputError {
  const act = retryFailed === true ? "retry" : "read again";
  return new InputError(`Cannot ${act} the failed rows of ${inputName}: there is no run of this question ${where}`);
}

/**
 * The folder that the runs of a list go to, when none is named.
 * @param base Where relative paths start.
 * @param inputName Name or path of the list.
 */
export function runsFolder(base: string, inputName: string): string {
  return join(base, RUNS_FOLDER, folderNameOf(inputName));
}

function localDate(now: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function foldersIn(folder: string): string[] {
  if (!exists(folder)) return [];
  return Array.from(Deno.readDirSync(folder)).filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => join(folder, name));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
