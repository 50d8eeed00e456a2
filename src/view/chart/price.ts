import { drawdownWords, priceWords } from "../../chart/close_axis.ts";
import { deepestDrawdownEvent, drawdownSeries, priceSeries, type SeriesChart } from "../../chart/series_chart.ts";
import type { Closes, PriceHistory, PricePort } from "../../score/price_port.ts";
import { isRecord, kindOf, oneOf, type OptionShape, SWITCH, TEXT } from "../../text/options.ts";
import { type Chart, checkOptions, createChart } from "./chart.ts";
import { daySpan } from "../../calendar/day.ts";
import { isDay, type PriceRow, rowsWithDrawdown } from "../../chart/check_rows.ts";
import type { ChartEvent } from "../../chart/event_labels.ts";
import { ChartError, plainText } from "../../chart/look.ts";
import { thinOut } from "../../chart/thin_out.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { confidenceWords } from "../../run/statement.ts";
import { resultFields, type ThesisRow } from "../../run/thesis_row.ts";
import { counted } from "../../text/counted.ts";

/** What of the prices is drawn, and how. */
export interface PriceChartOptions extends SeriesOptions {
  /** The price axis. Default: logarithmic where the highest close is at least twenty times the lowest. */
  readonly scale?: "linear" | "log" | undefined;
}

/**
 * Closes as a line, with marked days.
 *
 * More than 3,000 closes are thinned out to the last of each week or month, and the subtitle says so; the highest, the
 * lowest, both ends of the deepest fall and the closes of the events stay.
 * @param prices Those of `openPrices()`, or one series: `{ dates, closes }`.
 * @param name A ticker of the prices; of a series, what its title says.
 * @throws {ChartError} when there are no such prices, fewer than 2 closes or more than 100,000, a close is not above 0,
 *   days are out of order, or an event is not within the days.
 * @example
 * ```ts
 * import { ok } from "node:assert";
 * import { openPrices } from "conviction";
 * import { priceChart } from "conviction/chart";
 *
 * const events = [{ date: "2025-04-02", label: "US tariffs" }];
 * const chart = priceChart(await openPrices(), "AAPL", { events, currency: "USD" });
 * ok((await chart.png()).length > 10_000);
 * ```
 */
export function priceChart(prices: PricePort | Closes, name: string, options: PriceChartOptions = {}): Chart {
  checkOptions(options, { ...SERIES_OPTIONS, scale: oneOf("linear", "log") });
  const table = seriesTable(prices, name, { options, mark: deepestDrawdownEvent });
  return createChart(priceSeries({ ...table.series, description: inWords(table, "close"), scale: options.scale }));
}

/**
 * How far each close is below the highest before it, with marked days.
 * @param prices As {@linkcode priceChart}.
 * @param name As {@linkcode priceChart}.
 * @throws {ChartError} as {@linkcode priceChart}.
 * @example
 * ```ts
 * import { ok } from "node:assert";
 * import { drawdownChart } from "conviction/chart";
 *
 * const series = { dates: ["2017-11-30", "2017-12-29"], closes: [171.85, 169.23] };
 * ok((await drawdownChart(series, "Apple").svg()).includes("maximum drawdown"));
 * ```
 */
export function drawdownChart(prices: PricePort | Closes, name: string, options: SeriesOptions = {}): Chart {
  checkOptions(options, SERIES_OPTIONS);
  const table = seriesTable(prices, name, { options, mark: deepestDrawdownEvent });
  return createChart(
    drawdownSeries({ ...table.series, description: inWords(table, "fall from the highest close so far") }),
  );
}

/** The chart in words. */
function inWords({ series, rows }: SeriesTable, what: string): string {
  const { title, subtitle, events, currency = "" } = series;
  const last = rows.at(-1);
  const deepest = Math.min(...rows.map(({ drawdown }) => drawdown));
  const figures = `Last close ${`${priceWords(last?.close ?? 0)} ${currency}`.trim()}, deepest fall ${
    drawdownWords(deepest)
  }.`;
  const days = events.map(({ date, label }) => label.includes(date) ? label : `${label} (${date})`);
  const marked = days.length === 0 ? "" : ` Marked: ${days.join("; ")}.`;
  return `${title}: ${what}. ${subtitle[0]}. ${figures}${marked}`;
}

/** What is marked in a chart of prices: a day with a label, or the day of a thesis. */
export type MarkedDay = ChartEvent | ReasoningResult | ThesisRow;

/** What of the prices is drawn. */
export interface SeriesOptions {
  /** Marked days, at most 40, each within the days that are drawn. A thesis is marked at its as-of day. */
  readonly events?: readonly MarkedDay[] | undefined;
  /** Whether the deepest fall is marked. Default: true. */
  readonly deepestFall?: boolean | undefined;
  /** First day, `YYYY-MM-DD`. Default: the first of the prices. */
  readonly from?: string | undefined;
  /** Last day, `YYYY-MM-DD`. Default: the last of the prices. */
  readonly to?: string | undefined;
  /** Frequency of the closes. Default: the first series of the prices that holds every day that is named. */
  readonly frequency?: "daily" | "monthly" | undefined;
  /** ISO 4217 code of the closes. Default: no unit is shown. */
  readonly currency?: string | undefined;
  /** Title. Default: the name. */
  readonly title?: string | undefined;
  /** Source of the prices, for the line that names it. Default: no such line. */
  readonly source?: string | undefined;
}

const DAY: OptionShape = { words: "a day like 2025-03-31", fits: (day) => typeof day === "string" && isDay(day) };

/** What each option may be. */
const SERIES_OPTIONS = {
  events: { words: "a list", fits: Array.isArray },
  deepestFall: SWITCH,
  from: DAY,
  to: DAY,
  frequency: oneOf("daily", "monthly"),
  currency: TEXT,
  title: TEXT,
  source: TEXT,
} satisfies Readonly<Record<keyof SeriesOptions, OptionShape>>;

const MAX_EVENTS = 40;
/** A century of trading days four times over. */
const MAX_ROWS = 100_000;

/** Prices as a table to draw, with its words. */
interface SeriesTable {
  readonly series: Omit<SeriesChart, "description">;
  /** All rows between the first and the last day. */
  readonly rows: readonly PriceRow[];
}

/**
 * Chooses the series and the days that are drawn.
 * @param mark Finds events in the closes themselves.
 * @throws {ChartError} when the prices are none, or an option cannot be used.
 */
function seriesTable(
  prices: PricePort | Closes,
  name: string,
  { options, mark }: {
    readonly options: SeriesOptions;
    readonly mark: (rows: readonly PriceRow[]) => readonly ChartEvent[];
  },
): SeriesTable {
  if (typeof name !== "string") throw new ChartError(`the name must be a text, not ${kindOf(name)}`);
  const given = eventsOf(options.events ?? []);
  const history = chosen(prices, name, { ...options, days: given.map(({ date }) => date) });
  const rows = rowsWithDrawdown(between(history, options), MAX_ROWS);
  const events = [...given, ...(options.deepestFall === false ? [] : mark(rows))];
  checkEvents(events, rows);
  const { rows: thin, left } = thinOut(rows, events.map(({ date }) => date));
  const { title = name, source, currency } = options;
  const count = `${rows.length.toLocaleString("en-US")} ${history.frequency ?? ""}`.trim();
  const span = daySpan(rows[0]?.date, rows.at(-1)?.date);
  const subtitle = [
    `${count} closes, ${span}`,
    ...left === undefined ? [] : [`The last close of each ${left} is drawn.`],
  ];
  return { series: { title, subtitle, source, currency, rows: thin, events }, rows };
}

function checkEvents(events: readonly ChartEvent[], rows: readonly PriceRow[]): void {
  if (events.length > MAX_EVENTS) throw new ChartError(`${events.length} events exceed the limit of ${MAX_EVENTS}`);
  const first = rows[0]?.date ?? "";
  const last = rows.at(-1)?.date ?? "";
  const outside = events.find(({ date }) => date < first || date > last);
  if (outside === undefined) return;
  const label = JSON.stringify(plainText(outside.label, 40));
  throw new ChartError(`the event ${label} is on ${outside.date}, and the prices are from ${first} to ${last}`);
}

interface Choice extends SeriesOptions {
  readonly days: readonly string[];
}

function chosen(prices: PricePort | Closes, name: string, choice: Choice): Partial<PriceHistory> & Closes {
  if (!isRecord(prices as unknown)) {
    throw new ChartError(`the prices must be those of openPrices(), not ${kindOf(prices)}`);
  }
  if ("closesOf" in prices) return bestSeries(prices, name, choice);
  const { dates, closes } = prices;
  if (Array.isArray(dates) && Array.isArray(closes)) return prices;
  throw new ChartError("the prices must be those of openPrices(), or lists of dates and closes");
}

function bestSeries(prices: PricePort, ticker: string, { frequency, days, from, to }: Choice): PriceHistory {
  const known = prices.closesOf(prices.tickerOf(ticker));
  const all = known.filter((series) => frequency === undefined || series.frequency === frequency);
  const wanted = [...days, from, to].filter((day) => day !== undefined);
  const holds = ({ dates }: Closes) => wanted.every((day) => day >= (dates[0] ?? "") && day <= (dates.at(-1) ?? ""));
  const best = all.find(holds) ?? all[0];
  if (best !== undefined) return best;
  const kinds = [...new Set(known.map(({ frequency }) => frequency))];
  const why = kinds.length === 0 ? "the prices have no series" : `the prices have only ${kinds.join(" and ")} closes`;
  throw new ChartError(`${why} of ${JSON.stringify(plainText(ticker, 40))}`);
}

function between({ dates, closes }: Closes, { from = "", to = "9999-12-31" }: SeriesOptions): Closes {
  if (dates.length !== closes.length) return { dates, closes };
  const isWithin = (at: number) => (dates[at] ?? "") >= from && (dates[at] ?? "") <= to;
  const kept = { dates: dates.filter((_, at) => isWithin(at)), closes: closes.filter((_, at) => isWithin(at)) };
  if (kept.dates.length >= 2 || dates.length < 2) return kept;
  const held = `the prices are from ${dates[0]} to ${dates.at(-1)}`;
  throw new ChartError(`${counted(kept.dates.length, "close")} from ${from || dates[0]} to ${to}; ${held}`);
}

/**
 * Days with labels; a thesis is on its as-of day, with its signal and confidence.
 * @throws {ChartError} when one has no day or no label.
 */
function eventsOf(given: readonly MarkedDay[]): ChartEvent[] {
  return given.map((event, at) => {
    if (!isRecord(event)) throw new ChartError(`event ${at + 1} must be an object, not ${kindOf(event)}`);
    const { date, label } = eventOf(event);
    if (typeof label !== "string") {
      throw new ChartError(`event ${at + 1} has no label: give { date, label }, a thesis or a row with a thesis`);
    }
    if (typeof date === "string" && isDay(date)) return { date, label };
    throw new ChartError(`event ${at + 1} has the date ${JSON.stringify(date) ?? "undefined"}, not YYYY-MM-DD`);
  });
}

/** Fields are read with care: a cell checks no types. */
function eventOf(event: Readonly<Record<string, unknown>>): { readonly date: unknown; readonly label: unknown } {
  if ("label" in event) return { date: event["date"], label: event["label"] };
  const isResult = "agent_thesis" in event;
  const { asOf, signal, confidence } = isResult
    ? resultFields(event as unknown as ReasoningResult)
    : event as unknown as ThesisRow;
  const stated = confidence === undefined ? "" : ` ${confidenceWords(confidence)}`;
  return { date: asOf, label: signal === undefined ? undefined : `thesis: ${signal}${stated}` };
}
