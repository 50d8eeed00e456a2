import { resolve } from "node:path";
import { allLists, findListFolder } from "../batch/history/find_lists.ts";
import { type OpenedRuns, openRuns } from "../batch/history/open_runs.ts";
import { InputError } from "../protocol/errors.ts";
import { oneLine } from "../text/control.ts";
import { listLines, tickerLines } from "../view/history_lines.ts";
import { namesCsv, nightsCsv } from "../view/history_table.ts";
import { jsonLine } from "../view/lines.ts";
import { type CommandHost, perform } from "./command.ts";
import { count } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { shortPath } from "./named_runs.ts";

/** Nights of a name that are shown without a flag. */
const DEFAULT_NIGHTS = 20;

const FLAGS = {
  "last": {
    value: "N",
    read: count,
    help: `show the last N nights of a name (${DEFAULT_NIGHTS}), or N names of a list (all)`,
  },
  "json": { help: "one object on one line for each list, service and question" },
  "csv": { help: "a table as CSV" },
} as const satisfies FlagTable;

/** The page of `history`. */
export const HISTORY = {
  does: "Shows what the nights of a list said, of one name or of all; nothing is sent.",
  usage: ["history TICKER [LIST] [flags]", "history LIST [flags]"],
  flags: FLAGS,
  notes: [
    "LIST is the path of a list that was screened (my_tickers.csv), its name, or the folder of its runs.",
    "A night is the last day of a run's data; of several runs on one night the last finished one with a thesis counts.",
    "What is read of finished runs is kept in history.sqlite beside them.",
    "Exit status: 0 it was read; 1 a run beside the list could not be read; 2 wrong usage, no such list or name.",
  ],
} as const satisfies CommandPage;

type HistoryFlags = FlagsOf<typeof FLAGS> & Given;

/**
 * Shows what the nights of a list said.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 it was read; 1 a run could not be read; 2 wrong usage, no such list or name.
 */
export function historyCommand(args: readonly string[], host: CommandHost): Promise<number> {
  return perform(args, host, { page: HISTORY, work: (flags, terminal) => history(flags, { host, terminal }) });
}

async function history(
  flags: HistoryFlags,
  { host, terminal }: { readonly host: CommandHost; readonly terminal: LiveTerminal },
): Promise<number> {
  const [name, list, more] = flags.words;
  if (name === undefined) throw new InputError("Cannot show a history: give a ticker, or a list");
  if (more !== undefined) throw new InputError(`Cannot show more than one history: "${more}" is one too many`);
  if (flags.json && flags.csv) throw new InputError("Cannot use --json and --csv together: choose one");
  const folder = list === undefined ? findListFolder(name, host.folder) : undefined;
  const opened = folder === undefined
    ? await runsWith(name, { list, host })
    : [await openRuns(folder, { base: host.folder })];
  if (folder === undefined) showTicker(name, { opened, flags, terminal });
  else showList(opened, { flags, terminal });
  return noteProblems(opened, { host, terminal });
}

/** @throws {InputError} when no run has the name. */
async function runsWith(
  ticker: string,
  { list, host }: { readonly list: string | undefined; readonly host: CommandHost },
): Promise<OpenedRuns[]> {
  const base = host.folder;
  const folders = list === undefined ? allLists(base) : [list];
  const opened: OpenedRuns[] = [];
  for (const folder of folders) opened.push(await openRuns(folder, { base }));
  const having = opened.filter((runs) => runs.historyOf(ticker).length > 0);
  if (having.length > 0) return having;
  const where = list === undefined
    ? `no finished run under ${resolve(base, "runs")} has it`
    : `no finished run of ${list} has it`;
  throw new InputError(`Cannot show the history of ${ticker}: ${where}; give a ticker of a screened list, or the list`);
}

interface Shown {
  readonly flags: HistoryFlags;
  readonly terminal: LiveTerminal;
}

function showTicker(
  ticker: string,
  { opened, flags, terminal }: Shown & { readonly opened: readonly OpenedRuns[] },
): void {
  const { last = DEFAULT_NIGHTS } = flags;
  const histories = opened.flatMap((runs) => runs.historyOf(ticker));
  if (flags.csv) return terminal.output(nightsCsv(histories, { last }).trimEnd());
  if (flags.json) {
    return histories.forEach((one) => terminal.output(jsonLine({ ...one, nights: one.nights.slice(-last) })));
  }
  histories.forEach((one, at) => terminal.print(...at === 0 ? [] : [""], ...tickerLines(one, { last })));
}

function showList(opened: readonly OpenedRuns[], { flags, terminal }: Shown): void {
  const trends = opened.flatMap((runs) => runs.trends());
  if (flags.csv) return terminal.output(namesCsv(trends).trimEnd());
  if (flags.json) return trends.forEach((one) => terminal.output(jsonLine(one)));
  if (trends.length === 0) return terminal.print("No run is finished yet.");
  trends.forEach((one, at) => terminal.print(...at === 0 ? [] : [""], ...listLines(one, { last: flags.last })));
}

/** Folders without a run are no failure; one that cannot be read is. */
function noteProblems(
  opened: readonly OpenedRuns[],
  { host, terminal }: { readonly host: CommandHost; readonly terminal: LiveTerminal },
): number {
  const problems = opened.flatMap(({ folder, problems }) => problems.map((one) => ({ ...one, folder })));
  for (const { folder, name, message } of problems) {
    terminal.note(`note: ${oneLine(`${shortPath(host.folder, folder)}/${name}: ${message}`)}`);
  }
  return problems.some(({ isFailure }) => isFailure) ? 1 : 0;
}
