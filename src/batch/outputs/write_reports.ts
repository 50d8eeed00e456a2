import { ifThere } from "../../disk/disk_error.ts";
import { join } from "node:path";
import { alertLines } from "../../compare/alerts.ts";
import { changeWords } from "../../compare/change_words.ts";
import { changesTable } from "../../compare/changes_table.ts";
import { compareRuns, type RunToCompare } from "../../compare/compare_runs.ts";
import { createRowShrinker } from "../../compare/compared_row.ts";
import type { Comparison } from "../../compare/comparison.ts";
import type { DurabilityOption } from "../../disk/durability.ts";
import { pathFrom } from "../../disk/folder.ts";
import { type Chunk, writeAside } from "../../disk/write_aside.ts";
import {
  type Manifest,
  type ManifestFile,
  MAX_REPORT_ROWS,
  type RunFormat,
  type RunRecord,
} from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { reportPieces } from "../../view/page/page.ts";
import type { ReportInput } from "../../view/page/survey.ts";
import { summaryMarkdown } from "../../view/page/summary_md.ts";
import { workbookPieces } from "../../view/workbook/workbook.ts";
import { InputError } from "../../protocol/errors.ts";
import { inTurns, type Turns } from "../../pace/yielding.ts";
import { readTrends, type TrendOf } from "../history/run_trends.ts";
import { readManifest, readThesisRows } from "../runs/open_run.ts";
import { REPORT_FILES, TABLE_FILES } from "../runs/run_files.ts";
import { Buffer } from "node:buffer";
import type { SavedFile } from "../../run/outcome.ts";
import { readSparkline, type Sparkline } from "../../run/sparkline.ts";

/** What reports are made from. */
export interface ReportSource extends DurabilityOption {
  /** The run's folder. */
  readonly folder: string;
  /** Where the files go. */
  readonly into: string;
  readonly record: RunRecord;
  /** Its list of files is not complete yet. */
  readonly manifest: Manifest;
  readonly rows: readonly ThesisRow[];
  /** Whether rows may still change; then only the page is written, without a comparison. */
  readonly isRunning: boolean;
  /** Decides when the next file is written. */
  readonly turns: Turns;
}

/** What one report is made from. */
interface Parts extends ReportSource {
  readonly comparison: Comparison | undefined;
  /** By the number of the row. */
  readonly pictures: ReadonlyMap<number, RowPicture>;
  /** How a name went over the nights. */
  readonly trendOf: TrendOf;
}

type Content = Chunk | Iterable<Chunk>;

/** A file that needs all rows in memory. */
interface Report {
  readonly path: string;
  readonly format?: RunFormat;
  /** Its content; nothing when the file is not wanted. */
  make(parts: Parts): Content | undefined | Promise<Content | undefined>;
}

/** Reports that are also written while the run is in progress. */
const PAGE: readonly Report[] = [
  { path: REPORT_FILES.report, format: "report", make: (parts) => reportPieces(pageOf(parts)) },
  { path: REPORT_FILES.summary, format: "report", make: (parts) => summaryMarkdown(pageOf(parts)) },
];
const AT_THE_END: readonly Report[] = [
  { path: REPORT_FILES.changes, make: ({ comparison }) => comparison && changesTable(comparison) },
  { path: REPORT_FILES.alerts, make: (parts) => alertLines(parts.comparison, parts) },
  ...PAGE,
  {
    path: REPORT_FILES.workbook,
    format: "xlsx",
    make: (parts) =>
      workbookPieces({ ...parts, select: parts.record.select, whatChanged: changeWords, filesFrom: filesFrom(parts) }),
  },
];

/** Whether a run has reports. */
export function wantsReports({ formats = [], since }: RunRecord, rows: number): boolean {
  return rows <= MAX_REPORT_ROWS && (formats.length > 0 || since !== undefined);
}

/** What was written, and what the next comparison goes on from. */
export interface WrittenReports extends Pick<Manifest, "crossings"> {
  readonly files: readonly ManifestFile[];
}

/** Writes the page, the workbook and the other reports, each atomically. */
export async function writeReports(source: ReportSource): Promise<WrittenReports> {
  const { record: { formats = [] }, into, isRunning, turns, durability } = source;
  const comparison = isRunning ? undefined : await comparisonOf(source);
  const pictures = await readPictures(source.folder, formats.includes("report") ? source.rows : [], turns);
  const trendOf: TrendOf = isRunning || formats.length === 0
    ? () => undefined
    : await readTrends(source.folder, source);
  const written: ManifestFile[] = [];
  for await (const { path, format, make } of inTurns(isRunning ? PAGE : AT_THE_END, turns, { every: 1 })) {
    const data = format === undefined || formats.includes(format)
      ? await make({ ...source, comparison, pictures, trendOf })
      : undefined;
    if (data !== undefined) written.push({ path, ...await writeAside(join(into, path), data, { durability }) });
  }
  const { crossings = [] } = comparison ?? {};
  return { files: written, ...(crossings.length > 0 && { crossings }) };
}

/** Nothing when the earlier run no longer exists or was replaced. */
async function comparisonOf(
  { folder, record: { since }, manifest, rows }: ReportSource,
): Promise<Comparison | undefined> {
  if (since === undefined) return undefined;
  const earlier = join(folder, since.folder);
  try {
    const found: RunToCompare = {
      manifest: readManifest(earlier),
      rows: await readThesisRows(earlier, createRowShrinker().earlier),
    };
    return found.manifest.run_id === since.run_id ? compareRuns(found, { manifest, rows }) : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function pageOf(parts: Parts): ReportInput {
  const { folder, into, record: { group, formats = [], startedIn }, manifest, comparison, pictures, trendOf } = parts;
  // A page links only what lies below its own folder.
  const rows = folder === into ? parts.rows : parts.rows.map((row) => ({ ...row, files: [] }));
  return {
    folder: shownFolder(folder, startedIn),
    group,
    manifest,
    rows,
    comparison,
    whatChanged: changeWords,
    spent: manifest.spent,
    beside: besideOf(formats),
    seriesOf: ({ row }) => pictures.get(row)?.series,
    imageOf: ({ row }) => pictures.get(row)?.image,
    trendOf,
  };
}

/** A run's folder as it is typed where the run was started, unless that is longer; commands on the page start there. */
function shownFolder(folder: string, startedIn: string | undefined): string {
  const short = startedIn === undefined ? "" : pathFrom(join(folder, startedIn), folder);
  return short === "" || (short.startsWith("..") && short.length >= folder.length) ? folder : short;
}

/** Folder of the files of the answers, relative to the reports. */
function filesFrom({ folder, into }: Parts): string | undefined {
  return folder === into ? undefined : pathFrom(into, folder);
}

/** Names of the files beside the page. */
function besideOf(formats: readonly RunFormat[]): readonly string[] {
  return [
    ...formats.includes("xlsx") ? [REPORT_FILES.workbook] : [],
    ...formats.includes("parquet") ? [REPORT_FILES.parquet] : [],
    ...Object.values(TABLE_FILES),
  ];
}

/** What a page shows of a row's files: closes to draw, or an image. */
interface RowPicture {
  readonly series?: Sparkline | undefined;
  /** A `data:` URI. */
  readonly image?: string | undefined;
}

/** A larger table does not hold the prices of one company. */
const MAX_SERIES_BYTES = 2_000_000;
const MAX_IMAGE_BYTES = 200_000;
/** Images are embedded in the page, which must remain small enough to mail. */
const MAX_IMAGES_BYTES = 6_000_000;

/**
 * Reads the picture of each row from its files: the first table of prices, or else the first small PNG.
 * @param turns Decides when to proceed.
 */
async function readPictures(
  folder: string,
  rows: readonly ThesisRow[],
  turns: Turns,
): Promise<ReadonlyMap<number, RowPicture>> {
  const pictures = new Map<number, RowPicture>();
  let imageBytes = 0;
  for await (const { row, files } of inTurns(rows, turns, { every: 8 })) {
    const series = readSeries(folder, files);
    const image = series === undefined ? smallImage(files, MAX_IMAGES_BYTES - imageBytes) : undefined;
    if (series !== undefined) pictures.set(row, { series });
    else if (image !== undefined) pictures.set(row, { image: dataUri(folder, image) });
    imageBytes += image?.bytes ?? 0;
  }
  return pictures;
}

function readSeries(folder: string, files: readonly SavedFile[]): Sparkline | undefined {
  for (const { path, bytes } of files) {
    if (!path.toLowerCase().endsWith(".csv") || bytes > MAX_SERIES_BYTES) continue;
    const content = readIfThere(join(folder, path));
    const series = content === undefined ? undefined : readSparkline(new TextDecoder().decode(content));
    if (series !== undefined) return series;
  }
  return undefined;
}

/** PNG only: it cannot contain a script. */
function smallImage(files: readonly SavedFile[], bytesLeft: number): SavedFile | undefined {
  return files.find(({ path, bytes }) =>
    path.toLowerCase().endsWith(".png") && bytes <= Math.min(MAX_IMAGE_BYTES, bytesLeft)
  );
}

function dataUri(folder: string, { path }: SavedFile): string | undefined {
  const content = readIfThere(join(folder, path));
  return content === undefined ? undefined : `data:image/png;base64,${Buffer.from(content).toString("base64")}`;
}

/** The files of an answer may have been removed since. */
function readIfThere(path: string): Uint8Array | undefined {
  return ifThere(() => Deno.readFileSync(path), undefined);
}
