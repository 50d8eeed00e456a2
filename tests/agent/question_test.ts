import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import { QuestionError } from "../../src/agent/open_view.ts";
import type { Question } from "../../src/agent/ports.ts";
import { ask, conclusionOf, outputsOf, ports, saidThesisOf, textOf } from "./ask.ts";

const KINDS = [
  { input: "Analyse AAPL", kind: "thesis", subject: "AAPL" },
  { input: 'Analyse the company listed under ticker "XRX" (Xerox Corp.)', kind: "thesis", subject: "XRX" },
  { input: "Is the momentum of Adobe holding up?", kind: "thesis", subject: "ADBE" },
  { input: "Compare Apple and Microsoft", kind: "thesis", subject: "AAPL, MSFT" },
  {
    input: "Which risks does the technology sector run?",
    kind: "thesis",
    subject: "AAPL, ADBE, DELL, GOOGL, IBM, MSFT, XRX",
  },
  { input: 'Analyse the company listed under ticker "ZZZZ"', kind: "unknown_company", says: /"ZZZZ"/ },
  { input: `Analyse ${"x".repeat(9_000)}`, kind: "unknown_company", says: /^The data does not know "x{40}…"/ },
  { input: "Analyse 037833100", kind: "unknown_company", says: /037833100 is a CUSIP.*offline/ },
  { input: "Analyse US0378331005", kind: "unknown_company", says: /US0378331005 is an ISIN.*offline/ },
  {
    input: "Which risks does the energy sector run?",
    kind: "unknown_company",
    says: /no company of the Energy sector.*Consumer Discretionary, Information Technology/,
  },
  { input: "Hello, how are you?", kind: "no_subject", says: /Analyse AAPL.*Compare AAPL and ADBE.*sector/ },
] as const;

for (const one of KINDS) {
  Deno.test(`"${one.input}" ends with ${one.kind}`, async () => {
    const steps = await ask(one.input);
    const conclusion = conclusionOf(steps);
    equal(conclusion.kind, one.kind);
    if ("subject" in one) return equal(saidThesisOf(steps).metadata?.subject, one.subject);
    match(textOf(steps), one.says);
    equal(conclusion.kind === "thesis" ? undefined : conclusion.message, textOf(steps));
    ok(!steps.some((step) => step.kind === "verification_started"), "nothing is researched");
  });
}

const ENDS: readonly { readonly with: "the fact" | "a view"; readonly asked: readonly string[] }[] = [
  {
    with: "the fact",
    asked: [
      "What was Apple's revenue in fiscal 2017?",
      "What are the beta and the volatility of AAPL?",
      "Is MSFT above its 200-day mean?",
      "Which has the higher momentum, AAPL or IBM?",
      "Why did IBM fall in 2015?",
      "How has AAPL done in 2016?",
      "Did AAPL rise in 2016?",
    ],
  },
  {
    with: "a view",
    asked: [
      "Analyse AAPL",
      "Is AAPL a buy?",
      "Which is better, AAPL or IBM?",
      "How risky is IBM?",
      "What would change your view on AAPL?",
      "Should I buy AAPL or MSFT?",
    ],
  },
];
for (const one of ENDS) {
  for (const input of one.asked) {
    Deno.test(`the answer to "${input}" ends with ${one.with}`, async () => {
      const steps = await ask(input);
      const { agent_thesis: { signal, confidence }, key_drivers, risks, metadata } = saidThesisOf(steps);
      const isView = one.with === "a view";
      equal(/view on|coin toss|taken together/.test(textOf(steps)), isView);
      equal(metadata?.score !== undefined, isView);
      if (!isView) deepEqual([signal, confidence, key_drivers, risks], ["no_view", 0.5, [], []]);
    });
  }
}

for (
  const input of [
    "Compare AAPL and MSFT",
    "How risky is a portfolio of 60% AAPL and 40% IBM?",
    "What risks does the technology sector run?",
  ]
) {
  Deno.test(`"${input}" asks for no view of them, and none is stated`, async () => {
    const steps = await ask(input);
    ok(!/coin toss|taken together/.test(textOf(steps)), textOf(steps));
    equal(saidThesisOf(steps).agent_thesis.signal, "no_view");
  });
}

Deno.test("a fact asked for where a thesis is wanted, as of a row of a screen, has its view and what would change it behind it", async () => {
  const { agent_thesis, metadata } = saidThesisOf(await ask({ input: "What is the beta of AAPL?", isView: true }));
  match(agent_thesis.reasoning, /^Apple's beta to the S&P 500 is .* Apple \(AAPL\): /);
  deepEqual([agent_thesis.signal, metadata?.score !== undefined], ["neutral", true]);
  equal(metadata?.sections?.blocks.filter(({ kind }) => kind === "turn").length, 1);
});

Deno.test("an unknown company is reported with the nearest names, tickers first", async () => {
  const conclusion = conclusionOf(await ask("Analyse AAPPL"));
  equal(conclusion.kind, "unknown_company");
  if (conclusion.kind === "unknown_company") equal(conclusion.nearest[0], "Apple (AAPL)");
});

Deno.test("the answer for a known and an unknown company names the one it omits", async () => {
  const steps = await ask("Compare IBM and ZZZZ");
  equal(saidThesisOf(steps).metadata?.subject, "IBM");
  match(textOf(steps), /^Not in the data: "ZZZZ"\./);
  match(saidThesisOf(steps).agent_thesis.reasoning, /^Not in the data: "ZZZZ"\./);
});

const REFUSED: readonly { question: Partial<Question>; code: string; param: string; says: RegExp }[] = [
  {
    question: { horizon: "21d" },
    code: "unsupported_horizon",
    param: "metadata.horizon",
    says: /Cannot look ahead "21d"/,
  },
  { question: { benchmark: "QQQ" }, code: "unknown_benchmark", param: "metadata.benchmark", says: /has only \^GSPC/ },
  { question: { asOf: "yesterday" }, code: "invalid_as_of", param: "metadata.as_of", says: /"yesterday"/ },
  { question: { asOf: "1980-01-01" }, code: "invalid_as_of", param: "metadata.as_of", says: /begin on 31 Jan 1990/ },
];
for (const { question, code, param, says } of REFUSED) {
  Deno.test(`${param} ${JSON.stringify(Object.values(question)[0])} is rejected before any step`, async () => {
    const agent = createAnalyst(ports());
    const steps = agent({ input: "Analyse AAPL", files: false, signal: new AbortController().signal, ...question });
    await rejects(steps.next(), (error: unknown) => {
      ok(error instanceof QuestionError);
      deepEqual([error.code, error.param], [code, param]);
      match(error.message, says);
      return true;
    });
  });
}

for (const question of [{ horizon: "63d" }, { benchmark: "^GSPC" }, { benchmark: "gspc" }, { asOf: "2016-06-30" }]) {
  Deno.test(`${JSON.stringify(question)} is accepted`, async () => {
    const { metadata } = saidThesisOf(await ask({ input: "Analyse AAPL", ...question }));
    deepEqual([metadata?.horizon, metadata?.benchmark], ["63d", "^GSPC"]);
    equal(metadata?.as_of, question.asOf ?? "2017-12-29");
  });
}

Deno.test("a company without a price yet is reported as such, without a view", async () => {
  const steps = await ask({ input: "Analyse DELL", asOf: "2015-03-01" });
  const { agent_thesis, metadata } = saidThesisOf(steps);
  deepEqual([agent_thesis.signal, agent_thesis.confidence], ["no_view", 0.5]);
  match(agent_thesis.reasoning, /^No view: the data hold no prices .* lack of prices: DELL\./);
  deepEqual([metadata?.score, metadata?.drawdown_probability, metadata?.evidence?.abstained], [
    undefined,
    undefined,
    7,
  ]);
});

Deno.test("a history that is too short gives no view, and the answer says so", async () => {
  const steps = await ask({ input: "Analyse DELL", asOf: "2017-03-01" });
  const { agent_thesis, metadata } = saidThesisOf(steps);
  deepEqual([agent_thesis.signal, agent_thesis.confidence, metadata?.score], ["no_view", 0.5, undefined]);
  match(agent_thesis.reasoning, /DELL.*: no view .*momentum[^(]*\(too short a history\)/);
});

const LEADS = [
  {
    input: "Which risks does the technology sector run?",
    first:
      /^The median chance of a 15% drawdown within three months in Information Technology is 8%; for all companies in the data it is 9%/,
  },
  {
    input: "How volatile is IBM?",
    first: /^IBM's annualised volatility is 14\.3% \(/,
  },
  {
    input: "Is the momentum of Adobe holding up?",
    first: /^Yes: Adobe Systems' 12-month momentum excluding the last month is high at 62\.6% \(/,
  },
  {
    input: "Is the momentum of Adobe worth its risk?",
    first: /^Yes: Adobe Systems' 12-month momentum excluding the last month is high at /,
  },
  { input: "How risky is the trend of IBM?", first: /^The chance that IBM falls/ },
  {
    input: "Analyse IBM",
    first: /^International Business Machines \(IBM\): neutral, with low volatility /,
  },
];
for (const { input, first } of LEADS) {
  Deno.test(`the answer to "${input}" begins with what it asks for`, async () =>
    match(textOf(await ask(input)), first));
}

Deno.test("every company is researched by every analyst, in the order of the request", async () => {
  const steps = await ask("Compare Microsoft and Apple");
  for (const tool of ["price_history", "trend_analysis", "risk_analysis"]) {
    deepEqual(outputsOf(steps, tool).map(({ asked }) => asked), [{ ticker: "MSFT" }, { ticker: "AAPL" }]);
  }
});

Deno.test("price_history reports the bars of an analysis, and mixed bases", async () => {
  const [ibm] = outputsOf(await ask("Analyse IBM"), "price_history");
  deepEqual(ibm?.output, {
    ticker: "IBM",
    frequency: "monthly",
    basis: "total_return",
    currency: "USD",
    bars: 336,
    first: "1990-01-31",
    last: "2017-12-29",
    close: 118.26,
    source: "made/months",
    benchmark: {
      ticker: "^GSPC",
      frequency: "monthly",
      basis: "price",
      currency: "USD",
      bars: 336,
      first: "1990-01-31",
      last: "2017-12-29",
      close: 2673.61,
      source: "made/months",
    },
    note: "excess returns mix two bases: dividends are in the stock's return but not in the index's",
  });
});
