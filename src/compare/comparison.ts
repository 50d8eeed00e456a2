import type { VerificationClaim } from "../protocol/verification.ts";
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
  /** Number of the row, from 1. */
  readonly row: number;
  /** What became of it. */
  readonly status: OutcomeStatus;
  /** Direction, as it came. */
  readonly signal?: string | undefined;
  /** Confidence, as it came. */
  readonly confidence?: number | undefined;
  /** Where the evidence points, -1 to 1. */
  readonly score?: number | undefined;
  /** 1 is the highest score of its run. */
  readonly rank?: number | undefined;
  /** Place among the scores of the run: 100 for the highest, 0 for the lowest; absent without a score. */
  readonly percentile?: number | undefined;
  /** Chance of a fall of 15 % or more, 0 to 1. */
  readonly drawdownProbability?: number | undefined;
  /** Date of the newest data used, `YYYY-MM-DD`. */
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
  /** The ticker as the later list has it, or the earlier one. */
  readonly ticker: string;
  /** Name of the company, where a list has one. */
  readonly company?: string | undefined;
  /** At least one, the weightiest first. */
  readonly kinds: readonly ChangeKind[];
  /** Absent when the earlier list had no such row. */
  readonly before?: ThesisSide | undefined;
  /** Absent when the later list has no such row. */
  readonly after?: ThesisSide | undefined;
  /** Drivers that the earlier thesis had not. */
  readonly newDrivers: readonly string[];
  /** Drivers that the later thesis has not. */
  readonly vanishedDrivers: readonly string[];
  /** Risks that the earlier thesis had not. */
  readonly newRisks: readonly string[];
  /** Risks that the later thesis has not. */
  readonly vanishedRisks: readonly string[];
  /** The figures behind the change, the weightiest first. */
  readonly claims: readonly ClaimChange[];
}

/** Something other than the world that differs between two runs: it comes first, because it can explain every change. */
export interface SettingDifference {
  /** What differs. */
  readonly setting: "service" | "model" | "prompt" | "body" | "engine" | "as_of";
  /** For people; "none" where a run has none. */
  readonly before: string;
  /** For people; "none" where a run has none. */
  readonly after: string;
}

/** Something that happened to a company, as a claim of the service tells it. */
export interface RowEvent {
  /** What happened, in the specification's words. */
  readonly kind: "EARNINGS_BEAT" | "INSIDER_BUY";
  /** The ticker as the list has it. */
  readonly ticker: string;
  /** Number of the row, from 1. */
  readonly row: number;
  /** What says so. */
  readonly claim: VerificationClaim;
}

/** Names a run that is compared. */
export interface ComparedRun {
  /** The run's own name. */
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
  /** The run compared with. */
  readonly earlier: ComparedRun;
  /** The run that is looked at. */
  readonly later: ComparedRun;
  /** Said before any change. */
  readonly differences: readonly SettingDifference[];
  /** The weightiest first; rows without a change are left out. */
  readonly changes: readonly RowChange[];
  /** Names in both with a thesis. */
  readonly compared: number;
  /** Of those, how many without a change. */
  readonly unchanged: number;
  /** How many names have which change; one may have several. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** What the later run's claims tell of and the earlier one's did not. */
  readonly newEvents?: readonly RowEvent[];
}
