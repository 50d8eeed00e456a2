import type { Comparison, RowChange } from "../../src/compare/comparison.ts";
import { countRun } from "./count_run.ts";
import { describeRun, type Manifest, type RunRecord } from "../../src/run/manifest.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";

/** A row with a thesis; options replace any part. */
export function thesisRow(row: number, over: Partial<ThesisRow> = {}): ThesisRow {
  const ticker = over.ticker ?? `T${row}`;
  return {
    ...{ row, ticker, company: `${ticker} Inc.`, cells: [ticker], status: "done", signal: "neutral", confidence: 0.5 },
    ...{ reasoning: `${ticker} is neutral.`, drivers: [`For: ${ticker}'s beta is 1.1; it helps`] },
    ...{ risks: [`${ticker}: it may fall`], asOf: "2017-12-29", horizon: "63d", benchmark: "^GSPC" },
    ...{ claims: [], claimsTotal: 4, claimsVerified: 4, warnings: [], files: [], selected: [], attempts: 1 },
    ...over,
  };
}

/** A row without a thesis. */
export function openRow(row: number, over: Partial<ThesisRow> = {}): ThesisRow {
  const { ticker, cells, company } = thesisRow(row, over);
  const empty = { drivers: [], risks: [], claims: [], warnings: [], files: [], selected: [], attempts: 1 };
  return { row, ticker, cells, company, ...empty, ...over, status: over.status ?? "failed" };
}

/** The record of a run; options replace any part. */
export function manifestOf(record: Partial<RunRecord> = {}, counts: Partial<Manifest["counts"]> = {}): Manifest {
  const manifest = describeRun({
    ...{ runId: "run-1", input: { name: "list.csv", sha256: "abcdef0123456789" }, fingerprint: "f", options: {} },
    ...{ service: { name: "embedded", model: "conviction-smart", dataEnds: "2017-12-29" }, header: ["ticker"] },
    ...{ startedAt: "2018-01-03T05:00:00.000Z", finishedAt: "2018-01-03T05:03:20.000Z" },
    ...record,
  }, { counts: countRun([]), files: [], versions: { conviction: "0.1.0" } });
  return { ...manifest, counts: { ...manifest.counts, ...counts } };
}

/** A comparison with an earlier run. */
export function comparisonOf(changes: readonly RowChange[], over: Partial<Comparison> = {}): Comparison {
  const empty = {
    new: 0,
    gone: 0,
    flipped: 0,
    falsified: 0,
    rank_moved: 0,
    score_moved: 0,
    drawdown_crossed: 0,
    risks: 0,
    drivers: 0,
  };
  const counts = { ...empty };
  for (const kind of changes.flatMap(({ kinds }) => kinds)) counts[kind]++;
  const run = { runId: "run-0", startedAt: "2018-01-02T05:00:00.000Z", asOf: "2017-12-28", theses: 3 };
  const both = { compared: 3, unchanged: 3 - changes.length };
  return { earlier: run, later: { ...run, runId: "run-1" }, differences: [], changes, ...both, counts, ...over };
}

/** A name that flipped; options replace any part. */
export function flipped(ticker: string, row: number, over: Partial<RowChange> = {}): RowChange {
  const side = { row, status: "done" } as const;
  return {
    ...{ ticker, kinds: ["flipped"], newDrivers: [], vanishedDrivers: [], newRisks: [], vanishedRisks: [], claims: [] },
    before: { ...side, signal: "neutral" },
    after: { ...side, signal: "bullish" },
    ...over,
  };
}
