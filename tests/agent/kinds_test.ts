/** Cases for and against, causes, changes and refusals: their blocks, their sides, and what goes on from them. */
import { deepEqual, match, ok } from "../assert.ts";
import type { Draft } from "../../src/data/claim.ts";
import { verify } from "../../src/verify/verify.ts";
import { ask, askOf, conclusionOf, markdownOf, ports, thesisOf } from "./ask.ts";
import { madeMarket } from "./made_market.ts";

const market = madeMarket();

interface Shown {
  readonly ask: string;
  readonly kind: string;
  /** The kinds of its blocks in order, titles in place of `points` and `turn`. */
  readonly blocks: readonly string[];
  readonly lead: RegExp;
}

const SHOWN: readonly Shown[] = [
  {
    ask: "What is the bear case for XOM?",
    kind: "bear",
    blocks: ["lead", "Why", "text", "Against the case", "What would weaken it", "What would add to it", "sources"],
    lead: /^The bear case for Exxon Mobil \(XOM\): a high beta \(0\.02\) and a strong month, which tends to reverse /,
  },
  {
    ask: "What is the bear case for BA?",
    kind: "bear",
    blocks: ["lead", "text", "Against the case", "What would add to it", "sources"],
    lead: /^No measure here makes a bear case for Boeing \(BA\); drawdown risk is average\./,
  },
  {
    ask: "Give me the arguments for owning BA",
    kind: "bull",
    blocks: ["lead", "Why", "What would weaken it", "sources"],
    lead: /^The bull case for Boeing \(BA\): \w/,
  },
  {
    ask: "Why did IBM fall in 2016?",
    kind: "change",
    blocks: ["lead", "text", "table", "limits", "next", "sources"],
    lead: /^IBM fell \d/,
  },
  {
    ask: "What changed for AAPL since June?",
    kind: "change",
    blocks: ["lead", "text", "table", "limits", "sources"],
    lead: /^Apple returned −/,
  },
  {
    ask: "What would change the view on BA?",
    kind: "turn",
    blocks: ["lead", "Why", "Risks", "Direction", "sources"],
    lead: /^A close below \$/,
  },
];

for (const { ask: input, kind, blocks, lead } of SHOWN) {
  Deno.test(`"${input}" has the blocks of its kind, each claim of them verified`, async () => {
    const steps = await askOf(market, input);
    const { sections, verification } = thesisOf(steps).metadata ?? {};
    const shown = sections?.blocks.filter((one) => one.kind !== "folded") ?? [];
    deepEqual([sections?.kind, ...shown.map((one) => "title" in one && one.title ? one.title : one.kind)], [
      kind,
      ...blocks,
    ]);
    match(markdownOf(steps).replaceAll("*", ""), lead);
    deepEqual(verification?.claims_removed, 0);
  });
}

Deno.test("the drivers of a case are of its side and its risks of the other: verified with the sides changed, none is left", async () => {
  const drafts: Draft[] = [];
  const kept = (draft: Draft, view: Parameters<typeof verify>[1]) => {
    drafts.push(draft);
    return verify(draft, view);
  };
  for (const input of ["What is the bear case for XOM?", "What is the bull case for XOM?"]) {
    const { agent_thesis, key_drivers, risks } = thesisOf(await ask(input, ports({ dataset: market, verify: kept })));
    deepEqual([agent_thesis.signal, agent_thesis.confidence], ["no_view", 0.5]);
    ok(key_drivers.length > 0 && risks.length > 0, input);
  }
  for (const draft of drafts) {
    const { kept: left } = verify({ ...draft, side: draft.side === "for" ? "against" : "for" }, market.at(market.asOf));
    deepEqual([left.drivers, left.risks], [[], []]);
  }
});

const REFUSED: readonly (readonly [ask: string, says: RegExp])[] = [
  ["What is the ESG rating of Chevron?", / Ask "Analyse CVX" instead\. The answer: Chevron \(CVX\): neutral, with /],
  [
    "Worst drawdown of CAT since 2014?",
    / Ask "How risky is CAT\?" instead\. The answer: The chance that Caterpillar falls 15% or more /,
  ],
  [
    "What is the correlation of AAPL and MSFT?",
    / Ask "Compare AAPL and MSFT" instead\. The answer: Apple has the lower chance /,
  ],
  ["Why is the sky blue?", /You can ask about|Ask about /],
];

for (const [input, says] of REFUSED) {
  Deno.test(`"${input}" is refused with the nearest question that is answered, and its answer`, async () => {
    const conclusion = conclusionOf(await askOf(market, input));
    ok(conclusion.kind !== "thesis");
    match(conclusion.message, says);
  });
}
