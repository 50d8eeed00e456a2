import { longDay } from "../calendar/day.ts";
import { chanceDecimals, isHighChance } from "../protocol/drawdown_line.ts";
import { chanceWords } from "../run/drawdown_chance.ts";
import { shortPoint } from "../run/headline.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { figureWords, metricWords } from "./metric_words.ts";
import type { ChangeKind, Comparison, RowChange, SettingDifference, ThesisSide } from "./comparison.ts";
import { rankMove, VIEW_CHANGES } from "./weight.ts";
import { counted } from "../text/counted.ts";

const MAX_SIGNAL_CHARS = 30;
const MAX_POINT_CHARS = 110;

/** Options of the words for a change. */
export interface ChangeWordsOptions {
  /** Longest text of a driver or a risk, in characters. Default: 110. */
  readonly maxPointChars?: number;
}

/**
 * Summarises the changes of a name, the most important first.
 * @returns One line without a full stop, like `neutral to bullish; up 39 places, rank 60 to 21`.
 */
export function changeWords(change: RowChange, { maxPointChars = MAX_POINT_CHARS }: ChangeWordsOptions = {}): string {
  const { before, after, kinds } = change;
  if (kinds.includes("new")) return newWords(before, after);
  if (kinds.includes("gone")) return goneWords(before, after);
  const parts = [
    ...kinds.includes("flipped") ? [flipWords(change)] : [],
    ...cameTrueWords(change, maxPointChars).map((words) => `trigger hit: ${words}`),
    ...kinds.includes("drawdown_crossed") ? [`drawdown risk ${chancesOf(change).join(" to ")}`] : [],
    ...kinds.includes("rank_moved") ? [rankWords(change)] : [],
    ...kinds.includes("score_moved") ? scoreMoveWords(change) : [],
    ...pointWords(change, maxPointChars),
  ];
  return parts.join("; ");
}

/**
 * Counts the names by what changed in their view, in one line. Other drivers and risks are counted only for names without
 * a score, of which nothing else is known: on a quiet night every fifth name has some.
 * @returns Like `3 views changed, drawdown risk: 2 rose above 25%, 1 fell below, 5 rank moves, 1 new, 485 unchanged`.
 */
export function changeCountWords({ changes, counts, unchanged }: Comparison): string {
  const crossed = changes.filter(({ kinds }) => kinds.includes("drawdown_crossed"));
  const up = crossed.filter(({ after }) => isHighChance(after?.drawdownProbability)).length;
  const texts = changes.filter(({ kinds }) => !kinds.some((kind) => VIEW_CHANGES.has(kind) || ONE_SIDED.has(kind)));
  const unscored =
    texts.filter(({ before, after }) => before?.score === undefined || after?.score === undefined).length;
  const same = unchanged + texts.length - unscored;
  return [
    ifAny(counts.flipped, "view", "changed"),
    ifAny(counts.falsified, "trigger", "hit"),
    [ifAny(up, "", "rose above 25%"), ifAny(crossed.length - up, "", up > 0 ? "fell below" : "fell below 25%")].filter(
      isSaid,
    )
      .join(", ").replace(/^(?=\d)/, "drawdown risk: "),
    ifAny(counts.rank_moved, "rank move"),
    ifAny(counts.score_moved, "score move", "of 0.1 or more"),
    ifAny(counts.gone, "", "removed"),
    ifAny(counts.new, "", "new"),
    ifAny(unscored, "", "with other drivers or risks"),
    `${counted(same)} ${same > unchanged ? "with the same view" : "unchanged"}`,
  ].filter(isSaid).join(", ");
}

/** The kind of a change in two or three words. */
export function kindWords(kind: ChangeKind, { after }: Pick<RowChange, "after">): string {
  if (kind !== "drawdown_crossed") return KIND_WORDS[kind];
  return isHighChance(after?.drawdownProbability) ? "drawdown risk rose above 25%" : "drawdown risk fell below 25%";
}

const KIND_WORDS: Readonly<Record<Exclude<ChangeKind, "drawdown_crossed">, string>> = {
  flipped: "view changed",
  rank_moved: "rank moved",
  falsified: "trigger hit",
  score_moved: "score moved",
  gone: "removed",
  new: "new",
  risks: "new risks",
  drivers: "new drivers",
};

/** What a setting is called wherever two runs are compared. */
export const SETTING_WORDS: Readonly<Record<SettingDifference["setting"], string>> = {
  service: "service",
  model: "model",
  prompt: "prompt",
  body: "body",
  engine: "engine",
  benchmark: "benchmark",
  as_of: "day of the data",
};

/** The value of a setting as a person reads it, its days as `16 Jun 2017`. */
export function settingWords(value: string): string {
  return oneLine(value).replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => longDay(day));
}

/** Kinds of names that only one run has a thesis for. */
const ONE_SIDED: ReadonlySet<ChangeKind> = new Set(["gone", "new"]);

function ifAny(count: number, noun: string, rest = ""): string {
  return count === 0 ? "" : `${noun === "" ? counted(count) : counted(count, noun)} ${rest}`.trim();
}

function isSaid(words: string): boolean {
  return words !== "";
}

/** The chance of a fall in both runs, with enough decimals to show on which side of 25% it is. */
export function chancesOf({ before, after }: Pick<RowChange, "before" | "after">): readonly [string, string] {
  const from = before?.drawdownProbability;
  const to = after?.drawdownProbability;
  const decimals = chanceDecimals(from, to);
  const words = (chance: number | undefined) => chance === undefined ? "none" : chanceWords(chance, decimals);
  return [words(from), words(to)];
}

/** The price and the span of a sentence on the close that would cross an average. */
const CLOSE = /^A close (?:above|below) ((?:[A-Z]{3} )?\S+) .*?(\d+-(?:day|month))/;

/** What was said to speak against a thesis and came true, like `closed above $87.41, its 200-day moving average`. */
export function cameTrueWords(
  { cameTrue = [], ...change }: Pick<RowChange, "ticker" | "company" | "cameTrue">,
  maxChars: number,
): readonly string[] {
  return cameTrue.map(({ metric, side, threshold, text }) => {
    const [, price, span] = CLOSE.exec(text ?? "") ?? [];
    if (price !== undefined) return excerpt(`closed ${side} ${price}, its ${span} moving average`, maxChars);
    const isSaid = text !== undefined && !text.includes(" would ");
    return isSaid ? excerpt(shortPoint(text, change), maxChars) : `${metricWords(metric)} ${side} ${threshold}`;
  });
}

/** The move of a score, which distinguishes a narrow flip from a wide one, like `score +0.36 to +0.42`. */
export function scoreMoveWords({ before, after }: Pick<RowChange, "before" | "after">): readonly string[] {
  const from = before?.score;
  const to = after?.score;
  return from === undefined || to === undefined
    ? []
    : [`score ${figureWords(from, "score")} to ${figureWords(to, "score")}`];
}

/**
 * The move of a name among the scores.
 * @returns Like `up 39 places`; without ranks `up in the ranking`.
 */
export function rankMoveWords(change: Pick<RowChange, "before" | "after">): string {
  const { before: { rank: from } = {}, after: { rank: to } = {} } = change;
  if (from === undefined || to === undefined || from === to) {
    return `${rankMove(change) > 0 ? "up" : "down"} in the ranking`;
  }
  return `${to < from ? "up" : "down"} ${counted(Math.abs(to - from), "place")}`;
}

/** The signal of a side in a word or two. */
export function signalWord(side: ThesisSide | undefined): string {
  const word = excerpt(side?.signal ?? "", MAX_SIGNAL_CHARS).replace("no_view", "no view");
  return word === "" ? "no signal" : word;
}

function flipWords(change: RowChange): string {
  const turn = `${signalWord(change.before)} to ${signalWord(change.after)}`;
  return [turn, ...scoreMoveWords(change)].join(", ");
}

function newWords(before: ThesisSide | undefined, after: ThesisSide | undefined): string {
  const word = signalWord(after);
  return before === undefined ? `added to the list: ${word}` : `new: ${word}, ${statusWord(before)} before`;
}

function goneWords(before: ThesisSide | undefined, after: ThesisSide | undefined): string {
  const word = signalWord(before);
  return after === undefined ? `removed: was ${word}` : `gone: ${statusWord(after)} now, was ${word}`;
}

function statusWord({ status }: ThesisSide): string {
  return status.replace("_", " ");
}

function rankWords(change: RowChange): string {
  const { before, after } = change;
  const places = rankMoveWords(change);
  return before?.rank === undefined || after?.rank === undefined
    ? places
    : `${places}, rank ${before.rank} to ${after.rank}`;
}

/** The text itself if there is one, or the number of texts. */
function pointWords(change: RowChange, maxChars: number): string[] {
  const tell = (texts: readonly string[], state: "new" | "gone", noun: string) => {
    const [only, ...others] = texts;
    if (only === undefined) return [];
    const named = (what: string) => state === "new" ? `new ${what}` : `${what} gone`;
    if (others.length > 0) return [`${texts.length} ${named(`${noun}s`)}`];
    return [`${named(noun)}: ${excerpt(shortPoint(only, change), maxChars)}`];
  };
  return [
    ...tell(change.newRisks, "new", "risk"),
    ...tell(change.vanishedRisks, "gone", "risk"),
    ...tell(change.newDrivers, "new", "driver"),
    ...tell(change.vanishedDrivers, "gone", "driver"),
  ];
}
