/** Questions about the tone, the uncertain words, the changes and the number of texts. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { DOMAINS } from "../../src/data/domains.ts";
import { READERS } from "../../src/verify/domains/readers.ts";
import { KNOWLEDGE as VERIFIER } from "../../src/verify/knowledge.ts";
import { verify } from "../../src/verify/verify.ts";
import { madeWorld } from "../verify/made_world.ts";
import { ask, askOf, outputsOf, ports, textOf, thesisOf } from "./ask.ts";

const world = madeWorld(2, "price");

const TONE =
  /^The tone of FIC Holdings' latest call \(5 Nov 2020\) is -0\.60 on a scale of -1 to 1: 3 positive and 12 negative words out of 250;/;
const UNCERTAIN = /^Words of uncertainty, such as .* make up 3\.60% of FIC Holdings' latest call \(5 Nov 2020\)/;
const CHANGED =
  /^The risk factors in FIC Holdings' annual report of 1 Mar 2020 differ by 1\.\d\d% from those of 2 Mar 2019 /;
const TURNED = /^The tone of FIC Holdings' latest call \(5 Nov 2020\) is 0\.93 lower than on 5 Aug 2020, at -0\.60 /;
const ASKED: readonly { readonly asks: string; readonly says: RegExp }[] = [
  { asks: "How is the tone of FIC's last call?", says: TONE },
  { asks: "What is the tone of FIC's latest earnings call?", says: TONE },
  { asks: "What is the earnings call tone of FIC?", says: TONE },
  { asks: "What is FIC's sentiment?", says: TONE },
  { asks: "How is the wording of FIC?", says: TONE },
  { asks: "Analyse the tone of FIC", says: TONE },
  { asks: "What is FIC's change of tone?", says: TURNED },
  { asks: "Did FIC's tone change?", says: TURNED },
  { asks: "What changed in the tone of FIC?", says: TURNED },
  { asks: "How many uncertain words in the last earnings call of FIC?", says: UNCERTAIN },
  { asks: "How uncertain is FIC's newest call?", says: UNCERTAIN },
  { asks: "How much uncertainty in FIC's calls?", says: UNCERTAIN },
  { asks: "What are FIC's filing changes?", says: CHANGED },
  { asks: "What changed in FIC's annual report?", says: CHANGED },
  { asks: "How large is the change of FIC's risk factors?", says: CHANGED },
  {
    asks: "What is FIA's news volume?",
    says: /^3 news items and posts about FIA Holdings came out in the five days to 31 Dec 2020, 9\.0 times/,
  },
  { asks: "How much attention does FIA get?", says: /^3 news items and posts about FIA Holdings came out/ },
  { asks: "Is the sentiment on FIH positive?", says: /^Yes: FIH Holdings' tone on its latest call is high at 0\.41 / },
  {
    asks: "Rank FIB, FIC and FIH by tone",
    says: /^Of 3 companies, FIH Holdings \(FIH\) has the most positive tone on its latest call: 0\.41 /,
  },
  {
    asks: "Which of FIB, FIC and FIH has the most negative tone?",
    says: /^Of 3 companies, FIC Holdings \(FIC\) has the most negative tone on its latest/,
  },
  {
    asks: "Rank FIB and FIC by uncertainty",
    says: /^FIC Holdings has the higher share of uncertain words on its latest call: FIC Holdings 3\.60%/,
  },
  {
    asks: "What is FIK's tone?",
    says:
      /^FIK Holdings' tone on its latest call cannot be measured as of 31 Dec 2020: the data hold too few earnings calls for it\./,
  },
  {
    asks: "How did FIA react to its last nine results?",
    says: /The data hold no announcement \(8-K, item 2\.02\) before FIA Holdings' results of \d+ \w{3} \d{4}\./,
  },
  { asks: "What is FIL's tone?", says: /: the data hold no recent earnings calls for it\./ },
  { asks: "What is FIM's tone?", says: /: the document is too short to score\./ },
  {
    asks: "What is ENA's tone?",
    says:
      /^ENA Holdings' tone on its latest call cannot be measured as of 31 Dec 2020: the data hold no earnings calls for it\. For its shares, ask "Analyse ENA"\./,
  },
];
for (const { asks, says } of ASKED) {
  Deno.test(`"${asks}" is answered first: ${says.source.slice(0, 60)}`, async () => {
    const steps = await askOf(world, asks);
    match(textOf(steps), says);
    equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
  });
}

const NO_MEASURE = [
  "AAPL news",
  "What is AAPL's sentiment?",
  "Any lawsuits at IBM?",
  "What is the tone of IBM's last call?",
];
for (const asks of NO_MEASURE) {
  Deno.test(`of data without texts "${asks}" hears that it holds none`, async () => {
    match(textOf(await ask(asks)), /the data hold no texts/);
  });
}

Deno.test("a word of doubt that is not of a text asks for no measure of texts", async () => {
  for (
    const asks of [
      "Given the uncertainty, is AAPL safe?",
      "What needs attention at IBM?",
      "IBM: risks and uncertainties",
    ]
  ) {
    ok(!textOf(await ask(asks)).includes("texts"), asks);
  }
});

Deno.test("uncertain words that are many are a risk, and a change of risk factors is", async () => {
  const { risks, key_drivers } = thesisOf(await askOf(world, "Analyse FIE"));
  const lines = [...risks, ...key_drivers].join("\n");
  match(
    lines,
    /The share of uncertain words in FIE Holdings' latest call is among the highest 10% at 4\.80% \(1st of 10\)/,
  );
  match(
    lines,
    /The change in FIE Holdings' risk factors over a year is among the highest 10% at \d\.\d\d%/,
  );
  match(lines, /The tone of FIE Holdings' latest call is among the lowest 10% at -0\.75 \(10th of 10\)/);
});

Deno.test("a company among too few is compared by tone with its own range over earlier months", async () => {
  match(
    textOf(await askOf(world, "Is MONA's tone positive?")),
    /MONA Holdings' tone on its latest call is .* its own range over \d\d months\./,
  );
});

Deno.test("texts of which one measure alone is scored give no score of their own", async () => {
  const steps = await askOf(world, "Analyse MONA");
  const output = outputsOf(steps, "text_analysis")[0]?.output as { score?: number; abstains?: string } | undefined;
  equal(output?.score, undefined);
  match(output?.abstains ?? "", /companies to compare with/);
});

Deno.test("the tool of texts is not called for a company without any", async () => {
  deepEqual(outputsOf(await askOf(world, "Analyse ENA"), "text_analysis"), []);
});

Deno.test("the chance of a fall is what it is without texts", async () => {
  const bare = madeWorld(2, "price", { hasTexts: false });
  for (const ticker of ["FIC", "FIE", "FII", "MONA"]) {
    const [told, untold] = await Promise.all([world, bare].map((one) => askOf(one, `Analyse ${ticker}`)));
    const chanceOf = (steps: typeof told) => steps && thesisOf(steps).metadata?.drawdown_probability;
    equal(chanceOf(told), chanceOf(untold), ticker);
    ok(chanceOf(told) !== undefined);
  }
});

Deno.test("what is known later changes no answer of a day before", async () => {
  const asked = { input: "Analyse FIA", asOf: "2020-10-30" };
  const text = textOf(await ask(asked, ports({ dataset: world })));
  match(text, /The tone of FIA Holdings' latest call \(5 Aug 2020\) is 0\.33/);
  ok(!text.includes("5 Nov 2020, has a tone"));
});

const CHANGED_FIGURES = DOMAINS.find(({ name }) => name === "text")?.measures.map(({ metric }) => metric) ?? [];
for (const metric of CHANGED_FIGURES) {
  Deno.test(`a ${metric} that the verifier counts otherwise does not leave`, async () => {
    const readers = { ...READERS, [metric]: () => 0.1234 };
    const agent = ports({
      dataset: world,
      verify: (draft, view) => verify(draft, view, { ...VERIFIER, readers }),
    });
    const said = async (asks: string) => thesisOf(await ask(asks, agent)).metadata?.verification?.claims_removed ?? 0;
    ok(await said("Analyse the tone of FIA") > 0);
  });
}
