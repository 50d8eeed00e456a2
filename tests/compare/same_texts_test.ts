import { deepEqual, equal } from "../assert.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { changed, NOTHING } from "./changed_texts.ts";
import { claim } from "./thesis_rows.ts";

const VOLATILE =
  "AAPL's volatility is 17.6% a year, in the lower part of its own range over 44 months; calmer stocks have " +
  "tended to return more.";
const VOLATILE_LATER =
  "AAPL's volatility is 19.1% a year, near the bottom of its own range over 45 months; calmer stocks " +
  "have tended to return more.";
const VOLATILE_HIGH = "AAPL ranks 44 of 497 on volatility, at 31.0% a year; more volatile stocks have tended to " +
  "return less.";
const MOMENTUM = "AAPL ranks 30 of 497 on 12-1 month momentum, at 45.2%; stronger momentum has tended to be followed " +
  "by higher returns.";
const BETA = "AAPL ranks 44 of 497 on beta to the S&P 500, at 1.38; higher betas have tended to be paid too little " +
  "for their risk.";
const FALL = "AAPL: chance of a fall of 15% or more within 63 trading days 10%, on volatility of 17.6% a year; its " +
  "maximum drawdown within the past year was -8.9%.";
const FALL_LATER = "AAPL: the chance of a 15% drawdown within three months is 12%, at annualised volatility of 19.1%.";
const TORN = "AAPL's signals conflict: trend (+0.41) is positive and risk (-0.50) negative.";
const TORN_OTHERWISE = "AAPL's signals conflict: trend (+0.44) is positive and liquidity (-0.35) negative.";

const CLAIMS = [
  ...[claim("volatility", "17.6%"), claim("volatility_recent", "17.6%"), claim("momentum_12_1", "45.2%")],
  ...[claim("beta", "1.38"), claim("rank", "44", { id: "AAPL.rank.beta" }), claim("score_trend", "+0.41")],
  ...[claim("score_risk", "-0.50"), claim("drawdown_probability", "10%"), claim("max_drawdown_1y", "-8.9%")],
];
const CLAIMS_LATER = [
  ...[claim("volatility", "19.1%"), claim("drawdown_probability", "12%"), claim("score_trend", "+0.44")],
  ...[claim("score_liquidity", "-0.35"), claim("as_of", "2017-06-15", { unit: "date" })],
];
const CLAIMS_HIGH = [claim("volatility", "31.0%"), claim("rank", "44", { id: "AAPL.rank.volatility" })];

const SAME: readonly {
  readonly when: string;
  readonly before: Partial<ThesisRow>;
  readonly after: Partial<ThesisRow>;
}[] = [
  {
    when: "only figures change",
    before: { drivers: ["Sales grew 8% to 4.2"] },
    after: { drivers: ["Sales grew 7% to 5"] },
  },
  {
    when: "their order differs",
    before: { risks: ["Debt of 3", "Rivals"] },
    after: { risks: ["Rivals", "Debt of 4"] },
  },
  {
    when: "a figure turns negative and changes its unit",
    before: { drivers: ["Cash flow was 4.2 bn USD"] },
    after: { drivers: ["Cash flow was -989 million USD."] },
  },
  { when: "a place among its own months moves", before: { drivers: [VOLATILE] }, after: { drivers: [VOLATILE_LATER] } },
  {
    when: "a place moves, and claims name the metric",
    before: { drivers: [`For: ${VOLATILE}`], claims: CLAIMS },
    after: { drivers: [`For: ${VOLATILE_LATER}`], claims: CLAIMS_LATER },
  },
  {
    when: "a claim has the same meaning in other words",
    before: { drivers: ["A calm share: 17.6% a year."], signal: "bullish", claims: CLAIMS },
    after: { drivers: ["Its price swings little (volatility 19.1%)"], signal: "bullish", claims: CLAIMS_LATER },
  },
  {
    when: "half of a text is missing",
    before: { risks: [FALL], claims: CLAIMS },
    after: { risks: [FALL_LATER], claims: CLAIMS_LATER },
  },
  {
    when: "a neutral thesis turns bullish, and the sides are no longer named",
    before: { drivers: [`For: ${MOMENTUM}`, `Against: ${BETA}`], claims: CLAIMS },
    after: { drivers: [MOMENTUM], risks: [BETA], claims: CLAIMS, signal: "bullish" },
  },
  {
    when: "a language model rewords it",
    before: {
      drivers: ["Services revenue grew 14% year over year to a record $24.2 billion, lifting gross margin."],
      risks: ["iPhone demand in China softened, with shipments down 9% in the quarter.", "Debt matures in 2026"],
    },
    after: {
      drivers: ["Record services revenue of $25.0 billion, up 12% from a year ago, lifted gross margin."],
      risks: ["Debt matures in 2026.", "iPhone shipments in China fell 11% as demand softened further."],
    },
  },
  {
    when: "the text has no spaces",
    before: { risks: ["中国市场需求疲软9%"] },
    after: { risks: ["中国市场的需求疲软了11%"] },
  },
  {
    when: "only figures change in texts that hardly differ",
    before: { drivers: ["For: a 1", "the 2", "Against: of 3"], signal: "mixed" },
    after: { drivers: ["2017-06-15 the", "Against: of 7%", "For: a 5%"], signal: "mixed" },
  },
  { when: "a text is only a figure", before: { drivers: ["12%"] }, after: { drivers: ["13 bn"] } },
];
for (const { when, before, after } of SAME) {
  Deno.test(`nothing is new or gone when ${when}`, () => {
    deepEqual(changed(before, after), NOTHING);
    deepEqual(changed(after, before), NOTHING);
  });
}

Deno.test("another metric makes another driver, whatever the words around it", () => {
  const [before, after] = [`Against: ${BETA}`, `Against: ${VOLATILE_HIGH}`];
  deepEqual(changed({ drivers: [before], claims: CLAIMS }, { drivers: [after], claims: CLAIMS_HIGH }), {
    ...NOTHING,
    newDrivers: [after],
    vanishedDrivers: [before],
  });
});

Deno.test("a metric that turns against the statement makes another driver", () => {
  const [before, after] = [`For: ${VOLATILE}`, `Against: ${VOLATILE_HIGH}`];
  for (const signal of ["neutral", "bullish"]) {
    const row = { drivers: [signal === "neutral" ? before : VOLATILE], claims: CLAIMS, signal };
    deepEqual(changed(row, { drivers: [after], claims: CLAIMS_HIGH }).newDrivers, [after]);
  }
});

Deno.test("texts that name opposite sides differ, even with equal words and claims", () => {
  deepEqual(changed({ drivers: ["For: margin of 12%"] }, { drivers: ["Against: margin of 12%"] }), {
    ...NOTHING,
    newDrivers: ["Against: margin of 12%"],
    vanishedDrivers: ["For: margin of 12%"],
  });
});

Deno.test("another pair of scores in conflict makes another risk", () => {
  const there = changed({ risks: [TORN], claims: CLAIMS }, { risks: [TORN_OTHERWISE], claims: CLAIMS_LATER });
  deepEqual(there, { ...NOTHING, newRisks: [TORN_OTHERWISE], vanishedRisks: [TORN] });
});

Deno.test("an additional text about the same thing is new: each text matches one other", () => {
  const drivers = ["Services revenue grew 14%", "Revenue grew 9%"];
  deepEqual(changed({ drivers: ["Revenue grew 8%"] }, { drivers }), {
    ...NOTHING,
    newDrivers: ["Services revenue grew 14%"],
  });
  deepEqual(changed({ drivers: ["Sales of 3"] }, { drivers: ["Sales of 4", "Sales of 5"] }).newDrivers, ["Sales of 5"]);
});

Deno.test("of two equally similar texts the nearer one matches, and that of the same list", () => {
  const drivers = ["Cloud revenue grew strongly", "Cloud revenue grew in Europe"];
  deepEqual(changed({ drivers: ["Cloud revenue grew"] }, { drivers }).newDrivers, drivers.slice(1));
  deepEqual(changed({ drivers: ["Patents end", "Cloud revenue grew"] }, { drivers }).newDrivers, drivers.slice(0, 1));
  const both = { drivers: ["Against: debt loads"], risks: ["debt load of it"] };
  deepEqual(changed({ risks: ["debt load"] }, both), { ...NOTHING, newDrivers: both.drivers });
});

Deno.test("a driver that becomes a risk is another point, unless both name a side", () => {
  const said = ["Regulators look at its fees"];
  const there = changed({ drivers: said, signal: "mixed" }, { risks: said, signal: "mixed" });
  deepEqual(there, { ...NOTHING, vanishedDrivers: said, newRisks: said });
  deepEqual(changed({ drivers: said, signal: "bearish" }, { risks: said, signal: "bullish" }), NOTHING);
  deepEqual(changed({ drivers: said, signal: "bullish" }, { risks: said, signal: "bullish" }), there);
});

Deno.test("the metric measured first decides, in any order of claims", () => {
  const claims = [claim("volatility", "17.6%"), claim("beta", "1.38")];
  const [before, after] = ["A slope of 1.38, with swings of 17.6%", "Restless: 17.6% a year, and 1.38 on the market"];
  deepEqual(changed({ drivers: [before], claims }, { drivers: [after], claims }), {
    ...NOTHING,
    newDrivers: [after],
    vanishedDrivers: [before],
  });
});

Deno.test("of two metrics with the same figure the one that the text names decides", () => {
  const [before, after] = ["Its beta is 1.38", "Good pay for its risk: 1.40"];
  const claims = [claim("sharpe", "1.38"), claim("beta", "1.38")];
  const there = changed({ drivers: [before], claims }, { drivers: [after], claims: [claim("sharpe", "1.40")] });
  deepEqual([there.newDrivers, there.vanishedDrivers], [[after], [before]]);
});

Deno.test("a figure inside a longer one does not match a claim", () => {
  const claims = [claim("beta", "1.38"), claim("volatility", "7.6%")];
  const there = { drivers: ["Beta of 11.38 and swings of 17.6%"], claims };
  const then = { drivers: ["Swings of 7.6% beyond a beta"], claims };
  deepEqual(changed(there, then).newDrivers, [], "words decide, because the first text has no claim");
  deepEqual(changed({ ...there, drivers: ["Beta of 1.38 and swings of 17.6%"] }, then).newDrivers, then.drivers);
});

Deno.test("the company's names do not make texts similar", () => {
  const [before, after] = ["Apple Inc. (AAPL) has debt", "Apple Inc. (AAPL) has rivals"];
  deepEqual(changed({ risks: [before] }, { risks: [after] }), {
    ...NOTHING,
    newRisks: [after],
    vanishedRisks: [before],
  });
});

/** Similar texts: shares of equal words by Dice's coefficient around a half. */
const ALIKE = [
  { before: "需求疲软9%", after: "监管诉讼8起", isSame: false },
  { before: "lawsuits, tariffs and a recall", after: "lawsuit, tariff, recalls", isSame: true },
  { before: "debt rivals tariffs lawsuits", after: "debt rivals recall strike", isSame: true },
  { before: "debt rivals tariffs lawsuits strike", after: "debt rivals recall fraud", isSame: false },
  {
    before: "Azure growth accelerated to 31% as AI workloads contributed",
    after: "Azure grew 29%, with AI workloads contributing",
    isSame: true,
  },
  {
    before: "Patent cliff for Trulicity approaches",
    after: "Medicare price negotiation may reach GLP-1 drugs",
    isSame: false,
  },
];
for (const { before, after, isSame } of ALIKE) {
  Deno.test(`without claims "${after}" is ${isSame ? "" : "not "}the same as "${before}"`, () => {
    equal(changed({ risks: [before] }, { risks: [after] }).newRisks.length, isSame ? 0 : 1);
  });
}

Deno.test("thousands of texts are not all compared", () => {
  const risks = (what: string) => Array.from({ length: 5000 }, (_, at) => `${what} ${"abcdefghij"[at % 10]}${at}x`);
  equal(changed({ risks: risks("debt") }, { risks: risks("rival") }).newRisks.length <= 100, true);
});
