import { join } from "node:path";
import { createRowShrinker } from "../../compare/compared_row.ts";
import type { DurabilityOption } from "../../disk/durability.ts";
import { sha256LargeFile } from "../../disk/digest.ts";
import { pathFrom } from "../../disk/folder.ts";
import { removeFiles, writeAside } from "../../disk/write_aside.ts";
import { createGate } from "../../pace/gate.ts";
import { RunCounter, type RunCounts } from "../../run/counts.ts";
import { describeRun, type Manifest, type ManifestFile, type RunRecord } from "../../run/manifest.ts";
import { describePortfolio } from "../../run/portfolio.ts";
import { hasThesis } from "../../run/outcome.ts";
import type { RowComparer } from "../../run/ranks.ts";
import { CheckCounter, type CheckCounts } from "../../run/check_counts.ts";
import { ModelCounter, type ModelCounts } from "../../run/model_counts.ts";
import { type ThesisRow, toThesisRow } from "../../run/thesis_row.ts";
import { isFirstAt, outcomeAt, textsAt } from "../ledger/ledger_rows.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { MANIFEST_FILE, REPORT_FILES } from "../runs/run_files.ts";
import { spentOf } from "../send/spending.ts";
import { VerifyError } from "../runs/check_ledger.ts";
import { surveyRun } from "../runs/survey_run.ts";
import { inTurns, timeSlices, type Turns } from "../../pace/yielding.ts";
import { DIGESTED_AT_ONCE } from "./lost_files.ts";
import { ParquetFile, TableFiles } from "./table_files.ts";
import { wantsReports, writeReports } from "./write_reports.ts";

/** What outputs are made from, beside the ledger. */
export interface OutputOptions extends DurabilityOption {
  readonly record: RunRecord;
  readonly versions: Readonly<Record<string, string>>;
  /** Where the files go. Default: the run's folder. */
  readonly into?: string | undefined;
  /** Whether rows may still change; slow files are then left for the end. Default: false. */
  readonly isRunning?: boolean | undefined;
  /** Decides when to proceed; a throw abandons the rendering and leaves the old files. Default: short turns. */
  readonly turns?: Turns | undefined;
}

/**
 * Renders every file of a run from one snapshot of its ledger and replaces each atomically, the manifest last. Yields
 * to the event loop, and uses memory that does not depend on the length of the answers.
 * @param options Record of the run; the output depends on it and the ledger alone.
 * @returns The manifest, with paths relative to the folder that was written into.
 */
export async function writeOutputs(folder: string, options: OutputOptions): Promise<Manifest> {
  const { record, versions, into = folder, isRunning = false, turns = timeSlices(), durability } = options;
  const { formats = [] } = record;
  using reader = new LedgerReader(join(folder, LEDGER_FILE));
  using parquet = formats.includes("parquet") && !isRunning ? await ParquetFile.open(into, options) : undefined;
  const rows: ThesisRow[] | undefined = wantsReports(record, reader.rowCounts().rows) ? [] : undefined;
  const kept = keptOf(options);
  const sinks = [
    ...rows ? [(row: ThesisRow) => void rows.push(kept(row))] : [],
    ...parquet ? [parquet.add.bind(parquet)] : [],
  ];
  const others = await surveyRun(reader, turns);
  const { tables, downloads, counts, checks, model } = await writeTables(reader, {
    into,
    others,
    record,
    sinks,
    turns,
    durability,
  });
  const known = {
    counts,
    checks,
    model,
    versions,
    spent: spentOf(reader)?.cost,
    portfolio: record.weights && describePortfolio(record.weights, reader.aboutList()),
  };
  const unlisted = describeRun(record, { ...known, files: [] });
  const tableOfTheses = parquet === undefined ? [] : [parquet.finish(unlisted)];
  const { files: written, crossings } = rows === undefined
    ? { files: [] }
    : await writeReports({ folder, into, record, manifest: unlisted, rows, isRunning, turns, durability });
  const reports = [...tableOfTheses, ...written];
  if (!isRunning) removeUnwanted(into, reports);
  const files = [...tables, ...reports, ...seenFrom(into, { folder, files: downloads })];
  const manifest = { ...describeRun(record, { ...known, files, crossings }), ledger_commits: reader.chain()?.commits };
  await writeAside(join(into, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`, { durability });
  return manifest;
}

/** The files of a folder, with their paths from another one. */
function seenFrom(
  into: string,
  { folder, files }: { readonly folder: string; readonly files: readonly ManifestFile[] },
): readonly ManifestFile[] {
  const fromHere = pathFrom(into, folder);
  return fromHere === "" ? files : files.map((file) => ({ ...file, path: `${fromHere}/${file.path}` }));
}

/** What the reports keep of a row while they are made. */
function keptOf({ record, isRunning = false }: OutputOptions): (row: ThesisRow) => ThesisRow {
  const { later, alone } = createRowShrinker();
  return record.since !== undefined && !isRunning ? later : alone;
}

/** Removes the outdated reports of an earlier call. */
function removeUnwanted(into: string, reports: readonly ManifestFile[]): void {
  const written = new Set(reports.map(({ path }) => path));
  removeFiles(into, Object.values(REPORT_FILES).filter((name) => !written.has(name)));
}

/** The written tables, and totals of the same walk. */
interface WrittenTables {
  readonly tables: readonly ManifestFile[];
  readonly downloads: readonly ManifestFile[];
  readonly counts: RunCounts;
  readonly checks: CheckCounts;
  readonly model: ModelCounts;
}

/** What a walk over the rows is for. */
interface Walk extends DurabilityOption {
  readonly into: string;
  readonly others: RowComparer;
  readonly record: RunRecord;
  /** Called with each row. */
  readonly sinks: readonly ((row: ThesisRow) => void)[];
  readonly turns: Turns;
}

/** One walk serves tables, counts and sinks, because parsing a row is the expensive part. */
async function writeTables(reader: LedgerReader, walk: Walk): Promise<WrittenTables> {
  const { others, record, sinks, turns } = walk;
  using tables = new TableFiles(walk.into, walk);
  const counter = new RunCounter();
  const checks = new CheckCounter();
  const model = new ModelCounter();
  const downloads: ManifestFile[] = [];
  for await (const page of inTurns(reader.keptRows(), turns, { every: 1 })) {
    for (const values of page) {
      const outcome = outcomeAt(values);
      const isFirst = isFirstAt(values);
      checks.add(outcome);
      model.add(outcome, { isFirst });
      if (isFirst && hasThesis(outcome)) {
        for (const { path, bytes, sha256 } of outcome.files) downloads.push({ path, bytes, sha256 });
      }
      const ranked = others.rank(outcome, textsAt(values));
      counter.add(outcome, { isFirst, warnings: ranked.warnings });
      tables.add(ranked);
      if (sinks.length === 0) continue;
      const row = toThesisRow(ranked, record.select);
      for (const add of sinks) add(row);
    }
  }
  const aboutList = reader.aboutList();
  if (aboutList !== undefined) {
    counter.addAboutList(aboutList);
    const report = aboutList.result?.metadata?.language_model;
    if (report !== undefined) model.addSpent(report);
  }
  return {
    tables: await tables.finish(turns),
    downloads,
    counts: counter.counts,
    checks: checks.counts,
    model: model.counts,
  };
}

/**
 * Compares files of a run with their digests.
 * @throws {VerifyError} when one is missing or has changed.
 */
export async function verifyOutputs(folder: string, files: readonly ManifestFile[]): Promise<void> {
  const gate = createGate(DIGESTED_AT_ONCE);
  const checks = await Promise.allSettled(files.map((file) => gate(() => verify(folder, file))));
  for (const check of checks) if (check.status === "rejected") throw check.reason;
}

async function verify(folder: string, { path, sha256 }: ManifestFile): Promise<void> {
  let found: string | undefined;
  try {
    found = await sha256LargeFile(join(folder, path));
  } catch (cause) {
    throw new VerifyError(`Cannot verify ${join(folder, path)}: it cannot be read`, { cause });
  }
  if (found !== sha256) {
    throw new VerifyError(`Cannot verify ${join(folder, path)}: it has changed since it was written`);
  }
}
