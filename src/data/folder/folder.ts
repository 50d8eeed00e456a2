import { createHash } from "node:crypto";
import { type CombinedFiles, combineFiles, hasPrices } from "./combine_files.ts";
import { mapsOf } from "../calibration_card.ts";
import { openCard, type OpenedCard } from "./open_card.ts";
import { DataError } from "../data_error.ts";
import { createDataset } from "../dataset_in_memory.ts";
import type { DataProblem, DataSource, FileCounts, LoadedDataset } from "../dataset.ts";
import { INDEX_FILE, INDEX_FOLDER } from "../index/index_schema.ts";
import { dayNumber, daySpan, dayText, longDay } from "../../calendar/day.ts";
import { tickerOfFile } from "../ticker.ts";
import { held } from "../series.ts";
import { NO_COMPANIES } from "../prices/company_table.ts";
import { isPriceFile, readPriceFile, unreadNote } from "../prices/price_file.ts";
import { EXAMPLE_HEADER } from "../prices/price_header.ts";
import { ownWords, strangersIn } from "./own_tables.ts";
import type { OwnColumn } from "../own_column.ts";
import { type FolderFiles, readFolder, type ReadFolderOptions } from "./read_folder.ts";
import { counted } from "../../text/counted.ts";
import { withShownSplits } from "./split_records.ts";
import { namedIn, withCiks } from "./ticker_table.ts";
import { type CombinedRecords, combineRecords, recordsWords, unlistedCompanies } from "./combine_records.ts";

/** How a folder of price files is read. */
export interface FolderOptions extends ReadFolderOptions {
  /** Default day of a request, `YYYY-MM-DD`. Default: the last day of the market, as {@linkcode Dataset.span} has it. */
  readonly asOf?: string | undefined;
  /** Names of companies by ticker, for those that `companies.csv` does not name. Default: those of the SEC. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/**
 * Opens a folder of price files (`.csv`, `.tsv` or `.txt`, each with or without `.gz`, and `.parquet`) and of files of
 * what is filed by and about companies and of texts, which are recognised by what they hold; in folders in folders too.
 *
 * A price file has a header with a date, a close or an adjusted close, and optionally open, high,
 * low and volume, in any case and order. It has a column `ticker` (or `symbol`), or is named after
 * its ticker (`AAPL.csv`, `aapl_us_d.csv`), or has a column of closes for each ticker. The order of
 * day and month and the decimal mark are read from what its cells prove, never guessed. Closes form a series of basis
 * `price`, adjusted closes one of basis `total_return`. The benchmark is the one of the options, else the row of
 * `companies.csv` with `yes` in the column `benchmark`,
 * else the first of `^GSPC`, `^SPX`, `SPY` and `BENCHMARK` (a file `benchmark.csv`) that has prices.
 * Files of trades or of bars within the day give sessions, and daily bars of tickers that have no price file.
 * `companies.csv` may state sectors, CIKs and aliases; without it each company is named by its ticker.
 * @returns The data that was read; `problems` lists what was not, with file, line and column.
 * @throws {DataError} when the folder cannot be read, none of its files holds a price, a record, a text or an own number, or the benchmark of the options
 * has no prices.
 * @throws {AsOfError} when `asOf` is not a date or lies before the first bar or record.
 */
export async function openFolder(path: string, options: FolderOptions = {}): Promise<LoadedDataset> {
  const folder = await readFolder(path, options);
  try {
    const { asOf, names, latestDay, currency } = options;
    return datasetOf(folder, { path, asOf, names, latestDay, currency, calibration: await openCard(path) });
  } catch (error) {
    folder.opened?.index?.[Symbol.dispose]();
    throw error;
  }
}

/** What a dataset depends on beside the files of its folder. */
interface OpenedFolder extends Pick<FolderOptions, "asOf" | "names" | "latestDay" | "currency"> {
  readonly path: string;
  readonly calibration: OpenedCard;
}

function datasetOf(folder: FolderFiles, opened: OpenedFolder): LoadedDataset {
  const { path, asOf, names, latestDay, currency, calibration } = opened;
  const { combined, filed } = contentsOf(folder);
  const { card, problem } = calibration;
  const problems = [...damageOf(folder), ...(problem ? [problem] : []), ...problemsOf(folder, { combined, filed })];
  if (combined.days === undefined && filed.records.length + filed.texts.length + folder.own.columns.length === 0) {
    throw noPrices(`the data folder ${path}: no file holds prices, records, texts or own tables`, problems);
  }
  const counts = countFiles(folder);
  const known = [...filed.records, ...filed.texts.map(({ stored }) => stored), ...folder.own.columns.map(daysOf)];
  const last = combined.days === undefined ? lastKnown([...known, { last: folder.asked }], latestDay) : undefined;
  const usual = asOf ?? last;
  return createDataset({
    ...combined,
    companies: combined.companies.map((one) => namedIn(names, one, { isListed: true })),
    problems,
    records: filed.records,
    texts: filed.texts.map(({ stored }) => stored),
    own: folder.own.columns,
    sources: [
      ...combined.sources,
      ...filed.sources,
      ...folder.own.sources,
      ...folder.own.settings ? [folder.own.settings] : [],
      ...currency === undefined ? [] : [sourceOfCurrency(currency)],
    ],
    unlisted: unlistedCompanies(combined.unlisted, {
      companies: filed.companies,
      listed: combined.companies,
      own: folder.own.columns,
      table: folder.tickers,
    }).map((one) => namedIn(names, typeof one === "string" ? { ticker: one, name: one } : one)),
    name: "Data folder",
    notice: noticeOf({ combined, filed }, counts, ownWords(folder.own)),
    files: counts,
    unread: firstOfEach([...combined.refusals, ...refusalsByName([...folder.unread, ...filed.problems])]),
    ...(usual !== undefined && { asOf: usual }),
    ...(last !== undefined && { days: { first: dayNumber(last), last: dayNumber(last) } }),
    ...(card && { mapsAt: (day: string) => mapsOf(card, day) }),
  });
}

/** What was said of prices, beside the files that the data are made of. */
function sourceOfCurrency(currency: string): DataSource {
  const sha256 = createHash("sha256").update(currency).digest("hex");
  return { id: "currency", title: `Prices that state no currency are taken as ${currency}, as requested`, sha256 };
}

/** The contents of a folder, of prices and of records. */
export interface FolderContents {
  readonly combined: CombinedFiles;
  readonly filed: CombinedRecords;
}

/** Joins the files of a folder. */
export function contentsOf(folder: FolderFiles): FolderContents {
  const list = withCiks(folder.list, folder.tickers);
  const combined = combineFiles(folder.files, list, folder);
  const known = { listed: list.companies, priced: combined.priced, table: folder.tickers };
  const filed = combineRecords(folder.filed, known);
  return { combined, filed: { ...filed, records: withShownSplits(filed.records, folder.files) } };
}

/** Of all files, those that were not opened last. */
export function problemsOf(
  { unread, tickers, own }: FolderFiles,
  { combined, filed }: FolderContents,
): readonly DataProblem[] {
  const known = new Set([
    ...combined.companies.map(({ ticker }) => ticker),
    ...combined.priced,
    ...filed.companies.map(({ ticker }) => ticker),
  ]);
  const ofOwn = [...own.problems, ...strangersIn(own, known)];
  return [...combined.problems, ...filed.problems, ...tickers.problems, ...ofOwn, ...unread];
}

/** The last day on which anything became known; what was filed on a Friday is known on a Monday that may be to come. */
function lastKnown(records: readonly { readonly last: string }[], latestDay: string = "9999-12-31"): string {
  const last = records.map((one) => one.last).reduce((one, other) => one > other ? one : other, "");
  return last < latestDay ? last : latestDay;
}

function daysOf({ known }: OwnColumn): { readonly last: string } {
  return { last: dayText(known.at(-1) ?? NaN) };
}

/** The refused files that are named after a ticker, by ticker. */
function refusalsByName(problems: readonly DataProblem[]): CombinedFiles["refusals"] {
  return problems.filter(({ kind }) => kind === "refused").flatMap((one) => {
    const ticker = tickerOfFile(one.file);
    return ticker === undefined ? [] : [[ticker, one] as const];
  });
}

/** An index that could not be read is a remark: nothing of the data is lost. */
function damageOf({ opened }: FolderFiles): DataProblem[] {
  if (opened?.wasDamaged === undefined) return [];
  const message = "The index was damaged and is rebuilt";
  return [{ kind: "remark", file: `${INDEX_FOLDER}/${INDEX_FILE}`, line: 1, column: 1, message }];
}

/** Of each ticker the first reason. */
function firstOfEach(refusals: CombinedFiles["refusals"]): Map<string, DataProblem> {
  return new Map(refusals.toReversed());
}

/**
 * Opens one price file, as a file of a data folder is read.
 * @param path Where it is.
 * @throws {DataError} when it cannot be read or holds no price.
 */
export async function openPriceFile(path: string): Promise<LoadedDataset> {
  const file = path.split(/[/\\]/).at(-1) ?? path;
  const isThere = await Deno.stat(path).then(() => true, (cause) => !(cause instanceof Deno.errors.NotFound));
  if (!isThere) throw new DataError(`read prices from ${path}: there is no such file`);
  if (!isPriceFile(file)) throw new DataError(`read prices from ${path}: ${unreadNote(file)}`);
  const found = await readPriceFile(path, { file });
  if (found.brokenBy !== undefined) throw new DataError(`read prices from ${path}: ${found.brokenBy}`);
  const parts = combineFiles([found], NO_COMPANIES);
  if (parts.days === undefined) throw noPrices(`prices from ${path}: it has no prices`, parts.problems);
  return createDataset({
    ...parts,
    unread: firstOfEach(parts.refusals),
    name: "Price file",
    notice: `Prices of the file ${file}.`,
  });
}

/** Files of a folder, without its list of companies, and a benchmark that is elsewhere. */
export function countFiles({ files, filed, own, unread, named }: FolderFiles): FileCounts {
  const inside = files.filter(({ file }) => named?.outside === undefined || file !== named.file);
  const read = inside.filter(hasPrices).length +
    filed.filter((one) => one.companies.length + one.texts.length > 0).length;
  return {
    found: inside.length + filed.length + own.files.length + unread.length,
    read: read + own.sources.length,
  };
}

/** Like `480 names with prices from 481 of 487 files, 8 Feb 2013 to 7 Feb 2018; benchmark SPY.csv.` */
export function noticeOf({ combined, filed }: FolderContents, { found, read }: FileCounts, own = ""): string {
  const { series, fallback, usual, others, hasNames, days } = combined;
  const files = read === found ? counted(read, "file") : `${read} of ${counted(found, "file")}`;
  const words = [recordsWords(filed), own].filter((one) => one !== "").join("; ");
  if (days === undefined && words !== "") {
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}, from ${files}; no prices.`;
  }
  const [shown, beside] = series.length > 0 ? [series, fallback] : [fallback, []];
  const names = new Set(shown.map(({ ticker }) => ticker).filter((one) => one !== usual && !others.has(one))).size;
  const span = hasNames && days ? `, ${daySpan(dayText(days.first), dayText(days.last))}` : "";
  const sessions = beside.length > 0 ? `; sessions of ${counted(beside.length, "name")}` : "";
  const also = words === "" ? sessions : `${sessions}; ${words}`;
  return `${counted(names, "name")} with prices from ${files}${span}${also}; ${benchmarkWords(combined)}.`;
}

function benchmarkWords({ series, fallback, serving, usual, hasNames, days }: CombinedFiles): string {
  const served = [...serving.values()].filter(({ ticker }) => ticker === usual);
  const own = served.length > 0 ? served : fallback.map(held).filter(({ ticker }) => ticker === usual);
  const [source] = own.map((one) => one.source);
  if (source === undefined) return "no benchmark: name a file ^GSPC.csv or SPY.csv, or benchmark FILE_OR_TICKER";
  const isAlone = series.every((one) => one.source !== source || one.ticker === usual);
  const end = Math.max(...own.map(({ last }) => last));
  const isSame = !hasNames || days === undefined || end === days.last;
  return `benchmark ${isAlone ? source : usual}${isSame ? "" : `, to ${longDay(dayText(end))}`}`;
}

function noPrices(place: string, problems: readonly DataProblem[]): DataError {
  const some = problems.slice(0, 3).map(({ file, line, message }) => `${file} line ${line}: ${message}`);
  const more = problems.length > 3 ? `; and ${problems.length - 3} more problems` : "";
  const found = some.length > 0 ? some.join("; ") + more : "there is no .csv, .tsv, .txt or .parquet";
  return new DataError(
    `read ${place} (${found}); ` +
      `expected AAPL.csv, or one file with a column ticker, with a header like ${EXAMPLE_HEADER}`,
  );
}
