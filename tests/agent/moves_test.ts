import { deepEqual, ok } from "../assert.ts";
import { MOVES_METRICS } from "../../src/data/metrics/moves.ts";
import { ask, outputsOf, type ReportedMeasure } from "./ask.ts";

// Made with Python's `statistics` and `itertools` from the sample's CSV files, not by ours.
const AAPL_YEAR: Readonly<Record<string, number | string>> = {
  top_move: 0.06098065201451419,
  top_move_day: "2017-02-01",
  top_move_times: 11.805190160879867,
  top_move_market: 0.00029836364737412246,
  main_month: "2017-02-28",
  main_month_return: 0.12888345494657538,
  first_half: 0.23378737512754122,
  second_half: 0.1750450722109409,
  half_turn: -0.05874230291660032,
  high_day: "2017-12-18",
  high_age: 8,
  low_day: "2016-12-30",
  low_age: 251,
  longest_run: 9,
  run_day: "2017-07-19",
  run_length: 9,
  market_share: 0.27283969055197393,
  market_part: 0.2600668679578638,
  own_return: 0.18968890734182497,
  up_capture: 1.7267637579480684,
  down_capture: 1.4398748536251231,
  capture_gap: 0.2868889043229452,
  fall_from: "2017-05-12",
  fall_to: "2017-06-16",
  recovery: 1.9493845337115632,
  calm_change: 1.0250603777362326,
};

Deno.test("the analyst finds the days, months and runs of AAPL's year that Python finds", async () => {
  const [output] = outputsOf(await ask("Analyse AAPL"), "moves_analysis");
  const { measures } = output?.output as { readonly measures: readonly ReportedMeasure[] };
  deepEqual(Object.keys(AAPL_YEAR).toSorted(), Object.keys(MOVES_METRICS).toSorted());
  for (const [metric, expected] of Object.entries(AAPL_YEAR)) {
    const value = measures.find((one) => one.metric === metric)?.value;
    const isSame = typeof expected === "number"
      ? Math.abs(Number(value) - expected) <= 1e-6 * Math.max(1, Math.abs(expected))
      : `${value}` === expected;
    ok(isSame, `${metric} is ${value}, not ${expected}`);
  }
});
