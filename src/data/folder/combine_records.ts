import type { Company, DataProblem, DataSource } from "../dataset.ts";
import type { DatasetParts } from "../dataset_in_memory.ts";
import type { OwnColumn } from "../own_column.ts";
import type { Records, RecordShelf, StoredRecords } from "../records.ts";
import { isTicker } from "../ticker.ts";
import { counted } from "../../text/counted.ts";
import { companiesOfFiles, type CompanyOfFiles, type KnownCompanies } from "./file_companies.ts";
import type { FiledFile } from "./filed_file.ts";
import { combineTexts, hasTexts, type TextsOfCompany } from "./combine_texts.ts";
import type { TickerTable } from "./ticker_table.ts";
import { unpackRecords } from "../index/records_blob.ts";
import { Recent } from "../recent.ts";
import { mergeRecords } from "./merge_records.ts";

/** The records of a folder, ready for `createDataset`. */
export interface CombinedRecords extends Required<Pick<DatasetParts, "records" | "sources" | "problems">> {
  readonly companies: readonly CompanyOfFiles[];
  /** Of each company that there is a text about. */
  readonly texts: readonly TextsOfCompany[];
}

/** Joins files of records by the companies that they are about. */
export function combineRecords(filed: readonly FiledFile[], known: KnownCompanies): CombinedRecords {
  const { companies, problems } = companiesOfFiles(filed, known);
  const texts = combineTexts(companies);
  const used = new Set(companies.flatMap(({ parts }) => parts.map(({ file }) => file)));
  return {
    companies,
    records: storedRecords(companies.flatMap(withRecords)),
    texts: texts.companies,
    sources: filed.filter(({ file }) => used.has(file)).map(sourceOf),
    problems: [
      ...filed.flatMap((one) => one.problems.map((problem) => asRefused(problem, one))),
      ...withoutOlder(filed),
      ...problems,
      ...texts.problems,
    ],
  };
}

/** Files that name others with older records, which the folder does not have. */
function withoutOlder(filed: readonly FiledFile[]): readonly DataProblem[] {
  const names = new Set(filed.map(({ file }) => (file.split("/").at(-1) ?? file).replace(/\.gz$/i, "")));
  return filed.flatMap(({ file, older = [] }): DataProblem[] => {
    const missing = older.filter(({ name }) => !names.has(name)).map(({ holds }) => holds);
    if (missing.length === 0) return [];
    const message = `Older filings are in files of their own: ${missing.join(", ")}`;
    return [{ kind: "remark", file, line: 1, column: 1, message }];
  });
}

function sourceOf({ file, sha256, kind = "" }: FiledFile): DataSource {
  return { id: file, title: `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} ${file}`, sha256 };
}

/** A company with its records alone; none where it has but texts. */
export function withRecords(company: CompanyOfFiles): readonly CompanyOfFiles[] {
  const parts = company.parts.filter((part) => !hasTexts(part));
  return parts.length === 0 ? [] : [{ ...company, parts }];
}

/** Of a file that gave nothing, every problem is a reason. */
function asRefused(problem: DataProblem, { companies, texts }: FiledFile): DataProblem {
  return companies.length + texts.length > 0 || problem.kind === "remark" ? problem : { ...problem, kind: "refused" };
}

/** Where what is said of companies comes from. */
interface SaidOfCompanies {
  readonly companies: readonly CompanyOfFiles[];
  readonly listed: readonly Company[];
  /** Columns of own tables. */
  readonly own: readonly OwnColumn[];
  readonly table: TickerTable;
}

/**
 * The companies that `companies.csv` does not have, with what their files say of them, else the SEC's table of tickers,
 * in order of tickers.
 */
export function unlistedCompanies(
  unlisted: readonly (string | Company)[],
  { companies, listed, own, table }: SaidOfCompanies,
): readonly (string | Company)[] {
  const known = new Set(listed.map(({ ticker }) => ticker));
  const filed = companies.filter(({ ticker }) => !known.has(ticker)).map(({ ticker, name, cik }): Company => ({
    ticker,
    name: name ?? table.rows.get(ticker)?.name ?? ticker,
    ...(cik !== undefined && { cik }),
  }));
  const all = new Map<string, string | Company>(
    unlisted.map((one) => typeof one === "string" ? [one, table.rows.get(one) ?? one] : [one.ticker, one]),
  );
  for (const company of filed) all.set(company.ticker, company);
  for (const { ticker } of own) {
    if (isTicker(ticker) && !known.has(ticker) && !all.has(ticker)) all.set(ticker, table.rows.get(ticker) ?? ticker);
  }
  return [...all].toSorted(([one], [other]) => one < other ? -1 : 1).map(([, company]) => company);
}

const SHELF_WORDS: readonly (readonly [RecordShelf, string])[] = [
  ["facts", "filings"],
  ["filings", "lists of filings"],
  ["trades", "insider trades"],
  ["splits", "splits"],
];

/** Like `filings for 5 names, lists of filings for 4 names and 120 texts on 3 names`; empty without records and texts. */
export function recordsWords({ records, texts }: Pick<CombinedRecords, "records" | "texts">): string {
  const words = SHELF_WORDS.flatMap(([shelf, name]) => {
    const count = records.filter(({ shelves }) => shelves.includes(shelf)).length;
    return count === 0 ? [] : [`${name} for ${counted(count, "name")}`];
  });
  const count = texts.reduce((sum, { counts }) => sum + [...counts.values()].reduce((all, one) => all + one, 0), 0);
  if (count > 0) words.push(`${counted(count, "text")} on ${counted(texts.length, "name")}`);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/**
 * Companies whose records are kept as objects; some 500 kB each, where packed they take 30. One that was dropped is
 * unpacked again in some 3 ms.
 */
const MAX_UNPACKED = 24;

/** The records of companies, unpacked when they are asked for. */
function storedRecords(companies: readonly CompanyOfFiles[]): readonly StoredRecords[] {
  const recent = new Recent<Records>(MAX_UNPACKED);
  return companies.map(({ ticker, parts }): StoredRecords => {
    const spans = parts.flatMap(({ shelves }) => shelves);
    return {
      ticker,
      shelves: [...new Set(spans.map(({ shelf }): RecordShelf => shelf))],
      first: spans.map(({ first }) => first).reduce((one, other) => one < other ? one : other),
      last: spans.map(({ last }) => last).reduce((one, other) => one > other ? one : other),
      load: () =>
        recent.get(keyOf({ parts }), () => mergeRecords(parts.map((one) => unpackRecords(one.bytes()))).records),
    };
  });
}

/** The same for all tickers of the same records. */
function keyOf({ parts }: Pick<CompanyOfFiles, "parts">): string {
  return parts.map(({ file, owner }) => `${file} ${owner.cik} ${owner.tickers}`).join("\n");
}
