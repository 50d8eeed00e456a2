import type { RunCounts, StatusCounts } from "./counts.ts";
import type { SelectedField } from "./select.ts";

/** Digest and size of one file of a run. */
export interface ManifestFile {
  /** Path relative to the run's folder, with `/`. */
  readonly path: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

/** What was read. */
export interface ReadInput {
  /** Name of the file, or `rows` for rows given in memory. */
  readonly name: string;
  /** Digest of its bytes, hex. */
  readonly sha256: string;
  /** How it was read where that is not plain, and what of it is no row, as sentences. */
  readonly notes?: readonly string[] | undefined;
}

/** Who answered a run. */
export interface ServiceName {
  /** Base URL, or what the embedded service calls itself. */
  readonly name: string;
  /** Model asked for; absent where the service chose. */
  readonly model?: string | undefined;
  /** Last day of the service's data, `YYYY-MM-DD`, where it is known. */
  readonly dataEnds?: string | undefined;
  /** Digest of the service's data, where it is known: other data is another run. */
  readonly dataDigest?: string | undefined;
}

/** A file that a run writes when it is asked for: a workbook, a columnar file, or a page with a summary. */
export type RunFormat = "xlsx" | "parquet" | "report";

/** The run that another is compared with. */
export interface RunSince {
  /** Its folder, relative to that of the other, with `/`. */
  readonly folder: string;
  /** Its own name. */
  readonly run_id: string;
}

/** What is written beside the tables. */
export interface ReportOptions {
  /** Further files. Default: none. */
  readonly formats?: readonly RunFormat[] | undefined;
  /** The run that is compared with: `changes.csv` and `alerts.jsonl` are written. Default: none. */
  readonly since?: RunSince | undefined;
  /** Column of the list by which the report groups. Default: none. */
  readonly group?: string | undefined;
}

/** A page or a workbook of more rows helps nobody, and takes more memory than all the rest of a run. */
export const MAX_REPORT_ROWS = 20_000;

/** What was asked of whom; never a key. */
export interface RunRecord extends ReportOptions {
  /** Name nobody else has made up. */
  readonly runId: string;
  /** Name of the file that was read, or `rows` for rows given in memory; and the digest of its bytes. */
  readonly input: ReadInput;
  /** Digest of input, prompt, model, as-of and service. */
  readonly fingerprint: string;
  /** Who answered. */
  readonly service: ServiceName;
  /** The options as given. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the input's columns. */
  readonly header: readonly string[];
  /** Further columns of the tables. */
  readonly select?: readonly SelectedField[] | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601; absent while a row is open. */
  readonly finishedAt?: string | undefined;
}

/** {@linkcode RunCounts} in the spelling of the file. */
export interface ManifestCounts {
  /** Data rows of the input. */
  readonly rows: number;
  /** How many rows ended how. */
  readonly statuses: StatusCounts;
  /** Different requests behind the rows. */
  readonly requests: number;
  /** Sends, repeats included. */
  readonly attempts: number;
  /** Files of answers. */
  readonly files: number;
  /** Figures that the service checked. */
  readonly claims_total: number;
  /** Figures that it found right. */
  readonly claims_verified: number;
}

/** `manifest.json`: what a run was, and what it left. */
export interface Manifest {
  /** Name nobody else has made up. */
  readonly run_id: string;
  /** `finished` when no row is open. */
  readonly state: "running" | "finished";
  /** Who answered. */
  readonly service: ServiceName;
  /** What was read, and the digest of its bytes. */
  readonly input: ReadInput;
  /** Digest of input, question and service. */
  readonly fingerprint: string;
  /** The question and the options as given. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the input's columns. */
  readonly header: readonly string[];
  /** Versions of what made the run, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly started_at: string;
  /** ISO 8601; absent while a row is open. */
  readonly finished_at?: string | undefined;
  /** From the start to the end, pauses included. */
  readonly seconds?: number | undefined;
  /** What the requests cost at most; absent without a price. */
  readonly spent?: number | undefined;
  /** The run that it was compared with. */
  readonly since?: RunSince | undefined;
  /** Totals. */
  readonly counts: ManifestCounts;
  /** Every file of the run but manifest and ledger. */
  readonly files: readonly ManifestFile[];
  /** How cells of the tables are written. */
  readonly cells: string;
}

const CELL_RULE = "A cell that a spreadsheet would run as a formula, or that starts with an apostrophe, " +
  "has a leading apostrophe; a number passes as it came; a cell ends at 32,000 characters";

/**
 * Writes down what a run was.
 * @param run What was asked of whom.
 * @param left Totals, and the files that the run left.
 * @returns The manifest; `seconds` counts from the start to the end, pauses included.
 */
export function describeRun(
  run: RunRecord,
  left: {
    readonly counts: RunCounts;
    readonly files: readonly ManifestFile[];
    readonly versions: Readonly<Record<string, string>>;
    /** What the requests cost at most; absent without a price. */
    readonly spent?: number | undefined;
  },
): Manifest {
  const { runId, startedAt, finishedAt } = run;
  return {
    run_id: runId,
    state: finishedAt === undefined ? "running" : "finished",
    service: run.service,
    input: run.input,
    fingerprint: run.fingerprint,
    options: run.options,
    header: run.header,
    versions: left.versions,
    started_at: startedAt,
    finished_at: finishedAt,
    seconds: finishedAt === undefined ? undefined : (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000,
    spent: left.spent,
    since: run.since,
    counts: spellCounts(left.counts),
    files: left.files,
    cells: CELL_RULE,
  };
}

function spellCounts({ claimsTotal, claimsVerified, ...counts }: RunCounts): ManifestCounts {
  return { ...counts, claims_total: claimsTotal, claims_verified: claimsVerified };
}
