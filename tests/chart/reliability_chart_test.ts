import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import { type ReliabilityChart, reliabilityChartSpec } from "../../src/chart/reliability_chart.ts";
import { ChartError, drawSpec } from "../../src/chart/render.ts";

const POINT = { said: 0.2, happened: 0.25, low: 0.13, high: 0.41, count: 100 };
const PANEL = {
  title: "Falls 15% or more",
  points: [POINT, { ...POINT, said: 0.6, happened: 0.5, high: 0.62 }],
  baseRate: 0.3,
};
const DATES = { title: "Rank correlation", points: [{ date: "2016-06-30", value: -0.2, count: 9 }], mean: -0.2 };

function chartOf(changes: Partial<ReliabilityChart> = {}): ReliabilityChart {
  const words = { title: "What happened", subtitle: ["Proves nothing"], source: "made for this test" };
  return { ...words, panels: [PANEL, PANEL], dates: DATES, ...changes };
}

const UNDRAWABLE = [
  { when: "there is nothing", changes: { panels: [], dates: undefined }, says: /there is nothing to draw/ },
  { when: "a panel has no point", changes: { panels: [{ ...PANEL, points: [] }] }, says: /has no point/ },
  { when: "there is no date", changes: { dates: { ...DATES, points: [] } }, says: /there is no date/ },
  {
    when: "a share is in percent",
    changes: { panels: [{ ...PANEL, points: [{ ...POINT, said: 20 }] }] },
    says: /20 is not/,
  },
  {
    when: "a share is NaN",
    changes: { panels: [{ ...PANEL, points: [{ ...POINT, low: NaN }] }] },
    says: /NaN is not/,
  },
  {
    when: "a date has no value",
    changes: { dates: { ...DATES, points: [{ date: "2016-06-30", value: NaN, count: 1 }] } },
    says: /2016-06-30 has the value NaN/,
  },
];
for (const { when, changes, says } of UNDRAWABLE) {
  Deno.test(`reliabilityChartSpec() throws when ${when}`, () => {
    throws(() => reliabilityChartSpec(chartOf(changes)), (error) => {
      ok(error instanceof ChartError);
      match(error.message, says);
      return true;
    });
  });
}

const SHAPES = [
  { when: "all is known", changes: {} },
  { when: "there is one panel", changes: { panels: [PANEL] } },
  { when: "there are only dates", changes: { panels: [] } },
  { when: "there are no dates", changes: { dates: undefined } },
  {
    when: "all is certain",
    changes: { panels: [{ ...PANEL, points: [{ said: 1, happened: 1, low: 1, high: 1, count: 1 }] }] },
  },
];
for (const { when, changes } of SHAPES) {
  Deno.test(`a reliability chart is drawn when ${when}, and states the number of theses per point`, async () => {
    const { svg, png } = await drawSpec(reliabilityChartSpec(chartOf(changes)));
    ok(png.length > 5_000);
    equal(
      svg.includes("theses per point"),
      reliabilityChartSpec(chartOf(changes)).description !== "" && chartOf(changes).panels.length > 0,
    );
    equal(svg.includes("NaN"), false);
  });
}

Deno.test("reliabilityChartSpec() is JSON without addresses, and both axes have the same span", () => {
  const spec = reliabilityChartSpec(chartOf());
  const text = JSON.stringify(spec);
  deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(JSON.parse(text))));
  equal(text.match(/"url"|"href"/), null);
  equal(text.split('"domain":[0.1,0.65]').length - 1, 4);
});

Deno.test("hostile words stay text in a reliability chart", async () => {
  const evil = '<script>alert(1)</script>"\u001b[31m\u202e';
  const { svg } = await drawSpec(reliabilityChartSpec(chartOf({ title: evil, subtitle: [evil], source: evil })));
  equal(svg.includes("<script"), false);
  equal(["\u001b", "\u202e"].some((char) => svg.includes(char)), false);
});
