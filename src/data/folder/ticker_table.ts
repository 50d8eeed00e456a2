import { join } from "node:path";
import { dayNumber } from "../../calendar/day.ts";
import { DataError } from "../data_error.ts";
import type { Company, DataProblem, StoredSeries } from "../dataset.ts";
import { readCompanyTickers } from "../filings/company_tickers.ts";
import { type Filer, openFilers } from "../names/filers.ts";
import { readText } from "../prices/price_file.ts";
import type { CompanyTable } from "../prices/company_table.ts";

/** What the SEC's table of tickers says of companies; of today, and after `companies.csv`. */
export interface TickerTable {
  /** By ticker. */
  readonly rows: ReadonlyMap<string, Filer>;
  /** The usual ticker of a CIK: the first that the table has. */
  readonly usual: ReadonlyMap<string, string>;
  readonly problems: readonly DataProblem[];
}

/** Of a folder without such a table. */
export const NO_TICKER_TABLE: TickerTable = { rows: new Map(), usual: new Map(), problems: [] };

/** Whether a file is that table, by its name: it holds no records, and is read before those that do. */
export function isTickerTable(file: string): boolean {
  return /(?:^|[/_])company_tickers\.json(?:\.gz)?$/i.test(file);
}

/** A year before the day of the table that comes with the program: who had a ticker then has it in the table. */
const KNOWN_FROM = dayNumber("2025-06-01");

/**
 * Reads the first of these files, else the table that comes with the program: that without companies of which the
 * prices in the folder end long before its day, because another may have the ticker since.
 */
export async function readTickerTable(
  folder: string,
  files: readonly string[],
  series: readonly Pick<StoredSeries, "ticker" | "last">[],
): Promise<TickerTable> {
  const [file, ...others] = files;
  if (file === undefined) {
    const newest = new Map(
      series.toSorted((one, other) => one.last - other.last).map(({ ticker, last }) => [ticker, last]),
    );
    const all = await openFilers();
    const isOld = ({ ticker }: Filer) => (newest.get(ticker) ?? KNOWN_FROM) < KNOWN_FROM;
    const old = new Set(all.filter(isOld).map(({ cik }) => cik));
    return { ...tableOf(all.filter(({ cik }) => !old.has(cik))), problems: [] };
  }
  const problems = others.map((other) => problemOf(other, { kind: "remark", message: `Ignored: ${file} is read` }));
  const found = await rowsOf(join(folder, file));
  if (typeof found === "string") {
    const refused = problemOf(file, { kind: "refused", message: `No table of tickers: ${found}` });
    return { ...NO_TICKER_TABLE, problems: [refused, ...problems] };
  }
  return { ...tableOf(found), problems };
}

/** Of rows with one ticker or one CIK the first counts. */
function tableOf(all: readonly Filer[]): Pick<TickerTable, "rows" | "usual"> {
  const first = all.toReversed();
  return {
    rows: new Map(first.map((row) => [row.ticker, row])),
    usual: new Map(first.map(({ cik, ticker }) => [cik, ticker])),
  };
}

async function rowsOf(path: string): Promise<readonly Filer[] | string> {
  try {
    return readCompanyTickers(await readText(path));
  } catch (cause) {
    if (cause instanceof DataError) return "no permission, or the file is damaged";
    throw cause;
  }
}

function problemOf(file: string, { kind, message }: Pick<DataProblem, "kind" | "message">): DataProblem {
  return { kind, file, line: 1, column: 1, message };
}

/** A company under the name that a person's list gives it, unless `companies.csv` does; its other name is understood too. */
export function namedIn(
  names: ReadonlyMap<string, string> | undefined,
  company: Company,
  { isListed = false } = {},
): Company {
  const { ticker, name: known, aliases = [] } = company;
  const given = names?.get(ticker) ?? known;
  const [name, ...others] = (isListed ? [known, given] : [given, known]).filter((one) => one !== ticker);
  return given === known ? company : { ...company, name: name ?? ticker, aliases: [...aliases, ...others] };
}

/** The list of companies with the CIKs that it lacks and the table has. */
export function withCiks(list: CompanyTable, { rows }: TickerTable): CompanyTable {
  return { ...list, companies: list.companies.map((company) => ({ ...cikIn(rows, company.ticker), ...company })) };
}

function cikIn(rows: TickerTable["rows"], ticker: string): Pick<Company, "cik"> {
  const cik = rows.get(ticker)?.cik;
  return cik === undefined ? {} : { cik };
}
