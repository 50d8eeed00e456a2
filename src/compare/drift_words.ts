import { longDay } from "../calendar/day.ts";
import { sessionsAfter } from "../calendar/last_session.ts";
import { shortPoint } from "../run/short_point.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { cameTrueWords, chancesOf, rankMoveWords, scoreMoveWords, signalWord } from "./change_words.ts";
import type { Drift, DriftCause, DriftKind } from "./comparison.ts";
import { figureWords, metricWords } from "./metric_words.ts";

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
export function driftWords(drift: Drift): string {
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
export function causeWords({ metric, before, after, unit, usualMoves: usual }: DriftCause, sessions = 1): string {
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
