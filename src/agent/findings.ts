import { type MetricId, needsPrices } from "../data/metrics/metric.ts";
import { chooseSeries, isBare, kindOfSeries, type SeriesPair } from "../data/choose_series.ts";
import type { Company, DatasetView, Frequency } from "../data/dataset.ts";
import { lastDay } from "../data/series.ts";
import { OWN_DOMAIN } from "../data/domains.ts";
import { baseOf } from "../data/own_view.ts";
import { hasSigns } from "./own_reading.ts";
import { besideOf } from "./beside.ts";
import { columnsOf } from "./domains/columns.ts";
import { compare, type PeerRank, type Research } from "./comparison.ts";
import type { Domain, DomainMeasure } from "../data/domain.ts";
import { metricOf } from "../data/vocabulary.ts";
import type { Memory } from "./memory.ts";
import type { Found, Knowledge, Lack, Reading } from "./domains/reading.ts";
import { readerAt } from "./domains/evaluate.ts";
import { NO_REPORT } from "./domains/filed.ts";
import { mean } from "./domains/statistics.ts";
import { NO_TEXT } from "./domains/text_choice.ts";
import { lackOfAge } from "./domains/window.ts";

const MEASURE_BYTES = 256;
const NO_PRICES: Lack = { cause: "prices", lacks: "needs prices, has none" };
const NOTHING: Lack = { cause: "comparison", lacks: "has nothing to score" };

/** One metric of a company on a day. */
export interface Measure extends Found {
  readonly metric: MetricId;
  /** Absent when the metric is not compared, or there is nothing to compare it with. */
  readonly standing?: PeerRank;
  /** Support for the statement, -1 to 1. */
  readonly score?: number;
  /** Why a metric with a sign has no score. */
  readonly unscored?: Lack;
}

/** The findings of a domain: a score, or why it abstains. Missing data never gives a neutral score. */
export interface DomainFinding {
  readonly domain: Domain;
  readonly measures: readonly Measure[];
  /** Metrics that cannot be computed, with what is missing. */
  readonly missing: readonly MissingMeasure[];
  /** Mean score of the measures that have one. */
  readonly score?: number;
  /** Why there is no score. */
  readonly abstains?: Lack;
}

/** A metric that cannot be computed. */
export interface MissingMeasure extends Lack {
  readonly metric: MetricId;
}

/** All findings about a company; of one without prices, from what is filed. */
export interface CompanyFindings {
  readonly company: Company;
  readonly pair: SeriesPair;
  /** Date of the last bar; without prices the day of the view. */
  readonly asOf: string;
  readonly domains: readonly DomainFinding[];
  /** What other companies are looked up with. */
  readonly research: Research;
}

/** What companies are researched with. */
export interface ResearchTools {
  readonly view: DatasetView;
  readonly knowledge: Knowledge;
  /** Findings by day, ticker and frequency, of one dataset and one knowledge. */
  readonly memory: Memory<readonly DomainFinding[]>;
}

/**
 * Researches one company.
 * @param frequency That at which several companies are compared, if they are.
 * @returns `undefined` when it has no price on or before the day, and nothing is filed by it.
 */
export function findingsOn(
  company: Company,
  { view, knowledge, memory }: ResearchTools,
  frequency?: Frequency | undefined,
): CompanyFindings | undefined {
  const pair = chooseSeries(view, company.ticker, { frequency });
  if (pair === undefined) return undefined;
  const domains = memory.recall(`${view.asOf} ${company.ticker} ${kindOfSeries(pair.series)}`, () => {
    const old = lackOfAge(pair.series, view.asOf);
    const research = { pair, view, knowledge };
    const own = hasSigns(baseOf(view));
    return knowledge.vocabulary.domains.filter(({ name }) => own || name !== OWN_DOMAIN).map((domain) =>
      old ? silent(domain, old, research) : findingOf(domain, research)
    );
  });
  return { company, pair, asOf: lastDay(pair.series), domains, research: { pair, view, knowledge } };
}

/** A measure that no domain has: one of prices at settings that a question asks for; `undefined` of any other. */
export function readingAsked(metric: MetricId, { pair, research: { view } }: CompanyFindings): Reading | undefined {
  const read = readerAt(metric);
  if (read === undefined) return undefined;
  if (isBare(pair.series)) return NO_PRICES;
  const columns = columnsOf(pair);
  return lackOfAge(pair.series, view.asOf) ??
    read(columns, columns.days.length - 1, besideOf(view, pair.series.ticker));
}

/** Whether there are prices behind findings. */
export function isPriced({ pair }: Pick<CompanyFindings, "pair">): boolean {
  return !isBare(pair.series);
}

/** A domain of a series that ended long before the day; what is read from reports or texts lacks these first. */
function silent(domain: Domain, old: Lack, { view, pair, knowledge: { vocabulary } }: Research): DomainFinding {
  const { ticker } = pair.series;
  const unread: Readonly<Partial<Record<string, Lack>>> = {
    ...(view.records(ticker).facts.length === 0 && { facts: NO_REPORT }),
    ...(view.texts(ticker).documents.length === 0 && { texts: NO_TEXT }),
  };
  const missing = domain.measures.map(({ metric }) => ({
    metric,
    ...unread[metricOf(metric, vocabulary).shelf ?? "prices"] ?? old,
  }));
  return { domain, measures: [], missing, abstains: old };
}

/** An estimate for a {@linkcode Memory}: a measure with its standing, and its place in a list. */
export function bytesOfFindings(domains: readonly DomainFinding[]): number {
  return MEASURE_BYTES * domains.reduce((sum, { measures, missing }) => sum + 1 + measures.length + missing.length, 0);
}

function findingOf(domain: Domain, research: Research): DomainFinding {
  const columns = columnsOf(research.pair);
  const { ticker } = research.pair.series;
  const beside = { ...besideOf(research.view, ticker), sessions: research.view.sessions(ticker) };
  const measures: Measure[] = [];
  const missing: MissingMeasure[] = [];
  for (const measure of domain.measures) {
    const { metric } = measure;
    const isUnpriced = isBare(research.pair.series) && needsPrices(metricOf(metric, research.knowledge.vocabulary));
    const read = research.knowledge.readers[metric];
    const found = isUnpriced ? NO_PRICES : read?.(columns, columns.days.length - 1, beside) ?? NOTHING;
    if ("lacks" in found) missing.push({ metric, ...found });
    else measures.push({ ...scored(measure, found.value, compared(measure, research)), ...filedOf(found) });
  }
  const scores = measures.flatMap(({ score }) => score ?? []);
  if (scores.length >= (domain.least ?? 1)) return { domain, measures, missing, score: mean(scores) };
  const abstains = whyNoScore(domain, measures, missing);
  return { domain, measures: measures.map(withoutScore), missing, abstains };
}

/** What a domain that abstains found is shown, and counts on no side. */
function withoutScore({ score: _score, ...measure }: Measure): Measure {
  return measure;
}

/** What is filed behind a value. */
function filedOf({ facts, filings }: Found): Pick<Measure, "facts" | "filings"> {
  return { ...(facts && { facts }), ...(filings && { filings }) };
}

function compared(measure: DomainMeasure, research: Research): ReturnType<typeof compare> | undefined {
  return measure.sign === undefined && !measure.placed ? undefined : compare(measure, research);
}

function scored({ metric, sign }: DomainMeasure, value: number, standing: ReturnType<typeof compared>): Measure {
  if (standing === undefined) return { metric, value };
  if ("lacks" in standing) return { metric, value, ...(sign !== undefined && { unscored: standing }) };
  if (sign === undefined) return { metric, value, standing };
  return { metric, value, standing, score: sign === 1 ? 2 * standing.percentile - 1 : 1 - 2 * standing.percentile };
}

/** The reason of the first measure with a sign. */
function whyNoScore(
  { measures }: Domain,
  found: readonly Measure[],
  missing: readonly MissingMeasure[],
): Lack {
  const counted = measures.filter(({ sign }) => sign !== undefined).map(({ metric }) => metric);
  const lack = missing.find(({ metric }) => counted.includes(metric));
  const alone = found.find(({ unscored }) => unscored !== undefined);
  const { cause, lacks, days } = lack ?? alone?.unscored ?? NOTHING;
  return { cause, lacks, ...(days && { days }) };
}

/** The tickers of companies, in their order. */
export function tickersOf(found: readonly Pick<CompanyFindings, "company">[]): readonly string[] {
  return found.map(({ company }) => company.ticker);
}
