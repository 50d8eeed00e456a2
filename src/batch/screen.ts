import { join } from "node:path";
import { lockFolder } from "../disk/folder_lock.ts";
import { removeParts } from "../disk/write_aside.ts";
import { InputError } from "../protocol/errors.ts";
import type { RunRecord } from "../run/manifest.ts";
import type { Outcome } from "../run/outcome.ts";
import type { Screen, ScreenEvent } from "../run/progress.ts";
import { rememberFolder } from "../run/run_folder.ts";
import { showsItself } from "../text/cell_value.ts";
import { beginRequests } from "./begin_requests.ts";
import { type CheckedInput, checkInput, idempotencyKey, openLedger, sentColumnsOf, wantedRun } from "./begin_run.ts";
import { HONOURS_KEYS_NOTE, LEDGER_FILE } from "./ledger/ledger_schema.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { begun, ended, Listener } from "./listener.ts";
import { LedgerReader } from "./ledger/ledger_reader.ts";
import { type Machine, thisMachine } from "./machine.ts";
import type { ScreenInput } from "./list/open_input.ts";
import { readManifest, readOutcomes } from "./runs/open_run.ts";
import { hasLostFiles, markLostFiles } from "./outputs/lost_files.ts";
import { OutputsKeeper } from "./outputs_keeper.ts";
import type { ResearchPort, StoppableRun } from "./send/ports.ts";
import { ProgressMeter } from "./send/progress_meter.ts";
import { readAgain } from "./read_again.ts";
import { reuseAnswers } from "./reuse_answers.ts";
import { checkScreenOptions, type ScreenOptions } from "./screen_options.ts";
import { inTurns, timeSlices } from "../pace/yielding.ts";
import { chooseRun, type ChosenRun } from "./runs/which_run.ts";

/** Where a service in this process keeps its state until the run is finished. */
const SERVICE_FOLDER = ".service";

type Options = ScreenOptions & { readonly machine: Machine };

/**
 * Asks for a thesis on each row, several at once, and writes theses, files and a ledger into a folder.
 * The same call resumes a run that was stopped or killed; nothing that was answered is sent again.
 * @param input Path of a CSV, or `-` for standard input; a CSV in memory; or records with a name for each cell.
 * @param research The service, like the object that `connect()` returns.
 * @param options What to ask, how fast, what it may cost, and where it goes.
 * @returns One outcome for each data row: those known from before first, then each as it comes, those that stay open
 * last. Requests are sent from the first read on; leaving the loop gives up the requests under way.
 * @throws {InputError} when input, question, options or folder are invalid; nothing was sent.
 * @throws {LockedError} when another process works on the run.
 * @throws {DiskError} when the folder cannot be written.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 * import { screen } from "conviction/batch";
 *
 * const research = { // or connect() of "conviction"
 *   reason: () =>
 *     Promise.resolve({
 *       agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "IBM moves with the market." },
 *       key_drivers: [],
 *       risks: [],
 *     }),
 *   download: () => Promise.reject(new Error("no files here")),
 * };
 * const folder = Deno.makeTempDirSync();
 * for await (const outcome of screen([{ ticker: "IBM" }], research, { folder })) {
 *   strictEqual(outcome.status, "done");
 * }
 * ```
 */
export function screen(input: ScreenInput, research: ResearchPort, options: ScreenOptions = {}): Screen {
  const seen: { begun?: Screen["begun"]; ended?: Screen["ended"] } = {};
  const note = (event: ScreenEvent) => {
    if (event.type === "begun") seen.begun = event;
    if (event.type === "ended") seen.ended = event;
  };
  return showsItself(Object.defineProperties(screenRows(input, research, { options, note }), {
    begun: { get: () => seen.begun },
    ended: { get: () => seen.ended },
  }));
}

async function* screenRows(
  input: ScreenInput,
  research: ResearchPort,
  { options, note }: { readonly options: ScreenOptions; readonly note: (event: ScreenEvent) => void },
): AsyncGenerator<Outcome, void, undefined> {
  checkScreenOptions(options);
  if (typeof research?.reason !== "function" || typeof research.download !== "function") {
    throw new InputError("Cannot screen: the second argument must be the service, like connect() returns");
  }
  const onEvent = (event: ScreenEvent) => {
    note(event);
    options.onEvent?.(event);
  };
  const complete: Options = { ...options, onEvent, machine: options.machine ?? thisMachine() };
  const calledAt = complete.machine.startedAt ?? complete.machine.clock.now(); // reading a pipe may take long
  const checked = await checkInput(input, complete);
  await using _source = checked.source;
  const chosen = await chooseRun({ ...wantedRun(checked, complete), calledAt });
  const { folder, state } = chosen;
  if (state === "finished" && !await hasLostFiles(folder)) {
    return yield* savedIn(folder, readFinished(folder, checked, complete));
  }
  using _lock = chosen.lock ?? lockFolder(folder, { now: complete.machine.clock.now() });
  removeParts(folder);
  using run = await research.beginRun?.();
  yield* savedIn(folder, work(chosen, { checked, ...alsoStoppedBy(run, { research, options: complete }) }));
}

/** Outcomes that know where their files are, and show themselves in a cell. */
async function* savedIn(
  folder: string,
  outcomes: AsyncGenerator<Outcome, void, undefined>,
): AsyncGenerator<Outcome, void, undefined> {
  for await (const outcome of outcomes) yield rememberFolder(showsItself(outcome), folder);
}

/** What a run is made of. */
interface Work {
  readonly checked: CheckedInput;
  readonly research: ResearchPort;
  readonly options: Options;
}

async function* work({ folder, state }: ChosenRun, given: Work): AsyncGenerator<Outcome, void, undefined> {
  const { checked, research, options } = given;
  const listener = new Listener(options);
  const { ledger, record } = await openLedger(folder, checked, options);
  using _open = ledger;
  const settled = await settleEarlier(ledger, { chosen: { folder, state }, record, given });
  await research.persistTo?.(join(folder, SERVICE_FOLDER));
  using reading = new DisposableStack();
  const before = reading.use(new LedgerReader(join(folder, LEDGER_FILE)));
  const counts = before.rowCounts();
  const meter = new ProgressMeter(options.machine.clock, counts);
  const keeper = new OutputsKeeper(folder, { ledger, record, machine: options.machine });
  const requests = beginRequests(options, {
    research,
    ledger,
    meter,
    folder,
    wantsFiles: checked.plan.wantsFiles,
    verify: options.verify,
    onEvent: (event) => listener.tell(event),
    stop: listener.stop,
    signal: options.signal,
  });
  const sentColumns = sentColumnsOf(checked.plan, record);
  const notes = [...record.input.notes ?? [], ...settled];
  const showsAll = options.onlyNew !== true;
  try {
    listener.tell(begun({ folder, state: state === "new" ? "new" : "continued", sentColumns, notes }, meter));
    await keeper.start();
    requests.start();
    const doubtful = new Set<number>();
    if (showsAll && counts.statuses.pending < counts.rows) yield* settledIn(before, doubtful);
    reading.dispose(); // an open snapshot keeps the log from being truncated
    yield* requests.outcomes();
    if (requests.reason !== undefined) ledger.skipOpen();
    if (showsAll) yield* openIn(ledger, doubtful);
  } finally {
    await requests.close();
    const manifest = await keeper.end(options.limit);
    if (manifest.state === "finished") await research.discard?.();
    listener.tell(ended({ folder, manifest, stopped: requests.reason, notes: notesAfter(research, meter) }, meter));
  }
  listener.rethrow();
}

/** What was unusual about the replies. */
function notesAfter({ replyNotes = [] }: ResearchPort, meter: ProgressMeter): string[] {
  const { refusedShare } = meter.read();
  if (refusedShare === undefined) return [...replyNotes];
  const share = `${Math.round(100 * refusedShare)}% of the requests`;
  return [...replyNotes, `The service refused ${share} under load; they are sent again`];
}

/** A run that its service stops too. */
function alsoStoppedBy(run: StoppableRun | undefined, given: Pick<Work, "research" | "options">): typeof given {
  if (run === undefined) return given;
  const { stop = run.stop, signal = run.giveUp } = given.options;
  const signals = { stop: AbortSignal.any([stop, run.stop]), signal: AbortSignal.any([signal, run.giveUp]) };
  return { research: run.research, options: { ...given.options, ...signals } };
}

/**
 * Decides about the requests that an earlier process left open, and about answers of an earlier run, before anything
 * is sent.
 * @returns What there is to say of it, as sentences.
 */
async function settleEarlier(
  ledger: Ledger,
  { chosen: { folder, state }, record, given: { research, checked, options } }: {
    readonly chosen: ChosenRun;
    readonly record: RunRecord;
    readonly given: Work;
  },
): Promise<string[]> {
  const { machine, limit, resendInDoubt, retryFailed, verify, reuseWithinMs } = options;
  const { wantsFiles } = checked.plan;
  const notes = options.readAgain === true ? [await readAgain(ledger, { research, wantsFiles, verify })] : [];
  if (retryFailed === true || state === "finished") await markLostFiles(ledger, folder);
  if (retryFailed === true) ledger.retryFailed((identity, round) => idempotencyKey(record.runId, identity, round));
  ledger.recover({ limit, resendInDoubt, isIdempotent: ledger.note(HONOURS_KEYS_NOTE) !== undefined });
  if (state === "new" && reuseWithinMs !== undefined) {
    await reuseAnswers(ledger, { folder, record, machine, withinMs: reuseWithinMs, verify });
  }
  return notes;
}

/** The settled rows. Rows in doubt are kept back: this run may settle them. */
async function* settledIn(reader: LedgerReader, doubtful: Set<number>): AsyncGenerator<Outcome, void, undefined> {
  for await (const outcome of inTurns(reader.outcomes(), timeSlices())) {
    if (outcome.status === "in_doubt") doubtful.add(outcome.input.row);
    else if (outcome.status !== "pending" && outcome.status !== "skipped") yield outcome;
  }
}

async function* openIn(ledger: Ledger, doubtful: ReadonlySet<number>): AsyncGenerator<Outcome, void, undefined> {
  for await (const outcome of inTurns(ledger.outcomesFromFirstOpen(), timeSlices())) {
    const { status, input } = outcome;
    if (status === "pending" || status === "skipped" || (status === "in_doubt" && doubtful.has(input.row))) {
      yield outcome;
    }
  }
}

async function* readFinished(
  folder: string,
  { plan }: CheckedInput,
  { machine, onEvent = () => {}, onlyNew }: Options,
): AsyncGenerator<Outcome, void, undefined> {
  const manifest = readManifest(folder);
  const meter = new ProgressMeter(machine.clock, manifest.counts);
  const { sentColumns } = plan;
  const { notes = [] } = manifest.input;
  onEvent({ type: "begun", folder, state: "finished", sentColumns, notes, progress: meter.read() });
  if (onlyNew !== true) yield* readOutcomes(folder);
  onEvent({ type: "ended", folder, manifest, progress: meter.read(), seconds: meter.seconds });
}
