import { deepEqual, equal, ok } from "../assert.ts";
import { alertLines } from "../../src/compare/alerts.ts";
import { compareRuns, type RunToCompare } from "../../src/compare/compare_runs.ts";
import type { VerificationClaim } from "../../src/protocol/verification.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import type { CompanyEvent } from "../../src/protocol/company_event.ts";
import { claim, ladder, noThesis, run, thesis } from "./thesis_rows.ts";

/** The alerts of a run, with the fields that every reader needs. */
function alertsOf(earlier: RunToCompare | undefined, later: RunToCompare): Record<string, unknown>[] {
  const text = alertLines(earlier && compareRuns(earlier, later), later);
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

const kindsOf = (...runs: Parameters<typeof alertsOf>) =>
  alertsOf(...runs).map(({ kind, ticker }) => `${kind} ${ticker}`);
const DRIFTS: readonly (readonly [when: string, before: ThesisRow, after: ThesisRow, drifts: boolean])[] = [
  ["a signal flips", thesis("A"), thesis("A", { signal: "bullish" }), true],
  [
    "the chance of a fall crosses",
    thesis("A", { drawdownProbability: 0.2 }),
    thesis("A", { drawdownProbability: 0.3 }),
    true,
  ],
  ["a risk is new", thesis("A"), thesis("A", { risks: ["Debt"] }), true],
  ["a risk vanishes", thesis("A", { risks: ["Debt"] }), thesis("A"), false],
  ["a driver is new", thesis("A"), thesis("A", { drivers: ["Cash"] }), false],
  ["the thesis is gone", thesis("A"), noThesis("A"), false],
  ["the thesis is new", noThesis("A"), thesis("A"), false],
  ["nothing changed", thesis("A"), thesis("A"), false],
];
for (const [when, before, after, drifts] of DRIFTS) {
  Deno.test(`alerts.jsonl ${drifts ? "warns of drift" : "is empty"} when ${when}`, () => {
    deepEqual(kindsOf(run([before]), run([after])), drifts ? ["THESIS_DRIFT A"] : []);
  });
}

const ANOTHER: readonly (readonly [what: string, fields: Partial<ThesisRow>, manifest: Parameters<typeof run>[1]])[] = [
  ["service", {}, { service: { name: "https://research.example" } }],
  ["model", {}, { service: { name: "embedded", model: "conviction-fast" } }],
  ["prompt", {}, { options: { prompt: "Is {{ticker}} cheap?" } }],
  ["engine", { engine: "rules 9" }, {}],
  ["benchmark", { benchmark: "^GSPC" }, {}],
];
for (const [what, fields, manifest] of ANOTHER) {
  Deno.test(`no name drifts where the ${what} is another`, () => {
    const turned = thesis("A", { signal: "bullish", ...fields });
    deepEqual(kindsOf(run([thesis("A")]), run([turned], manifest)), []);
  });
}

Deno.test("a line that the second row of a ticker is across stays open, also where another engine answered the first", () => {
  const crossings = [{ ticker: "A", nth: 2, line: "signal", settled: "neutral" }];
  const before = run([thesis("A"), thesis("A", { row: 2 })], { crossings });
  const after = run([thesis("A", { engine: "rules 9" }), noThesis("A", { row: 2 })]);
  deepEqual(compareRuns(before, after).crossings, crossings);
});

Deno.test("a drift alert has its reasons, and the most important alert comes first", () => {
  const fields = { row: 3, asOf: "2017-06-15", drawdownProbability: 0.2, claims: [claim("score", "+0.1")] };
  const turned = thesis("Z", { ...fields, signal: "bullish", risks: ["Debt"], claims: [claim("score", "+0.5")] });
  const alerts = alertsOf(
    run([thesis("Z", fields), ...ladder()], { run_id: "one" }),
    run([turned, ...ladder((at) => at === 2 ? 5 : at === 5 ? 2 : at)], { run_id: "two" }),
  );
  deepEqual(alerts.map(({ ticker, changes }) => [ticker, changes]), [
    ["Z", ["flipped", "risks"]],
    ["T2", ["rank_moved"]],
    ["T5", ["rank_moved"]],
  ]);
  const side = { signal: "neutral", confidence: 0.5, drawdown_probability: 0.2, as_of: "2017-06-15" };
  deepEqual(alerts[0], {
    ...{ kind: "THESIS_DRIFT", ticker: "Z", row: 3, run_id: "two", since_run_id: "one", as_of: "2017-06-15" },
    ...{
      message: "Z: view raised to bullish from neutral. New risk: Debt.",
      size: 6,
      reasons: ["flipped", "new_risk"],
    },
    changes: ["flipped", "risks"],
    ...{ before: side, after: { ...side, signal: "bullish" }, new_risks: ["Debt"], vanished_risks: [] },
    ...{ new_drivers: [], vanished_drivers: [], claims: [{ metric: "score", before: "+0.1", after: "+0.5" }] },
  });
});

const beat = (value: number | string, other: Partial<VerificationClaim> = {}) =>
  claim("sue", "1.40", { value, as_of: "2017-06-14", ...other });
const buy = (transaction_code: string | undefined, other: Partial<VerificationClaim> = {}) =>
  claim("insider_transaction", "12,000 shares", { value: 12000, transaction_code, ...other });
const EVENTS: readonly (readonly [when: string, claims: readonly VerificationClaim[], kinds: readonly string[]])[] = [
  ["a surprise is above 1", [beat(1.01)], ["EARNINGS_BEAT A"]],
  ["a surprise is 1", [beat(1)], []],
  ["a surprise is bad", [beat(-4)], []],
  ["a surprise is a text", [beat("1.4")], ["EARNINGS_BEAT A"]],
  ["a surprise is not a number", [beat("high"), beat("")], []],
  ["another metric is above 1", [beat(5, { metric: "beta" })], []],
  ["an insider buys on the open market", [buy("P")], ["INSIDER_BUY A"]],
  ["an insider sells", [buy("S")], []],
  ["an insider is granted shares", [buy("A"), buy(undefined)], []],
  ["a claim is duplicate", [beat(2), beat(2)], ["EARNINGS_BEAT A"]],
  ["two insiders buy", [buy("P", { id: "a" }), buy("P", { id: "b" })], ["INSIDER_BUY A", "INSIDER_BUY A"]],
];
for (const [when, claims, kinds] of EVENTS) {
  Deno.test(`alerts.jsonl has ${kinds.length} events when ${when}, with or without an earlier run`, () => {
    const later = run([thesis("A", { claims })]);
    deepEqual(kindsOf(undefined, later), kinds);
    deepEqual(kindsOf(run([thesis("A")]), later), kinds);
    deepEqual(kindsOf(later, later), []);
  });
}

Deno.test("an event is repeated only if its claim has another value, day, id or company", () => {
  const earlier = run([thesis("A", { claims: [beat(2)] })]);
  const later = (ticker: string, claim: VerificationClaim) => run([thesis(ticker, { claims: [claim] })]);
  equal(alertLines(compareRuns(earlier, later("a", beat(2))), later("a", beat(2))), "");
  for (const [ticker, claim] of [["A", beat(3)], ["A", beat(2, { as_of: "2017-09-14" })], ["B", beat(2)]] as const) {
    equal(alertsOf(earlier, later(ticker, claim)).length, 1);
  }
  equal(alertsOf(earlier, later("A", beat(2, { id: "other" }))).length, 1);
});

Deno.test("rows of one ticker that share an answer report an event once", () => {
  const rows = [1, 2].map((row) => thesis("A", { row, claims: [beat(2)] }));
  deepEqual(alertsOf(undefined, run(rows)).map(({ row }) => row), [1]);
});

Deno.test("an event has its claim, and a message in words", () => {
  const claims = [beat(1.4), buy("P", { as_of: "2017-06-13" })];
  const alerts = alertsOf(undefined, run([thesis("A", { row: 5, claims })], { run_id: "two" }));
  deepEqual(alerts[0], {
    ...{ kind: "EARNINGS_BEAT", ticker: "A", row: 5, run_id: "two", as_of: "2017-06-14" },
    ...{ size: 6, message: "A: EPS beat its own past: SUE 1.40, as of 14 Jun 2017." },
    claim: claims[0],
  });
  equal(alerts[1]?.["message"], "A: insider bought on the open market: 12,000 shares, as of 13 Jun 2017.");
});

const bought = (other: Partial<CompanyEvent> = {}): CompanyEvent => ({
  ...{ kind: "INSIDER_BUY", ticker: "A", day: "2024-05-03", known: "2024-05-07" },
  figures: [
    { metric: "buyers_30d", value: 3, shown: "3" },
    { metric: "purchase_value", value: 1_234_567, shown: "$1.2m" },
  ],
  ...other,
});

Deno.test("an event that the service reports is told with its figures, its day, and since when it is known", () => {
  const event = bought();
  const alerts = alertsOf(undefined, run([thesis("A", { row: 5, events: [event] })], { run_id: "two" }));
  deepEqual(alerts, [{
    ...{ kind: "INSIDER_BUY", ticker: "A", row: 5, run_id: "two", as_of: "2024-05-07", size: 6, event },
    message:
      "A: insiders bought on the open market (3 within 30 days, for $1.2m) on 3 May 2024, public since 7 May 2024.",
  }]);
});

for (
  const { when, events, kinds } of [
    { when: "its kind is of another service", events: [bought({ kind: "SPLIT" })], kinds: [] },
    { when: "it stands there twice", events: [bought(), bought()], kinds: ["INSIDER_BUY a"] },
    {
      when: "two kinds have one day",
      events: [bought(), bought({ kind: "EARNINGS_BEAT" })],
      kinds: ["INSIDER_BUY a", "EARNINGS_BEAT a"],
    },
    { when: "it is of another company", events: [bought({ ticker: "B" })], kinds: ["INSIDER_BUY B"] },
  ]
) {
  Deno.test(`an event that the service reports makes ${kinds.length} alerts when ${when}`, () => {
    const later = run([thesis("a", { events })]);
    deepEqual(kindsOf(undefined, later), kinds);
    deepEqual(kindsOf(later, later), []);
  });
}

Deno.test("an event of another day is new; one whose figures changed since the earlier run is not", () => {
  const earlier = run([thesis("A", { events: [bought()] })]);
  const withEvent = (other: Partial<CompanyEvent>) => run([thesis("A", { events: [bought(other)] })]);
  deepEqual(kindsOf(earlier, withEvent({ figures: [] })), []);
  deepEqual(kindsOf(earlier, withEvent({ day: "2024-05-06" })), ["INSIDER_BUY A"]);
});

Deno.test("the figures of a service that reports its events make no alerts", () => {
  deepEqual(kindsOf(undefined, run([thesis("A", { claims: [beat(2)], events: [] })])), []);
});

Deno.test("an alert is one line that is safe for a terminal, and no text is lost", () => {
  const risk = "Debt\u2028of\u202e the \x9b31m parent\nfirm";
  const later = run([thesis("A", { risks: [risk] })]);
  const text = alertLines(compareRuns(run([thesis("A")]), later), later);
  ok(!/[\x7f-\x9f\u2028-\u202e]/.test(text), text);
  equal(text.split("\n").length, 2);
  deepEqual(JSON.parse(text).new_risks, [risk]);
});
