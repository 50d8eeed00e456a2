import { sessionsAfter } from "../calendar/last_session.ts";
import { isHighChance } from "../protocol/drawdown_line.ts";
import type { Crossing } from "../run/crossing.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { causeOf, causeOfData, causeOfDrawdown, causeOfScore, type ClaimMoves, moveOf, pairClaims } from "./cause.ts";
import type { RowDifference } from "./compare_rows.ts";
import type { Drift, DriftCause, DriftKind, RowChange, ThesisSide } from "./comparison.ts";
import { type Crossed, isOf, settleCrossings } from "./crossings.ts";
import type { Point } from "./points.ts";
import { inUsualMoves } from "./metric_words.ts";
import { rankMove, scoreMove } from "./weight.ts";

/**
 * A move that is rare: one name in a hundred moves five to ten usual nightly moves. A new risk counts where its figure
 * moved as far: of 500 real names 7% had another risk on a quiet night, because they are close to the middle of the
 * others, and 0.16% for such a move.
 */
export const RARE = 6;
/** The size of what no figure measures: a signal of a service without scores, a new risk in words, an event. */
export const UNMEASURED = RARE;
/** A fault of the data makes all figures worthless, so it comes before what they say. */
const OF_DATA = 100;
/** The prefix of the components of a score, which tensions are about: where one moves far, the score does. */
const COMPONENT = "score_";

/** A row with a thesis in both runs, and what is known of it. */
export interface DriftInput {
  readonly before: ThesisRow;
  readonly after: ThesisRow;
  readonly sides: { readonly before: ThesisSide; readonly after: ThesisSide };
  readonly difference: RowDifference;
  /** Lines that it was across, not clearly, in the earlier run. */
  readonly pending: readonly Crossing[];
}

/** What became of a name. */
export interface NameDrift {
  readonly drift?: Drift | undefined;
  /** Lines that it is across, not clearly. */
  readonly open: readonly Crossing[];
}

/** One reason, and how far it went. */
interface Reason {
  readonly kind: DriftKind;
  readonly size: number;
  readonly direction: Drift["direction"];
  readonly cause?: DriftCause | undefined;
  readonly crossed?: Crossed | undefined;
}

/** Whether a thesis has drifted so far that it is worth an alert, and why; the most important reason first. */
export function driftOf(input: DriftInput): NameDrift {
  const { before, after, sides, difference: { change, newRisks }, pending } = input;
  const settled = settleCrossings({ before, after }, pending);
  const { crossed } = settled;
  if (change === undefined && crossed.length === 0) return { open: settled.open };
  const moves: ClaimMoves = { pairs: pairClaims(before.claims, after.claims), sessions: sessionsOf(before, after) };
  const open = settled.open.map((one) => withMoved(one, sides, moves));
  const risks = newRisks.filter((risk) => hasMoved(risk, moves));
  const reasons = [
    ...dataReasons(before, after),
    ...crossed.map((one) => crossedReason(one, sides, moves)).toSorted((one, other) => placeOf(one) - placeOf(other)),
    ...change === undefined ? [] : moveReasons(change, moves),
    ...risks.slice(0, 1).map((risk) => riskReason(risk, after, moves)),
  ];
  const [first] = reasons;
  if (first === undefined) return { open };
  return {
    open,
    drift: {
      ticker: after.ticker,
      company: after.company ?? before.company,
      kinds: [...new Set(reasons.map(({ kind }) => kind))],
      cause: first.cause,
      size: Math.max(...reasons.map(({ size }) => size)),
      direction: first.kind === "data" ? 0 : first.direction,
      before: settledSide(sides.before, crossed),
      after: sides.after,
      change,
      since: first.crossed?.since,
      cameTrue: crossed.flatMap(({ cameTrue }) => cameTrue ?? []),
      newRisks: risks.map(({ text }) => text),
    },
  };
}

/** The later of two days is at least a session after the other; answers without days count as one night apart. */
function sessionsOf({ asOf: first }: ThesisRow, { asOf: last }: ThesisRow): number {
  return first === undefined || last === undefined ? 1 : Math.max(1, sessionsAfter(first, last));
}

function dataReasons(before: ThesisRow, after: ThesisRow): Reason[] {
  const cause = causeOfData(before.claims, after.claims, after.asOf);
  return cause === undefined ? [] : [{ kind: "data", size: OF_DATA, direction: 0, cause }];
}

const CROSSED_KINDS = ["flipped", "falsified", "drawdown_crossed"] as const;

function placeOf({ kind }: Reason): number {
  return CROSSED_KINDS.findIndex((one) => one === kind);
}

function crossedReason(crossed: Crossed, { before, after }: DriftInput["sides"], moves: ClaimMoves): Reason {
  const size = crossed.far ?? UNMEASURED;
  if (isOf(crossed, "signal")) {
    const direction = turnOf(crossed, before, after);
    const cause = larger(causeOfScore("flipped", direction, moves), movedSince("flipped", crossed, moves));
    return { kind: "flipped", size, direction, cause, crossed };
  }
  if (isOf(crossed, "fall")) {
    const direction = isHighChance(after.drawdownProbability) ? -1 : 1;
    const cause = larger(causeOfDrawdown(-direction, moves), movedSince("drawdown_crossed", crossed, moves));
    return { kind: "drawdown_crossed", size, direction, cause, crossed };
  }
  const { metric = "", side, before: was, after: is } = crossed.cameTrue ?? {};
  const cause = { ...causeOf("falsified", metric, moves), before: was, after: is };
  const usualMoves = was === undefined || is === undefined ? undefined : inUsualMoves(metric, is - was, moves.sessions);
  return { kind: "falsified", size, direction: side === "below" ? -1 : 1, cause: { ...cause, usualMoves }, crossed };
}

/** Remembers what moved on the first night across a line. */
function withMoved(open: Crossing, sides: DriftInput["sides"], moves: ClaimMoves): Crossing {
  const isSignal = isOf(open, "signal");
  if (open.moved !== undefined || !isSignal && !isOf(open, "fall")) return open;
  const cause = isSignal
    ? causeOfScore("flipped", (sides.after.score ?? 0) - (open.value ?? 0), moves)
    : causeOfDrawdown((sides.after.drawdownProbability ?? 0) - (open.value ?? 0), moves);
  const { metric = "", before } = cause ?? {};
  return typeof before === "number" ? { ...open, moved: { metric, before } } : open;
}

/** What moved on the first night across, and has since. */
function movedSince(kind: DriftKind, { moved }: Crossed, moves: ClaimMoves): DriftCause | undefined {
  if (moved === undefined) return undefined;
  const { metric, before } = moved;
  const cause = causeOf(kind, metric, moves);
  if (typeof cause.after !== "number") return undefined;
  return { ...cause, before, usualMoves: inUsualMoves(metric, cause.after - before) };
}

function larger(one: DriftCause | undefined, other: DriftCause | undefined): DriftCause | undefined {
  return (other?.usualMoves ?? 0) > (one?.usualMoves ?? 0) ? other : one;
}

const BY_SIGNAL: Readonly<Record<string, number>> = { bearish: -1, neutral: 0, bullish: 1 };

/** Where a view turned: by its score, or by its words. */
function turnOf({ settled, value }: Crossed, before: ThesisSide, after: ThesisSide): Drift["direction"] {
  const word = (text = "") => BY_SIGNAL[text.trim().toLowerCase()] ?? 0;
  const from = value ?? before.score;
  const move = from === undefined || after.score === undefined
    ? word(after.signal) - word(settled)
    : after.score - from;
  return move > 0 ? 1 : move < 0 ? -1 : 0;
}

/** Moves of the rank and of the score. */
function moveReasons(change: RowChange, moves: ClaimMoves): Reason[] {
  const move = scoreMove(change);
  const usual = inUsualMoves("score", move, moves.sessions) ?? 0;
  const toReason = (kind: "rank_moved" | "score_moved", by: number): Reason => ({
    kind,
    size: usual || UNMEASURED,
    direction: by < 0 ? -1 : 1,
    cause: causeOfScore(kind, by, moves),
  });
  return [
    ...change.kinds.includes("rank_moved") ? [toReason("rank_moved", rankMove(change))] : [],
    ...usual >= FAR_SCORE && !change.kinds.includes("rank_moved") ? [toReason("score_moved", move)] : [],
  ];
}

/** A score that moved as far, by 0.14, did so for 0.2% of names on a quiet night, flips and moves of rank included. */
const FAR_SCORE = 10;

/** Whether a figure of a risk moved, so that it is not only a text that a name close to the middle has on some nights. */
function hasMoved(risk: Point, moves: ClaimMoves): boolean {
  if (risk.metrics.size === 0) return true;
  const figure = figureOf(risk, moves);
  return figure !== undefined && figure.far >= RARE;
}

/** The figure of a risk that moved most; one without a usual nightly move is news whenever it moves. */
function figureOf({ metrics }: Point, { pairs, sessions }: ClaimMoves) {
  const figures = [...metrics].flatMap((metric) => {
    const move = moveOf(pairs.get(metric));
    if (move === undefined || move === 0 || metric.startsWith(COMPONENT)) return [];
    return [{ metric, far: inUsualMoves(metric, move, sessions) ?? RARE }];
  });
  return figures.toSorted((one, other) => other.far - one.far)[0];
}

function riskReason(risk: Point, { signal = "" }: ThesisRow, moves: ClaimMoves): Reason {
  const figure = figureOf(risk, moves);
  const direction = signal.trim().toLowerCase() === "bearish" ? 1 : -1;
  const cause = figure && causeOf("new_risk", figure.metric, moves);
  return { kind: "new_risk", size: figure?.far ?? UNMEASURED, direction, cause };
}

/** The earlier side as it was before its lines were crossed, which may be nights ago. */
function settledSide(before: ThesisSide, crossed: readonly Crossed[]): ThesisSide {
  const signal = crossed.find((one) => isOf(one, "signal") && one.since !== undefined);
  const fall = crossed.find((one) => isOf(one, "fall") && one.since !== undefined);
  return {
    ...before,
    ...(signal && { signal: signal.settled, score: signal.value }),
    ...(fall && { drawdownProbability: fall.value }),
  };
}
