import { fileURLToPath } from "node:url";
import { checkScreen } from "../batch/begin_run.ts";
import { type ScreenInput, streamName } from "../batch/list/open_input.ts";
import { previewScreen } from "../batch/preview.ts";
import { readOutcomes } from "../batch/runs/open_run.ts";
import { SINCE_LAST } from "../batch/runs/since.ts";
import { screen } from "../batch/screen.ts";
import type { ScreenOptions } from "../batch/screen_options.ts";
import type { ResearchPort } from "../batch/send/ports.ts";
import { DiskError } from "../disk/disk_error.ts";
import { InputError } from "../protocol/errors.ts";
import type { ScreenEvent } from "../run/progress.ts";
import type { Connection, ServiceDescription } from "../setup/connect.ts";
import { stripControl } from "../text/control.ts";
import { jsonLine } from "../view/lines.ts";
import { previewFields, previewLines } from "../view/preview_lines.ts";
import { FREE_WORDS, progressLine, type RateUnit, rateUnit } from "../view/progress_line.ts";
import { runSummary } from "../view/run_summary.ts";
import { runTable } from "../view/run_table.ts";
import { screenEventFields } from "../view/screen_event_fields.ts";
import { stopWords } from "../view/stop_words.ts";
import { chooseService, type ChosenService, keyNote } from "./choose_service.ts";
import { type CommandHost, INTERRUPTED, perform, redactorOf } from "./command.ts";
import { describeService } from "./data_lines.ts";
import type { FlagsOf, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import { limitsOf } from "./limit_flags.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { bodyOf, promptOf, selectOf } from "./question_flags.ts";
import { SCREEN } from "./screen_flags.ts";
import { begunLines, exitStatus, INTERRUPT_NOTES, nextSteps } from "./screen_words.ts";
import { shortPath } from "./named_runs.ts";

type ScreenFlags = FlagsOf<typeof SCREEN.flags> & Given;

type ScreenHost =
  & CommandHost
  & Pick<Host, "newId" | "random" | "versions" | "filesLeft" | "readText" | "connect" | "onInterrupt" | "runCommand">;

/** Files beside the tables, without `--format`. */
const DEFAULT_FORMATS = ["xlsx", "report"] as const;
/** The list that is screened when none is named, and its column with a row's own question. */
const DEMO_LIST = fileURLToPath(new URL("../../pipelines/tickers.csv", import.meta.url));
const DEMO_PROMPT_COLUMN = "question";

/**
 * Screens a list.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 every row done; 1 some are not; 2 wrong usage; 3 stopped by a limit; 130 interrupted.
 */
export function screenCommand(args: readonly string[], host: ScreenHost): Promise<number> {
  const sending = { hasBegun: false };
  const work = async (flags: ScreenFlags, terminal: LiveTerminal) => {
    try {
      return await screenAs(flags, { host, terminal, sending });
    } catch (error) {
      // Before anything was sent, it is a folder that cannot be used: wrong usage.
      if (error instanceof DiskError && !sending.hasBegun) throw new InputError(error.message, { cause: error });
      throw error;
    }
  };
  return perform(args, host, { page: SCREEN, work });
}

async function screenAs(
  flags: ScreenFlags,
  { host, terminal, sending }: Pick<Screening, "host" | "terminal" | "sending">,
): Promise<number> {
  const [list, more] = flags.words;
  if (more !== undefined) throw new InputError(`Cannot screen two lists at once: "${more}" is one too many`);
  if (flags.quiet || flags.json) terminal.quieten();
  const chosen = chooseService(flags, host);
  const asked = optionsOf(flags, { host, chosen });
  const input = await checkScreen(list ?? DEMO_LIST, asked);
  await using connection = await host.connect(chosen.settings);
  const { described, lines } = await describeService(connection, flags, { host, terminal });
  terminal.say(...lines, ...chosen.notes, ...freeNotes(flags, connection));
  terminal.note(...[keyNote(chosen.settings, host)].filter((line) => line !== undefined));
  const options = { ...asked, ...answeredBy(described) };
  if (flags.dryRun) return await preview(input, { flags, options, connection, terminal });
  return await run(input, { flags, options, connection, terminal, host, sending });
}

/** An event of one type. */
type EventOf<Type extends ScreenEvent["type"]> = Extract<ScreenEvent, { readonly type: Type }>;

/** A screen, and what it runs with. */
interface Screening {
  readonly flags: ScreenFlags;
  readonly options: ScreenOptions;
  readonly connection: Connection;
  readonly terminal: LiveTerminal;
  readonly host: ScreenHost;
  /** Whether a request was sent. */
  readonly sending: { hasBegun: boolean };
}

async function run(input: ScreenInput, screening: Screening): Promise<number> {
  const { flags, terminal, host, connection } = screening;
  const isDemo = flags.words.length === 0;
  if (isDemo) terminal.say("No list was named: screening the sample, pipelines/tickers.csv.");
  const { begun, ended, wasInterrupted } = await follow(input, screening);
  const { folder, manifest, progress, stopped, notes = [] } = ended;
  // Page, summary and workbook have the time of the run; this call also wrote them, or was not the first of the run.
  const seconds = begun.state === "new" ? manifest.seconds ?? ended.seconds : ended.seconds;
  if (!flags.json && !flags.quiet) {
    terminal.print("", ...runTable(readOutcomes(folder), { width: host.out.width }), "");
    const spent = flags.price !== undefined && connection.isEmbedded ? 0 : progress.spent;
    terminal.say(
      ...runSummary(manifest, { folder: shortPath(host.folder, folder), seconds, spent, width: host.out.width }),
    );
    terminal.say(...notes.map((note) => `${note}.`));
    if (isDemo) terminal.print("", ...nextSteps(host.startedBy));
  }
  if (stopped !== undefined) terminal.note(`stopped: ${stopWords(stopped)}`);
  const wasRead = begun.state === "finished";
  const { allowedFailures = 0 } = flags;
  const status = exitStatus(manifest, { wasInterrupted, wasStopped: stopped !== undefined, allowedFailures });
  if (!wasRead && status !== INTERRUPTED) await runOnFinish({ folder, status }, screening);
  return status;
}

/** A progress line that keeps its unit. */
function lineOf(latest: () => ScreenEvent): () => string {
  let unit: RateUnit | undefined;
  return () => {
    const { progress } = latest();
    unit = rateUnit(progress.rowsPerSecond, unit);
    return progressLine(progress, unit);
  };
}

/** Screens the list while the terminal shows how far it is. */
async function follow(input: ScreenInput, { flags, options, connection, terminal, host, sending }: Screening) {
  const { isEmbedded } = connection;
  const ends: { begun?: EventOf<"begun">; ended?: EventOf<"ended"> } = {};
  let latest: ScreenEvent | undefined;
  const onEvent = (event: ScreenEvent) => {
    if (event.type === "begun") {
      terminal.say(...begunLines(event, { folder: shortPath(host.folder, event.folder), isEmbedded }));
    }
    if (event.type !== "started" && flags.json) terminal.output(jsonLine(screenEventFields(event)));
    if (event.type === "begun") ends.begun = event;
    if (event.type === "started") sending.hasBegun = true;
    if (event.type === "ended") return void (ends.ended = event);
    if (latest === undefined) terminal.progress(lineOf(() => latest ?? event));
    latest = event; // its progress is that of the moment in which it is read
  };
  const interruption = host.onInterrupt((times) => terminal.note(INTERRUPT_NOTES[times - 1] ?? ""));
  try {
    const control = { stop: interruption.stop, signal: interruption.giveUp, onEvent, onlyNew: true };
    // onEvent gets each outcome, and the run's folder keeps it.
    for await (const _ of screen(input, portOf(connection), { ...options, ...control }));
  } finally {
    interruption.close();
    terminal.end();
  }
  const { begun, ended } = ends;
  if (begun === undefined || ended === undefined) throw new Error("Cannot tell how the screen ended");
  return { begun, ended, wasInterrupted: interruption.stop.aborted };
}

/** Runs the command of `--on-finish`; its output and its failure go to the log. */
async function runOnFinish(
  { folder, status }: { readonly folder: string; readonly status: number },
  { flags: { onFinish }, host, terminal }: Pick<Screening, "flags" | "host" | "terminal">,
): Promise<void> {
  if (onFinish === undefined) return;
  const { code, output } = await host.runCommand(onFinish, { folder, status, base: host.folder });
  const redact = redactorOf(host);
  const lines = output.trimEnd();
  if (lines !== "") terminal.note(...lines.split("\n").map((line) => redact(stripControl(line))));
  if (code !== 0) terminal.note(`The --on-finish command exited with status ${code}: ${onFinish}`);
}

async function preview(
  input: ScreenInput,
  { flags, options, connection, terminal }: Pick<Screening, "flags" | "options" | "connection" | "terminal">,
): Promise<number> {
  const found = await previewScreen(input, options);
  if (flags.json) terminal.output(jsonLine(previewFields(found)));
  else terminal.print(...previewLines(found, { isFree: connection.isEmbedded }));
  return 0;
}

function freeNotes(flags: ScreenFlags, { isEmbedded }: Connection): string[] {
  return isEmbedded && flags.price !== undefined ? [`--price and --max-cost do not count: ${FREE_WORDS}.`] : [];
}

/** The path of a list in a hint: the descriptor of a pipe is gone when its process is. */
function pathToType(list: string): string {
  return streamName(list) === undefined ? list : "-";
}

/** The part of a connection that a batch uses. */
function portOf({ research, isEmbedded, persistTo, discard }: Connection): ResearchPort {
  return {
    reason: (request, options) => research.reason(request, options),
    readReply: (body) => research.readReply(body),
    download: (file, folder, options) => research.download(file, folder, options),
    get isIdempotent() {
      return isEmbedded || research.isIdempotent; // the embedded one is; another service says so in its first reply
    },
    get replyNotes() {
      return research.replyNotes;
    },
    maxConcurrent: research.maxConcurrent,
    persistTo,
    discard,
  };
}

/** What the flags ask for, before the service is known. */
function optionsOf(
  flags: ScreenFlags,
  { host, chosen }: { readonly host: ScreenHost; readonly chosen: ChosenService },
): ScreenOptions {
  const { tickerColumn, asOf, files, repeats, folder, startNew, retryFailed, readAgain, group } = flags;
  const { formats = DEFAULT_FORMATS, since = SINCE_LAST, resendInDoubt } = flags;
  const { clock, newId, random, versions, filesLeft } = host;
  const sources = { ...host, file: chosen.file };
  const limits = limitsOf(flags, { file: chosen.file, now: clock.now() });
  const [list] = flags.words;
  return {
    ...limits,
    // A price is all that a maximum cost needs; without one it stays wrong usage.
    ...(chosen.settings.kind === "embedded" && limits.price !== undefined
      ? { price: undefined, maxCost: undefined }
      : {}),
    prompt: promptOf(flags.prompt, sources),
    body: bodyOf(flags.body, sources),
    select: selectOf(flags.select, chosen.file?.select),
    promptColumn: flags.promptColumn ?? (list === undefined ? DEMO_PROMPT_COLUMN : undefined),
    ...{ tickerColumn, asOf, files, repeats, folder, startNew, retryFailed, readAgain, resendInDoubt },
    given: { ...flags.given, startedBy: host.startedBy, ...(list === undefined ? {} : { listPath: pathToType(list) }) },
    ...{ formats, since, group },
    machine: { clock, newId, random, folder: host.folder, versions, filesLeft },
  };
}

/** The service and its data, as a run records them. */
function answeredBy(
  { service, model, dataAsOf, dataDigest, isSample, data }: ServiceDescription,
): Pick<ScreenOptions, "model" | "service" | "data"> {
  const sample = isSample === true ? { isSample } : {};
  return { model, service: { name: service, model, dataEnds: dataAsOf, dataDigest, ...sample }, data };
}
