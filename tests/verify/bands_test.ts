/** A word for a figure: the analyst finds it from below, the verifier from above. */
import { deepEqual } from "../assert.ts";
import { bandOf as analystOf } from "../../src/agent/band.ts";
import { type BandId, BANDS } from "../../src/data/metrics/bands.ts";
import { bandOf as verifierOf } from "../../src/verify/band.ts";

const ROWS: readonly (readonly [BandId, number, string])[] = [
  ["signal", 0.48, "bearish"],
  ["signal", 0.4801, "neutral"],
  ["signal", 0.52 - 1e-12, "bullish"],
  ["level", 0.1, "very_low"],
  ["level", 0.35, "middling"],
  ["level", 0.65 + 1e-12, "middling"],
  ["level", 0.9, "very_high"],
  ["position", 0.6, "upper"],
  ["position", 0.4, "lower"],
  ["half", 0.5, "upper"],
  ["zone", 1.81, "grey"],
  ["zone", 1.8, "distress"],
  ["zone", 3, "safe"],
  ["direction", -1e-12, "above"],
  ["direction", -0.01, "below"],
  ["span_way", 1e-12, "even"],
  ["fact_backed", 1, "yes"],
  ["fact_backed", 0, "no"],
];

for (const [id, value, word] of ROWS) {
  Deno.test(`${id} of ${value} is ${word}`, () => {
    deepEqual([analystOf(id, value), verifierOf(id, value)], [word, word]);
  });
}

Deno.test("analyst and verifier find the same word around every limit", () => {
  const differ = Object.entries(BANDS).flatMap(([id, { limits }]) =>
    limits.flatMap(({ at }) => [-1, -1e-6, -1e-10, 0, 1e-10, 1e-6, 1].map((by) => [id as BandId, at + by] as const))
  ).filter(([id, value]) => analystOf(id, value) !== verifierOf(id, value));
  deepEqual(differ, []);
});
