import { deepEqual, equal, ok } from "../assert.ts";
import fc from "fast-check";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import type { ChangeKind, Comparison } from "../../src/compare/comparison.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { claim, run, thesis } from "./thesis_rows.ts";

const word = fc.constantFrom("debt", "growth", "margin", "beta", "rival", "cash", "12%", "-3.4", "For:", "Against:");
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const claims = fc.array(
  fc.record({ metric: fc.constantFrom("beta", "score", "rank", "sue"), shown: fc.constantFrom("12%", "-3.4", "2") }),
  { maxLength: 3 },
).map((all) => all.map(({ metric, shown }) => claim(metric, shown)));
const anyRow = fc.record({
  ticker: fc.constantFrom("A", "b", "B", "C", "D", ""),
  status: fc.constantFrom("done", "partial", "failed", "pending"),
  signal: fc.constantFrom("bullish", "neutral", "bearish", "no_view", "other"),
  score: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
  drawdownProbability: fc.option(fc.constantFrom(0, 0.24, 0.25, 0.9), { nil: undefined }),
  drivers: fc.array(text, { maxLength: 4 }),
  risks: fc.array(text, { maxLength: 4 }),
  claims,
}).map(({ ticker, ...other }) => thesis(ticker, other as Partial<ThesisRow>));
const anyRun = fc.array(anyRow, { maxLength: 8 }).map((rows) => run(rows.map((row, at) => ({ ...row, row: at + 1 }))));

Deno.test("a run compared with itself has no change", () => {
  fc.assert(fc.property(anyRun, (one) => {
    const { changes, compared, unchanged, differences, newEvents } = compareRuns(one, one);
    deepEqual([changes, differences, newEvents], [[], [], []]);
    equal(compared, unchanged);
  }));
});

/** A comparison, reversed. */
function mirrored({ changes, compared, unchanged }: Comparison) {
  const turn = (kind: ChangeKind) => kind === "new" ? "gone" : kind === "gone" ? "new" : kind;
  return {
    ...{ compared, unchanged },
    changes: new Set(changes.map((change) =>
      JSON.stringify([
        [change.after, change.before, change.kinds.map(turn)],
        [change.vanishedDrivers, change.newDrivers, change.vanishedRisks, change.newRisks],
      ])
    )),
  };
}

function seen({ changes, compared, unchanged }: Comparison) {
  return {
    ...{ compared, unchanged },
    changes: new Set(changes.map((change) =>
      JSON.stringify([
        [change.before, change.after, change.kinds],
        [change.newDrivers, change.vanishedDrivers, change.newRisks, change.vanishedRisks],
      ])
    )),
  };
}

Deno.test("a reversed comparison swaps new with gone and before with after", () => {
  fc.assert(fc.property(anyRun, anyRun, (one, other) => {
    deepEqual(mirrored(compareRuns(one, other)), seen(compareRuns(other, one)));
  }));
});

Deno.test("every name is counted once: unchanged, changed, new or gone", () => {
  fc.assert(fc.property(anyRun, anyRun, (one, other) => {
    const { changes, compared, unchanged, counts, earlier, later } = compareRuns(one, other);
    equal(unchanged + changes.length, compared + counts.new + counts.gone);
    equal(earlier.theses + later.theses, 2 * compared + counts.new + counts.gone);
    ok(changes.every(({ kinds }) => kinds.length > 0));
  }));
});
