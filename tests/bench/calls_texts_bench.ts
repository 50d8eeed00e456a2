// deno-lint-ignore-file no-console -- it prints a table
/**
 * Prints how well what is measured of a call told what came next: rank correlation over all calls with the return over 63
 * sessions from the close of the session after the call, less that of the index; its t by a bootstrap of whole months. And
 * the time that both rooms take for a company. On the developers' calls and prices.
 *
 *   deno run -A --no-check --lock tests/deno.lock tests/bench/calls_texts_bench.ts
 */
import type { MetricId } from "../../src/data/metrics/metric.ts";
import { columnsOf } from "../../src/agent/domains/columns.ts";
import { TEXT_READERS } from "../../src/agent/domains/text.ts";
import { dayNumber } from "../../src/calendar/day.ts";
import type { PriceSeries } from "../../src/data/dataset.ts";
import type { TextDocument } from "../../src/data/text_document.ts";
import { spokenIn, tallyOf } from "../../src/verify/domains/text_words.ts";
import { countWords } from "../../src/agent/domains/text.ts";
import { nyseDataset } from "../nyse_reports.ts";
import { realCalls } from "../real_calls.ts";
import { xorshift } from "../xorshift.ts";
import { deviation, mean, rankCorrelation } from "./rank_statistics.ts";

const AHEAD = 63;
const DRAWS = 1000;
/** A day beyond it is a split, a spin-off or a defect of the file: its name is left out. */
const LARGEST_MOVE = 0.4;

/** A measure of a call, and what came next. */
interface Case {
  readonly month: string;
  readonly value: number;
  readonly excess: number;
}

const calls = await realCalls();
const dataset = await nyseDataset();
const view = dataset.at(dataset.span.last);
const [market] = view.prices(view.benchmark ?? "");
if (market === undefined) throw new TypeError("no index");

console.log("| measure | calls | IC 63 d | t |");
console.log("| --- | --- | --- | --- |");
for (const metric of ["tone", "tone_change", "uncertainty"] as const) {
  const cases = calls.flatMap((held) => {
    const [series] = view.prices(held.ticker);
    if (series === undefined || !isSound(series)) return [];
    return held.until(held.last).documents.flatMap((call) => caseOf(metric, call, series));
  });
  const ic = icOf(cases);
  console.log(`| ${metric} | ${cases.length} | ${ic.toFixed(3)} | ${(ic / deviation(drawn(cases))).toFixed(1)} |`);
}
timed("agent", countWords);
timed("verifier", (text) => spokenIn(tallyOf(text)));

/** From the close of the session after the call on. */
function caseOf(metric: MetricId, { day }: TextDocument, series: PriceSeries): readonly Case[] {
  const at = series.days.findIndex((one) => one >= dayNumber(day));
  const [held] = calls.filter(({ ticker }) => ticker === series.ticker);
  if (at === -1 || at + 1 + AHEAD >= series.days.length || held === undefined) return [];
  const found = TEXT_READERS[metric]?.(columnsOf({ series, mixed: false }), at, { texts: () => held.until(day) });
  if (found === undefined || "lacks" in found) return [];
  const moved = (prices: PriceSeries) => {
    const from = prices.days.indexOf(series.days[at + 1] ?? NaN);
    const to = prices.days.indexOf(series.days[at + 1 + AHEAD] ?? NaN);
    return (prices.close[to] ?? NaN) / (prices.close[from] ?? NaN);
  };
  const excess = market === undefined ? NaN : moved(series) - moved(market);
  return Number.isFinite(excess) ? [{ month: day.slice(0, 7), value: found.value, excess }] : [];
}

function icOf(cases: readonly Case[]): number {
  return rankCorrelation(cases.map(({ value }) => value), cases.map(({ excess }) => excess));
}

/** The correlation of months drawn with replacement, many times. */
function drawn(cases: readonly Case[]): readonly number[] {
  const months = [...Map.groupBy(cases, ({ month }) => month).values()];
  const random = xorshift(7);
  return Array.from(
    { length: DRAWS },
    () => icOf(months.flatMap(() => months[Math.floor(random() * months.length)] ?? [])),
  );
}

function isSound({ close }: PriceSeries): boolean {
  return close.every((one, at) => at === 0 || Math.abs(one / (close[at - 1] ?? NaN) - 1) <= LARGEST_MOVE);
}

/** The median of five runs over all calls. */
function timed(room: string, count: (text: string) => unknown): void {
  const texts = calls.map((held) => {
    const all = held.until(held.last);
    return all.documents.map(({ id }) => all.text(id));
  });
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    for (const text of texts.flat()) count(text);
    return performance.now() - start;
  }).toSorted((one, other) => one - other);
  const ms = runs[2] ?? NaN;
  console.log(
    `${room}: ${(ms / texts.flat().length).toFixed(2)} ms a call, ${(ms / texts.length).toFixed(2)} ms a company, ` +
      `${mean(texts.flat().map((text) => text.length)).toFixed(0)} characters a call`,
  );
}
