import { longDay } from "../calendar/day.ts";
import { moneyText } from "../protocol/money_text.ts";
import type { PriceRow } from "./check_rows.ts";
import { closeEncoding, drawdownWords, priceWords } from "./close_axis.ts";
import { type ChartEvent, type PlacedEvent, placeLabels } from "./event_labels.ts";
import { type ChartWords, framed, type LiveChart } from "./frame.ts";
import { INK, plainText } from "./look.ts";

/** A line of closes, or of their drawdown. */
export interface SeriesChart extends ChartWords {
  /** At least two, in ascending order of day. */
  readonly rows: readonly PriceRow[];
  /** Marked days; each within the days of the rows. */
  readonly events: readonly ChartEvent[];
  /** ISO 4217 code of the closes, if it is known. */
  readonly currency?: string | undefined;
  /** The price axis. Default: logarithmic where the highest close is at least twenty times the lowest. */
  readonly scale?: "linear" | "log" | undefined;
}

type Unit = Readonly<Record<string, unknown>>;

/** With axis, label and margins about as wide as a cell of JupyterLab beside its list of files. */
const WIDTH = 540;
const PRICE_HEIGHT = 260;
const DRAWDOWN_HEIGHT = 200;
const LANE = 15;
/** Ticks that stay right while a person zooms. */
const TIME_AXIS = {
  title: null,
  grid: false,
  tickCount: 8,
  labelFlush: false,
  format: { year: "%Y", quarter: "%b %Y", month: "%b %Y", week: "%d %b %Y", date: "%d %b %Y" },
} as const;
const DOT = { size: 30, opacity: 1, strokeWidth: 0 } as const;

/** The last close stays at the right edge while a person zooms. Zoom clips every mark that does not refuse it. */
const LAST = { type: "text", clip: false, align: "left", dx: 6, baseline: "middle", fontWeight: "bold" } as const;

/** A line of closes with marked days. */
export function priceSeries(chart: SeriesChart): LiveChart {
  const { rows, currency } = chart;
  const unit = currency === undefined ? "" : plainText(currency, 12);
  const title = unit === "" ? "Close" : `Close, ${unit}`;
  const last = rows.slice(-1).map(({ close }) => ({ close }));
  const y = closeEncoding(rows.map(({ close }) => close), title, chart.scale);
  const text = moneyText(priceWords(last[0]?.close ?? 0), unit);
  return chartOf(chart, { y, height: PRICE_HEIGHT, tooltip: { field: "close", title, format: closeFormat(rows) } }, [
    { mark: { type: "line", ...CLIPPED, color: INK.first, strokeWidth: 1.6, strokeJoin: "round" } },
    ...markedCloses(chart),
    { data: { values: last }, mark: { ...LAST, text }, encoding: { x: { value: WIDTH } } },
  ]);
}

function closeFormat(rows: readonly PriceRow[]): string {
  return rows.some(({ close }) => close < 1) ? ",.4~r" : ",.2f";
}

/** The fall from the highest close so far, with marked days. */
export function drawdownSeries(chart: SeriesChart): LiveChart {
  const deepest = deepestDrawdown(chart.rows);
  const y = {
    field: "drawdown",
    type: "quantitative",
    scale: { domain: [Math.min(1.06 * deepest.drawdown, -0.02), 0], nice: false },
    stack: null,
    axis: { title: "Below highest close so far", format: ".0%", tickCount: 6 },
  };
  const tooltip = { field: "drawdown", title: "Below highest close", format: ".1%" };
  return chartOf(chart, { y, height: DRAWDOWN_HEIGHT, tooltip }, [
    { mark: { type: "area", ...CLIPPED, color: INK.second, opacity: 0.22 } },
    { mark: { type: "line", ...CLIPPED, color: INK.second, strokeWidth: 1.5, strokeJoin: "round" } },
    ...markedCloses(chart),
  ]);
}

/** The deepest fall as an event; none if no close is below an earlier one. */
export function deepestDrawdownEvent(rows: readonly PriceRow[]): ChartEvent[] {
  const { date, drawdown } = deepestDrawdown(rows);
  return drawdown < 0 ? [{ date, label: `maximum drawdown ${drawdownWords(drawdown)}, ${longDay(date)}` }] : [];
}

function deepestDrawdown(rows: readonly PriceRow[]): PriceRow {
  return rows.reduce((low, row) => row.drawdown < low.drawdown ? row : low);
}

const CLIPPED = { clip: true } as const;

interface Panel {
  readonly y: Unit;
  readonly height: number;
  readonly tooltip: Unit;
}

/** Layers below the labels of the events, which have lines of their own above the highest value. */
function chartOf(chart: SeriesChart, { y, height, tooltip }: Panel, layers: readonly Unit[]): LiveChart {
  const { rows, events } = chart;
  const first = rows[0]?.date ?? "";
  const last = rows.at(-1)?.date ?? "";
  const placed = placeLabels(events, { first, last, width: WIDTH });
  const lanes = placed.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  const top = lanes === 0 ? 0 : lanes * LANE + 6;
  const scale = { ...y["scale"] as Unit, range: [top + height, top] };
  const x = { field: "date", type: "temporal", scale: { type: "utc", nice: false }, axis: TIME_AXIS };
  const field = String(y["field"]);
  const values = rows.map((row) => ({
    date: row.date,
    // digits that no picture shows would double a saved notebook
    [field]: Number(row[field as "close" | "drawdown"].toPrecision(6)),
  }));
  const parts = (more: readonly Unit[], params: readonly Unit[]) => ({
    width: WIDTH,
    height: top + height,
    data: { values },
    encoding: { x, y: { ...y, scale } },
    layer: [...eventRules(placed, top + height), ...layers, ...eventLabels(placed), ...more].map((layer, at) =>
      at === 0 && params.length > 0 ? { ...layer, params } : layer
    ),
  });
  return { live: framed(chart, parts([hover(tooltip)], [ZOOM])), still: framed(chart, parts([], [])) };
}

/** Drag to move; Ctrl and the wheel, or two fingers, to zoom: the wheel alone scrolls the notebook. */
const ZOOM = {
  name: "zoom",
  select: { type: "interval", encodings: ["x"], zoom: "wheel![event.ctrlKey]" },
  bind: "scales",
} as const;

/** A dot on the close nearest to the pointer, with its figures. */
function hover({ field, title, format }: Unit): Unit {
  return {
    params: [{
      name: "near",
      select: { type: "point", nearest: true, encodings: ["x"], on: "mouseover", clear: "mouseout" },
    }],
    mark: { type: "point", ...CLIPPED, filled: true, size: 44, color: INK.text },
    encoding: {
      opacity: { condition: { param: "near", empty: false, value: 1 }, value: 0 },
      tooltip: [
        { field: "date", type: "temporal", title: "Date", format: "%Y-%m-%d", timeUnit: "utcyearmonthdate" },
        { field, type: "quantitative", title, format },
      ],
    },
  };
}

/** The close that was known on the day of each event. */
function markedCloses({ rows, events }: SeriesChart): Unit[] {
  const values = events.map(({ date }) => ({ ...rows.findLast((row) => row.date <= date) ?? rows[0], date }));
  if (values.length === 0) return [];
  return [{ data: { values }, mark: { type: "point", ...CLIPPED, ...DOT, size: 36, fill: INK.text } }];
}

function eventRules(placed: readonly PlacedEvent[], bottom: number): Unit[] {
  return placed.map(({ date, lane }) => ({
    data: { values: [{ date }] },
    mark: { type: "rule", ...CLIPPED, color: INK.faint, strokeDash: [3, 3], strokeWidth: 1 },
    encoding: { y: { value: lane * LANE + 2 }, y2: { value: bottom } },
  }));
}

function eventLabels(placed: readonly PlacedEvent[]): Unit[] {
  return placed.flatMap(({ date, label: text, lane, isLeft }) => {
    const align = isLeft ? "right" : "left";
    const mark = { type: "text", ...CLIPPED, text, align, dx: isLeft ? -4 : 4, baseline: "middle" };
    const layer = { data: { values: [{ date }] }, encoding: { y: { value: lane * LANE + 8 } } };
    return [{ ...layer, mark: { ...mark, stroke: "white", strokeWidth: 4 } }, { ...layer, mark }]; // a halo below it
  });
}
