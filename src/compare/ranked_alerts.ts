import type { ListWeight } from "../run/list_weights.ts";
import type { Manifest } from "../run/manifest.ts";
import { excerpt, oneLine } from "../text/control.ts";
import type { Alert, Drift, DriftCause, DriftKind, RowEvent } from "./comparison.ts";
import { UNMEASURED } from "./drift.ts";
import { eventWords } from "./event_words.ts";
import { byTicker, foldTicker } from "./match_rows.ts";
import { longDay } from "../calendar/day.ts";
import { sessionsAfter } from "../calendar/last_session.ts";
import { shortPoint } from "../run/headline.ts";
import { counted } from "../text/counted.ts";
import { cameTrueWords, chancesOf, rankMoveWords, scoreMoveWords, signalWord } from "./change_words.ts";
import { figureWords, metricWords } from "./metric_words.ts";

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

/** 0 for a name that is not held. */
function exposureOf({ weight = 0, size }: Alert): number {
  return Math.abs(weight) * size;
}

const MAX_POINT_CHARS = 110;
/** Below this many usual moves of a day a mover is not named, and from the other on it is said how many they are. */
const USUAL = { named: 1, counted: 2 } as const;
/** More usual changes of a day than these say no more. */
const MOST_TIMES = 20;
const TIMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;
const HIGHER: Readonly<Record<string, number>> = { bearish: -1, neutral: 0, bullish: 1 };

/**
 * Words a drift: what happened, since when, what moved it, and what else did.
 * @returns One line, like `AMZN: down 8 places. Momentum slowed: 28.1%, from 39.2%.`
 */
function driftWords(drift: Drift): string {
  const { ticker, kinds: [first, ...others], cause, since } = drift;
  const mover = cause === undefined || first === "data" || isSaid(cause) ? "" : causeWords(cause, sessionsOf(drift));
  const head = first === undefined ? "" : WORDS[first](drift);
  const sentences = [
    `${ticker}: ${head}${since === undefined ? "" : `, across the line since ${longDay(since)}`}`,
    ...first !== "falsified" && mover !== "" ? [mover] : [],
    ...others.map((kind) => WORDS[kind](drift)),
  ].filter((part) => part !== "");
  return sentences.map((part, at) => `${at === 0 ? part : part.replace(/^./u, (one) => one.toUpperCase())}.`).join(" ");
}

/** Whether runs of one night lie between the two sides; over more a move is not held against that of a day. */
function sessionsOf({ before: { asOf: first }, after: { asOf: last } }: Drift): number {
  return first === undefined || last === undefined ? 1 : sessionsAfter(first, last);
}

/** Whether what happened already says what moved. */
function isSaid({ metric }: DriftCause): boolean {
  return metric === "drawdown_probability" || metric === "score";
}

/**
 * What moved, like `Volatility rose to 15.0% from 13.5%, three times its usual daily change`.
 * @param sessions Between the two sides; of more than one no usual change is said.
 * @returns Empty for a move that is smaller than usual.
 */
function causeWords({ metric, before, after, unit, usualMoves: usual }: DriftCause, sessions = 1): string {
  const name = metricWords(metric).replace(/^./u, (first) => first.toUpperCase());
  if (after === undefined) return `${name} is no longer stated`;
  const now = figureWords(after, unit);
  if (before === undefined) return `${name} is ${now}`;
  const was = figureWords(before, unit);
  if (usual !== undefined && usual < USUAL.named || was === now) return "";
  const times = usual === undefined || usual < USUAL.counted || sessions > 1 ? "" : `, ${timesWords(usual)}`;
  if (typeof before !== "number" || typeof after !== "number") return `${name} changed to ${now} from ${was}`;
  if (metric === "momentum_12_1") {
    return `Momentum ${after > before ? "strengthened" : "slowed"}: ${now}, from ${was}${times}`;
  }
  return `${name} ${after > before ? "rose" : "fell"} to ${now} from ${was}${times}`;
}

function timesWords(usual: number): string {
  const times = Math.round(usual);
  return `${TIMES[times - 2] ?? (times > MOST_TIMES ? `over ${MOST_TIMES}` : times)} times its usual daily change`;
}

/** What happened, by its kind. */
const WORDS: Readonly<Record<DriftKind, (drift: Drift) => string>> = {
  data: ({ cause }) => dataWords(cause),
  flipped: (drift) => {
    const from = signalWord(drift.before);
    const to = signalWord(drift.after);
    const turn = (HIGHER[to] ?? 0) - (HIGHER[from] ?? 0);
    const verb = !(from in HIGHER && to in HIGHER) ? "changed" : turn > 0 ? "raised" : "cut";
    const [score = ""] = scoreMoveWords(drift);
    return `view ${verb} to ${to} from ${from}${score === "" ? "" : ` (${score})`}`;
  },
  falsified: (drift) => `trigger hit: ${cameTrueWords(drift, MAX_POINT_CHARS).join("; ")}`,
  drawdown_crossed: (drift) => {
    const [from, to] = chancesOf(drift);
    return `drawdown risk crossed your 25% line: ${to}, from ${from}`;
  },
  rank_moved: (drift) => rankMoveWords(drift),
  score_moved: (drift) => scoreMoveWords(drift).join(""),
  new_risk: ({ newRisks: [only = "", ...others], ...drift }) =>
    others.length > 0
      ? `${counted(1 + others.length)} new risks`
      : `new risk: ${excerpt(shortPoint(only, drift), MAX_POINT_CHARS)}`,
};

const DATA_WORDS: Readonly<Record<string, (day: string) => string>> = {
  split_day: (day) => `possible unadjusted split on ${day}`,
  far_day: (day) => `a close over a thousand times the one before on ${day}`,
  jump_day: (day) => `unexplained jump on ${day}`,
  wrong_day: (day) => `a close outside its own range, or a low above its high, on ${day}`,
  still_since: (day) => `no trading since ${day}`,
};

function dataWords(cause: DriftCause | undefined): string {
  const { metric = "", before, after } = cause ?? {};
  const words = DATA_WORDS[metric] ?? ((day: string) => `${metricWords(metric)} ${day}`);
  return after === undefined ? `corrected: no longer ${words(longDay(`${before}`))}` : words(longDay(`${after}`));
}
