import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkScreen } from "../batch/begin_run.ts";
import type { ScreenInput } from "../batch/list/open_input.ts";
import { previewScreen } from "../batch/preview.ts";
import { readOutcomes } from "../batch/runs/open_run.ts";
import { REPORT_FILES } from "../batch/runs/run_files.ts";
import { DiskError } from "../disk/disk_error.ts";
import { InputError } from "../protocol/errors.ts";
import type { Connection } from "../setup/connection.ts";
import { jsonLine } from "../view/lines.ts";
import { previewFields, previewLines } from "../view/preview_lines.ts";
import { FREE_WORDS, isFree } from "../view/progress_line.ts";
import { blockLines } from "../view/block_lines.ts";
import { summaryBlocks } from "../view/run_summary.ts";
import { surveyBlocks, surveyRun } from "../view/run_table.ts";
import { stopWords } from "../view/stop_words.ts";
import { modelNote } from "./choose_model.ts";
import { chooseService, keyNote } from "./choose_service.ts";
import { defineCommand, INTERRUPTED, type Place } from "./command.ts";
import { describeService } from "./data_lines.ts";
import { dataForList, type ListData } from "./list_data.ts";
import { checkMaxAgeFlag, STALE } from "./max_age.ts";
import { shortPath } from "./named_runs.ts";
import { commandOf } from "./flags.ts";
import {
  answeredBy,
  followScreen,
  runOnFinish,
  type ScreenFlags,
  type ScreenHost,
  type Screening,
  screenOptionsOf,
  staleOf,
} from "./run_screen.ts";
import { readTextFile } from "./text_file.ts";
import { SCREEN } from "./screen_flags.ts";
import { exitStatus, nextSteps } from "./screen_words.ts";
import { verifierOf } from "./verify_flag.ts";
import { typedCommand } from "../text/typed_command.ts";

/** The list that is screened when none is named. */
const DEMO_LIST = fileURLToPath(new URL("../../pipelines/tickers.csv", import.meta.url));

/** Screens a list. */
export const screenCommand = defineCommand(SCREEN, async (flags, place: Place<ScreenHost>) => {
  const sending = { hasBegun: false };
  try {
    return await screenAs(flags, { ...place, sending });
  } catch (error) {
    // Before anything was sent, it is a folder that cannot be used: wrong usage.
    if (error instanceof DiskError && !sending.hasBegun) throw new InputError(error.message, { cause: error });
    throw error;
  }
});

async function screenAs(
  flags: ScreenFlags,
  { host, terminal, sending }: Pick<Screening, "host" | "terminal" | "sending">,
): Promise<number> {
  const [list, more] = flags.words;
  if (more !== undefined) throw new InputError(`Cannot screen two lists at once: "${more}" is one too many`);
  if (flags.quiet || flags.json) terminal.quieten();
  const chosen = chooseService(flags, host);
  checkMaxAgeFlag(flags.maxAge, chosen.settings);
  const asked = screenOptionsOf(flags, { host, chosen });
  const input = await checkScreen(list ?? DEMO_LIST, asked);
  const command = commandOf(typedCommand(host.startedBy, "screen"), flags, flags.words);
  const listed = { ...flags, flags, host, terminal, command, input, settings: chosen.settings };
  const found = list === undefined ? { ...chosen, lines: [], missing: 0 } : await dataForList(listed);
  await using connection = await host.connect(found.settings);
  const { described, lines } = await describeService(connection, flags, { host, terminal });
  terminal.say(...lines, ...flags.dryRun ? found.lines : [], ...chosen.notes, ...freeNotes(flags, connection, asked));
  terminal.note(
    ...[keyNote(chosen.settings, host), modelNote("screen", host)].filter((line) => line !== undefined),
  );
  const verify = await verifierOf(flags, { host, terminal });
  const options = { ...asked, verify, ...answeredBy(described) };
  const stale = staleOf(described, { flags, host, list: list ?? DEMO_LIST });
  if (flags.dryRun) await preview(input, { flags, options, connection, terminal });
  if (stale !== undefined) {
    if (flags.json) terminal.output(jsonLine(stale));
    terminal.note(stale.message);
    return STALE;
  }
  if (flags.dryRun) return 0;
  return await run(input, { flags, options, connection, terminal, host, sending, lacking: found });
}

async function run(input: ScreenInput, screening: Screening & { readonly lacking: ListData }): Promise<number> {
  const { flags, terminal, host, lacking } = screening;
  const isDemo = flags.words.length === 0;
  if (isDemo) terminal.say("No list was named: screening the sample, pipelines/tickers.csv.");
  const { begun, ended, wasInterrupted } = await followScreen(input, screening);
  const { folder, manifest, progress, stopped, notes = [] } = ended;
  // Page, summary and workbook have the time of the run; this call also wrote them, or was not the first of the run.
  const seconds = begun.state === "new" ? manifest.seconds ?? ended.seconds : ended.seconds;
  if (!flags.json && !flags.quiet) {
    const { width } = host.out;
    const survey = surveyRun(readOutcomes(folder));
    const weights = manifest.portfolio?.weights;
    terminal.print("", ...blockLines(surveyBlocks(survey, { by: flags.by, weights }), width), "");
    const spent = flags.price !== undefined && isFree(manifest.service) ? 0 : progress.spent;
    const { direction: known, chances } = survey.tally;
    const direction = flags.by === "score" || chances === 0 ? known : `${known}. Ranking by score: --by score`;
    const { failed } = manifest.counts.statuses;
    const alerts = readTextFile(join(folder, REPORT_FILES.alerts));
    const place = { folder: shortPath(host.folder, folder), hasCure: failed > 0 && failed <= lacking.missing };
    const summary = summaryBlocks(manifest, { ...place, seconds, spent, alerts, direction });
    terminal.say(...blockLines(summary, width), ...lacking.lines, ...notes.map((note) => `${note}.`));
    if (isDemo) terminal.print("", ...nextSteps(host.startedBy));
  }
  if (stopped !== undefined) terminal.note(`stopped: ${stopWords(stopped)}`);
  const wasRead = begun.state === "finished";
  const { allowedFailures = 0, brake } = flags;
  const status = exitStatus(manifest, { wasInterrupted, wasStopped: stopped !== undefined, allowedFailures, brake });
  if (!wasRead && status !== INTERRUPTED) await runOnFinish({ folder, status }, screening);
  return status;
}

async function preview(
  input: ScreenInput,
  { flags, options, connection, terminal }: Pick<Screening, "flags" | "options" | "connection" | "terminal">,
): Promise<void> {
  const found = await previewScreen(input, options);
  if (flags.json) terminal.output(jsonLine(previewFields(found)));
  else terminal.print(...previewLines(found, { isFree: connection.isEmbedded && options.languageModel === undefined }));
}

function freeNotes(
  flags: ScreenFlags,
  { isEmbedded }: Connection,
  { languageModel }: Pick<Screening["options"], "languageModel">,
): string[] {
  const isFree = isEmbedded && languageModel === undefined;
  return isFree && flags.price !== undefined ? [`--price and --max-cost do not count: ${FREE_WORDS}.`] : [];
}
