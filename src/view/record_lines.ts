import { benchmarkName } from "../run/statement.ts";
import type { ListRecord } from "../score/list_record.ts";
import { counted } from "../text/counted.ts";
import { oneLine } from "../text/control.ts";
import { percent, verdictWords } from "./score_verdict.ts";

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
