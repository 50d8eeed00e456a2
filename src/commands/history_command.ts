import { allLists, findListFolder } from "../batch/history/find_lists.ts";
import { type OpenedRuns, openRuns } from "../batch/history/open_runs.ts";
import { bySeries, seriesKey } from "../batch/history/ticker_nights.ts";
import { InputError } from "../protocol/errors.ts";
import type { SeriesTrends } from "../run/trend.ts";
import { type ListRecord, listRecord } from "../score/list_record.ts";
import { openPriceData, pricePort } from "../setup/score_prices.ts";
import { oneLine } from "../text/control.ts";
import { blockLines } from "../view/block_lines.ts";
import { listBlocks, namesCsv, nightsCsv, tickerBlocks } from "../view/history_blocks.ts";
import { jsonLine } from "../view/lines.ts";
import { NO_PRICES, recordLines } from "../view/score_verdict.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { showReading } from "./data_lines.ts";
import { count } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { shortPath } from "./named_runs.ts";
import { resolve } from "node:path";
import type { PricePort } from "../score/price_port.ts";
import { openHistory } from "../batch/history/history.ts";

/** Nights of a name that are shown without a flag. */
const DEFAULT_NIGHTS = 20;

const FLAGS = {
  "last": {
    value: "N",
    read: count,
    help: `show the last N nights of a name (${DEFAULT_NIGHTS}), or N names of a list (all)`,
  },
  "data": { value: "DIR", help: "folder of price files for the record of a list (CONVICTION_DATA; unset: no record)" },
  "json": { help: "one JSON object on one line for each list, service and question" },
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
    "The record of a list compares what its nights said with what prices then did, as score does.",
    "What is read of finished runs is kept in history.sqlite beside them.",
    "Exit status: 0 it was read; 1 a run beside the list could not be read; 2 wrong usage, no such list or name.",
  ],
} as const satisfies CommandPage;

type HistoryFlags = FlagsOf<typeof FLAGS> & Given;

/** Shows what the nights of a list said. */
export const historyCommand = defineCommand(HISTORY, history);

async function history(flags: HistoryFlags, { host, terminal }: Place<CommandHost>): Promise<number> {
  const [name, list, more] = flags.words;
  if (name === undefined) throw new InputError("Cannot show a history: give a ticker, or a list");
  if (more !== undefined) throw new InputError(`Cannot show more than one history: "${more}" is one too many`);
  if (flags.json && flags.csv) throw new InputError("Cannot use --json and --csv together: choose one");
  const folder = list === undefined ? findListFolder(name, host.folder) : undefined;
  if (folder === undefined && flags.data !== undefined) {
    throw new InputError("Cannot use --data with a ticker: the record against prices is that of a list");
  }
  const opened = folder === undefined
    ? await runsWith(name, { list, host })
    : [await openRuns(folder, { base: host.folder })];
  const shown = { flags, terminal, width: host.out.width };
  if (folder === undefined) showTicker(name, { opened, ...shown });
  else showList(opened, { ...shown, records: await recordsOf(folder, { ...shown, host }) });
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
  /** Columns of the terminal. */
  readonly width: number;
  readonly terminal: LiveTerminal;
}

function showTicker(
  ticker: string,
  { opened, flags, terminal, width }: Shown & { readonly opened: readonly OpenedRuns[] },
): void {
  const { last = DEFAULT_NIGHTS } = flags;
  const histories = opened.flatMap((runs) => runs.historyOf(ticker));
  if (flags.csv) return terminal.output(nightsCsv(histories, { last }).trimEnd());
  if (flags.json) {
    return histories.forEach((one) => terminal.output(jsonLine({ ...one, nights: one.nights.slice(-last) })));
  }
  histories.forEach((one, at) =>
    terminal.print(...at === 0 ? [] : [""], ...blockLines(tickerBlocks(one, { last }), width))
  );
}

/** The record of each series by its key; absent where no prices are named, or they cannot be read. */
async function recordsOf(
  folder: string,
  { flags, host, terminal }: Shown & { readonly host: CommandHost },
): Promise<ReadonlyMap<string, ListRecord> | undefined> {
  const data = flags.data === undefined ? host.env("CONVICTION_DATA") || undefined : resolve(host.folder, flags.data);
  if (data === undefined || flags.csv) return undefined;
  try {
    const prices = pricePort(await openPriceData({ data, ...showReading(terminal) }));
    const records = await listRecords(folder, prices);
    return new Map(records.map(({ series, record }) => [seriesKey(series), record] as const));
  } catch (error) {
    // The history needs no prices: only those that the flag names must be there.
    if (flags.data !== undefined || !(error instanceof InputError)) throw error;
    terminal.note(`note: the record of the list is left out: ${oneLine(error.message)}`);
    return new Map();
  }
}

function showList(
  opened: readonly OpenedRuns[],
  { flags, terminal, width, records }: Shown & { readonly records: ReadonlyMap<string, ListRecord> | undefined },
): void {
  const trends = opened.flatMap((runs) => runs.trends());
  if (flags.csv) return terminal.output(namesCsv(trends).trimEnd());
  const recordOf = ({ series }: SeriesTrends) => records?.get(seriesKey(series));
  if (flags.json) return trends.forEach((one) => terminal.output(jsonLine({ ...one, record: recordOf(one) })));
  if (trends.length === 0) return terminal.print("No run is finished yet.");
  trends.forEach((one, at) => {
    const record = recordOf(one);
    const below = record === undefined ? [] : ["", ...recordLines(record)];
    terminal.print(...at === 0 ? [] : [""], ...blockLines(listBlocks(one, { last: flags.last }), width), ...below);
  });
  if (records === undefined) terminal.print("", NO_PRICES);
}

/** Folders without a run are no failure; one that cannot be read is. */
function noteProblems(opened: readonly OpenedRuns[], { host, terminal }: Place<CommandHost>): number {
  const problems = opened.flatMap(({ folder, problems }) => problems.map((one) => ({ ...one, folder })));
  for (const { folder, name, message } of problems) {
    terminal.note(`note: ${oneLine(`${shortPath(host.folder, folder)}/${name}: ${message}`)}`);
  }
  return problems.some(({ isFailure }) => isFailure) ? 1 : 0;
}

/**
 * Scores what the history of a list says against prices, also of runs whose folders were removed.
 * @param prices Source of later prices.
 * @returns One for each list, service and question.
 */
async function listRecords(folder: string, prices: PricePort) {
  const history = await openHistory(folder, { mayWrite: true });
  return history.read((parts) => {
    const all = parts.flatMap(({ store, runs }) => [...runs.values()].map((run) => ({ store, run })));
    return bySeries(all, ({ run }) => run.series).map(({ series, same }) => ({
      series,
      record: listRecord(same.flatMap(({ store, run }) => store.nightsOfRun(run)), prices),
    }));
  });
}
