import type { PriceChart } from "./price_chart.ts";
import { isDay } from "./check_rows.ts";
import { framed } from "./frame.ts";
import { ChartError, INK, plainText, timeAxis, type VegaLiteSpec, ZERO_LINE } from "./look.ts";

/** Numbers of any sign by day, as a line, with its title and labels. */
export interface LineChart extends Pick<PriceChart, "title" | "subtitle" | "source"> {
  readonly kind: "line";
  /** At least two, in ascending order of day. */
  readonly points: readonly LinePoint[];
  /** Title of the axis. */
  readonly label: string;
  /** The last figure as it is written beside the line. */
  readonly lastShown: string;
  /** Whether its figures belong to one caller: the picture is then neither shared nor kept. */
  readonly isPrivate: boolean;
}

/** One day. */
export interface LinePoint {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly value: number;
}

const WIDTH = 560;
const HEIGHT = 260;
/** More points add nothing to a picture that wide. */
const MAX_POINTS = 20_000;
/** Up to so many points each has a dot, so that a person sees how few they are. */
const FEW = 60;
/** Share of the range that is left above and below the line. */
const ROOM = 0.08;

/**
 * Specifies a line of numbers over time.
 * @throws {ChartError} when there are fewer than two points, days are out of order, or a value cannot be drawn.
 */
export function lineChartSpec(chart: LineChart): VegaLiteSpec {
  const { points, title, subtitle, source, lastShown } = chart;
  checkPoints(points);
  const all = points.map(({ value }) => value);
  const [low, high] = all.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [
    Infinity,
    -Infinity,
  ]);
  const room = ROOM * (high - low) || Math.abs(high) / 10 || 1;
  const domain = [low - room, high + room];
  if (!domain.every(Number.isFinite)) throw new ChartError(`its values from ${low} to ${high} lie too far apart`);
  const last = points.slice(-1);
  const { x, y } = axesOf(chart, { low, high, domain });
  const text = plainText(lastShown, 24);
  const line = { type: "line", color: INK.first, strokeWidth: 1.6, strokeJoin: "round" };
  const dots = { type: "point", filled: true, size: 30, opacity: 1, strokeWidth: 0, color: INK.first };
  const words = `${title}, ${points.length} values: ${subtitle}. The last is ${lastShown} on ${last[0]?.date}.`;
  return framed({ title, subtitle: [subtitle], source, description: words }, {
    width: WIDTH,
    height: HEIGHT,
    data: { values: points.map(({ date, value }) => ({ date, value })) },
    layer: [
      { mark: line, encoding: { x, y } },
      ...low - room < 0 && high + room > 0 ? [ZERO_LINE] : [],
      { ...points.length > FEW && { data: { values: last } }, mark: dots, encoding: { x, y } },
      {
        data: { values: last },
        mark: { type: "text", text, align: "left", dx: 7, baseline: "middle", fontWeight: "bold" },
        encoding: { x, y },
      },
    ],
  });
}

function axesOf(
  { points, label }: LineChart,
  { low, high, domain }: { readonly low: number; readonly high: number; readonly domain: readonly number[] },
) {
  const x = {
    field: "date",
    type: "temporal",
    scale: { type: "utc", nice: false },
    axis: { ...timeAxis(points[0]?.date ?? "", points.at(-1)?.date ?? ""), labelFlush: false, title: null },
  };
  const y = {
    field: "value",
    type: "quantitative",
    scale: { domain, nice: false, zero: false },
    axis: {
      ...formatOf(low, high),
      title: plainText(label, 60),
      tickCount: 5,
      grid: true,
      labelPadding: 6,
      domain: false,
      ticks: false,
    },
  };
  return { x, y };
}

function checkPoints(points: readonly LinePoint[]): void {
  if (points.length < 2) throw new ChartError(`a line needs at least 2 values, got ${points.length}`);
  if (points.length > MAX_POINTS) throw new ChartError(`${points.length} values exceed the limit of ${MAX_POINTS}`);
  for (const [at, { date, value }] of points.entries()) {
    if (!isDay(date)) throw new ChartError(`value ${at + 1} has the date ${JSON.stringify(date)}, not YYYY-MM-DD`);
    if (date <= (points[at - 1]?.date ?? "")) throw new ChartError(`value ${at + 1} has the date ${date} out of order`);
    if (!Number.isFinite(value)) throw new ChartError(`the value of ${date} is ${value}`);
  }
}

/** Plain numbers, and powers of ten for those that would be long. */
function formatOf(low: number, high: number): { readonly format: string } {
  const size = Math.max(Math.abs(low), Math.abs(high), high - low);
  const step = high - low || size;
  return { format: size >= 1e9 || step < 1e-4 ? "~e" : ",.6~f" };
}
