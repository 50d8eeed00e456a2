import { parse } from "../../text/csv_read.ts";
import { type Currencies, currencyCode } from "../currency.ts";
import type { Company, DataProblem } from "../dataset.ts";
import { guessSeparator } from "./price_header.ts";
import { ProblemLog } from "../problem_log.ts";
import { normaliseTicker } from "../ticker.ts";
import { nameLine } from "../../text/control.ts";

const SPELLINGS = {
  ticker: ["ticker", "symbol", "tickersymbol"],
  name: ["name", "company", "companyname", "security"],
  sector: ["sector", "gicssector"],
  industry: ["industry", "subindustry", "gicssubindustry"],
  cik: ["cik"],
  aliases: ["aliases", "alias"],
  benchmark: ["benchmark"],
  currency: ["currency"],
} as const;

type Column = keyof typeof SPELLINGS;

/** The contents of a list of companies. */
export interface CompanyTable {
  readonly companies: readonly Company[];
  /** Ticker of the row with `yes` in the column `benchmark`. */
  readonly benchmark?: string;
  /** Of prices, by ticker; by `*` of all others. */
  readonly currencies: Currencies;
  readonly problems: readonly DataProblem[];
}

/** A list that is not there. */
export const NO_COMPANIES: CompanyTable = { companies: [], currencies: new Map(), problems: [] };

/**
 * Reads a list of companies: ticker and name, optionally sector, industry, CIK, aliases separated by `|`, the currency of
 * its prices (in a row of the ticker `*` that of all others), and `yes` in the column `benchmark` for the index.
 */
export function readCompanies(text: string, file: string): CompanyTable {
  const log = new ProblemLog(file);
  const separator = guessSeparator(text.slice(0, text.search(/[\r\n]|$/)));
  const [header, ...rows] = parse(text, { separator });
  const at = columnsOf(header?.cells ?? []);
  if (at.ticker === undefined) {
    log.add('Not a list of companies: expected a header like "ticker,name,sector,industry,cik,aliases"');
    return { ...NO_COMPANIES, problems: log.list() };
  }
  const companies = new Map<string, Company>();
  const currencies = new Map<string, string>();
  let benchmark: string | undefined;
  for (const { cells, line, problem } of rows) {
    const cell = (column: Column) => cells[at[column] ?? -1]?.trim() ?? "";
    const ticker = normaliseTicker(cell("ticker"));
    const currency = currencyCode(cell("currency"));
    if (currency !== "" && !currencies.has(ticker)) currencies.set(ticker, currency);
    if (problem) log.add(problem.message, problem);
    else if (ticker === "*") continue;
    else if (ticker === "") log.add("Row has no ticker", { line });
    else if (companies.has(ticker)) log.add(`Duplicate ticker ${ticker}: the first row is kept`, { line });
    else if (/^(yes|true|1|x)$/i.test(cell("benchmark"))) benchmark ??= ticker;
    else companies.set(ticker, toCompany(ticker, cell));
  }
  return {
    companies: [...companies.values()],
    ...(benchmark !== undefined && { benchmark }),
    currencies,
    problems: log.list(),
  };
}

function columnsOf(cells: readonly string[]): Partial<Record<Column, number>> {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ""));
  const found: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(SPELLINGS) as Column[]) {
    const spellings: readonly string[] = SPELLINGS[column];
    const at = names.findIndex((name) => spellings.includes(name));
    if (at >= 0) found[column] = at;
  }
  return found;
}

function toCompany(ticker: string, cell: (column: Column) => string): Company {
  const words = (column: Column) => nameLine(cell(column));
  const cik = /^\d{1,10}$/.test(cell("cik")) ? cell("cik").padStart(10, "0") : "";
  const aliases = cell("aliases").split("|").map((one) => one.trim()).filter((one) => one !== "");
  return {
    ticker,
    name: words("name") || ticker,
    ...(words("sector") !== "" && { sector: words("sector") }),
    ...(words("industry") !== "" && { industry: words("industry") }),
    ...(cik !== "" && { cik }),
    ...(aliases.length > 0 && { aliases }),
  };
}
