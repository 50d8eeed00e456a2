import type { DownloadedFile } from "../protocol/file_reference.ts";
import type { RunCounts, StatusCounts } from "./counts.ts";
import type { Crossing } from "./crossing.ts";
import type { ListWeights } from "./list_weights.ts";
import type { RunPortfolio } from "./portfolio.ts";
import type { SelectedField } from "./select.ts";
import type { ModelCounts } from "./model_counts.ts";
import { type ModelUse, tokenCost } from "./model_use.ts";
import type { CheckCounts } from "./check_counts.ts";
import type { CheckData } from "./thesis_check.ts";

/** Digest and size of one file of a run. */
export interface ManifestFile extends Pick<DownloadedFile, "bytes" | "sha256"> {
  /** Path relative to the run's folder, with `/`. */
  readonly path: string;
}

/** The input of a run. */
export interface ReadInput {
  /** Name of the file, or `rows` for rows given in memory. */
  readonly name: string;
  /** Digest of its bytes, hex. */
  readonly sha256: string;
  /** Sentences about an unusual format and skipped lines. */
  readonly notes?: readonly string[] | undefined;
}

/** The service of a run. */
export interface ServiceName {
  /** Base URL, or the name of the embedded service. */
  readonly name: string;
  /** Requested model; absent when the service chose. */
  readonly model?: string | undefined;
  /** Last day of the service's data, `YYYY-MM-DD`, when known. */
  readonly dataEnds?: string | undefined;
  /** Digest of the service's data, when known; other data is another run. */
  readonly dataDigest?: string | undefined;
  /** The language model that adds to its answers, like `qwen3`; with another one it is another service. */
  readonly languageModel?: string | undefined;
  /** The data is the sample: history, not today's market. */
  readonly isSample?: boolean | undefined;
}

/** A data file, or a part of it, that was not used, or was read in a way worth knowing. */
export interface DataNote {
  /** Whether nothing of the file is used, a part of it was skipped, or it is only remarked how it was read. */
  readonly kind: "refused" | "skipped" | "remark";
  /** Path of the file in the data folder, with `/`. */
  readonly file: string;
  /** Line of the file, from 1. */
  readonly line: number;
  /** Character in that line, from 1. */
  readonly column: number;
  /** What is wrong, and what was done about it. */
  readonly message: string;
}

/** Names whose prices end earlier than those of most. */
export interface EndsEarlier {
  /** How many there are. */
  readonly names: number;
  /** The first ten, each with the last day of its prices, like `ABC (2016-03-01)`. */
  readonly first: readonly string[];
}

/** What the embedded service read before a run. */
export interface DataRecord {
  /** In a sentence: names, files, days, benchmark. */
  readonly notice: string;
  /** Names with prices, without the benchmark. */
  readonly names: number;
  /** Data files there were, and those of them that gave prices. */
  readonly files: { readonly found: number; readonly read: number };
  /** First day of the prices, `YYYY-MM-DD`. */
  readonly first: string;
  /** Last day of the prices, `YYYY-MM-DD`. */
  readonly last: string;
  /** Fields of research without data, each with its reason, like `quality: no financial statements are read yet`. */
  readonly not_researched?: readonly string[] | undefined;
  /** The names whose prices end sessions before `last`, the oldest first; absent without any, and of the sample. */
  readonly ends_earlier?: EndsEarlier | undefined;
  /** Ticker to measure against; absent without one, and then a probability is that of a positive return. */
  readonly benchmark?: string | undefined;
  /** How the service isolates the programs of its answers, like `permissions+limits`; absent where none can run. */
  readonly sandbox_tier?: string | undefined;
  /** What was not read, the gravest first; at most {@linkcode MAX_DATA_NOTES}. */
  readonly problems: readonly DataNote[];
  /** Problems beyond these. */
  readonly more_problems: number;
}

/** A manifest is read whole; `data check` lists every problem of a folder. */
export const MAX_DATA_NOTES = 100;

/** The name of the service that is part of Conviction, and free. */
export const EMBEDDED = "embedded";

/** Stands for the name of a service that a program gave none. */
export const UNNAMED = "unnamed";

/** What the page, the summary and the workbook of a run over the sample say first, as the terminal does. */
export const SAMPLE_WORDS = "Sample history, not today's market.";

/** An optional file of a run: a workbook, a columnar file, or a page with a summary. */
export type RunFormat = "xlsx" | "parquet" | "report";

/** The run to compare a run with. */
export interface RunSince {
  /** Its folder, relative to that of the compared run, with `/`. */
  readonly folder: string;
  /** Its id. */
  readonly run_id: string;
}

/** Files beside the tables. */
export interface ReportOptions {
  /** Further files. Default: none. */
  readonly formats?: readonly RunFormat[] | undefined;
  /** The run to compare with, which adds `changes.csv` and `alerts.jsonl`. Default: none. */
  readonly since?: RunSince | undefined;
  /** Column of the list that the report groups by. Default: none. */
  readonly group?: string | undefined;
}

/** A longer page or workbook is unusable, and takes more memory than the rest of a run. */
export const MAX_REPORT_ROWS = 20_000;

/** What a run was asked, by noun, like `the prompt`; what is not set is absent. Long values are digests. */
export type RunSettings = Readonly<Record<string, string>>;

/** The record of a run in its ledger; never holds a key. */
export interface RunRecord
  extends ReportOptions, Pick<Manifest, "service" | "data" | "input" | "fingerprint" | "options" | "header"> {
  /** Unique id. */
  readonly runId: string;
  /** What the fingerprint is made of, to say what differs. */
  readonly settings?: RunSettings | undefined;
  /** Folder in which the run was started, relative to its own, with `/`; the paths among its options start there. */
  readonly startedIn?: string | undefined;
  /** The data that its theses are checked on; absent in a run that checks nothing. */
  readonly verify?: CheckData | undefined;
  /** The language model that adds to its answers; absent without one. */
  readonly languageModel?: ModelUse | undefined;
  /** Further columns of the tables. */
  readonly select?: readonly SelectedField[] | undefined;
  /** The weights of the list; absent without any. */
  readonly weights?: ListWeights | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601; absent while a row is open. */
  readonly finishedAt?: string | undefined;
}

/** {@linkcode RunCounts} in the spelling of the file. */
export interface ManifestCounts {
  /** Data rows of the input. */
  readonly rows: number;
  /** Number of rows by status. */
  readonly statuses: StatusCounts;
  /** Distinct requests of the rows, and that about the portfolio of the list. */
  readonly requests: number;
  /** Attempts, with repeats. */
  readonly attempts: number;
  /** Files of answers. */
  readonly files: number;
  /** Figures that the service checked. */
  readonly claims_total: number;
  /** Figures that were correct. */
  readonly claims_verified: number;
  /** The answers of which claims failed, and why, of the first; absent where none did. */
  readonly claims_failed?: { readonly answers: number; readonly first: readonly string[] } | undefined;
  /** Done rows with a warning. */
  readonly warned?: number;
  /** Those of them that are about something else, or repeat another. */
  readonly doubtful?: number;
}

/** The rows that are about something else or repeat another, where they are nearly all done ones; else 0. */
export function doubtfulRows({ statuses: { done }, doubtful = 0 }: ManifestCounts): number {
  return doubtful >= 0.9 * done ? doubtful : 0;
}

/** A language model in the spelling of the file, and what it did for a run. */
export interface RunModel extends ModelCounts {
  /** The model, as its server calls it. */
  readonly name: string;
  /** Whether it may comment in its own words. */
  readonly may_comment: boolean;
  /** Most that one answer may spend on it. */
  readonly budget: ModelUse["budget"];
  /** What a million tokens cost; absent when nobody said so. */
  readonly price?: ModelUse["price"];
  /** What the counted tokens cost; absent without a price. */
  readonly cost?: number | undefined;
}

/** `manifest.json`: the description of a run and of its files. */
export interface Manifest {
  /** Unique id. */
  readonly run_id: string;
  /** `finished` when no row is open. */
  readonly state: "running" | "finished";
  /** The service. */
  readonly service: ServiceName;
  /** What the embedded service read before the run; absent for another service. */
  readonly data?: DataRecord | undefined;
  /** The data that the theses were checked on, and how that ended; absent in a run that checks nothing. */
  readonly verify?: CheckData & CheckCounts | undefined;
  /** The language model that added to the answers, and what it did; absent in a run without one. */
  readonly language_model?: RunModel | undefined;
  /** The input. */
  readonly input: ReadInput;
  /** Digest of input, question and service. */
  readonly fingerprint: string;
  /** The question and the options as given. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the input's columns. */
  readonly header: readonly string[];
  /** Versions of the software, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly started_at: string;
  /** ISO 8601; absent while a row is open. */
  readonly finished_at?: string | undefined;
  /** Seconds from start to end, with pauses; absent while a row is open, and where the clock was set back. */
  readonly seconds?: number | undefined;
  /** Upper bound on the cost of the requests; absent without a price. */
  readonly spent?: number | undefined;
  /** The run that it was compared with. */
  readonly since?: RunSince | undefined;
  /** Totals. */
  readonly counts: ManifestCounts;
  /** The portfolio of the list; absent when the list has no weights. */
  readonly portfolio?: RunPortfolio | undefined;
  /** Lines that names are across since an earlier run, but not yet clearly; absent without any. */
  readonly crossings?: readonly Crossing[] | undefined;
  /** Commits of the ledger that the files are made from: one that has fewer is older, and is refused. */
  readonly ledger_commits?: number | undefined;
  /** Every file of the run except manifest and ledger. */
  readonly files: readonly ManifestFile[];
  /** How cells of the tables are written. */
  readonly cells: string;
}

const CELL_RULE = "A cell that a spreadsheet would run as a formula, or that starts with an apostrophe, " +
  "has a leading apostrophe; a number passes as it came; a cell ends at 32,000 characters";

/**
 * Makes the manifest of a run.
 * @param run The record of the run.
 * @param left Totals, and the files of the run.
 * @returns The manifest.
 */
export function describeRun(
  run: RunRecord,
  left: {
    readonly counts: RunCounts;
    readonly files: readonly ManifestFile[];
    readonly versions: Readonly<Record<string, string>>;
    /** Upper bound on the cost of the requests; absent without a price. */
    readonly spent?: number | undefined;
    /** How the checks of the theses ended. */
    readonly checks?: CheckCounts | undefined;
    /** What the language model did. */
    readonly model?: ModelCounts | undefined;
    /** The portfolio of the list; absent without weights. */
    readonly portfolio?: RunPortfolio | undefined;
    /** Lines that names are across, but not yet clearly. */
    readonly crossings?: readonly Crossing[] | undefined;
  },
): Manifest {
  const { runId, startedAt, finishedAt } = run;
  return {
    run_id: runId,
    state: finishedAt === undefined ? "running" : "finished",
    service: run.service,
    data: run.data,
    ...run.verify && left.checks && { verify: { ...run.verify, ...left.checks } },
    ...run.languageModel && left.model && { language_model: spellModel(run.languageModel, left.model) },
    input: run.input,
    fingerprint: run.fingerprint,
    options: run.options,
    header: run.header,
    versions: left.versions,
    started_at: startedAt,
    finished_at: finishedAt,
    seconds: secondsOf(run),
    spent: left.spent,
    since: run.since,
    counts: spellCounts(left.counts),
    portfolio: left.portfolio,
    crossings: left.crossings,
    files: left.files,
    cells: CELL_RULE,
  };
}

/** Unknown where the wall clock was set back between two processes of the run. */
function secondsOf({ startedAt, finishedAt = "" }: RunRecord): number | undefined {
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  return seconds >= 0 ? seconds : undefined;
}

function spellModel({ name, mayComment, budget, price }: ModelUse, counts: ModelCounts): RunModel {
  const cost = price && tokenCost(counts, price);
  return { name, may_comment: mayComment, budget, ...price && { price, cost }, ...counts };
}

function spellCounts({ claimsTotal, claimsVerified, claimsFailed, ...counts }: RunCounts): ManifestCounts {
  return { ...counts, claims_total: claimsTotal, claims_verified: claimsVerified, claims_failed: claimsFailed };
}
