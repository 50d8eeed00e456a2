import { deepEqual, equal, match, ok } from "../assert.ts";
import { missingShared, sharedPath, testOnSharedAtNight } from "../needs.ts";
import { inFolder } from "../data/in_folder.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import type { Draft } from "../../src/data/claim.ts";
import type { Verification } from "../../src/protocol/verification.ts";
import { verify } from "../../src/verify/verify.ts";
import { ask, askOf, markdownOf, ports, saidOf, saidThesisOf, sample, textOf, thesisOf } from "./ask.ts";

function assertClean(verification: Verification | undefined, of: string): void {
  const { claims_removed, confidence = 0, checks = [] } = verification ?? {};
  const failed = checks.filter(({ name, passed, total }) => name !== "contradictions" && passed < total);
  equal(claims_removed, 0, `${of}: ${JSON.stringify(failed)}`);
  ok(confidence > 0, of);
}

const QUESTIONS = [
  ...["AAPL", "ADBE", "AMZN", "DELL", "GOOGL", "IBM", "MSFT", "XRX"].map((ticker) => `Analyse ${ticker}`),
  "Compare Apple, Amazon and Xerox",
  "Which risks does the technology sector run?",
];
for (const asOf of ["2017-12-29", "2017-06-15", "2014-10-31", "1992-02-29", "1990-01-31"]) {
  Deno.test(`the verifier removes nothing from answers as of ${asOf}`, async () => {
    for (const input of QUESTIONS) {
      const result = thesisOf(await ask({ input, asOf }));
      const isPriceless = saidOf(result).includes("no prices up to the date");
      if (!isPriceless) assertClean(result.metadata?.verification, `${input} as of ${asOf}`);
    }
  });
}

const PRICES = "prices/sp500_daily_2013-2018.csv.gz";
testOnSharedAtNight(
  missingShared(PRICES),
  "the verifier removes nothing from answers about 50 companies of a folder",
  async () => {
    await inFolder({ "sp500.csv.gz": await Deno.readFile(sharedPath(PRICES)) }, async (folder) => {
      const dataset = await openFolder(folder);
      for (const { ticker } of dataset.at(dataset.asOf).companies.slice(0, 50)) {
        const result = thesisOf(await askOf(dataset, `Analyse the company listed under ticker "${ticker}"`));
        assertClean(result.metadata?.verification, ticker);
      }
    });
  },
);

Deno.test("every sentence names its company, and only the span of months is spelled as a word", async () => {
  const { agent_thesis, key_drivers, risks } = saidThesisOf(await ask("Analyse XRX"));
  const sentences = [...agent_thesis.reasoning.split(/(?<=[.]) (?=[A-Z])/), ...key_drivers, ...risks];
  ok(sentences.length >= 9);
  for (const sentence of sentences) {
    if (!/^(?:What would change the view\.|Direction\.|The probability of|Score )/.test(sentence)) {
      match(sentence, /Xerox|XRX/);
    }
    ok(!/\b(?:one|two|four|five|six|seven|eight|nine|ten)\b/i.test(sentence.replaceAll("three months", "")), sentence);
  }
});

Deno.test("an excess return is marked if and only if it mixes dividends with a price index", async () => {
  const mixed = thesisOf(await ask("Analyse IBM"));
  match(
    saidOf(mixed),
    /excess return of -23\.4 points over the S&P 500 \(dividends are in the share return but not in the index\)/,
  );
  ok(
    mixed.risks.some((risk) => risk.includes("overstated: it counts the share's dividends but not the index's")),
  );
  ok(!textOf(await ask("Analyse AAPL")).includes("dividends are in"));
});

Deno.test("domains that point in opposite directions are reported as a risk", async () => {
  const { risks } = thesisOf(await ask("Analyse IBM"));
  ok(risks.includes("IBM's signals conflict: trend (-0.50) is negative and risk (+0.88) positive."));
});

Deno.test("the drivers of a signal support it, those of a neutral thesis are marked", async () => {
  const bullish = thesisOf(await ask("Analyse ADBE"));
  equal(bullish.agent_thesis.signal, "bullish");
  ok(bullish.key_drivers.length === 4 && bullish.key_drivers.every((driver) => driver.startsWith("Adobe Systems")));
  match(
    bullish.risks.at(1) ?? "",
    /return of 4\.7% last month is among the strongest 10%\. A strong month has tended to reverse in part\.$/,
  );
  const neutral = thesisOf(await ask("Analyse IBM"));
  equal(neutral.agent_thesis.signal, "neutral");
  deepEqual(neutral.key_drivers.map((driver) => driver.split(":")[0]), ["For", "Against", "Against"]);
});

/** A point of an answer, which has named its company. */
const itsOwn = (text: string) => text.replace(/^Dell Technologies' /, "Its ").replace(/^Dell Technologies /, "It ");

Deno.test("the answer is the headline, the drivers and the risks, and the result has the same sentences", async () => {
  const steps = await ask("Analyse DELL");
  const { agent_thesis, key_drivers, risks } = thesisOf(steps);
  const list = (title: string, all: readonly string[]) =>
    `**${title}**\n${all.map((one) => `- ${itsOwn(one)}`).join("\n")}`;
  const [lead = "", table = "", ...rest] = agent_thesis.reasoning.split("\n\n");
  const shown = key_drivers.filter((one) => markdownOf(steps).includes(itsOwn(one))); // one of each domain
  const [why, risk] = [list("Why", shown), list("Risks", risks.slice(0, 3))];
  equal(markdownOf(steps), [lead, why, table, risk, ...rest].join("\n\n"));
  match(
    risks.at(-1) ?? "",
    /Dell Technologies' price history to 29 Dec 2017 is too short for beta and is short, so its risk figures/,
  );
});

Deno.test("sentences that verification removes are nowhere in the result, and a removed thesis gives no view", async () => {
  const dropping = (words: RegExp) => (draft: Draft) => {
    const { verification } = verify(draft, sample.at(sample.asOf));
    const keep = (all: Draft["reasoning"]) => all.filter(({ text }) => !words.test(text));
    return {
      verification,
      kept: { ...draft, reasoning: keep(draft.reasoning), drivers: keep(draft.drivers), risks: keep(draft.risks) },
    };
  };
  const lost = await ask("Analyse ADBE", ports({ verify: dropping(/coin toss/) }));
  const { agent_thesis, metadata } = thesisOf(lost);
  deepEqual([agent_thesis.signal, agent_thesis.confidence, metadata?.score], ["no_view", 0.5, undefined]);
  match(textOf(lost), /^No view: its figures failed the check\./);
  equal(metadata?.drawdown_probability, 0.0675);
  const partly = thesisOf(await ask("Analyse ADBE", ports({ verify: dropping(/chance/i) })));
  deepEqual([partly.agent_thesis.signal, partly.metadata?.drawdown_probability], ["bullish", undefined]);
});

Deno.test("what changed in a span is told of the quarters that ended in it, the results first", async () => {
  const [, results = ""] = markdownOf(await ask("What changed at Apple in 2016?")).split("\n\n");
  match(
    results,
    /^- Its revenue in the quarter to 24 Sep 2016 was \$51\.36bn, down 10\.6% on the year\. Its diluted/,
  );
  ok(!markdownOf(await ask("What changed at Apple in 2016?")).includes("Quarter to 30 Sep 2017"));
});

Deno.test("an answer is blocks in the order of its kind, whose claims are in the report; a fact ends after its table", async () => {
  const view = thesisOf(await ask("Analyse AAPL")).metadata;
  const { kind, blocks = [] } = view?.sections ?? {};
  deepEqual([kind, ...blocks.map((block) => "title" in block ? `${block.kind} ${block.title}` : block.kind)], [
    ...["thesis", "lead", "points Why", "table", "points Risks", "turn What would change the view"],
    ...["direction Direction", "limits", "sources", "folded Further figures"],
  ]);
  const claimed = new Set(view?.verification?.claims?.map(({ id }) => id));
  const figures = blocks.flatMap((block) =>
    "said" in block
      ? block.said.flatMap(({ claims }) => claims)
      : "rows" in block
      ? block.rows.flatMap(({ claims }) => claims)
      : []
  ).filter((id) => id === "AAPL.momentum_12_1" || id === "AAPL.close");
  ok(figures.length > 0 && figures.every((id) => claimed.has(id)), figures.join());
  match(
    saidOf(thesisOf(await ask("Analyse AAPL"))),
    /Not in the data for Apple: a comparison of [^.;]+ \(too few companies\)/,
  );
  const fact = thesisOf(await ask("AAPL's revenue from 2014 to 2017")).metadata?.sections;
  deepEqual([fact?.kind, ...fact?.blocks.map((block) => block.kind) ?? []], [
    "fact",
    "lead",
    "table",
    "limits",
    "sources",
  ]);
});
