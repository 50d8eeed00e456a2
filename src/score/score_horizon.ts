import { byDate, type FigureByDate } from "./by_date.ts";
import { independentDates, MIN_INDEPENDENT_DATES, type Period } from "./independent_dates.ts";
import { type Forward, monthsOf } from "./forward_outcome.ts";
import type { PooledThesis } from "./pool_theses.ts";
import type { ChanceScore, HorizonScore, Sample, Verdict } from "./score_report.ts";
import { areaUnderCurve, countHappened, type Forecast, mean, spearman } from "./statistics.ts";
import { dayIn } from "./thesis_day.ts";
import { wilson } from "./wilson.ts";
import { brierScore, lossOf } from "./brier_score.ts";
import { equalCountBins } from "./equal_count_bins.ts";
import type { ThesisRow } from "../run/thesis_row.ts";

/** A thesis and its outcome. */
export interface JudgedThesis extends Forward {
  /** The thesis. */
  readonly thesis: PooledThesis;
}

/** One with a return. */
type Whole = JudgedThesis & { readonly excess: number };

/** The cases of one horizon. */
export interface HorizonCases extends Pick<HorizonScore, "horizon" | "isStated" | "leftOut"> {
  /** In a deterministic order; without an excess return only a chance of a fall is scored. */
  readonly cases: readonly JudgedThesis[];
}

/** Fewest names for a rank correlation: of 4 names, one order in 24 is perfect by chance. */
const MIN_NAMES = 5;

/** Computes every figure of one horizon. */
export function scoreHorizon({ horizon, isStated, cases: decided, leftOut }: HorizonCases): HorizonScore {
  const cases = decided.filter((one): one is Whole => one.excess !== undefined);
  const sample = sampleOf(cases);
  const { forecasts, withoutChance } = directionForecasts(cases);
  const falls = decided.flatMap(({ thesis: { drawdownProbability: probability }, entry, exit, fell }) =>
    isChance(probability) ? [{ entry, exit, probability, happened: fell }] : []
  );
  const scored = cases.filter(({ thesis }) => thesis.score !== undefined);
  const entries = cases.map(({ entry }) => entry).sort();
  const independent = new Set(independentDates(cases));
  const direction = scoreChances(forecasts);
  const drawdown = scoreChances(falls);
  const rankCorrelation = byDate(scored, rankCorrelationOf);
  return {
    horizon,
    isStated,
    months: monthsOf(horizon),
    sample,
    leftOut,
    isEnough: isEnough(sample),
    span: entries[0] === undefined ? undefined : { first: entries[0], last: entries.at(-1) ?? entries[0] },
    overlapping: [...new Set(entries)].filter((date) => !independent.has(date)),
    onMonthly: cases.filter(({ frequency }) => frequency === "monthly").length,
    mixed: cases.filter(({ isMixed }) => isMixed).length,
    askedAfter: cases.filter(wasAskedAfter).length,
    positive: wilson(cases.filter(({ excess }) => excess > 0).length, cases.length),
    hits: hitsOf(cases),
    direction,
    withoutChance,
    drawdown,
    withoutDrawdown: decided.length - falls.length,
    rankCorrelation,
    scored: sampleOf(scored),
    verdicts: {
      score: verdictOf(rankCorrelation),
      confidence: verdictOf(isStated ? direction?.gainByDate : undefined),
      fallOrder: verdictOf(drawdown?.areaByDate),
      fallChance: verdictOf(isStated ? drawdown?.gainByDate : undefined),
    },
  };
}

function directionForecasts(cases: readonly Whole[]) {
  const forecasts: DatedForecast[] = [];
  const withoutChance = { signal: 0, confidence: 0, side: 0 };
  for (const { thesis, entry, exit, excess } of cases) {
    const stated = statedChance(thesis);
    if ("missing" in stated) withoutChance[stated.missing]++;
    else forecasts.push({ entry, exit, probability: stated.probability, happened: excess > 0 });
  }
  return { forecasts, withoutChance };
}

/** A bullish thesis is right if the excess is positive, a bearish one if it is not. */
function hitsOf(cases: readonly Whole[]): HorizonScore["hits"] {
  const directional = cases.filter(({ thesis }) => ["up", "down"].includes(directionOf(thesis.signal) ?? ""));
  const right = directional.filter(({ thesis, excess }) => (directionOf(thesis.signal) === "up") === excess > 0);
  const share = wilson(right.length, directional.length);
  return share === undefined ? undefined : { ...share, sample: sampleOf(directional) };
}

function rankCorrelationOf(cases: readonly Whole[]): number | undefined {
  if (cases.length < MIN_NAMES) return undefined;
  return spearman(cases.map(({ thesis }) => thesis.score ?? 0), cases.map(({ excess }) => excess));
}

function wasAskedAfter({ thesis: { askedAt }, exit }: JudgedThesis): boolean {
  const day = dayIn(askedAt);
  return day !== undefined && day >= exit;
}

/** A forecast with its outcome and dates. */
interface DatedForecast extends Forecast, Period {}

/** The sample size of cases. */
function sampleOf(cases: readonly Period[]): Sample {
  return {
    theses: cases.length,
    dates: new Set(cases.map(({ entry }) => entry)).size,
    independentDates: independentDates(cases).length,
  };
}

/**
 * Scores probabilities against outcomes.
 *
 * Two figures are computed by date, because names of one date are correlated and count as one: the area under the
 * curve less 0.5, and the gain in squared error over the base rate of all dates (comparing forecasts by the mean
 * difference of their losses: Diebold & Mariano 1995, Journal of Business & Economic Statistics 13).
 * @param forecasts In a deterministic order.
 * @returns `undefined` without forecasts.
 */
function scoreChances(forecasts: readonly DatedForecast[]): ChanceScore | undefined {
  const bins = equalCountBins(forecasts);
  const brier = brierScore(forecasts, bins);
  const happened = wilson(countHappened(forecasts), forecasts.length);
  if (brier === undefined || happened === undefined) return undefined;
  return {
    sample: sampleOf(forecasts),
    happened,
    said: mean(forecasts.map(({ probability }) => probability)),
    brier,
    areaUnderCurve: areaUnderCurve(forecasts),
    areaByDate: byDate(forecasts, areaAboveChance),
    gainByDate: byDate(forecasts, (ofDate) => mean(ofDate.map((one) => gainOver(happened.value, one)))),
    bins: bins.map(({ forecasts, ...bin }) => ({ ...bin, sample: sampleOf(forecasts) })),
  };
}

function areaAboveChance(forecasts: readonly Forecast[]): number | undefined {
  const area = areaUnderCurve(forecasts);
  return area === undefined ? undefined : area - 0.5;
}

function gainOver(baseRate: number, forecast: Forecast): number {
  return lossOf({ ...forecast, probability: baseRate }) - lossOf(forecast);
}

/** The direction of a signal. */
export type Direction = "up" | "down" | "none";

/** Words of ours and of other services, without case and punctuation. */
const WORDS: ReadonlyMap<string, Direction> = new Map([
  ...["bullish", "very bullish", "buy", "strong buy", "long", "overweight", "outperform", "positive", "up"]
    .map((word) => [word, "up"] as const),
  ...["bearish", "very bearish", "sell", "strong sell", "short", "underweight", "underperform", "negative", "down"]
    .map((word) => [word, "down"] as const),
  ...["neutral", "hold", "market perform", "equal weight", "mixed"].map((word) => [word, "none"] as const),
]);

/**
 * Maps a signal to a direction.
 * @param signal As the service spells it.
 * @returns `undefined` for `no_view` and unknown words.
 */
export function directionOf(signal: string | undefined): Direction | undefined {
  return WORDS.get((signal ?? "").toLowerCase().replace(/[^a-z]+/g, " ").trim());
}

/** The probability that a thesis states, or what is missing. */
export type StatedChance =
  | { readonly probability: number }
  | { readonly missing: "signal" | "confidence" | "side" };

/**
 * The probability that a thesis states for "the excess return is positive": its confidence if it points up, 1 - its
 * confidence if it points down. A neutral thesis takes the direction of its score.
 * @returns `missing` if the signal is unknown, the confidence is not from 0 to 1, or a neutral thesis has no score or a
 * score of 0.
 */
export function statedChance(
  { signal, confidence, score }: Pick<ThesisRow, "signal" | "confidence" | "score">,
): StatedChance {
  const direction = directionOf(signal);
  if (direction === undefined) return { missing: "signal" };
  if (!isChance(confidence)) return { missing: "confidence" };
  const side = direction === "none" ? Math.sign(score ?? 0) : direction === "up" ? 1 : -1;
  if (!(Math.abs(side) === 1)) return { missing: "side" };
  return { probability: side > 0 ? confidence : 1 - confidence };
}

/** Whether a value is a probability. */
export function isChance(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= 1;
}

/** The conclusion from a figure over dates, where 0 is chance and higher is better. */
export function verdictOf(figure: FigureByDate | undefined): Verdict {
  if (figure === undefined || figure.dates.length === 0) return "none";
  const theses = figure.dates.reduce((sum, { count }) => sum + count, 0);
  if (!isEnough({ theses, independentDates: figure.independentDates })) return "proves_nothing";
  const t = figure.t ?? standardErrors(figure.independentMean ?? 0);
  if (Math.abs(t) < MIN_T) return "no_difference";
  return t > 0 ? "better" : "worse";
}

/** The t statistic of figures without variance: infinite, unless they are all 0. */
function standardErrors(mean: number): number {
  return mean === 0 ? 0 : mean > 0 ? Infinity : -Infinity;
}

/** Fewest theses for a conclusion: with fewer, the Wilson interval of 0.5 is wider than plus or minus 10 points. */
export const MIN_THESES = 100;

/**
 * Smallest |t| of a mean over dates that differs from chance: Student's t at 5%, two-sided, with the 11 degrees of
 * freedom of 12 dates. For a new measure Harvey, Liu & Zhu 2016 require 3.
 */
const MIN_T = 2.2;

/** Whether a sample is large enough for a conclusion. */
export function isEnough(sample: { readonly theses: number; readonly independentDates: number }): boolean {
  return sample.theses >= MIN_THESES && sample.independentDates >= MIN_INDEPENDENT_DATES;
}
