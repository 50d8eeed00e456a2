import type { OutcomeStatus } from "../run/outcome.ts";

/** How a row differs from the same one of an earlier run. */
export type ChangeKind =
  /** A thesis now, none then. */
  | "new"
  /** A thesis then, none now. */
  | "gone"
  /** Another signal. */
  | "flipped"
  /** Its place among the scores moved by 20 points of 100 or more. */
  | "rank_moved"
  /** The chance of a 15 % fall went across 25 %. */
  | "drawdown_crossed"
  /** Risks were added or vanished. */
  | "risks"
  /** Drivers were added or vanished. */
  | "drivers";

/** What one run says of a row. */
export interface ThesisSide {
  readonly row: number;
  readonly status: OutcomeStatus;
  readonly signal?: string | undefined;
  readonly confidence?: number | undefined;
  readonly score?: number | undefined;
  readonly rank?: number | undefined;
  /** Place among the scores of the run: 100 for the highest, 0 for the lowest; absent without a score. */
  readonly percentile?: number | undefined;
  readonly drawdownProbability?: number | undefined;
  readonly asOf?: string | undefined;
}

/** A verified figure that stands behind a change, as both runs show it. */
export interface ClaimChange {
  /** What is measured, like `volatility`. */
  readonly metric: string;
  /** As the earlier text shows it; absent where it had none. */
  readonly before?: string | undefined;
  /** As the later text shows it; absent where it has none. */
  readonly after?: string | undefined;
}

/** One name with a change. */
export interface RowChange {
  readonly ticker: string;
  readonly company?: string | undefined;
  /** At least one, the weightiest first. */
  readonly kinds: readonly ChangeKind[];
  /** Absent when the earlier list had no such row. */
  readonly before?: ThesisSide | undefined;
  /** Absent when the later list has no such row. */
  readonly after?: ThesisSide | undefined;
  readonly newDrivers: readonly string[];
  readonly vanishedDrivers: readonly string[];
  readonly newRisks: readonly string[];
  readonly vanishedRisks: readonly string[];
  readonly claims: readonly ClaimChange[];
}

/** Something other than the world that differs between two runs: it comes first, because it can explain every change. */
export interface SettingDifference {
  readonly setting: "service" | "model" | "prompt" | "body" | "engine" | "as_of";
  /** For people; "none" where a run has none. */
  readonly before: string;
  readonly after: string;
}

/** Names a run that is compared. */
export interface ComparedRun {
  readonly runId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Newest day of its data, `YYYY-MM-DD`, where it is known. */
  readonly asOf?: string | undefined;
  /** Rows with a thesis. */
  readonly theses: number;
}

/** What changed between two runs. */
export interface Comparison {
  readonly earlier: ComparedRun;
  readonly later: ComparedRun;
  readonly differences: readonly SettingDifference[];
  /** The weightiest first; rows without a change are left out. */
  readonly changes: readonly RowChange[];
  /** Names in both with a thesis. */
  readonly compared: number;
  /** Of those, how many without a change. */
  readonly unchanged: number;
  /** How many names have which change; one may have several. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
}
