// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * The chance of a fall, by the rule that was fixed on prices up to 2016-12-30, judged on what followed, on the index of
 * 2000 to 2020 and on monthly stocks of 2000 to 2010: `deno run -A --lock tests/deno.lock tests/bench/chance_bench.ts`.
 * `docs/measured.md` quotes it. Prices are read as they stand, without the rules about bars; a name is left out of a
 * day where a move beyond 40% is within the year before or the 63 days after.
 */
import { fitMap } from "../../src/calibrate/fit_map.ts";
import { drawdownChance } from "../../src/agent/domains/chance.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { dayText } from "../../src/calendar/day.ts";
import { BUILT_IN_MAPS, type ChanceMap } from "../../src/data/metrics/chance.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { areaUnderCurve, mean } from "../../src/score/statistics.ts";
import { missingShared, sharedPath } from "../needs.ts";
import { ewmaPath, fellIn, fitGarch, garchPath, logReturns, windowVariance } from "./chance_rules.ts";
import { missingSp500, sp500Folder } from "./sp500_folder.ts";

const FIXED_ON = "2016-12-30";
const HORIZON = 63;
const YEAR = 252;
const AS_SAID: ChanceMap = { level: 0, slope: 1 };
const MONTHLY = "prices/npm_vega_stocks_monthly_2000-2010.csv";
const RULES = ["before", "now", "EWMA", "GARCH"] as const;
type Rule = typeof RULES[number];

/** A name on a day: what each rule says, and what happened. */
interface Case {
  /** Position of the day among all days of its sample. */
  readonly at: number;
  readonly date: string;
  readonly fell: boolean;
  readonly says: Readonly<Record<Rule, number>>;
  /** Log odds of the new rule before its map, which was fitted on them. */
  readonly odds: number;
}

type Outcome = Pick<Case, "at" | "fell">;

interface Closes {
  readonly dates: readonly string[];
  readonly closes: readonly number[];
}

/** Prints every table, or that the data is missing. */
export async function benchChance(print: (line: string) => void): Promise<void> {
  const missing = missingSp500() ?? missingShared(MONTHLY);
  if (missing !== undefined) return print(`Chance of a fall: NOT RUN, ${missing} is missing`);
  print(
    "Chance of a fall of 15% within 63 trading days: the rule of before, of now, EWMA and GARCH(1,1) in the formula",
  );
  const { stocks, index } = await readDaily();
  const days = stocks[0]?.dates ?? [];
  const cases = stockCases(stocks, index);
  const fixed = cases.filter(({ at }) => (days[at + HORIZON] ?? "9") <= FIXED_ON);
  const fitted = fitMap(fixed);
  print(
    `  fitted again on ${fixed.length} cases: level ${fitted?.level.toFixed(3)}, slope ${fitted?.slope.toFixed(3)}`,
  );
  const later = cases.filter(({ date }) => date >= FIXED_ON);
  const start = later.reduce((least, { at }) => Math.min(least, at), Infinity);
  const apart = later.filter(({ at }) => (at - start) % HORIZON === 0);
  byDate(apart, cases).forEach(print);
  summary("stocks, dates after the fit that do not overlap", apart, cases).forEach(print);
  summary("stocks, every day after the fit", later, cases).forEach(print);
  const ofIndex = indexCases(index);
  const outcomes = outcomesOf(index);
  const steps = ofIndex.filter((_, at) => at % HORIZON === 0);
  summary("index 2001 to 2020, dates that do not overlap", steps, outcomes).forEach(print);
  const isUnseen = ({ date }: Case) => date < "2013-02-08" || date >= FIXED_ON;
  summary("the same without 2013 to 2016", steps.filter(isUnseen), outcomes).forEach(print);
  summary("index, every day", ofIndex, outcomes).forEach(print);
  const months = await monthlyCases();
  const first = months.reduce((least, { at }) => Math.min(least, at), Infinity) + 3;
  const quarters = months.filter(({ at }) => at >= first && (at - first) % 3 === 0);
  summary("five monthly stocks 2001 to 2009, dates that do not overlap", quarters, months, 3).forEach(print);
  summary("the same, every month", months.filter(({ at }) => at >= first), months, 3).forEach(print);
}

/** A case after the fit: what was said by the new rule and by the old one, and what happened. */
export interface LaterCase {
  readonly date: string;
  readonly probability: number;
  readonly before: number;
  readonly happened: boolean;
}

/** The stocks after the fit, for a picture of reliability; `undefined` without the data. */
export async function laterCases(): Promise<readonly LaterCase[] | undefined> {
  if (missingSp500() !== undefined) return undefined;
  const { stocks, index } = await readDaily();
  return stockCases(stocks, index).filter(({ date }) => date >= FIXED_ON)
    .map(({ says, fell, date }) => ({ probability: says.now, before: says.before, happened: fell, date }));
}

async function readDaily(): Promise<{ stocks: readonly Closes[]; index: Closes }> {
  await using folder = await sp500Folder();
  const view = (await openFolder(folder.path)).at("9999-12-31");
  const stocks = view.companies.flatMap(({ ticker }) => closesOf(view, ticker) ?? []);
  // the fullest series first: its days are those of the market
  stocks.sort((one, other) => other.dates.length - one.dates.length);
  return { stocks, index: closesOf(view, "^GSPC") ?? { dates: [], closes: [] } };
}

function closesOf(view: DatasetView, ticker: string): Closes | undefined {
  const [series] = view.prices(ticker);
  return series && { dates: Array.from(series.days, dayText), closes: Array.from(series.close) };
}

function stockCases(stocks: readonly Closes[], index: Closes): readonly Case[] {
  const days = new Map(stocks[0]?.dates.map((date, at) => [date, at]));
  const market = new Map(index.dates.map((date, at) => [date, at]));
  const moves = logReturns(index.closes);
  const known = new Map<string, { year: number; recent: number }>();
  for (const date of days.keys()) {
    const at = market.get(date) ?? NaN;
    known.set(date, {
      year: windowVariance(moves, { at, count: YEAR }),
      recent: windowVariance(moves, { at, count: 60 }),
    });
  }
  return stocks.flatMap((one) => casesOf(one, { days, market: (date) => known.get(date) }));
}

interface Around {
  readonly days: ReadonlyMap<string, number>;
  readonly market: (date: string) => { readonly year: number; readonly recent: number } | undefined;
}

function casesOf({ dates, closes }: Closes, { days, market }: Around): readonly Case[] {
  const returns = logReturns(closes);
  const fixed = returns.slice(1, 1 + dates.findLastIndex((date) => date <= FIXED_ON));
  if (closes.length < 320 || fixed.length < YEAR) return [];
  const [ewma, garch] = [ewmaPath(returns), garchPath(returns, fitGarch(fixed))];
  const jumps = returns.flatMap((one, at) => Math.abs(one) > 0.4 ? [at] : []);
  return dates.flatMap((date, at) => {
    const [day, around] = [days.get(date), market(date)];
    if (day === undefined || around === undefined || at < YEAR || at + HORIZON >= closes.length) return [];
    if (jumps.some((jump) => jump >= at - YEAR && jump <= at + HORIZON)) return [];
    const year = windowVariance(returns, { at, count: YEAR });
    const recent = windowVariance(returns, { at, count: 60 });
    const variances = { year, recent, market: around };
    return {
      ...{ at: day, date, fell: fellIn(closes.slice(at, at + HORIZON + 1)) },
      ...sayings({ mixed: (year + recent) / 2, ewma: ewma[at], garch: garch[at] }, variances),
    };
  });
}

function indexCases({ dates, closes }: Closes): readonly Case[] {
  const returns = logReturns(closes);
  const ewma = ewmaPath(returns);
  const garch: number[] = [];
  for (let from = YEAR; from < closes.length; from += YEAR) { // fitted anew each year, on all returns before
    const path = garchPath(returns, fitGarch(returns.slice(1, from + 1)));
    for (let at = from; at < Math.min(from + YEAR, closes.length); at++) garch[at] = path[at] ?? NaN;
  }
  return dates.flatMap((date, at) => {
    if (at < YEAR || at + HORIZON >= closes.length) return [];
    const year = windowVariance(returns, { at, count: YEAR });
    const recent = windowVariance(returns, { at, count: 60 });
    return {
      ...{ at, date, fell: fellIn(closes.slice(at, at + HORIZON + 1)) },
      ...sayings({ mixed: (year + recent) / 2, ewma: ewma[at], garch: garch[at] }, { year, recent }),
    };
  });
}

/** Of every day of the index, its first year too: what was known of falls begins with it. */
function outcomesOf({ closes }: Closes): readonly Outcome[] {
  return closes.slice(0, -HORIZON).map((_, at) => ({ at, fell: fellIn(closes.slice(at, at + HORIZON + 1)) }));
}

async function monthlyCases(): Promise<readonly Case[]> {
  const text = await Deno.readTextFile(sharedPath(MONTHLY));
  const rows = text.trim().split("\n").slice(1).map((row) => row.split(","));
  const names = Map.groupBy(rows, ([name = ""]) => name);
  return [...names.values()].flatMap((some) => {
    const months = some.map(([, date = "", close]) => ({
      date: dayText(Date.parse(`${date} UTC`) / 86_400_000),
      close,
    }));
    months.sort((one, other) => one.date < other.date ? -1 : 1);
    const closes = months.map(({ close }) => Number(close));
    const returns = logReturns(closes);
    const ewma = ewmaPath(returns, { daily: false });
    return months.flatMap(({ date }, at) => {
      if (at < 12 || at + 3 >= closes.length) return [];
      const year = windowVariance(returns, { at, count: 36, year: 12 });
      const garch = garchPath(returns, fitGarch(returns.slice(1, at + 1)), { ahead: 3, year: 12 })[at];
      const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
      return {
        ...{ at: month, date, fell: fellIn(closes.slice(at, at + 4)) },
        ...sayings({ mixed: year, ewma: ewma[at], garch }, { year }),
      };
    });
  });
}

function sayings(
  { mixed, ewma = NaN, garch = NaN }: { mixed: number; ewma: number | undefined; garch: number | undefined },
  variances: Parameters<typeof drawdownChance>[0],
): Pick<Case, "says" | "odds"> {
  const raw = (year: number) => drawdownChance({ year }, AS_SAID);
  const map = variances.recent === undefined ? BUILT_IN_MAPS.monthly : BUILT_IN_MAPS.daily;
  const plain = Math.max(1e-9, drawdownChance(variances, AS_SAID));
  return {
    odds: Math.log(plain / (1 - plain)),
    says: { before: raw(mixed), now: drawdownChance(variances, map), EWMA: raw(ewma), GARCH: raw(garch) },
  };
}

/** The share of falls among outcomes complete by each day, purged by the horizon. */
function knownAt(all: readonly Outcome[], days: readonly number[], horizon: number): ReadonlyMap<number, number> {
  return new Map([...new Set(days)].map((day) => {
    const before = all.filter(({ at }) => at + horizon <= day);
    return [day, before.filter(({ fell }) => fell).length / before.length];
  }));
}

function lossOf(cases: readonly Case[], say: (one: Case) => number): number {
  return mean(cases.map((one) => (say(one) - Number(one.fell)) ** 2));
}

function byDate(cases: readonly Case[], all: readonly Outcome[]): string[] {
  const known = knownAt(all, cases.map(({ at }) => at), HORIZON);
  const rows = [...Map.groupBy(cases, ({ date }) => date)].map(([date, some]) => {
    const base = lossOf(some, ({ at }) => known.get(at) ?? NaN);
    const cells = RULES.map((rule) =>
      `${percent(mean(some.map(({ says }) => says[rule])))} said, skill ${
        percent(1 - lossOf(some, ({ says }) => says[rule]) / base)
      }`
    );
    const [one] = some;
    return `  ${date}: ${percent(mean(some.map(({ fell }) => Number(fell))))} of ${some.length} fell, known ${
      percent(known.get(one?.at ?? NaN) ?? NaN)
    }; ${RULES.map((rule, at) => `${rule} ${cells[at]}`).join("; ")}`;
  });
  return ["", ...rows];
}

function summary(title: string, cases: readonly Case[], all: readonly Outcome[], horizon = HORIZON): string[] {
  const dates = [...Map.groupBy(cases, ({ date }) => date).values()];
  const known = knownAt(all, cases.map(({ at }) => at), horizon);
  const base = (some: readonly Case[]) => lossOf(some, ({ at }) => known.get(at) ?? NaN);
  const happened = percent(mean(cases.map(({ fell }) => Number(fell))));
  const rows = RULES.map((rule) => {
    const say = ({ says }: Case) => says[rule];
    const forecasts = cases.map((one) => ({ probability: say(one), happened: one.fell, date: one.date }));
    const areas = dates.flatMap((some) =>
      areaUnderCurve(some.map((one) => ({ probability: say(one), happened: one.fell }))) ?? []
    );
    const misses = dates.map((some) => mean(some.map(say)) - mean(some.map(({ fell }) => Number(fell))));
    const worst = misses.reduce((one, other) => Math.abs(other) > Math.abs(one) ? other : one, 0);
    const order = forecasts.toSorted((one, other) => one.probability - other.probability);
    const tenth = Math.max(1, Math.floor(order.length / 10));
    const share = (some: typeof order) => percent(mean(some.map((one) => Number(one.happened))));
    const skill = 1 - lossOf(cases, say) / base(cases);
    const byDates = cases.length > dates.length
      ? `, mean of dates ${percent(mean(dates.map((some) => 1 - lossOf(some, say) / base(some))))}`
      : "";
    const area = areaUnderCurve(forecasts)?.toFixed(3);
    const areaByDate = cases.length > dates.length ? `, by date ${mean(areas).toFixed(3)}` : "";
    const gaps = dates.map((some) => lossOf(some, say) - lossOf(some, ({ says }) => says.now));
    const isApart = title.includes("do not overlap") && dates.length >= 12 && rule !== "now";
    const gap = isApart ? `; squared error less that of now, t ${tOf(gaps).toFixed(1)}` : "";
    return `    ${rule.padEnd(7)} skill ${percent(skill)}${byDates}; said ${
      percent(mean(cases.map(say)))
    }, worst date ${percent(worst)}; AUC ${area}${areaByDate}; lowest tenth ${share(order.slice(0, tenth))}, highest ${
      share(order.slice(-tenth))
    }${gap}`;
  });
  return ["", `  ${title}: ${cases.length} cases, ${dates.length} dates, ${happened} fell`, ...rows];
}

function tOf(values: readonly number[]): number {
  const middle = mean(values);
  const variance = values.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (values.length - 1);
  return middle / Math.sqrt(variance / values.length);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

if (import.meta.main) await benchChance((line) => console.log(line));
