/** A hundred planted events among two hundred companies: each is an alert, none is invented, and its cause comes first. */
import { longDay } from "../../src/calendar/day.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { alertLines } from "../../src/compare/alerts.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { nightAgent, nightRows } from "../night_rows.ts";
import { DAY, IS_WHOLE } from "../lanes.ts";
import { slice, sweep } from "../sweeps.ts";
import { NIGHTS, type Planted, type PlantedKind, plantedWorld, TICKERS } from "./planted_world.ts";
import { run } from "./thesis_rows.ts";

/** Of the whole world, of which a day without a night lists a quarter. */
const EVENTS = 100;
const PER_BATCH = 10;
const LISTED = IS_WHOLE ? TICKERS : slice(TICKERS, 4, DAY);

/** What a reader must see first in the alert of each kind. */
const NAMED: Readonly<Record<PlantedKind, RegExp>> = {
  results: /^\w+: EPS beat its own past|\. (?:Earnings surprise|Results score)|trigger hit: earnings surprise/,
  insiders: /^\w+: insiders bought|\. (?:Insider|Net insider)/,
  split: new RegExp(
    `^\\w+: possible unadjusted split on ${longDay(NIGHTS.later)}`,
  ),
  level: new RegExp(`^\\w+: (?:unexplained jump|a close over|possible unadjusted split).* on ${longDay(NIGHTS.later)}`),
  mean: /Gap to its 200-day average (?:rose|fell) to|trigger hit: closed (?:above|below)/i,
  fall: /(?:60-day )?volatility rose to/i,
};

/** The alerts of the later night against the rows of the earlier one, with what is planted. */
async function alertsWith(
  planted: readonly Planted[],
  before: readonly ThesisRow[],
): Promise<readonly { ticker: string; message: string }[]> {
  const after = await nightRows(nightAgent(plantedWorld(planted)), LISTED, NIGHTS.later);
  const [earlier, later] = [run(before), run(after)];
  return alertLines(compareRuns(earlier, later), later).split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

/** Events of every kind in each batch, and beside them files that are adjusted for a split, which are no event. */
function batchesOf(before: readonly ThesisRow[]): readonly (readonly Planted[])[] {
  const events = choose(before);
  ok(!IS_WHOLE || events.length === EVENTS, `${events.length} events`);
  deepEqual(Object.keys(NAMED).filter((name) => !events.some(({ kind }) => kind === name)), []);
  equal(new Set(events.map(({ ticker }) => ticker)).size, events.length);
  const others = LISTED.filter((ticker) => !events.some((event) => event.ticker === ticker)).slice(0, PER_BATCH);
  const adjusted = others.map((ticker): Planted => ({ ticker, kind: "adjusted", times: 0.5 }));
  const count = Math.ceil(events.length / PER_BATCH);
  return Array.from({ length: count }, (_, at) => [...events.filter((_, nth) => nth % count === at), ...adjusted]);
}

Deno.test("of planted events each is an alert, none is invented, also where a file is adjusted for a split, and 95 of 100 name their cause first", async () => {
  const before = await nightRows(nightAgent(plantedWorld()), LISTED, NIGHTS.earlier);
  const missed: string[] = [];
  const invented: string[] = [];
  const unnamed: string[] = [];
  let count = 0;
  for (const batch of sweep("compare/planted_events", batchesOf(before))) {
    const alerts = await alertsWith(batch, before);
    const events = batch.filter(({ kind }) => kind !== "adjusted");
    for (const { ticker, kind } of events) {
      const first = alerts.find((alert) => alert.ticker === ticker)?.message;
      if (first === undefined) missed.push(`${ticker} ${kind}`);
      else if (kind === "adjusted" || !NAMED[kind].test(first)) unnamed.push(`${kind}: ${first}`);
    }
    const planted = new Set(events.map(({ ticker }) => ticker));
    invented.push(...alerts.filter(({ ticker }) => !planted.has(ticker)).map(({ message }) => message));
    count += events.length;
  }
  deepEqual(missed, []);
  deepEqual(invented, []);
  ok(unnamed.length <= Math.max(1, 0.05 * count), unnamed.join("\n")); // a part may hold the one
  if (IS_WHOLE) equal(count, EVENTS);
});

/** Names for each kind: of some it is known what would make their event one, like how far their close is from its mean. */
function choose(rows: readonly ThesisRow[]): readonly Planted[] {
  const left = new Set(rows.map(({ ticker }) => ticker));
  const take = (ofAll: number, plan: (row: ThesisRow) => Planted | undefined): readonly Planted[] => {
    const count = Math.floor(ofAll * LISTED.length / TICKERS.length);
    const planned = rows.filter(({ ticker }) => left.has(ticker)).flatMap((row) => plan(row) ?? []).slice(0, count);
    for (const { ticker } of planned) left.delete(ticker);
    return planned;
  };
  return [
    ...take(16, ({ ticker, falsifiers = [] }) => {
      const mean = falsifiers.find(({ metric }) => metric === "trend_200d");
      if (mean === undefined || Math.abs(mean.value) > 0.05) return undefined;
      return { ticker, kind: "mean", times: (mean.side === "below" ? 0.93 : 1.07) / (1 + mean.value) };
    }),
    ...take(16, ({ ticker, drawdownProbability: chance = 0, claims }) => {
      const trend = claims.find(({ metric }) => metric === "trend_200d")?.value ?? 0;
      return chance > 0.1 && chance < 0.22 && Number(trend) > 0.02 ? { ticker, kind: "fall", times: 1.2 } : undefined;
    }),
    ...take(17, ({ ticker, row }) => ({ ticker, kind: "split", times: [0.5, 1 / 3, 2][row % 3] ?? 0.5 })),
    ...take(17, ({ ticker, row }) => ({ ticker, kind: "level", times: [0.01, 0.56, 1.75][row % 3] ?? 0.01 })),
    ...take(17, ({ ticker }) => ({ ticker, kind: "results" })),
    ...take(17, ({ ticker }) => ({ ticker, kind: "insiders" })),
  ];
}
