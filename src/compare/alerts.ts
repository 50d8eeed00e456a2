import { jsonLine } from "../text/control.ts";
import type { RunToCompare } from "./compare_runs.ts";
import type { Alert, Comparison, Consensus, Drift, DriftCause, ThesisSide } from "./comparison.ts";
import { eventsIn } from "./events.ts";
import { tenths } from "./percentiles.ts";
import { alertsOf } from "./ranked_alerts.ts";

/**
 * Renders `alerts.jsonl`, one object per line: `THESIS_DRIFT` for each thesis that has drifted, with the claim that moved;
 * `EARNINGS_BEAT` and `INSIDER_BUY` for events that the earlier run did not have.
 * @param comparison The changes; without it there is no drift, and every event is an alert.
 * @param later The later run.
 * @returns Text of the file; empty without alerts.
 */
export function alertLines(comparison: Comparison | undefined, { manifest, rows }: RunToCompare): string {
  const ids = { run_id: manifest.run_id, since_run_id: comparison?.earlier.runId };
  const alerts = comparison?.alerts ??
    alertsOf({ drifts: [], events: eventsIn(rows, { header: manifest.header }), manifest });
  return alerts.map((alert) => `${jsonLine(fieldsOf(alert, ids))}\n`).join("");
}

function fieldsOf(alert: Alert, ids: { readonly run_id: string; readonly since_run_id: string | undefined }) {
  const { kind, ticker, row, asOf, message, size, weight, bearing, drift, event } = alert;
  return {
    kind,
    ticker,
    row,
    ...ids,
    as_of: asOf,
    message,
    size: tenths(size),
    ...(weight !== undefined && { position: weight < 0 ? "short" : "long", weight, bearing }),
    ...(drift && driftFields(drift)),
    ...(event?.consensus && consensusFields(event.consensus)),
    ...(event?.event && { event: event.event }),
    ...(event?.claim && { claim: event.claim }),
  };
}

function consensusFields(consensus: Consensus) {
  if (consensus.basis === "own_past") return consensus;
  const { basis, consensusEps, eps } = consensus;
  return { basis, consensus_eps: consensusEps, eps };
}

function driftFields({ kinds, cause, since, before, after, change, cameTrue, newRisks }: Drift) {
  return {
    reasons: kinds,
    cause: cause && causeFields(cause),
    since,
    changes: change?.kinds ?? [],
    before: figuresOf(before),
    after: figuresOf(after),
    new_risks: change?.newRisks ?? newRisks,
    vanished_risks: change?.vanishedRisks ?? [],
    ...(cameTrue.length > 0 && { came_true: cameTrue }),
    new_drivers: change?.newDrivers ?? [],
    vanished_drivers: change?.vanishedDrivers ?? [],
    claims: (change?.claims ?? []).map(({ metric, before, after }) => ({ metric, before, after })),
  };
}

function causeFields({ kind, metric, before, after, unit, usualMoves }: DriftCause) {
  return { kind, metric, before, after, unit, usual_moves: tenths(usualMoves) };
}

function figuresOf(side: ThesisSide) {
  const { signal, confidence, score, rank, drawdownProbability, asOf } = side;
  const percentile = tenths(side.percentile);
  return { signal, confidence, score, rank, percentile, drawdown_probability: drawdownProbability, as_of: asOf };
}
