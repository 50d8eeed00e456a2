/**
 * What happened after the embedded analyst had spoken: 63 trading days on, over every S&P 500 name of
 * `../shared/data/prices`, at dates that do not overlap. The README's paragraph on honesty quotes this.
 */
import { connect } from "conviction";
import type { Bar, Dataset } from "../../src/data/dataset.ts";
import { openFolder } from "../../src/data/folder.ts";

const SHARED = new URL("../../../shared/data/prices/", import.meta.url);
const FILES = {
  "prices.csv.gz": "sp500_daily_2013-2018.csv.gz",
  "^GSPC.csv": "npm_vega_sp500_index_daily_2000-2020.csv",
};
const HORIZON = 63;
const HISTORY = 253;
const FALL = -0.15;
/** A jump like this is a split that the data did not adjust for. */
const MAX_JUMP = 0.4;

interface Case {
  readonly date: string;
  readonly score: number;
  readonly chance: number;
  readonly excess: number;
  readonly fell: boolean;
}

/** Prints the tables, or says that the data is not there. */
export async function benchOutcomes(print: (line: string) => void): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, file] of Object.entries(FILES)) await Deno.copyFile(new URL(file, SHARED), `${folder}/${name}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return print("Outcomes: NOT RUN, ../shared/data/prices is not here");
  }
  try {
    report(await collectCases(await openFolder(folder), folder), print);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function collectCases(dataset: Dataset, folder: string): Promise<Case[]> {
  const research = connect({ data: folder });
  const all = dataset.at(dataset.span.last);
  const index = all.prices("^GSPC")[0]?.bars ?? [];
  const seriesOf = new Map(all.companies.map(({ ticker }) => [ticker, all.prices(ticker)[0]?.bars ?? []]));
  const usable = [...seriesOf].filter(([, bars]) => bars.length > 1200 && !jumps(bars));
  const days = usable[0]?.[1].map(({ date }) => date) ?? [];
  const cases: Case[] = [];
  for (let at = HISTORY; at + HORIZON < days.length; at += HORIZON) {
    const date = days[at] ?? "";
    for (const [ticker, bars] of usable) {
      const input = `Analyse the company listed under ticker "${ticker}"`;
      const { metadata } = await research.reason({ input, metadata: { as_of: date } });
      const happened = outcomeAfter(bars, index, date);
      if (metadata?.score === undefined || metadata.drawdown_probability === undefined || !happened) continue;
      cases.push({ date, score: metadata.score, chance: metadata.drawdown_probability, ...happened });
    }
  }
  return cases;
}

function jumps(bars: readonly Bar[]): boolean {
  return bars.some(({ close }, at) => at > 0 && Math.abs(close / (bars[at - 1]?.close ?? close) - 1) > MAX_JUMP);
}

function outcomeAfter(bars: readonly Bar[], index: readonly Bar[], date: string) {
  const start = bars.findIndex((bar) => bar.date === date);
  const future = bars.slice(start, start + HORIZON + 1);
  const end = future.at(-1);
  const from = index.find((bar) => bar.date === date);
  const to = index.find((bar) => bar.date === end?.date);
  if (start < 0 || future.length <= HORIZON || !future[0] || !end || !from || !to) return undefined;
  let peak = 0;
  const fell = future.some(({ close }) => {
    peak = Math.max(peak, close);
    return close / peak - 1 <= FALL;
  });
  return { excess: end.close / future[0].close - to.close / from.close, fell };
}

function report(cases: readonly Case[], print: (line: string) => void): void {
  const dates = new Set(cases.map(({ date }) => date));
  print(
    `Outcomes: ${cases.length} theses, ${dates.size} dates ${[...dates][0]} to ${
      [...dates].at(-1)
    }, ${HORIZON} days on`,
  );
  const said = cases.map(({ score, excess }) => ({ p: 0.5 + 0.05 * score, happened: excess > 0 }));
  print(`  beats the index: ${skill(said)}`);
  print(`  by score, lowest fifth to highest: ${byFifth(said)}`);
  const fall = cases.map(({ chance, fell }) => ({ p: chance, happened: fell }));
  print(`  falls 15 %: ${skill(fall)}, mean said ${percent(mean(fall.map(({ p }) => p)))}`);
  print(`  by chance said, lowest fifth to highest: ${byFifth(fall)}`);
}

interface Said {
  readonly p: number;
  readonly happened: boolean;
}

function skill(said: readonly Said[]): string {
  const base = mean(said.map(({ happened }) => Number(happened)));
  const brier = mean(said.map(({ p, happened }) => (p - Number(happened)) ** 2));
  const area = areaUnderCurve(said).toFixed(3);
  return `happened ${percent(base)}, AUC ${area}, Brier ${brier.toFixed(4)} against ${
    (base * (1 - base)).toFixed(4)
  } of the base rate`;
}

/** Share of pairs of one that happened and one that did not in which the former was said likelier (Mann & Whitney). */
function areaUnderCurve(said: readonly Said[]): number {
  const sorted = said.toSorted((a, b) => a.p - b.p);
  let below = 0;
  let pairs = 0;
  for (let at = 0; at < sorted.length;) {
    let end = at;
    while (sorted[end]?.p === sorted[at]?.p && end < sorted.length) end++;
    const tied = sorted.slice(at, end);
    const yes = tied.filter(({ happened }) => happened).length;
    const no = tied.length - yes;
    pairs += yes * (below + no / 2);
    below += no;
    at = end;
  }
  return pairs / (below * (said.length - below));
}

function byFifth(said: readonly Said[]): string {
  const sorted = said.toSorted((a, b) => a.p - b.p);
  const fifths = [0, 1, 2, 3, 4].map((n) => sorted.slice((n * sorted.length) / 5, ((n + 1) * sorted.length) / 5));
  return fifths.map((part) => {
    const happened = mean(part.map((one) => Number(one.happened)));
    return `said ${percent(mean(part.map(({ p }) => p)))} happened ${percent(happened)}`;
  }).join(" · ");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
