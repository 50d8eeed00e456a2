import { deepEqual, equal } from "../assert.ts";
import fc from "fast-check";
import type { RankedRow } from "../../src/run/ranked_row.ts";
import { RowComparer } from "../../src/run/ranks.ts";
import { done, placeAll } from "./sample_outcomes.ts";

const twinOf = ({ warnings }: RankedRow) => warnings.find((text) => text.startsWith("same reasoning"));

Deno.test("a rank is one more than the number of higher scores, with any number of rows", () => {
  const score = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 }));
  fc.assert(fc.property(fc.array(score, { maxLength: 60 }), (scores) => {
    const rows = placeAll(scores.map((score, at) => done(at + 1, { metadata: { score } })));
    deepEqual(rows.map(({ rank }) => rank), scores.map((score) => 1 + scores.filter((other) => other > score).length));
  }));
});

Deno.test("ranks and twins are correct beyond the initial capacity", () => {
  const count = 150_000;
  const others = new RowComparer();
  for (let score = 1; score <= count; score++) others.add({ score });
  for (let row = 1; row <= count; row++) {
    const thesis = { reasoning: `AAPL ${row % 100_000}` };
    const placed = others.rank(done(row, { thesis, metadata: { score: row } }));
    equal(placed.rank, count + 1 - row);
    equal(twinOf(placed), row > 100_000 ? `same reasoning as row ${row - 100_000}` : undefined);
  }
});

Deno.test("the twin of a row is the first one with the same answer to another question", () => {
  const reasoning = fc.constantFrom("", "a", "ab", "b", "ba", "aa", "\u0061\u0000", "🙂", "long ".repeat(200));
  const row = fc.tuple(reasoning, fc.integer({ min: 1, max: 4 }));
  fc.assert(fc.property(fc.array(row, { maxLength: 40 }), fc.integer({ min: 0, max: 50 }), (rows, expected) => {
    const outcomes = rows.map(([reasoning, request], at) =>
      done(at + 1, { thesis: { reasoning }, identity: `request ${request}` })
    );
    for (const placed of placeAll(outcomes, expected)) {
      const [reasoning, request] = rows[placed.outcome.input.row - 1] ?? [];
      const first = rows.findIndex(([other]) => other === reasoning);
      equal(twinOf(placed), rows[first]?.[1] === request ? undefined : `same reasoning as row ${first + 1}`);
    }
  }));
});
