/** A chart of statements: revenue, net income and free cash flow by fiscal year, where reports state them. */
import { deepEqual, equal, ok } from "../assert.ts";
import { itemsChartSpec } from "../../src/chart/items_chart.ts";
import { drawSpecAsSvg } from "../../src/chart/render.ts";
import type { ItemChartRequest } from "../../src/agent/ports.ts";
import { verify } from "../../src/verify/verify.ts";
import { ask, ports, thesisOf } from "./ask.ts";

/** The charts of items that an answer with files asks for, and its warnings. */
async function chartsOf(input: string, replaced: Parameters<typeof ports>[0] = {}) {
  const asked: ItemChartRequest[] = [];
  const drawItemChart = (request: ItemChartRequest, signal: AbortSignal) => {
    asked.push(request);
    return ports().drawItemChart(request, signal);
  };
  const { metadata } = thesisOf(await ask({ input, files: true }, ports({ drawItemChart, ...replaced })));
  return { asked, warnings: metadata?.warnings, files: metadata?.files ?? [] };
}

/** As the made reports of these fiscal years state them, in millions. */
const STATED = [
  ["2015-09-26", 233_715, 50_109],
  ["2016-09-24", 215_639, 44_608],
  ["2017-09-30", 229_234, 48_460],
] as const;

Deno.test("the chart has the stated figures of each fiscal year, with their reports", async () => {
  const { asked: [chart], warnings } = await chartsOf("Analyse AAPL");
  equal(warnings, undefined);
  equal(chart?.title, "Apple Inc. (AAPL): revenue, net income and free cash flow");
  const valueOf = (series: string, end: string) =>
    chart.rows.find((row) => row.series === series && row.end === end)?.value;
  for (const [end, revenue, income] of STATED) {
    deepEqual([valueOf("revenue", end), valueOf("net income", end)], [revenue * 1e6, income * 1e6], end);
  }
  equal(valueOf("free cash flow", "2017-09-30"), (61_252 - 12_074) * 1e6);
  ok(chart.rows.every(({ reports, known, tags }) => reports !== "" && known !== "" && tags !== ""));
  const ends = chart.rows.map(({ end }) => end);
  deepEqual(ends, ends.toSorted());
});

Deno.test("a company without reports has no such chart, and nothing is said of one", async () => {
  const { asked, warnings } = await chartsOf("Analyse XRX");
  deepEqual([asked, warnings], [[], undefined]);
});

Deno.test("what the verifier does not pass is not drawn", async () => {
  const { asked } = await chartsOf("Analyse AAPL", {
    verify: (draft, view) => {
      const isOurs = draft.reasoning.every(({ saying }) => saying.phrase === "row.period");
      return isOurs ? verify({ ...draft, reasoning: draft.reasoning.slice(-3) }, view) : verify(draft, view);
    },
  });
  deepEqual([...new Set(asked.flatMap(({ rows }) => rows.map(({ end }) => end.slice(0, 4))))], [
    "2015",
    "2016",
    "2017",
  ]);
});

Deno.test("bars of several items are drawn beside each other, with a name for each colour", async () => {
  const { asked: [chart] } = await chartsOf("Analyse AAPL");
  if (chart === undefined) throw new TypeError("there is no chart");
  const { rows, title, subtitle, source, label } = chart;
  const spec = itemsChartSpec({ kind: "items", bars: rows, isShare: false, title, subtitle, source, label });
  const svg = await drawSpecAsSvg(spec);
  for (const name of ["revenue", "net income", "free cash flow", "30 Sep 2017", "250bn"]) ok(svg.includes(name), name);
  equal(svg.match(/aria-roledescription="bar"/g)?.length, rows.length);
});

const LACKING: readonly (readonly [what: string, lacks: readonly string[], lines: readonly string[]])[] = [
  ["nothing of bars that are all there", [], []],
  ["the years that have no figure of an item", ["free cash flow 2015", "free cash flow 2016"], [
    "Not in the data: free cash flow to 26 Sep 2015, 24 Sep 2016",
  ]],
  ["the years of each item", ["revenue 2017", "net income 2016"], [
    "Not in the data: revenue to 30 Sep 2017",
    "Not in the data: net income to 24 Sep 2016",
  ]],
];
for (const [what, lacks, lines] of LACKING) {
  Deno.test(`below its title a chart says ${what}`, async () => {
    const { asked: [chart] } = await chartsOf("Analyse AAPL");
    const { rows = [], title = "", subtitle = "", source = "", label = "" } = chart ?? {};
    const bars = rows.filter(({ series, end }) => !lacks.includes(`${series} ${end.slice(0, 4)}`));
    equal(rows.length - bars.length, lacks.length);
    const spec = itemsChartSpec({ kind: "items", bars, isShare: false, title, subtitle, source, label });
    const said = (spec as { title: { subtitle: readonly string[] } }).title.subtitle;
    deepEqual(said.slice(1, -1), lines);
    ok(lines.every((line) => `${(spec as { description: string }).description}`.includes(line)));
  });
}
