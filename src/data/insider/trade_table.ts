import { longDay } from "../../calendar/day.ts";
import { type CsvRecord, type Separator, SEPARATORS } from "../../text/csv_record.ts";
import { parsePieces } from "../../text/csv_read.ts";
import { excerpt, inQuotes } from "../../text/control.ts";
import { accessionOf, cikOf } from "../filings/read_json.ts";
import type { ReadOptions, RecordReader, RecordsRead } from "../filings/record_file.ts";
import { ProblemLog } from "../problem_log.ts";
import type { InsiderRole, InsiderTrade } from "../records.ts";
import { fieldsOf } from "./form_trades.ts";
import { companiesOf, type ReportedTrade } from "./issuers.ts";
import { isNo, isYes } from "./ownership_form.ts";
import { dueDay, knownFrom, readTradeDay } from "./trade_day.ts";

const MAX_NAME_CHARS = 80;

/** Reads a table of insiders' trades, whatever the order of its columns. */
export const TRADE_TABLE: RecordReader = {
  kind: "table of insiders' trades",
  looksLike: (head) => tradeSeparator(firstLine(head)) !== undefined,
  async read(texts, options) {
    const table = new TradeTable(options);
    for await (const rows of parsePieces(texts, (head) => tradeSeparator(firstLine(head)))) {
      for (const row of rows) table.add(row);
    }
    return table.finish();
  },
};

/** The trades of a table whose rows are there already, like that of the sample. */
export function tradesOfTable(records: readonly CsvRecord[], options: ReadOptions): RecordsRead {
  const table = new TradeTable(options);
  records.forEach((record) => table.add(record));
  return table.finish();
}

function firstLine(head: string): string {
  return /\S[^\r\n]*/.exec(head)?.[0] ?? "";
}

type Cell = (column: TradeColumn) => string;

class TradeTable {
  readonly #options: ReadOptions;
  readonly #log: ProblemLog;
  readonly #rows = new Set<string>();
  readonly #trades: ReportedTrade[] = [];
  #columns: TradeColumns | undefined;
  #cells = 0;
  #repeated = 0;
  #isRefused = false;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#log = new ProblemLog(options.file);
  }

  add({ cells, line, problem }: CsvRecord): void {
    if (this.#columns === undefined) return this.#begin(cells);
    const key = cells.join("\0");
    if (problem !== undefined) this.#log.add(problem.message, problem);
    else if (cells.length !== this.#cells) {
      this.#log.add(`The row is skipped: it has ${cells.length} cells instead of ${this.#cells}`, { line });
    } else if (this.#rows.has(key)) this.#repeated++;
    else {
      this.#rows.add(key);
      this.#read(cells, line);
    }
  }

  finish(): RecordsRead {
    if (this.#isRefused) return { companies: [], problems: this.#log.list() };
    if (this.#repeated > 0) this.#log.remark(`${this.#repeated} rows are there more than once; each counts once`);
    return { companies: companiesOf(this.#trades, this.#log), problems: this.#log.list() };
  }

  #begin(header: readonly string[]): void {
    this.#columns = tradeColumns(header) ?? {};
    this.#cells = header.length;
    if (tradeColumns(header) !== undefined) return;
    this.#isRefused = true;
    this.#log.refuse("No table of trades: it needs columns like ticker, transaction_date, transaction_code, shares", {
      line: 1,
    });
  }

  #read(cells: readonly string[], line: number): void {
    if (this.#isRefused) return;
    const cell: Cell = (column) => cells[this.#columns?.[column] ?? -1]?.trim() ?? "";
    if (isYes(cell("derivative"))) return;
    const trade = this.#trade(cell);
    if (typeof trade === "string") this.#log.add(`The row is skipped: ${trade}`, { line });
    else {
      const ticker = cell("ticker");
      const issuer = excerpt(cell("issuer"), MAX_NAME_CHARS);
      const cik = cikOf(cell("issuerCik"));
      this.#trades.push({ trade, ticker, issuer, cik, line });
    }
  }

  /** What a row states, or why it states nothing. */
  #trade(cell: Cell): InsiderTrade | string {
    const { file, latest } = this.#options;
    const person = excerpt(cell("person"), MAX_NAME_CHARS);
    const form = cell("form").toUpperCase();
    const filed = readTradeDay(cell("filed"));
    if (cell("filed") !== "" && filed === undefined) return `${inQuotes(cell("filed"))} is not a filing day`;
    if (filed !== undefined && latest !== undefined && filed > latest) {
      return `its filing day ${longDay(filed)} is in the future`;
    }
    const planned = isYes(cell("planned")) ? true : isNo(cell("planned")) ? false : undefined;
    const fields = fieldsOf(rowOf(cell), { filed, latest, planned });
    if (typeof fields === "string") return fields;
    if (person === "") return "it names nobody";
    const cik = cikOf(cell("personCik"));
    const accession = accessionOf(cell("accession"));
    const on = filed ?? dueDay(fields.day);
    return {
      person,
      ...(cik !== undefined && { cik }),
      roles: rolesIn(cell("role")),
      ...fields,
      ...(form.endsWith("/A") && { amends: readTradeDay(cell("amends")) ?? "" }),
      ...(accession !== undefined && { accession }),
      filed: on,
      ...(filed === undefined && { isFilingAssumed: true }),
      known: knownFrom(on),
      source: file,
    };
  }
}

function rowOf(cell: Cell) {
  const [day, code, shares, price, way, held] = (["day", "code", "shares", "price", "way", "held"] as const).map(cell);
  const empty = (text = "") => /^(?:-|none|n\/a|nan|null)$/i.test(text) ? "" : text;
  return {
    day: day ?? "",
    code: code ?? "",
    shares: empty(shares),
    price: empty(price),
    way: (way ?? "").toUpperCase(),
    held: empty(held),
  };
}

/** How tables of trades name their columns, in lower case and without other characters than letters and digits. */
const SPELLINGS = {
  ticker: ["ticker", "symbol", "issuertradingsymbol", "tradingsymbol", "issuerticker"],
  issuer: ["issuername", "issuer", "company", "companyname"],
  issuerCik: ["issuercik", "companycik"],
  person: ["reportingowner", "reportingownername", "rptownername", "owner", "ownername", "insider", "insidername"],
  personCik: ["reportingownercik", "rptownercik", "ownercik", "insidercik"],
  role: ["position", "relationship", "rptownerrelationship", "role", "title", "officertitle", "insidertitle"],
  day: ["transactiondate", "transdate", "tradedate"],
  code: ["transactioncode", "transcode"],
  shares: ["shares", "transactionshares", "transshares"],
  price: ["price", "transactionprice", "transactionpricepershare", "transpricepershare", "pricepershare"],
  way: ["acquireddisposed", "transactionacquireddisposedcode", "transacquireddispcd", "acquireddisposedcode"],
  held: ["sharesafter", "sharesownedfollowingtransaction", "shrsownedfolwngtrans", "sharesowned", "sharesheld"],
  filed: ["filed", "filingdate", "filedate", "datefiled", "filedasofdate"],
  accession: ["accession", "accessionnumber", "accessionno"],
  planned: ["aff10b5one", "planned", "is10b51", "rule10b51"],
  form: ["form", "formtype", "documenttype", "submissiontype"],
  amends: ["dateoforiginalsubmission", "dateoforigsub", "amends"],
  derivative: ["isderivative", "derivative"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A column of a table of trades. */
type TradeColumn = keyof typeof SPELLINGS;

/** Without these a table is not one of trades. */
const NEEDED: readonly TradeColumn[] = ["day", "code", "shares"];

/** Where the columns of a table are. */
type TradeColumns = Readonly<Partial<Record<TradeColumn, number>>>;

/**
 * The columns of a header.
 * @returns `undefined` where it is no table of trades.
 */
function tradeColumns(header: readonly string[]): TradeColumns | undefined {
  const names = header.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const found: Partial<Record<TradeColumn, number>> = {};
  for (const column of Object.keys(SPELLINGS) as TradeColumn[]) {
    const spellings: readonly string[] = SPELLINGS[column];
    const at = spellings.map((one) => names.indexOf(one)).find((one) => one >= 0);
    if (at !== undefined) found[column] = at;
  }
  const hasWhose = found.ticker !== undefined || found.issuer !== undefined || found.issuerCik !== undefined;
  return hasWhose && NEEDED.every((column) => found[column] !== undefined) ? found : undefined;
}

/** What separates the cells of a header with such columns; `undefined` where nothing does. */
function tradeSeparator(line: string): Separator | undefined {
  const cellsOf = (separator: Separator) => line.replace(/^\uFEFF/, "").split(separator);
  return SEPARATORS.find((separator) => tradeColumns(cellsOf(separator)) !== undefined);
}

/** Words of a position by what they say; a title of another kind is an officer's. */
const ROLE_WORDS: readonly (readonly [InsiderRole, RegExp])[] = [
  ["ten_percent", /\b(?:10|ten) ?(?:%|percent|per cent)|\b10 ?pct\b|tenpercent|beneficial owner/i],
  ["director", /\bdir(?:ector)?\b/i],
  ["officer", /\bofficer\b/i],
  ["other", /^other\b/i],
];
const NO_ROLE = /^(?:-|none|n\/a|nan|null)?$/i;

/** What the position of a person says; nothing where it is empty, which is often a director's. */
function rolesIn(position: string): readonly InsiderRole[] {
  const text = position.trim();
  if (NO_ROLE.test(text)) return [];
  const said = ROLE_WORDS.filter(([, words]) => words.test(text)).map(([role]) => role);
  const roles: readonly InsiderRole[] = said.length === 0 ? ["officer"] : said;
  return (["officer", "director", "ten_percent", "other"] as const).filter((role) => roles.includes(role));
}
