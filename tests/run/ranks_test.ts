import { deepEqual, equal } from "../assert.ts";
import fc from "fast-check";
import type { DoneOutcome } from "../../src/run/outcome.ts";
import { RowComparer } from "../../src/run/ranks.ts";
import { done } from "./sample_outcomes.ts";

function compare(outcomes: readonly DoneOutcome[], expected?: number): RowComparer {
  const others = new RowComparer(expected);
  for (const { input, asked, result } of outcomes) others.add({ row: input.row, identity: asked.identity, result });
  return others;
}

Deno.test("a rank is one more than there are higher scores, however many rows there are", () => {
  const score = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 }));
  fc.assert(fc.property(fc.array(score, { maxLength: 60 }), (scores) => {
    const others = compare(scores.map((score, at) => done(at + 1, { metadata: { score } })));
    for (const score of scores) equal(others.rankOf(score), 1 + scores.filter((other) => other > score).length);
  }));
});

Deno.test("ranks and twins hold beyond the room that was made at first", () => {
  const count = 150_000;
  const others = new RowComparer();
  const thesis = done(1).result;
  const resultOf = (row: number) => ({
    ...thesis,
    agent_thesis: { ...thesis.agent_thesis, reasoning: `reasoning ${row % 100_000}` },
    metadata: { score: row },
  });
  for (let row = 1; row <= count; row++) others.add({ row, identity: `request ${row}`, result: resultOf(row) });
  deepEqual([1, 70_000, count].map((score) => others.rankOf(score)), [count, count - 69_999, 1]);
  for (let row = 1; row <= count; row += 997) {
    equal(others.twinOf({ ...done(row), result: resultOf(row) }), row > 100_000 ? row - 100_000 : undefined);
  }
});

Deno.test("the twin of a row is the first one that said the same to another question", () => {
  const reasoning = fc.constantFrom("", "a", "ab", "b", "ba", "aa", "\u0061\u0000", "🙂", "long ".repeat(200));
  const row = fc.tuple(reasoning, fc.integer({ min: 1, max: 4 }));
  fc.assert(fc.property(fc.array(row, { maxLength: 40 }), fc.integer({ min: 0, max: 50 }), (rows, expected) => {
    const outcomes = rows.map(([reasoning, request], at) =>
      done(at + 1, { thesis: { reasoning }, identity: `request ${request}` })
    );
    const others = compare(outcomes, expected);
    for (const outcome of outcomes) {
      const { reasoning } = outcome.result.agent_thesis;
      const first = outcomes.find(({ result }) => result.agent_thesis.reasoning === reasoning);
      const isTwin = first?.asked.identity !== outcome.asked.identity;
      equal(others.twinOf(outcome), isTwin ? first?.input.row : undefined);
    }
  }));
});
