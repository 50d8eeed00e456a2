/** What words say, whatever is asked: numbers with their units, roles, reasons. */
import { ITEMS_ASKED, ITEMS_STATED } from "../../src/terms/items.ts";
import { roleAt } from "../../src/terms/lexicon.ts";
import { isSameSpan, quantitiesIn } from "../../src/terms/numbers.ts";
import { blanked, byStart, overlaps, placesOf, without } from "../../src/terms/places.ts";
import { reasonOf, STATED } from "../../src/terms/reasons.ts";
import { bareWord, tokensOf } from "../../src/terms/tokens.ts";
import { deepEqual, equal } from "../assert.ts";

const NUMBERS: readonly (readonly [text: string, read: string])[] = [
  ["30-day volatility", "30 in 30 sessions"],
  ["90 trading days", "90 in 90 sessions"],
  ["vol over 3m", "3 in 63 sessions"],
  ["a six-month return", "6 in 126 sessions"],
  ["sur deux semaines", "2 in 10 sessions"],
  ["the 3y beta", "3 in 756 sessions"],
  ["within a year", "1 in 252 sessions"],
  ["one month", "1 in 21 sessions"],
  ["99% var", "0.99 share"],
  ["97,5 prozent", "0.975 share"],
  ["50 bps", "0.005 share"],
  ["over $100 billion", "100000000000 money"],
  ["above $5m", "5000000 money"],
  ["1,000 names", "1000"],
  ["beta unter 0,8", "0.8"],
  ["top five", "5"],
  ["two million", "2000000"],
  ["twenty days", "20 in 20 sessions"],
  ["which one is it", ""],
  ["in a row", ""],
  ["12-1 momentum", ""],
  ["q3 2016 in 2016-09", "2016"],
];

for (const [text, read] of NUMBERS) {
  Deno.test(`"${text}" has ${read === "" ? "no number" : `the number ${read}`}`, () => {
    const said = quantitiesIn(text).map(({ value, sessions, isShare, isMoney }) =>
      [Number(value.toPrecision(6)), sessions && `in ${sessions} sessions`, isShare && "share", isMoney && "money"]
        .filter((one) => one !== undefined).join(" ")
    );
    equal(said.join(", "), read);
  });
}

Deno.test("twelve months, 52 weeks and 252 sessions are one setting, ten months are another", () => {
  deepEqual([252, 260, 210, 63].map((one) => isSameSpan(one, 252)), [true, true, false, false]);
});

Deno.test("a comma, a bracket and the end of a sentence begin a clause, a decimal comma does not", () => {
  const clauses = tokensOf("beta, please (of ko). 0,8 or 1.5").map(({ word, clause }) => `${word}:${clause}`);
  deepEqual(clauses, ["beta:0", "please:1", "of:2", "ko:2", "0,8:3", "or:3", "1.5:3"]);
});

Deno.test("a word is read without its genitive and its article", () => {
  deepEqual(["apple's", "d'apple", "l'action", "dell'azione", "news"].map(bareWord), [
    "apple",
    "apple",
    "action",
    "azione",
    "news",
  ]);
});

const ROLES: readonly (readonly [text: string, role: string, tokens: number])[] = [
  ["how high is it", "asking", 2],
  ["high beta", "high", 1],
  ["how many stocks", "count", 2],
  ["number of shares", "count", 2],
  ["or not", "function", 2],
  ["not risky", "not", 1],
  ["no more than 3", "below", 3],
  ["more than 3", "above", 2],
  ["am wenigsten volatil", "lowest", 2],
  ["le moins volatil", "lowest", 2],
  ["other than banks", "except", 2],
  ["relative to its past", "against", 2],
  ["own history", "own", 2],
  ["per share", "qualifier", 2],
  ["zweithochste", "nth", 1],
  ["worst month", "qualifier", 2],
];

for (const [text, role, count] of ROLES) {
  Deno.test(`"${text}" begins with ${role} of ${count} words`, () => {
    deepEqual(roleAt(tokensOf(text), 0), { role, tokens: count });
  });
}

Deno.test("a word that no row has has no role, and a phrase ends with its clause", () => {
  equal(roleAt(tokensOf("quick ratio"), 0), undefined);
  deepEqual(roleAt(tokensOf("more, than 3"), 0), { role: "highest", tokens: 1 });
});

const REASONS: readonly (readonly [text: string, why: string | undefined])[] = [
  ["adjusted", "figures are as reported, unadjusted"],
  ["data centers", "it is not covered"],
  ["forward", "it is not covered"],
  ["implied", "it is not covered"],
  ["quick", undefined],
];

for (const [text, why] of REASONS) {
  Deno.test(`"${text}" ${why === undefined ? "has no reason of its own" : `is not read because ${why}`}`, () => {
    equal(reasonOf(text), why);
  });
}

Deno.test("what a text is not decided on is a reason in a question too", () => {
  for (const [, words] of STATED) {
    for (const word of ["organic", "segment"]) if (words.test(word)) equal(reasonOf(word) !== undefined, true);
  }
  equal(STATED.length, 2);
});

Deno.test("an item of both readers has one row, and each reader its own", () => {
  const goodwill = (rows: typeof ITEMS_ASKED) => rows.filter(({ items }) => items.includes("goodwill")).length;
  deepEqual([goodwill(ITEMS_ASKED), goodwill(ITEMS_STATED)], [1, 1]);
  const of = (rows: typeof ITEMS_ASKED, word: string) =>
    rows.find(({ words }) => "x".replace("x", word).match(words) !== null)?.items[0];
  deepEqual([of(ITEMS_ASKED, "umsatz"), of(ITEMS_STATED, "umsatz"), of(ITEMS_STATED, "turned over")], [
    "revenue",
    undefined,
    "revenue",
  ]);
});

Deno.test("pieces are taken out in one pass, and what stands stays where it is", () => {
  const found = placesOf("one two one", /one/g);
  deepEqual(found, [{ start: 0, end: 3 }, { start: 8, end: 11 }]);
  equal(blanked("one two", [{ start: 0, end: 3 }]), "\ufffc\ufffc\ufffc two");
  equal(without("one two one", found.toReversed()), "    two    ");
  deepEqual(found.toReversed().toSorted(byStart), found);
  deepEqual([
    overlaps({ start: 0, end: 3 }, { start: 2, end: 4 }),
    overlaps({ start: 0, end: 3 }, { start: 3, end: 4 }),
  ], [
    true,
    false,
  ]);
});
