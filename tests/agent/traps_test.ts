/** Files that cannot be believed: what an answer says of them, and that none is verified with full confidence. */
import { openFolder } from "../../src/data/folder/folder.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { IN_USD, inFolder } from "../data/in_folder.ts";
import { ask, chartSpy, conclusionOf, measuresOf, outputsOf, ports, saidThesisOf } from "./ask.ts";
import { CLEAN, type Trap, TRAPS } from "./traps.ts";

const VOLUME_MEASURES = ["amihud", "dollar_volume"];

/** An answer about AAPL as the tests look at it. */
async function answerTo({ files, asOf }: Trap) {
  return await inFolder({ ...IN_USD, ...files }, async (folder) => {
    const dataset = await openFolder(folder);
    const steps = await ask({ input: "Analyse AAPL", asOf }, ports({ dataset }));
    const conclusion = conclusionOf(steps);
    const problems = dataset.problems.map(({ message }) => message);
    if (conclusion.kind !== "thesis") return { refusal: conclusion.message, problems };
    const { agent_thesis, risks, metadata } = saidThesisOf(steps);
    const verification = metadata?.verification;
    return {
      problems,
      refusal: undefined,
      signal: agent_thesis.signal,
      reasoning: agent_thesis.reasoning,
      risks,
      measures: measuresOf(steps),
      confidence: verification?.confidence ?? NaN,
      removed: verification?.claims_removed,
      doubts: [...verification?.doubts ?? [], ...verification?.stale ?? []],
      checks: (verification?.checks ?? []).map(({ detail = "" }) => detail),
      remarks: (outputsOf(steps, "price_history")[0]?.output as { remarks?: readonly string[] }).remarks ?? [],
    };
  });
}

const clean = await answerTo(CLEAN);
if (clean.refusal !== undefined) throw new TypeError(clean.refusal);

for (const trap of TRAPS) {
  const { what, reads, says, has, silent, most } = trap;
  Deno.test(`AAPL.csv with ${what} ${verbOf(trap)}`, async () => {
    const found = await answerTo(trap);
    if (found.refusal !== undefined) {
      equal(reads, "refused", found.refusal);
      return match(found.refusal, says ?? /$^/);
    }
    equal(found.removed, 0, "sentences were dropped");
    const said = [found.reasoning, ...found.risks, ...found.checks, ...found.problems];
    if (says !== undefined) ok(said.some((text) => says.test(text)), said.join("\n"));
    if (reads === "clean" || reads === "clean prices") return readsAsClean(found, reads);
    equal(reads, undefined, "it was answered");
    ok(most !== undefined && most < 1 && found.confidence <= most, `${found.confidence}`);
    ok(found.doubts.length > 0, "why the confidence is lower is said");
    if (silent) {
      equal(found.signal, "no_view");
      deepEqual([...found.measures.keys()].sort(), has === undefined ? ["close"] : has.toSorted());
    } else {
      for (const metric of has ?? ["close"]) ok(found.measures.has(metric), metric);
    }
  });
}

function verbOf({ reads, silent }: Trap): string {
  if (reads === "refused") return "is refused with a reason";
  if (reads !== undefined) return "reads like the same prices without it";
  return silent ? "gives no view, says why, and is not trusted" : "is told, and is not fully trusted";
}

function readsAsClean(found: Exclude<Awaited<ReturnType<typeof answerTo>>, { refusal: string }>, reads: string): void {
  if (clean.refusal !== undefined) throw new TypeError(clean.refusal);
  equal(found.confidence, 1);
  deepEqual([...found.remarks, ...found.doubts], []);
  if (reads === "clean") return equal(found.reasoning, clean.reasoning);
  const prices = (measures: typeof clean.measures) =>
    [...measures].flatMap(([metric, { value }]) => VOLUME_MEASURES.includes(metric) ? [] : [[metric, value]]);
  deepEqual(prices(found.measures), prices(clean.measures));
}

Deno.test("a doubt about bars stands behind a figure of prices, and not behind one of a report", async () => {
  const { files, asOf } = TRAPS.find(({ what }) => what === "every second day") ?? CLEAN;
  const facts = "ticker,tag,unit,start,end,value,form,accession,filed\n" +
    "AAPL,us-gaap/Revenues,USD,2016-01-01,2016-12-31,1000000,10-K,0000000001-17-000001,2017-02-01\n";
  await inFolder({ ...IN_USD, ...files, "facts.csv": facts }, async (folder) => {
    const dataset = await openFolder(folder);
    const answer = async (input: string) => saidThesisOf(await ask({ input, asOf }, ports({ dataset })));
    match((await answer("What is AAPL's beta?")).risks.join(), /does not fit a trading calendar/);
    const { agent_thesis, risks } = await answer("What was AAPL's revenue in 2016?");
    match(agent_thesis.reasoning, /1,?000,?000|\$1\.000m/);
    deepEqual(risks, []);
  });
});

Deno.test("there are at least 55 traps, and the file without one is trusted", () => {
  ok(TRAPS.length >= 55, `${TRAPS.length}`);
  ok(clean.refusal === undefined);
  equal(clean.confidence, 1);
  deepEqual(clean.remarks, []);
  ok(clean.risks.every((risk) => !/left out|explains/.test(risk)));
});

Deno.test("a move that nothing explains is the first risk", async () => {
  for (const trap of TRAPS.filter(({ what }) => /that stays/.test(what))) {
    const found = await answerTo(trap);
    ok(found.refusal === undefined && /nothing in the data to explain it/.test(found.risks[0] ?? ""), trap.what);
  }
});

Deno.test("a last bar that looks like a split leaves nothing to draw, and the answer says so", async () => {
  const { files } = TRAPS.find(({ what }) => what === "its last bar times 10") ?? CLEAN;
  await inFolder({ ...IN_USD, ...files }, async (folder) => {
    const dataset = await openFolder(folder);
    const conclusion = conclusionOf(await ask({ input: "Analyse AAPL", files: true }, ports({ dataset })));
    const warnings = conclusion.kind === "thesis" ? conclusion.result.metadata?.warnings : undefined;
    const why = "the data holds fewer than two closes since a move that nothing in the data explains";
    deepEqual(warnings, [`no chart of AAPL: ${why}`]);
  });
});

const CHARTED = [
  { trap: /^a close of half and back$/, from: "2013-01-02", rows: 1249 },
  { trap: /^a split 1:4 inside/, from: "2017-06-28", rows: 120 },
  { trap: /^nothing wrong$/, from: "2013-01-02", rows: 1250 },
];
for (const { trap, from, rows } of CHARTED) {
  Deno.test(`a chart of AAPL.csv with ${trap.source} begins on ${from} and has ${rows} closes`, async () => {
    const { files } = [CLEAN, ...TRAPS].find(({ what }) => trap.test(what)) ?? CLEAN;
    const spy = chartSpy();
    await inFolder({ ...IN_USD, ...files }, async (folder) => {
      const dataset = await openFolder(folder);
      await ask({ input: "Analyse AAPL", files: true }, ports({ dataset, drawPriceChart: spy.drawPriceChart }));
    });
    deepEqual(spy.asked.map((chart) => [chart.rows[0]?.date, chart.rows.length]), [[from, rows]]);
  });
}
