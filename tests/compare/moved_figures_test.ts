import { deepEqual } from "../assert.ts";
import fc from "fast-check";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { changed, NOTHING } from "./changed_texts.ts";
import { claim } from "./thesis_rows.ts";

const figure = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => `${value.toFixed(2)}%`),
  fc.integer({ min: 0, max: 5000 }).map((value) => `${value}`),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }).map((day) =>
    day.toISOString().slice(0, 10)
  ),
);
const wordsOfText = fc.array(fc.constantFrom(..."debt growth margin beta rival cash of the and in".split(" ")), {
  minLength: 1,
  maxLength: 6,
});
const sides = fc.constantFrom("", "For: ", "Against: ");
/** A text twice, with different figures in the same places. */
const twice = fc.tuple(sides, wordsOfText, fc.array(fc.tuple(figure, figure), { minLength: 6, maxLength: 6 })).map(
  ([side, words, figures]) =>
    [0, 1].map((night) => side + words.map((word, at) => `${word} ${figures[at]?.[night] ?? ""}`).join(" ")),
);

Deno.test("changed figures never make a driver or a risk new, with or without claims, in any order", () => {
  const list = fc.array(twice, { maxLength: 6 });
  const shuffled = list.chain((texts) =>
    fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length }))
  );
  const figures = fc.array(fc.tuple(fc.constantFrom("beta", "volatility", "score"), figure), { maxLength: 4 });
  const signal = fc.constantFrom("bullish", "neutral", "bearish");
  fc.assert(fc.property(shuffled, shuffled, figures, signal, (drivers, risks, shown, signal) => {
    const night = (which: 0 | 1): Partial<ThesisRow> => ({
      drivers: drivers[which].map((texts) => texts[which] ?? ""),
      risks: risks[which].map((texts) => texts[which] ?? ""),
      claims: shown.map(([metric, text]) => claim(metric, text)),
      signal,
    });
    deepEqual(changed(night(0), night(1)), NOTHING);
  }));
});
