import { oneLine } from "../text/control.ts";
import { changeWords } from "./change_words.ts";
import type { RunToCompare } from "./compare_runs.ts";
import type { ChangeKind, ClaimChange, Comparison, RowChange, RowEvent } from "./comparison.ts";
import { eventWords } from "./event_words.ts";
import { eventsIn } from "./events.ts";
import { tenths } from "./percentiles.ts";

/**
 * Kinds of change that count as drift; changed drivers alone do not. Of 494 real names on a quiet night (15 June 2017
 * compared with the 14th), 7 flipped or crossed 25 %, 49 had a new risk and 81 had changed drivers. With drivers, more
 * than 130 names would be alerts each night; a reader can filter further by `changes`.
 */
const DRIFT: ReadonlySet<ChangeKind> = new Set(["flipped", "falsified", "drawdown_crossed", "rank_moved"]);
/** Characters that JSON does not escape but a terminal interprets, or a reader of lines takes for a line end. */
const UNESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Fields of every alert. */
interface AlertBase {
  readonly ticker: string;
  readonly row: number | undefined;
  readonly run_id: string;
  readonly since_run_id: string | undefined;
  readonly as_of: string | undefined;
  readonly message: string;
}

/** Identifiers of both runs. */
type RunIds = Pick<AlertBase, "run_id" | "since_run_id">;

/**
 * Renders `alerts.jsonl`, one object per line: `THESIS_DRIFT` for each thesis that flipped, moved in rank, crossed the
 * 25 % chance of a fall, has a new risk, or of which something came true that it said would speak against it; `EARNINGS_BEAT` and `INSIDER_BUY` for events that the earlier run did not have.
 * @param comparison The changes; without it there is no drift, and every event is an alert.
 * @param later The later run.
 * @returns Text of the file; empty without alerts.
 */
export function alertLines(comparison: Comparison | undefined, { manifest, rows }: RunToCompare): string {
  const ids: RunIds = { run_id: manifest.run_id, since_run_id: comparison?.earlier.runId };
  const drifts = comparison?.changes.filter(isDrift) ?? [];
  const events = comparison?.newEvents ?? eventsIn(rows);
  const alerts = [...drifts.map((change) => driftOf(change, ids)), ...events.map((event) => eventAlert(event, ids))];
  return alerts.map((alert) => `${safeJson(alert)}\n`).join("");
}

function isDrift({ kinds, newRisks }: RowChange): boolean {
  return newRisks.length > 0 || kinds.some((kind) => DRIFT.has(kind));
}

function driftOf(change: RowChange, ids: RunIds) {
  const { ticker, before, after, kinds, claims } = change;
  const base: AlertBase = {
    ...{ ticker, row: after?.row, ...ids, as_of: after?.asOf },
    message: oneLine(`${ticker}: ${changeWords(change)}`),
  };
  return {
    ...{ kind: "THESIS_DRIFT", ...base, changes: kinds, before: figuresOf(before), after: figuresOf(after) },
    ...{ new_risks: change.newRisks, vanished_risks: change.vanishedRisks },
    ...(change.cameTrue && { came_true: change.cameTrue }),
    ...{ new_drivers: change.newDrivers, vanished_drivers: change.vanishedDrivers },
    claims: claims.map(({ metric, before, after }: ClaimChange) => ({ metric, before, after })),
  };
}

function figuresOf(side: RowChange["before"]) {
  const { signal, confidence, score, rank, drawdownProbability, asOf } = side ?? {};
  const percentile = tenths(side?.percentile);
  return { signal, confidence, score, rank, percentile, drawdown_probability: drawdownProbability, as_of: asOf };
}

function eventAlert(found: RowEvent, ids: RunIds) {
  const { kind, ticker, row, claim, event } = found;
  const base: AlertBase = {
    ...{ ticker, row, ...ids, as_of: event === undefined ? claim?.as_of : event.known ?? event.day },
    message: oneLine(`${ticker}: ${eventWords(found)}`),
  };
  return { kind, ...base, ...(event && { event }), ...(claim && { claim }) };
}

function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
