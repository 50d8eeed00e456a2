import { LENGTHS } from "../data/metrics/expression.ts";
import { lacksMetric } from "../data/metrics/judgements.ts";
import { type Cause, CAUSES, HAIR, LEAST_SIZE, type MetricId } from "../data/metrics/metric.ts";
import type { BandId } from "../data/metrics/bands.ts";
import { metricOf, type Vocabulary } from "../data/vocabulary.ts";
import type { DatasetView } from "../data/dataset.ts";
import { dayNumber } from "../calendar/day.ts";
import type { About, DaySpan, Limit } from "../data/about.ts";
import { type Columns, columnsOf } from "./domains/columns.ts";
import { INSIDER_WORDS } from "./domains/insider.ts";
import { insidersAt } from "./domains/trades.ts";
import { isSoundSpan, readSpanMetric, spanBars } from "./domains/span.ts";
import { lackOfAge } from "./domains/window.ts";
import { type CompanyFindings, isPriced, type Measure, readingAsked } from "./findings.ts";
import type { Knowledge } from "./domains/reading.ts";
import { meanPercentile, measuresOf, pointsDown, scoreOf, sideOf, synthesise, thirdOf, valueOf } from "./synthesis.ts";
import type { PeerRank } from "./comparison.ts";
import { showFigure } from "./show_figure.ts";
import { peerRankOf } from "./peer_rank.ts";
import { bandOf } from "./band.ts";

/** What judgements are made from. */
export interface JudgementContext {
  readonly view: DatasetView;
  readonly knowledge: Knowledge;
  /** All companies of the answer. */
  readonly found: readonly CompanyFindings[];
}

/** `metric` is what it is about, where that is a metric. */
type Judge = (
  all: readonly CompanyFindings[],
  metric: MetricId | undefined,
  context: JudgementContext & { readonly of: About | undefined },
) => string | undefined;

/** A judgement about one measure of one company. */
function ofMeasure(judge: (measure: Measure) => string | undefined): Judge {
  return ([only, ...others], of) => {
    const measure = only && others.length === 0 && measuresOf(only).find(({ metric }) => metric === of);
    return measure ? judge(measure) : undefined;
  };
}

function ofOne(
  judge: (findings: CompanyFindings, context: JudgementContext, of: MetricId | undefined) => string | undefined,
): Judge {
  return ([only, ...others], of, context) => only && others.length === 0 ? judge(only, context, of) : undefined;
}

const banded = (id: BandId, value: number | undefined) => value === undefined ? undefined : bandOf(id, value);

/** A judgement about where any measure of one company stands. */
function ofStanding(judge: (standing: PeerRank) => string | undefined): Judge {
  return ([only, ...others], of, context) => {
    const standing = only && of && others.length === 0 ? peerRankOf(of, only, context) : undefined;
    return standing && judge(standing);
  };
}

const within = ({ among, sector }: PeerRank): string => {
  if (among === "months") return "months";
  return sector === undefined ? "all" : "sector";
};

const unargued: Judge = (all) => {
  const sides = all.flatMap(measuresOf).map(sideOf);
  const without = (["for", "against"] as const).filter((side) => !sides.includes(side));
  return without.length === 2 ? "both" : without[0];
};

const unled: Judge = (all) => {
  const { score } = synthesise(all);
  if (score === undefined) return undefined;
  const [way, side] = pointsDown(score) ? ["down", "against"] : ["up", "for"];
  return all.flatMap(measuresOf).some((measure) => sideOf(measure) === side) ? undefined : way;
};

const extreme: Judge = (all, _, { of, found }) => {
  const own = all.map((one) => comparable(one, of, found));
  const others = found.filter((one) => !all.includes(one)).map((one) => comparable(one, of, found))
    .filter((value) => value !== undefined);
  if (!own.every((value) => value !== undefined)) return undefined;
  if (!others.some((value) => isMore(value, Math.min(...own)))) return "highest";
  return others.some((value) => isMore(Math.max(...own), value)) ? undefined : "lowest";
};

const order: Judge = (all, _, { of, found }) => {
  const values = all.map((one) => comparable(one, of, found) ?? NaN);
  if (values.some(Number.isNaN)) return undefined;
  if (values.every((value, at) => !isMore(value, values[at - 1] ?? Infinity))) return "descending";
  return values.every((value, at) => !isMore(values[at - 1] ?? -Infinity, value)) ? "ascending" : undefined;
};

const even: Judge = (all, measure, { of, knowledge, found }) => {
  const values = all.map((one) => comparable(one, of, found) ?? NaN);
  if (values.length < 2 || values.some(Number.isNaN)) return undefined;
  if (!isMore(Math.max(...values), Math.min(...values))) return "yes";
  const metric = of?.kind === "span" ? "span_return" : measure;
  if (metric === undefined) return undefined;
  const definition = metricOf(metric, knowledge.vocabulary);
  const shown = all.map(({ pair: { series: { currency } } }, at) =>
    showFigure(definition, values[at] ?? NaN, { metric, currency })
  );
  return new Set(shown).size === 1 ? "near" : undefined;
};

function ofLimit(judge: (limit: Limit, value: number, isAlike: boolean) => string): Judge {
  return ([only, ...others], _, { of, knowledge }) => {
    const limit = of?.kind === "limit" ? of : undefined;
    const value = limit && only && others.length === 0 ? valueOf(only, limit.metric) : undefined;
    if (limit === undefined || only === undefined || value === undefined) return undefined;
    const { metric } = limit;
    const { currency } = only.pair.series;
    const show = (one: number) => showFigure(metricOf(metric, knowledge.vocabulary), one, { metric, currency });
    return judge(limit, value, show(value) === show(limit.value));
  };
}

const holds = ofLimit(({ side, value: limit }, value) => {
  const isAbove = isMore(value, limit);
  const isBelow = isMore(limit, value);
  return ({ above: isAbove, below: isBelow, at_least: !isBelow, at_most: !isAbove })[side] ? "yes" : "no";
});

const beyond = ofLimit(({ value: limit }, value, isAlike) => {
  const way = isMore(value, limit) ? "above" : isMore(limit, value) ? "below" : "at";
  return isAlike && way !== "at" ? `hardly_${way}` : way;
});

function isMore(one: number, other: number): boolean {
  return one - other > HAIR * Math.max(LEAST_SIZE, Math.abs(other));
}

/** What is compared: a measure, the score, the return of a span, or a mean percentile by criteria. */
export function comparable(
  findings: CompanyFindings,
  of: About | undefined,
  found: readonly CompanyFindings[],
): number | undefined {
  switch (of?.kind) {
    case "criteria":
      return meanPercentile(findings, of, found);
    case "span":
      return readSpanMetric("span_return", columnsOf(findings.pair), of);
    case "metric":
      return of.metric === "score" ? scoreOf(findings) : valueOf(findings, of.metric);
    default:
      return undefined;
  }
}

const alike: Judge = (_all, of, { found }) => {
  if (new Set(found.filter(isPriced).map(({ pair }) => pair.series.frequency)).size > 1) return "bars";
  const places = Map.groupBy(found.flatMap(measuresOf), ({ metric }) => metric).values().map((measures) =>
    new Set(measures.flatMap(({ standing }) => standing?.among ?? []))
  );
  return of === "score" && places.some(({ size }) => size > 1) ? "places" : "yes";
};

const complete: Judge = (all, _, { of, found }) =>
  found.some((one) => !all.includes(one) && comparable(one, of, found) !== undefined) ? "no" : "yes";

const lack: Judge = (all, of) => {
  const causes = new Set(all.map((one) => of && lackOf(of, one)));
  return causes.size === 1 ? causes.values().next().value : undefined;
};

const shortHistory = ofOne((findings) => {
  const { frequency, days } = findings.pair.series;
  const isThin = frequency === "monthly" && days.length <= LENGTHS.monthly.spread.most;
  return isThin && valueOf(findings, "volatility") !== undefined ? "yes" : "no";
});

const frequency: Judge = (all) => {
  if (!all.every(isPriced)) return "none";
  return all.every(({ pair }) => pair.series.frequency === "daily") ? "daily" : "monthly";
};

const ended = ofOne((findings, { view }) => {
  if (!isPriced(findings)) return view.prices(findings.company.ticker).length > 0 ? "outlived" : "no";
  return lackOfAge(findings.pair.series, view.asOf) ? "yes" : "no";
});

const mixed = ofOne(({ pair }) => {
  if (!pair.mixed) return "none";
  return pair.series.basis === "total_return" ? "stock" : "index";
});

function ofSpan(judge: (columns: Columns, span: DaySpan) => string | undefined): Judge {
  return ([only, ...others], _, { of }) =>
    only && others.length === 0 && of?.kind === "span" ? judge(columnsOf(only.pair), of) : undefined;
}

const spanNone = ofSpan((columns, span) => {
  const bars = spanBars(columns, span);
  if (bars === undefined) return "few";
  return isSoundSpan(columns, bars) ? undefined : "unsound";
});

const spanCover = ofSpan((columns, span) => {
  const bars = spanBars(columns, span);
  return bars && (bars.isLate ? "late" : "whole");
});

const spanTexts: Judge = (all, _, { of, view }) => {
  if (of?.kind !== "span") return undefined;
  const isOfIt = ({ day }: { readonly day: string }) => of.from <= dayNumber(day) && dayNumber(day) <= of.to;
  return all.some(({ company: { ticker } }) => view.texts(ticker).documents.some(isOfIt)) ? "some" : "none";
};

const INSIDER: Readonly<Record<string, Judge>> = Object.fromEntries(
  Object.entries(INSIDER_WORDS).map(([id, word]) => [
    id,
    ofOne(({ company, asOf }, { view }) => {
      const insiders = insidersAt(view.records(company.ticker), dayNumber(asOf));
      return "lacks" in insiders ? undefined : word(insiders);
    }),
  ]),
);

const JUDGES: Readonly<Record<string, Judge>> = {
  signal: (all) => synthesise(all).signal,
  side: ofMeasure(sideOf),
  level: ofMeasure(({ standing }) => banded("level", standing?.percentile)),
  degree: ofMeasure(({ standing }) => banded(standing?.among === "months" ? "degree" : "level", standing?.percentile)),
  half: ofMeasure(({ standing }) => banded("half", standing?.percentile)),
  position: ofStanding(({ among, percentile }) => among === "months" ? bandOf("position", percentile) : undefined),
  fifth: ofStanding(({ percentile }) => bandOf("fifth", percentile)),
  within: ofStanding(within),
  shelf: (_all, of, { knowledge: { vocabulary } }) => shelfOf(of, vocabulary),
  zone: ofOne((one) => banded("zone", valueOf(one, "z_score"))),
  direction: ofOne((one, _, of) => banded("direction", of && valueOf(one, of))),
  pull: ofOne(({ domains }, _, of) => banded("pull", domains.find(({ domain }) => domain.score === of)?.score)),
  unargued,
  unled,
  extreme,
  order,
  ...INSIDER,
  span_beat: ofSpan((columns, span) => {
    const moved = readSpanMetric("span_return", columns, span);
    const market = readSpanMetric("span_market", columns, span);
    return moved === undefined || market === undefined ? undefined : bandOf("span_beat", moved - market);
  }),
  span_texts: spanTexts,
  span_way: ofSpan((columns, span) => banded("span_way", readSpanMetric("span_return", columns, span))),
  span_none: spanNone,
  span_cover: spanCover,
  even,
  holds,
  beyond,
  complete,
  alike,
  third: (all, _, { of, found }) => of?.kind === "criteria" ? thirdOf(all, of, found) : undefined,
  lack,
  short_history: shortHistory,
  frequency,
  basis: ofOne(({ pair }) => pair.series.basis),
  mixed,
  ended,
  benchmark: (_all, _of, { view }) => view.benchmark === undefined ? "none" : "given",
  ...Object.fromEntries(CAUSES.map((cause) => [lacksMetric(cause), lacksFor(cause)])),
};

function shelfOf(metric: MetricId | undefined, { metrics }: Vocabulary): string | undefined {
  return metric && Object.hasOwn(metrics, metric) ? metrics[metric]?.shelf ?? "prices" : undefined;
}

function lacksFor(wanted: string): Judge {
  return (all, of) => all.some((one) => of && lackOf(of, one) === wanted) ? "yes" : undefined;
}

/**
 * A judgement about companies with prices.
 * @param id Its metric; those of missing metrics too.
 * @param of What it is about, as its definition says.
 * @returns A word of its definition; `undefined` where it cannot be made.
 */
export function judge(
  id: string,
  all: readonly CompanyFindings[],
  context: JudgementContext & { readonly of: About | undefined },
): string | undefined {
  const metric = context.of?.kind === "metric" ? context.of.metric : undefined;
  return all.length === 0 ? undefined : JUDGES[id]?.(all, metric, context);
}

/** Why a measure of a company is missing, or has nothing to compare it with; `undefined` when it is there. */
export function lackOf(metric: MetricId, findings: CompanyFindings): Cause | undefined {
  for (const { missing, measures } of findings.domains) {
    const lack = missing.find((one) => one.metric === metric);
    const cause = lack?.cause ?? measures.find((one) => one.metric === metric)?.unscored?.cause;
    if (cause !== undefined) return cause;
  }
  const asked = readingAsked(metric, findings);
  return asked && "cause" in asked ? asked.cause : undefined;
}
