import type { LanguageModelReport } from "../protocol/language_model.ts";
import type { StatusCounts } from "./counts.ts";
import type { ModelUse } from "./model_use.ts";
import type { Manifest, RunRecord } from "./manifest.ts";
import type { Outcome } from "./outcome.ts";
import type { RequestBody } from "../protocol/reasoning.ts";

/** How far a run is. */
export interface Progress {
  /** Data rows of the input. */
  readonly rows: number;
  /** Number of rows in each state. */
  readonly statuses: StatusCounts;
  /** Requests under way. */
  readonly inFlight: number;
  /** Rows that this process finished per second, over the last minute or 20 rows; 0 before the first. */
  readonly rowsPerSecond: number;
  /** Seconds left at that rate; undefined before three rows and 5% of the list, or 20 rows, are finished. */
  readonly secondsLeft?: number | undefined;
  /** Most requests at once, as of now; absent when unknown. */
  readonly limit?: number | undefined;
  /** Requests sent since the run began, repeats included; absent when unknown. */
  readonly sent?: number | undefined;
  /** Share of this process's requests that the service refused because of its load, from 0.1 to 1; absent below. */
  readonly refusedShare?: number | undefined;
  /** The run has stopped sending and waits for the requests under way. */
  readonly isStopping?: boolean | undefined;
  /** Seconds until the next request, when the service asked to wait or is down. */
  readonly pausedSeconds?: number | undefined;
  /** Absent while the service works. */
  readonly outage?: ServiceOutage | undefined;
  /** What the requests have cost at most, in the unit of the price; absent without a price. */
  readonly spent?: number | undefined;
  /** What answers spent on the language model; absent in a run without one. */
  readonly model?: UsedModel | undefined;
  /** The latest thesis. */
  readonly lastThesis?: LastThesis | undefined;
}

/** Calls and tokens of a language model so far. */
export type UsedModel = Pick<LanguageModelReport, "calls" | "input_tokens" | "output_tokens">;

/** The service is down: one request at a time finds out whether it still is. Or it was, until less than a minute ago. */
export interface ServiceOutage {
  /** How the last request failed. */
  readonly error: string;
  /** How long it lasted; absent while it does. */
  readonly endedAfterSeconds?: number | undefined;
}

/** A thesis in three words. */
export interface LastThesis {
  /** The row's ticker. */
  readonly ticker: string;
  /** As the service spelled it. */
  readonly signal: string;
  /** As the service gave it. */
  readonly confidence: number;
}

/** Why a run stopped by itself before its last row: a limit of the user's, or a service that cannot be worked with. */
export type StopReason =
  /** As many requests were sent as `maxRequests` allows. */
  | { readonly code: "max_requests"; readonly requests: number; readonly limit: number }
  /** One more request at this price would pass `maxCost`. */
  | {
    readonly code: "max_cost";
    readonly requests: number;
    readonly price: number;
    readonly limit: number;
    /** What they cost, where that is not the price of each: answers told what they spent on a language model. */
    readonly cost?: number | undefined;
  }
  /** More of the finished requests failed than `maxFailures` allows. */
  | {
    readonly code: "max_failures";
    readonly failed: number;
    readonly requests: number;
    readonly limit: { readonly count: number } | { readonly share: number };
  }
  /** So many of the last theses name neither ticker nor company, or repeat the reasoning of another row. */
  | { readonly code: "brake"; readonly theses: number; readonly wrong: number }
  /** It is later than `until`. */
  | { readonly code: "until"; readonly until: Date }
  /** No request ended for so long. */
  | { readonly code: "stalled"; readonly minutes: number }
  /** The service asks for a wait that is too long for a run; `error` is what it said. */
  | { readonly code: "refused"; readonly minutes: number; readonly error: string }
  /** Every request fails; `error` is how the last one did. */
  | { readonly code: "breaker"; readonly error: string }
  /** The service answers, and none of its replies is a thesis; `error` is why the last one was not. */
  | { readonly code: "unreadable"; readonly error: string };

/** What a screen reports while it runs. Until the end, `progress` is that of the moment in which it is read. */
export type ScreenEvent =
  | {
    readonly type: "begun";
    /** The run's folder. */
    readonly folder: string;
    /** `finished`: nothing is sent; the outcomes are read from the run. */
    readonly state: "new" | "continued" | "finished";
    /** Columns whose cells leave the machine. */
    readonly sentColumns: readonly string[];
    /** What was unusual about the list, and which of its lines are not rows, as sentences. */
    readonly notes: readonly string[];
    readonly progress: Progress;
  }
  | { readonly type: "started"; readonly row: number; readonly progress: Progress }
  | { readonly type: "outcome"; readonly outcome: Outcome; readonly progress: Progress }
  | {
    readonly type: "ended";
    readonly folder: string;
    readonly manifest: Manifest;
    /** How far the run is. */
    readonly progress: Progress;
    /** Why the run stopped before its last row; absent when it did not, or the caller stopped it. */
    readonly stopped?: StopReason | undefined;
    /** What was unusual about the replies of the service, as sentences; absent when nothing was. */
    readonly notes?: readonly string[] | undefined;
    /** Seconds that this call took. */
    readonly seconds: number;
  };

/** A screen, which sends requests while it is read. */
export interface Screen extends AsyncGenerator<Outcome, void, undefined> {
  /** How it began; absent before the first outcome is asked for. Its `progress` is that of the moment. */
  readonly begun?: Extract<ScreenEvent, { readonly type: "begun" }> | undefined;
  /** How it ended; absent before. */
  readonly ended?: Extract<ScreenEvent, { readonly type: "ended" }> | undefined;
}

/** What will stop a run before its last request, and after how many more. */
export type StopAhead =
  | { readonly code: "max_requests"; readonly limit: number; readonly after: number }
  | {
    readonly code: "max_cost";
    readonly limit: number;
    readonly after: number;
    /** Whether requests may cost less than the most, so that it may stop later. */
    readonly isLeast?: boolean;
  }
  | { readonly code: "until"; readonly until: Date };

/** The state of a run, read from its ledger alone. */
export interface RunStatus {
  /** Absolute path. */
  readonly folder: string;
  /** What was asked, and of which service. */
  readonly record: RunRecord;
  /** `stopped`: rows are open, and no process works on them. */
  readonly state: "running" | "stopped" | "finished";
  /** The process that works in the folder, if it can be read. */
  readonly holder?: { readonly pid: number; readonly since: string } | undefined;
  /** How far it is; rate and time left are computed from the times of the last answers. */
  readonly progress: Progress;
  /** Requests that may have run, without an answer; in a stopped run also those that were under way. */
  readonly inDoubt: number;
  /** Whether the service has said that it runs a request with a repeated key once. */
  readonly isIdempotent: boolean;
  /** When the last request ended, ISO 8601. */
  readonly lastEndedAt?: string | undefined;
  /** The latest thesis. */
  readonly lastThesis?: LastThesis & { readonly row: number } | undefined;
}

/** What a screen would do; nothing was sent or written. */
export interface ScreenPreview {
  /** Folder of the run that would be resumed or read; absent for a new one. */
  readonly folder: string | undefined;
  /** `finished`: nothing would be sent; the outcomes would be read from the run. */
  readonly state: "new" | "continued" | "finished";
  /** Data rows of the list. */
  readonly rows: number;
  /** Invalid rows. */
  readonly invalid: number;
  /** Rows that ask the same as another. */
  readonly duplicates: number;
  /** Requests with a known answer. */
  readonly known: number;
  /** Requests in doubt: they may have run, and their result is unknown. */
  readonly inDoubt: number;
  /** Requests that would be sent. */
  readonly requests: number;
  /** Whether one of these requests is about the portfolio of the list; absent when none is. */
  readonly asksPortfolio?: boolean | undefined;
  /** Columns whose cells would leave the machine. */
  readonly sentColumns: readonly string[];
  /** The first three bodies that would be sent. */
  readonly first: readonly RequestBody[];
  /** Estimated duration; absent when no earlier run of the service says how long an answer takes. */
  readonly seconds: number | undefined;
  /** What the requests cost at most; absent without a price. */
  readonly cost: number | undefined;
  /** The language model that would add to the answers; absent without one. */
  readonly languageModel?: ModelUse | undefined;
  /** What was unusual about the list, and which of its lines are not rows, as sentences. */
  readonly notes: readonly string[];
  /** What would stop it before the last request. */
  readonly stops: readonly StopAhead[];
}
