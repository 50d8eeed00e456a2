/** Charts of items of reports over some periods. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ItemChartRequest } from "../../src/agent/ports.ts";
import { drawSpec } from "../../src/chart/render.ts";
import { itemsChartSpec } from "../../src/chart/items_chart.ts";
import { ask, ports, runHere, textOf, thesisOf } from "./ask.ts";
import { sweep } from "../sweeps.ts";

/** Records the charts that are asked for. */
function spy() {
  const asked: ItemChartRequest[] = [];
  const drawItemChart = (request: ItemChartRequest, signal: AbortSignal) => {
    asked.push(request);
    return ports().drawItemChart(request, signal);
  };
  return { asked, drawItemChart };
}

Deno.test("a question about three or more periods with files has a chart of the figures of its text", async () => {
  const { asked, drawItemChart } = spy();
  const steps = await ask({ input: "AAPL's revenue from 2014 to 2017", files: true }, ports({ drawItemChart }));
  const [chart] = asked;
  deepEqual(asked.map(({ stem, unit, label }) => [stem, unit, label]), [["AAPL_revenue", "USD", "revenue, USD"]]);
  deepEqual(chart?.rows.map(({ start, end, value }) => [start, end, value]), [
    ["2013-09-29", "2014-09-27", 182_795_000_000],
    ["2014-09-28", "2015-09-26", 233_715_000_000],
    ["2015-09-27", "2016-09-24", 215_639_000_000],
    ["2016-09-25", "2017-09-30", 229_234_000_000],
  ]);
  deepEqual(chart?.rows.map(({ change }) => change?.toFixed(4)), [undefined, "0.2786", "-0.0773", "0.0630"]);
  for (const { shown } of chart?.rows ?? []) ok(textOf(steps).includes(shown), shown);
  const files = thesisOf(steps).metadata?.files?.map(({ filename = "" }) => filename) ?? [];
  deepEqual(files.filter((name) => name.startsWith("AAPL_revenue")), [
    "AAPL_revenue.svg",
    "AAPL_revenue.png",
    "AAPL_revenue.csv",
  ]);
});

for (
  const input of ["AAPL's revenue in 2016 and 2017", "AAPL's revenue growth from 2014 to 2017", "Analyse AAPL"]
) {
  Deno.test(`"${input}" has no chart of an item alone`, async () => {
    const { asked, drawItemChart } = spy();
    await ask({ input, files: true }, ports({ drawItemChart }));
    deepEqual(asked.filter(({ rows }) => rows.some(({ series }) => series === undefined)), []);
  });
}

Deno.test("without files no chart of an item is drawn", async () => {
  const { asked, drawItemChart } = spy();
  await ask("AAPL's revenue from 2014 to 2017", ports({ drawItemChart }));
  deepEqual(asked, []);
});

Deno.test("a program that returns another figure draws nothing, and the answer says so", async () => {
  const { asked, drawItemChart } = spy();
  const steps = await ask(
    { input: "AAPL's revenue from 2014 to 2017", files: true },
    ports({
      drawItemChart,
      runCode: async (program) => {
        const run = await runHere(program);
        if (!program.code.includes("itemByPeriod")) return run;
        return { ...run, result: (run.result as { value: number }[]).map((row) => ({ ...row, value: row.value + 1 })) };
      },
    }),
  );
  deepEqual(asked, []);
  deepEqual(thesisOf(steps).metadata?.warnings, [
    "no chart of AAPL's revenue: row 1 differs from the figure of 2014-09-27",
  ]);
  match(textOf(steps), /^Apple's revenue went from \$182\.8bn/);
});

Deno.test("a chart of an item is a picture, whatever the sign and size of its figures", async () => {
  const words = {
    kind: "items",
    title: "A: net income",
    subtitle: "two periods",
    source: "tag",
    label: "USD",
  } as const;
  for (const values of sweep("agent/charts", [[-5e9, 2e9], [0, 0], [-1, -2], [0.31, 0.42]])) {
    const bars = values.map((value, at) => ({ end: `201${at}-12-31`, value, shown: String(value) }));
    const { svg } = await drawSpec(itemsChartSpec({ ...words, bars, isShare: values.includes(0.31) }));
    match(svg, /31 Dec 2010/);
    equal(svg.includes("NaN"), false);
  }
});
