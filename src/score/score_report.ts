import type { DateFigure, FigureByDate } from "./by_date.ts";
import type { BrierScore } from "./brier_score.ts";
import type { SkipReason } from "./forward_outcome.ts";
import type { Share } from "./wilson.ts";

/** The sample size of a figure. */
export interface Sample {
  /** Theses, one per company and day. */
  readonly theses: number;
  /** Distinct entry days. */
  readonly dates: number;
  /** Entry days that are at least one horizon apart. */
  readonly independentDates: number;
}

/** One bin of a reliability table. */
export interface ReliabilityBin {
  /** From 1, in ascending order of probability. */
  readonly number: number;
  /** Mean, lowest and highest stated probability. */
  readonly said: Share;
  /** Observed frequency, with its Wilson interval. */
  readonly happened: Share;
  /** Sample size. */
  readonly sample: Sample;
}

/** The accuracy of stated probabilities. */
export interface ChanceScore {
  /** Sample size. */
  readonly sample: Sample;
  /** Observed frequency. */
  readonly happened: Share;
  /** Mean stated probability. */
  readonly said: number;
  /** Brier score, skill and decomposition. */
  readonly brier: BrierScore;
  /** Area under the ROC curve; `undefined` if all outcomes are equal. */
  readonly areaUnderCurve: number | undefined;
  /** The same within each date, less 0.5. */
  readonly areaByDate: FigureByDate;
  /** Reduction of the squared error against the base rate, by date. */
  readonly gainByDate: FigureByDate;
  /** In ascending order of probability. */
  readonly bins: readonly ReliabilityBin[];
}

/** Theses skipped for one reason. */
export interface LeftOut {
  /** The reason. */
  readonly reason: SkipReason;
  /** Number of theses. */
  readonly theses: number;
  /** Their tickers, sorted. */
  readonly tickers: readonly string[];
}

/** The figures of one horizon. */
export interface HorizonScore {
  /** Trading days. */
  readonly horizon: number;
  /** The same in months, for monthly closes. */
  readonly months: number | undefined;
  /** The theses state this horizon or none; otherwise only the order of their probabilities is meaningful. */
  readonly isStated: boolean;
  /** Sample size of the theses with an outcome. */
  readonly sample: Sample;
  /** First and last entry day. */
  readonly span: { readonly first: string; readonly last: string } | undefined;
  /** Dates that no t counts: their periods overlap that of another, or they have few theses; the earliest first. */
  readonly overlapping: readonly string[];
  /** Whether the sample is large enough for a conclusion. */
  readonly isEnough: boolean;
  /** Theses scored on monthly closes. */
  readonly onMonthly: number;
  /** Theses for which only one of company and benchmark includes dividends. */
  readonly mixed: number;
  /** Theses requested after their horizon had ended. */
  readonly askedAfter: number;
  /** Theses without an outcome. */
  readonly leftOut: readonly LeftOut[];
  /** Share with a positive excess return. */
  readonly positive: Share | undefined;
  /** Share of bullish and bearish theses that were right. */
  readonly hits: (Share & { readonly sample: Sample }) | undefined;
  /** Probabilities of a positive excess return. */
  readonly direction: ChanceScore | undefined;
  /** Theses without such a probability: unknown signal, confidence not from 0 to 1, neutral without a direction. */
  readonly withoutChance: Readonly<Record<"signal" | "confidence" | "side", number>>;
  /** Probabilities of a fall of 15%. */
  readonly drawdown: ChanceScore | undefined;
  /** Theses without a probability of a fall. */
  readonly withoutDrawdown: number;
  /** Rank correlation of score and excess return, by date. */
  readonly rankCorrelation: FigureByDate;
  /** Its sample size. */
  readonly scored: Sample;
  /** Conclusions. */
  readonly verdicts: Verdicts;
}

/** A conclusion: no figure, sample too small, or a comparison with chance. */
export type Verdict = "none" | "proves_nothing" | "better" | "worse" | "no_difference";

/** The conclusions of one horizon. */
export interface Verdicts {
  /** Whether higher scores had higher returns: rank correlation over dates. */
  readonly score: Verdict;
  /** Whether confidence predicted better than the base rate: gain in squared error over dates. */
  readonly confidence: Verdict;
  /** Whether names that fell had a higher stated probability: area under the curve over dates. */
  readonly fallOrder: Verdict;
  /** Whether the probability of a fall predicted better than the base rate. */
  readonly fallChance: Verdict;
}

/** The result of scoring theses. */
export interface ScoreReport {
  /** The statement that a bullish thesis affirms and a bearish one denies. */
  readonly statement: string;
  /** Ticker of the benchmark; absent without one. */
  readonly benchmark: string | undefined;
  /** Number of rows. */
  readonly rows: number;
  /** Rows without a thesis. */
  readonly withoutThesis: number;
  /** Theses without a day. */
  readonly withoutDay: number;
  /** Further theses of the same company and day. */
  readonly repeated: number;
  /** Theses to score. */
  readonly theses: number;
  /** Horizons that the theses state, sorted. */
  readonly statedHorizons: readonly string[];
  /** In the requested order. */
  readonly horizons: readonly HorizonScore[];
}

export type { BrierScore, DateFigure, FigureByDate, Share, SkipReason };
