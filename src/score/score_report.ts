import type { DateFigure, FigureByDate } from "./by_date.ts";
import type { BrierScore } from "./brier_score.ts";
import type { SkipReason } from "./forward_outcome.ts";
import type { Share } from "./wilson.ts";

/** How much a figure stands on. */
export interface Sample {
  /** Theses, one for each company and day. */
  readonly theses: number;
  /** Different days on which they are taken. */
  readonly dates: number;
  /** Of those, how many lie at least one horizon apart. */
  readonly independentDates: number;
}

/** One bin of a reliability table. */
export interface ReliabilityBin {
  /** From 1, the lowest chances first. */
  readonly number: number;
  /** Mean chance said; the lowest and the highest. */
  readonly said: Share;
  /** Share that happened, with Wilson's interval. */
  readonly happened: Share;
  /** What it stands on. */
  readonly sample: Sample;
}

/** How good chances were. */
export interface ChanceScore {
  /** What it stands on. */
  readonly sample: Sample;
  /** Share that happened. */
  readonly happened: Share;
  /** Mean chance that was said. */
  readonly said: number;
  /** Squared distances, skill and parts. */
  readonly brier: BrierScore;
  /** Whether what happened had been called likelier; nothing where all happened, or none. */
  readonly areaUnderCurve: number | undefined;
  /** The same within each date, less 0.5, and over dates. */
  readonly areaByDate: FigureByDate;
  /** By how much the squared distance was below that of the base rate, by date and over dates. */
  readonly gainByDate: FigureByDate;
  /** The lowest chances first. */
  readonly bins: readonly ReliabilityBin[];
}

/** Names that were left out for one reason. */
export interface LeftOut {
  /** Why. */
  readonly reason: SkipReason;
  /** Theses left out. */
  readonly theses: number;
  /** Whose they are, sorted. */
  readonly tickers: readonly string[];
}

/** What happened after one horizon. */
export interface HorizonScore {
  /** Trading days. */
  readonly horizon: number;
  /** The same in months, for monthly closes. */
  readonly months: number | undefined;
  /** The theses are about this horizon, or say none: else only the order of their chances can be right. */
  readonly isStated: boolean;
  /** Theses that could be judged. */
  readonly sample: Sample;
  /** First and last day on which one is taken. */
  readonly span: { readonly first: string; readonly last: string } | undefined;
  /** The sample is large enough to say anything. */
  readonly isEnough: boolean;
  /** Theses judged on monthly closes. */
  readonly onMonthly: number;
  /** Theses where one of company and benchmark counts dividends and the other does not. */
  readonly mixed: number;
  /** Theses asked after what they are about had happened. */
  readonly askedAfter: number;
  /** Names with a close that differs by more than 40 % from the one before, sorted. */
  readonly jumps: readonly string[];
  /** Theses that could not be judged. */
  readonly leftOut: readonly LeftOut[];
  /** How many had a positive excess return. */
  readonly positive: Share | undefined;
  /** Bullish and bearish theses that were right. */
  readonly hits: (Share & { readonly sample: Sample }) | undefined;
  /** Chances of a positive excess return. */
  readonly direction: ChanceScore | undefined;
  /** Why others gave no such chance: a signal we do not know, no confidence from 0 to 1, neutral without a side. */
  readonly withoutChance: Readonly<Record<"signal" | "confidence" | "side", number>>;
  /** Chances of a fall of 15 %. */
  readonly drawdown: ChanceScore | undefined;
  /** Theses without a chance of a fall from 0 to 1. */
  readonly withoutDrawdown: number;
  /** Rank correlation of score and excess return, by date and over dates. */
  readonly rankCorrelation: FigureByDate;
  /** What it stands on. */
  readonly scored: Sample;
  /** What all this says. */
  readonly verdicts: Verdicts;
}

/** What figures say: nothing was given, the sample is too small, or where they stand against chance. */
export type Verdict = "none" | "proves_nothing" | "better" | "worse" | "no_difference";

/** What the figures of one horizon say. */
export interface Verdicts {
  /** Whether higher scores had higher returns: rank correlation over dates. */
  readonly score: Verdict;
  /** Whether confidence was nearer to what happened than the base rate: gain in squared distance over dates. */
  readonly confidence: Verdict;
  /** Whether names that fell had been called likelier to: area under the curve over dates. */
  readonly fallOrder: Verdict;
  /** Whether the chance of a fall was nearer to what happened than the base rate. */
  readonly fallChance: Verdict;
}

/** What happened next. */
export interface ScoreReport {
  /** What bullish claims and bearish denies. */
  readonly statement: string;
  /** Ticker that returns are measured against; absent where they are measured against nothing. */
  readonly benchmark: string | undefined;
  /** Rows that were looked at. */
  readonly rows: number;
  /** Rows without a thesis. */
  readonly withoutThesis: number;
  /** Theses that say no day. */
  readonly withoutDay: number;
  /** Theses of a company and day that another one counts for. */
  readonly repeated: number;
  /** Theses that are left. */
  readonly theses: number;
  /** Horizons that the theses themselves name, sorted. */
  readonly statedHorizons: readonly string[];
  /** In the order they were asked for. */
  readonly horizons: readonly HorizonScore[];
}

export type { BrierScore, DateFigure, FigureByDate, Share, SkipReason };
