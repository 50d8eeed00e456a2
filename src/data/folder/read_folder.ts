import { basename, join, relative, resolve } from "node:path";
import { type Currencies, currencyCode, seriesIn, sessionsIn } from "../currency.ts";
import { DataError } from "../data_error.ts";
import type { DataProblem } from "../dataset.ts";
import type { NamedBenchmark } from "./combine_files.ts";
import { type CompanyTable, NO_COMPANIES, readCompanies } from "../prices/company_table.ts";
import { INDEX_FOLDER } from "../index/index_schema.ts";
import { isDamage, isUnreadable, lockIndex, type OpenedIndex, openIndex, rebuildIndex } from "../index/open_index.ts";
import { isPriceFile, type PriceFile, readText, unreadNote } from "../prices/price_file.ts";
import type { DataFile, WantedFile } from "./data_file.ts";
import type { FiledFile } from "./filed_file.ts";
import type { OwnTables } from "../own/combine_own.ts";
import { isOwn, readOwnTables } from "./own_tables.ts";
import { type FilesOptions, readFiles, readIndexedFiles } from "./read_files.ts";
import { isTickerTable, readTickerTable, type TickerTable } from "./ticker_table.ts";

/** How the files of a folder are read. */
export interface ReadFolderOptions {
  /** What to measure against: a file of prices, in the folder or elsewhere, or a ticker of the folder. */
  readonly benchmark?: string | undefined;
  /** Where a relative path of the benchmark starts. Default: the current folder. */
  readonly base?: string | undefined;
  /** Currency of prices whose files and list state none, as a file writes it: `USD`, `GBp`. Default: none. */
  readonly currency?: string | undefined;
  /** Rows after this day, `YYYY-MM-DD`, are reported and skipped. Default: none. */
  readonly latestDay?: string | undefined;
  /**
   * Where what is read is kept: in an index in the folder, which a later opening takes it from, or in memory. A folder
   * that cannot be written is read in memory. Default: in memory.
   */
  readonly index?: "file" | "memory" | undefined;
  /** The time in milliseconds since 1970, which tells whether a file was just written. Default: that of the machine. */
  readonly now?: (() => number) | undefined;
  /** Called after each file with the number of those read and of all. */
  readonly onFile?: ((read: number, all: number) => void) | undefined;
}

/** The files of a folder, read one by one. */
export interface FolderFiles {
  readonly list: CompanyTable;
  /** What the SEC's table of tickers says of companies, after that list. */
  readonly tickers: TickerTable;
  /** Those of prices. */
  readonly files: readonly PriceFile[];
  /** Those of records, and those that hold nothing that is read. */
  readonly filed: readonly FiledFile[];
  /** The tables of the folder `own`. */
  readonly own: OwnTables;
  /** The files that were not opened. */
  readonly unread: readonly DataProblem[];
  readonly named?: NamedBenchmark | undefined;
  /** The last session when lists of filings were last asked for: up to it none is missing; empty where nothing says so. */
  readonly asked: string;
  /** The index that holds its contents, if one was asked for; it is closed when all of them are loaded. */
  readonly opened?: OpenedIndex | undefined;
}

/**
 * Reads the files of a folder, and of the folders in it, by what they hold.
 * @throws {DataError} when the folder cannot be read, the benchmark is a file that does not exist, or the currency is unknown.
 */
export async function readFolder(path: string, options: ReadFolderOptions = {}): Promise<FolderFiles> {
  const { latestDay, now = Date.now, onFile = () => {} } = options;
  const all = await listFiles(path);
  const names = all.filter((name) => !isOwn(name));
  const named = await findBenchmark(path, { ...options, names });
  const list = names.find(isCompanyList);
  const companies = list === undefined ? NO_COMPANIES : readCompanies(await readText(join(path, list)), list);
  const inside = names.filter((name) => mayHoldData(name) && !isCompanyList(name) && !isTickerTable(name));
  const outside = named?.outside === undefined || named.file === undefined ? [] : [named.file];
  const wanted = [...inside, ...outside].map((file): WantedFile => {
    const place = outside.includes(file) ? named?.outside ?? file : join(path, file);
    // a benchmark without a ticker goes by the name of its file, ending included: no sentence holds that as a word
    if (file === named?.file) return { file, place, owner: basename(file), isIndexed: false };
    return { file, place, isIndexed: true };
  });
  const reading = { latestDay, now, onFile };
  const { contents, ...read } = options.index === "file"
    ? await readByIndex(wanted, path, reading)
    : { contents: await readFiles(wanted, reading) };
  const currencies = withUsual(companies.currencies, options.currency);
  const files = contents.flatMap(({ shelf, read }) => shelf === "prices" ? [read] : []).map((file): PriceFile => ({
    ...file,
    series: file.series.map((one) => seriesIn(one, currencies)),
    ...(file.sessions && { sessions: file.sessions.map((one) => sessionsIn(one, currencies)) }),
  }));
  const filed = contents.flatMap(({ shelf, read }) => shelf === "records" ? [read] : []);
  const own = await readOwnTables(path, all, { latestDay });
  const owned = own.columns.map(({ ticker, known }) => ({ ticker, last: known.at(-1) ?? NaN }));
  const tickers = await readTickerTable(path, names.filter(isTickerTable), [
    ...owned,
    ...files.flatMap((one) => one.series),
  ]);
  const asked = await lastAsked(path);
  return { list: companies, tickers, files, filed, own, unread: names.flatMap(notOpened), named, asked, ...read };
}

/** What is stated, beside the currency of all others that was asked for. */
function withUsual(stated: Currencies, asked: string | undefined): Currencies {
  if (asked === undefined) return stated;
  const code = currencyCode(asked);
  if (code === "") {
    throw new DataError(`read prices in "${asked}": it is not a currency; give its code, like USD or GBp`);
  }
  return new Map([["*", code], ...stated]);
}

/** The newest session in the journal of fetches at which a list of filings was asked for; a line that is damaged counts as none. */
async function lastAsked(folder: string): Promise<string> {
  const journal = await Deno.readTextFile(join(folder, INDEX_FOLDER, "fetch.jsonl")).catch(() => "");
  const lists = journal.split("\n").filter((line) => line.includes('"do":"file"') && line.includes("/submissions/"));
  const sessions = lists.map((line) => /"session":"(\d{4}-\d\d-\d\d)"/.exec(line)?.[1] ?? "");
  return sessions.reduce((one, other) => one > other ? one : other, "");
}

/** Reads files with the help of an index; where that turns out to be damaged, with a new one. */
async function readByIndex(
  wanted: readonly WantedFile[],
  folder: string,
  reading: FilesOptions,
): Promise<Pick<FolderFiles, "opened"> & { readonly contents: readonly DataFile[] }> {
  for (const open of [openIndex, rebuildIndex]) {
    const opened = open(folder);
    if (opened.index === undefined) return { contents: await readFiles(wanted, reading), opened };
    try {
      return {
        contents: await readIndexedFiles(wanted, { index: opened.index, lock: () => lockIndex(folder) }, reading),
        opened,
      };
    } catch (error) {
      opened.index[Symbol.dispose]();
      if (isUnreadable(error)) return { contents: await readFiles(wanted, reading), opened: { note: error.message } };
      if (!isDamage(error)) throw error;
    }
  }
  throw new DataError(`read the data folder ${folder}: its index is damaged again; delete ${INDEX_FOLDER} in it`);
}

/** The files of a folder and of those in it, by their paths in it; hidden ones are left out. */
async function listFiles(path: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(path)) {
      if (name.startsWith(".") || name === "__MACOSX") continue;
      if (!isDirectory) names.push(name);
      else for (const inner of await listFiles(`${path}/${name}`)) names.push(`${name}/${inner}`);
    }
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    const state = cause instanceof Deno.errors.NotFound
      ? "no such folder"
      : "not a folder, or no permission to read it";
    throw new DataError(`read the data folder ${path}: ${state}`, { cause });
  }
  return names.sort();
}

/**
 * A file is found from where the person is, then in the folder. One of another folder goes by its own name, or where
 * that is taken by its path from the folder.
 */
async function findBenchmark(
  path: string,
  { benchmark: text, base = "", names }: ReadFolderOptions & { readonly names: readonly string[] },
): Promise<NamedBenchmark | undefined> {
  if (text === undefined || !isPriceFile(text)) return text === undefined ? undefined : { text };
  for (const place of [resolve(base, text), resolve(path, text)]) {
    const isThere = await Deno.stat(place).then(({ isFile }) => isFile, () => false);
    if (!isThere) continue;
    const file = relative(resolve(path), place).replaceAll("\\", "/");
    if (names.includes(file)) return { text, file };
    return { text, file: names.includes(basename(place)) ? file : basename(place), outside: place };
  }
  throw new DataError(`measure against ${text}: there is no such file`);
}

/** Whether a file is opened to see what it holds: any but those that hold nothing of it by their names. */
function mayHoldData(file: string): boolean {
  return isPriceFile(file) || !NO_DATA.test(file);
}

/** Packed files and sheets, pictures and papers, and what a person writes for persons. */
const NO_DATA =
  /\.(?:xls[xmb]?|ods|numbers|zip|7z|rar|tar|tgz|pdf|docx?|png|jpe?g|gif|svg|md|ipynb|sqlite|db)(?:\.gz)?$/i;

/** A file that is not read is reported, but for what a person writes for persons. */
function notOpened(file: string): DataProblem[] {
  if (mayHoldData(file) || /\.md$/i.test(file)) return [];
  return [{ kind: "refused", file, line: 1, column: 1, message: unreadNote(file) }];
}

function isCompanyList(name: string): boolean {
  return /^companies\.csv(\.gz)?$/i.test(name);
}
