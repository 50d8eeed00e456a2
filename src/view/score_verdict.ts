import { benchmarkName } from "../run/statement.ts";
import { MIN_INDEPENDENT_DATES } from "../score/independent_dates.ts";
import type { ListRecord } from "../score/list_record.ts";
import type { HorizonScore, Sample, ScoreReport, Verdict, Verdicts } from "../score/score_report.ts";
import { MIN_THESES } from "../score/score_horizon.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { MINUS } from "./thesis_view.ts";

/** What a verdict of each figure is in words; a figure that is not there, or of too few theses, may have none. */
const WORDS: Readonly<Record<keyof Verdicts, Partial<Record<Verdict, string>>>> = {
  score: {
    proves_nothing: "score: too few to judge",
    better: "higher scores had higher returns",
    worse: "HIGHER SCORES HAD LOWER RETURNS",
    no_difference: "the score did no better than chance",
  },
  confidence: {
    proves_nothing: "confidence: too few to judge",
    better: "confidence beats the base rate",
    worse: "CONFIDENCE IS WORSE THAN THE BASE RATE",
    no_difference: "confidence did not clearly beat the base rate",
  },
  fallOrder: {
    proves_nothing: "risk: too few to judge",
    better: "higher-risk names did fall more often",
    worse: "HIGHER-RISK NAMES FELL LESS OFTEN",
    no_difference: "the order of risk did no better than chance",
  },
  fallChance: {
    better: "drawdown risk beats the base rate",
    worse: "DRAWDOWN RISK IS WORSE THAN THE BASE RATE",
    no_difference: "drawdown risk did not clearly beat the base rate",
  },
};

/**
 * The conclusions of one horizon in a line.
 * @returns Like `63 trading days: too few to judge (8 theses on 1 date; at least ... needed).`
 */
export function verdictWords(score: Pick<HorizonScore, "horizon" | "sample" | "isEnough" | "verdicts">): string {
  const { horizon, sample, isEnough, verdicts } = score;
  const name = counted(horizon, "trading day");
  if (sample.theses === 0) return `${name}: nothing to score.`;
  if (!isEnough) {
    const least = `at least ${MIN_THESES} theses and ${MIN_INDEPENDENT_DATES} independent dates needed`;
    return `${name}: too few to judge (${counted(sample.theses, "thesis")} on ${datesWords(sample)}; ${least}).`;
  }
  const { score: first, confidence, fallOrder, fallChance } = WORDS;
  const words = [
    first[verdicts.score],
    confidence[verdicts.confidence],
    fallOrder[verdicts.fallOrder],
    fallChance[verdicts.fallChance],
  ].filter((one) => one !== undefined);
  return `${name}: ${words.length === 0 ? "the theses state neither score nor probabilities" : words.join("; ")}.`;
}

/** Like `15 dates, 12 of them independent`. */
export function datesWords({ dates, independentDates }: Sample): string {
  if (dates === independentDates) return counted(dates, dates === 1 ? "date" : "independent date");
  return `${counted(dates, "date")}, ${independentDates} of them independent`;
}

/** Like `19.7%`. */
export function percent(share: number): string {
  return `${decimal(100 * share, 1)}%`;
}

/** A rounded number, without a sign if it rounds to 0. */
export function decimal(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return /^-0(?:\.0*)?$/.test(text) ? text.slice(1) : text.replace("-", MINUS);
}

/**
 * The horizon shown in full: the first one that the theses state, else the first.
 * @returns `undefined` if no horizon has an outcome.
 */
export function mainHorizon({ horizons }: ScoreReport): HorizonScore | undefined {
  const judged = horizons.filter(({ sample }) => sample.theses > 0);
  return judged.find(({ isStated }) => isStated) ?? judged[0];
}

/** What a probability is of, as a title. */
export function statementTitle(benchmark: string | undefined): string {
  return benchmark === undefined ? "Return is positive (no benchmark)" : `Beats ${benchmarkName(benchmark)}`;
}

/** What is said where no prices are named. */
export const NO_PRICES = "For its record, said against happened: --data FOLDER, or CONVICTION_DATA, names the prices.";

/**
 * The record of a list as one to four lines, the conclusion first.
 * @param record What was said over the nights, scored.
 */
export function recordLines(record: ListRecord): string[] {
  const { nights, horizon, sample, open, right, falls, sessionsToGo, benchmark } = record;
  if (nights === 0) return ["Its record has not begun: no night has a thesis."];
  if (sample.theses === 0) {
    return sessionsToGo === undefined
      ? [`Its record has not begun: the prices have no outcome of ${counted(nights, "night")}.`]
      : [`Its record begins when ${counted(horizon, "session")} have passed: ${counted(sessionsToGo)} to go.`];
  }
  const against = benchmark === undefined ? "a positive return" : `a return above ${oneLine(benchmarkName(benchmark))}`;
  return [
    `Its record over ${verdictWords(record)}`,
    ...right === undefined ? [] : [
      `  signals right: ${percent(right.share)} of ${counted(right.theses)} bullish or bearish; right is ${against}` +
      " for bullish",
    ],
    ...falls === undefined ? [] : [
      `  falls of 15%: said ${percent(falls.said)}, happened ${percent(falls.happened)} of ${
        counted(falls.theses, "thesis")
      }`,
    ],
    ...open === 0 ? [] : [`  not yet over: ${counted(open, "thesis")}`],
  ];
}
