import { join, resolve } from "node:path";
import { DiskError } from "../../disk/disk_error.ts";
import type { Durability, DurabilityOption } from "../../disk/durability.ts";
import { makeFolder } from "../../disk/folder.ts";
import { type FolderLock, folderUse, LockedError, lockFolder, lockInTurn } from "../../disk/folder_lock.ts";
import { InputError } from "../../protocol/errors.ts";
import { checkLedger } from "./check_ledger.ts";
import { differenceFrom, type RunDifference, type WantedQuestion } from "./run_difference.ts";
import { folderNameOf, OUTPUT_FILES, RUNS_FOLDER } from "./run_files.ts";
import { earlierRuns, exists, findRun, foldersUnder, type FoundRun } from "./runs_on_disk.ts";

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
  /** When the call was made; a run of the same fingerprint that ended later is what it asks for. */
  readonly calledAt: Date;
  readonly now: Date;
}

/** The run to work on. */
export interface ChosenRun {
  readonly folder: string;
  readonly state: "new" | "continued" | "finished";
}

/** The run to work on, and its lock; a finished one is only read. */
export interface HeldRun extends ChosenRun {
  readonly lock?: FolderLock | undefined;
}

/**
 * Selects the run of a call, makes the folder of a new one, and locks it, all in one step: calls at the same moment get
 * one run. An unfinished run of the same fingerprint (input, question, model, day, service) is resumed, whatever its
 * date; a finished one is only read, when its folder is named, or when it ended after the call was made.
 * @throws {InputError} when the named folder holds another run or foreign files, or there is no run to retry.
 * @throws {LockedError} when another process works on the run.
 * @throws {VerifyError} when its ledger is older than its other files, or was changed.
 */
export async function chooseRun(wanted: WantedRun): Promise<HeldRun> {
  const known = await existingRun(wanted); // what it refuses comes before anything is made
  if (known !== undefined) return await held(known, wanted);
  const { folder, base, inputName, now, startNew, durability } = wanted;
  if (folder !== undefined) return await beginIn(resolve(base, folder), wanted);
  const runs = join(base, RUNS_FOLDER);
  makeFolder(runs, durability);
  using _turn = await lockInTurn(runs);
  const begun = existingUnderRuns(wanted);
  if (begun !== undefined) return await held(begun, wanted);
  if (startNew !== true) refuseWhilePlanned(wanted);
  return await beginFree(join(runsFolder(base, inputName), localDate(now)), wanted);
}

/** The run with its lock, and with a ledger that can be believed. */
async function held(run: ChosenRun, { now, fingerprint }: WantedRun): Promise<HeldRun> {
  using open = new DisposableStack();
  const lock = run.state === "finished" ? undefined : lockFolder(run.folder, { now, work: fingerprint });
  open.use(lock);
  if (run.state !== "new") await checkLedger(run.folder);
  open.move();
  return { ...run, lock };
}

function beginFree(folder: string, wanted: WantedRun): Promise<HeldRun> {
  return held({ folder: makeFree(folder, wanted.durability), state: "new" }, wanted);
}

async function beginIn(folder: string, wanted: WantedRun): Promise<HeldRun> {
  const { startNew, durability } = wanted;
  if (startNew === true && findRun(folder) !== undefined) return await beginFree(folder, wanted);
  makeFolder(folder, durability);
  using open = new DisposableStack();
  const chosen = await held({ folder, state: "new" }, wanted);
  open.use(chosen.lock);
  const begun = await existingIn(folder, wanted); // by a process that has ended since
  if (begun !== undefined) await checkLedger(folder);
  if (begun?.state === "finished") return begun;
  open.move();
  return { ...chosen, ...begun };
}

/** A run has no record until its whole plan is written; the lock of its folder says what it is about. */
function refuseWhilePlanned({ base, fingerprint }: WantedRun): void {
  for (const folder of foldersUnder(base)) {
    const { isHeld, holder } = folderUse(folder, fingerprint);
    if (isHeld) throw new LockedError(folder, holder);
  }
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
  const meanwhile = equal.find(({ record }) => Date.parse(record.finishedAt ?? "") > wanted.calledAt.getTime());
  if (meanwhile !== undefined) return { folder: meanwhile.folder, state: "finished" };
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
  const keeping = isSameQuestion ? "; with reuseWithinMs it reuses the answers already paid for" : "";
  return new InputError(
    `Cannot resume ${folder}: its run differs: ${words}; ` +
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
  return earlierRuns(base, { limit, fingerprint }).filter(({ record }) => record.fingerprint === fingerprint);
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
