import { framed } from "./frame.ts";
import { ChartError, INK, plainText, type VegaLiteSpec } from "./look.ts";
import type { PriceChart } from "./price_chart.ts";

/** A chart that a thread draws. */
export type DrawnChart = PriceChart | ItemsChart;

/** An item of reports over some periods, in order of time, with its title and labels. */
export interface ItemsChart {
  readonly kind: "items";
  /** At least two. */
  readonly bars: readonly ItemBar[];
  readonly title: string;
  readonly subtitle: string;
  /** Source of the figures. */
  readonly source: string;
  /** Title of the axis with its unit, like `revenue, USD`. */
  readonly label: string;
  /** Whether the values are shares of one, which the axis shows in per cent. */
  readonly isShare: boolean;
}

/** One period. */
export interface ItemBar {
  /** The item, where several are drawn side by side; they stand in the order of the first period. */
  readonly series?: string | undefined;
  /** The last day of the period, `YYYY-MM-DD`. */
  readonly end: string;
  readonly value: number;
  /** The figure as it is written above the bar, like `229.2 bn`. */
  readonly shown: string;
}

const WIDTH = 560;
const HEIGHT = 260;
/** With more bars, their days are written smaller. */
const MANY = 8;
/** Share of the axis that is left for figures beyond a bar. */
const ROOM = 0.12;

/**
 * Specifies a bar for each period from zero, with its figure beyond its end.
 * @throws {ChartError} when there are fewer than two bars, or a value is not finite.
 */
export function itemsChartSpec({ bars, title, subtitle, source, label, isShare }: ItemsChart): VegaLiteSpec {
  if (bars.length < 2) throw new ChartError("there are fewer than two periods");
  const wrong = bars.find(({ value }) => !Number.isFinite(value));
  if (wrong !== undefined) throw new ChartError(`the period to ${wrong.end} has the value ${wrong.value}`);
  const values = bars.map(({ series = "", end, value, shown }) => ({
    ...{ series: plainText(series, 40), end: plainText(end, 12), value, shown: plainText(shown, 24) },
  }));
  const [low, high] = [Math.min(0, ...bars.map(({ value }) => value)), Math.max(0, ...bars.map(({ value }) => value))];
  const room = ROOM * (high - low || 1);
  const domain = [low < 0 ? low - room : 0, high > 0 || low === 0 ? high + room : 0];
  const x = {
    field: "end",
    type: "ordinal",
    sort: null,
    axis: { ...DAYS, labelFontSize: bars.length > MANY ? 9 : 11 },
  };
  const y = {
    field: "value",
    type: "quantitative",
    scale: { domain, nice: false },
    axis: { ...formatOf(high - low, isShare), title: plainText(label, 60), tickCount: 5, domain: false, ticks: false },
  };
  const items = [...new Set(values.map(({ series }) => series))];
  if (items.length > 1) {
    return framed({ title, subtitle: [subtitle], source, description: inWords(title, bars) }, {
      ...{ width: WIDTH, height: HEIGHT, data: { values }, layer: sideBySide(items, { x, y }) },
    });
  }
  const text = { field: "shown", type: "nominal" };
  const mark = { type: "text", fontSize: 11, color: INK.text };
  return framed({ title, subtitle: [subtitle], source, description: inWords(title, bars) }, {
    width: WIDTH,
    height: HEIGHT,
    data: { values },
    layer: [
      { mark: { type: "bar", color: INK.first, width: { band: 0.62 } }, encoding: { x, y } },
      { data: { values: [{}] }, mark: { type: "rule", color: INK.faint }, encoding: { y: { datum: 0 } } },
      {
        transform: [{ filter: "datum.value >= 0" }],
        mark: { ...mark, baseline: "bottom", dy: -3 },
        encoding: { x, y, text },
      },
      {
        transform: [{ filter: "datum.value < 0" }],
        mark: { ...mark, baseline: "top", dy: 3 },
        encoding: { x, y, text },
      },
    ],
  });
}

/** Bars of several items beside each other in each period, and which is which; figures would cover each other. */
function sideBySide(items: readonly string[], { x, y }: Readonly<Record<"x" | "y", unknown>>): readonly unknown[] {
  const color = {
    field: "series",
    type: "nominal",
    scale: { domain: items, range: ITEM_COLORS },
    legend: { orient: "top", title: null, labelFontSize: 11, labelLimit: 200, symbolType: "square" },
  };
  const xOffset = { field: "series", type: "nominal", sort: null, scale: { domain: items } };
  return [
    { mark: { type: "bar" }, encoding: { x, y, xOffset, color } },
    { data: { values: [{}] }, mark: { type: "rule", color: INK.faint }, encoding: { y: { datum: 0 } } },
  ];
}

/** Apart in hue and in lightness, so that they stay so in grey. */
const ITEM_COLORS = [INK.first, INK.second, "#8fa9c9"];

const DAYS = {
  title: "last day of the period",
  labelAngle: 0,
  ticks: false,
  domain: false,
  grid: false,
  labelOverlap: true,
};

/** Billions are `bn` here as in the text, where d3 has `G`; nothing is `0`, without a unit. */
const AMOUNT = "datum.value === 0 ? '0' : replace(replace(datum.label, 'G', ' bn'), 'M', ' m')";

/** How the axis writes amounts, shares of one, and amounts too small for a prefix. */
function formatOf(span: number, isShare: boolean): { readonly format: string; readonly labelExpr: string } {
  if (isShare) return { format: ".0%", labelExpr: "datum.label" };
  return span < 1000 ? { format: "~g", labelExpr: "datum.label" } : { format: "~s", labelExpr: AMOUNT };
}

function inWords(title: string, bars: readonly ItemBar[]): string {
  return `${title}: ${bars.map(({ end, shown }) => `${shown} to ${end}`).join("; ")}.`;
}
