import { join } from "node:path";
import { DataError } from "../data_error.ts";
import type { Company, DataProblem } from "../dataset.ts";
import { readCompanyTickers, type TickerRow } from "../filings/company_tickers.ts";
import { readText } from "../prices/price_file.ts";
import type { CompanyTable } from "../prices/company_table.ts";

/** What the SEC's table of tickers says of companies; of today, and after `companies.csv`. */
export interface TickerTable {
  /** By ticker. */
  readonly rows: ReadonlyMap<string, TickerRow>;
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

/** Reads the first of these files. */
export async function readTickerTable(folder: string, files: readonly string[]): Promise<TickerTable> {
  const [file, ...others] = files;
  if (file === undefined) return NO_TICKER_TABLE;
  const problems = others.map((other) => problemOf(other, { kind: "remark", message: `Ignored: ${file} is read` }));
  const found = await rowsOf(join(folder, file));
  if (typeof found === "string") {
    const refused = problemOf(file, { kind: "refused", message: `No table of tickers: ${found}` });
    return { ...NO_TICKER_TABLE, problems: [refused, ...problems] };
  }
  const rows = new Map<string, TickerRow>();
  const usual = new Map<string, string>();
  for (const row of found) {
    if (!rows.has(row.ticker)) rows.set(row.ticker, row);
    if (!usual.has(row.cik)) usual.set(row.cik, row.ticker);
  }
  return { rows, usual, problems };
}

async function rowsOf(path: string): Promise<readonly TickerRow[] | string> {
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

/** The list of companies with the CIKs that it lacks and the table has. */
export function withCiks(list: CompanyTable, { rows }: TickerTable): CompanyTable {
  return { ...list, companies: list.companies.map((company) => ({ ...cikIn(rows, company.ticker), ...company })) };
}

function cikIn(rows: TickerTable["rows"], ticker: string): Pick<Company, "cik"> {
  const cik = rows.get(ticker)?.cik;
  return cik === undefined ? {} : { cik };
}
