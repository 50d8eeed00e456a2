import type { ThesisRow } from "../run/thesis_row.ts";
import type { Falsifier } from "../protocol/falsifier.ts";
import type { CompanyEvent } from "../protocol/company_event.ts";
import type { VerificationClaim } from "../protocol/verification.ts";
import type { Crossing } from "../run/crossing.ts";
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
  /** The chance of a 15% fall crossed 25%. */
  | "drawdown_crossed"
  /** Risks were added or vanished. */
  | "risks"
  /** Drivers were added or vanished. */
  | "drivers";

/** A row in one run. */
export interface ThesisSide
  extends
    Pick<ThesisRow, "row" | "status" | "signal" | "confidence" | "score" | "rank" | "drawdownProbability" | "asOf"> {
  /** Percentile among the scores of the run: 100 for the highest, 0 for the lowest; absent without a score. */
  readonly percentile?: number | undefined;
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

/** Why a name has drifted. */
export type DriftKind =
  /** Its prices or reports are to be looked at first: a split that is not adjusted, a jump that nothing explains. */
  | "data"
  /** The signal changed, and its score moved so far that it is no flicker. */
  | "flipped"
  /** What the earlier thesis said would speak against it came true, clearly. */
  | "falsified"
  /** The chance of a 15% fall crossed 25%, clearly. */
  | "drawdown_crossed"
  /** The percentile of the score moved by 20 points or more. */
  | "rank_moved"
  /** The score moved by ten usual nightly moves, 0.14, or more. */
  | "score_moved"
  /** A risk was added, and its figure moved. */
  | "new_risk";

/** The claim that moved. */
export interface DriftCause {
  /** Why the name has drifted. */
  readonly kind: DriftKind;
  /** Its metric, like `momentum_12_1`. */
  readonly metric: string;
  /** Unrounded, in its unit; absent where the earlier answer does not state it. */
  readonly before?: number | string | undefined;
  /** Unrounded, in its unit; absent where the later answer does not state it. */
  readonly after?: number | string | undefined;
  /** Unit of both, as the claim has it. */
  readonly unit?: string | undefined;
  /** Its move in usual nightly moves of the metric; absent where that was not measured. */
  readonly usualMoves?: number | undefined;
}

/** A thesis that has drifted so far that it is worth an alert. */
export interface Drift extends Pick<RowChange, "ticker" | "company"> {
  /** Why, the most important first. */
  readonly kinds: readonly DriftKind[];
  /** The claim behind the first kind; absent where no figure moved with it. */
  readonly cause?: DriftCause | undefined;
  /** How far, in usual nightly moves: the largest of its kinds. */
  readonly size: number;
  /** What it says of the price: 1 for it, -1 against it, 0 where it says nothing. */
  readonly direction: -1 | 0 | 1;
  /** As it was on the last night before. */
  readonly before: ThesisSide;
  /** As it is now. */
  readonly after: ThesisSide;
  /** First night across its line, where that was an earlier one, `YYYY-MM-DD`. */
  readonly since?: string | undefined;
  /** What changed tonight; absent where nothing did since the night before. */
  readonly change?: RowChange | undefined;
  /** What came true, tonight or on an earlier night. */
  readonly cameTrue: readonly CameTrue[];
  /** New risks whose figures moved. */
  readonly newRisks: readonly string[];
}

/** A line of `alerts.jsonl`, before it is written. */
export interface Alert {
  /** As the specification names it. */
  readonly kind: "THESIS_DRIFT" | "EARNINGS_BEAT" | "INSIDER_BUY";
  /** As the list spells it. */
  readonly ticker: string;
  /** Number of the row, from 1. */
  readonly row: number;
  /** `YYYY-MM-DD`, where it is known. */
  readonly asOf?: string | undefined;
  /** What happened, beginning with the claim that moved; one line without a full stop. */
  readonly message: string;
  /** How far, in usual nightly moves. */
  readonly size: number;
  /** Signed share of the list's portfolio, 0.05 for 5%; absent for a name without one. */
  readonly weight?: number | undefined;
  /** What it means for the position; if anything is said of the price. */
  readonly bearing?: "for" | "against" | undefined;
  /** Of a `THESIS_DRIFT`. */
  readonly drift?: Drift | undefined;
  /** Of another kind. */
  readonly event?: RowEvent | undefined;
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
  /** How a beat stands against the list's consensus; absent where the list has no columns of one. */
  readonly consensus?: Consensus | undefined;
}

/** What a beat is judged against: the consensus of the list, or, with the reason, the company's own past alone. */
export type Consensus =
  | { readonly basis: "own_past"; readonly note: string }
  | {
    readonly basis: "consensus";
    /** As the list gives it, per diluted share. */
    readonly consensusEps: number;
    /** The verified figure. */
    readonly eps: number;
    readonly verdict: "above" | "in_line" | "below";
  };

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
  /** What is worth an alert: names that are held first, by weight times size, then the others. */
  readonly alerts?: readonly Alert[];
  /** Lines that names are across, but not yet clearly: the next comparison goes on from them. */
  readonly crossings?: readonly Crossing[];
}
