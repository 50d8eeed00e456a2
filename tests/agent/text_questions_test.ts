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
  /^FIC's newest call, of 2020-11-05, has a tone of -0\.60, from -1 to 1: of its 250 words 3 are positive and 12 negative;/;
const UNCERTAIN = /^3\.60% of the words of FIC's newest call, of 2020-11-05, are words of uncertainty,/;
const CHANGED =
  /^The risk factors \(Item 1A\) of FIC's annual report of 2020-03-01 differ by 1\.\d\d% from those of 2019-03-02,/;
const TURNED = /^FIC's tone in its newest call, of 2020-11-05, is 0\.93 lower than in that of 2020-08-05: -0\.60,/;
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
    says:
      /^News and posts about FIA that became known within the 5 days to 2020-12-31: 3; within the 60 days to it: 4; that is 9\.0 times/,
  },
  { asks: "How much attention does FIA get?", says: /^News and posts about FIA that became known/ },
  { asks: "Is the sentiment on FIH positive?", says: /^Yes: FIH's tone of its newest call is high, 0\.41,/ },
  {
    asks: "Rank FIB, FIC and FIH by tone",
    says: /^FIH has the most positive tone in its newest call: FIH 0\.41, FIB 0\.00 and/,
  },
  {
    asks: "Which of FIB, FIC and FIH has the most negative tone?",
    says: /^FIC has the most negative tone in its newest/,
  },
  {
    asks: "Rank FIB and FIC by uncertainty",
    says: /^FIC has the higher share of uncertain words in its newest call: FIC 3\.60%/,
  },
  {
    asks: "What is FIK's tone?",
    says: /^FIK's tone of its newest call is not known as of 2020-12-31: no text that it needs is read/,
  },
  { asks: "What is FIL's tone?", says: /: the newest text that it needs is too old\./ },
  { asks: "What is FIM's tone?", says: /: too few words of the text count\./ },
  {
    asks: "What is ENA's tone?",
    says: /^ENA's tone of its newest call is not known as of 2020-12-31: no text about it is read\./,
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
    match(textOf(await ask(asks)), /the data holds no texts/);
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

Deno.test("uncertain words that are many are a risk, with their rank, and a change of risk factors is", async () => {
  const { risks, key_drivers } = thesisOf(await askOf(world, "Analyse FIE"));
  const lines = [...risks, ...key_drivers].join("\n");
  match(
    lines,
    /FIE's share of uncertain words in its newest call is far higher than most \(4\.80%\), rank 1 of 10 names/,
  );
  match(lines, /FIE's change of risk factors in a year is far higher than most \(\d\.\d\d%\), rank 1 of 10 names/);
  match(lines, /FIE's tone in its newest call is far lower than most \(-0\.75\), rank 10 of 10 names/);
});

Deno.test("a company among too few is compared by tone with its own earlier month-ends", async () => {
  match(
    textOf(await askOf(world, "Is MONA's tone positive?")),
    /MONA's tone of its newest call is .* its own \d\d month-ends\./,
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
  match(text, /FIA's newest call, of 2020-08-05, has a tone of 0\.33/);
  ok(!text.includes("2020-11-05, has a tone"));
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
