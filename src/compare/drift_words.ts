import { shortPoint } from "../run/short_point.ts";
import { excerpt } from "../text/control.ts";
import { cameTrueWords, chancesOf, changeWords, rankMoveWords, scoreMoveWords, signalWord } from "./change_words.ts";
import type { Drift, DriftCause, DriftKind, RowChange } from "./comparison.ts";
import { figureWords, metricWords } from "./metric_words.ts";

const MAX_POINT_CHARS = 110;

/**
 * Words a drift, the claim that moved first.
 * @returns One line without a full stop, like `AAPL turned bearish: 12-1 month return fell from 12.3% to -4.1% (10 usual
 * nightly moves); score +0.42 to +0.31`.
 */
export function driftWords(drift: Drift): string {
  const { ticker, kinds: [first, ...others], cause, since } = drift;
  const on = since === undefined ? [] : [`across since ${since}`];
  const rest = others.flatMap((kind) => moreWords(kind, drift));
  if (first === "data") return [`${ticker}'s data: ${dataWords(cause)}`, ...rest].join("; ");
  if (first === undefined || cause === undefined) {
    return `${ticker}: ${[...first === undefined ? [] : moreWords(first, drift), ...on, ...rest].join("; ")}`;
  }
  const claim = isSaid(first, cause) ? "" : `: ${causeWords(cause)}`;
  return [`${ticker}${HEADS[first](drift)}${claim}`, ...detailWords(first, drift), ...on, ...rest].join("; ");
}

/** The claim that moved, like `12-1 month return fell from 12.3% to -4.1% (10 usual nightly moves)`. */
export function causeWords({ metric, before, after, unit, usualMoves }: DriftCause): string {
  const name = metricWords(metric);
  if (after === undefined) return `${name} is no longer stated`;
  const now = figureWords(after, unit);
  if (before === undefined) return `${name} is ${now}`;
  const was = figureWords(before, unit);
  if (was === now) return `${name} is ${now}, as before`;
  const way = typeof before !== "number" || typeof after !== "number" ? "changed" : after > before ? "rose" : "fell";
  const moves = usualMoves === undefined ? "" : ` (${usualMoveWords(usualMoves)})`;
  return `${name} ${way} from ${was} to ${now}${moves}`;
}

function usualMoveWords(moves: number): string {
  const count = moves >= 10 ? moves.toFixed(0) : moves.toFixed(1).replace(/\.0$/, "");
  return `${count} usual nightly ${count === "1" ? "move" : "moves"}`;
}

const HEADS: Readonly<Record<Exclude<DriftKind, "data">, (drift: Drift) => string>> = {
  flipped: ({ after }) => ` turned ${signalWord(after)}`,
  falsified: () => `'s turn came true`,
  drawdown_crossed: (drift) => {
    const [from, to] = chancesOf(drift);
    const isUp = (drift.after.drawdownProbability ?? 0) > (drift.before.drawdownProbability ?? 0);
    return `'s chance of a 15% fall ${isUp ? "rose" : "fell"} from ${from} to ${to}`;
  },
  rank_moved: (drift) => ` moved ${rankMoveWords(drift)} in rank`,
  score_moved: (drift) => ` moved in score, ${scoreMoveWords(drift).join("").replace("score ", "")}`,
  new_risk: () => " has a new risk",
};

/** Whether the head already says what moved. */
function isSaid(kind: DriftKind, { metric }: DriftCause): boolean {
  return kind === "drawdown_crossed" && metric === "drawdown_probability";
}

/** What else belongs to the first reason: the score of a flip, the sentence that came true, the text of a risk. */
function detailWords(kind: DriftKind, drift: Drift): readonly string[] {
  if (kind === "flipped") return [`from ${signalWord(drift.before)}`, ...scoreMoveWords(drift)];
  if (kind === "falsified") return cameTrueWords(drift, MAX_POINT_CHARS);
  return kind === "new_risk" ? riskWords(drift) : [];
}

function riskWords({ newRisks, ticker }: Drift): readonly string[] {
  const [only, ...others] = newRisks;
  if (only === undefined) return [];
  return [others.length > 0 ? `${newRisks.length} new risks` : excerpt(shortPoint(only, ticker), MAX_POINT_CHARS)];
}

/** A further reason, in the words of a change. */
function moreWords(kind: DriftKind, drift: Drift): readonly string[] {
  const { ticker, before, after, cameTrue, newRisks } = drift;
  if (kind === "data") return [];
  if (kind === "drawdown_crossed") return [`chance of a 15% fall ${chancesOf(drift).join(" to ")}`];
  const none = { newDrivers: [], vanishedDrivers: [], vanishedRisks: [], claims: [] };
  const change: RowChange = {
    ticker,
    before,
    after,
    ...none,
    ...(kind === "falsified" && { cameTrue }),
    kinds: kind === "new_risk" ? ["risks"] : [kind],
    newRisks: kind === "new_risk" ? newRisks : [],
  };
  return [changeWords(change, { maxPointChars: MAX_POINT_CHARS })];
}

const DATA_WORDS: Readonly<Record<string, (day: string) => string>> = {
  split_day: (day) => `a move that nothing explains, as of a split that is not adjusted, on ${day}`,
  far_day: (day) => `a close over a thousand times the one before, on ${day}`,
  jump_day: (day) => `a large move that is read as it is, on ${day}`,
  wrong_day: (day) => `a close outside its own range, or a low above its high, on ${day}`,
  still_since: (day) => `its price has neither moved nor traded since ${day}`,
};

function dataWords(cause: DriftCause | undefined): string {
  const { metric = "", before, after } = cause ?? {};
  const words = DATA_WORDS[metric] ?? ((day: string) => `${metricWords(metric)} ${day}`);
  return after === undefined ? `corrected, no longer: ${words(`${before}`)}` : words(`${after}`);
}
