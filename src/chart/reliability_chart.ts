import type { ChartWords } from "./frame.ts";
import { ChartError, INK, LOOK, plainText, SCHEMA, titleLook, type VegaLiteSpec } from "./look.ts";

/** One bin: the stated and the observed probability, from 0 to 1. */
export interface ReliabilityPoint {
  /** Mean stated probability. */
  readonly said: number;
  /** Observed frequency. */
  readonly happened: number;
  /** Lower bound of its interval. */
  readonly low: number;
  /** Upper bound of its interval. */
  readonly high: number;
  /** Number of cases. */
  readonly count: number;
}

/** A reliability diagram of one probability. */
export interface ReliabilityPanel {
  /** The predicted event. */
  readonly title: string;
  /** In ascending order of probability; at least one. */
  readonly points: readonly ReliabilityPoint[];
  /** Overall observed frequency. */
  readonly baseRate: number;
}

/** A figure by date, as bars. */
export interface DatePanel {
  /** Name of the figure. */
  readonly title: string;
  /** In ascending order of day; at least one. */
  readonly points: readonly { readonly date: string; readonly value: number; readonly count: number }[];
  /** Mean of the bars. */
  readonly mean: number;
}

/** The calibration of probabilities, overall and by date. */
export interface ReliabilityChart extends Omit<ChartWords, "description"> {
  /** Side by side; one or two. */
  readonly panels: readonly ReliabilityPanel[];
  readonly dates?: DatePanel | undefined;
}

/** Colour of negative bars. */
const BELOW = "#c9826f";
const SIDE = 268;
const WIDTH = 2 * SIDE + 92;
const DATES_HEIGHT = 120;
const TEXT_LIMIT = 720;
const MAX_LINES = 4;
/** Bar width with few dates, which would otherwise fill the picture. */
const MAX_BAR = 34;
/** Position of the diagonal's label. */
const LABEL_AT = 0.9;

/**
 * Specifies reliability diagrams with the diagonal of perfect calibration, above a figure by date.
 * @param chart Any text is safe, and long text is shortened.
 * @returns A specification with inline data and without references to files or URLs.
 * @throws {ChartError} when there is nothing to draw, or a probability is not from 0 to 1.
 */
export function reliabilityChartSpec(chart: ReliabilityChart): VegaLiteSpec {
  const { panels, dates } = chart;
  if (panels.length === 0 && dates === undefined) throw new ChartError("there is nothing to draw");
  const rows = [
    ...panels.length === 0 ? [] : [{ hconcat: panels.map(reliabilityPanel), spacing: 92, bounds: "flush" }],
    ...dates === undefined ? [] : [datePanel(dates)],
  ];
  const title = plainText(chart.title, 120);
  return {
    $schema: SCHEMA,
    description: `${title}: forecast against observed frequency. ${plainText(chart.subtitle.join(" "), 400)}`,
    background: "white",
    padding: { left: 14, right: 18, top: 14, bottom: 12 },
    title: { text: title, subtitle: linesOf(chart), ...TITLE },
    vconcat: rows,
    spacing: 26,
    config: CONFIG,
  };
}

const TITLE = { ...titleLook(TEXT_LIMIT), subtitleLineHeight: 16 };

const CONFIG = {
  ...LOOK,
  title: { anchor: "start", fontSize: 13, color: INK.text, subtitleColor: INK.faint, subtitleFontSize: 11, offset: 8 },
};

function linesOf({ subtitle, source }: ReliabilityChart): string[] {
  const last = source === undefined ? [] : [`Source: ${source}`];
  return [...subtitle.slice(0, MAX_LINES), ...last].map((line) => plainText(line, 116));
}

function reliabilityPanel({ title, points, baseRate }: ReliabilityPanel) {
  for (const point of points) checkPoint(point);
  if (points.length === 0) throw new ChartError("a reliability diagram has no point");
  const domain = domainOf(points);
  const [low, high] = domain;
  const counts = points.map(({ count }) => count);
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  const each = least === most ? `${least}` : `${least} to ${most}`;
  const axis = (title: string) => ({ title, format: ".0%", tickCount: 6 });
  const scale = { domain, nice: false, zero: false };
  return {
    width: SIDE,
    height: SIDE,
    title: { text: plainText(title, 44), subtitle: `${each} theses per point, 95% intervals` },
    data: { values: points },
    encoding: {
      x: { field: "said", type: "quantitative", scale, axis: axis("Forecast") },
      y: { field: "happened", type: "quantitative", scale, axis: { ...axis("Observed"), labelFlush: true } },
    },
    layer: [
      lineBetween([[low, low], [high, high]], { color: INK.faint, strokeWidth: 1 }),
      lineBetween([[low, baseRate], [high, baseRate]], { color: INK.second, strokeWidth: 1, strokeDash: [4, 3] }),
      {
        data: { values: [{ said: high, happened: baseRate }] },
        mark: { type: "text", text: "base rate", align: "right", dy: -6, color: INK.second },
      },
      {
        data: { values: [{ said: low + LABEL_AT * (high - low), happened: low + LABEL_AT * (high - low) }] },
        mark: { type: "text", text: "calibrated", angle: -45, dy: -8, color: INK.faint },
      },
      {
        mark: { type: "rule", color: INK.first, strokeWidth: 1.6, opacity: 0.75 },
        encoding: { y: { field: "low", type: "quantitative" }, y2: { field: "high" } },
      },
      { mark: { type: "point", filled: true, size: 52, opacity: 1, color: INK.first } },
    ],
  };
}

function lineBetween(ends: readonly (readonly [number, number])[], style: Record<string, unknown>) {
  const values = ends.map(([said, happened]) => ({ said, happened }));
  return { data: { values }, mark: { type: "line", ...style } };
}

/** One domain for both axes, so that the diagonal is at 45 degrees; in steps of a twentieth. */
function domainOf(points: readonly ReliabilityPoint[]): readonly [number, number] {
  const values = points.flatMap(({ said, low, high }) => [said, low, high]);
  const low = Math.floor(20 * Math.min(...values) + 1e-9) / 20;
  const high = Math.ceil(20 * Math.max(...values) - 1e-9) / 20;
  return high > low ? [low, high] : [Math.max(0, low - 0.05), Math.min(1, low + 0.05)];
}

function checkPoint({ said, happened, low, high }: ReliabilityPoint): void {
  for (const share of [said, happened, low, high]) {
    if (!(share >= 0 && share <= 1)) throw new ChartError(`${share} is not from 0 to 1`);
  }
}

function datePanel({ title, points, mean }: DatePanel) {
  for (const { date, value } of points) {
    if (!Number.isFinite(value)) throw new ChartError(`${date} has the value ${value}`);
  }
  if (points.length === 0) throw new ChartError("there is no date");
  const counts = points.map(({ count }) => count);
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  const names = least === most ? `${least}` : `${least} to ${most}`;
  const text = `mean ${mean.toFixed(3).replace("-", "\u2212")}`;
  const reach = Math.max(0.1, ...points.map(({ value }) => Math.abs(value))) * 1.15;
  return {
    width: WIDTH,
    height: DATES_HEIGHT,
    title: {
      text: plainText(title, 90),
      subtitle: `${points.length} ${points.length === 1 ? "date" : "dates"}, ${names} names per date, ${text} (dashed)`,
    },
    data: { values: points },
    encoding: {
      x: { field: "date", type: "ordinal", axis: { title: null, labelAngle: 0, labelOverlap: "greedy", ticks: false } },
    },
    layer: [
      {
        mark: { type: "bar", width: { band: 0.7 }, color: INK.first, ...points.length < 12 ? { width: MAX_BAR } : {} },
        encoding: {
          y: {
            field: "value",
            type: "quantitative",
            scale: { domain: [-reach, reach], nice: false },
            axis: { title: "Correlation", tickCount: 5, format: ".2~f" },
          },
          color: { condition: { test: "datum.value < 0", value: BELOW }, value: INK.first },
        },
      },
      { data: { values: [{ mean: 0 }] }, mark: { type: "rule", color: INK.faint }, encoding: meanEncoding() },
      {
        data: { values: [{ mean }] },
        mark: { type: "rule", color: INK.text, strokeDash: [4, 3], strokeWidth: 1.2 },
        encoding: meanEncoding(),
      },
    ],
  };
}

function meanEncoding() {
  return { x: null, y: { field: "mean", type: "quantitative" } };
}
