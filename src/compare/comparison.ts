import type { Falsifier } from "../protocol/falsifier.ts";
import type { CompanyEvent } from "../protocol/company_event.ts";
import type { VerificationClaim } from "../protocol/verification.ts";
import type { OutcomeStatus } from "../run/outcome.ts";

/** A kind of change of a row between two runs. */
export type ChangeKind =
  /** Only the later run has a thesis. */
  | "new"
  /** Only the earlier run has a thesis. */
  | "gone"
  /** The signal changed. */
  | "flipped"
  /** What the earlier thesis said would speak against it came true. */
  | "falsified"
  /** The percentile of the score moved by 20 points or more. */
  | "rank_moved"
  /** The score moved by 0.1 or more, without a flip or such a move of its percentile. */
  | "score_moved"
  /** The chance of a 15 % fall crossed 25 %. */
  | "drawdown_crossed"
  /** Risks were added or vanished. */
  | "risks"
  /** Drivers were added or vanished. */
  | "drivers";

/** A row in one run. */
export interface ThesisSide {
  /** Number of the row, from 1. */
  readonly row: number;
  /** Its outcome. */
  readonly status: OutcomeStatus;
  /** Direction, as the service spells it. */
  readonly signal?: string | undefined;
  /** Confidence, as the service states it. */
  readonly confidence?: number | undefined;
  /** Direction of the evidence, -1 to 1. */
  readonly score?: number | undefined;
  /** 1 is the highest score of its run. */
  readonly rank?: number | undefined;
  /** Percentile among the scores of the run: 100 for the highest, 0 for the lowest; absent without a score. */
  readonly percentile?: number | undefined;
  /** Chance of a fall of 15 % or more, 0 to 1. */
  readonly drawdownProbability?: number | undefined;
  /** Date of the newest data used, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
}

/** A verified figure behind a change, in both runs. */
export interface ClaimChange {
  /** The metric, like `volatility`. */
  readonly metric: string;
  /** As the earlier text shows it, if it does. */
  readonly before?: string | undefined;
  /** As the later text shows it, if it does. */
  readonly after?: string | undefined;
}

/** What the earlier thesis said would speak against it, and is so by the figures of the later one. */
export interface CameTrue extends Pick<Falsifier, "metric" | "side" | "threshold" | "text"> {
  /** The figure in the earlier run, unrounded. */
  readonly before: number;
  /** The figure in the later run, unrounded. */
  readonly after: number;
}

/** One name with a change. */
export interface RowChange {
  /** The ticker as the later list spells it, or the earlier one. */
  readonly ticker: string;
  /** Name of the company, if a list has it. */
  readonly company?: string | undefined;
  /** At least one, the most important first. */
  readonly kinds: readonly ChangeKind[];
  /** Absent when the earlier list had no such row. */
  readonly before?: ThesisSide | undefined;
  /** Absent when the later list has no such row. */
  readonly after?: ThesisSide | undefined;
  /** Drivers that only the later thesis has. */
  readonly newDrivers: readonly string[];
  /** Drivers that only the earlier thesis has. */
  readonly vanishedDrivers: readonly string[];
  /** Risks that only the later thesis has. */
  readonly newRisks: readonly string[];
  /** Risks that only the earlier thesis has. */
  readonly vanishedRisks: readonly string[];
  /** What the earlier thesis said would speak against it, and came true; absent where nothing did. */
  readonly cameTrue?: readonly CameTrue[] | undefined;
  /** The figures behind the change, the most important first. */
  readonly claims: readonly ClaimChange[];
}

/** A setting that differs between two runs; shown first, because it may explain every change. */
export interface SettingDifference {
  /** The setting. */
  readonly setting: "service" | "model" | "prompt" | "body" | "engine" | "benchmark" | "as_of";
  /** Value of the earlier run, for display; "none" if absent. */
  readonly before: string;
  /** Value of the later run, for display; "none" if absent. */
  readonly after: string;
}

/** An event of a company that the service reports, by itself or with a verified figure. */
export interface RowEvent {
  /** Kind of the event, as the specification names it. */
  readonly kind: "EARNINGS_BEAT" | "INSIDER_BUY";
  /** The ticker as the list spells it. */
  readonly ticker: string;
  /** Number of the row, from 1. */
  readonly row: number;
  /** The event; absent where only a figure reports it. */
  readonly event?: CompanyEvent | undefined;
  /** The figure; absent where the service reports the event itself. */
  readonly claim?: VerificationClaim | undefined;
}

/** A run in a comparison. */
export interface ComparedRun {
  /** Identifier of the run. */
  readonly runId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Newest day of its data, `YYYY-MM-DD`, if known. */
  readonly asOf?: string | undefined;
  /** Rows with a thesis. */
  readonly theses: number;
}

/** The changes between two runs. */
export interface Comparison {
  /** The earlier run. */
  readonly earlier: ComparedRun;
  /** The later run. */
  readonly later: ComparedRun;
  /** Settings that differ. */
  readonly differences: readonly SettingDifference[];
  /** Names with a change, the most important first. */
  readonly changes: readonly RowChange[];
  /** Number of names with a thesis in both runs. */
  readonly compared: number;
  /** Number of those without a change. */
  readonly unchanged: number;
  /** Number of names with each kind of change; a name may have several. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Events that only the later run's claims report. */
  readonly newEvents?: readonly RowEvent[];
}
