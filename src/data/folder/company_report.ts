import type { DataProblem } from "../dataset.ts";
import { dayText } from "../../calendar/day.ts";
import { factName, type FiledFact, type Records, type RecordShelf, type Shelf } from "../records.ts";
import type { TextKind } from "../text_document.ts";
import { unpackRecords } from "../index/records_blob.ts";
import type { CompanyOfFiles } from "./file_companies.ts";
import { counted } from "../../text/counted.ts";
import { withRecords } from "./combine_records.ts";
import type { TextsOfCompany } from "./combine_texts.ts";
import type { FolderContents } from "./folder.ts";
import { type FactConflict, mergeRecords } from "./merge_records.ts";

/** What a folder holds of a company. */
export interface CompanyReport {
  readonly ticker: string;
  /** As `companies.csv` or its files name it, if they do. */
  readonly name?: string;
  /** Ten digits, if known. */
  readonly cik?: string;
  /** Prices first; those of which there is nothing are absent. */
  readonly shelves: readonly ShelfReport[];
}

/** How much of a kind a folder holds of a company. */
export interface ShelfReport {
  readonly shelf: "prices" | Shelf;
  /** Of texts: which. */
  readonly kind?: TextKind;
  /** Bars of the longest series, or records; what stands in several files counts once. */
  readonly count: number;
  /** Days of the first and last bar, or on which the first and last record became known, `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
  /** Files that it is from. */
  readonly files: number;
}

/** What is said of companies, and what is wrong between files. */
export interface CompaniesReport {
  /** In order of tickers. */
  readonly companies: readonly CompanyReport[];
  readonly problems: readonly DataProblem[];
}

/** Reports on each company of a folder that has prices, records or texts. */
export function reportOnCompanies({ combined, filed }: FolderContents): CompaniesReport {
  const problems: DataProblem[] = [];
  const listed = new Map(combined.companies.map((company) => [company.ticker, company]));
  const found = new Map(filed.companies.map((company) => [company.ticker, company]));
  const texts = new Map(filed.texts.map((one) => [one.ticker, one]));
  const prices = Map.groupBy(combined.serving.values(), ({ ticker }) => ticker);
  const tickers = [...new Set([...found.keys(), ...prices.keys()])].toSorted();
  const companies = tickers.map((ticker): CompanyReport => {
    const records = found.get(ticker);
    const series = prices.get(ticker) ?? [];
    const { name = records?.name, cik = records?.cik } = listed.get(ticker) ?? {};
    const [longest] = series.toSorted((one, other) => other.count - one.count);
    const files = new Set(series.map(({ source }) => source)).size;
    return {
      ticker,
      ...(name !== undefined && { name }),
      ...(cik !== undefined && { cik }),
      shelves: [
        ...longest === undefined ? [] : [{
          shelf: "prices" as const,
          count: longest.count,
          files,
          first: dayText(longest.first),
          last: dayText(longest.last),
        }],
        ...(records === undefined ? [] : withRecords(records)).flatMap((one) => shelvesOf(one, problems)),
        ...textShelves(texts.get(ticker)),
      ],
    };
  });
  return { companies, problems: [...problems, ...repeatedNotes(filed.texts)] };
}

/** Texts that stand in several files; those of one file were counted when it was read. */
function repeatedNotes(texts: readonly TextsOfCompany[]): readonly DataProblem[] {
  const counts = new Map<string, number>();
  for (const { load } of texts) {
    for (const [file, count] of load().repeated) counts.set(file, (counts.get(file) ?? 0) + count);
  }
  return [...counts].map(([file, count]): DataProblem => {
    const message = `${counted(count, "text")} in other files too: each counts once, from its first day`;
    return { kind: "remark", file, line: 1, column: 1, message };
  });
}

/** Texts by kind; one that several files have counts once. */
function textShelves(texts: TextsOfCompany | undefined): readonly ShelfReport[] {
  const used = texts?.load().used.map(({ document }) => document) ?? [];
  return [...Map.groupBy(used, ({ kind }) => kind)].map(([kind, own]): ShelfReport => ({
    shelf: "texts",
    kind,
    count: own.length,
    first: own[0]?.known ?? "",
    last: own.at(-1)?.known ?? "",
    files: new Set(own.map(({ source }) => source)).size,
  }));
}

/** Records of one file are counted as they are; those of several files are joined first. */
function shelvesOf({ ticker, parts }: CompanyOfFiles, problems: DataProblem[]): readonly ShelfReport[] {
  const spans = parts.flatMap(({ shelves }) => shelves);
  const groups = Map.groupBy(spans.toSorted((one, other) => one.shelf < other.shelf ? -1 : 1), ({ shelf }) => shelf);
  const isShared = [...groups.values()].some((spans) => spans.length > 1);
  if (!isShared) return [...groups].flatMap(([shelf, spans]) => spans.map((span) => ({ ...span, shelf, files: 1 })));
  const { records, conflicts } = mergeRecords(parts.map((one) => unpackRecords(one.bytes())));
  problems.push(...conflicts.map((conflict) => problemOf(conflict, ticker)));
  return [...groups].flatMap(([shelf, spans]) => {
    const list: Records[RecordShelf] = records[shelf];
    const first = list[0]?.known;
    const last = list.at(-1)?.known;
    if (first === undefined || last === undefined) return [];
    return [{ shelf, count: list.length, first, last, files: spans.length }];
  });
}

function problemOf({ facts: [one, other] }: FactConflict, ticker: string): DataProblem {
  const valueOf = ({ value, unit, source }: FiledFact) => `${value} ${unit} in ${source}`;
  const message = `${ticker}: ${factName(one)} is ${valueOf(one)} and ${valueOf(other)}: both are kept, and the item ` +
    "is not taken from that report";
  return { kind: "remark", file: other.source, line: 1, column: 1, message };
}
