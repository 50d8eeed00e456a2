import { join } from "node:path";
import { InputError } from "../../protocol/errors.ts";
import type { Manifest } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { RunSeries, TickerHistory } from "../../run/ticker_history.ts";
import type { SeriesTrends } from "../../run/trend.ts";
import { showsItself } from "../../text/cell_value.ts";
import { kindOf, optionProblem, type OptionShape, SWITCH, TEXT } from "../../text/options.ts";
import { readThesisRows } from "../runs/open_run.ts";
import { listFolder } from "./find_lists.ts";
import type { RunOnDisk, RunsProblem } from "./find_runs.ts";
import { seriesOf } from "./finished_run.ts";
import { type History, type HistoryPart, openHistory } from "./history.ts";
import type { StoredRun } from "./history_store.ts";
import { historiesOf } from "./ticker_nights.ts";
import { trendsOf } from "./trends.ts";

/** A run of a list. */
export interface ListedRun {
  /** Id of the run. */
  readonly runId: string;
  /** `finished`; `unfinished` while a row is open; `removed` when its folder is gone and only its history is left. */
  readonly state: "finished" | "unfinished" | "removed";
  /** Absolute path; that of a removed run is where it was last. */
  readonly folder: string;
  /** Last day of its data, `YYYY-MM-DD`; absent for an unfinished run. */
  readonly night?: string | undefined;
  /** The list, service and question it shares with other runs. */
  readonly series: RunSeries;
  /** The manifest as it was last written; that of a removed run lists no files. */
  readonly manifest: Manifest;
  /**
   * Reads its rows, as `openRun()` does.
   * @throws {InputError} when it was removed, or cannot be read.
   */
  rows(): Promise<readonly ThesisRow[]>;
}

/** The runs of a list. */
export interface OpenedRuns {
  /** Absolute path of the folder that holds them. */
  readonly folder: string;
  /** In the order in which they began. */
  readonly runs: readonly ListedRun[];
  /** Folders that hold no run, or one that cannot be read; they are skipped. */
  readonly problems: readonly RunsProblem[];
  /** The tickers that any finished run had, in capitals, sorted. */
  readonly tickers: readonly string[];
  /**
   * The nights of a name.
   * @param ticker In any case.
   * @returns A history for each list, service and question that had it, that of the newest night first.
   */
  historyOf(ticker: string): readonly TickerHistory[];
  /**
   * How all names went: scores, streak, score now and a month ago.
   * @returns One for each list, service and question, that of the newest night first.
   */
  trends(): readonly SeriesTrends[];
}

/** How the runs of a list are opened. */
export interface OpenRunsOptions {
  /** Where relative paths start. Default: the current folder. */
  readonly base?: string | undefined;
  /**
   * Whether finished runs are written into `history.sqlite` beside them, so that they are read once. Default: true; where
   * it cannot be written they are read each time.
   */
  readonly keep?: boolean | undefined;
}

const OPEN_RUNS_OPTIONS = { base: TEXT, keep: SWITCH } satisfies Readonly<Record<keyof OpenRunsOptions, OptionShape>>;

/**
 * Reads the runs of a list: those in its folder, and what is left of those that were removed.
 * @param list The list's path (`my_tickers.csv`), its name, or the folder of its runs (`runs/my_tickers`).
 * @param options Where relative paths start.
 * @throws {InputError} when there is no such folder, or an option is unknown or of another kind.
 * @example
 * ```ts ignore
 * import { openRuns } from "conviction/batch";
 *
 * const [ibm] = (await openRuns("my_tickers.csv")).historyOf("ibm");
 * for (const { night, score } of ibm?.nights ?? []) console.log(night, score);
 * ```
 */
export async function openRuns(list: string, options: OpenRunsOptions = {}): Promise<OpenedRuns> {
  if (typeof list !== "string") {
    throw new InputError(`Cannot open runs: give a list, or the folder of its runs, not ${kindOf(list)}`);
  }
  const problem = optionProblem(options, OPEN_RUNS_OPTIONS);
  if (problem !== undefined) throw new InputError(`Cannot open runs: ${problem.state}`, { options: problem.options });
  const { base, keep: mayWrite = true } = options;
  const folder = listFolder(list, base);
  const history = await openHistory(folder, { mayWrite });
  const { problems } = history;
  return showsItself({
    ...history.read((parts) => ({
      folder,
      runs: runsOf(folder, { history, parts }),
      problems,
      tickers: [...new Set(parts.flatMap(({ store }) => [...store.tickers().values()]))].sort(),
    })),
    historyOf: (ticker: string) => history.read((parts) => historiesOf(parts, ticker)),
    trends: () => history.read(trendsOf),
  });
}

/** Those on disk, and those of which only the history is left; in the order in which they began. */
function runsOf(
  folder: string,
  { history: { onDisk }, parts }: { readonly history: History; readonly parts: readonly HistoryPart[] },
): ListedRun[] {
  const stored = parts.flatMap(({ store, runs }) => [...runs.values()].map((run) => ({ store, run })));
  const nights = new Map(stored.map(({ run }) => [run.runId, run.night] as const));
  const there = onDisk.map((run) => listedRun(folder, { run, night: nights.get(run.record.runId) }));
  const ids = new Set(there.map(({ runId }) => runId));
  const removed = stored.filter(({ run }) => !ids.has(run.runId))
    .map(({ store, run }) => removedRun(folder, { run, manifest: store.manifestOf(run) }));
  return [...there, ...removed].toSorted((one, other) => one.manifest.started_at < other.manifest.started_at ? -1 : 1);
}

function listedRun(
  folder: string,
  { run: { name, record, manifest }, night }: { readonly run: RunOnDisk; readonly night: string | undefined },
): ListedRun {
  const isFinished = record.finishedAt !== undefined;
  return {
    runId: record.runId,
    state: isFinished ? "finished" : "unfinished",
    folder: join(folder, name),
    ...isFinished && night !== undefined ? { night } : {},
    series: seriesOf(record),
    manifest,
    rows: () => readThesisRows(join(folder, name)),
  };
}

function removedRun(
  folder: string,
  { run: { runId, folder: name, night, series }, manifest }: { readonly run: StoredRun; readonly manifest: Manifest },
): ListedRun {
  const message = `Cannot open the run ${runId}: its folder ${join(folder, name)} was removed; ` +
    "historyOf() has what is left of it";
  return {
    runId,
    state: "removed",
    folder: join(folder, name),
    night,
    series,
    manifest,
    rows: () => Promise.reject(new InputError(message)),
  };
}
