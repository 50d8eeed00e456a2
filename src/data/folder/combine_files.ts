import { noCompany } from "../names/find_instruments.ts";
import { DataError } from "../data_error.ts";
import type { DataProblem, PriceSeries, StoredSeries } from "../dataset.ts";
import { dayText, longDay } from "../../calendar/day.ts";
import { type MarketDays, marketDays } from "../market_days.ts";
import { held } from "../series.ts";
import { keyOf, notesOfRenames, reachOf, servingOf } from "../serving.ts";
import { firstNames } from "../../text/cut.ts";
import { nearestNames } from "../../text/nearest_name.ts";
import { normaliseTicker, tickerOfFile } from "../ticker.ts";
import { chooseSessions, notesOfSessions } from "./choose_sessions.ts";
import type { CompanyTable } from "../prices/company_table.ts";
import type { DatasetParts } from "../dataset_in_memory.ts";
import type { PriceFile } from "../prices/price_file.ts";
import { splitNote } from "../prices/shown_splits.ts";

/** Spellings of the S&P 500 and its largest fund, then generic names. */
const INDEX_TICKERS = ["^GSPC", "GSPC", "^SPX", "SPX", "SP500", "SPY", "BENCHMARK", "INDEX"];

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
export interface CombinedFiles extends
  Required<
    Pick<DatasetParts, "companies" | "unlisted" | "indices" | "sources" | "sessions" | "problems" | "skippedRows">
  > {
  /** Series made of sessions, for tickers without a bar of their own by a day. */
  readonly fallback: readonly PriceSeries[];
  /** Ticker that was named to measure against. */
  readonly benchmark: string | undefined;
  /** Ticker to measure against on the last day: the one that was named, or the first of the indices with prices. */
  readonly usual: string | undefined;
  /** Every series that may serve, in order of files. */
  readonly series: readonly StoredSeries[];
  /** Those that serve on the last day of the market, by {@linkcode keyOf}. */
  readonly serving: ReadonlyMap<string, StoredSeries>;
  /** Days of the names, or of the benchmark where there is no name; absent without a price. */
  readonly days?: MarketDays;
  /** Tickers that have prices. */
  readonly priced: ReadonlySet<string>;
  /** Whether there is a name beside the benchmark. */
  readonly hasNames: boolean;
  /** Tickers with prices that are of no company. */
  readonly others: ReadonlySet<string>;
  /** Why files named after a ticker, or holding it, have no prices of it. */
  readonly refusals: readonly (readonly [ticker: string, why: DataProblem])[];
}

/**
 * Joins price files and a list of companies. Every file keeps its series: which one serves a ticker is decided in the
 * view of a day, among its bars up to that day. What is said of files that do not serve is as of the last day of the
 * market. A file that is named as the benchmark is the only one with prices of its ticker.
 * @throws {DataError} when the named benchmark has no prices.
 */
export function combineFiles(
  files: readonly PriceFile[],
  list: CompanyTable,
  { named }: { readonly named?: NamedBenchmark | undefined } = {},
): CombinedFiles {
  const owner = named?.file === undefined ? undefined : ownerOf(files, { ...named, file: named.file });
  const isOffered = ({ ticker, source }: StoredSeries) => ticker !== owner || source === named?.file;
  const series = files.flatMap((file) => file.series).filter(isOffered);
  const own = new Set(series.map((one) => one.ticker));
  const { sessions, series: fallback, sources } = chooseSessions(files);
  const tickers = new Set([...own, ...fallback.map(({ ticker }) => ticker)]);
  const benchmark = owner ?? (named && tickerNamed(named.text, tickers));
  const indices = list.benchmark === undefined ? INDEX_TICKERS : [list.benchmark];
  const usual = benchmark ?? indices.find((ticker) => tickers.has(ticker));
  const all = series.length > 0 ? series : fallback.map(held);
  const listed = new Set(list.companies.map(({ ticker }) => ticker));
  const others = noCompanies(files, new Set([...listed, usual ?? ""]));
  const names = all.filter(({ ticker }) => ticker !== usual && !others.has(ticker));
  const days = all.length === 0 ? undefined : daysOf(names.length > 0 ? names : all, fallback);
  const serving = servingAll(series, days?.last ?? NaN);
  const notes = { day: days?.last ?? NaN, serving, benchmark: named?.file, owner };
  return {
    series,
    sessions,
    fallback,
    serving,
    benchmark,
    indices,
    usual,
    hasNames: names.length > 0,
    others: new Set(others.keys()),
    priced: tickers,
    ...(days && { days }),
    companies: list.companies,
    unlisted: [...tickers].filter((ticker) => !listed.has(ticker) && !others.has(ticker)).sort(),
    sources: [...sourcesOf(files, new Set(series.map(({ source }) => source))), ...sources],
    problems: [...list.problems, ...others.values(), ...saidOf(files, { chosen: sessions, own, serving: notes })],
    refusals: files.flatMap(refusalsOf),
    skippedRows: files.reduce((sum, file) => sum + file.skippedRows, 0),
  };
}

/** The days of the market; series made of sessions may begin earlier, and never move its last day. */
function daysOf(series: readonly StoredSeries[], fallback: readonly PriceSeries[]): MarketDays {
  const { first, last } = marketDays(series);
  return { first: fallback.reduce((one, { days }) => Math.min(one, days[0] ?? one), first), last };
}

function servingAll(series: readonly StoredSeries[], day: number): Map<string, StoredSeries> {
  const groups = [...Map.groupBy(series, keyOf)];
  return new Map(groups.flatMap(([key, offers]) => {
    const chosen = servingOf(offers, day);
    return chosen === undefined ? [] : [[key, chosen] as const];
  }));
}

function sourcesOf(files: readonly PriceFile[], used: ReadonlySet<string>): CombinedFiles["sources"] {
  return files.filter(({ file }) => used.has(file))
    .map(({ file, sha256 }) => ({ id: file, title: `Prices of the file ${file}`, sha256 }));
}

/** Whether a file gave series or sessions. */
export function hasPrices({ series, sessions = [] }: Pick<PriceFile, "series" | "sessions">): boolean {
  return series.length > 0 || sessions.length > 0;
}

/** The problems of the files, and remarks on what of them is used. */
function saidOf(
  files: readonly PriceFile[],
  { serving, ...sessions }: Parameters<typeof notesOfSessions>[1] & { readonly serving: Serving },
): DataProblem[] {
  const ofEach = files.flatMap((file) => [
    ...problemsOf(file),
    ...notesOfSessions(file, sessions),
    ...notesOfUnused(file, serving),
  ]);
  return [...ofEach, ...notesOfSplits(files), ...notesOfRenames([...serving.serving.values()], serving.day)];
}

/** One remark on all files: a service publishes all of its files in one way. */
function notesOfSplits(files: readonly PriceFile[]): DataProblem[] {
  const [first] = files.filter(({ splits }) => splits?.some(([, own]) => own.some((one) => one.isAsTraded)));
  const message = splitNote(files);
  if (first === undefined || message === undefined) return [];
  return [{ kind: "remark", file: first.file, line: 1, column: 1, message }];
}

/** Of a file that gave nothing, every problem is a reason. */
function problemsOf({ problems, ...file }: PriceFile): readonly DataProblem[] {
  return hasPrices(file) ? problems : problems.map((one) => ({ ...one, kind: "refused" }));
}

function refusalsOf({ file, problems, refused, ...given }: PriceFile): (readonly [string, DataProblem])[] {
  const [why] = problems;
  if (why === undefined) return [];
  const owner = hasPrices(given) ? undefined : tickerOfFile(file);
  const inside = [...refused].map(([ticker, message]) => [ticker, { ...why, line: 1, column: 1, message }] as const);
  return [...inside, ...owner === undefined ? [] : [[owner, why] as const]];
}

/** The ticker of the file that is named as the benchmark. */
function ownerOf(files: readonly PriceFile[], { text, file }: Pick<NamedBenchmark, "text" | "file">): string {
  const found = files.find((one) => one.file === file);
  const [owner, ...others] = new Set([...found?.series ?? [], ...found?.sessions ?? []].map(({ ticker }) => ticker));
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
  throw new DataError(`measure against ${text}: it is neither a file nor a ticker with prices; ${hint}`);
}

/** Who serves, as of which day. */
interface Serving {
  /** In days since 1 January 1970. */
  readonly day: number;
  /** By {@linkcode keyOf}. */
  readonly serving: ReadonlyMap<string, StoredSeries>;
  /** The file that is named as the benchmark. */
  readonly benchmark: string | undefined;
  /** The ticker of that file. */
  readonly owner: string | undefined;
}

/** One remark for each file whose series are taken from another file. */
function notesOfUnused({ file, series }: PriceFile, { serving, owner, ...notes }: Serving): DataProblem[] {
  const serves = (one: StoredSeries) =>
    serving.get(keyOf(one))?.source ?? (one.ticker === owner ? notes.benchmark : undefined) ?? file;
  const unused = series.filter((one) => serves(one) !== file);
  return [...Map.groupBy(unused, serves)].map(([better, lost]) => {
    const names = [...new Set(lost.map((one) => `${one.ticker} (${one.frequency})`))];
    const reasons = new Set(lost.map((one) => whyBetter(serving.get(keyOf(one)), one, notes)));
    const message = `Ignored ${firstNames(names)}: ${better} ${
      [...reasons].join(" or ")
    }, and each series comes from one file`;
    return { kind: "remark", file, line: 1, column: 1, message };
  });
}

/**
 * Why a file serves a series that another one has too, as of a day; completes "The file ...".
 * @param chosen The series that serves; none where its file is named as the benchmark and has no such series.
 * @param other The one that does not.
 */
export function whyBetter(
  chosen: StoredSeries | undefined,
  other: StoredSeries,
  { day, benchmark }: Pick<Serving, "day" | "benchmark">,
): string {
  if (chosen === undefined || chosen.source === benchmark) return "is the benchmark that was named";
  const one = reachOf(chosen, day);
  const two = reachOf(other, day);
  if (two.count === 0) return `has prices to ${longDay(dayText(day))}`;
  if (one.newest > two.newest) return "has later prices";
  if (one.newest < two.newest) return "has more bars, and the two disagree on days that both have";
  return one.count === two.count ? "has as many bars and comes first by name" : "has more bars";
}

/** The tickers of series that are of no company, but for some that are known otherwise, with a remark that says so. */
function noCompanies(files: readonly PriceFile[], known: ReadonlySet<string>): ReadonlyMap<string, DataProblem> {
  return new Map(files.flatMap(({ file, series }) =>
    series.flatMap(({ ticker }) => {
      const what = noCompany(ticker);
      if (what === undefined || known.has(ticker)) return [];
      const message = `${ticker} is ${what}, not a company: it is not researched, and may be named as the benchmark`;
      return [[ticker, { kind: "remark", file, line: 1, column: 1, message }] as const];
    })
  ));
}
