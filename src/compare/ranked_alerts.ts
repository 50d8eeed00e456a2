import type { ListWeight } from "../run/list_weights.ts";
import type { Manifest } from "../run/manifest.ts";
import { oneLine } from "../text/control.ts";
import type { Alert, Drift, DriftKind, RowEvent } from "./comparison.ts";
import { UNMEASURED } from "./drift.ts";
import { driftWords } from "./drift_words.ts";
import { eventWords } from "./event_words.ts";
import { foldTicker } from "./match_rows.ts";

/** The reasons of a drift, the most important first. */
const ORDER: readonly DriftKind[] = [
  "data",
  "flipped",
  "falsified",
  "drawdown_crossed",
  "rank_moved",
  "score_moved",
  "new_risk",
];

/** What alerts are made from. */
export interface AlertSource {
  readonly drifts: readonly Drift[];
  readonly events: readonly RowEvent[];
  /** The later run's. */
  readonly manifest: Manifest;
}

/**
 * The alerts of a run: names that the list holds first, by weight times size; then the others, drifts by reason and size,
 * then events.
 */
export function alertsOf({ drifts, events, manifest }: AlertSource): readonly Alert[] {
  const weights = weightsOf(manifest.portfolio?.weights ?? []);
  const ofDrifts = drifts.toSorted(byReason).map((drift): Alert => {
    const { ticker, size, direction, after: { row, asOf } } = drift;
    return {
      kind: "THESIS_DRIFT",
      ticker,
      row,
      asOf,
      size,
      message: oneLine(driftWords(drift)),
      drift,
      ...held(weights.get(foldTicker(ticker)), direction),
    };
  });
  const ofEvents = events.map((event): Alert => {
    const { kind, ticker, row, claim, event: happened } = event;
    const asOf = happened === undefined ? claim?.as_of : happened.known ?? happened.day;
    const message = oneLine(`${ticker}: ${eventWords(event)}.`);
    return { kind, ticker, row, asOf, size: UNMEASURED, message, event, ...held(weights.get(foldTicker(ticker)), 1) };
  });
  return [...ofDrifts, ...ofEvents].toSorted((one, other) => exposureOf(other) - exposureOf(one));
}

/** A ticker that stands twice in a list has one weight, the sum. */
function weightsOf(weights: readonly ListWeight[]): ReadonlyMap<string, number> {
  return new Map(weights.map(({ ticker, weight }) => [foldTicker(ticker), weight]));
}

function held(weight: number | undefined, direction: Drift["direction"]): Pick<Alert, "weight" | "bearing"> {
  if (weight === undefined || weight === 0) return {};
  return { weight, ...(direction !== 0 && { bearing: weight * direction > 0 ? "for" : "against" }) };
}

function byReason(one: Drift, other: Drift): number {
  const placeOf = ({ kinds: [first = "new_risk"] }: Drift) => ORDER.indexOf(first);
  return placeOf(one) - placeOf(other) || other.size - one.size || byTicker(one, other) ||
    one.after.row - other.after.row;
}

function byTicker(one: Drift, other: Drift): number {
  return one.ticker === other.ticker ? 0 : one.ticker < other.ticker ? -1 : 1;
}

/** 0 for a name that is not held. */
function exposureOf({ weight = 0, size }: Alert): number {
  return Math.abs(weight) * size;
}
