import { unpackRecords } from "../index/records_blob.ts";
import type { FiledFact, Records } from "../records.ts";
import { withRecords } from "./combine_records.ts";
import { contentsOf } from "./folder.ts";
import { type FactConflict, mergeRecords } from "./merge_records.ts";
import { readFolder, type ReadFolderOptions } from "./read_folder.ts";

/** What the files of a folder hold of one company. */
export interface CompanyRecords {
  readonly ticker: string;
  /** Of all its files together. */
  readonly records: Records;
  /** What two files state differently of one report. */
  readonly conflicts: readonly FactConflict[];
  /** The facts of each file that is one report, as that file alone has them. */
  readonly reports: readonly (readonly FiledFact[])[];
}

/**
 * Reads a folder as `openFolder` does, and hands out what is filed company by company.
 * @throws {DataError} when the folder cannot be read.
 */
export async function* companyRecords(path: string, options: ReadFolderOptions = {}): AsyncGenerator<CompanyRecords> {
  const folder = await readFolder(path, options);
  using _index = folder.opened?.index;
  for (const { ticker, parts } of contentsOf(folder).filed.companies.flatMap(withRecords)) {
    const files = parts.map((part) => unpackRecords(part.bytes()));
    const reports = files.map(({ facts }) => facts).filter((facts) =>
      new Set(facts.map(({ accession }) => accession)).size === 1
    );
    yield { ticker, ...mergeRecords(files), reports };
  }
}
