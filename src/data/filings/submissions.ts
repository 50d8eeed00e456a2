import { ProblemLog } from "../problem_log.ts";
import { type Filing, inOrder, NO_RECORDS } from "../records.ts";
import { normaliseTicker } from "../ticker.ts";
import { filingKnown } from "./filing_known.ts";
import { accessionOf, cikOf, isDayText, isObject, type JsonObject, readJsonFile, shown } from "./read_json.ts";
import type { FileOwner, NamedPart, RecordReader, RecordsRead } from "./record_file.ts";
import { nameLine } from "../../text/control.ts";

/**
 * Reads the list of what a company has filed, as a file of the SEC's interface `submissions`: its first file, which
 * names the company, or one with its older filings (`CIK0000320193-submissions-001.json`), which names none.
 */
export const SUBMISSIONS: RecordReader = {
  kind: "submissions file",
  looksLike: (head) => /^\s*\{/.test(head) && (isFirst(head) || /^\s*\{\s*"accessionNumber"\s*:\s*\[/.test(head)),
  async read(texts, { file }) {
    const json = await readJsonFile(texts, { file });
    if ("problem" in json) return { companies: [], problems: [json.problem] };
    return isObject(json.value) ? filingsOf(json.value, file) : { companies: [], problems: [] };
  },
};

function isFirst(head: string): boolean {
  return /"cik"\s*:/.test(head) && /"(?:filings|tickers|entityType|formerNames)"\s*:/.test(head);
}

function filingsOf(json: JsonObject, file: string): RecordsRead {
  const log = new ProblemLog(file);
  const { recent, files } = isObject(json["filings"]) ? json["filings"] : { recent: json, files: [] };
  const columns = isObject(recent) ? recent : {};
  const owner = columns === json ? ownerInName(file) : ownerOf(json, log);
  const numbers = columns["accessionNumber"];
  if (!Array.isArray(numbers)) {
    log.add(`filings.recent.accessionNumber is ${shown(numbers)}, not a list: no filing is read`);
    return { companies: [], problems: log.list() };
  }
  const filings = numbers.flatMap((_, at): Filing[] => {
    const fields = fieldsOf(columns, at);
    if (typeof fields === "string") {
      log.add(`filings.recent[${at}] is skipped: ${fields}`, { line: 1 });
      return [];
    }
    return [{ ...fields, known: filingKnown(fields), source: file }];
  });
  const companies = [{ owner, records: { ...NO_RECORDS, filings: inOrder(filings) } }];
  return { companies, problems: log.list(), older: olderOf(files) };
}

function ownerOf({ cik, tickers, name }: JsonObject, log: ProblemLog): FileOwner {
  const known = cikOf(cik);
  if (known === undefined) log.add(`"cik" is ${shown(cik)}, not a CIK: the company is found by the name of the file`);
  const words = nameLine(name);
  const listed = (Array.isArray(tickers) ? tickers : []).filter((one) => typeof one === "string").map(normaliseTicker);
  return {
    ...(known !== undefined && { cik: known }),
    ...(listed.length > 0 && { tickers: listed }),
    ...(words !== "" && { name: words }),
  };
}

/** A file of older filings says in its name alone whose they are. */
function ownerInName(file: string): FileOwner {
  const cik = cikOf(/CIK(\d{10})/i.exec(file.split("/").at(-1) ?? file)?.[1]);
  return cik === undefined ? {} : { cik };
}

/** What a row of the columns states, or why it states nothing. */
function fieldsOf(columns: JsonObject, at: number): Omit<Filing, "known" | "source"> | string {
  const cell = (name: string): unknown => {
    const column = columns[name];
    return Array.isArray(column) ? column[at] : undefined;
  };
  const [form, filed, period, accepted, items] = ["form", "filingDate", "reportDate", "acceptanceDateTime", "items"]
    .map(cell);
  const accession = accessionOf(cell("accessionNumber"));
  if (accession === undefined) return `"accessionNumber" is ${shown(cell("accessionNumber"))}`;
  if (typeof form !== "string" || form === "") return `"form" of ${accession} is ${shown(form)}`;
  if (!isDayText(filed)) return `"filingDate" of ${accession} is ${shown(filed)}, not a day`;
  return {
    accession,
    form,
    filed,
    ...(isDayText(period) && { period }),
    ...(typeof accepted === "string" && accepted !== "" && { accepted }),
    items: typeof items === "string" ? items.split(",").map((one) => one.trim()).filter((one) => one !== "") : [],
  };
}

/** The first file holds the newest filings, a thousand or those of a year, and names the files with the others. */
function olderOf(files: unknown): readonly NamedPart[] {
  return (Array.isArray(files) ? files : []).filter(isObject).map(({ name, filingFrom, filingTo }) => ({
    name: typeof name === "string" ? name : shown(name),
    holds: `${shown(name)} (${shown(filingFrom)} to ${shown(filingTo)})`,
  }));
}
