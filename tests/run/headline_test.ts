import { equal, ok } from "../assert.ts";
import fc from "fast-check";
import { plainText } from "../../src/text/markdown.ts";
import { headlineOf, ownSentence } from "../../src/run/headline.ts";

const SENTENCES = [
  {
    when: "our service says the thesis first",
    signal: "neutral",
    reasoning: "Apple (AAPL) comes out neutral as of 2017-12-29: the score is -0.07. It fell 19% in a week in May.",
    is: "It fell 19% in a week in May.",
  },
  {
    when: "our service says what stands out first",
    signal: "bullish",
    reasoning: "NFLX rose 71% within 12 months, ahead of all eight. NFLX comes out bullish: the score is +0.60.",
    is: "NFLX rose 71% within 12 months, ahead of all eight.",
  },
  {
    when: "another service names its rating and its confidence",
    signal: "BUY",
    reasoning: "We rate it a buy with a confidence of 0.8. Margins doubled at Corp. X. More later.",
    is: "Margins doubled at Corp. X. More later.",
  },
  {
    when: "a sentence only says the signal",
    signal: "strong_buy",
    reasoning: "Strong buy. The U.S. business of Apple Inc. grew 12%. Debt fell.",
    is: "The U.S. business of Apple Inc. grew 12%.",
  },
  {
    when: "the text is Japanese",
    signal: "neutral",
    reasoning: "株価は過去一年で二倍になりました。債務は減りました。",
    is: "株価は過去一年で二倍になりました。",
  },
  { when: "no sentence ends", signal: "neutral", reasoning: "margins are at a record", is: "margins are at a record" },
  { when: "the text says nothing else than the signal", signal: "neutral", reasoning: "T1 is neutral.", is: undefined },
  { when: "there is no text", signal: "neutral", reasoning: "", is: undefined },
];
for (const { when, signal, reasoning, is } of SENTENCES) {
  Deno.test(`a name leads with ${is === undefined ? "its first driver" : `“${is}”`} when ${when}`, () => {
    equal(ownSentence({ signal, reasoning }), is);
    const drivers = ["For: IBM's beta is 1.1; it helps"];
    equal(headlineOf({ signal, reasoning, drivers, ticker: "IBM", subject: undefined }), is ?? "beta is 1.1");
  });
}

const OWN_LEADS = [
  {
    score: 0.16,
    drivers: ["For: IBM's volatility is low; calm.", "Against: IBM's momentum is weak."],
    is: "Volatility is low",
  },
  {
    score: -0.16,
    drivers: ["For: IBM's volatility is low; calm.", "Against: IBM's momentum is weak."],
    is: "Momentum is weak",
  },
  {
    score: -0.02,
    drivers: ["No single measure clearly drives IBM's score lower.", "For: IBM's volatility is low."],
    is: "No single measure clearly drives IBM's score lower",
  },
  { score: -0.5, drivers: ["IBM's momentum is weak.", "IBM's close is low."], is: "Momentum is weak" },
  { score: undefined, drivers: ["IBM's momentum is weak."], is: "IBM fell 4.6% in a year." },
  { score: 0.3, drivers: [], is: "IBM fell 4.6% in a year." },
];
for (const { score, drivers, is } of OWN_LEADS) {
  Deno.test(`with a score of ${score} our own engine's ${drivers[0] ?? "thesis without drivers"} leads with “${is}”`, () => {
    const row = { signal: "neutral", reasoning: "IBM fell 4.6% in a year.", ticker: "IBM", subject: undefined };
    equal(headlineOf({ ...row, score, drivers, engine: "conviction-analyst/0.1" }), is);
    equal(headlineOf({ ...row, score, drivers, engine: "other/2" }), "IBM fell 4.6% in a year.");
  });
}

Deno.test("a lead has no yes or no, because the question is not beside it", () => {
  const lead = (reasoning: string) =>
    headlineOf({ signal: "", reasoning, drivers: [], ticker: "T", subject: undefined });
  equal(lead("Yes: T's momentum is high, 76.3%. More later."), "T's momentum is high, 76.3%.");
  equal(lead("No, T fell 3% in 2016."), "T fell 3% in 2016.");
  equal(lead("Northern Trust fell 3% in 2016."), "Northern Trust fell 3% in 2016.");
});

Deno.test("a lead is a part of its text without the marks of Markdown, whatever that is", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.string(), (reasoning, signal) => {
    ok(plainText(reasoning).includes(ownSentence({ reasoning, signal }) ?? ""));
  }));
});
