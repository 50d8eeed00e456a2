import { figureIn, signalWord } from "./compare_rows.ts";
import type { Falsifier } from "../protocol/falsifier.ts";
import { isHighChance } from "../protocol/drawdown_line.ts";
import type { Crossing } from "../run/crossing.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import type { CameTrue } from "./comparison.ts";
import { foldTicker } from "./match_rows.ts";
import { inUsualMoves } from "./metric_words.ts";

/**
 * How far, in usual nightly moves, a name must be across a line until that counts: from where it was on the last night on
 * the other side, or, of a falsifier, from the line. Names flicker about their lines: of 500 real ones 0.96% changed
 * their signal on a quiet night, 0.95% crossed a chance of 25% and 2.4% their 200-day mean. A second night across
 * tells little: counting that too made 3.7% of names alerts, not 1.8%. With these, 0.36%, 0.12% and 0.37% count. A
 * chance that falls needs twice as far: when a volatile day of the market leaves the 60 days it falls for dozens of names
 * (29 of 500 on 3 February 2017), which is good news that can wait.
 */
export const CLEAR = { signal: 5, drawdown: 5, drawdownBack: 10, falsifier: 3 } as const;
const ROUNDING = 1e-9;

/** Where a name is with regard to a line, before and now. */
interface Line extends Pick<Crossing, "line" | "settled" | "threshold" | "text"> {
  readonly now: string;
  /** The figure on the last night on that side. */
  readonly value: number | undefined;
  /** How far it is from there, or from the line, in usual nightly moves; absent where nothing is known of that. */
  readonly far: number | undefined;
  readonly clear: number;
}

/** A line that counts as crossed. */
export interface Crossed extends Pick<Line, "settled" | "value" | "far"> {
  readonly line: string;
  /** First night across, where that was an earlier one. */
  readonly since?: string | undefined;
  /** What moved on that night. */
  readonly moved?: Crossing["moved"];
  /** What came true; of a falsifier only. */
  readonly cameTrue?: CameTrue | undefined;
}

/** What became of the lines of a name. */
export interface Crossings {
  readonly crossed: readonly Crossed[];
  /** Not clear yet. */
  readonly open: readonly Crossing[];
}

const SIGNAL = "signal";
const DRAWDOWN = "fall";

/**
 * Settles on which side of its lines a name is: signal, chance of a fall, and what the earlier thesis said would speak
 * against it. A line counts as crossed on the night on which the name is clearly across, however many nights that took.
 * @param pending Lines that it was across, not clearly, in the earlier run.
 */
export function settleCrossings(
  { before, after }: { readonly before: ThesisRow; readonly after: ThesisRow },
  pending: readonly Crossing[],
): Crossings {
  const waiting = new Map(pending.map((one) => [one.line, one] as const));
  const lines = [
    signalLine(before, after, waiting.get(SIGNAL)),
    ...drawdownLine(before, after, waiting.get(DRAWDOWN)),
    ...falsifierLines({ before, after }, waiting),
  ];
  const crossed: Crossed[] = [];
  const open: Crossing[] = [];
  for (const one of lines) {
    if (one.now === one.settled) continue;
    const { since, moved } = waiting.get(one.line) ?? {};
    if (one.far === undefined || one.far >= one.clear - ROUNDING) crossed.push({ ...one, since, moved });
    else open.push(crossingOf(one, { ticker: after.ticker, since: since ?? after.asOf, moved }));
  }
  return { crossed, open };
}

function crossingOf(
  { line, settled, value, threshold, text }: Line,
  { ticker, since, moved }: Pick<Crossing, "ticker" | "since" | "moved">,
): Crossing {
  return {
    ticker,
    line,
    settled,
    ...(value !== undefined && { value }),
    ...(threshold !== undefined && { threshold }),
    ...(text !== undefined && { text }),
    ...(moved !== undefined && { moved }),
    ...(since !== undefined && { since }),
  };
}

/** Whether a line is that of the signal, or of the chance of a fall; else it is of a falsifier. */
export function isOf({ line }: Pick<Crossing, "line">, what: typeof SIGNAL | typeof DRAWDOWN): boolean {
  return line === what;
}

function signalLine(before: ThesisRow, after: ThesisRow, waiting: Crossing | undefined): Line {
  const value = waiting === undefined ? before.score : waiting.value;
  const isKnown = value !== undefined && after.score !== undefined;
  return {
    line: SIGNAL,
    settled: waiting?.settled ?? signalWord(before),
    now: signalWord(after),
    value,
    clear: CLEAR.signal,
    far: isKnown ? inUsualMoves("score", after.score - value) : undefined,
  };
}

function drawdownLine(before: ThesisRow, after: ThesisRow, waiting: Crossing | undefined): Line[] {
  const value = waiting === undefined ? before.drawdownProbability : waiting.value;
  const now = after.drawdownProbability;
  if (value === undefined || now === undefined) return [];
  const side = (chance: number) => isHighChance(chance) ? "above" : "below";
  const far = inUsualMoves("drawdown_probability", now - value);
  const clear = now > value ? CLEAR.drawdown : CLEAR.drawdownBack;
  return [{ line: DRAWDOWN, settled: waiting?.settled ?? side(value), now: side(now), value, far, clear }];
}

/** What the earlier thesis named, and what an older one named that was crossed then, but not clearly. */
function falsifierLines(
  { before, after }: { readonly before: ThesisRow; readonly after: ThesisRow },
  waiting: ReadonlyMap<string, Crossing>,
): (Line & { readonly cameTrue: CameTrue })[] {
  const isReturn = (one: Falsifier) => waiting.has(lineOf({ ...one, side: opposite(one.side) }, before));
  const named = (before.falsifiers ?? []).filter((one) => !isReturn(one))
    .map((falsifier) => ({ line: lineOf(falsifier, before), falsifier }));
  const known = new Set(named.map(({ line }) => line));
  const older = [...waiting.values()].flatMap((crossing) =>
    known.has(crossing.line) ? [] : falsifierOf(crossing, before)
  );
  return [...named, ...older].flatMap(({ line, falsifier }) => {
    const crossing = waiting.get(line);
    const { metric, side, threshold } = falsifier;
    const text = crossing?.text ?? falsifier.text;
    const now = figureIn(after, falsifier);
    const value = crossing?.value ?? falsifier.value;
    const isBeyond = (figure: number) => side === "below" ? figure < threshold : figure > threshold;
    if (now === undefined || isBeyond(value)) return [];
    return [{
      line,
      settled: opposite(side),
      now: isBeyond(now) ? side : opposite(side),
      value,
      threshold,
      text,
      far: inUsualMoves(metric, now - threshold),
      clear: CLEAR.falsifier,
      cameTrue: { metric, side, threshold, before: value, after: now, ...(text !== undefined && { text }) },
    }];
  });
}

/** Names the line of a falsifier: of another company of the answer with its ticker. */
function lineOf({ metric, side, ticker }: Falsifier, row: ThesisRow): string {
  const isOwn = foldTicker(ticker) === foldTicker(row.ticker);
  return [metric, side, ...isOwn ? [] : [ticker]].join(" ");
}

function falsifierOf(crossing: Crossing, { ticker: own }: ThesisRow): { line: string; falsifier: Falsifier }[] {
  const { line, value, threshold, text } = crossing;
  const [metric = "", side, ...ticker] = line.split(" ");
  if ((side !== "below" && side !== "above") || value === undefined || threshold === undefined) return [];
  return [{ line, falsifier: { metric, side, threshold, value, ticker: ticker.join(" ") || own, text } }];
}

function opposite(side: Falsifier["side"]): Falsifier["side"] {
  return side === "below" ? "above" : "below";
}
