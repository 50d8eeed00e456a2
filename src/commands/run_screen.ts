import { type ScreenInput, streamName } from "../batch/list/open_input.ts";
import { SINCE_LAST } from "../batch/runs/since.ts";
import { screen } from "../batch/screen.ts";
import type { ScreenOptions } from "../batch/screen_options.ts";
import type { ResearchPort } from "../batch/send/ports.ts";
import type { ScreenEvent } from "../run/progress.ts";
import type { Connection, ServiceDescription } from "../setup/connection.ts";
import { stripControl } from "../text/control.ts";
import { jsonLine } from "../view/lines.ts";
import { duration, progressLine, type RateUnit, rateUnit } from "../view/progress_line.ts";
import { screenEventFields } from "../view/screen_event_fields.ts";
import type { ChosenService } from "./choose_service.ts";
import { type CommandHost, listening, redactorOf } from "./command.ts";
import type { FlagsOf, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import { limitsOf, modelUseOf } from "./limit_flags.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { type StaleData, staleData } from "./max_age.ts";
import { shortPath } from "./named_runs.ts";
import type { DemandHost } from "./on_demand.ts";
import { bodyOf, promptOf, selectOf } from "./question_flags.ts";
import type { SCREEN } from "./screen_flags.ts";
import { begunLines } from "./screen_words.ts";
import { shellWord, typedCommand } from "../text/typed_command.ts";

/** The flags of a screen, as they were typed. */
export type ScreenFlags = FlagsOf<typeof SCREEN.flags> & Given;

/** What a screen takes from the machine. */
export type ScreenHost =
  & CommandHost
  & DemandHost
  & Pick<
    Host,
    | "newId"
    | "random"
    | "startedAt"
    | "versions"
    | "filesLeft"
    | "readText"
    | "connect"
    | "openVerifier"
    | "onInterrupt"
    | "runCommand"
  >;

/** A screen, and what it runs with. */
export interface Screening {
  readonly flags: ScreenFlags;
  readonly options: ScreenOptions;
  readonly connection: Connection;
  readonly terminal: LiveTerminal;
  readonly host: ScreenHost;
  /** Whether a request was sent. */
  readonly sending: { hasBegun: boolean };
  /** Whether nobody watches: what is said of it goes to the log, and progress to a terminal only. Default: no. */
  readonly isUnattended?: boolean | undefined;
}

/** An event of one type. */
type EventOf<Type extends ScreenEvent["type"]> = Extract<ScreenEvent, { readonly type: Type }>;

/** How a screen began and ended. */
export interface Followed {
  readonly begun: EventOf<"begun">;
  readonly ended: EventOf<"ended">;
  /** Whether a person or a service manager stopped it. */
  readonly wasInterrupted: boolean;
}

/** Files beside the tables, without `--format`. */
const DEFAULT_FORMATS = ["xlsx", "report"] as const;

/** What the flags ask for, before the service is known; the sample list has an empty path. */
export function screenOptionsOf(
  flags: ScreenFlags,
  { host, chosen }: { readonly host: ScreenHost; readonly chosen: ChosenService },
): ScreenOptions {
  const { tickerColumn, asOf, files, repeats, folder, startNew, retryFailed, readAgain, group } = flags;
  const { formats = DEFAULT_FORMATS, since = SINCE_LAST, resendInDoubt } = flags;
  const { clock, newId, random, startedAt, versions, filesLeft, durability } = host;
  const sources = { ...host, file: chosen.file };
  const limits = limitsOf(flags, { file: chosen.file, now: clock.now() });
  const languageModel = modelUseOf(chosen.settings);
  const [list] = flags.words;
  return {
    ...limits,
    // A price is all that a maximum cost needs; without one it stays wrong usage.
    ...(languageModel && { languageModel }),
    ...(chosen.settings.kind === "embedded" && limits.price !== undefined && languageModel === undefined
      ? { price: undefined, maxCost: undefined }
      : {}),
    prompt: promptOf(flags.prompt, sources),
    body: bodyOf(flags.body, sources),
    select: selectOf(flags.select, chosen.file?.select),
    promptColumn: flags.promptColumn,
    tickerColumn,
    own: flags.own,
    asOf,
    files,
    repeats,
    folder,
    startNew,
    retryFailed,
    readAgain,
    resendInDoubt,
    given: { ...flags.given, startedBy: host.startedBy, listPath: list === undefined ? "" : pathToType(list) },
    formats,
    since,
    group,
    machine: { clock, newId, random, folder: host.folder, startedAt, versions, filesLeft, durability },
  };
}

/** The service and its data, as a run records them. */
export function answeredBy(
  { service, model, dataAsOf, dataDigest, isSample, data }: ServiceDescription,
): Pick<ScreenOptions, "model" | "service" | "data"> {
  const sample = isSample === true ? { isSample } : {};
  return {
    model,
    service: { name: service, model, dataEnds: data?.names === 0 ? undefined : dataAsOf, dataDigest, ...sample },
    data,
  };
}

/**
 * Why the data is too old for `--max-age`, if it is.
 * @throws {InputError} when the service does not know how old its data is.
 */
export function staleOf(
  described: ServiceDescription,
  { flags: { maxAge, data }, host, list }: Pick<Screening, "flags" | "host"> & { readonly list: string },
): StaleData | undefined {
  if (maxAge === undefined) return undefined;
  const words = ["conviction", "data", "fetch", pathToType(list), "--from", "SOURCE"];
  const folder = data === undefined ? [] : ["--data", data];
  return staleData(maxAge, described, {
    command: typedCommand(host.startedBy, [...words, ...folder].map(shellWord).join(" ")),
  });
}

/** Screens a list while the terminal shows how far it is. */
export async function followScreen(
  input: ScreenInput,
  { flags, options, connection, terminal, host, sending, isUnattended = false }: Screening,
): Promise<Followed> {
  const { isEmbedded } = connection;
  const { languageModel } = options;
  const ends: { begun?: EventOf<"begun">; ended?: EventOf<"ended"> } = {};
  let latest: ScreenEvent | undefined;
  const startMs = host.clock.monotonicMs();
  const plansFor = () => duration((host.clock.monotonicMs() - startMs) / 1000);
  const showsProgress = host.err.isTerminal || !isUnattended;
  if (showsProgress) terminal.progress(() => `Reading the list and preparing the run, ${plansFor()}`);
  const onEvent = (event: ScreenEvent) => {
    if (event.type === "begun") {
      const lines = begunLines(event, {
        folder: shortPath(host.folder, event.folder),
        isEmbedded,
        isUnattended,
        languageModel,
      });
      if (isUnattended) terminal.steps(lines);
      else terminal.say(...lines);
    }
    if (event.type !== "started" && flags.json) terminal.output(jsonLine(screenEventFields(event)));
    if (event.type === "begun") ends.begun = event;
    if (event.type === "started") sending.hasBegun = true;
    if (event.type === "ended") return void (ends.ended = event);
    if (latest === undefined && showsProgress) terminal.progress(lineOf(() => latest ?? event));
    latest = event; // its progress is that of the moment in which it is read
  };
  const wasInterrupted = await listening({ host, terminal }, async ({ stop, giveUp: signal }) => {
    const control = { stop, signal, onEvent, onlyNew: true };
    // onEvent gets each outcome, and the run's folder keeps it.
    for await (const _ of screen(input, portOf(connection), { ...options, ...control }));
    return stop.aborted;
  });
  const { begun, ended } = ends;
  if (begun === undefined || ended === undefined) throw new Error("Cannot tell how the screen ended");
  return { begun, ended, wasInterrupted };
}

/** Runs the command of `--on-finish`; its output and its failure go to the log. */
export async function runOnFinish(
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

/** A progress line that keeps its unit. */
function lineOf(latest: () => ScreenEvent): () => string {
  let unit: RateUnit | undefined;
  return () => {
    const { progress } = latest();
    unit = rateUnit(progress.rowsPerSecond, unit);
    return progressLine(progress, unit);
  };
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
