/** Quotes on the usual topics at the end of a thesis. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import { missingShared, testOnShared } from "../needs.ts";
import { CALLS_FILE, realCalls } from "../real_calls.ts";
import { sweep } from "../sweeps.ts";
import { tradingDays } from "../trading_days.ts";
import { ask, ports, saidOf, textOf, thesisOf } from "./ask.ts";
import { MADE_TEXTS, type MadeText, textWorld, WORLD_DAY } from "./text_world.ts";

async function thesis(dataset: Dataset, input: string, asOf?: string) {
  const steps = await ask({ input, ...(asOf !== undefined && { asOf }) }, ports({ dataset }));
  const result = thesisOf(steps);
  const { verification } = result.metadata ?? {};
  equal(verification?.claims_removed, 0, JSON.stringify(verification?.checks));
  const reasoning = saidOf(result);
  return { result, reasoning, text: textOf(steps), quotes: reasoning.match(/“[^”]*”/g) ?? [] };
}

const world = textWorld(MADE_TEXTS);

Deno.test("a thesis ends with a quote on each of three usual topics", async () => {
  const { reasoning } = await thesis(world, "Analyse Acme");
  match(
    reasoning,
    new RegExp(
      String
        .raw`In the Q&A of Acme Industries' 2 May 2017 call: “We do not expect the shortage to ` +
        String.raw`last into the next year\.” ` +
        String
          .raw`On Acme Industries' 1 Aug 2017 call: “[^”]*Orders rose by a fifth\.” ` +
        String
          .raw`On Acme Industries' 1 Aug 2017 call: “Supply got better in July\.”`,
    ),
  );
});

Deno.test("a thesis on a company without texts is what it is where nobody has texts", async () => {
  const [none, some] = [await thesis(textWorld({}), "Analyse Cora"), await thesis(world, "Analyse Cora")];
  deepEqual(some.result, none.result);
  equal(some.text, none.text);
});

const call = (day: string, text: string, at = 1): MadeText => ({ id: `calls.jsonl ${at}`, kind: "call", day, text });
const EXPECTED = "We expect higher sales in the coming year.";

const QUOTED: readonly (readonly [when: string, texts: readonly MadeText[], quotes: readonly string[]])[] = [
  ["the newest of two calls", [
    call("2017-05-02", "We expect lower sales in the coming year."),
    call("2017-11-02", EXPECTED, 2),
  ], [EXPECTED]],
  ["nothing of a call that is more than a year old", [call("2016-12-01", EXPECTED)], []],
  ["nothing that is known after the day", [{ ...call("2018-01-02", EXPECTED), known: "2018-06-01" }], []],
  ["nothing that somebody else wrote", [{ ...call("2017-11-02", EXPECTED), kind: "news", title: "" }], []],
  ["nothing of what is read out in every call", [
    call("2017-11-02", "Forward-looking statements say what we expect and are subject to risks."),
  ], []],
  ["nothing where no usual topic is named", [call("2017-11-02", "We opened a new office in the north of Norway.")], []],
  ["no sentence for two topics", [call("2017-11-02", "We expect demand and margins to rise in the next year.")], [
    "We expect demand and margins to rise in the next year.",
  ]],
  ["three topics of six, in their order", [
    call(
      "2017-11-02",
      "Liquidity was good at the end of the year.\n\nThe lawsuit was settled last week by both sides.\n\n" +
        "Our supplier delivered late in the third quarter.\n\nThe gross margin rose by two points.",
    ),
  ], [
    "The gross margin rose by two points.",
    "Our supplier delivered late in the third quarter.",
    "The lawsuit was settled last week by both sides.",
  ]],
];

for (const [what, texts, quotes] of QUOTED) {
  Deno.test(`a thesis quotes ${what}`, async () => {
    const found = await thesis(textWorld({ BOLT: texts }), "Analyse Bolt");
    deepEqual(found.quotes, quotes.map((one) => `“${one}”`));
  });
}

Deno.test("a question for a figure, for a text or about two companies has no quotes of a thesis", async () => {
  for (const input of ["What is the volatility of Acme?", "Compare Acme and Bolt", "What did Acme say about supply?"]) {
    const { reasoning } = await thesis(world, input);
    ok(!reasoning.includes("last into the next year"), reasoning);
  }
});

Deno.test("quotes change no signal, score, driver or risk", async () => {
  const of = async (dataset: Dataset) => {
    const { result: { agent_thesis: { signal, confidence }, key_drivers, risks, metadata } } = await thesis(
      dataset,
      "Analyse Dune",
    );
    return [signal, confidence, key_drivers, risks, metadata?.score];
  };
  const report: MadeText = { id: "8-K 1", kind: "8-K", day: "2017-06-10", text: EXPECTED };
  deepEqual(await of(textWorld({ DUNE: [report] })), await of(textWorld({})));
});

Deno.test("equal passages are quoted by the newer text, then by the earlier place", async () => {
  const twice = `${EXPECTED}\n\nWe expect higher sales in the coming year too.`;
  const texts = [call("2017-05-02", twice, 1), call("2017-05-02", `${twice} `, 2)];
  const runs = await Promise.all(
    [texts, texts.toReversed()].map((all) => thesis(textWorld({ BOLT: all }), "Analyse Bolt")),
  );
  equal(runs[0]?.reasoning, runs[1]?.reasoning);
});

Deno.test("what quotes cost a thesis with a thousand texts", async () => {
  const many = Array.from({ length: 1_000 }, (_, at): MadeText => {
    const day = new Date(Date.parse("2013-02-01") + Math.floor(at * 1.7) * 86_400_000).toISOString().slice(0, 10);
    const lines = Array.from(
      { length: 40 },
      (_, line) =>
        `In part ${line} of talk ${at} we expect demand, margins and supply to change by ${
          (at * 7 + line) % 90
        } percent.`,
    );
    return call(day, lines.join("\n"), at);
  });
  const world = textWorld({ ACME: many });
  const took = async (input: string) => {
    const times: number[] = [];
    for (const day of [WORLD_DAY, "2018-01-03", "2018-01-04", "2018-01-05"]) {
      await thesis(world, "Analyse Bolt", day); // what is made once for a day
      const begun = performance.now();
      await thesis(world, input, day);
      times.push(performance.now() - begun);
    }
    return `${times.map((one) => one.toFixed(0)).join(", ")} ms`;
  };
  const [figure, view] = [await took("What is the volatility of Acme?"), await took("Analyse Acme")];
  // deno-lint-ignore no-console -- durations are printed
  console.log(
    `with 1,000 texts of 3,400 characters: a figure, without quotes, ${figure}; a thesis with quotes ${view}`,
  );
});

testOnShared(
  missingShared(CALLS_FILE),
  "no quote of real calls is removed from a thesis, or is of another year",
  async () => {
    const texts = sweep("agent/told_quotes", await realCalls());
    const days = tradingDays("2016-01-04", 520);
    const source = "made.csv";
    const series = texts.map(({ ticker }, at) =>
      seriesOf(
        { ticker, frequency: "daily", basis: "price", currency: "USD", source },
        days.map((date, on) => ({ date, close: 100 + at + 10 * Math.sin(on / (20 + at)) })),
      )
    );
    const companies = texts.map(({ ticker }) => ({ ticker, name: ticker }));
    const sources = [source, "calls.jsonl"].map((id) => ({ id, title: "Real calls", sha256: "0" }));
    const dataset = createDataset({ ...{ name: "Calls", notice: "", companies, sources, series, texts } });
    let quoted = 0;
    for (const { ticker } of companies) {
      const { reasoning, quotes } = await thesis(dataset, `Analyse the company listed under ticker "${ticker}"`);
      quoted += quotes.length;
      for (const [, day = ""] of reasoning.matchAll(/(\d{4}-\d\d-\d\d) call\b/g)) {
        ok(day >= "2017-01-25" && day <= WORLD_DAY, reasoning);
      }
      ok(quotes.length <= 3, reasoning);
    }
    ok(quoted > 0);
    // deno-lint-ignore no-console -- says how many there are
    console.log(`${quoted} quotes in theses on ${companies.length} companies`);
  },
);
