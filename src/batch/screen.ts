import { lockFolder } from "../disk/folder_lock.ts";
import { removeParts } from "../disk/write_aside.ts";
import { countRun } from "../run/counts.ts";
import type { Outcome } from "../run/outcome.ts";
import { type CheckedInput, checkInput, idempotencyKey, openLedger } from "./begin_run.ts";
import { type Machine, thisMachine } from "./machine.ts";
import type { ScreenInput } from "./open_input.ts";
import { openRun } from "./open_run.ts";
import { OutputsKeeper } from "./outputs_keeper.ts";
import type { ResearchPort } from "./ports.ts";
import { ProgressMeter } from "./progress_meter.ts";
import { runRequests } from "./run_requests.ts";
import type { ScreenOptions } from "./screen_options.ts";
import { chooseRun, type ChosenRun } from "./which_run.ts";

const DEFAULT_CONCURRENCY = 8;

type Options = ScreenOptions & { readonly machine: Machine };

/**
 * Asks for a thesis on each row, several at once, and leaves theses, files and a ledger in a folder.
 * The same call continues a run that was stopped or killed, and asks nothing twice that was answered.
 *
 * @param input Path of a CSV with a header, or records with a name for each cell.
 * @param research Whom to ask, like the object that `connect()` gives.
 * @param options What to ask, how many at once, and where it goes.
 * @returns One outcome for each data row, as they come; what is known from before comes first, and
 * what stays open comes last. Leaving the loop gives up what is on its way.
 * @throws {InputError} when input, question or folder are wrong; nothing was sent.
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
export async function* screen(
  input: ScreenInput,
  research: ResearchPort,
  options: ScreenOptions = {},
): AsyncGenerator<Outcome, void, undefined> {
  const complete: Options = { ...options, machine: options.machine ?? thisMachine() };
  const checked = await checkInput(input, complete);
  let chosen: ChosenRun;
  try {
    chosen = choose(checked, complete);
    if (chosen.state === "finished") return yield* readFinished(chosen.folder, checked, complete);
    using _lock = lockFolder(chosen.folder, { now: complete.machine.clock.now() });
    removeParts(chosen.folder);
    yield* work(chosen, { checked, research, options: complete });
  } finally {
    await checked.source.close();
  }
}

function choose({ input, fingerprint }: CheckedInput, options: Options): ChosenRun {
  const { clock, folder: base } = options.machine;
  const { folder, startNew, retryFailed, limit } = options;
  return chooseRun({
    ...{ fingerprint, inputName: input.name, base, folder, startNew, retryFailed, limit },
    now: clock.now(),
  });
}

async function* work(
  { folder, state }: ChosenRun,
  { checked, research, options }: {
    readonly checked: CheckedInput;
    readonly research: ResearchPort;
    readonly options: Options;
  },
): AsyncGenerator<Outcome, void, undefined> {
  const { machine, limit, resendInDoubt, serviceSurvives = true, onEvent = () => {} } = options;
  const { ledger, record } = await openLedger(folder, checked, options);
  using _open = ledger;
  if (options.retryFailed === true) {
    ledger.retryFailed((identity, round) => idempotencyKey(record.runId, identity, round));
  }
  ledger.recover({ limit, resendInDoubt, serviceSurvives });
  const meter = new ProgressMeter(machine.clock, countRun(ledger.outcomes()));
  onEvent({
    type: "begun",
    folder,
    state: state === "new" ? "new" : "continued",
    sentColumns: checked.plan.sentColumns,
    progress: meter.read(),
  });
  const keeper = new OutputsKeeper(folder, { ledger, record, machine });
  const never = new AbortController().signal;
  try {
    await keeper.start();
    for (const outcome of ledger.outcomes()) if (outcome.status !== "pending") yield outcome;
    yield* runRequests({
      ...{ research, ledger, clock: machine.clock, folder, serviceSurvives, meter, onEvent },
      concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
      stop: options.stop ?? never,
      signal: options.signal ?? never,
    });
    for (const outcome of ledger.outcomes()) if (outcome.status === "pending") yield outcome;
  } finally {
    const manifest = await keeper.end(limit);
    onEvent({ type: "ended", folder, manifest, seconds: meter.seconds });
  }
}

async function* readFinished(
  folder: string,
  { plan }: CheckedInput,
  { machine, onEvent = () => {} }: Options,
): AsyncGenerator<Outcome, void, undefined> {
  const { manifest, outcomes } = await openRun(folder, { base: machine.folder });
  const meter = new ProgressMeter(machine.clock, manifest.counts);
  onEvent({ type: "begun", folder, state: "finished", sentColumns: plan.sentColumns, progress: meter.read() });
  yield* outcomes;
  onEvent({ type: "ended", folder, manifest, seconds: meter.seconds });
}
