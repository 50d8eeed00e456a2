import type { Company, DataProblem, PriceSeries } from "../dataset.ts";
import type { CompanyTable } from "./company_table.ts";
import type { DatasetParts } from "../dataset_in_memory.ts";
import type { PriceTableResult } from "./price_table.ts";
import { firstNames } from "./problem_log.ts";

/** Spellings of the S&P 500 and its largest fund, then generic names. */
const INDEX_TICKERS = ["^GSPC", "GSPC", "^SPX", "SPX", "SP500", "SPY", "BENCHMARK", "INDEX"];

/** The contents of one price file. */
export interface PriceFile extends PriceTableResult {
  readonly file: string;
  readonly sha256: string;
  /** Why it was not read to its end. */
  readonly brokenBy?: string;
}

/** The contents of a folder, ready for `createDataset`. */
export type CombinedFiles =
  & Required<
    Pick<DatasetParts, "companies" | "sources" | "series" | "problems" | "skippedRows">
  >
  & { readonly benchmark: string | undefined };

/**
 * Joins price files and a list of companies. A series comes from a single file, because two files
 * may be adjusted for splits on different days. The file with the newest bar wins, then the one with
 * more bars, then the first by name; the others are reported as problems.
 */
export function combineFiles(
  files: readonly PriceFile[],
  list: CompanyTable,
): CombinedFiles {
  const chosen = chooseFiles(files);
  const series = [...chosen.values()];
  const used = new Set(series.map((one) => one.source));
  const tickers = new Set(series.map((one) => one.ticker));
  const wanted = list.benchmark === undefined ? INDEX_TICKERS : [list.benchmark];
  const benchmark = wanted.find((ticker) => tickers.has(ticker));
  return {
    series,
    benchmark,
    companies: companiesOf(tickers, { list: list.companies, benchmark }),
    sources: files.filter(({ file }) => used.has(file))
      .map(({ file, sha256 }) => ({ id: file, title: `Prices of the file ${file}`, sha256 })),
    problems: [
      ...list.problems,
      ...files.flatMap((file) => [...file.problems, ...notesOfUnused(file, chosen)]),
    ],
    skippedRows: files.reduce((sum, file) => sum + file.skippedRows, 0),
  };
}

function chooseFiles(files: readonly PriceFile[]): Map<string, PriceSeries> {
  const chosen = new Map<string, PriceSeries>();
  for (const series of files.flatMap((file) => file.series)) {
    const before = chosen.get(keyOf(series));
    if (before === undefined || isBetter(series, before)) chosen.set(keyOf(series), series);
  }
  return chosen;
}

function keyOf({ ticker, frequency, basis }: PriceSeries): string {
  return `${ticker} ${frequency} ${basis}`;
}

function isBetter(one: PriceSeries, other: PriceSeries): boolean {
  const [newest, otherNewest] = [one.bars.at(-1)?.date ?? "", other.bars.at(-1)?.date ?? ""];
  return newest > otherNewest || newest === otherNewest && one.bars.length > other.bars.length;
}

/** One problem for each file whose series were taken from another file. */
function notesOfUnused(
  { file, series }: PriceFile,
  chosen: ReadonlyMap<string, PriceSeries>,
): DataProblem[] {
  const unused = series.filter((one) => chosen.get(keyOf(one))?.source !== file);
  const byFile = Map.groupBy(unused, (one) => chosen.get(keyOf(one))?.source ?? "");
  return [...byFile].map(([better, lost]) => {
    const names = [...new Set(lost.map((one) => `${one.ticker} (${one.frequency})`))];
    const reasons = new Set(lost.map((one) => whyBetter(chosen.get(keyOf(one)), one)));
    const reason = `${better} ${[...reasons].join(" or ")}, and each series comes from one file`;
    const message = `Ignored ${firstNames(names)}: ${reason}`;
    return { file, line: 1, column: 1, message };
  });
}

function whyBetter(chosen: PriceSeries | undefined, { bars }: PriceSeries): string {
  if (chosen?.bars.at(-1)?.date !== bars.at(-1)?.date) return "has later bars";
  return chosen?.bars.length === bars.length ? "has as many bars and comes first by name" : "has more bars";
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
