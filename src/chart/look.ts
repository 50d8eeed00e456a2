import { ResearchError } from "../protocol/errors.ts";

/** A Vega-Lite specification as JSON; version 5, which JupyterLab can draw too. */
export type VegaLiteSpec = Readonly<Record<string, unknown>>;

/** Schema of every specification. */
export const SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
/** Colours of all charts: text, secondary text, grid lines and the two data colours. */
export const INK = { text: "#1a1a1a", faint: "#4d4d4d", grid: "#e2e2e2", first: "#1f4e8c", second: "#b3372f" } as const;

/** Title of a chart, at most `limit` units wide. */
export function titleLook(limit: number) {
  return {
    anchor: "start",
    limit,
    color: INK.text,
    fontSize: 17,
    subtitleColor: INK.faint,
    subtitleFontSize: 12,
    subtitlePadding: 5,
    offset: 14,
  } as const;
}

/** Axes and text of all charts. */
export const LOOK = {
  font: "DejaVu Sans, Verdana, sans-serif",
  axis: {
    labelColor: INK.text,
    labelFontSize: 11,
    titleColor: INK.text,
    titleFontSize: 11,
    titleFontWeight: "normal",
    domainColor: INK.faint,
    tickColor: INK.faint,
    gridColor: INK.grid,
  },
  text: { fontSize: 11, color: INK.text },
  view: { stroke: null },
} as const;

const MAX_TICKS = 10;

/**
 * Chooses round ticks between two prices for a logarithmic axis.
 * @param low Lowest price, above 0.
 * @param high Highest price, at least ten times the lowest.
 * @returns 1, 2 and 5 times the powers of ten, or fewer to stay within ten ticks.
 */
export function logTicks(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const powers = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, n) => first + n);
  const isInside = (tick: number) => tick >= low && tick <= high;
  for (const digits of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = powers.flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)));
    const inside = ticks.filter(isInside);
    if (inside.length <= MAX_TICKS) return inside;
  }
  const every = Math.ceil(powers.length / MAX_TICKS);
  return powers.filter((_, n) => n % every === 0).map((power) => Number(`1e${power}`)).filter(isInside);
}

/** Ticks of a time axis and their labels. */
interface TimeAxis {
  /** Interval of the ticks, as Vega-Lite spells it. */
  readonly tickCount: { readonly interval: "year" | "month" | "week" | "day"; readonly step: number };
  /** d3 time format of the labels. */
  readonly format: string;
}

const MAX_LABELS = 10;
const MONTH_DAYS = 365.25 / 12;

/**
 * Chooses about ten ticks or fewer, on first days of years or months, on Sundays, or on days.
 * @param first First day, YYYY-MM-DD.
 * @param last Last day, YYYY-MM-DD.
 */
export function timeAxis(first: string, last: string): TimeAxis {
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000;
  const years = days / 365.25;
  if (years > 3) {
    const step = [1, 2, 5, 10, 20, 50].find((step) => years / step <= MAX_LABELS) ?? 100;
    return { tickCount: { interval: "year", step }, format: "%Y" };
  }
  const months = days / MONTH_DAYS;
  if (months > 4) {
    const step = [1, 2, 3, 4].find((step) => months / step <= MAX_LABELS - 1) ?? 6;
    return { tickCount: { interval: "month", step }, format: "%b %Y" };
  }
  // Steps of several days restart with each month, which would put the 31st beside the 1st.
  if (days <= MAX_LABELS) return { tickCount: { interval: "day", step: 1 }, format: "%d %b" };
  return { tickCount: { interval: "week", step: days > 70 ? 2 : 1 }, format: "%d %b" };
}

/** A line at zero, across. */
export const ZERO_LINE = {
  data: { values: [{}] },
  mark: { type: "rule", color: INK.faint },
  encoding: { y: { datum: 0 } },
} as const;

// Control characters make an SVG document invalid; direction marks reorder the words around them.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu;

/** One line of text that is safe in a chart, cut at `maxChars` characters. */
export function plainText(text: string, maxChars: number): string {
  const line = text.toWellFormed().replaceAll(UNSEEN, " ").replaceAll(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= maxChars ? line : `${characters.slice(0, maxChars - 1).join("")}…`;
}

/** The characters of the shipped fonts; `font/README.md` has the same ranges. */
const COVERED =
  /^[\u0020-\u007e\u00a0-\u017f\u0192\u0218-\u021b\u02c6\u02da\u02dc\u0394\u03a9\u03bc\u03c0\u1e9e\u2010-\u2027\u202f-\u203a\u2044\u2070-\u2079\u20a0-\u20bf\u2116\u2122\u2150-\u215e\u2190-\u2199\u2202\u2206\u2211\u2212\u2215\u221a\u221e\u2248\u2260\u2264\u2265\u25a0\u25b2\u25bc\u25cf\ufffd]*$/;

/** Whether a picture can draw a text; other characters are boxes in a PNG. */
export function isDrawable(text: string): boolean {
  return COVERED.test(text);
}

/** Thrown when a chart cannot be drawn; the message names the invalid value. */
export class ChartError extends ResearchError {
  /** Always "ChartError". */
  override readonly name = "ChartError";

  /** Completes the sentence "Cannot draw the chart: ...". */
  readonly state: string;

  /**
   * Creates the error.
   * @param state As the field.
   */
  constructor(state: string, options?: ErrorOptions) {
    super(`Cannot draw the chart: ${state}`, options);
    this.state = state;
  }
}
