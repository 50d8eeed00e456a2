import { longDay } from "../calendar/day.ts";
import { basename, join, resolve } from "node:path";
import { streamName } from "../batch/list/open_input.ts";
import { readManifest } from "../batch/runs/open_run.ts";
import { REPORT_FILES } from "../batch/runs/run_files.ts";
import { runsFolder } from "../batch/runs/which_run.ts";
import { InputError } from "../protocol/errors.ts";
import { composeMessage, type NightRun } from "../night/compose_message.ts";
import type { NightMessage } from "../night/message.ts";
import { clockText, nightOf, zoneName } from "../night/night_day.ts";
import { type NightFile, type NightName, openNight, readNight } from "../night/night_file.ts";
import { type NightEnd, type ReportedStep, runNight } from "../night/run_night.ts";
import { failureLines } from "../view/answer_end.ts";
import { jsonLine } from "../view/lines.ts";
import { defineCommand, listening, type Place, redactorOf } from "./command.ts";
import { lookForNight } from "./expect_night.ts";
import { inFlags } from "./flags.ts";
import type { TimeOfDay } from "./flag_values.ts";
import type { Interruption } from "./interrupt.ts";
import { flagsWithData } from "./list_data.ts";
import { shortPath } from "./named_runs.ts";
import { NightService } from "./night_service.ts";
import { NIGHTLY, type NightlyFlags } from "./nightly_flags.ts";
import { checkNight, drySteps, nightSteps } from "./nightly_steps.ts";
import { notifyTargets } from "./notify_flags.ts";
import { type NightHost, type Notifying, notifyNight } from "./notify_night.ts";
import { readTextFile } from "./text_file.ts";
import { typedCommand } from "../text/typed_command.ts";
import { NIGHT_STEPS } from "../night/night_record.ts";

/** A night of a list, as it was asked for. */
interface Night extends Omit<Notifying, "signal">, Place<NightHost> {
  readonly flags: NightlyFlags;
  /** The list, as it was typed. */
  readonly list: string;
  readonly name: NightName;
  /** The folder of its runs. */
  readonly runs: string;
}

/** Does a night of a list, or looks whether it has begun. */
export const nightlyCommand = defineCommand(
  NIGHTLY,
  async (flags, { host, terminal }: Place<NightHost>) => {
    if (flags.quiet || flags.json) terminal.quieten();
    const night = nightAsked(flags, { host, terminal });
    const { expectBy } = flags;
    if (expectBy === undefined) return flags.dryRun ? await dryNight(night) : await doNight(night);
    return await listening(night, (interruption) => look(night, { by: expectBy, interruption }));
  },
);

/** @throws {InputError} when the words or flags are no night of one list. */
function nightAsked(flags: NightlyFlags, { host, terminal }: Place<NightHost>): Night {
  const [list, more] = flags.words;
  const refused = (state: string) => new InputError(`Cannot do a night: ${state}`);
  const command = (words: string) => typedCommand(host.startedBy, words);
  if (list === undefined) throw refused(`no list is named; try ${command("nightly my_tickers.csv")}`);
  if (more !== undefined) throw refused(`"${more}" is one list too many`);
  if (streamName(list) !== undefined) throw refused("a list from a pipe cannot be read again; name a file");
  if (flags.startNew) throw refused(`it is one run, so there is no --new; ${command("screen")} has it`);
  const tonight = nightOf(host.clock.now());
  const { night = tonight, notify: typed = [] } = flags;
  if (night > tonight) {
    throw refused(`${longDay(night)} is in the future; tonight is ${longDay(tonight)} (${zoneName()})`);
  }
  const runs = runsFolder(host.folder, list);
  const name = { night, list: basename(runs) };
  return { flags, host, terminal, list, name, runs, typed, targets: notifyTargets(typed, host) };
}

async function doNight(night: Night): Promise<number> {
  const { name, runs, host, targets } = night;
  if (targets.length === 0) await checkNight(night); // a list that cannot be used leaves no folder behind
  using file = openNight(runs, name, { now: host.clock.now(), durability: host.durability });
  await file.begin(host.clock.now());
  return await listening(night, async (interruption) => {
    const end = await doSteps(file, { night, interruption });
    const isLeft = targets.length === 0 || interruption.giveUp.aborted;
    const message = messageOf(end, file, night);
    const delivered = isLeft ? undefined : await notifyNight(file, message, { ...night, signal: interruption.stop });
    if (delivered !== undefined) show(delivered, night);
    const status = end.status === 0 ? delivered?.status ?? 0 : end.status;
    await file.change({ status });
    if (end.error !== undefined) throw end.error;
    return status;
  });
}

/** The message of a night: why it ended early, what was not fetched, and its run, where one began. */
function messageOf({ kind, status, steps }: NightEnd, file: NightFile, night: Night): NightMessage {
  const { name, runs, host: { folder: base } } = night;
  const { folder } = file.record;
  const fetched = steps.find(({ step, figures: { refused = 0, sources_ended: ended = 0 } = {} }) =>
    step === "fetch" && refused + ended > 0
  );
  return composeMessage({
    ...name,
    kind,
    status,
    why: kind === "ended" ? undefined : steps.at(-1)?.words,
    notes: fetched === undefined ? [] : [`Fetched: ${fetched.words}`],
    run: folder === undefined || kind === "stale" ? undefined : runIn(resolve(runs, folder), base),
  });
}

/** A run that was to begin may have none of its files yet. */
function runIn(folder: string, base: string): NightRun | undefined {
  try {
    return readNightRun(folder, base);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** All steps but the message; what cannot be used is reported, too, where there is a target. */
async function doSteps(
  file: NightFile,
  { night, interruption }: { readonly night: Night; readonly interruption: Interruption },
): Promise<NightEnd> {
  const { host, terminal, name } = night;
  const heard = { ...host, onInterrupt: () => ({ ...interruption, close: () => {} }) };
  const wordsOf = (error: unknown) => errorWords(error, host);
  try {
    const own = { ...night, flags: await flagsWithData(night) };
    await using service = new NightService(await checkNight(own), { flags: own.flags, host: heard, terminal });
    return await runNight(file, nightSteps({ ...own, host: heard, service, night: name.night }), {
      clock: host.clock,
      stop: interruption.stop,
      wordsOf,
      onStep: (step) => show(step, night),
    });
  } catch (error) {
    const step: ReportedStep = {
      step: "check",
      at: host.clock.now().toISOString(),
      words: wordsOf(error),
      state: "stopped",
    };
    return { kind: "stopped", status: 2, steps: [step], error };
  }
}

/** An error on one line, in the flags that a person types, without a key. */
function errorWords(error: unknown, host: NightHost): string {
  const options = error instanceof InputError ? error.options : [];
  const [line = ""] = failureLines(error).map((text) => inFlags(text, { options, table: NIGHTLY.flags }));
  return redactorOf(host)(line.replace(/^error: /, ""));
}

function show(step: ReportedStep, { flags, terminal, name }: Night): void {
  terminal.end();
  if (flags.json) terminal.output(jsonLine(stepFields(name, step)));
  else terminal.print(stepLine(step));
}

async function dryNight(asked: Night): Promise<number> {
  const night = { ...asked, flags: await flagsWithData(asked) };
  const { flags, host, terminal, runs, name, targets } = night;
  await using service = new NightService(await checkNight(night), { flags, host, terminal });
  const record = readNight(runs, name.night);
  const at = host.clock.now().toISOString();
  const steps = await drySteps({ ...night, service, night: name.night }, record);
  for (const { step, words } of steps) show({ step, at, state: "dry", words }, night);
  const to = targets.map(({ shown }) => shown).join(", ");
  if (to !== "") show({ step: "deliver", at, state: "dry", words: `would tell ${to}` }, night);
  return steps.find(({ status = 0 }) => status !== 0)?.status ?? 0;
}

/** Looks whether the night has begun, and tells when it has not. */
async function look(
  night: Night,
  { by, interruption }: { readonly by: TimeOfDay; readonly interruption: Interruption },
): Promise<number> {
  const { flags, host, terminal, runs, name, targets } = night;
  const looking = { by, now: host.clock.now(), durability: host.durability };
  const { kind, words, beganAt } = await lookForNight(runs, name, looking, async (file, { kind, words }) => {
    if (kind === undefined || targets.length === 0 || flags.dryRun) return;
    const message = composeMessage({ ...name, kind, status: 1, why: words });
    show(await notifyNight(file, message, { ...night, signal: interruption.stop }), night);
  });
  if (flags.json) terminal.output(jsonLine({ event: "looked", ...name, kind, words, began_at: beganAt }));
  else terminal.print(words);
  return kind === undefined ? 0 : 1;
}

/**
 * Reads what the message of a night says of its run.
 * @param folder The run's folder, absolute.
 * @param base Folder that a person types paths from.
 * @throws {InputError} when there is no run.
 */
function readNightRun(folder: string, base: string): NightRun {
  const manifest = readManifest(folder);
  const path = join(folder, REPORT_FILES.report);
  const hasPage = manifest.files.some((file) => file.path === REPORT_FILES.report);
  const page = hasPage ? { path, shown: shortPath(base, path) } : undefined;
  return {
    folder,
    manifest,
    summary: readTextFile(join(folder, REPORT_FILES.summary)),
    alerts: readTextFile(join(folder, REPORT_FILES.alerts)),
    page,
  };
}

const STEP_WIDTH = Math.max(...NIGHT_STEPS.map(({ length }) => length));

/** A step of a night as a line, like `22:31 fetch    20 names: 18 fresh, 2 changed`, in local time. */
function stepLine({ at, step, words, state }: ReportedStep): string {
  const mark = state === "kept" ? " (done before)" : "";
  return `${clockText(new Date(at))} ${step.padEnd(STEP_WIDTH)}  ${words}${mark}`;
}

/** The same as fields of a JSON object. */
function stepFields({ night, list }: NightName, one: ReportedStep): Record<string, unknown> {
  const { at, step, state, words, figures, status } = one;
  return { event: "step", night, list, step, state, at, words, figures, status };
}
