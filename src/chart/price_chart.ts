import { moneyText } from "../protocol/money_text.ts";
import { checkRows, type PriceRow } from "./check_rows.ts";
import { closeEncoding, drawdownWords, priceWords } from "./close_axis.ts";
import { INK, LOOK, plainText, SCHEMA, timeAxis, titleLook, type VegaLiteSpec } from "./look.ts";

export type { PriceRow } from "./check_rows.ts";

/** A price series with its title and labels. */
export interface PriceChart {
  /** At least two rows, in ascending order of day. */
  readonly rows: readonly PriceRow[];
  /** Subject, for example "Apple Inc (AAPL)". */
  readonly title: string;
  /** Period and frequency. */
  readonly subtitle: string;
  /** Source of the figures. */
  readonly source: string;
  /** Currency of the close, for example "USD". */
  readonly currency: string;
  /** Title of the price axis with its unit, for example "Close, USD". */
  readonly closeLabel: string;
}

/** Plot area in units; with axis, labels and margins the picture is about 720 wide. */
const WIDTH = 560;
const PRICE_HEIGHT = 240;
const DRAWDOWN_HEIGHT = 105;
/** Width of the longest line of text, in units. */
const TEXT_LIMIT = 680;

/**
 * Specifies a price line above its drawdown, on one time axis.
 * @param chart At least two rows; any text is safe, and long text is shortened.
 * @returns A specification with inline data and without references to files or URLs.
 * @throws {ChartError} when the rows cannot be drawn correctly.
 */
export function priceChartSpec(chart: PriceChart): VegaLiteSpec {
  checkRows(chart.rows);
  const title = plainText(chart.title, 200);
  return {
    $schema: SCHEMA,
    description: `${title}: close and drawdown. ${plainText(chart.subtitle, 200)}`,
    background: "white",
    padding: { left: 12, right: 16, top: 14, bottom: 12 },
    title: { text: title, subtitle: plainText(chart.subtitle, 200), ...titleLook(TEXT_LIMIT) },
    data: dataOf(chart.rows),
    vconcat: [pricePanel(chart), drawdownPanel(chart)],
    spacing: 16,
    bounds: "flush",
    config: CONFIG,
  };
}

const CONFIG = {
  ...LOOK,
  axisY: { minExtent: 54, domain: false, ticks: false, labelPadding: 6 },
};

/** Days remain strings: JavaScript parses YYYY-MM-DD as UTC in any time zone. */
function dataOf(rows: readonly PriceRow[]) {
  return { values: rows };
}

function pricePanel({ rows, closeLabel, currency }: PriceChart) {
  const last = rows.slice(-1);
  const text = moneyText(priceWords(last[0]?.close ?? 0), plainText(currency, 12));
  return {
    width: WIDTH,
    height: PRICE_HEIGHT,
    encoding: {
      x: timeEncoding(rows, { labels: false, ticks: false, title: null }),
      y: closeEncoding(rows.map(({ close }) => close), plainText(closeLabel, 40)),
    },
    layer: [
      { mark: { type: "line", color: INK.first, strokeWidth: 1.6, strokeJoin: "round" } },
      { data: dataOf(last), mark: { type: "point", ...DOT, fill: INK.first } },
      {
        data: dataOf(last),
        mark: { type: "text", text, align: "left", dx: 7, baseline: "middle", fontWeight: "bold" },
      },
    ],
  };
}

const DOT = { size: 26, opacity: 1, strokeWidth: 0 };

function drawdownPanel({ rows, source }: PriceChart) {
  const deepest = rows.reduce((low, row) => row.drawdown < low.drawdown ? row : low);
  // Leaves room for the label below the deepest point.
  const domain = [deepest.drawdown < 0 ? deepest.drawdown * 1.38 : -0.05, 0];
  const y = {
    field: "drawdown",
    type: "quantitative",
    scale: { domain, nice: false },
    stack: null,
    axis: { title: "Below peak, %", format: "~%", tickCount: 3 },
  };
  return {
    width: WIDTH,
    height: DRAWDOWN_HEIGHT,
    title: sourceLine(source),
    encoding: { x: timeEncoding(rows, { title: "Date" }), y },
    layer: [
      { mark: { type: "area", color: INK.second, opacity: 0.22 } },
      { mark: { type: "line", color: INK.second, strokeWidth: 1.5, strokeJoin: "round" } },
      ...(deepest.drawdown < 0 ? deepestMarks(rows, deepest) : []),
    ],
  };
}

function deepestMarks(rows: readonly PriceRow[], deepest: PriceRow) {
  const first = Date.parse(rows[0]?.date ?? "");
  const last = Date.parse(rows.at(-1)?.date ?? "");
  const place = (Date.parse(deepest.date) - first) / (last - first);
  const align = place < 0.2 ? "left" : place > 0.8 ? "right" : "center";
  const text = `${drawdownWords(deepest.drawdown)} on ${deepest.date}`;
  const label = { type: "text", text, align, dy: 15, fontWeight: "bold" };
  const data = dataOf([deepest]);
  return [
    { data, mark: { type: "point", ...DOT, fill: INK.second } },
    { data, mark: { ...label, stroke: "white", strokeWidth: 4 } }, // A halo that hides the grid lines.
    { data, mark: label },
  ];
}

function sourceLine(source: string) {
  return {
    text: `Source: ${plainText(source, 200)}`,
    orient: "bottom",
    anchor: "start",
    limit: TEXT_LIMIT,
    color: INK.faint,
    fontSize: 11,
    fontWeight: "normal",
    offset: 8,
  };
}

function timeEncoding(rows: readonly PriceRow[], axis: Record<string, unknown>) {
  const ticks = timeAxis(rows[0]?.date ?? "", rows.at(-1)?.date ?? "");
  const scale = { type: "utc", nice: false };
  return { field: "date", type: "temporal", scale, axis: { ...ticks, labelFlush: false, ...axis } };
}
