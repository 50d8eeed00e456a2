import { createHash, type Hash } from "node:crypto";
import { CsvScanner } from "../../text/csv_scanner.ts";
import { combineFiles, type PriceFile } from "./combine_files.ts";
import { type CompanyTable, readCompanies } from "./company_table.ts";
import { DataError } from "../data_error.ts";
import { createDataset } from "../dataset_in_memory.ts";
import type { LoadedDataset } from "../dataset.ts";
import { EXAMPLE_HEADER, guessSeparator } from "./price_header.ts";
import { PriceTable } from "./price_table.ts";
import { tickerOfFile } from "../ticker.ts";

const NO_COMPANIES: CompanyTable = { companies: [], problems: [] };

/** How a folder of price files is read. */
export interface FolderOptions {
  /** Default day of a request, `YYYY-MM-DD`. Default: the day of the newest bar. */
  readonly asOf?: string;
  /** ISO 4217 code of all prices. Default: `USD`. */
  readonly currency?: string;
}

/**
 * Opens a folder of price files, `.csv` or `.csv.gz`. Subfolders are ignored.
 *
 * A price file has a header with a date, a close or an adjusted close, and optionally open, high,
 * low and volume, in any case and order. It either has a column `ticker` (or `symbol`) or is named
 * after its ticker: `AAPL.csv`. Closes form a series of basis `price`, adjusted closes one of basis
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
  for (const file of names.filter((name) => !isCompanyList(name))) {
    files.push(await readPrices(path, { file, currency }));
  }
  const parts = combineFiles(files, table);
  if (parts.series.length === 0) throw noPrices(path, parts.problems[0]);
  const name = path.replace(/[/\\]+$/, "").split(/[/\\]/).at(-1) ?? path;
  const last = parts.series.map((one) => one.bars.at(-1)?.date ?? "")
    .reduce((one, other) => one > other ? one : other);
  const notice = `Prices from the folder ${name}, as of ${asOf ?? last}.`;
  return createDataset({ ...parts, name: "Data folder", notice, ...(asOf !== undefined && { asOf }) });
}

async function listFiles(path: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(path)) {
      if (!isDirectory && /\.csv(\.gz)?$/i.test(name)) names.push(name);
    }
  } catch (cause) {
    const state = cause instanceof Deno.errors.NotFound
      ? "no such folder"
      : "not a folder, or no permission to read it";
    throw new DataError(`read the data folder ${path}: ${state}`, { cause });
  }
  return names.sort();
}

function noPrices(path: string, first: { file: string; message: string } | undefined): DataError {
  const found = first ? ` (${first.file}: ${first.message})` : "";
  return new DataError(
    `read prices from the folder ${path}: no file holds prices${found}; ` +
      `expected AAPL.csv, or one file with a column ticker, with a header like ${EXAMPLE_HEADER}`,
  );
}

function isCompanyList(name: string): boolean {
  return /^companies\.csv(\.gz)?$/i.test(name);
}

async function readText(path: string): Promise<string> {
  try {
    const texts = decode(await Deno.open(path), { path });
    return (await Array.fromAsync(texts)).join("");
  } catch (cause) {
    throw new DataError(`read ${path}: no permission, or the file is damaged`, { cause });
  }
}

async function readPrices(
  folder: string,
  { file, currency }: { file: string; currency: string },
): Promise<PriceFile> {
  const table = new PriceTable({ file, source: file, currency, ticker: tickerOfFile(file) });
  const hash = createHash("sha256");
  const path = `${folder}/${file}`;
  try {
    await readRows(decode(await Deno.open(path), { path, hash }), table);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    table.fail(`Cannot read the file to its end: ${message}; the rows before are kept`);
  }
  return { file, ...table.finish(), sha256: hash.digest("hex") };
}

async function readRows(texts: AsyncIterable<string>, table: PriceTable): Promise<void> {
  let scanner: CsvScanner | undefined;
  for await (const text of texts) {
    const end = text.search(/[\r\n]/);
    scanner ??= new CsvScanner({ separator: guessSeparator(end < 0 ? text : text.slice(0, end)) });
    for (const record of scanner.feed(text)) {
      if (!table.add(record)) return;
    }
  }
  for (const record of scanner?.end("") ?? []) table.add(record);
}

/** The text of a file, decompressed if its name ends in `.gz`; the digest covers the file's own bytes. */
async function* decode(
  file: Deno.FsFile,
  { path, hash }: { path: string; hash?: Hash },
): AsyncGenerator<string, void, undefined> {
  const bytes = file.readable.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        hash?.update(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  const plain = /\.gz$/i.test(path) ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
  yield* plain.pipeThrough(new TextDecoderStream());
}
