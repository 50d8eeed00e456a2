import { kindOfSeries } from "../data/choose_series.ts";
import type { Company, DatasetView } from "../data/dataset.ts";
import { baseOf } from "../data/own_view.ts";
import { HAIR, LEAST_SIZE, type MetricId } from "../data/metrics/metric.ts";
import { LEAST_PAIRS } from "../data/metrics/soundness.ts";
import { type Peer, peersOf, type Research, valuesOfPeers } from "./comparison.ts";
import { type Columns, columnsOf } from "./domains/columns.ts";
import { mean } from "./domains/statistics.ts";
import { lackOfWindow } from "./domains/window.ts";

/** Fewest members of a group, the company included. */
const MIN_GROUP = 4;
/** Returns that a correlation is made from, and how many of them must pair. */
const PAIRED = { daily: { most: 252, least: LEAST_PAIRS }, monthly: { most: 36, least: 24 } } as const;

/** Companies that are alike. */
interface Group {
  readonly name: string;
  readonly members: readonly Peer[];
}

/** Those next to a company by a metric in its group. */
export interface Neighbours {
  /** How many of the group have the metric, this one included. */
  readonly count: number;
  /** Tickers; absent at an end. */
  readonly above?: string;
  readonly below?: string;
}

/** The company of the group that moves most alike. */
export interface Companion {
  readonly ticker: string;
  readonly correlation: number;
}

const groups = new WeakMap<DatasetView, Map<string, Group | undefined>>();

/** The sub-industry of a company, else its sector, else all companies, of whichever enough have such a series. */
export function groupOf(company: Company, research: Research): Group | undefined {
  const { view, pair: { series } } = research;
  const known = groups.get(baseOf(view)) ?? new Map<string, Group | undefined>();
  groups.set(baseOf(view), known);
  const key = `${company.ticker} ${kindOfSeries(series)}`;
  if (!known.has(key)) known.set(key, makeGroup(company, peersOf(research)));
  return known.get(key);
}

function makeGroup({ industry, sector }: Company, peers: readonly Peer[]): Group | undefined {
  const choices: readonly Group[] = [
    {
      name: industry ?? "",
      members: peers.filter((one) => industry !== undefined && one.company.industry === industry),
    },
    { name: sector ?? "", members: peers.filter((one) => sector !== undefined && one.company.sector === sector) },
    { name: "the data", members: peers },
  ];
  return choices.find(({ members }) => members.length >= MIN_GROUP);
}

/** Who is next to a company by a metric; `undefined` without a group or without the metric. */
export function neighboursOf(company: Company, metric: MetricId, research: Research): Neighbours | undefined {
  const group = groupOf(company, research);
  const { byTicker } = valuesOfPeers(metric, research);
  const own = byTicker.get(company.ticker);
  if (group === undefined || own === undefined) return undefined;
  const hair = HAIR * Math.max(LEAST_SIZE, Math.abs(own));
  const all = group.members.flatMap(({ company: { ticker } }) => {
    const value = byTicker.get(ticker);
    return value === undefined ? [] : [{ ticker, value, off: value - own }];
  });
  const above = nearest(all.filter(({ off }) => off > hair));
  const below = nearest(all.filter(({ off }) => off < -hair));
  return { count: all.length, ...(above !== undefined && { above }), ...(below !== undefined && { below }) };
}

/** Of equally near ones the first. */
function nearest(others: readonly { readonly ticker: string; readonly value: number; readonly off: number }[]) {
  let best: (typeof others)[number] | undefined;
  for (const one of others) {
    const hair = HAIR * Math.max(LEAST_SIZE, Math.abs(one.value));
    if (best === undefined || Math.abs(one.off) < Math.abs(best.off) - hair) best = one;
  }
  return best?.ticker;
}

const companions = new WeakMap<DatasetView, Map<string, Companion | undefined>>();

/** The member of the group with the highest correlation. */
export function companionOf(company: Company, research: Research): Companion | undefined {
  const { view, pair } = research;
  const known = companions.get(baseOf(view)) ?? new Map<string, Companion | undefined>();
  companions.set(baseOf(view), known);
  const key = `${company.ticker} ${kindOfSeries(pair.series)}`;
  if (!known.has(key)) known.set(key, findCompanion(company, research));
  return known.get(key);
}

function findCompanion(company: Company, research: Research): Companion | undefined {
  const own = columnsOf(research.pair);
  if (!canPair(own)) return undefined;
  let best: Companion | undefined;
  for (const { company: { ticker }, columns } of groupOf(company, research)?.members ?? []) {
    if (ticker === company.ticker || !canPair(columns)) continue;
    const correlation = correlationOf(own, columns);
    if (correlation > (best?.correlation ?? -Infinity) + HAIR) best = { ticker, correlation };
  }
  return best;
}

function canPair(columns: Columns): boolean {
  const { most, least } = PAIRED[columns.frequency];
  const last = columns.days.length - 1;
  return lackOfWindow(columns, Math.max(least, Math.min(most, last)) + 1, last) === undefined;
}

/** Correlation of the returns that begin and end on the same days; NaN of too few. */
function correlationOf(one: Columns, other: Columns): number {
  const { most, least } = PAIRED[one.frequency];
  const own: number[] = [];
  const theirs: number[] = [];
  let j = other.days.length - 1;
  for (let i = one.days.length - 1; i > Math.max(0, one.days.length - 1 - most); i--) {
    while (j > 0 && (other.days[j] ?? NaN) > (one.days[i] ?? NaN)) j--;
    if (j < 1 || other.days[j] !== one.days[i] || other.days[j - 1] !== one.days[i - 1]) continue;
    own.push(one.returns[i] ?? NaN);
    theirs.push(other.returns[j] ?? NaN);
  }
  return own.length < least ? NaN : pearson(own, theirs);
}

function pearson(one: readonly number[], other: readonly number[]): number {
  const meanOne = mean(one);
  const meanOther = mean(other);
  let together = 0;
  let first = 0;
  let second = 0;
  for (let at = 0; at < one.length; at++) {
    const left = (one[at] ?? NaN) - meanOne;
    const right = (other[at] ?? NaN) - meanOther;
    together += left * right;
    first += left * left;
    second += right * right;
  }
  return together / Math.sqrt(first * second);
}
