import type { VerificationClaim } from "../protocol/verification.ts";
import { FAMILIES, type Metrics } from "../data/metrics/metric.ts";
import type { DriftCause, DriftKind } from "./comparison.ts";
import { inUsualMoves } from "./metric_words.ts";
import { isMeasure } from "./points.ts";

/** The claims of both answers by metric, and how many sessions lie between their days. */
export interface ClaimMoves {
  readonly pairs: ReadonlyMap<string, ClaimPair>;
  readonly sessions: number;
}

/** The measures of each component of a score: those of its family that have a sign. Own columns are no component. */
const { own: _own, ...COMPONENTS }: Readonly<Record<string, Metrics>> = FAMILIES;
/** The measures behind a chance of a fall: how the price of the name moved lately, and over a year. */
export const BEHIND_DRAWDOWN = ["volatility_recent", "volatility"] as const;

/** A claim as a cause: its figures in both answers, and how far they moved. */
export function causeOf(kind: DriftKind, metric: string, { pairs, sessions }: ClaimMoves): DriftCause {
  const pair = pairs.get(metric);
  const move = moveOf(pair);
  const unit = pair?.after?.unit ?? pair?.before?.unit;
  return {
    kind,
    metric,
    before: pair?.before?.value,
    after: pair?.after?.value,
    ...(unit !== undefined && { unit }),
    usualMoves: move === undefined ? undefined : inUsualMoves(metric, move, sessions),
  };
}

/**
 * The claim behind the move of a score: of the component that moved it most the measure that moved most, in usual nightly
 * moves, towards where the score went; the component itself where its measures stood still while those of others moved.
 * @param direction Above 0 where the score rose.
 * @returns Nothing where the answers state no components.
 */
export function causeOfScore(kind: DriftKind, direction: number, moves: ClaimMoves): DriftCause | undefined {
  const components = Object.entries(COMPONENTS).map(([family, measures]) => ({
    component: `score_${family}`,
    measures,
    pull: Math.sign(direction) * componentMove(`score_${family}`, moves),
  })).filter(({ pull }) => pull > 0).toSorted((one, other) => other.pull - one.pull);
  const [most] = components;
  if (most === undefined) return undefined;
  const measures = Object.entries(most.measures).flatMap(([metric, { sign = 0 }]) => {
    const pull = Math.sign(direction) * sign * measurePull(metric, moves);
    return pull > 0 ? [{ metric, pull }] : [];
  }).toSorted((one, other) => other.pull - one.pull);
  return causeOf(kind, measures[0]?.metric ?? most.component, moves);
}

/** A component that only one answer has moved the score by what it is away from it. */
function componentMove(component: string, { pairs }: ClaimMoves): number {
  const score = pairs.get("score");
  const { before, after } = pairs.get(component) ?? {};
  if (before === undefined && after === undefined) return 0;
  return numberOf(after ?? score?.before) - numberOf(before ?? score?.before);
}

/** A measure without a usual nightly move is news whenever it moves. */
function measurePull(metric: string, { pairs, sessions }: ClaimMoves): number {
  const move = moveOf(pairs.get(metric));
  if (move === undefined || move === 0) return 0;
  return Math.sign(move) * (inUsualMoves(metric, move, sessions) ?? Number.MAX_VALUE);
}

/** The claim behind the move of a chance of a fall: the volatility that moved most with it. */
export function causeOfDrawdown(direction: number, moves: ClaimMoves): DriftCause {
  const measures = BEHIND_DRAWDOWN.map((metric) => ({
    metric,
    pull: Math.sign(direction) * measurePull(metric, moves),
  })).filter(({ pull }) => pull > 0).toSorted((one, other) => other.pull - one.pull);
  return causeOf("drawdown_crossed", measures[0]?.metric ?? "drawdown_probability", moves);
}

/** Measures that say that prices are to be looked at: days of moves that are no market's, or since which nothing moved. */
const DATA_DAYS = ["far_day", "split_day", "jump_day", "wrong_day", "still_since"] as const;
/** A mark of the prices leaves the year that is looked at after 252 sessions, some 365 days. */
const MARK_AGE = 340;
const DAY_MS = 86_400_000;

/**
 * What of the data of a name is to be looked at, tonight for the first time; or was, and has been corrected.
 * @returns Nothing where both answers say the same.
 */
export function causeOfData(
  before: readonly VerificationClaim[],
  after: readonly VerificationClaim[],
  asOf: string | undefined,
): DriftCause | undefined {
  const dayIn = (claims: readonly VerificationClaim[], metric: string) => {
    const value = claims.find((claim) => claim.metric === metric)?.value;
    return value === undefined ? undefined : `${value}`;
  };
  for (const metric of DATA_DAYS) {
    const was = dayIn(before, metric);
    const is = dayIn(after, metric);
    if (was === is) continue;
    if (is === undefined && !isRecent(was, asOf)) continue;
    if (is !== undefined && was !== undefined && was > is) continue; // a newer mark has gone, an older one is seen again
    return { kind: "data", metric, before: was, after: is, unit: "date" };
  }
  return undefined;
}

function isRecent(day = "", asOf = ""): boolean {
  return Date.parse(asOf) - Date.parse(day) < MARK_AGE * DAY_MS;
}

function numberOf(claim: VerificationClaim | undefined): number {
  return typeof claim?.value === "number" ? claim.value : 0;
}

/** The claims of both answers about one metric. */
export interface ClaimPair {
  readonly metric: string;
  readonly before: VerificationClaim | undefined;
  readonly after: VerificationClaim | undefined;
}

/** Pairs the measures of two answers by metric; of several claims of one metric in an answer the first counts. */
export function pairClaims(
  before: readonly VerificationClaim[],
  after: readonly VerificationClaim[],
): ReadonlyMap<string, ClaimPair> {
  const old = firstByMetric(before);
  const fresh = firstByMetric(after);
  const metrics = new Set([...fresh.keys(), ...old.keys()]);
  return new Map(
    Array.from(metrics, (metric) => [metric, { metric, before: old.get(metric), after: fresh.get(metric) }]),
  );
}

/** An answer about several companies has several claims of one metric: the first counts. */
function firstByMetric(claims: readonly VerificationClaim[]): Map<string, VerificationClaim> {
  return new Map(claims.filter(isMeasure).map((claim) => [claim.metric, claim] as const).toReversed());
}

/** The move of a measure, where both answers state it as a number. */
export function moveOf(pair: ClaimPair | undefined): number | undefined {
  const before = pair?.before?.value;
  const after = pair?.after?.value;
  return typeof before === "number" && typeof after === "number" ? after - before : undefined;
}
