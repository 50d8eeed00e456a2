import { longDay } from "../calendar/day.ts";
import { framed } from "./frame.ts";
import { ChartError, INK, plainText, timeAxis, type VegaLiteSpec, ZERO_LINE } from "./look.ts";
import type { LineChart } from "./line_chart.ts";
import type { PriceChart } from "./price_chart.ts";

/** A chart that a thread draws. */
export type DrawnChart = PriceChart | ItemsChart | LineChart;

/** An item of reports over some periods, in order of time, with its title and labels. */
export interface ItemsChart extends Pick<PriceChart, "title" | "subtitle" | "source"> {
  readonly kind: "items";
  /** At least two. */
  readonly bars: readonly ItemBar[];
  /** Title of the axis with its unit, like `revenue, USD`. */
  readonly label: string;
  /** Whether the values are shares of one, which the axis shows in per cent. */
  readonly isShare: boolean;
  /** How other figures than those of periods are drawn; `end` is then a day or a ticker. Default: bars of periods. */
  readonly look?: { readonly mark: "bar" | "line" | "point"; readonly across: "day" | "subject" } | undefined;
}

/** One period. */
export interface ItemBar {
  /** The item, where several are drawn side by side; they stand in the order of the first period. */
  readonly series?: string | undefined;
  /** The last day of the period, `YYYY-MM-DD`. */
  readonly end: string;
  readonly value: number;
  /** The figure as it is written above the bar, like `$229.2bn`. */
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
export function itemsChartSpec(chart: ItemsChart): VegaLiteSpec {
  const { bars, look } = chart;
  if (bars.length < 2) throw new ChartError("there are fewer than two periods");
  const wrong = bars.find(({ value }) => !Number.isFinite(value));
  if (wrong !== undefined) throw new ChartError(`the period to ${wrong.end} has the value ${wrong.value}`);
  const values = bars.map(({ series = "", end, value, shown }) => ({
    series: plainText(series, 40),
    end: plainText(end, 12),
    value,
    shown: plainText(shown, 24),
  }));
  return look === undefined || look.mark === "bar"
    ? barsSpec(chart, values)
    : markedSpec({ ...chart, mark: look.mark }, values);
}

type Axes = Readonly<Record<"x" | "y", unknown>>;
type DrawnBar = Readonly<Record<"series" | "end" | "shown", string>> & { readonly value: number };

function barsSpec(chart: ItemsChart, values: readonly DrawnBar[]): VegaLiteSpec {
  const { bars, title, subtitle, source, label, isShare, look } = chart;
  const low = Math.min(0, ...bars.map(({ value }) => value));
  const high = Math.max(0, ...bars.map(({ value }) => value));
  const room = ROOM * (high - low || 1);
  const domain = [low < 0 ? low - room : 0, high > 0 || low === 0 ? high + room : 0];
  const x = {
    field: "end",
    type: "ordinal",
    sort: null,
    axis: { ...DAYS, title: look?.across ?? DAYS.title, labelFontSize: bars.length > MANY ? 9 : 11 },
  };
  const y = {
    field: "value",
    type: "quantitative",
    scale: { domain, nice: false },
    axis: { ...formatOf(high - low, isShare), title: plainText(label, 60), tickCount: 5, domain: false, ticks: false },
  };
  const items = [...new Set(values.map(({ series }) => series))];
  const lacks = lacksOf(chart);
  return framed({ title, subtitle: [subtitle, ...lacks], source, description: [inWords(chart), ...lacks].join(" ") }, {
    width: WIDTH,
    height: HEIGHT,
    data: { values: values.map((one) => ({ ...one, end: longDay(one.end) })) },
    layer: items.length > 1 ? sideBySide(items, { x, y }) : withFigures({ x, y }),
  });
}

/** Of each item the periods of which others are drawn, and it is not. */
function lacksOf({ bars, look }: ItemsChart): readonly string[] {
  if (look !== undefined) return []; // these may have days of their own
  const ends = [...new Set(bars.map(({ end }) => end))];
  return [...Map.groupBy(bars, ({ series = "figure" }) => series)].flatMap(([series, own]) => {
    const lacking = ends.filter((one) => !own.some(({ end }) => end === one)).map(longDay);
    return lacking.length === 0 ? [] : [`Not in the data: ${series} to ${lacking.join(", ")}`];
  });
}

/** Lines through figures, or a point for each, without a zero: several kinds have a colour each. */
function markedSpec(
  chart: ItemsChart & { readonly mark: "line" | "point" },
  values: readonly DrawnBar[],
): VegaLiteSpec {
  const { bars, title, subtitle, source, label, isShare, look, mark } = chart;
  const numbers = bars.map(({ value }) => value);
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const room = ROOM * (high - low || Math.abs(high) || 1);
  const days = bars.map(({ end }) => end).toSorted();
  const x = look?.across === "subject"
    ? { field: "end", type: "ordinal", sort: null, axis: { ...DAYS, title: "subject" } }
    : {
      field: "end",
      type: "temporal",
      scale: { type: "utc", nice: false, padding: mark === "point" ? 8 : 0 },
      axis: { ...timeAxis(days[0] ?? "", days.at(-1) ?? ""), title: "day", grid: false },
    };
  const y = {
    field: "value",
    type: "quantitative",
    scale: { domain: [low - room, high + room], nice: false, zero: false },
    axis: { ...formatOf(high - low, isShare), title: plainText(label, 60), tickCount: 5, domain: false, ticks: false },
  };
  const items = [...new Set(values.map(({ series }) => series))];
  const color = items.length > 1 ? colorOf(items, mark === "line" ? "stroke" : "circle") : { value: INK.first };
  const drawn = mark === "line"
    ? { type: "line", strokeWidth: 1.6, strokeJoin: "round", point: bars.length <= MANY * items.length }
    : { type: "point", filled: true, size: 40 };
  return framed({ title, subtitle: [subtitle], source, description: inWords(chart) }, {
    width: WIDTH,
    height: HEIGHT,
    data: { values },
    mark: drawn,
    encoding: { x, y, color },
  });
}

/** Bars of one item, each with its figure beyond its end. */
function withFigures({ x, y }: Axes): readonly unknown[] {
  const text = { field: "shown", type: "nominal" };
  const mark = { type: "text", fontSize: 11, color: INK.text };
  return [
    { mark: { type: "bar", color: INK.first, width: { band: 0.62 } }, encoding: { x, y } },
    ZERO_LINE,
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
  ];
}

/** Bars of several items beside each other in each period, and which is which; figures would cover each other. */
function sideBySide(items: readonly string[], { x, y }: Axes): readonly unknown[] {
  const color = colorOf(items, "square");
  const xOffset = { field: "series", type: "nominal", sort: null, scale: { domain: items } };
  return [
    { mark: { type: "bar" }, encoding: { x, y, xOffset, color } },
    ZERO_LINE,
  ];
}

function colorOf(items: readonly string[], symbolType: "square" | "stroke" | "circle") {
  return {
    field: "series",
    type: "nominal",
    scale: { domain: items, range: ITEM_COLORS.slice(0, items.length) },
    legend: { orient: "top", title: null, labelFontSize: 11, labelLimit: 200, symbolType },
  };
}

/** Apart in hue and in lightness, so that they stay so in grey. */
const ITEM_COLORS = [INK.first, INK.second, "#8fa9c9", "#d9a441", "#4d4d4d", "#5fa08a"];

const DAYS = {
  title: "last day of the period",
  labelAngle: 0,
  ticks: false,
  domain: false,
  grid: false,
  labelOverlap: true,
};

/** Span of shares below which ticks differ by less than one per cent. */
const NARROW = 0.04;

/** Billions are `bn` here as in the text, where d3 has `G`; nothing is `0`, without a unit. */
const AMOUNT = "datum.value === 0 ? '0' : replace(replace(datum.label, 'G', 'bn'), 'M', 'm')";

/** How the axis writes amounts, shares of one, and amounts too small for a prefix. */
function formatOf(span: number, isShare: boolean): { readonly format: string; readonly labelExpr: string } {
  if (isShare) return { format: span < NARROW ? ".1%" : ".0%", labelExpr: "datum.label" };
  return span < 1000 ? { format: "~f", labelExpr: "datum.label" } : { format: "~s", labelExpr: AMOUNT };
}

function inWords({ title, bars, look }: Pick<ItemsChart, "title" | "bars" | "look">): string {
  const place = look === undefined ? "to" : look.across === "day" ? "on" : "for";
  return `${title}: ${bars.map(({ end, shown }) => `${shown} ${place} ${longDay(end)}`).join("; ")}.`;
}
