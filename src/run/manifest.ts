import type { RunCounts, StatusCounts } from "./counts.ts";

/** Digest and size of one file of a run. */
export interface ManifestFile {
  /** Path relative to the run's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

/** Who answered a run. */
export interface ServiceName {
  /** Base URL, or what the embedded service calls itself. */
  readonly name: string;
  /** Model asked for; absent where the service chose. */
  readonly model?: string | undefined;
  /** Last day of the service's data, `YYYY-MM-DD`, where it is known. */
  readonly dataEnds?: string | undefined;
}

/** What was asked of whom; never a key. */
export interface RunRecord {
  readonly runId: string;
  /** Name of the file that was read, or `rows` for rows given in memory; and the digest of its bytes. */
  readonly input: { readonly name: string; readonly sha256: string };
  /** Digest of input, prompt, model, as-of and service. */
  readonly fingerprint: string;
  readonly service: ServiceName;
  /** The options as given. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the input's columns. */
  readonly header: readonly string[];
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601; absent while a row is open. */
  readonly finishedAt?: string | undefined;
}

/** {@linkcode RunCounts} in the spelling of the file. */
export interface ManifestCounts {
  readonly rows: number;
  readonly statuses: StatusCounts;
  readonly requests: number;
  readonly attempts: number;
  readonly files: number;
  readonly claims_total: number;
  readonly claims_verified: number;
}

/** `manifest.json`: what a run was, and what it left. */
export interface Manifest {
  readonly run_id: string;
  readonly state: "running" | "finished";
  readonly service: ServiceName;
  readonly input: RunRecord["input"];
  readonly fingerprint: string;
  readonly options: RunRecord["options"];
  readonly header: readonly string[];
  readonly versions: Readonly<Record<string, string>>;
  readonly started_at: string;
  readonly finished_at?: string | undefined;
  readonly seconds?: number | undefined;
  readonly counts: ManifestCounts;
  readonly files: readonly ManifestFile[];
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
    counts: spellCounts(left.counts),
    files: left.files,
    cells: CELL_RULE,
  };
}

function spellCounts({ claimsTotal, claimsVerified, ...counts }: RunCounts): ManifestCounts {
  return { ...counts, claims_total: claimsTotal, claims_verified: claimsVerified };
}
