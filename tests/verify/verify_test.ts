import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Draft, Statement } from "../../src/data/claim.ts";
import type { Bar, DatasetView } from "../../src/data/dataset.ts";
import { barsOf } from "../../src/data/series.ts";
import { openHistory } from "../worlds/history.ts";
import { verify } from "../../src/verify/verify.ts";
import { withBars } from "./data_faults.ts";
import { draftOf, speakerOf, statementsOf } from "./draft_maker.ts";
import { AAPL, IBM, RIGHT, XRX } from "./sample_drafts.ts";

const sample = await openHistory();
const view = sample.at("2017-12-29");
const speaker = speakerOf(AAPL, IBM, XRX);

function said(id: string, ticker: string): Statement {
  const statement = speaker.say(id, [ticker]);
  ok(statement, id);
  return statement;
}

const chance = said("risk.chance", "AAPL");
const wrong: Statement = { ...chance, text: chance.text.replace("16%", "17%") };

function check(draft: Draft, name: string, from: DatasetView = view) {
  const found = verify(draft, from).verification.checks?.find((one) => one.name === name);
  ok(found, name);
  return found;
}

Deno.test("verify() drops the wrong sentence of each list and keeps the others in their order", () => {
  const [one, other] = [RIGHT[1] ?? chance, RIGHT[3] ?? chance];
  const fall = said("risk.fall", "AAPL");
  const lists = { reasoning: [one, wrong, other], drivers: [wrong], risks: [fall, other] };
  const { kept, verification } = verify({ companies: ["AAPL"], ...lists }, view);
  deepEqual(kept, { companies: ["AAPL"], reasoning: [one, other], drivers: [], risks: [fall] });
  const counted = (some: readonly Statement[]) =>
    some.flatMap(({ claims }) => claims).filter((claim) => claim.unit !== "name").length;
  const { claims_total, claims_verified, claims_removed } = verification;
  deepEqual({ claims_total, claims_verified, claims_removed }, {
    claims_total: counted([one, wrong, other, wrong, fall, other]),
    claims_verified: counted([one, other, fall]),
    claims_removed: counted([wrong, wrong, other]),
  });
});

Deno.test("verify() reports its checks, sources and confirmed claims", () => {
  const { verification } = verify(draftOf(chance), view);
  deepEqual(verification.checks?.map(({ name, passed, total }) => [name, passed, total]), [
    ["phrases", 1, 1],
    ["recompute", 3, 3],
    ["as_of", 1, 1],
    ["freshness", 1, 1],
    ["bars", 1169, 1169],
    ["contradictions", 0, 0],
  ]);
  equal(verification.as_of, "2017-12-29");
  deepEqual(verification.sources?.map(({ id }) => id), ["made/days"]);
  deepEqual(verification.claims.map(({ id, shown }) => [id, shown]), [
    ["AAPL.drawdown_probability", "16%"],
    ["AAPL.frequency", ""],
  ]);
  const scored = verify(draftOf(said("company.thesis", "IBM")), view).verification;
  deepEqual(scored.sources?.map(({ id }) => id), ["made/months"]);
});

Deno.test("verify() lowers confidence by the share of the claims that it cannot verify", () => {
  equal(verify(draftOf(chance), view).verification.confidence, 1);
  equal(verify(draftOf(chance, wrong), view).verification.confidence, 0.5);
  equal(verify(draftOf(wrong), view).verification.confidence, 0);
  match(check(draftOf(wrong), "phrases").detail ?? "", /the text differs from "The chance that Apple falls/);
});

Deno.test("verify() has no confidence in an empty draft", () => {
  equal(verify(draftOf(), view).verification.confidence, 0);
});

const STRANGE: readonly { when: string; statement: Statement; detail: RegExp }[] = [
  {
    when: "no phrase",
    statement: {
      text: "The auditor has resigned.",
      claims: [],
      saying: { phrase: "no.such", about: ["AAPL"], parts: {} },
    },
    detail: /"no.such" is no phrase/,
  },
  {
    when: "the words of an object",
    statement: { text: "", claims: [], saying: { phrase: "toString", about: ["AAPL"], parts: {} } },
    detail: /"toString" is no phrase/,
  },
  {
    when: "part of a sentence",
    statement: { text: "risk -0.09", claims: [], saying: { phrase: "risk.score", about: ["AAPL"], parts: {} } },
    detail: /"risk.score" is no sentence/,
  },
  {
    when: "about a company without prices",
    statement: { ...chance, saying: { ...chance.saying, about: ["ZZZZ"] } },
    detail: /ZZZZ/,
  },
];
for (const { when, statement, detail } of STRANGE) {
  Deno.test(`verify() drops a sentence that is ${when}, and counts it`, () => {
    const { kept, verification } = verify(draftOf(statement), view);
    deepEqual(statementsOf(kept), []);
    ok((verification.claims_removed ?? 0) > 0);
    match(verification.checks?.map((one) => one.detail ?? "").join(" ") ?? "", detail);
  });
}

Deno.test("verify() tells tensions apart from what is verified", () => {
  const { verification } = verify(draftOf(said("company.score", "IBM"), said("company.score", "XRX")), view);
  deepEqual(verification.contradictions, ["IBM: trend (-0.50) and risk (+0.88) point in opposite directions"]);
  deepEqual([verification.confidence, verification.tensions], [1, { found: 1, compared: 2 }]);
});

Deno.test("verify() lists series older than their limit, and lowers confidence", () => {
  const stale = { ...view, asOf: "2018-01-08" }; // ten days after the newest bar, twice the limit of daily bars
  const { verification } = verify(draftOf(chance), stale);
  deepEqual(verification.stale, ["AAPL: the newest daily bar is of 2017-12-29, 10 days before 2018-01-08"]);
  equal(verification.confidence, 0.5);
  deepEqual(verify(draftOf(said("risk.fall", "IBM")), stale).verification.stale, []);
});

Deno.test("verify() has no confidence when the index has a bar of a later day, even if every figure is right", () => {
  const draft = draftOf(said("risk.sentence", "AAPL"));
  const [index] = view.prices("^GSPC");
  const [later] = sample.at("2018-01-05").prices("^GSPC");
  ok(index && later);
  const leaking = withBars(view, index, barsOf(later));
  const { verification } = verify(draft, leaking);
  equal(verification.claims_removed, 0);
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
    const found = check(draftOf(chance), "bars", withBars(view, series, bars(barsOf(series))));
    match(found.detail ?? "", detail);
    equal(found.passed, found.total - 1);
  });
}

function changed(part: Partial<Bar>): (bars: readonly Bar[]) => readonly Bar[] {
  return (bars) => bars.map((bar) => bar.date === "2014-01-02" ? { ...bar, ...part } : bar);
}

Deno.test("verify() lists five failures and counts the others", () => {
  match(check(draftOf(...Array<Statement>(8).fill(wrong)), "phrases").detail ?? "", /; and 3 more$/);
});

Deno.test("verify() is deterministic and does not change the draft", () => {
  const draft = draftOf(...RIGHT);
  const before = structuredClone(draft);
  deepEqual(verify(draft, view), verify(draft, sample.at("2017-12-29")));
  deepEqual(draft, before);
});
