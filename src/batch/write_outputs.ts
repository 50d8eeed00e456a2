import { join, relative } from "node:path";
import { AsideFile } from "../disk/aside_file.ts";
import { sha256LargeFile } from "../disk/digest.ts";
import { writeAside } from "../disk/write_aside.ts";
import { ResearchError } from "../protocol/errors.ts";
import { failuresTable } from "../run/failures_table.ts";
import { describeRun, type Manifest, type ManifestFile, type RunRecord } from "../run/manifest.ts";
import type { Comparison } from "../run/ranks.ts";
import { thesesLines } from "../run/theses_lines.ts";
import { type LineTable, type TableOptions, thesesTable } from "../run/theses_table.ts";
import { inTurns } from "./in_turns.ts";
import { LedgerReader } from "./ledger_reader.ts";
import { LEDGER_FILE } from "./ledger_schema.ts";
import { surveyRun } from "./survey_run.ts";

/** Name of the manifest in the folder of a run. */
export const MANIFEST_FILE = "manifest.json";

const TABLES: readonly {
  readonly path: string;
  readonly make: (header: readonly string[], others: Comparison, options: TableOptions) => LineTable;
}[] = [
  { path: "theses.csv", make: thesesTable },
  { path: "theses.jsonl", make: thesesLines },
  { path: "failures.csv", make: failuresTable },
];

/** Names in a run's folder that a run writes. */
export const OUTPUT_FILES: readonly string[] = [...TABLES.map(({ path }) => path), MANIFEST_FILE];

/** A file of a run is not what was written. */
export class VerifyError extends ResearchError {
  /** The name of the class. */
  override readonly name = "VerifyError";
}

/** What outputs are made of, beside the ledger. */
export interface OutputOptions {
  readonly record: RunRecord;
  readonly versions: Readonly<Record<string, string>>;
  /** Where the files go. Default: the run's folder. */
  readonly into?: string | undefined;
  /** Gives up; what was there stays. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Renders every file of a run from its ledger, each old or new, never half; the manifest last. All of them show one
 * moment. Others have their turn meanwhile, and memory does not grow with the reasonings.
 * @param folder The run's folder.
 * @param options Record of the run; nothing but it and the ledger decides what is written.
 * @returns The manifest; its paths start in the folder that was written into.
 */
export async function writeOutputs(folder: string, options: OutputOptions): Promise<Manifest> {
  const { record, versions, into = folder, signal = new AbortController().signal } = options;
  using reader = new LedgerReader(join(folder, LEDGER_FILE));
  const { counts, others, downloads } = await surveyRun(reader, signal);
  const written = await writeTables(reader, { into, others, record, signal });
  const fromHere = relative(into, folder).replaceAll("\\", "/");
  const files = [
    ...written,
    ...fromHere === "" ? downloads : downloads.map((file) => ({ ...file, path: `${fromHere}/${file.path}` })),
  ];
  const manifest = describeRun(record, { counts, files, versions });
  await writeAside(join(into, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

async function writeTables(reader: LedgerReader, { into, others, record, signal }: {
  readonly into: string;
  readonly others: Comparison;
  readonly record: RunRecord;
  readonly signal: AbortSignal;
}): Promise<ManifestFile[]> {
  using open = new DisposableStack();
  const tables = TABLES.map(({ path, make }) => {
    return {
      path,
      table: make(record.header, others, { select: record.select }),
      file: open.use(new AsideFile(join(into, path))),
    };
  });
  for (const { table, file } of tables) file.write(table.head);
  for await (const outcome of inTurns(reader.outcomes(), signal)) {
    for (const { table, file } of tables) file.write(table.line(outcome));
  }
  return tables.map(({ path, file }) => {
    const written = file.finish();
    file.replace();
    return { path, ...written };
  });
}

/**
 * Reads every file of a run again and compares it with the manifest.
 * @throws {VerifyError} when one is missing or changed.
 */
export async function verifyOutputs(folder: string, { files }: Manifest): Promise<void> {
  for (const { path, sha256 } of files) {
    let found: string | undefined;
    try {
      found = await sha256LargeFile(join(folder, path));
    } catch (cause) {
      throw new VerifyError(`Cannot verify ${join(folder, path)}: it cannot be read`, { cause });
    }
    if (found !== sha256) throw new VerifyError(`Cannot verify ${join(folder, path)}: it is not what was written`);
  }
}
