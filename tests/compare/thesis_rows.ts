import type { RunToCompare } from "../../src/compare/compare_runs.ts";
import type { VerificationClaim } from "../../src/protocol/verification.ts";
import type { Manifest } from "../../src/run/manifest.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";

/** A row with a thesis; options replace any part. */
export function thesis(ticker: string, other: Partial<ThesisRow> = {}): ThesisRow {
  return {
    ...{ row: 1, ticker, cells: [ticker], status: "done", signal: "neutral", confidence: 0.5, reasoning: "Even." },
    ...{ drivers: [], risks: [], claims: [], warnings: [], files: [], selected: [], attempts: 1 },
    ...other,
  };
}

/** A row without a thesis. */
export function noThesis(ticker: string, other: Partial<ThesisRow> = {}): ThesisRow {
  return thesis(ticker, { status: "failed", signal: undefined, confidence: undefined, reasoning: undefined, ...other });
}

/** A run of rows, numbered from 1 unless they have numbers. */
export function run(rows: readonly ThesisRow[], other: Partial<Manifest> = {}): RunToCompare {
  return { manifest: { ...MANIFEST, ...other }, rows };
}

/** A verified figure. */
export function claim(metric: string, shown: string, other: Partial<VerificationClaim> = {}): VerificationClaim {
  return { id: `X.${metric}`, metric, value: Number.parseFloat(shown), shown, ...other };
}

/** Eleven rows with scores from 0 to 1, so that each place is 10 percentile points; `placeOf` changes the places. */
export function ladder(placeOf: (place: number) => number = (place) => place): readonly ThesisRow[] {
  return Array.from({ length: 11 }, (_, at) => thesis(`T${at}`, { row: at + 1, score: placeOf(at) / 10 }));
}

const MANIFEST: Manifest = {
  ...{ run_id: "run", state: "finished", service: { name: "embedded", model: "conviction-smart" } },
  ...{ input: { name: "tickers.csv", sha256: "00" }, fingerprint: "00", options: {}, header: ["ticker"] },
  ...{ versions: {}, started_at: "2017-06-15T22:00:00.000Z", files: [], cells: "" },
  counts: {
    ...{ rows: 0, requests: 0, attempts: 0, files: 0, claims_total: 0, claims_verified: 0 },
    statuses: { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 },
  },
};
