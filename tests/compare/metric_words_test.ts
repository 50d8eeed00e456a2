/** Figures and metrics in the words of a change. */
import { deepEqual, equal } from "../assert.ts";
import { figureWords, metricWords } from "../../src/compare/metric_words.ts";

const FIGURES: readonly (readonly [value: number | string, unit: string | undefined, words: string])[] = [
  ["2017-09-30", "date", "2017-09-30"],
  ["bullish", undefined, "bullish"],
  [-0.0412, "fraction", "-4.1%"],
  [-0.0001, "fraction", "0.0%"],
  [12, "count", "12"],
  [0.174, "score", "+0.17"],
  [0.004, "score", "0.00"],
  [-0.3, "score", "-0.30"],
  [0.857, "ratio", "0.86"],
  [1234567, "currency", "1235000"],
];
for (const [value, unit, words] of FIGURES) {
  Deno.test(`a figure of ${value} in ${unit ?? "no unit"} is written "${words}"`, () => {
    equal(figureWords(value, unit), words);
  });
}

Deno.test("a metric has words of its own, else those of its name", () => {
  deepEqual(["buyers_30d", "some_factor", "toString"].map(metricWords), [
    ...["insiders who bought within 30 days", "some factor", "toString"],
  ]);
});
