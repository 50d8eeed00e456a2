import { type CombinedFiles, whyBetter } from "./combine_files.ts";
import type { Basis, DataProblem, FileCounts, Frequency, SeriesName, StoredSeries } from "../dataset.ts";
import { dayText, longDay } from "../../calendar/day.ts";
import { type IndexReport, reportOf as reportOfIndex } from "../index/open_index.ts";
import type { Session, SessionSeries } from "../session.ts";
import type { FiledFile } from "./filed_file.ts";
import { contentsOf, countFiles, noticeOf, problemsOf } from "./folder.ts";
import { keyOf } from "../serving.ts";
import { type FolderFiles, readFolder, type ReadFolderOptions } from "./read_folder.ts";
import { type CompanyReport, reportOnCompanies } from "./company_report.ts";
import { ownWords } from "./own_tables.ts";
import { openCard, type OpenedCard } from "./open_card.ts";
import type { OwnColumn } from "../own_column.ts";
import type { OwnFile } from "../own/own_file.ts";

/** A weekend with holidays beside it; the exchange has not been closed for longer since 1933. */
const MAX_DAILY_STEP_DAYS = 7;
const MAX_MONTHLY_STEP_DAYS = 45;

/** What a data folder holds, file by file and company by company. */
export interface FolderReport {
  /** In a sentence: names, files, days, benchmark. */
  readonly notice: string;
  /** Files that were found, and those that gave prices. */
  readonly counts: FileCounts;
  /** First day of the prices, and last day of those of most names, `YYYY-MM-DD`; absent without prices. */
  readonly days?: { readonly first: string; readonly last: string };
  /** Ticker to measure against; absent without one. */
  readonly benchmark?: string | undefined;
  /** In order of their paths; those that are not read are among them. */
  readonly files: readonly FileReport[];
  /** The names that several files offer. */
  readonly shared: readonly SharedName[];
  /** Those with prices or records, in order of tickers. */
  readonly companies: readonly CompanyReport[];
  /** How many of the folder's companies have a sector, which `companies.csv` alone gives. */
  readonly withSector: number;
  /** The index of the folder, where one was asked for. */
  readonly index?: IndexReport;
  /** The card of calibration, and the first day of its maps; or why it is not used. Absent without one. */
  readonly calibration?: string;
}

/** What one file holds. */
export interface FileReport {
  /** Path in the folder, with `/`. */
  readonly file: string;
  /** What it is, where it holds records: `companyfacts file`. */
  readonly kind?: string;
  /** Texts in it, one about several companies once for each. */
  readonly texts: number;
  /** Companies of which it holds records; 0 for a file of prices. */
  readonly filed: number;
  readonly series: readonly SeriesReport[];
  /** Of a file of trades or intraday bars; empty for others. */
  readonly sessions: readonly SessionReport[];
  /** Its columns of numbers, of a table of the folder `own`; empty for others. */
  readonly own: readonly OwnReport[];
  /** What of it was not read and why, or a remark on how it was. */
  readonly problems: readonly DataProblem[];
}

/** The bars of a ticker in a file. */
export interface SeriesReport {
  readonly ticker: string;
  readonly frequency: Frequency;
  /** `price` for closes, `total_return` for adjusted ones. */
  readonly basis: Basis;
  /** Code of its currency; empty where nothing states it. */
  readonly currency: string;
  readonly bars: number;
  /** First and last day, `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
  /** Days of two bars, one after the other, that lie further apart than a holiday explains. */
  readonly gaps: readonly (readonly [from: string, to: string])[];
  /** Whether it serves on the last day: of several files with the same, one does. */
  readonly isUsed: boolean;
}

/** The sessions of a ticker in a file. */
export interface SessionReport extends Pick<SeriesReport, "ticker" | "first" | "last"> {
  /** What they are made of. */
  readonly from: Session["from"];
  readonly sessions: number;
  /** Those whose rows end before the session does. */
  readonly partial: number;
}

/** A series that several files offer. */
export interface SharedName extends Pick<SeriesName, "ticker" | "frequency" | "basis"> {
  /** The file that serves it on the last day. */
  readonly file: string;
  /** The other files, and why it serves rather than each of them; completes "It ...". */
  readonly others: readonly { readonly file: string; readonly because: string }[];
}

/**
 * Reads a folder as `openFolder` does, and reports on every file of it.
 * @param options As for `openFolder`.
 * @throws {DataError} when the folder cannot be read, or the benchmark of the options has no prices.
 */
export async function checkFolder(path: string, options: ReadFolderOptions = {}): Promise<FolderReport> {
  const folder = await readFolder(path, options);
  using _index = folder.opened?.index;
  const index = options.index === "file" ? { index: reportOfIndex(path, folder.opened ?? {}) } : {};
  const calibration = cardWords(await openCard(path));
  return { ...reportOfFolder(folder), ...index, ...(calibration !== undefined && { calibration }) };
}

function cardWords({ card, problem }: OpenedCard): string | undefined {
  if (problem) return `${problem.file}: ${problem.message}`;
  const parts = (["daily", "monthly"] as const).flatMap((name) => {
    const from = card?.[name]?.maps[0]?.from;
    return from === undefined ? [] : [`${name} maps from ${longDay(from)} on`];
  });
  return card && `Calibration: card ${card.id}, ${parts.join(", ")}`;
}

function reportOfFolder(folder: FolderFiles): Omit<FolderReport, "index" | "calibration"> {
  const contents = contentsOf(folder);
  const { combined } = contents;
  const counts = countFiles(folder);
  const { companies, problems: between } = reportOnCompanies(contents);
  const problems = Map.groupBy([...problemsOf(folder, contents), ...between], ({ file }) => file);
  const filed = new Map(folder.filed.map((file) => [file.file, file]));
  const used = new Set(combined.serving.values());
  const series = new Map(folder.files.map((file) => [file.file, file.series.map((one) => reportOf(one, used))]));
  const sessions = new Map(folder.files.map((file) => [file.file, (file.sessions ?? []).map(sessionsOf)]));
  const own = new Map(folder.own.files.map((one) => [one.file, ownReportsOf(one, folder.own.columns)]));
  const names = [...new Set([...series.keys(), ...filed.keys(), ...own.keys(), ...problems.keys()])].sort();
  return {
    notice: noticeOf(contents, counts, ownWords(folder.own)),
    counts,
    ...combined.days && { days: { first: dayText(combined.days.first), last: dayText(combined.days.last) } },
    benchmark: combined.usual,
    files: names.map((file) => ({
      file,
      filed: filed.get(file)?.companies.length ?? 0,
      ...kindOf(filed.get(file)),
      texts: textsOf(filed.get(file)),
      series: series.get(file) ?? [],
      sessions: sessions.get(file) ?? [],
      own: own.get(file) ?? [],
      problems: problems.get(file) ?? [],
    })),
    shared: sharedNames(folder, combined),
    companies,
    withSector: combined.companies.filter(({ sector }) => sector !== undefined).length,
  };
}

function kindOf({ kind }: Partial<FiledFile> = {}): Pick<FileReport, "kind"> {
  return kind === undefined ? {} : { kind };
}

function textsOf({ texts = [] }: Partial<FiledFile> = {}): number {
  return texts.reduce((sum, { said }) => said.spans.reduce((all, { count }) => all + count, sum + said.undated), 0);
}

function reportOf(series: StoredSeries, used: ReadonlySet<StoredSeries>): SeriesReport {
  const { ticker, frequency, basis, currency, count, first, last } = series;
  return {
    ticker,
    frequency,
    basis,
    currency,
    bars: count,
    first: dayText(first),
    last: dayText(last),
    gaps: gapsOf(series),
    isUsed: used.has(series),
  };
}

function sessionsOf({ ticker, sessions }: SessionSeries): SessionReport {
  return {
    ticker,
    from: sessions[0]?.from ?? "bars",
    sessions: sessions.length,
    partial: sessions.filter(({ isPartial }) => isPartial).length,
    first: sessions[0]?.day ?? "",
    last: sessions.at(-1)?.day ?? "",
  };
}

function gapsOf(series: StoredSeries): SeriesReport["gaps"] {
  const most = series.frequency === "daily" ? MAX_DAILY_STEP_DAYS : MAX_MONTHLY_STEP_DAYS;
  const days = [...series.days()];
  return days.slice(1).flatMap((day, at) => {
    const before = days[at] ?? day;
    return day - before > most ? [[dayText(before), dayText(day)] as const] : [];
  });
}

function sharedNames({ files, named }: FolderFiles, { serving, days }: CombinedFiles): SharedName[] {
  const offers = Map.groupBy(files.flatMap((file) => file.series), keyOf);
  return [...serving.values()].flatMap((chosen): SharedName[] => {
    const others = (offers.get(keyOf(chosen)) ?? []).filter((one) => one !== chosen);
    if (others.length === 0) return [];
    const { ticker, frequency, basis, source } = chosen;
    const because = (one: StoredSeries) => whyBetter(chosen, one, { day: days?.last ?? NaN, benchmark: named?.file });
    return [{
      ticker,
      frequency,
      basis,
      file: source,
      others: others.map((one) => ({ file: one.source, because: because(one) })),
    }];
  }).sort((one, other) => one.ticker < other.ticker ? -1 : 1);
}

/** A column of an own table. */
export interface OwnReport {
  /** Like `scores.my_factor`. */
  readonly name: string;
  /** Tickers that have a value in it. */
  readonly tickers: number;
  readonly values: number;
  /** First and last day of its rows, `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
  /** Whether its owner gives it a sign, so that it is scored. */
  readonly isScored: boolean;
}

/**
 * Reports on the columns of an own table.
 * @param used The columns of the folder that are used.
 */
function ownReportsOf({ columns, file }: OwnFile, used: readonly OwnColumn[]): readonly OwnReport[] {
  return columns.flatMap((name) => {
    const all = used.filter((one) => one.name === name && one.source === file);
    const days = all.flatMap((one) => [one.days[0] ?? NaN, one.days.at(-1) ?? NaN]);
    if (all.length === 0) return [];
    return [{
      name,
      tickers: all.length,
      values: all.reduce((sum, { values }) => sum + values.length, 0),
      first: dayText(Math.min(...days)),
      last: dayText(Math.max(...days)),
      isScored: all.some(({ sign }) => sign !== undefined),
    }];
  });
}
