import { benchmarkName } from "../run/statement.ts";
import { MIN_INDEPENDENT_DATES } from "../score/independent_dates.ts";
import type { ListRecord } from "../score/list_record.ts";
import type { HorizonScore, Sample, Verdict } from "../score/score_report.ts";
import { MIN_THESES } from "../score/verdict.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";

type Words = Readonly<Record<Verdict, string>>;

const SCORE: Words = {
  none: "",
  proves_nothing: "score: proves nothing",
  better: "higher scores had higher returns",
  worse: "HIGHER SCORES HAD LOWER RETURNS",
  no_difference: "the score did no better than chance",
};
const CONFIDENCE: Words = {
  none: "",
  proves_nothing: "confidence: proves nothing",
  better: "confidence beats the base rate",
  worse: "CONFIDENCE IS WORSE THAN THE BASE RATE",
  no_difference: "confidence is not shown to beat the base rate",
};
const FALL_ORDER: Words = {
  none: "",
  proves_nothing: "risk: proves nothing",
  better: "higher-risk names did fall more often",
  worse: "HIGHER-RISK NAMES FELL LESS OFTEN",
  no_difference: "the order of risk did no better than chance",
};
const FALL_CHANCE: Words = {
  none: "",
  proves_nothing: "",
  better: "drawdown risk beats the base rate",
  worse: "DRAWDOWN RISK IS WORSE THAN THE BASE RATE",
  no_difference: "drawdown risk did not clearly beat the base rate",
};

/**
 * The conclusions of one horizon in a line.
 * @returns Like `63 trading days: proves nothing: 8 theses on 1 date ...`.
 */
export function verdictWords(score: Pick<HorizonScore, "horizon" | "sample" | "isEnough" | "verdicts">): string {
  const { horizon, sample, isEnough, verdicts } = score;
  const name = counted(horizon, "trading day");
  if (sample.theses === 0) return `${name}: nothing to score.`;
  if (!isEnough) {
    const least = `${MIN_THESES} theses and ${MIN_INDEPENDENT_DATES} independent dates`;
    return `${name}: proves nothing: ${counted(sample.theses, "thesis")} on ${
      datesWords(sample)
    }; at least ${least} are needed.`;
  }
  const words = [
    SCORE[verdicts.score],
    CONFIDENCE[verdicts.confidence],
    FALL_ORDER[verdicts.fallOrder],
    FALL_CHANCE[verdicts.fallChance],
  ].filter((one) => one !== "");
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
  return /^-0(?:\.0*)?$/.test(text) ? text.slice(1) : text;
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
