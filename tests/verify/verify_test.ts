import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Draft, Statement } from "../../src/data/claim.ts";
import type { Bar, DatasetView } from "../../src/data/dataset.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { verify } from "../../src/verify/verify.ts";
import { withBars } from "./data_faults.ts";
import { claimWriter, draftOf, sentence } from "./draft_maker.ts";
import { AAPL, IBM, RIGHT } from "./sample_drafts.ts";

const sample = await openSample();
const view = sample.at("2017-12-29");
const aapl = claimWriter(AAPL);
const ibm = claimWriter(IBM);
const close = sentence`AAPL closed at ${aapl("close")} on ${aapl("as_of")}.`;
const wrong: Statement = { ...close, text: close.text.replace("169.23", "196.23") };

function check(draft: Draft, name: string, from: DatasetView = view) {
  const found = verify(draft, from).verification.checks?.find((one) => one.name === name);
  ok(found, name);
  return found;
}

Deno.test("verify() drops the wrong sentence of each list and keeps the others in their order", () => {
  const [one, other] = [RIGHT[1] ?? close, RIGHT[3] ?? close];
  const { kept, verification } = verify({ reasoning: [one, wrong, other], drivers: [wrong], risks: [other] }, view);
  deepEqual(kept, { reasoning: [one, other], drivers: [], risks: [other] });
  // each wrong sentence: two claims, and one figure without a claim
  const { claims_total, claims_verified, claims_removed } = verification;
  deepEqual({ claims_total, claims_verified, claims_removed }, {
    claims_total: 12,
    claims_verified: 6,
    claims_removed: 6,
  });
});

Deno.test("verify() reports its checks, sources and confirmed claims", () => {
  const { verification } = verify(draftOf(close), view);
  deepEqual(verification.checks?.map(({ name, passed, total }) => [name, passed, total]), [
    ["binding", 5, 5],
    ["recompute", 2, 2],
    ["as_of", 5, 5],
    ["freshness", 1, 1],
    ["bars", 1169, 1169],
    ["contradictions", 0, 0],
  ]);
  equal(verification.as_of, "2017-12-29");
  deepEqual(verification.sources?.map(({ id }) => id), ["sample/daily_prices.csv"]);
  deepEqual(verification.claims.map(({ id, shown }) => [id, shown]), [["AAPL.close", "169.23 USD"], [
    "AAPL.as_of",
    "2017-12-29",
  ]]);
  const scored = verify(draftOf(sentence`IBM has a score of ${ibm("score")}.`), view).verification;
  deepEqual(scored.sources?.map(({ id }) => id), ["sample/monthly_closes.csv"]);
});

Deno.test("verify() lowers confidence for each figure that it cannot bind or recompute", () => {
  const whole = verify(draftOf(close), view).verification.confidence ?? NaN;
  const half = verify(draftOf(close, wrong), view).verification.confidence ?? NaN;
  const none = verify(draftOf(wrong), view).verification.confidence ?? NaN;
  equal(whole, 1);
  ok(half < whole && none < half && none > 0, `${whole} ${half} ${none}`);
  match(check(draftOf(wrong), "binding").detail ?? "", /"196.23 USD" has no claim/);
});

Deno.test("verify() has no confidence in a draft without claims, and keeps a sentence with nothing to check", () => {
  const plain: Statement = { text: "Quality and value abstain: no statements are read yet.", claims: [] };
  const { verification, kept } = verify(draftOf(plain), view);
  equal(verification.confidence, 0);
  deepEqual(kept.reasoning, [plain]);
  equal(verify(draftOf(), view).verification.confidence, 0);
});

const CLAIMLESS: readonly { when: string; text: string; kept: boolean }[] = [
  { when: "names a company of the draft", text: "Value abstains for AAPL.", kept: true },
  { when: "names another company", text: "Value abstains for MSFT.", kept: false },
  { when: "names what looks like a ticker", text: "Value abstains for ZZZZ.", kept: false },
  { when: "names another company in words", text: "Value abstains for Adobe.", kept: false },
  { when: "contains a figure", text: "Value abstains after 3 tries.", kept: false },
  {
    when: "contains names with numbers",
    text: "No 10-K, no 200-day mean, no 52-week high and no S&P 500.",
    kept: false,
  },
  { when: "measures against the index", text: "There is no 200-day mean and no excess over the S&P 500.", kept: true },
];
for (const { when, text, kept } of CLAIMLESS) {
  Deno.test(`verify() ${kept ? "keeps" : "drops"} a sentence without claims that ${when}`, () => {
    equal(verify(draftOf(close, { text, claims: [] }), view).kept.reasoning.length, kept ? 2 : 1);
  });
}

Deno.test("verify() lists contradictory scores, and halves confidence", () => {
  const draft = draftOf(
    sentence`IBM has scores for trend of ${ibm("score_trend")} and for risk of ${ibm("score_risk")}.`,
    sentence`AAPL has scores for trend of ${aapl("score_trend")} and for risk of ${aapl("score_risk")}.`,
  );
  const { verification } = verify(draft, view);
  deepEqual(verification.contradictions, ["IBM: trend (-0.56) and risk (+0.38) point in opposite directions"]);
  equal(verification.confidence, 0.75);
});

Deno.test("verify() lists series older than their limit, and lowers confidence", () => {
  const stale = { ...view, asOf: "2018-01-08" }; // ten days after the newest bar, twice the limit of daily bars
  const { verification } = verify(draftOf(close), stale);
  deepEqual(verification.stale, ["AAPL: the newest daily bar is of 2017-12-29, 10 days before 2018-01-08"]);
  equal(verification.confidence, 0.5);
  const month = sentence`IBM closed at ${ibm("close")} on ${ibm("as_of")}.`;
  deepEqual(verify(draftOf(month), stale).verification.stale, []);
});

Deno.test("verify() has no confidence when the index has a bar of a later day, even if every figure is right", () => {
  const draft = draftOf(sentence`AAPL has an excess of ${aapl("excess_12m")} over the S&P 500.`);
  const [index] = view.prices("^GSPC");
  const [later] = sample.at("2018-01-05").prices("^GSPC");
  ok(index && later);
  const leaking = withBars(view, index, later.bars);
  const { verification } = verify(draft, leaking);
  equal(verification.claims_verified, 1);
  equal(verification.confidence, 0);
  match(check(draft, "as_of", leaking).detail ?? "", /2018-01-02 \(bar of \^GSPC\)/);
});

const BARS: readonly { when: string; bars: (bars: readonly Bar[]) => readonly Bar[]; detail: RegExp }[] = [
  { when: "a close above its high", bars: changed({ high: 1 }), detail: /AAPL 2014-01-02: .*high/ },
  { when: "an open below its low", bars: changed({ open: 1 }), detail: /AAPL 2014-01-02: open is outside low to high/ },
  {
    when: "a jump that reverts one bar later",
    bars: changed({ close: 200, high: 200 }),
    detail: /2014-01-02: close jumps/,
  },
  { when: "a repeated date", bars: changed({ date: "2013-12-31" }), detail: /2013-12-31: date is repeated/ },
  { when: "a date out of order", bars: changed({ date: "2013-11-01" }), detail: /2013-11-01: date is out of order/ },
];
for (const { when, bars, detail } of BARS) {
  Deno.test(`verify() reports ${when} with its date`, () => {
    const [series] = view.prices("AAPL");
    ok(series);
    const found = check(draftOf(close), "bars", withBars(view, series, bars(series.bars)));
    match(found.detail ?? "", detail);
    equal(found.passed, found.total - 1);
  });
}

function changed(part: Partial<Bar>): (bars: readonly Bar[]) => readonly Bar[] {
  return (bars) => bars.map((bar) => bar.date === "2014-01-02" ? { ...bar, ...part } : bar);
}

Deno.test("verify() lists five failures and counts the others", () => {
  match(check(draftOf(...Array<Statement>(8).fill(wrong)), "binding").detail ?? "", /; and 11 more$/);
});

Deno.test("verify() is deterministic and does not change the draft", () => {
  const draft = draftOf(...RIGHT);
  const before = structuredClone(draft);
  deepEqual(verify(draft, view), verify(draft, sample.at("2017-12-29")));
  deepEqual(draft, before);
});
