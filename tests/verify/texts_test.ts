/** Both readers of texts, on texts that nobody chose. */
import fc from "fast-check";
import { dayText } from "../../src/calendar/day.ts";
import { TEXT_KINDS } from "../../src/data/text_document.ts";
import type { HeldText } from "../held_texts.ts";
import { runsOf } from "../sweeps.ts";
import { textFiguresOf } from "../text_figures.ts";

const LAST = Date.UTC(2024, 5, 28) / 86_400_000;

const piece = fc.constantFrom(
  ...["strong", "Improved", "weak", "LOSSES", "unclear", "May", "not", "wasn't", "isn\u2019t", "no", "without"],
  ...[
    "table",
    "the",
    "3.5",
    "%",
    "-",
    "'",
    "\u2019",
    "\n",
    ".",
    "na\u00efve",
    "\ud835\udc00",
    "\ud83d\ude00",
    "\ud835",
    "\u0130I",
  ],
);
/** With and without room between its pieces. */
const text = fc.array(fc.tuple(piece, fc.constantFrom(" ", " ", "")), { minLength: 1, maxLength: 12 })
  .chain((pieces) =>
    fc.constantFrom(1, 60, 120).map((times) => pieces.map(([word, room]) => word + room).join("").repeat(times))
  );

const document: fc.Arbitrary<HeldText> = fc.record({
  kind: fc.constantFrom(...TEXT_KINDS, "call" as const, "10-K" as const),
  age: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.constantFrom(0, 4, 5, 14, 45, 59, 60, 100, 200, 300, 400, 430)),
  lag: fc.constantFrom(0, 0, 1, 3),
  number: fc.integer({ min: 0, max: 3 }),
  text,
  section: fc.constantFrom("Item 1A", "Item 1A", "Item 7"),
  cut: fc.double({ min: 0, max: 0.5, noNaN: true }),
}).map(({ kind, age, lag, number, text, section, cut }) => ({
  ...{ kind, text, title: "", source: "made.csv" },
  id: `${kind} ${age} ${number}`,
  day: dayText(LAST - age),
  known: dayText(LAST - age + lag),
  sections: [{ name: section, start: Math.floor(cut * text.length), end: text.length }],
}));

Deno.test("analyst and verifier read the same of any texts, and the same texts behind it, on any day", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(document, { maxLength: 8, selector: ({ id }) => id }),
      fc.integer({ min: 0, max: 120 }),
      (texts, back) => void textFiguresOf(texts, dayText(LAST - back)),
    ),
    runsOf("verify/texts", 3000),
  );
});
