import { MIN_INDEPENDENT_DATES, MIN_THESES } from "../score/verdict.ts";
import type { HorizonScore, Verdict } from "../score/score_report.ts";
import { count, datesWords } from "./score_words.ts";

type Words = Readonly<Record<Verdict, string>>;

const SCORE: Words = {
  none: "",
  proves_nothing: "score: proves nothing",
  better: "higher scores had higher returns",
  worse: "HIGHER SCORES HAD LOWER RETURNS",
  no_difference: "the score is not told from chance",
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
  better: "risk is told apart",
  worse: "WHAT WAS CALLED RISKY FELL LESS OFTEN",
  no_difference: "risk is not told apart",
};
const FALL_CHANCE: Words = {
  none: "",
  proves_nothing: "",
  better: "the chance of a fall beats the base rate",
  worse: "THE CHANCE OF A FALL IS WORSE THAN THE BASE RATE",
  no_difference: "the chance of a fall, as a number, is not shown to beat the base rate",
};

/**
 * What the figures of one horizon say, in a line.
 * @returns Like `63 trading days: proves nothing: 8 theses on 1 date ...`.
 */
export function verdictWords(score: HorizonScore): string {
  const { horizon, sample, isEnough, verdicts } = score;
  const name = count(horizon, "trading day");
  if (sample.theses === 0) return `${name}: nothing can be judged.`;
  if (!isEnough) {
    const least = `${MIN_THESES} theses and ${MIN_INDEPENDENT_DATES} independent dates`;
    return `${name}: proves nothing: ${count(sample.theses, "thesis")} on ${
      datesWords(sample)
    }; ${least} are the least.`;
  }
  const words = [
    ...[SCORE[verdicts.score], CONFIDENCE[verdicts.confidence]],
    ...[FALL_ORDER[verdicts.fallOrder], FALL_CHANCE[verdicts.fallChance]],
  ].filter((one) => one !== "");
  return `${name}: ${words.length === 0 ? "neither score nor chances were given" : words.join("; ")}.`;
}
