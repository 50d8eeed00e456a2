import { ProblemLog } from "../problem_log.ts";
import { type FiledFact, inOrder, NO_RECORDS } from "../records.ts";
import { KEPT_TAGS } from "./kept_tags.ts";
import { KnownDays } from "./filing_known.ts";
import { accessionOf, cikOf, isDayText, isObject, type JsonObject, readJsonFile, shown } from "./read_json.ts";
import type { FileOwner, RecordReader, RecordsRead } from "./record_file.ts";
import { nameLine } from "../../text/control.ts";

/** Reads all that a company has reported in XBRL, as one file of the SEC's interface `companyfacts`. */
export const COMPANY_FACTS: RecordReader = {
  kind: "companyfacts file",
  looksLike: (head) => /^\s*\{/.test(head) && /"facts"\s*:\s*\{/.test(head) && !/"filings"\s*:\s*\{/.test(head),
  async read(texts, { file }) {
    const json = await readJsonFile(texts, { file });
    if ("problem" in json) return { companies: [], problems: [json.problem] };
    return isObject(json.value) ? factsOf(json.value, file) : NOTHING;
  },
};

const NOTHING: RecordsRead = { companies: [], problems: [] };

/** What a list of facts is of. */
interface Place {
  /** Like `us-gaap/Assets`. */
  readonly tag: string;
  readonly unit: string;
}

function factsOf(json: JsonObject, file: string): RecordsRead {
  const log = new ProblemLog(file);
  const owner = ownerOf(json, log);
  const rows = new FactRows(file, log);
  const facts = listsOf(json["facts"], log).flatMap(({ place, list }) =>
    list.flatMap((row, at) => rows.read(row, { ...place, at }))
  );
  const companies = facts.length === 0 ? [] : [{ owner, records: { ...NO_RECORDS, facts: inOrder(facts) } }];
  if (facts.length === 0) log.add("It states none of the items that are read");
  return { companies, problems: log.list() };
}

function ownerOf({ cik, entityName }: JsonObject, log: ProblemLog): FileOwner {
  const known = cikOf(cik);
  if (known === undefined) log.add(`"cik" is ${shown(cik)}, not a CIK: the company is found by the name of the file`);
  const name = nameLine(entityName);
  return { ...(known !== undefined && { cik: known }), ...(name !== "" && { name }) };
}

/** The lists of facts of tags that are kept. */
function listsOf(
  facts: unknown,
  log: ProblemLog,
): readonly { readonly place: Place; readonly list: readonly unknown[] }[] {
  const tags = membersOf(facts, { path: "facts", log }).flatMap(([taxonomy, names]) =>
    membersOf(names, { path: taxonomy, log }).map(([name, tag]) => [`${taxonomy}/${name}`, tag] as const)
  );
  return tags.filter(([tag]) => KEPT_TAGS.has(tag)).flatMap(([tag, value]) => {
    const units = isObject(value) ? value["units"] : undefined;
    return membersOf(units, { path: `${tag} units`, log }).flatMap(([unit, list]) => {
      if (Array.isArray(list)) return [{ place: { tag, unit }, list }];
      log.add(`${tag} ${unit} is ${shown(list)}, not a list: it is skipped`);
      return [];
    });
  });
}

function membersOf(value: unknown, { path, log }: { path: string; log: ProblemLog }): [string, unknown][] {
  if (isObject(value)) return Object.entries(value);
  log.add(`${path} is ${shown(value)}, not an object: it is skipped`);
  return [];
}

/** Rows of lists of facts; a row that is not whole is a problem. */
class FactRows {
  readonly #file: string;
  readonly #log: ProblemLog;
  readonly #known = new KnownDays();

  constructor(file: string, log: ProblemLog) {
    this.#file = file;
    this.#log = log;
  }

  read(row: unknown, { tag, unit, at }: Place & { readonly at: number }): FiledFact[] {
    const fields = fieldsOf(isObject(row) ? row : {});
    if (typeof fields !== "string") {
      return [{ tag, unit, ...fields, known: this.#known.from(fields.filed), source: this.#file }];
    }
    this.#log.add(`${tag} ${unit}[${at}] is skipped: ${fields}`, { line: 1 });
    return [];
  }
}

/** What a row states, or why it states nothing. */
function fieldsOf(
  { start, end, val, accn, form, filed }: JsonObject,
): Omit<FiledFact, "tag" | "unit" | "known" | "source"> | string {
  const accession = accessionOf(accn);
  if (typeof val !== "number" || !Number.isFinite(val)) return `"val" is ${shown(val)}, not a number`;
  if (!isDayText(end)) return `"end" is ${shown(end)}, not a day`;
  if (!isDayText(filed)) return `"filed" is ${shown(filed)}, not a day`;
  if (typeof form !== "string" || form === "") return `"form" is ${shown(form)}`;
  if (accession === undefined) return `"accn" is ${shown(accn)}, not the number of a report`;
  const fields = { end, value: val, form, accession, filed };
  if (start === undefined || start === null) return fields;
  if (!isDayText(start)) return `"start" is ${shown(start)}, not a day`;
  return start > end ? `"start" is ${start}, after "end" ${end}` : { start, ...fields };
}
