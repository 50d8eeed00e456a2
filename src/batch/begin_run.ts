import { join } from "node:path";
import { sha256 } from "../disk/digest.ts";
import { pathFrom } from "../disk/folder.ts";
import { type ReportOptions, type RunRecord, type RunSettings, type ServiceName, UNNAMED } from "../run/manifest.ts";
import type { Asked, ListRow } from "../run/outcome.ts";
import { modelIdentity } from "../run/model_use.ts";
import type { CheckData } from "../run/thesis_check.ts";
import type { RequestBody } from "../protocol/reasoning.ts";
import { selectProblem } from "../run/columns.ts";
import { checkLimits, checkWhole } from "./send/limits.ts";
import { canonicalJson } from "../text/canonical_json.ts";
import { InputError } from "../protocol/errors.ts";
import { Ledger } from "./ledger/ledger.ts";
import { LEDGER_FILE } from "./ledger/ledger_schema.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { folderOf, readManifest } from "./runs/open_run.ts";
import { holdPipe, type OpenInput, openInput, type ScreenInput } from "./list/open_input.ts";
import { identityText, makePlan, type Plan, type Question } from "./question/plan.ts";
import { PortfolioPlan } from "./question/portfolio.ts";
import type { RowSource } from "./list/read_rows.ts";
import { checkGroup, findSince, namesRun } from "./runs/since.ts";
import { checkScreenOptions, type ScreenOptions } from "./screen_options.ts";
import { DATA_SETTING, LIST_SETTING } from "./runs/run_difference.ts";
import type { WantedRun } from "./runs/which_run.ts";

const UNNAMED_SERVICE: ServiceName = { name: UNNAMED };
/** Digits of a digest that identify a request within a run. */
const IDENTITY_DIGITS = 24;
/** Digits of a digest that tell two data folders apart in a message. */
const SHOWN_DIGITS = 12;

/** An input and a question that fits its columns; nothing has been written or sent. */
export interface CheckedInput {
  readonly input: OpenInput;
  readonly source: RowSource;
  readonly plan: Plan;
  readonly fingerprint: string;
}

/**
 * Checks list, question and limits before anything else is read that a screen needs; the screen checks them again.
 * @returns The list to screen: that of a pipe, which can be read once, is in memory.
 * @throws {InputError} when they are invalid.
 */
export async function checkScreen(given: ScreenInput, options: ScreenOptions): Promise<ScreenInput> {
  checkScreenOptions(options);
  const machine = options.machine ?? thisMachine();
  const held = await holdPipe(given, machine);
  const { source } = await checkInput(held, { ...options, machine });
  await source[Symbol.asyncDispose]();
  return held;
}

/** Reads the header, and checks that options and question fit. */
export async function checkInput(
  given: ScreenInput,
  options: ScreenOptions & { readonly machine: Machine },
): Promise<CheckedInput> {
  checkLimits(options, options.machine.filesLeft);
  checkWhole("limit", options.limit ?? 1, { least: 1 });
  checkWhole("resendInDoubt", options.resendInDoubt ?? 0, { least: 0 });
  const selecting = selectProblem(options.select ?? [], {
    isChecked: options.verify !== undefined,
    hasModel: options.languageModel !== undefined,
  });
  if (selecting !== undefined) throw new InputError(selecting);
  const input = await openInput(given, { folder: options.machine.folder, tickerColumn: options.tickerColumn });
  const source = await input.open();
  try {
    checkReports(options, source.columns.header);
    const plan = makePlan(options, source.columns);
    if (plan.isSameForAll) throw sameForAll(options);
    return { input, source, plan, fingerprint: fingerprintOf(input, options) };
  } catch (error) {
    await source[Symbol.asyncDispose]();
    throw error;
  }
}

/** The answer to a question that names no company would be that of every row. */
function sameForAll({ body }: ScreenOptions): InputError {
  const state = "every row would get the same answer; write {{ticker}} where the company belongs";
  return new InputError(`Cannot use the ${body === undefined ? "prompt" : "body"}: it names no column, so ${state}`);
}

/** The options that decide which run a call works on. */
export function wantedRun(
  { fingerprint, input }: CheckedInput,
  options: ScreenOptions & { readonly machine: Machine },
): WantedRun {
  const settings = settingsOf(input, options);
  const cells = () => cellsOf(input);
  const { machine: { folder: base, clock, startedAt, durability }, folder, startNew, retryFailed, readAgain } = options;
  const { resendInDoubt = 0, limit } = options;
  return {
    fingerprint,
    settings,
    cells,
    inputName: input.name,
    base,
    folder,
    startNew,
    retryFailed,
    readAgain,
    limit,
    resendsDoubts: resendInDoubt > 0,
    calledAt: startedAt ?? clock.now(),
    now: clock.now(),
    durability,
  };
}

async function* cellsOf(input: OpenInput): AsyncGenerator<readonly string[], void, undefined> {
  await using source = await input.open();
  for await (const { input: { cells } } of source.rows) yield cells;
}

/** Opens the ledger of a run, and writes the plan of a new one. */
export async function openLedger(
  folder: string,
  checked: CheckedInput,
  options: ScreenOptions & { readonly machine: Machine },
): Promise<{ readonly ledger: Ledger; readonly record: RunRecord }> {
  const ledger = new Ledger(join(folder, LEDGER_FILE), { durability: options.machine.durability });
  try {
    if (options.verify !== undefined) ledger.keepChecks();
    const known = ledger.record();
    const select = options.select ?? [];
    const reports = reportOptions(folder, { checked, options, known });
    if (known !== undefined) {
      const { data = known.data, languageModel = known.languageModel } = options;
      const record = { ...known, ...reports, select, data, ...languageModel && { languageModel } };
      return { ledger, record: ledger.setRecord({ ...record, finishedAt: undefined }) };
    }
    const startedIn = pathFrom(folder, options.machine.folder) || ".";
    return { ledger, record: await writePlan(ledger, checked, { ...options, reports: { ...reports, startedIn } }) };
  } catch (error) {
    ledger[Symbol.dispose]();
    throw error;
  }
}

/** The reports of a run; an option that the call does not set keeps its value. */
function reportOptions(
  folder: string,
  { checked, options, known }: {
    readonly checked: CheckedInput;
    readonly options: ScreenOptions & { readonly machine: Machine };
    readonly known: RunRecord | undefined;
  },
): ReportOptions {
  const { formats = known?.formats, group = known?.group, since, machine: { folder: base } } = options;
  const { name: inputName } = checked.input;
  return { formats, group, since: since === undefined ? known?.since : findSince(since, { folder, base, inputName }) };
}

/** Writes the rows and requests of a new run into its empty ledger. */
export async function writePlan(
  ledger: Ledger,
  { source, plan, input, fingerprint }: CheckedInput,
  options: ScreenOptions & {
    readonly machine: Machine;
    readonly reports?: ReportOptions & Pick<RunRecord, "startedIn">;
  },
): Promise<RunRecord> {
  const { clock, newId } = options.machine;
  const record: RunRecord = {
    runId: newId(),
    input: { name: input.name, sha256: input.sha256 },
    fingerprint,
    settings: settingsOf(input, options),
    service: serviceOf(options),
    data: options.data,
    options: { ...questionOf(options), ...options.given },
    header: source.columns.header,
    select: options.select ?? [],
    ...options.verify && { verify: options.verify.data },
    ...options.languageModel && { languageModel: options.languageModel },
    startedAt: clock.now().toISOString(),
    ...options.reports,
  };
  const { runId } = record;
  const portfolio = new PortfolioPlan(source.columns.header, plan);
  return await ledger.plan(
    plannedRows(source, { plan, runId, isEach: options.repeats === "each", portfolio }),
    () => {
      const { weights, request, notes: remarks } = portfolio.finish();
      const notes = [...source.notes, ...remarks]; // complete once every row is read
      return {
        record: {
          ...record,
          ...notes.length === 0 ? {} : { input: { ...record.input, notes } },
          ...weights === undefined ? {} : { weights },
        },
        aboutList: request === undefined ? undefined : askedFor(request, { runId }),
      };
    },
  );
}

/** The columns whose cells leave the machine: those of the question, and the weights of the portfolio. */
export function sentColumnsOf({ sentColumns }: Plan, run: Pick<RunRecord, "weights"> | undefined): readonly string[] {
  const { column, problem } = run?.weights ?? {};
  return column === undefined || problem !== undefined ? sentColumns : [...new Set([...sentColumns, column])];
}

/** One key for all attempts at a question; a retry after failure is a new round with a new key. */
export function idempotencyKey(runId: string, identity: string, round = 1): string {
  return `${runId}-${identity.slice(0, IDENTITY_DIGITS)}-${round}`;
}

async function* plannedRows(
  source: RowSource,
  { plan, runId, isEach, portfolio }: {
    readonly plan: Plan;
    readonly runId: string;
    readonly isEach: boolean;
    readonly portfolio: PortfolioPlan;
  },
): AsyncGenerator<ListRow, void, undefined> {
  for await (const { input, problem } of source.rows) {
    portfolio.add(input, { isInvalid: problem !== undefined });
    const ask = problem === undefined ? plan.ask(input) : { problem };
    if ("problem" in ask) {
      yield { input, problem: ask.problem };
      continue;
    }
    yield { input, asked: askedFor(ask.request, { runId, mark: isEach ? ` of row ${input.row}` : "" }) };
  }
}

/** A request that is to be sent. @param options `mark` tells apart requests that ask the same. */
function askedFor(
  request: RequestBody,
  { runId, mark = "" }: { readonly runId: string; readonly mark?: string },
): Asked {
  const identity = sha256(identityText(request) + mark);
  return { request, identity, idempotencyKey: idempotencyKey(runId, identity), attempts: 0 };
}

/** A digest of input bytes, prompt, body, model, as-of and service: runs that ask the same have the same. */
function fingerprintOf(input: OpenInput, options: ScreenOptions): string {
  const service = serviceOf(options);
  return sha256(canonicalJson({
    input: input.sha256,
    question: questionOf(options),
    tickerColumn: options.tickerColumn,
    ...(options.repeats === "each" ? { repeats: "each" } : {}),
    ...options.verify && { verify: options.verify.data.digest },
    service,
  }));
}

/** The service with its language model: with another one, other answers come. */
export function serviceOf(
  { service = UNNAMED_SERVICE, languageModel }: Pick<ScreenOptions, "service" | "languageModel">,
): ServiceName {
  return languageModel === undefined ? service : { ...service, languageModel: modelIdentity(languageModel) };
}

/** What the fingerprint is made of, in words for a person. */
function settingsOf(input: OpenInput, options: ScreenOptions): RunSettings {
  const { prompt, promptColumn, own, body, asOf, files = "auto", tickerColumn, repeats } = options;
  const { name, model, dataEnds = "", dataDigest = "", languageModel } = serviceOf(options);
  const settings: Readonly<Record<string, string | undefined>> = {
    [LIST_SETTING]: input.sha256,
    "the prompt": prompt,
    "the prompt column": promptColumn,
    "the choice of own columns": own && canonicalJson(own),
    "the body": body && canonicalJson(body),
    "the as-of day": asOf,
    "the choice of files": files,
    "the ticker column": tickerColumn,
    "the choice of repeats": repeats,
    "the service": name,
    "the model": options.model ?? model,
    "the language model": languageModel,
    [DATA_SETTING]: `${dataEnds} ${dataDigest}`,
    "the data to verify on": options.verify && verifyWords(options.verify.data),
  };
  return Object.fromEntries(Object.entries(settings).filter((one): one is [string, string] => one[1] !== undefined));
}

function verifyWords({ name, ends, digest }: CheckData): string {
  return `${name} to ${ends}, ${digest.slice(0, SHOWN_DIGITS)}`;
}

function questionOf({ prompt, promptColumn, own, asOf, model, files = "auto", body }: ScreenOptions): Question {
  return {
    prompt,
    promptColumn,
    asOf,
    model,
    files,
    ...(own === undefined ? {} : { own }),
    ...(body === undefined ? {} : { body }),
  };
}

/** @throws {InputError} when the run to compare with, or the column to group by, does not exist. */
function checkReports(
  { since, group, machine }: ScreenOptions & { readonly machine: Machine },
  header: readonly string[],
): void {
  if (namesRun(since)) readManifest(folderOf(since, machine.folder));
  if (group !== undefined) checkGroup(group, header);
}
