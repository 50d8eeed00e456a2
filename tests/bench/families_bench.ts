// deno-lint-ignore-file no-console -- it prints a table
/**
 * Prints how well the score of each family, and each measure of quality and value, told what came next: rank correlation
 * with the excess return over 63 sessions, and how well it tells a fall of 15% within them apart. On the developers'
 * prices of the S&P 500 and annual statements that count 92 days after their end; both hold survivors of one bull market.
 *
 *   deno run -A --no-check tests/bench/families_bench.ts
 */
import { KNOWLEDGE } from "../../src/agent/tools.ts";
import { type CompanyFindings, findingsOn } from "../../src/agent/findings.ts";
import { Memory } from "../../src/agent/memory.ts";
import type { PriceSeries } from "../../src/data/dataset.ts";
import { dayText } from "../../src/calendar/day.ts";
import { nyseDataset } from "../nyse_reports.ts";
import { fellIn } from "./chance_rules.ts";
import { deviation, mean, rankCorrelation, ranks, sum } from "./rank_statistics.ts";

const AHEAD = 63;
/** A day beyond it is a split, a spin-off or a defect of the file: its name is left out. */
const LARGEST_MOVE = 0.4;
const FIRST = "2014-02";
const LAST = "2017-10";
/** Months between dates whose next 63 sessions do not overlap. */
const MONTHS_APART = 3;

/** A signal of a name on a date, and what came next. */
interface Case {
  readonly date: number;
  readonly signal: number;
  readonly excess: number;
  readonly fell: boolean;
}

const dataset = await nyseDataset();
const whole = dataset.at(dataset.span.last);
const [market] = whole.prices(whole.benchmark ?? "");
if (market === undefined) throw new TypeError("no index");
const sound = new Map(
  whole.companies.flatMap(({ ticker }) => whole.prices(ticker)[0] ?? []).filter(isSound).map((
    one,
  ) => [one.ticker, one]),
);
const cases = new Map<string, Case[]>();

for (const [date, at] of monthEnds(market).entries()) {
  const asOf = dayText(market.days[at] ?? NaN);
  const view = dataset.at(asOf);
  const memory = new Memory<CompanyFindings["domains"]>({ maxBytes: 0, bytesOf: () => 0 });
  for (const company of view.companies) {
    const next = nextOf(company.ticker, at);
    const found = next && findingsOn(company, { view, knowledge: KNOWLEDGE, memory });
    if (found?.asOf !== asOf || next === undefined) continue;
    for (const [name, signal] of signalsOf(found)) {
      const all = cases.get(name) ?? [];
      cases.set(name, all);
      all.push({ date, signal, ...next });
    }
  }
  console.error(asOf);
}

console.log("| signal | cases | names a date | IC 63 d | t | AUC of a 15% fall |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const [name, all] of cases) {
  const dates = [...Map.groupBy(all, ({ date }) => date)].filter(([, own]) => own.length >= 30);
  const correlations = dates.map(([date, own]) => ({
    date,
    ic: rankCorrelation(own.map(({ signal }) => signal), own.map(({ excess }) => excess)),
  }));
  const apart = correlations.filter(({ date }) => date % MONTHS_APART === 0).map(({ ic }) => ic);
  const row = [
    name,
    all.length,
    Math.round(all.length / dates.length),
    signed(mean(correlations.map(({ ic }) => ic))),
    (mean(apart) / (deviation(apart) / Math.sqrt(apart.length))).toFixed(1),
    auc(all).toFixed(2),
  ];
  console.log(`| ${row.join(" | ")} |`);
}

/** Scores of all families and their equal weight, and values of measures with the sign that was published. */
function signalsOf({ domains }: CompanyFindings): readonly (readonly [string, number])[] {
  const scores = domains.flatMap(({ domain, score }) => score === undefined ? [] : [[domain.name, score] as const]);
  const measures = domains.flatMap(({ domain: { name }, measures }) =>
    measures.flatMap(({ metric, score }) =>
      score === undefined || !["quality", "value"].includes(name) ? [] : [[`${name}: ${metric}`, score] as const]
    )
  );
  const isWhole = ["trend", "risk", "quality", "value"].every((name) => scores.some(([own]) => own === name));
  const four = mean(scores.filter(([name]) => name !== "events" && name !== "insider").map(([, score]) => score));
  return [...scores, ...measures, ...(isWhole ? [["all four, equal weight", four] as const] : [])];
}

/** The excess return over the next sessions, and whether a close within them was as low. */
function nextOf(ticker: string, at: number): { readonly excess: number; readonly fell: boolean } | undefined {
  const series = sound.get(ticker);
  const from = series?.days.indexOf(market?.days[at] ?? NaN) ?? -1;
  if (series === undefined || from === -1 || from + AHEAD >= series.close.length) return undefined;
  const [close = NaN, ...ahead] = series.close.subarray(from, from + AHEAD + 1);
  const moved = (market?.close[at + AHEAD] ?? NaN) / (market?.close[at] ?? NaN);
  return { excess: (ahead.at(-1) ?? NaN) / close - moved, fell: fellIn([close, ...ahead]) };
}

function isSound({ close }: PriceSeries): boolean {
  return close.every((one, at) => at === 0 || Math.abs(one / (close[at - 1] ?? NaN) - 1) <= LARGEST_MOVE);
}

/** Indexes of the last bars of the months. */
function monthEnds({ days }: PriceSeries): readonly number[] {
  const months = Array.from(days, (day) => dayText(day).slice(0, 7));
  return months.flatMap((month, at) => month !== months[at + 1] && month >= FIRST && month <= LAST ? [at] : []);
}

/** The share of pairs of a fall and no fall in which the score of the fall is the lower one. */
function auc(all: readonly Case[]): number {
  const placed = ranks(all.map(({ signal }) => -signal));
  const falls = placed.filter((_, at) => all[at]?.fell);
  const others = all.length - falls.length;
  return (sum(falls) - falls.length * (falls.length + 1) / 2) / (falls.length * others);
}

function signed(value: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(3)}`;
}
