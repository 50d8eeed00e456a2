import fc from "fast-check";
import { equal } from "../assert.ts";
import { ControlStripper, stripControl } from "../../src/text/control.ts";

/** Texts of control sequences, halves of them, and characters that must be kept. */
const hostile = fc.array(
  fc.constantFrom(
    "\x1b",
    "\x1b[",
    "\x9b",
    "31",
    ";",
    "m",
    "K",
    " ",
    "a",
    "[",
    "\n",
    "\r",
    "\u202e",
    "😀",
    "\ud83d",
    "\ude00",
  ),
  { maxLength: 30 },
).map((parts) => parts.join(""));

function inPieces(text: string, cuts: readonly number[]): string {
  const stripper = new ControlStripper();
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  const pieces = places.slice(1).map((end, at) => text.slice(places[at], end));
  return pieces.map((piece) => stripper.push(piece)).join("") + stripper.end();
}

Deno.test("ControlStripper removes from pieces what stripControl() removes from the whole, at any cut", () => {
  fc.assert(fc.property(hostile, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
    equal(inPieces(text, cuts), stripControl(text));
  }));
});

const HELD = [
  { pieces: ["a\x1b", "[31mred"], give: ["a", "red"] },
  { pieces: ["\ud83d", "\ude00!"], give: ["", "😀!"] },
  { pieces: ["plain", " text"], give: ["plain", " text"] },
  { pieces: ["\x1b[" + "1".repeat(40), "m"], give: ["[" + "1".repeat(40), "m"] },
];
for (const { pieces, give } of HELD) {
  Deno.test(`ControlStripper makes ${JSON.stringify(give)} of ${JSON.stringify(pieces)}`, () => {
    const stripper = new ControlStripper();
    for (const [at, piece] of pieces.entries()) equal(stripper.push(piece), give[at]);
    equal(stripper.end(), "");
  });
}
