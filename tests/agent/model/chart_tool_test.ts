/** Charts that a model chooses: of checked figures alone, with words of the product alone. */
import { deepEqual, equal, match, ok, rejects } from "../../assert.ts";
import { drawChartTool } from "../../../src/agent/model/chart_tool.ts";
import { checkRows } from "../../../src/agent/model/checked_rows.ts";
import { KnownClaims } from "../../../src/agent/model/known_claims.ts";
import type { ToolOutcome } from "../../../src/agent/model/offered_tool.ts";
import type { AgentPorts, ItemChartRequest } from "../../../src/agent/ports.ts";
import { createDrawing } from "../../../src/chart/drawing.ts";
import { itemsChartSpec } from "../../../src/chart/items_chart.ts";
import { drawSpec } from "../../../src/chart/render.ts";
import { chartPorts } from "../../../src/setup/outside_ports.ts";
import { ports } from "../ask.ts";
import { CLAIMS, DAY } from "./made_claims.ts";
import { called, madeWork, textOfFile } from "./made_work.ts";
import { sweep } from "../../sweeps.ts";

const REVENUE = [2014, 2015, 2016, 2017].map((year) => `AAPL.revenue.FY${year}`);
const BARS = { kind: "bar", claims: REVENUE, x: "day" } as const;

/** Records the charts that are asked for. */
function spy() {
  const asked: ItemChartRequest[] = [];
  const drawItemChart: AgentPorts["drawItemChart"] = (request, signal) => {
    if (!("kind" in request)) asked.push(request);
    return ports().drawItemChart(request, signal);
  };
  return { asked, drawItemChart };
}

/** Work whose ledger has a table of made claims. */
async function withTable(rows: unknown, replaced: Partial<AgentPorts> = {}) {
  const made = await madeWork(replaced);
  const checked = checkRows(rows, new KnownClaims(CLAIMS, DAY));
  if (typeof checked === "string") throw new TypeError(checked);
  deepEqual(checked.refused, []);
  made.ledger.tables.set("table", checked.figures);
  return made;
}

function wrongOf(outcome: ToolOutcome): string {
  return "wrong" in outcome ? outcome.wrong : "";
}

Deno.test("claims are drawn with their own values, and words of the product", async () => {
  const { asked, drawItemChart } = spy();
  const { work, ledger, stored } = await madeWork({ drawItemChart });
  const { steps, outcome } = await called(drawChartTool(work, ledger), { ...BARS, claims: REVENUE.toReversed() });
  const [chart] = asked;
  deepEqual([chart?.title, chart?.label, chart?.unit, chart?.stem, chart?.look], [
    ...["Apple (AAPL): revenue", "revenue, USD", "USD", "AAPL_model_chart_1"],
    { mark: "bar", across: "day" },
  ]);
  deepEqual(chart?.rows.map(({ end, value, shown, tags, series }) => [end, value, shown, tags, series]), [
    ["2014-09-27", 182_795_000_000, "$182.8bn", "AAPL.revenue.FY2014", undefined],
    ["2015-09-26", 233_715_000_000, "$233.7bn", "AAPL.revenue.FY2015", undefined],
    ["2016-09-24", 215_639_000_000, "$215.6bn", "AAPL.revenue.FY2016", undefined],
    ["2017-09-30", 229_234_000_000, "$229.2bn", "AAPL.revenue.FY2017", undefined],
  ]);
  ok(!("wrong" in outcome));
  deepEqual([outcome.line, outcome.claims, outcome.files?.length], ["draw_chart: 4 figures of AAPL", [], 3]);
  deepEqual([steps.map(({ kind }) => kind), stored.length], [["files"], 3]);
});

Deno.test("several measures become series, several subjects stand side by side in the model's order", async () => {
  const { asked, drawItemChart } = spy();
  const { work, ledger } = await withTable([
    { id: "XRX.volatility", value: 0.312 },
    { id: "AAPL.volatility", value: 0.187 },
    { id: "MSFT.volatility", value: 0.142 },
  ], { drawItemChart });
  await called(drawChartTool(work, ledger), { kind: "bar", table: "table", x: "subject" });
  await called(drawChartTool(work, ledger), {
    ...{ kind: "bar", x: "day" },
    claims: ["AAPL.revenue.FY2016", "AAPL.revenue.FY2017", "AAPL.net_income.FY2016", "AAPL.net_income.FY2017"],
  });
  deepEqual(asked[0]?.rows.map(({ end, shown }) => [end, shown]), [["XRX", "31.2%"], ["AAPL", "18.7%"], [
    "MSFT",
    "14.2%",
  ]]);
  deepEqual([asked[0]?.title, asked[0]?.label], ["XRX, AAPL and MSFT: volatility", "volatility"]);
  deepEqual(asked[1]?.rows.map(({ end, series }) => [end, series]), [
    ["2016-09-24", "revenue"],
    ["2016-09-24", "net income"],
    ["2017-09-30", "revenue"],
    ["2017-09-30", "net income"],
  ]);
  equal(asked[1]?.label, "USD");
});

Deno.test("no word of the model is in a chart: names of tables and columns stay with it", async () => {
  const { asked, drawItemChart } = spy();
  const rows = [
    { canary: { value: 0.187, claim: "AAPL.volatility" } },
    { canary: { value: 0.142, claim: "MSFT.volatility" } },
  ];
  const { work, ledger, stored } = await withTable(rows, { drawItemChart });
  const { outcome } = await called(drawChartTool(work, ledger), {
    ...{ kind: "point", table: "table", x: "subject", y: ["canary"] },
  });
  equal(
    JSON.stringify([asked, outcome, stored.map(({ filename }) => filename), ledger.notes]).includes("canary"),
    false,
  );
  equal(asked.length, 1);
});

const TABLE = [
  { id: "AAPL.volatility", value: 0.187 },
  { id: "MSFT.volatility", value: 0.142 },
];
const REFUSED: readonly { what: string; given: unknown; rows?: unknown; says: RegExp }[] = [
  {
    what: "a table at an address",
    given: { kind: "bar", table: "https://example.org/a.csv", x: "day" },
    says: /no table of/,
  },
  { what: "a table in a file", given: { kind: "bar", table: "file:///etc/passwd", x: "day" }, says: /no table of/ },
  { what: "data at an address", given: { ...BARS, data: { url: "https://example.org" } }, says: /data/ },
  { what: "a specification", given: { ...BARS, spec: { mark: "image" } }, says: /spec/ },
  { what: "a title of its own", given: { ...BARS, title: "Revenue doubled" }, says: /title/ },
  { what: "values of its own", given: { ...BARS, rows: [{ x: 1, y: 2 }] }, says: /rows/ },
  { what: "a transform", given: { ...BARS, transform: [{ calculate: "1" }] }, says: /transform/ },
  { what: "an image", given: { ...BARS, kind: "image" }, says: /^kind: / },
  { what: "an expression as axis", given: { ...BARS, x: { expr: "1" } }, says: /^x: / },
  {
    what: "an invented claim",
    given: { ...BARS, claims: ["AAPL.revenue.FY2016", "AAPL.revenue.FY2031"] },
    says: /^claims: an id/,
  },
  { what: "neither table nor claims", given: { kind: "bar", x: "day" }, says: /^Give either/ },
  { what: "both table and claims", given: { ...BARS, table: "table" }, says: /^Give either/ },
  {
    what: "an unknown column",
    given: { kind: "bar", table: "table", x: "subject", y: ["other"] },
    says: /^y: .* are value\.$/,
  },
  { what: "a line over subjects", given: { kind: "line", table: "table", x: "subject" }, says: /^A line needs x day/ },
  {
    what: "one figure",
    rows: TABLE.slice(0, 1),
    given: { kind: "bar", table: "table", x: "day" },
    says: /^A chart needs two/,
  },
  {
    what: "two units",
    rows: [...TABLE, { id: "AAPL.close@2017-12-28" }],
    given: { kind: "bar", table: "table", x: "subject" },
    says: /^The figures have different units/,
  },
  {
    what: "a year beside a quarter",
    rows: [{ id: "MSFT.revenue.FY2016" }, { id: "MSFT.revenue.FY2016Q4" }],
    given: { kind: "bar", table: "table", x: "day" },
    says: /^The figures are of periods of different length/,
  },
  {
    what: "a year beside another company's earlier year",
    rows: [{ id: "MSFT.revenue.FY2016" }, { id: "AAPL.revenue.FY2015" }],
    given: { kind: "bar", table: "table", x: "subject" },
    says: /^The figures are of days too far apart/,
  },
  {
    what: "two figures at one place",
    rows: [...TABLE, { id: "AAPL.volatility" }],
    given: { kind: "bar", table: "table", x: "subject" },
    says: /^Two of the figures stand in one place/,
  },
  {
    what: "a word among numbers",
    rows: [...TABLE, { id: "AAPL.trend", value: "above" }],
    given: { kind: "bar", table: "table", x: "subject", y: ["value"] },
    says: /^A column holds words/,
  },
  {
    what: "a mean of several among subjects",
    rows: [...TABLE, {
      value: { value: (0.187 + 0.142) / 2, of: "mean", operands: ["AAPL.volatility", "MSFT.volatility"] },
    }],
    given: { kind: "bar", table: "table", x: "subject" },
    says: /^A figure of several subjects has no place/,
  },
];
for (const { what, given, rows = TABLE, says } of REFUSED) {
  Deno.test(`a chart of ${what} is not drawn`, async () => {
    const { asked, drawItemChart } = spy();
    const { work, ledger, stored } = await withTable(rows, { drawItemChart });
    const { steps, outcome } = await called(drawChartTool(work, ledger), given);
    match(wrongOf(outcome), says);
    deepEqual([steps, asked, stored], [[], [], []]);
  });
}

Deno.test("a chart that cannot be drawn is noted, one file that is not stored too, and nothing is thrown", async () => {
  const failing = await madeWork({ drawItemChart: () => Promise.reject(new Error("no font")) });
  const { outcome } = await called(drawChartTool(failing.work, failing.ledger), BARS);
  equal(wrongOf(outcome), "The chart could not be drawn.");
  deepEqual(failing.ledger.notes, ["Its chart 1 is not drawn: no font."]);
  const storeFile: AgentPorts["storeFile"] = ({ filename }) =>
    filename.endsWith(".png") ? Promise.reject(new Error("disk full")) : Promise.resolve({ file_id: "f", filename });
  const full = await madeWork({ storeFile });
  const stored = await called(drawChartTool(full.work, full.ledger), BARS);
  ok(!("wrong" in stored.outcome));
  equal(stored.outcome.files?.length, 2);
  deepEqual(full.ledger.notes, ["AAPL_model_chart_1.png is not stored: disk full."]);
});

Deno.test("an aborted answer ends with the abort, and stores no chart", async () => {
  const controller = new AbortController();
  const drawItemChart: AgentPorts["drawItemChart"] = (request, signal) => {
    controller.abort(new Error("the caller left"));
    return ports().drawItemChart(request, signal);
  };
  const { work, ledger, stored } = await madeWork({ drawItemChart }, { signal: controller.signal });
  await rejects(() => called(drawChartTool(work, ledger), BARS), /the caller left/);
  deepEqual([stored, ledger.notes], [[], []]);
});

Deno.test("an answer has four charts of a model, and no fifth", async () => {
  const { work, ledger } = await madeWork();
  const tool = drawChartTool(work, ledger);
  for (let count = 0; count < 4; count++) await called(tool, BARS);
  equal(wrongOf((await called(tool, BARS)).outcome), "No more charts are drawn for this answer.");
});

Deno.test("a chart is drawn for real as picture, document and table", async () => {
  const drawing = createDrawing({ atOnce: 1 });
  try {
    const { work, ledger, stored } = await madeWork(chartPorts(drawing));
    await called(drawChartTool(work, ledger), { ...BARS, claims: REVENUE.slice(2) });
    const [png, svg, csv] = stored;
    deepEqual([...png?.bytes.subarray(1, 4) ?? []], [0x50, 0x4e, 0x47]);
    const text = svg ? textOfFile(svg) : "";
    for (const word of ["Apple (AAPL): revenue", "$215.6bn", "$229.2bn", "24 Sep 2016"]) {
      ok(text.includes(word), word);
    }
    equal(/href|https?:(?!\/\/www\.w3\.org)/.test(text), false);
    deepEqual(csv && textOfFile(csv).split("\n"), [
      "day,value_usd,shown,made_of,reports,day_of_figure",
      "2016-09-24,215639000000,$215.6bn,AAPL.revenue.FY2016,0000000009-17-110304,2016-09-24",
      "2017-09-30,229234000000,$229.2bn,AAPL.revenue.FY2017,0000000009-17-110304,2017-09-30",
      "",
    ]);
  } finally {
    await drawing.close();
  }
});

Deno.test("figures are drawn as bars, lines and points over days and subjects, whatever their size", async () => {
  const words = { kind: "items", title: "A", subtitle: "two", source: "s", label: "USD", isShare: false } as const;
  const looks = (["bar", "line", "point"] as const).flatMap((mark) =>
    (["day", "subject"] as const).flatMap((across) =>
      [[20, 80], [-5e9, 2e9], [0, 0], [1e-5, 3e-5]].map((values) => ({ mark, across, values }))
    )
  );
  for (const { mark, across, values } of sweep("agent/charts", looks)) {
    const bars = values.flatMap((value, at) =>
      ["one", "two"].map((series) => ({
        series,
        value,
        shown: String(value),
        end: across === "day" ? `2017-0${at + 1}-28` : `S${at}`,
      }))
    );
    const { svg } = await drawSpec(itemsChartSpec({ ...words, bars, look: { mark, across } }));
    equal(/NaN|e\+1/.test(svg), false, `${mark} over ${across} of ${values}`);
    ok(svg.includes(`>${across}<`));
  }
});
