import type { Manifest } from "../../src/run/manifest.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";

/** A row with a thesis; options replace any part. */
export function thesisRow(row: number, said: Partial<ThesisRow> = {}): ThesisRow {
  return {
    ...{ row, ticker: `T${row}`, cells: [`T${row}`], status: "done", attempts: 1 },
    ...{
      signal: "neutral",
      confidence: 0.5,
      reasoning: `T${row} is even.`,
      drivers: ["It rose"],
      risks: ["It may fall"],
    },
    ...{ claims: [], warnings: [], files: [], selected: [] },
    ...said,
  };
}

/** A row without a thesis. */
export function openRow(row: number, said: Partial<ThesisRow> = {}): ThesisRow {
  return {
    ...{ row, ticker: `T${row}`, cells: [`T${row}`], status: "failed", attempts: 1 },
    ...{ drivers: [], risks: [], claims: [], warnings: [], files: [], selected: [] },
    ...{ errorCode: "http_500", error: "Cannot ask: service answered 500" },
    ...said,
  };
}

/** The record of a run; options replace any part. */
export function sampleManifest(said: Partial<Manifest> = {}): Manifest {
  return {
    run_id: "run-1",
    state: "finished",
    service: { name: "embedded", model: "conviction-smart", dataEnds: "2017-12-29" },
    input: { name: "tickers.csv", sha256: "00" },
    fingerprint: "ff",
    options: {},
    header: ["ticker"],
    versions: { conviction: "0.1.0", deno: "2.9.6" },
    started_at: "2024-03-01T22:00:00.000Z",
    finished_at: "2024-03-01T22:00:05.000Z",
    seconds: 5,
    counts: {
      ...{ rows: 2, requests: 2, attempts: 2, files: 0, claims_total: 8, claims_verified: 8 },
      statuses: { done: 1, partial: 0, failed: 1, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 },
    },
    files: [],
    cells: "",
    ...said,
  };
}
