import { basename } from "node:path";
import { runsFolder } from "../batch/runs/which_run.ts";
import { streamName } from "../batch/list/open_input.ts";
import { InputError } from "../protocol/errors.ts";
import { clockText, momentIn, nightOf, zoneName } from "../night/night_day.ts";
import { type NightFile, openNight, readNight } from "../night/night_file.ts";
import { type NightEnd, runNight, type ToldStep } from "../night/run_night.ts";
import { failureLines } from "../view/answer_end.ts";
import { jsonLine } from "../view/lines.ts";
import { perform, redactorOf } from "./command.ts";
import { inFlags } from "./flags.ts";
import type { TimeOfDay } from "./flag_values.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { NightService } from "./night_service.ts";
import { NIGHTLY, type NightlyFlags } from "./nightly_flags.ts";
import { stepFields, stepLine } from "./nightly_lines.ts";
import { checkNight, drySteps, nightSteps } from "./nightly_steps.ts";
import type { ScreenHost } from "./run_screen.ts";
import { INTERRUPT_NOTES } from "./screen_words.ts";

/** A night of a list, as it was asked for. */
interface Night {
  readonly flags: NightlyFlags;
  readonly host: ScreenHost;
  readonly terminal: LiveTerminal;
  /** The list, as it was typed. */
  readonly list: string;
  /** Its name. */
  readonly name: string;
  readonly night: string;
  /** The folder of its runs. */
  readonly runs: string;
}

/**
 * Does a night of a list, or looks whether it has begun.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 every row done; 1 some are not; 2 wrong usage; 3 stopped by a limit; 130 told to stop.
 */
export function nightlyCommand(args: readonly string[], host: ScreenHost): Promise<number> {
  return perform(args, host, {
    page: NIGHTLY,
    async work(flags, terminal) {
      if (flags.quiet || flags.json) terminal.quieten();
      const night = nightAsked(flags, { host, terminal });
      if (flags.expectBy !== undefined) return lookForNight(night, flags.expectBy);
      return flags.dryRun ? await dryNight(night) : await doNight(night);
    },
  });
}

/** @throws {InputError} when the words or flags are no night of one list. */
function nightAsked(
  flags: NightlyFlags,
  { host, terminal }: { readonly host: ScreenHost; readonly terminal: LiveTerminal },
): Night {
  const [list, more] = flags.words;
  const refused = (state: string) => new InputError(`Cannot do a night: ${state}`);
  if (list === undefined) throw refused(`no list is named; try ${host.startedBy} nightly my_tickers.csv`);
  if (more !== undefined) throw refused(`"${more}" is one list too many`);
  if (streamName(list) !== undefined) throw refused("a list from a pipe cannot be read again; name a file");
  if (flags.startNew) throw refused(`it is one run, so there is no --new; ${host.startedBy} screen has it`);
  const tonight = nightOf(host.clock.now());
  const { night = tonight } = flags;
  if (night > tonight) throw refused(`${night} is still to come; tonight is ${tonight} (${zoneName()})`);
  const runs = runsFolder(host.folder, list);
  return { flags, host, terminal, list, name: basename(runs), night, runs };
}

async function doNight(night: Night): Promise<number> {
  const { flags, host, terminal, name: list, runs } = night;
  const chosen = await checkNight(night);
  using file = openNight(runs, { night: night.night, list }, { now: host.clock.now() });
  const interruption = host.onInterrupt((times) => terminal.note(INTERRUPT_NOTES[times - 1] ?? ""));
  try {
    // The whole night listens for Ctrl-C once, its screen with it.
    const heard = { ...host, onInterrupt: () => ({ ...interruption, close: () => {} }) };
    await using service = new NightService(chosen, { flags, host: heard, terminal });
    const parts = { ...night, host: heard, service };
    const end = await runNight(file, nightSteps(parts), {
      clock: host.clock,
      stop: interruption.stop,
      onStep: (told) => show(told, night),
      wordsOf: (error) => errorWords(error, night),
    });
    return await endNight(file, end);
  } finally {
    interruption.close();
    terminal.end();
  }
}

/** Writes the exit status down. */
async function endNight(file: NightFile, { status, error }: NightEnd): Promise<number> {
  await file.change({ status });
  if (error !== undefined) throw error;
  return status;
}

/** An error on one line, in the flags that a person types, without a key. */
function errorWords(error: unknown, { host }: Night): string {
  const options = error instanceof InputError ? error.options : [];
  const [line = ""] = failureLines(error).map((text) => inFlags(text, { options, table: NIGHTLY.flags }));
  return redactorOf(host)(line.replace(/^error: /, ""));
}

function show(told: ToldStep, { flags, terminal, night, name: list }: Night): void {
  terminal.end();
  if (flags.json) terminal.output(jsonLine(stepFields({ night, list }, told)));
  else terminal.print(stepLine(told));
}

async function dryNight(night: Night): Promise<number> {
  const { flags, host, terminal, runs } = night;
  const chosen = await checkNight(night);
  await using service = new NightService(chosen, { flags, host, terminal });
  const record = readNight(runs, night.night);
  const at = host.clock.now().toISOString();
  const ends = await drySteps({ ...night, service }, record);
  for (const [place, step] of (["check", "screen"] as const).entries()) {
    const end = ends[place];
    if (end !== undefined) show({ step, at, state: "done", words: end.words }, night);
  }
  return 0;
}

/** Looks whether a night has begun, without beginning it. */
function lookForNight({ host, terminal, flags, night, runs, name: list }: Night, by: TimeOfDay): number {
  const hour = momentIn(night, by);
  const now = host.clock.now();
  const zone = zoneName();
  if (now < hour) {
    throw new InputError(
      `Cannot look for the night of ${night} before ${clockText(hour)}: it is ${clockText(now)} (${zone})`,
    );
  }
  const [first] = readNight(runs, night)?.starts ?? [];
  const words = first === undefined
    ? `no run of ${night} had begun by ${clockText(hour)} (${zone})`
    : `the run of ${night} began at ${clockText(new Date(first))} (${zone})`;
  if (flags.json) {
    terminal.output(jsonLine({ event: "expected", night, list, by: hour.toISOString(), began_at: first }));
  } else terminal.print(words);
  return first === undefined ? 1 : 0;
}
