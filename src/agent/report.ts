import type { Company, DatasetView, PriceSeries } from "../data/dataset.ts";
import { dayText, longDay } from "../calendar/day.ts";
import { dayAt, lastDay } from "../data/series.ts";
import type { Asked, CarriedOver } from "../data/question/asked.ts";
import { soundnessOf } from "./domains/soundness.ts";
import type { CompanyFindings, DomainFinding, Measure } from "./findings.ts";
import { companyLabel } from "../data/company_label.ts";
import { metricOf, type Vocabulary } from "../data/vocabulary.ts";
import { showFigure } from "./show_figure.ts";
import type { Analysis, MeasureReport, NoPrices, Prices, Resolution, SeriesSpan } from "./report_schemas.ts";
import { sideOf } from "./synthesis.ts";

/** Output of `resolve_companies`. */
export function resolutionReport({ mentions, taken }: Pick<Asked, "mentions" | "taken">): Resolution {
  const { companies, groups, excluded, instruments, readings, unknown, identifiers } = mentions;
  return {
    companies: companies.map(named),
    ...(taken &&
      { taken: { from: taken.isEarlier ? "an earlier question" : "the question before", ...reported(taken) } }),
    ...(groups.length > 0 && {
      groups: groups.map(({ name, kind, companies }) => ({ name, kind, companies: companies.map(named) })),
    }),
    ...(excluded.length > 0 && { excluded: excluded.map(({ ticker }) => ticker) }),
    ...(instruments.length > 0 && { instruments: instruments.map(({ text, kind, what }) => ({ text, kind, what })) }),
    ...(readings.length > 0 && {
      readings: readings.map(({ text, company, why }) => ({ text, ticker: company.ticker, why })),
    }),
    ...(unknown.length > 0 && {
      unknown: unknown.map(({ text, nearest }) => ({ text, nearest: nearest.map(companyLabel) })),
    }),
    ...(identifiers.length > 0 && { identifiers: [...identifiers] }),
  };
}

function reported({ subject, asks, time }: CarriedOver): Omit<NonNullable<Resolution["taken"]>, "from"> {
  return {
    ...(subject && { subject: subject === "whole" ? "all of it" : "beside that of the question" }),
    ...(asks !== undefined && { request: asks }),
    ...(time !== undefined && { time }),
  };
}

function named({ ticker, name, sector }: Company): Pick<Company, "ticker" | "name" | "sector"> {
  return { ticker, name, ...(sector !== undefined && { sector }) };
}

/** Output of `price_history` for a company without prices. */
export function noPricesReport(company: Company, view: DatasetView): NoPrices {
  return { ticker: company.ticker, bars: 0, reason: `no price on or before ${view.asOf}` };
}

/** Which bases an excess return mixes, by that of the company. */
const MIXED = {
  total_return: "dividends are in the stock's return but not in the index's",
  price: "dividends are in the index's return but not in the stock's",
} as const;

const MAX_REMARKS = 10;

/** Output of `price_history`: the bars that the analysis uses. */
export function priceReport({ company, pair }: CompanyFindings): Prices {
  const { series, benchmark, mixed } = pair;
  const remarks = remarksOn(series);
  return {
    ticker: company.ticker,
    ...spanOf(series),
    ...(benchmark ? { benchmark: { ticker: benchmark.ticker, ...spanOf(benchmark) } } : { benchmark: "none" }),
    ...(remarks.length > 0 && { remarks }),
    ...(mixed && { note: `excess returns mix two bases: ${MIXED[series.basis]}` }),
  };
}

/** What is remarkable about the bars of the whole series, at most {@linkcode MAX_REMARKS}. */
export function remarksOn(series: PriceSeries): string[] {
  const { series: used, spikes, splits, jumps, impossible, still } = soundnessOf(series);
  const remarks = [
    ...series.twins === undefined
      ? []
      : [`${dayAt(series, 0)}: from then on the bars of ${series.twins.join(" and ")}; no figure stands on them`],
    ...splits.map(({ day }) =>
      `${day}: a move that nothing explains, as of a split that is not adjusted; no figure crosses it`
    ),
    ...jumps.map(({ day }) => `${day}: a large move, read as it is`),
    ...impossible.map(({ day }) => `${day}: close outside low to high, or low above high`),
    ...spikes.map(({ day }) => `${day}: left out, a jump that is undone by the next bar`),
    ...still.map(({ first, last }) => `${dayAt(used, first)} to ${dayAt(used, last)}: neither a move nor a trade`),
  ].toSorted();
  const more = remarks.length - MAX_REMARKS;
  return more > 0 ? [...remarks.slice(-MAX_REMARKS), `and ${more} earlier ones`] : remarks;
}

function spanOf(series: PriceSeries): SeriesSpan {
  const { frequency, basis, currency, close, source } = series;
  return {
    frequency,
    basis,
    currency,
    bars: close.length,
    first: dayAt(series, 0),
    last: lastDay(series),
    close: close.at(-1),
    source,
  };
}

/** Output of a domain's tool: a score with its measures, or why it abstains. */
export function domainReport(
  finding: DomainFinding,
  { pair }: CompanyFindings,
  vocabulary: Vocabulary,
): Analysis {
  const { domain, measures, missing, score, abstains } = finding;
  const found = measures.map((measure) => measureReport(measure, { currency: pair.series.currency, vocabulary }));
  // remarks have no score, and those that are absent say nothing
  if (domain.score === undefined && measures.length > 0) return { domain: domain.name, measures: found };
  const outcome = score === undefined ? { abstains: abstains?.lacks } : { score: rounded(score, 4) };
  return {
    domain: domain.name,
    ...outcome,
    measures: found,
    ...(missing.length > 0 && { missing: missing.map(({ metric, lacks }) => ({ metric, reason: lacks })) }),
  };
}

function measureReport(
  measure: Measure,
  { currency, vocabulary }: { readonly currency: string; readonly vocabulary: Vocabulary },
): MeasureReport {
  const { metric, value, standing, unscored } = measure;
  const definition = metricOf(metric, vocabulary);
  return {
    metric,
    ...(definition.unit === "date"
      ? { value: dayText(value), shown: longDay(dayText(value)) }
      : { value: rounded(value, 6), shown: showFigure(definition, value, { metric, currency }) }),
    ...(standing && {
      percentile: rounded(standing.percentile, 4),
      comparedWith: standing.among === "peers"
        ? `rank ${standing.rank} of ${standing.count} companies${
          standing.sector === undefined ? "" : ` in ${standing.sector}`
        }`
        : `own history, ${standing.count} month-ends`,
      direction: sideOf(measure),
    }),
    ...(unscored && { unscored: unscored.lacks }),
  };
}

/** Rounds to `digits` decimal places; a rounded zero is never negative. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
