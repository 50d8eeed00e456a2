/** Words of both readers: how a text is folded, what the calendar is called, and which words leave no doubt. */
import fc from "fast-check";
import { countNamed, monthOf, ordinalNamed, unitNamed } from "../../src/terms/calendar_words.ts";
import { isClosed } from "../../src/terms/companions.ts";
import { anyOf, fold } from "../../src/terms/fold.ts";
import { deepEqual, equal } from "../assert.ts";

const FOLDED: readonly (readonly [text: string, folded: string])[] = [
  ["Apple’s EPS", "apple's eps"],
  ["5–10 — −3", "5-10 - -3"],
  ["Größe GESCHÄTZT", "große geschatzt"],
  ["Février, señor, İ", "fevrier, senor, i"],
  ["漢 🙂", "漢 🙂"],
];

for (const [text, folded] of FOLDED) {
  Deno.test(`"${text}" is folded to "${folded}"`, () => equal(fold(text), folded));
}

Deno.test("a folded text is as long as it was", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => equal(fold(text).length, text.length)));
});

Deno.test("of any of some words, no word hides a longer one", () => {
  equal(anyOf(["an", "annee", "anno"]), "annee|anno|an");
});

Deno.test("months, units, counts and ordinals have a number or a unit in six languages", () => {
  deepEqual(["january", "marz", "aout", "dic", "sept"].map(monthOf), [1, 3, 8, 12, 9]);
  deepEqual(["tage", "settimane", "mois", "trimestre", "ano"].map(unitNamed), [
    "day",
    "week",
    "month",
    "quarter",
    "year",
  ]);
  deepEqual(["a", "couple", "funf", "onze", "40"].map(countNamed), [1, 2, 5, 11, 40]);
  deepEqual(["first", "2.", "troisieme", "last"].map(ordinalNamed), [1, 2, 3, 4]);
});

const WORDS: readonly (readonly [words: string, isClosed: boolean])[] = [
  ["", true],
  [" rose sharply to ", true],
  ["'s full-year, ", true],
  [" totaled -", true],
  [" provisions totaled ", false],
  [" of inventory ", false],
];

for (const [words, is] of WORDS) {
  Deno.test(`"${words}" between an item and its figure ${is ? "leaves no" : "leaves a"} doubt`, () => {
    equal(isClosed(words), is);
  });
}
