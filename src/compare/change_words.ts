import { chanceDecimals, isHighChance } from "../protocol/fall_line.ts";
import { chanceWords } from "../run/fall_chance.ts";
import { shortPoint } from "../run/short_point.ts";
import { excerpt, oneLine } from "../text/control.ts";
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
 * @returns One line without a full stop, like `neutral to bullish; rank 60 to 21, up 35 percentile points`.
 */
export function changeWords(change: RowChange, { maxPointChars = MAX_POINT_CHARS }: ChangeWordsOptions = {}): string {
  const { before, after, kinds } = change;
  if (kinds.includes("new")) return newWords(before, after);
  if (kinds.includes("gone")) return goneWords(before, after);
  const parts = [
    ...kinds.includes("flipped") ? [flipWords(change)] : [],
    ...cameTrueWords(change, maxPointChars).map((words) => `came true: ${words}`),
    ...kinds.includes("drawdown_crossed") ? [`chance of a 15% fall ${chancesOf(change).join(" to ")}`] : [],
    ...kinds.includes("rank_moved") ? [rankWords(change)] : [],
    ...kinds.includes("score_moved") ? scoreMoveWords(change) : [],
    ...pointWords(change, maxPointChars),
  ];
  return parts.join("; ");
}

/**
 * Counts the names by what changed in their view, in one line. Other drivers and risks are counted only for names without
 * a score, of which nothing else is known: on a quiet night every fifth name has some.
 * @returns Like `3 flipped, fall: 2 up over 25%, 1 down under 25%, 5 moved in rank, 1 new, 485 with the same view`.
 */
export function changeCountWords({ changes, counts, unchanged }: Comparison): string {
  const crossed = changes.filter(({ kinds }) => kinds.includes("drawdown_crossed"));
  const up = crossed.filter(({ after }) => isHighChance(after?.drawdownProbability)).length;
  const texts = changes.filter(({ kinds }) => !kinds.some((kind) => VIEW_CHANGES.has(kind) || ONE_SIDED.has(kind)));
  const unscored =
    texts.filter(({ before, after }) => before?.score === undefined || after?.score === undefined).length;
  const same = unchanged + texts.length - unscored;
  return [
    ifAny(counts.flipped, "flipped"),
    ifAny(counts.falsified, "whose turn came true"),
    [ifAny(up, "up over 25%"), ifAny(crossed.length - up, "down under 25%")].filter(isSaid).join(", ")
      .replace(/^(?=\d)/, "fall: "),
    ifAny(counts.rank_moved, "moved in rank"),
    ifAny(counts.score_moved, "moved in score by 0.1 or more"),
    ifAny(counts.gone, "gone"),
    ifAny(counts.new, "new"),
    ifAny(unscored, "with other drivers or risks"),
    `${counted(same)} ${same > unchanged ? "with the same view" : "unchanged"}`,
  ].filter(isSaid).join(", ");
}

/** The kind of a change in two or three words. */
export function kindWords(kind: ChangeKind, { after }: Pick<RowChange, "after">): string {
  if (kind !== "drawdown_crossed") return KIND_WORDS[kind];
  return isHighChance(after?.drawdownProbability) ? "fall: up over 25%" : "fall: down under 25%";
}

const KIND_WORDS: Readonly<Record<Exclude<ChangeKind, "drawdown_crossed">, string>> = {
  flipped: "flipped",
  rank_moved: "rank moved",
  falsified: "turn came true",
  score_moved: "score moved",
  gone: "gone",
  new: "new",
  risks: "other risks",
  drivers: "other drivers",
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

/** A setting that differs, in a line like `Different model: small before, large now`. */
export function differenceWords({ setting, before, after }: SettingDifference): string {
  return `Different ${SETTING_WORDS[setting]}: ${oneLine(before)} before, ${oneLine(after)} now`;
}

/** Kinds of names that only one run has a thesis for. */
const ONE_SIDED: ReadonlySet<ChangeKind> = new Set(["gone", "new"]);

function ifAny(count: number, what: string): string {
  return count === 0 ? "" : `${counted(count)} ${what}`;
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

/** What was said to speak against a thesis and came true: the sentence that said so, or the figure. */
export function cameTrueWords(
  { ticker, cameTrue = [] }: Pick<RowChange, "ticker" | "cameTrue">,
  maxChars: number,
): readonly string[] {
  return cameTrue.map(({ metric, side, threshold, text }) =>
    text === undefined ? `${metric} ${side} ${threshold}` : excerpt(shortPoint(text, ticker), maxChars)
  );
}

/** The move of a score, which distinguishes a narrow flip from a wide one, like `score +0.36 to +0.42`. */
export function scoreMoveWords({ before, after }: Pick<RowChange, "before" | "after">): readonly string[] {
  const from = before?.score;
  const to = after?.score;
  return from === undefined || to === undefined ? [] : [`score ${signed(from)} to ${signed(to)}`];
}

/**
 * The move of a name among the scores.
 * @returns Like `up 35 percentile points`.
 */
export function rankMoveWords(change: Pick<RowChange, "before" | "after">): string {
  const move = rankMove(change);
  return `${move > 0 ? "up" : "down"} ${Math.round(Math.abs(move))} percentile points`;
}

function signed(score: number): string {
  const text = score.toFixed(2);
  return score > 0 && Number(text) > 0 ? `+${text}` : Number(text) === 0 ? "0.00" : text;
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
  return before === undefined ? `new in the list: ${word}` : `new: ${word}, ${statusWord(before)} before`;
}

function goneWords(before: ThesisSide | undefined, after: ThesisSide | undefined): string {
  const word = signalWord(before);
  return after === undefined ? `gone from the list: was ${word}` : `gone: ${statusWord(after)} now, was ${word}`;
}

function statusWord({ status }: ThesisSide): string {
  return status.replace("_", " ");
}

function rankWords(change: RowChange): string {
  const { before, after } = change;
  const points = rankMoveWords(change);
  return before?.rank === undefined || after?.rank === undefined
    ? `rank ${points}`
    : `rank ${before.rank} to ${after.rank}, ${points}`;
}

/** The text itself if there is one, or the number of texts. */
function pointWords(change: RowChange, maxChars: number): string[] {
  const tell = (texts: readonly string[], state: "new" | "gone", noun: string) => {
    const [only, ...others] = texts;
    if (only === undefined) return [];
    const named = (what: string) => state === "new" ? `new ${what}` : `${what} gone`;
    if (others.length > 0) return [`${texts.length} ${named(`${noun}s`)}`];
    return [`${named(noun)}: ${excerpt(shortPoint(only, change.ticker), maxChars)}`];
  };
  return [
    ...tell(change.newRisks, "new", "risk"),
    ...tell(change.vanishedRisks, "gone", "risk"),
    ...tell(change.newDrivers, "new", "driver"),
    ...tell(change.vanishedDrivers, "gone", "driver"),
  ];
}
