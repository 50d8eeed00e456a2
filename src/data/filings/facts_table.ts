import { ProblemLog } from "../problem_log.ts";
import { type FiledFact, inOrder, NO_RECORDS } from "../records.ts";
import { normaliseTicker } from "../ticker.ts";
import { KnownDays } from "./filing_known.ts";
import { accessionOf, cikOf, isDayText, shown } from "./read_json.ts";
import type { FileOwner, RecordReader, RecordsRead } from "./record_file.ts";
import { type CsvRecord, type Separator, SEPARATORS } from "../../text/csv_record.ts";
import { parsePieces } from "../../text/csv_read.ts";

/** Columns of a table of facts. */
const FACT_COLUMNS = "ticker,tag,unit,start,end,value,form,accession,filed";
const NAMES: readonly string[] = FACT_COLUMNS.split(",");
/** A table without these columns is not one of facts; a balance has no start, and a table of one company no ticker. */
const NEEDED = NAMES.filter((name) => name !== "start" && name !== "ticker");
/** Stands for the ticker if absent. */
const CIK = "cik";

/**
 * Reads a table of facts of any companies, in the columns of {@linkcode FACT_COLUMNS} in any order, with `cik` beside or
 * in place of `ticker`.
 */
export const FACTS_TABLE: RecordReader = {
  kind: "table of facts",
  looksLike: (head) => {
    const { separator, cells } = headerOf(head);
    return separator !== undefined && NEEDED.every((name) => cells.includes(name));
  },
  async read(texts, { file }) {
    const table = new FactsTable(file);
    for await (const records of parsePieces(texts, (head) => headerOf(head).separator)) {
      for (const record of records) table.add(record);
    }
    return table.finish();
  },
};

/** The names of the columns, and what separates them; no separator where no line ends. */
function headerOf(head: string): { readonly separator?: Separator; readonly cells: readonly string[] } {
  const line = head.replace(/^\uFEFF/, "").slice(0, head.search(/[\r\n]/)).toLowerCase();
  const separator = SEPARATORS.find((one) => line.includes(one));
  const cells = separator === undefined ? [] : line.split(separator).map(bareName);
  return { ...(separator !== undefined && { separator }), cells };
}

function bareName(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, "$1").toLowerCase();
}

/** A company, and its facts so far. */
interface Company {
  readonly owner: FileOwner;
  readonly facts: FiledFact[];
}

/** The rows of a table, gathered by company. */
class FactsTable {
  readonly #file: string;
  readonly #log: ProblemLog;
  readonly #companies = new Map<string, Company>();
  readonly #known = new KnownDays();
  #columns: readonly string[] | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#log = new ProblemLog(file);
  }

  add({ cells, line, problem }: CsvRecord): void {
    if (this.#columns === undefined) return void (this.#columns = cells.map(bareName));
    if (problem) return this.#log.add(problem.message, problem);
    const cell = (name: string): string => cells[this.#columns?.indexOf(name) ?? -1]?.trim() ?? "";
    const fields = fieldsOf(cell);
    if (typeof fields === "string") return this.#log.add(`Row is skipped: ${fields}`, { line });
    const ticker = normaliseTicker(cell("ticker"));
    const cik = cikOf(cell(CIK));
    const key = `${cik} ${ticker}`;
    const owner = { ...(cik !== undefined && { cik }), ...(ticker !== "" && { tickers: [ticker] }) };
    const company: Company = this.#companies.getOrInsertComputed(key, () => ({ owner, facts: [] }));
    company.facts.push({ ...fields, known: this.#known.from(fields.filed), source: this.#file });
  }

  finish(): RecordsRead {
    const companies = [...this.#companies.values()].map(({ owner, facts }) => ({
      owner,
      records: { ...NO_RECORDS, facts: inOrder(facts) },
    }));
    return { companies, problems: this.#log.list() };
  }
}

/** What a row states, or why it states nothing. */
function fieldsOf(cell: (name: string) => string): Omit<FiledFact, "known" | "source"> | string {
  const [tag = "", unit = "", start = "", end = "", value = "", form = "", filed = ""] =
    "tag unit start end value form filed".split(" ").map(cell);
  const accession = accessionOf(cell("accession"));
  if (tag === "") return "it has no tag";
  if (unit === "") return "it has no unit";
  if (value === "" || !Number.isFinite(Number(value))) return `its value is ${shown(value)}, not a number`;
  if (!isDayText(end)) return `its end is ${shown(end)}, not a day as YYYY-MM-DD`;
  if (start !== "" && !isDayText(start)) return `its start is ${shown(start)}, not a day as YYYY-MM-DD`;
  if (start > end) return `its start ${start} is after its end ${end}`;
  if (!isDayText(filed)) return `its filing day is ${shown(filed)}, not a day as YYYY-MM-DD`;
  if (form === "") return "it has no form";
  if (accession === undefined) return `its accession is ${shown(cell("accession"))}, not the number of a report`;
  const period = { ...(start !== "" && { start }), end };
  return { tag: qualified(tag), unit, ...period, value: Number(value), form, accession, filed };
}

/** A tag with its taxonomy: one without is of US GAAP, or where it begins with `Entity`, of the cover page. */
function qualified(tag: string): string {
  if (tag.includes("/")) return tag;
  return tag.startsWith("Entity") ? `dei/${tag}` : `us-gaap/${tag}`;
}
