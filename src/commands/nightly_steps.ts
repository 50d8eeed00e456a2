import { longDay } from "../calendar/day.ts";
import { basename, join, resolve } from "node:path";
import { checkScreen } from "../batch/begin_run.ts";
import { previewScreen } from "../batch/preview.ts";
import { readManifest } from "../batch/runs/open_run.ts";
import { REPORT_FILES } from "../batch/runs/run_files.ts";
import { SINCE_LAST, SINCE_NONE } from "../batch/runs/since.ts";
import { runsBeside } from "../batch/runs/runs_on_disk.ts";
import { freeFolder } from "../batch/runs/which_run.ts";
import type { ScreenOptions } from "../batch/screen_options.ts";
import { lastSession } from "../calendar/last_session.ts";
import { changeCountWords } from "../compare/change_words.ts";
import { DataError } from "../data/data_error.ts";
import { pathFrom } from "../disk/folder.ts";
import { endOf, nightOf } from "../night/night_day.ts";
import type { NightRecord, NightStep } from "../night/night_record.ts";
import type { StepEnd, StepWork } from "../night/run_night.ts";
import { ageWords } from "../run/data_age.ts";
import type { Manifest } from "../run/manifest.ts";
import { counted } from "../text/counted.ts";
import { budgetWords, runModelWords } from "../view/model_words.ts";
import { amount, countWords } from "../view/progress_line.ts";
import { stopWords } from "../view/stop_words.ts";
import { chooseService, type ChosenService } from "./choose_service.ts";
import { INTERRUPTED, type Place } from "./command.ts";
import { compareFolders } from "./compare_command.ts";
import { companiesIn } from "./fetch_command.ts";
import { namesOf } from "./list_data.ts";
import { checkSources, fetchStep } from "./night_fetch.ts";
import type { NightService } from "./night_service.ts";
import type { NightlyFlags } from "./nightly_flags.ts";
import { checkMaxAgeFlag, STALE } from "./max_age.ts";
import { shortPath } from "./named_runs.ts";
import { answeredBy, followScreen, runOnFinish, type ScreenHost, screenOptionsOf, staleOf } from "./run_screen.ts";
import { exitStatus } from "./screen_words.ts";
import type { NightHost } from "./notify_night.ts";
import { verifierOf } from "./verify_flag.ts";

/** What the steps of a night share. */
export interface NightParts extends Place<NightHost> {
  readonly flags: NightlyFlags;
  readonly service: NightService;
  /** The list, as it was typed. */
  readonly list: string;
  readonly night: string;
  /** The folder of the list's runs; the folder of the record starts there. */
  readonly runs: string;
}

/** Most tickers that a line names. */
const MAX_NAMED = 5;

/**
 * The steps of a night.
 * @param parts What they share.
 */
export function nightSteps(parts: NightParts): readonly StepWork[] {
  const { retryFailed, readAgain, resendInDoubt = 0 } = parts.flags;
  return [
    ...(parts.flags.from === undefined ? [] : [{ step: "fetch", work: () => fetchStep(parts) } as const]),
    { step: "check", work: () => checkData(parts) },
    {
      step: "screen",
      begins: (record) => ({ folder: pathFrom(parts.runs, folderOf(parts, record)) }),
      isAgain: retryFailed || readAgain || resendInDoubt > 0,
      work: (record) => screenList(parts, record),
    },
    { step: "compare", work: (record) => compareRun(parts, record) },
    { step: "alerts", work: (record) => Promise.resolve(countAlerts(parts, record)) },
  ];
}

/**
 * Checks list, flags and settings, before anything is written or asked.
 * @throws {InputError} when they cannot be used.
 */
export async function checkNight(parts: Pick<NightParts, "flags" | "host" | "list">): Promise<ChosenService> {
  const chosen = chooseService(parts.flags, parts.host);
  checkMaxAgeFlag(parts.flags.maxAge, chosen.settings);
  if (parts.flags.from !== undefined) checkSources(parts.flags, parts.host);
  const input = await checkScreen(parts.list, screenOptionsOf(parts.flags, { host: parts.host, chosen }));
  if (chosen.settings.kind === "remote") return chosen;
  const { companies } = await companiesIn(input, { folder: parts.host.folder, tickerColumn: parts.flags.tickerColumn });
  return { ...chosen, settings: { ...chosen.settings, names: namesOf(companies) } };
}

/** Reads the data: which day it ends on is known before anything is asked. */
async function checkData({ service, flags, host, night, list }: NightParts): Promise<StepEnd> {
  const { connection: { isEmbedded }, described } = await service.open();
  const { priceDays, age, data } = described;
  const asOf = flags.asOf ?? usualDay(flags, { isEmbedded, night, now: host.clock.now() });
  const day = asOf === undefined ? "" : `; asked as of ${longDay(asOf)}`;
  const keeps = flags.asOf === undefined && asOf !== undefined ? { asOf } : {};
  if (priceDays === undefined) return { words: `the service does not say when its data end${day}`, keeps };
  const figures = { ...data && { names: data.names }, ...age && { sessions: age.sessions } };
  const stale = staleOf(described, { flags, host, list });
  if (stale !== undefined) return { words: stale.message, figures, status: STALE, ends: "stale" };
  const old = age === undefined ? "" : `, ${ageWords(age)}`;
  return { words: `the data end on ${longDay(priceDays.last)}${old}${day}`, figures, keeps };
}

/**
 * The day that a run is asked as of when nobody names one: a remote service may have later data when the night goes on
 * after midnight; a night that is made up for asks the embedded one as of the session that it would have had.
 */
function usualDay(
  { body }: NightlyFlags,
  { isEmbedded, night, now }: { readonly isEmbedded: boolean; readonly night: string; readonly now: Date },
): string | undefined {
  if (isEmbedded) return night < nightOf(now) ? lastSession(endOf(night)) : undefined;
  return body === undefined || body.includes("{{as_of}}") ? night : undefined;
}

/** What to ask, and where it goes. */
async function optionsOf(
  parts: NightParts,
  record: Pick<NightRecord, "asOf" | "folder">,
): Promise<ScreenOptions & { readonly folder: string }> {
  const { flags, host, service, terminal } = parts;
  const { described } = await service.open();
  const verify = await verifierOf(flags, { host, terminal });
  const asked = screenOptionsOf(flags, { host, chosen: chooseService(flags, host) });
  const folder = folderOf(parts, record);
  const since = flags.since ?? SINCE_LAST;
  const asOf = flags.asOf ?? record.asOf;
  return {
    ...asked,
    folder,
    asOf,
    verify,
    given: givenOf(asked, { night: parts.night, asOf }),
    ...answeredBy(described),
    since: since === SINCE_LAST ? nightBefore(folder) : since,
  };
}

/** The flags as a run keeps them: where a message goes is often a key, and a command of a source may hold one. */
function givenOf(
  { given }: ScreenOptions,
  { night, asOf }: { readonly night: string; readonly asOf: string | undefined },
): ScreenOptions["given"] {
  const { notify: _, from: __, ...kept } = given ?? {};
  return { ...kept, night, taskName: "nightly", ...(asOf === undefined ? {} : { "as-of": asOf }) };
}

/** Folder of the run of a night: a run that was begun there by hand on that day asks something else, and stays. */
function folderOf({ flags, host, runs, night }: NightParts, { folder }: Pick<NightRecord, "folder">): string {
  if (folder !== undefined) return resolve(runs, folder);
  return flags.folder === undefined ? freeFolder(join(runs, night)) : resolve(host.folder, flags.folder);
}

/**
 * The run of the night before, to compare with: a night that is made up for ends after later ones, and is no "last".
 * @returns `last` where the folders are not those of nights; `none` without an earlier one.
 */
function nightBefore(folder: string): string {
  const night = dayOf(folder);
  if (night === undefined) return SINCE_LAST;
  const earlier = runsBeside(folder).filter(({ folder, isFinished }) => isFinished && (dayOf(folder) ?? night) < night);
  return earlier.toSorted((a, b) => a.folder < b.folder ? -1 : 1).at(-1)?.folder ?? SINCE_NONE;
}

/** The day that a folder is named after. */
function dayOf(folder: string): string | undefined {
  return /^\d{4}-\d\d-\d\d(?=-\d+$|$)/.exec(basename(folder))?.[0];
}

async function screenList(parts: NightParts, record: NightRecord): Promise<StepEnd> {
  const { list, flags, host, terminal, service } = parts;
  const options = await optionsOf(parts, record);
  const { folder } = options;
  const { connection } = await service.open();
  const input = await checkScreen(list, options);
  const running = { flags, options, connection, terminal, host, sending: { hasBegun: false }, isUnattended: true };
  const { begun, ended: { manifest, stopped, notes = [] }, wasInterrupted } = await followScreen(input, running);
  terminal.steps(notes.map((note) => `${note}.`));
  const { allowedFailures = 0, brake } = flags;
  const status = exitStatus(manifest, { wasInterrupted, wasStopped: stopped !== undefined, allowedFailures, brake });
  if (begun.state !== "finished" && status !== INTERRUPTED) await runOnFinish({ folder, status }, running);
  const why = stopped === undefined ? "" : `; stopped: ${stopWords(stopped)}`;
  const end = status === INTERRUPTED ? "; interrupted" : why;
  return {
    words: `${rowWords(manifest)} in ${shortPath(host.folder, folder)}${end}`,
    figures: figuresOf(manifest),
    status,
    ...(status === INTERRUPTED || status === 3 ? { ends: "stopped" } : {}),
  };
}

function rowWords({ counts, spent, language_model: model }: Manifest): string {
  const cost = spent === undefined ? "" : `, at most ${amount(spent)} spent`;
  const added = model === undefined ? "" : `; ${runModelWords(model)}`;
  return `${counted(counts.rows, "row")}: ${countWords(counts.statuses)}${cost}${added}`;
}

function figuresOf(
  { counts: { rows, statuses, requests, attempts }, spent, language_model: model }: Manifest,
): Record<string, number> {
  const used = model && {
    model_answered: model.answered,
    model_calls: model.calls,
    model_tokens_in: model.input_tokens,
    model_tokens_out: model.output_tokens,
    ...(model.cost === undefined ? {} : { model_cost: model.cost }),
  };
  return { rows, ...statuses, requests, attempts, ...(spent === undefined ? {} : { spent }), ...used };
}

/** The run wrote what changed into its files when it ended; here it is counted. */
async function compareRun(parts: NightParts, record: NightRecord): Promise<StepEnd> {
  const folder = folderOf(parts, record);
  const { since } = readManifest(folder);
  if (since === undefined) return { words: "no earlier run of this list" };
  const earlier = resolve(folder, since.folder);
  const comparison = await compareFolders(earlier, folder);
  return {
    words: `since ${shortPath(parts.host.folder, earlier)}: ${changeCountWords(comparison)}`,
    figures: { changed: comparison.changes.length, unchanged: comparison.unchanged },
  };
}

function countAlerts(parts: NightParts, record: NightRecord): StepEnd {
  const alerts = alertsIn(parts.host, folderOf(parts, record));
  const names = [...new Set(alerts.map(({ ticker }) => String(ticker)))];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  const shown = names.length === 0 ? "" : `: ${names.slice(0, MAX_NAMED).join(", ")}${more}`;
  return {
    words: alerts.length === 0
      ? "none"
      : `${counted(alerts.length, "alert")} on ${counted(names.length, "name")}${shown}`,
    figures: { alerts: alerts.length, names: names.length },
  };
}

/** The alerts of a run; none when it is compared with no run. */
export function alertsIn(
  { readText }: Pick<ScreenHost, "readText">,
  folder: string,
): readonly Readonly<Record<string, unknown>>[] {
  const text = readText(join(folder, REPORT_FILES.alerts)) ?? "";
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** A step that would be done. */
export interface DryStep extends StepEnd {
  readonly step: NightStep;
}

/** What the steps would do; nothing is written, asked of a remote service or sent. */
export async function drySteps(parts: NightParts, record: NightRecord | undefined): Promise<readonly DryStep[]> {
  const fetched = parts.flags.from === undefined ? [] : [{ step: "fetch", ...await fetchStep(parts) } as const];
  let check: StepEnd;
  try {
    check = await checkData(parts);
  } catch (error) {
    if (!(error instanceof DataError) || fetched.length === 0) throw error;
    return [...fetched, { step: "check", words: `nothing can be read before it is fetched: ${error.message}` }];
  }
  if (check.ends === "stale") return [...fetched, { step: "check", ...check }];
  const options = await optionsOf(parts, { folder: record?.folder, asOf: record?.asOf ?? check.keeps?.asOf });
  const { state, rows, requests, cost } = await previewScreen(parts.list, options);
  const { connection: { isEmbedded } } = await parts.service.open();
  const { languageModel } = options;
  const isFree = isEmbedded && languageModel === undefined;
  const most = isFree || cost === undefined ? "" : `, at most ${amount(cost)}`;
  const model = languageModel === undefined ? "" : `; language model ${budgetWords(languageModel, requests)}`;
  const verb = state === "new" ? "would begin" : state === "continued" ? "would resume" : "would only read";
  const folder = shortPath(parts.host.folder, options.folder);
  return [...fetched, { step: "check", ...check }, {
    step: "screen",
    words: `${verb} ${folder}: ${counted(rows, "row")}, ${counted(requests, "request")}${most}${model}`,
  }];
}
