import { DataError } from "../data_error.ts";
import type { Company, DataProblem, PriceSeries } from "../dataset.ts";
import { firstNames } from "../../text/cut.ts";
import { nearestNames } from "../../text/nearest_name.ts";
import { normaliseTicker, tickerOfFile } from "../ticker.ts";
import type { CompanyTable } from "./company_table.ts";
import type { DatasetParts } from "../dataset_in_memory.ts";
import type { PriceTableResult } from "./price_table.ts";

/** Spellings of the S&P 500 and its largest fund, then generic names. */
const INDEX_TICKERS = ["^GSPC", "GSPC", "^SPX", "SPX", "SP500", "SPY", "BENCHMARK", "INDEX"];

/** The contents of one price file. */
export interface PriceFile extends PriceTableResult {
  readonly file: string;
  readonly sha256: string;
  /** Why it was not read to its end. */
  readonly brokenBy?: string;
}

/** What a person named to measure against. */
export interface NamedBenchmark {
  /** As it was named. */
  readonly text: string;
  /** The name of the file, where it is one; else it is a ticker. */
  readonly file?: string;
  /** Where the file is, when it is not in the folder. */
  readonly outside?: string;
}

/** The contents of a folder, ready for `createDataset`. */
export type CombinedFiles =
  & Required<Pick<DatasetParts, "companies" | "sources" | "series" | "problems" | "unread" | "skippedRows">>
  & { readonly benchmark: string | undefined };

/**
 * Joins price files and a list of companies. A series comes from a single file, because two files
 * may be adjusted for splits on different days. The file with the newest bar wins, then the one with
 * more bars, then the first by name; the others are reported as problems. A file that is named as the benchmark is
 * the only one with prices of its ticker.
 * @throws {DataError} when the named benchmark has no prices.
 */
export function combineFiles(
  files: readonly PriceFile[],
  list: CompanyTable,
  { named }: { readonly named?: NamedBenchmark | undefined } = {},
): CombinedFiles {
  const owner = named?.file === undefined ? undefined : ownerOf(files, { ...named, file: named.file });
  const isOffered = ({ ticker, source }: PriceSeries) => ticker !== owner || source === named?.file;
  const chosen = chooseFiles(files.flatMap(({ series }) => series).filter(isOffered));
  const series = [...chosen.values()];
  const used = new Set(series.map((one) => one.source));
  const tickers = new Set(series.map((one) => one.ticker));
  const wanted = list.benchmark === undefined ? INDEX_TICKERS : [list.benchmark];
  const benchmark = owner ?? (named && tickerNamed(named.text, tickers)) ??
    wanted.find((ticker) => tickers.has(ticker));
  return {
    series,
    benchmark,
    companies: companiesOf(tickers, { list: list.companies, benchmark }),
    sources: files.filter(({ file }) => used.has(file))
      .map(({ file, sha256 }) => ({ id: file, title: `Prices of the file ${file}`, sha256 })),
    problems: [
      ...list.problems,
      ...files.flatMap((file) => [...problemsOf(file), ...notesOfUnused(file, { chosen, benchmark: named?.file })]),
    ],
    unread: unreadOf(files.flatMap(refusalsOf), tickers),
    skippedRows: files.reduce((sum, file) => sum + file.skippedRows, 0),
  };
}

/** Of a file that gave nothing, every problem is a reason. */
function problemsOf({ series, problems }: PriceFile): readonly DataProblem[] {
  return series.length > 0 ? problems : problems.map((one) => ({ ...one, kind: "refused" }));
}

/**
 * The tickers that have no prices although a file is named after them or holds them.
 * @param refusals Tickers and why they have none, in the order in which they count.
 * @param tickers Those that have.
 */
export function unreadOf(
  refusals: Iterable<readonly [ticker: string, why: DataProblem]>,
  tickers: ReadonlySet<string>,
): Map<string, DataProblem> {
  const unread = new Map<string, DataProblem>();
  for (const [ticker, why] of refusals) {
    if (!tickers.has(ticker) && !unread.has(ticker)) unread.set(ticker, why);
  }
  return unread;
}

function refusalsOf({ file, series, problems, refused }: PriceFile): (readonly [string, DataProblem])[] {
  const [why] = problems;
  if (why === undefined) return [];
  const owner = series.length > 0 ? undefined : tickerOfFile(file.split("/").at(-1) ?? file);
  const inside = [...refused].map(([ticker, message]) => [ticker, { ...why, line: 1, column: 1, message }] as const);
  return [...inside, ...owner === undefined ? [] : [[owner, why] as const]];
}

/** The ticker of the file that is named as the benchmark. */
function ownerOf(files: readonly PriceFile[], { text, file }: Pick<NamedBenchmark, "text" | "file">): string {
  const found = files.find((one) => one.file === file);
  const [owner, ...others] = new Set(found?.series.map(({ ticker }) => ticker));
  if (owner === undefined) {
    const [why] = found?.problems ?? [];
    throw new DataError(`measure against ${text}: it was not read: line ${why?.line ?? 1}: ${why?.message}`);
  }
  if (others.length === 0) return owner;
  throw new DataError(`measure against ${text}: it has prices of ${others.length + 1} tickers; name one of them`);
}

const MAX_NEAREST = 3;

/** @throws {DataError} when the ticker has no prices. */
function tickerNamed(text: string, tickers: ReadonlySet<string>): string {
  const ticker = normaliseTicker(text);
  const found = [ticker, `^${ticker}`].find((one) => tickers.has(one));
  if (found !== undefined) return found;
  const near = nearestNames(ticker, [...tickers]);
  const hint = near.length > 0
    ? `nearest: ${near.slice(0, MAX_NEAREST).join(", ")}`
    : `there are ${firstNames([...tickers])}`;
  throw new DataError(`measure against ${text}: it is no file, and no ticker with prices; ${hint}`);
}

function chooseFiles(all: readonly PriceSeries[]): Map<string, PriceSeries> {
  const chosen = new Map<string, PriceSeries>();
  for (const series of all) {
    const before = chosen.get(keyOf(series));
    if (before === undefined || isBetter(series, before)) chosen.set(keyOf(series), series);
  }
  return chosen;
}

/** What two series have in common of which one is used. */
export function keyOf({ ticker, frequency, basis }: PriceSeries): string {
  return `${ticker} ${frequency} ${basis}`;
}

function isBetter(one: PriceSeries, other: PriceSeries): boolean {
  const [newest, otherNewest] = [one.bars.at(-1)?.date ?? "", other.bars.at(-1)?.date ?? ""];
  return newest > otherNewest || newest === otherNewest && one.bars.length > other.bars.length;
}

/** One remark for each file whose series were taken from another file. */
function notesOfUnused(
  { file, series }: PriceFile,
  { chosen, benchmark }: {
    readonly chosen: ReadonlyMap<string, PriceSeries>;
    /** The file that is named as the benchmark. */
    readonly benchmark: string | undefined;
  },
): DataProblem[] {
  const serves = (one: PriceSeries) => chosen.get(keyOf(one))?.source ?? benchmark ?? "";
  const unused = series.filter((one) => serves(one) !== file);
  return [...Map.groupBy(unused, serves)].map(([better, lost]) => {
    const names = [...new Set(lost.map((one) => `${one.ticker} (${one.frequency})`))];
    const reasons = new Set(lost.map((one) => whyBetter(chosen.get(keyOf(one)), one, { benchmark })));
    const message = `Ignored ${firstNames(names)}: ${better} ${
      [...reasons].join(" or ")
    }, and each series comes from one file`;
    return { kind: "remark", file, line: 1, column: 1, message };
  });
}

/**
 * Why a file serves a series that another one has too; completes "The file ...".
 * @param chosen The series that is used; none where its file is named as the benchmark and has no such series.
 * @param other The one that is not.
 */
export function whyBetter(
  chosen: PriceSeries | undefined,
  { bars }: PriceSeries,
  { benchmark }: { readonly benchmark: string | undefined },
): string {
  if (chosen === undefined || chosen.source === benchmark) return "is the benchmark that was named";
  if (chosen.bars.at(-1)?.date !== bars.at(-1)?.date) return "has later bars";
  return chosen.bars.length === bars.length ? "has as many bars and comes first by name" : "has more bars";
}

function companiesOf(
  tickers: ReadonlySet<string>,
  { list, benchmark }: { list: readonly Company[]; benchmark: string | undefined },
): readonly Company[] {
  const listed = new Set(list.map((company) => company.ticker));
  const others = [...tickers].filter((ticker) => !listed.has(ticker)).sort();
  return [...list, ...others.map((ticker) => ({ ticker, name: ticker }))]
    .filter((company) => company.ticker !== benchmark);
}
