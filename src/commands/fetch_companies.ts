import { join, resolve } from "node:path";
import { openInput, streamName } from "../batch/list/open_input.ts";
import type { RowSource } from "../batch/list/read_rows.ts";
import type { FetchCompany } from "../connect/source.ts";
import { readCompanies } from "../data/prices/company_table.ts";
import { normaliseTicker } from "../data/ticker.ts";
import { InputError } from "../protocol/errors.ts";
import type { Host } from "./host.ts";

/** The companies to fetch, and what is said of the list. */
export interface WantedCompanies {
  readonly companies: readonly FetchCompany[];
  readonly notes: readonly string[];
}

/** How the companies are named. */
export interface WantedOptions {
  readonly host: Pick<Host, "folder" | "readText">;
  /** The data folder. */
  readonly data: string;
  readonly tickerColumn: string | undefined;
}

const CIK_NAME = /^(?:cik|cik[ _-]?(?:number|code|no\.?))$/i;

/**
 * The companies that were typed as tickers, or that one list holds; each once.
 * @throws {InputError} when there is none, or the list cannot be read.
 */
export async function wantedCompanies(words: readonly string[], options: WantedOptions): Promise<WantedCompanies> {
  const [first, more] = words;
  const { host, data } = options;
  if (first === undefined) throw new InputError("Cannot fetch: name tickers, or a list");
  const isList = (word: string) =>
    word === "-" || streamName(word) !== undefined || /\.(?:csv|tsv|txt)$|[/\\].*\./i.test(word);
  const list = words.find(isList);
  if (list !== undefined && more !== undefined) {
    throw new InputError(
      `Cannot fetch the list ${list} beside "${words.find((word) => word !== list) ?? list}": name it alone`,
    );
  }
  const known = ciksOf(host.readText(join(data, "companies.csv")));
  const read: WantedCompanies = list === undefined
    ? { companies: words.map((ticker) => ({ ticker })), notes: [] }
    : await readList(list, { ...options, folder: host.folder });
  const byTicker = new Map<string, FetchCompany>();
  for (const { ticker, cik } of read.companies) {
    const name = normaliseTicker(ticker);
    const before = byTicker.get(name);
    if (name !== "" && before?.cik === undefined) byTicker.set(name, { ticker: name, cik: cik ?? known.get(name) });
  }
  if (byTicker.size === 0) throw new InputError(`Cannot fetch: ${list ?? "what was typed"} names no company`);
  return { companies: [...byTicker.values()], notes: read.notes };
}

/** The CIKs of `companies.csv`. */
function ciksOf(text: string | undefined): Map<string, string> {
  const { companies } = text === undefined ? { companies: [] } : readCompanies(text, "companies.csv");
  return new Map(companies.flatMap(({ ticker, cik }) => cik === undefined ? [] : [[ticker, cik] as const]));
}

async function readList(
  list: string,
  { folder, tickerColumn }: { readonly folder: string; readonly tickerColumn: string | undefined },
): Promise<WantedCompanies> {
  const input = await openInput(list === "-" ? list : resolve(folder, list), { folder, tickerColumn });
  const source = await input.open();
  try {
    return await companiesOf(source);
  } finally {
    await source.close();
  }
}

async function companiesOf(source: RowSource): Promise<WantedCompanies> {
  const cikAt = source.columns.header.findIndex((name) => CIK_NAME.test(name.trim()));
  const companies: FetchCompany[] = [];
  let invalid = 0;
  for await (const { input: { ticker, cells }, problem } of source.rows) {
    if (problem !== undefined) invalid += 1;
    else companies.push({ ticker, cik: cikOf(cells[cikAt]) });
  }
  const left = invalid === 0 ? [] : [`${invalid} ${invalid === 1 ? "row is" : "rows are"} invalid and left out`];
  return { companies, notes: [...source.notes, ...left] };
}

function cikOf(cell = ""): string | undefined {
  return /^\d{1,10}$/.test(cell.trim()) ? cell.trim().padStart(10, "0") : undefined;
}
