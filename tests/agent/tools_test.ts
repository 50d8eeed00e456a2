import { z } from "zod";
import { deepEqual, equal, match, ok, rejects, throws } from "../assert.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import { createDesks } from "../../src/agent/desk.ts";
import type { Agent } from "../../src/agent/ports.ts";
import { createTools } from "../../src/agent/tools.ts";
import { type Tool, type ToolClaim, toolClaimSchema, type ToolContext, ToolError } from "../../src/agent/tool.ts";
import { tellDifference } from "../../src/setup/assistant_parts.ts";
import { ask, outputsOf, ports, sample, thesisOf } from "./ask.ts";

const desk = createDesks(sample);
const tools = new Map(createTools({ tell: tellDifference }).map((tool) => [tool.name, tool]));

interface Ran {
  // deno-lint-ignore no-explicit-any -- each test reads the value that its tool describes
  readonly value: any;
  readonly claims: readonly ToolClaim[];
}

function context(replaced: Partial<ToolContext> = {}): ToolContext {
  const { signal } = new AbortController();
  return { desk, ask: createAnalyst(ports()), signal, step: () => Promise.resolve(), ...replaced };
}

function toolOf(name: string): Tool {
  const tool = tools.get(name);
  if (tool === undefined) throw new TypeError(`there is no tool ${name}`);
  return tool;
}

/** Runs a tool as somebody who calls it by name, and holds what it gives to what it says of itself. */
async function run(name: string, asked: unknown, replaced: Partial<ToolContext> = {}): Promise<Ran> {
  const tool = toolOf(name);
  const result = await tool.run(tool.input.parse(asked), context(replaced));
  const value = JSON.parse(JSON.stringify(result.value));
  tool.output.parse(value);
  const claims = z.array(toolClaimSchema).parse(JSON.parse(JSON.stringify(result.claims())));
  equal(new Set(claims.map(({ id }) => id)).size, claims.length, "ids of claims are unique");
  return { value, claims };
}

Deno.test("each tool is in the registry once, and its schemas are JSON Schema", () => {
  equal(tools.size, createTools({ tell: tellDifference }).length);
  for (const { name, says, input, output } of tools.values()) {
    match(name, /^[a-z]+(_[a-z]+)*$/);
    ok(says.length > 40, name);
    for (const schema of [input, output]) ok(z.toJSONSchema(schema, { io: "input" }), name);
  }
});

Deno.test("what a stream shows as a step is what the tool gives: the plan has no second way to make it", async () => {
  const steps = await ask("Analyse AAPL");
  const shown = ["price_history", ...steps.flatMap((step) => step.kind === "tool_call" ? [step.name] : [])];
  for (const name of shown.filter((name) => name !== "resolve_companies")) {
    const [step] = outputsOf(steps, name);
    deepEqual((await run(name, step?.asked)).value, JSON.parse(JSON.stringify(step?.output)), name);
  }
  const [resolved] = outputsOf(steps, "resolve_companies");
  deepEqual((await run("resolve_companies", resolved?.asked)).value, resolved?.output);
});

Deno.test("figures of reports are the same as the steps of a question for them", async () => {
  const steps = await ask("What was Apple's revenue from 2013 to 2016?");
  const [step] = outputsOf(steps, "filed_figures");
  const asked = { ticker: "AAPL", item: "revenue" };
  for (const periods of [["FY2013..FY2016"], ["FY2013", "FY2014", "FY2015", "FY2016"], ["from 2013 to 2016"]]) {
    deepEqual((await run("filed_figures", { ...asked, periods })).value, step?.output, periods.join());
  }
});

Deno.test("a claim of a filed figure names its report, day and file", async () => {
  const { value, claims } = await run("filed_figures", { ticker: "Apple", item: "revenue", periods: ["FY2016"] });
  const [figure] = value.figures;
  deepEqual(claims, [{
    ...{ id: "AAPL.revenue.FY2016", metric: "revenue", subject: "AAPL" },
    ...{ value: figure.value, shown: "$215.6bn", unit: "USD", day: "2016-09-24" },
    ...{ source: claims[0]?.source, accessions: [figure.facts[0].accession] },
  }]);
  ok(claims[0]?.source);
});

Deno.test("a figure of an analysis that comes from reports has their numbers, one of prices its file", async () => {
  const quality = await run("quality_analysis", { ticker: "AAPL" });
  ok(quality.claims.length > 3);
  for (const { metric, accessions = [] } of quality.claims.filter(({ unit }) => unit !== "date")) {
    ok(accessions.length > 0, metric);
  }
  const { claims } = await run("risk_analysis", { ticker: "AAPL" });
  deepEqual(new Set(claims.map(({ source }) => source)), new Set(["made/days"]));
  deepEqual(new Set(claims.map(({ subject }) => subject)), new Set(["AAPL"]));
});

Deno.test("a thesis is the answer's own, with its verified claims beside it", async () => {
  const { value, claims } = await run("thesis", { question: "Analyse AAPL" });
  const result = thesisOf(await ask("Analyse AAPL"));
  const { claims: verified = [], ...verification } = result.metadata?.verification ?? {};
  deepEqual(value, JSON.parse(JSON.stringify({ ...result, metadata: { ...result.metadata, verification } })));
  deepEqual(claims.map(({ id, shown }) => [id, shown]), verified.map(({ id, shown }) => [id, shown]));
  ok(claims.some(({ metric, subject }) => metric === "drawdown_probability" && subject === "AAPL"));
});

Deno.test("a thesis with files lists them", async () => {
  const { value } = await run("thesis", { question: "Analyse AAPL", files: true });
  deepEqual(value.metadata.files.slice(0, 3).map(({ filename }: { filename: string }) => filename), [
    ...["AAPL_price_drawdown.svg", "AAPL_price_drawdown.png", "AAPL_price_drawdown.csv"],
  ]);
});

Deno.test("a screen ranks names by score among those with the same bars, and lists those it does not know", async () => {
  const { value } = await run("screen", { tickers: ["ibm", "Microsoft", "AAPL", "MSFT", "ZZZZ"] });
  deepEqual(value.missing, [{ ticker: "ZZZZ", error: 'The data does not know "ZZZZ".' }]);
  const rows = value.rows as { ticker: string; rank: number; score: number; frequency: string }[];
  equal(rows.length, 3);
  deepEqual(rows.map(({ score }) => score), rows.map(({ score }) => score).toSorted((one, other) => other - one));
  for (const frequency of ["daily", "monthly"]) {
    const alike = rows.filter((row) => row.frequency === frequency);
    deepEqual(alike.map(({ rank }) => rank), alike.map((_, at) => at + 1));
  }
  const apple = thesisOf(await ask("Analyse AAPL"));
  equal(rows.find(({ ticker }) => ticker === "AAPL")?.score, apple.metadata?.score);
});

Deno.test("what changed compares the theses of two days, and says nothing of a day with itself", async () => {
  const { value, claims } = await run("what_changed", { ticker: "AAPL", from: "2014-03-03", to: "2017-12-29" });
  const sides = await Promise.all(["2014-03-03", "2017-12-29"].map(async (asOf) => {
    const { agent_thesis, metadata } = thesisOf(await ask({ input: "Analyse AAPL", asOf }));
    return [agent_thesis.signal, metadata?.score];
  }));
  deepEqual([value.before, value.after].map(({ signal, score }) => [signal, score]), sides);
  deepEqual(value.kinds.slice(0, 2), ["flipped", "falsified"]);
  match(value.summary, /^bearish to neutral, score -0\.87 to \+0\.35; /);
  deepEqual(claims.filter(({ metric }) => metric === "score").map(({ id }) => id), [
    ...["AAPL.score@2014-02-28", "AAPL.score@2017-12-29"],
  ]);
  const same = await run("what_changed", { ticker: "AAPL", from: "2017-12-29", to: "2017-12-29" });
  deepEqual([same.value.summary, same.value.kinds, same.value.figures], ["unchanged", [], []]);
});

const REFUSED = [
  { name: "price_history", asked: { ticker: "ZZZZ" }, code: "unknown_company", says: /does not know "ZZZZ"/ },
  { name: "trend_analysis", asked: { ticker: "Appel" }, code: "unknown_company", says: /Nearest: .*AAPL/ },
  { name: "filed_figures", asked: { ticker: "Foo", item: "revenue" }, code: "unknown_company", says: /"Foo"/ },
  {
    name: "filed_figures",
    asked: { ticker: "AAPL", item: "revenue", periods: ["soon"] },
    code: "unknown_period",
    says: /Cannot read the period "soon": write FY2017/,
  },
  { name: "thesis", asked: { question: "Analyse FOOBAR" }, code: "unknown_company", says: /"FOOBAR"/ },
  { name: "thesis", asked: { question: "Hello" }, code: "no_subject", says: /^No company or sector in this question/ },
  { name: "what_changed", asked: { ticker: "ZZZZ", from: "2016-06-01" }, code: "unknown_company", says: /"ZZZZ"/ },
  { name: "price_history", asked: { ticker: "AAPL", as_of: "1900-01-01" }, code: "invalid_as_of", says: /^Cannot/ },
  { name: "thesis", asked: { question: "AAPL", as_of: "1900-01-01" }, code: "invalid_as_of", says: /^Cannot/ },
] as const;
for (const { name, asked, code, says } of REFUSED) {
  Deno.test(`${name} refuses ${JSON.stringify(asked)} with ${code} and a sentence`, async () => {
    await rejects(() => run(name, asked), (error) => {
      ok(error instanceof Error && "code" in error);
      equal(error.code, code);
      match(error.message, says);
      return true;
    });
  });
}

Deno.test("an unknown company comes with the nearest that the data knows", async () => {
  await rejects(() => run("price_history", { ticker: "Appel" }), (error) => {
    ok(error instanceof ToolError);
    match(error.nearest[0] ?? "", /AAPL/);
    return true;
  });
});

Deno.test("as of a day nothing later is read", async () => {
  const { value } = await run("price_history", { ticker: "AAPL", as_of: "2016-06-01" });
  equal(value.last, "2016-06-01");
  const later = await run("filed_figures", { ticker: "AAPL", item: "revenue", periods: ["FY"], as_of: "2016-06-01" });
  equal(later.value.figures[0].end, "2015-09-26");
});

for (const asked of [{}, { ticker: "" }, { ticker: "AAPL", as_of: "yesterday" }, { ticker: "AAPL", more: 1 }]) {
  Deno.test(`the arguments ${JSON.stringify(asked)} are no arguments of price_history`, () => {
    throws(() => toolOf("price_history").input.parse(asked));
  });
}

Deno.test("each step is told before it is done, and a call that is aborted between two names ends there", async () => {
  const controller = new AbortController();
  const told: string[] = [];
  const asked: string[] = [];
  const agent = createAnalyst(ports());
  const counted: Agent = (question) => {
    asked.push(question.input);
    return agent(question);
  };
  const step: ToolContext["step"] = ({ done, total, message }) => {
    told.push(`${done} of ${total}: ${message}`);
    if (done === 2) controller.abort(new Error("enough"));
    return Promise.resolve();
  };
  const cancelled = run("screen", { tickers: ["AAPL", "MSFT", "IBM"] }, {
    signal: controller.signal,
    step,
    ask: counted,
  });
  await rejects(() => cancelled, /enough/);
  deepEqual(told, ["1 of 3: thesis AAPL", "2 of 3: thesis MSFT"]);
  equal(asked.length, 1);
});

Deno.test("a thesis tells the steps of its plan", async () => {
  const told: string[] = [];
  await run("thesis", { question: "Analyse AAPL" }, {
    step: ({ message }) => Promise.resolve(void told.push(message)),
  });
  deepEqual(told.slice(0, 3), ["resolve_companies", "price_history AAPL", "trend_analysis AAPL"]);
  equal(told.at(-1), "verification");
});

Deno.test("without what compares answers there is no what_changed, and tools of other rooms are added", () => {
  const verify = { ...toolOf("price_history"), name: "verify_text" };
  const names = createTools({ more: [verify] }).map(({ name }) => name);
  equal(names.includes("what_changed"), false);
  equal(names.includes("verify_text"), true);
});
