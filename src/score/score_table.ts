import { csvLine, type CsvValue } from "../text/csv_write.ts";
import type { FigureByDate } from "./by_date.ts";
import type { ChanceScore, HorizonScore, Sample, ScoreReport, Share } from "./score_report.ts";

/** Columns of `score.csv`. */
const SCORE_COLUMNS: readonly string[] = "horizon measure bin value low high n dates independent_dates".split(" ");

/** One line below the horizon: measure, bin, value, low, high, n, dates, independent dates. */
type Line = readonly CsvValue[];

/**
 * Renders every figure of a report in long form: one per line, with its sample size. A figure that cannot be computed,
 * like the area under the curve without events, is an empty cell. Identical reports give identical bytes.
 * @returns The text of `score.csv`.
 */
export function scoreTable(report: ScoreReport): string {
  const lines = report.horizons.flatMap((one) => horizonLines(one).map((line) => [one.horizon, ...line]));
  return [SCORE_COLUMNS, ...lines].map(csvLine).join("");
}

function horizonLines(score: HorizonScore): Line[] {
  const { sample, positive, hits, direction, drawdown, rankCorrelation, scored } = score;
  return [
    lineOf("theses", sample.theses, sample),
    ...positive === undefined ? [] : [shareLine("positive", positive, sample)],
    ...hits === undefined ? [] : [shareLine("hit_rate", hits, hits.sample)],
    ...direction === undefined ? [] : chanceLines("direction", direction),
    ...direction === undefined
      ? []
      : [lineOf("direction_brier_skill_against_half", direction.brier.skillAgainstHalf, direction.sample)],
    ...rankLines(rankCorrelation, scored),
    ...drawdown === undefined ? [] : chanceLines("drawdown", drawdown),
  ];
}

function chanceLines(of: string, score: ChanceScore): Line[] {
  const { sample, brier, happened, said, areaUnderCurve, areaByDate, gainByDate, bins } = score;
  const figures: Readonly<Record<string, number | undefined>> = {
    said,
    brier: brier.brier,
    brier_base_rate: brier.baseRateBrier,
    brier_skill: brier.skillAgainstBaseRate,
    brier_reliability: brier.reliability,
    brier_resolution: brier.resolution,
    brier_uncertainty: brier.uncertainty,
    brier_within_bins: brier.withinBins,
    auc: areaUnderCurve,
  };
  return [
    shareLine(`${of}_happened`, happened, sample),
    ...Object.entries(figures).map(([name, value]) => lineOf(`${of}_${name}`, value, sample)),
    ...overDates(`${of}_auc_less_half`, areaByDate),
    ...overDates(`${of}_brier_gain`, gainByDate),
    ...bins.flatMap((bin) => [
      shareLine(`${of}_bin_said`, bin.said, bin.sample, bin.number),
      shareLine(`${of}_bin_happened`, bin.happened, bin.sample, bin.number),
    ]),
  ];
}

function rankLines(figure: FigureByDate, scored: Sample): Line[] {
  if (scored.theses === 0) return [];
  const each = figure.dates.map(({ date, value, count }) =>
    lineOf("rank_correlation", value, { theses: count, dates: 1, independentDates: 1 }, date)
  );
  return [...overDates("rank_correlation", figure), ...each];
}

function overDates(name: string, { dates, mean, independentDates, independentMean, t }: FigureByDate): Line[] {
  const theses = dates.reduce((sum, { count }) => sum + count, 0);
  const sample = { theses, dates: dates.length, independentDates };
  return [
    lineOf(`${name}_mean`, mean, sample),
    lineOf(`${name}_independent_mean`, independentMean, sample),
    lineOf(`${name}_independent_t`, t, sample),
  ];
}

function lineOf(measure: string, value: number | undefined, sample: Sample, bin?: number | string): Line {
  return [measure, bin, value, undefined, undefined, ...countsOf(sample)];
}

function shareLine(measure: string, share: Share, sample: Sample, bin?: number): Line {
  return [measure, bin, share.value, share.low, share.high, ...countsOf(sample)];
}

function countsOf({ theses, dates, independentDates }: Sample): number[] {
  return [theses, dates, independentDates];
}
