import { equal, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { excerpt, oneLine, stripControl } from "../../src/text/control.ts";

const STRIPPED: { when: string; text: string; left: string }[] = [
  { when: "newline and tab stay", text: "a\n\tb", left: "a\n\tb" },
  { when: "CRLF becomes LF", text: "a\r\nb", left: "a\nb" },
  { when: "a carriage return hides text", text: "safe\rfake", left: "safefake" },
  { when: "text is coloured", text: "\x1b[1;31mred\x1b[0m", left: "red" },
  { when: "a C1 sequence clears the screen", text: "a\x9b2Jb", left: "ab" },
  { when: "a title is set", text: "\x1b]0;title\x07x", left: "]0;titlex" },
  { when: "sequences are nested", text: "\x1b\x1b[0m[31mx", left: "[31mx" },
  { when: "bidi controls reorder the text", text: "a\u202Eb\u2066c\u200Fd\u061C", left: "abcd" },
  { when: "there is NUL, DEL and BEL", text: "a\0b\x7fc\x07", left: "abc" },
  { when: "letters are not ASCII", text: "Zürich 株価 😀", left: "Zürich 株価 😀" },
];

for (const { when, text, left } of STRIPPED) {
  Deno.test(`stripControl() leaves only printable text when ${when}`, () => equal(stripControl(text), left));
}

Deno.test("stripControl() leaves no control character in any text", () => {
  const text = fc.oneof(
    anyText(),
    fc.string({ unit: fc.constantFrom("\x1b", "[", "\x9b", "0", ";", "m", "\r", "\u202e", "a") }),
  );
  fc.assert(
    fc.property(text, (value) => {
      const left = stripControl(value);
      ok(!/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u.test(left.replace(/[\n\t]/g, "")));
      equal(stripControl(left), left);
    }),
    runsOf("text/control", 20_000),
  );
});

Deno.test("oneLine() collapses white space to single spaces and trims the text", () => {
  equal(oneLine("  a\r\n\tb\u2028c\u2029d  \x1b[0m e\n"), "a b c d e");
  equal(oneLine("a \x07 b"), "a b");
});

const EXCERPTS = [
  { text: "short", maxChars: 5, line: "short" },
  { text: "longer", maxChars: 5, line: "long…" },
  { text: "a\nb", maxChars: 3, line: "a b" },
  { text: "ab😀😀", maxChars: 4, line: "ab…" },
  { text: " ".repeat(10_000) + "x", maxChars: 10, line: "…" },
  { text: "", maxChars: 1, line: "" },
];

for (const { text, maxChars, line } of EXCERPTS) {
  Deno.test(`excerpt() returns ${JSON.stringify(line)} for at most ${maxChars} characters`, () => {
    equal(excerpt(text, maxChars).trim(), line);
  });
}

Deno.test("excerpt() returns one well-formed line, never longer than maxChars", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, maxChars) => {
      const line = excerpt(text, maxChars);
      ok(line.length <= maxChars);
      ok(!/[\r\n]/.test(line) && line.isWellFormed());
    }),
    runsOf("text/control", 10_000),
  );
});
