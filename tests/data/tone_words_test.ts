import { deepEqual, ok } from "../assert.ts";
import { NEGATIVE_WORDS, POSITIVE_WORDS, TURNING_WORDS, UNCERTAIN_WORDS } from "../../src/data/metrics/tone_words.ts";

const LISTS = { POSITIVE_WORDS, NEGATIVE_WORDS, UNCERTAIN_WORDS, TURNING_WORDS };

for (const [name, list] of Object.entries(LISTS)) {
  Deno.test(`${name} are single words in lower case, in order of the alphabet`, () => {
    const words = [...list];
    deepEqual(words, words.toSorted());
    deepEqual(words.filter((word) => !/^[a-z]+(?:'[a-z]+)?$/.test(word)), []);
    ok(words.length > 0);
  });
}

Deno.test("no word is in two lists of words of tone", () => {
  const all = Object.values(LISTS).flatMap((list) => [...list]);
  deepEqual(all.filter((word, at) => all.indexOf(word) < at), []);
});
