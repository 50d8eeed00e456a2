import { deepEqual, equal } from "../assert.ts";
import fc from "fast-check";
import { alertLines } from "../../src/compare/alerts.ts";
import { compareRuns, type RunToCompare } from "../../src/compare/compare_runs.ts";
import { createRowShrinker, type RowShrinker } from "../../src/compare/compared_row.ts";
import type { VerificationClaim } from "../../src/protocol/verification.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { claim, run, thesis } from "./thesis_rows.ts";

const metric = fc.constantFrom("beta", "score", "score_trend", "volatility", "drawdown_probability", "sue");
const anyClaim = fc.record({
  metric: fc.oneof(metric, fc.constant("insider_transaction")),
  shown: fc.constantFrom("12%", "-3.4", "2"),
  unit: fc.constantFrom("fraction", "date", "word"),
  transaction_code: fc.constantFrom("P", "S"),
}).map(({ metric, shown, ...other }) => claim(metric, shown, { ...other, as_of: "2017-06-14", source: "prices.csv" }));
const anyRow = fc.record({
  ticker: fc.constantFrom("A", "B", "C"),
  signal: fc.constantFrom("bullish", "neutral", "bearish"),
  score: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
  drivers: fc.array(fc.constantFrom("beta of 12%", "a fall of -3.4", "debt"), { maxLength: 3 }),
  risks: fc.array(fc.constantFrom("volatility of 2", "rivals"), { maxLength: 3 }),
  reasoning: fc.constantFrom("It rose.", "It fell."),
  claims: fc.array(anyClaim, { maxLength: 5 }),
}).map(({ ticker, ...other }) => thesis(ticker, { ...other, question: "Is it dear?" }));
const anyRun = fc.array(anyRow, { maxLength: 6 }).map((rows) => run(rows.map((row, at) => ({ ...row, row: at + 1 }))));

function shrunk({ manifest, rows }: RunToCompare, how: keyof RowShrinker): RunToCompare {
  const shrinker = createRowShrinker();
  return { manifest, rows: Array.from(rows, (row) => shrinker[how](row)) };
}

Deno.test("rows that were shrunk compare as whole ones do, and give the same alerts", () => {
  fc.assert(fc.property(anyRun, anyRun, (earlier, later) => {
    const whole = compareRuns(earlier, later);
    const small = compareRuns(shrunk(earlier, "earlier"), shrunk(later, "later"));
    deepEqual(small, whole);
    equal(alertLines(small, shrunk(later, "later")), alertLines(whole, later));
  }));
});

Deno.test("a run that is compared with none tells the same events when its rows were shrunk", () => {
  fc.assert(fc.property(anyRun, (one) => {
    equal(alertLines(undefined, shrunk(one, "alone")), alertLines(undefined, one));
  }));
});

Deno.test("a shrunk row keeps what its readers see, and of its figures what its use needs, as what drives its risk", () => {
  const figures: VerificationClaim[] = [
    claim("volatility", "0.2", { source: "prices.csv" }),
    claim("beta", "1.2", { source: "prices.csv", as_of: "2017-06-14" }),
    claim("sue", "2.1", { source: "results.csv" }),
  ];
  const row = thesis("A", { claims: figures, question: "Is it dear?" });
  const { alone, later, earlier } = createRowShrinker();
  const [driver = claim("", ""), beta = claim("", ""), surprise = claim("", "")] = figures;
  const measured = [driver, beta].map(({ source: _source, as_of: _day, ...rest }) => rest);
  deepEqual(alone(row), { ...row, claims: [driver, surprise] });
  deepEqual(later(row), { ...row, claims: [...measured, surprise] });
  const unread: Partial<ThesisRow> = { reasoning: undefined, question: undefined };
  deepEqual(earlier(row), { ...row, claims: [...measured, surprise], ...unread });
});
