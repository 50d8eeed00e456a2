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

/** As Apple's reports for these fiscal years state them, in millions: 0000320193-17-000070 and those before it. */
const PUBLISHED = [
  ["2015-09-26", 233_715, 53_394],
  ["2016-09-24", 215_639, 45_687],
  ["2017-09-30", 229_234, 48_351],
] as const;

Deno.test("the chart has the published figures of each fiscal year, with their reports", async () => {
  const { asked: [chart], warnings } = await chartsOf("Analyse AAPL");
  equal(warnings, undefined);
  equal(chart?.title, "Apple Inc. (AAPL): revenue, net income and free cash flow");
  const valueOf = (series: string, end: string) =>
    chart.rows.find((row) => row.series === series && row.end === end)?.value;
  for (const [end, revenue, income] of PUBLISHED) {
    deepEqual([valueOf("revenue", end), valueOf("net income", end)], [revenue * 1e6, income * 1e6], end);
  }
  equal(valueOf("free cash flow", "2017-09-30"), (63_598 - 12_451) * 1e6);
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
