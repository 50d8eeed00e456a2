import { combineFiles, type PriceFile } from "./combine_files.ts";
import { type CompanyTable, readCompanies } from "./company_table.ts";
import { DataError } from "../data_error.ts";
import { createDataset } from "../dataset_in_memory.ts";
import type { DataProblem, LoadedDataset } from "../dataset.ts";
import { isPriceFile, readPriceFile, readText, unreadNote } from "./price_file.ts";
import { EXAMPLE_HEADER } from "./price_header.ts";

const NO_COMPANIES: CompanyTable = { companies: [], problems: [] };

/** How a folder of price files is read. */
export interface FolderOptions {
  /** Default day of a request, `YYYY-MM-DD`. Default: the day of the newest bar. */
  readonly asOf?: string;
  /** ISO 4217 code of all prices. Default: `USD`. */
  readonly currency?: string;
}

/**
 * Opens a folder of price files: `.csv`, `.tsv` or `.txt`, each with or without `.gz`, and `.parquet`; in folders in
 * folders too.
 *
 * A price file has a header with a date, a close or an adjusted close, and optionally open, high,
 * low and volume, in any case and order. It has a column `ticker` (or `symbol`), or is named after
 * its ticker (`AAPL.csv`, `aapl_us_d.csv`), or has a column of closes for each ticker. The order of
 * day and month and the decimal mark are read from what its cells prove, never guessed. Closes form a series of basis `price`, adjusted closes one of basis
 * `total_return`. The benchmark is the row of `companies.csv` with `yes` in the column `benchmark`,
 * else the first of `^GSPC`, `^SPX`, `SPY` and `BENCHMARK` (a file `benchmark.csv`) that has prices.
 * `companies.csv` may state sectors, CIKs and aliases; without it each company is named by its ticker.
 * @returns The data that was read; `problems` lists what was not, with file, line and column.
 * @throws {DataError} when the folder cannot be read or none of its files holds a price.
 * @throws {AsOfError} when `asOf` is not a date or lies before the first bar.
 */
export async function openFolder(
  path: string,
  options: FolderOptions = {},
): Promise<LoadedDataset> {
  const { asOf, currency = "USD" } = options;
  const names = await listFiles(path);
  const list = names.find(isCompanyList);
  const table = list === undefined ? NO_COMPANIES : readCompanies(await readText(`${path}/${list}`), list);
  const files: PriceFile[] = [];
  for (const file of names.filter((name) => isPriceFile(name) && !isCompanyList(name))) {
    files.push(await readPriceFile(`${path}/${file}`, { file, currency }));
  }
  const combined = combineFiles(files, table);
  const parts = { ...combined, problems: [...combined.problems, ...names.flatMap(unread)] };
  if (parts.series.length === 0) throw noPrices(`the folder ${path}: no file holds prices`, parts.problems);
  const name = path.replace(/[/\\]+$/, "").split(/[/\\]/).at(-1) ?? path;
  const notice = `Prices from the folder ${name}.`;
  return createDataset({ ...parts, name: "Data folder", notice, ...(asOf !== undefined && { asOf }) });
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
  const found = await readPriceFile(path, { file, currency: "USD" });
  if (found.brokenBy !== undefined) throw new DataError(`read prices from ${path}: ${found.brokenBy}`);
  const parts = combineFiles([found], NO_COMPANIES);
  if (parts.series.length === 0) throw noPrices(`${path}: it has no prices`, parts.problems);
  return createDataset({ ...parts, name: "Price file", notice: `Prices of the file ${file}.` });
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

/** A file that is not read is reported, but for what a person writes for persons. */
function unread(file: string): DataProblem[] {
  if (isPriceFile(file) || /\.md$/i.test(file)) return [];
  return [{ file, line: 1, column: 1, message: unreadNote(file) }];
}

function noPrices(place: string, problems: readonly DataProblem[]): DataError {
  const some = problems.slice(0, 3).map(({ file, line, message }) => `${file} line ${line}: ${message}`);
  const more = problems.length > 3 ? `; and ${problems.length - 3} more problems` : "";
  const found = some.length > 0 ? some.join("; ") + more : "there is no .csv, .tsv, .txt or .parquet";
  return new DataError(
    `read prices from ${place} (${found}); ` +
      `expected AAPL.csv, or one file with a column ticker, with a header like ${EXAMPLE_HEADER}`,
  );
}

function isCompanyList(name: string): boolean {
  return /^companies\.csv(\.gz)?$/i.test(name);
}
