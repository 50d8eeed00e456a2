import { HAIR, LEAST_SIZE, type Metric, type MetricId } from "../data/metrics/metric.ts";
import { kindOfSeries, seriesLike, type SeriesPair } from "../data/choose_series.ts";
import type { Company, DatasetView } from "../data/dataset.ts";
import type { DomainMeasure } from "../data/domain.ts";
import { onceEach } from "../data/once_each.ts";
import { baseOf } from "../data/own_view.ts";
import { dayText } from "../calendar/day.ts";
import { besideOf } from "./beside.ts";
import { type Columns, columnsOf } from "./domains/columns.ts";
import type { Knowledge, Lack, Reader } from "./domains/reading.ts";
import { lackOfAge } from "./domains/window.ts";

/** Fewest companies for a meaningful rank. */
const MIN_PEERS = 8;
/** Fewest month-ends, this one included, for a meaningful percentile. */
const MIN_MONTHS = 24;

/** Rank and percentile of a value among others. */
export interface PeerRank {
  /** Compared with other companies on the same day, or with the company's own month-ends. */
  readonly among: "peers" | "months";
  /** The sector within which it is compared; absent where it is compared with all. */
  readonly sector?: string;
  /** Number of values, this one included. */
  readonly count: number;
  /** Share below plus half the share equal, the value itself included. */
  readonly percentile: number;
  /** 1 + number of higher values. */
  readonly rank: number;
}

/** What the metrics of a company are read from and compared in. */
export interface Research {
  /** The series to read them from, as of its last bar. */
  readonly pair: SeriesPair;
  readonly view: DatasetView;
  readonly knowledge: Knowledge;
}

/**
 * Compares a measure with other companies on the same day, of its sector where it is neutral to sectors and enough of
 * that have it; or else, where its publication is about time, with the company's own past.
 * @returns A `Lack` when there is too little to compare it with.
 */
export function compare({ metric, overTime, neutral }: DomainMeasure, research: Research): PeerRank | Lack {
  const columns = columnsOf(research.pair);
  const reader = research.knowledge.readers[metric];
  const value = readNow(metric, { columns, ticker: research.pair.series.ticker }, research);
  const within = neutral && valuesOfSector(metric, research);
  if (within) return { ...standing("peers", value, within.values), sector: within.sector };
  const { values: peers } = valuesOfPeers(metric, research);
  if (peers.length >= MIN_PEERS) return standing("peers", value, peers);
  if (!overTime) {
    return { cause: "comparison", lacks: `needs ${MIN_PEERS} companies to compare with, has ${peers.length}` };
  }
  const months = monthValues(reader, columns, { view: research.view, ticker: research.pair.series.ticker });
  if (months.length >= MIN_MONTHS) return standing("months", value, months);
  return {
    cause: "comparison",
    lacks: `needs ${MIN_PEERS} companies or ${MIN_MONTHS} month-ends to compare with, has ${peers.length} and ` +
      `${months.length}`,
  };
}

/** Where a value stands among others, itself included. */
export function standing(among: PeerRank["among"], value: number, values: readonly number[]): PeerRank {
  const hair = HAIR * Math.max(LEAST_SIZE, Math.abs(value));
  let below = 0;
  let equal = 0;
  for (const other of values) {
    if (other < value - hair) below++;
    else if (other <= value + hair) equal++;
  }
  const count = values.length;
  return { among, count, percentile: (below + equal / 2) / count, rank: 1 + count - below - equal };
}

/** A company with a series of the same frequency, basis and last day. */
interface Peer {
  readonly company: Company;
  readonly columns: Columns;
}

/** A metric of several companies. */
interface PeerValues {
  readonly values: readonly number[];
  readonly byTicker: ReadonlyMap<string, number>;
  /** Of the companies of each sector. */
  readonly bySector: ReadonlyMap<string, readonly number[]>;
}

/** What is known of a view; it keeps a screen linear. */
interface Known {
  readonly peers: Map<string, readonly Peer[]>;
  readonly values: Map<string, PeerValues>;
  /** Every figure of a company that is made of what is filed. */
  readonly filed: Map<string, ReadonlyMap<MetricId, number>>;
}

const knownOfBase = onceEach((_: DatasetView): Known => ({ peers: new Map(), values: new Map(), filed: new Map() }));

/** What came with one question changes nothing that is compared. */
const knownOf = (view: DatasetView) => knownOfBase(baseOf(view));

/** Every company with such a series and last day, the one of the pair included. */
function peersOf({ pair: { series, benchmark }, view }: Pick<Research, "pair" | "view">): readonly Peer[] {
  const lastDay = series.days.at(-1);
  const { peers } = knownOf(view);
  const key = kindOfSeries(series);
  return peers.getOrInsertComputed(key, () =>
    view.companies.flatMap((company) => {
      const peer = seriesLike(view, company.ticker, series);
      if (peer === undefined || peer.days.at(-1) !== lastDay) return [];
      return [{ company, columns: columnsOf({ series: peer, ...(benchmark && { benchmark }), mixed: false }) }];
    }));
}

/** The metric of every peer that has it; bars that end long before the day give nobody one. */
export function valuesOfPeers(metric: MetricId, research: Research): PeerValues {
  const { series } = research.pair;
  const { values } = knownOf(research.view);
  const key = `${metric} ${kindOfSeries(series)}`;
  return values.getOrInsertComputed(key, () =>
    tableOf(
      (lackOfAge(series, research.view.asOf) ? [] : peersOf(research)).flatMap(({ company, columns }) =>
        finite(readNow(metric, { columns, ticker: company.ticker }, research)).map((value) => ({ company, value }))
      ),
    ));
}

function tableOf(entries: readonly { readonly company: Company; readonly value: number }[]): PeerValues {
  const bySector = new Map<string, number[]>();
  for (const { company: { sector }, value } of entries) {
    if (sector === undefined) continue;
    bySector.getOrInsert(sector, []).push(value);
  }
  return {
    values: entries.map(({ value }) => value),
    byTicker: new Map(entries.map(({ company, value }) => [company.ticker, value])),
    bySector,
  };
}

/** The metric of the company's sector, where enough companies of it have it. */
function valuesOfSector(
  metric: MetricId,
  research: Research,
): { readonly sector: string; readonly values: readonly number[] } | undefined {
  const { view, pair: { series: { ticker } } } = research;
  const sector = besideOf(view, ticker).company?.sector;
  const values = sector === undefined ? undefined : valuesOfPeers(metric, research).bySector.get(sector);
  return sector === undefined || values === undefined || values.length < MIN_PEERS ? undefined : { sector, values };
}

/** What of a company is loaded when a view is asked for it. */
const FILED: ReadonlySet<Metric["shelf"]> = new Set(["facts", "trades", "texts"] as const);

/**
 * The metric as of the last bar. All that is made of what is filed is read at once: a view holds the records of some dozens
 * of companies, so that a pass over all of them for each metric would load and select them each time again.
 */
function readNow(
  metric: MetricId,
  { columns, ticker }: { readonly columns: Columns; readonly ticker: string },
  { view, knowledge }: Pick<Research, "view" | "knowledge">,
): number {
  const { metrics, measures } = knowledge.vocabulary;
  const isFiled = (id: MetricId) => FILED.has(metrics[id]?.shelf);
  if (!isFiled(metric)) return readAt(knowledge.readers[metric], columns, { view, ticker });
  const { filed } = knownOf(view);
  const key = `${ticker} ${kindOfSeries(columns.sound.series)}`;
  const known = filed.getOrInsertComputed(key, () =>
    new Map(
      [...measures.keys()].filter(isFiled).map((id) => [
        id,
        readAt(knowledge.readers[id], columns, { view, ticker }),
      ]),
    ));
  return known.get(metric) ?? NaN;
}

/** Whose columns they are, and on which day. */
interface Whose {
  readonly view: DatasetView;
  readonly ticker: string;
}

/** The metric at the company's earlier month-ends and at its last bar. */
function monthValues(
  reader: Reader | undefined,
  columns: Columns,
  whose: Whose,
): readonly number[] {
  const months = Array.from(columns.days, (day) => dayText(day).slice(0, "YYYY-MM".length));
  const last = months.length - 1;
  return months.flatMap((month, at) => {
    const isMonthEnd = month !== months[at + 1];
    return isMonthEnd || at === last ? finite(readAt(reader, columns, { ...whose, position: at })) : [];
  });
}

function readAt(
  reader: Reader | undefined,
  columns: Columns,
  { position = columns.days.length - 1, view, ticker }: Whose & { readonly position?: number },
): number {
  const result = reader?.(columns, position, besideOf(view, ticker));
  return result !== undefined && "value" in result ? result.value : NaN;
}

function finite(value: number): readonly number[] {
  return Number.isFinite(value) ? [value] : [];
}
