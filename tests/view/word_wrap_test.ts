import fc from "fast-check";
import { deepEqual, equal, ok } from "../assert.ts";
import { WordWrap } from "../../src/view/word_wrap.ts";

function wrapped(pieces: readonly string[], width: number): string {
  const wrap = new WordWrap(() => width);
  return pieces.map((piece) => wrap.push(piece)).join("") + wrap.end();
}

const CASES = [
  { when: "it fits", text: "one two", is: "one two" },
  { when: "it does not fit", text: "one two three four", is: "one two\nthree four" },
  { when: "a word is longer than a line", text: "a abcdefghijklmno b", is: "a\nabcdefghijklmno\nb" },
  { when: "it has line breaks", text: "one\n\ntwo three four", is: "one\n\ntwo three\nfour" },
  { when: "it is a list", text: "- one two three\n- four", is: "- one two\n  three\n- four" },
  { when: "it is indented", text: "  one two three", is: "  one two\nthree" },
  { when: "it has percentages", text: "one two 29%, 5", is: "one two\n29%, 5" },
  { when: "it ends in a number", text: "one two 29 ", is: "one two 29" },
  { when: "its list is numbered", text: "12. one two three", is: "12. one\n    two\n    three" },
  { when: "a line ends in spaces", text: "one two  \nthree", is: "one two\nthree" },
];
for (const { when, text, is } of CASES) {
  Deno.test(`WordWrap breaks a text at 10 columns between words when ${when}, also letter by letter`, () => {
    equal(wrapped([text], 10), is);
    equal(wrapped([...text], 10), is);
  });
}

Deno.test("WordWrap keeps every word, in any pieces, and breaks no line without need", () => {
  const words = fc.array(fc.constantFrom("a", "bcd", "efghij", "-", "\n", "kl mn", "7", "%"), { maxLength: 20 });
  fc.assert(fc.property(words, fc.integer({ min: 10, max: 20 }), (pieces, width) => {
    const text = pieces.map((piece) => `${piece} `).join("");
    const lines = wrapped(pieces.map((piece) => `${piece} `), width).split("\n");
    deepEqual(lines.join(" ").match(/\S+/g), text.match(/\S+/g));
    ok(lines.every((line) => [...line].length <= width), lines.join("|"));
  }));
});

Deno.test("WordWrap holds back an unfinished word, but not an endless text without spaces", () => {
  const wrap = new WordWrap(() => 80);
  deepEqual([wrap.push("one tw"), wrap.push("o "), wrap.push("three"), wrap.end()], ["one", " two", "", " three"]);
  equal(wrap.push("字".repeat(70)).length, 71, "with its line break");
});
