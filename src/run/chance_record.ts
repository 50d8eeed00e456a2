import { isOwnEngine } from "./drawdown_chance.ts";
import type { ThesisRow } from "./thesis_row.ts";

/**
 * What happened where the built-in rule says a chance of a 15% fall: bars, per cent from and below, cases, and how many
 * fell. Twenty large names that lived through it, at the quarter-ends of 1996 to 2022; the rule was fitted on others of
 * 2013 to 2016. `tests/bench/chance_record.ts` prints it.
 */
const RECORD = `
daily 0 5 182 9
daily 5 10 239 29
daily 10 15 221 25
daily 15 20 217 39
daily 20 25 204 37
daily 25 30 178 34
daily 30 35 177 52
daily 35 40 134 61
daily 40 50 222 119
daily 50 60 139 80
daily 60 100 207 159
monthly 0 5 391 19
monthly 5 10 578 31
monthly 10 15 343 35
monthly 15 20 263 54
monthly 20 25 160 34
monthly 25 30 124 28
monthly 30 35 71 21
monthly 35 40 46 22
monthly 40 50 68 22
monthly 50 60 30 15
monthly 60 100 66 28`;

const ROWS = RECORD.trim().split("\n").map((line) => {
  const [bars = "", ...figures] = line.split(" ");
  const [from = NaN, below = NaN, cases = NaN, fell = NaN] = figures.map(Number);
  return { bars, from, below, cases, fell };
});

type RecordRow = Pick<ThesisRow, "engine" | "calibration" | "frequency" | "drawdownProbability">;

/**
 * How a chance like this one came true in the past.
 * @returns Like `of 221 such chances 11% came true (20 large names, 1996 to 2022)`; empty for another engine, and where
 * the map is the caller's own.
 */
export function recordWords({ engine, calibration = "", frequency, drawdownProbability = NaN }: RecordRow): string {
  if (!isOwnEngine({ engine }) || !calibration.includes("built-in")) return "";
  const said = 100 * drawdownProbability;
  const row = ROWS.find(({ bars, from, below }) => bars === frequency && said >= from && said < below);
  if (row === undefined) return "";
  const share = Math.round(100 * row.fell / row.cases);
  return `of ${row.cases} such chances ${share}% came true (20 large names, 1996 to 2022)`;
}
