import { daySpan } from "../calendar/day.ts";
import type { ChanceScore, HorizonScore, Sample, ScoreReport, Share } from "../score/score_report.ts";
import { isEnough } from "../score/score_horizon.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { type Block, type Fact, said, type TableBlock } from "./block.ts";
import { caveatLines, countWords } from "./score_caveats.ts";
import { datesWords, decimal, mainHorizon, percent, statementTitle, verdictWords } from "./score_verdict.ts";

/** A run that was scored. */
export interface ScoredRun {
  /** Its folder, for display. */
  readonly folder: string;
  /** Name of the service. */
  readonly service: string;
}

/** What is known beside a score. */
export interface ScoreContext {
  /** The runs. Default: not named. */
  readonly runs?: readonly ScoredRun[];
  /** Source of the prices, as a sentence. Default: not named. */
  readonly data?: string;
  /** Paths of the written files, for display. Default: none. */
  readonly files?: readonly string[];
}

/** Narrower intervals are shown with a decimal. */
const NARROW = 0.03;
const RAW = "NO BENCHMARK: raw returns, so a rising market makes every bullish thesis right.";

/**
 * A score report: the conclusions first, then the figures of each horizon, of the main one what was forecast and observed,
 * then their limitations.
 */
export function scoreBlocks(report: ScoreReport, { runs = [], data, files = [] }: ScoreContext = {}): Block[] {
  const { horizons, benchmark, statement } = report;
  const services = [...new Set(runs.map(({ service }) => oneLine(service)))];
  const names = runs.length === 1 ? `the run ${oneLine(runs[0]?.folder ?? "")}` : `${runs.length} runs as one record`;
  return [
    said("lead", horizons.map(verdictWords)),
    said("text", [
      ...runs.length === 0 ? [] : [`Scored: ${names}, from ${services.join(" and ")}.`],
      ...data === undefined ? [] : [data],
      `Statement: ${statement}.${benchmark === undefined ? ` ${RAW}` : ""}`,
      countWords(report),
    ]),
    ...horizons.flatMap((one) => [
      ...horizonBlocks(one),
      ...one === mainHorizon(report) ? binBlocks(report, one) : [],
    ]),
    said("points", caveatLines(report, { services: services.length }), "Limitations"),
    ...files.length === 0 ? [] : [said("text", [`Open ${files.join(" and ")}.`])],
  ];
}

function horizonBlocks(score: HorizonScore): Block[] {
  const { horizon, months, onMonthly, sample, span } = score;
  if (span === undefined) return [];
  const monthly = months === undefined || onMonthly === 0 ? "" : ` (${counted(months, "month")} on monthly closes)`;
  const of = `${counted(sample.theses, "thesis")} on ${datesWords(sample)}, ${daySpan(span.first, span.last)}`;
  return [{
    kind: "facts",
    title: `${counted(horizon, "trading day")}${monthly}: ${of}`,
    facts: [...directionFacts(score), rankFact(score), ...drawdownFacts(score)],
  }];
}

function directionFacts(score: HorizonScore): Fact[] {
  const { positive, hits, direction } = score;
  return [
    ...positive === undefined ? [] : [{ name: "positive", words: percent(positive.value), note: rangeWords(positive) }],
    hits === undefined ? { name: "signals right", words: "-", note: "no bullish or bearish signal" } : {
      name: "signals right",
      words: percent(hits.value),
      note: `${rangeWords(hits)} of ${counted(hits.sample.theses)} bullish or bearish${few(hits.sample, score)}`,
    },
    ...direction === undefined
      ? [{ name: "confidence", words: "-", note: "no thesis states a probability" }]
      : chanceFacts("confidence", direction, score),
  ];
}

function rankFact(score: HorizonScore): Fact {
  const { rankCorrelation, scored } = score;
  const { mean, dates, independentDates, independentMean, t } = rankCorrelation;
  if (mean === undefined || independentMean === undefined) {
    const note = scored.theses === 0 ? "no thesis has one" : "too few names per date for a rank correlation";
    return { name: "score", words: "-", note };
  }
  const onDates = { theses: scored.theses, dates: dates.length, independentDates };
  const overlap = independentDates === dates.length ? "" : `; ${decimal(independentMean, 3)} on ${independentDates}`;
  const words = `rank correlation with the return, mean of ${counted(dates.length, "date")}${overlap}${sure(t)}`;
  return { name: "score", words: decimal(mean, 3), note: `${words}${few(onDates, score)}` };
}

function drawdownFacts(score: HorizonScore): Fact[] {
  const { drawdown } = score;
  if (drawdown === undefined) return [{ name: "fall of 15%", words: "-", note: "no thesis states its probability" }];
  const { happened, said: forecast } = drawdown;
  const note = `${rangeWords(happened)} fell; mean forecast ${percent(forecast)}`;
  return [
    { name: "fall of 15%", words: percent(happened.value), note },
    ...chanceFacts("drawdown risk", drawdown, score),
  ];
}

function chanceFacts(name: string, chance: ChanceScore, score: HorizonScore): Fact[] {
  const { brier, sample, gainByDate, areaUnderCurve, areaByDate } = chance;
  const { skillAgainstBaseRate: skill, baseRateBrier } = brier;
  const words = skill === undefined
    ? "skill undefined: all outcomes are equal"
    : `skill ${percent(skill)}${sure(gainByDate.t)}`;
  const base = `Brier score; base rate ${baseRateBrier.toFixed(4)}; ${words}`;
  const order = areaUnderCurve === undefined
    ? { words: "-", note: "undefined: all outcomes are equal" }
    : { words: areaUnderCurve.toFixed(3), note: `0.5 is chance${sure(areaByDate.t)}` };
  return [
    { name, words: brier.brier.toFixed(4), note: `${base}${few(sample, score)}` },
    { name: `AUC of ${name}`, ...order },
  ];
}

function sure(t: number | undefined): string {
  return t === undefined ? "" : `, t ${decimal(t, 1)}`;
}

/** A note on a figure whose own sample is too small, though that of its horizon is not. */
function few(sample: Sample, { isEnough: isWholeEnough }: HorizonScore): string {
  if (!isWholeEnough || isEnough(sample)) return "";
  return `; too few to judge: ${counted(sample.theses, "thesis")}, ${datesWords(sample)}`;
}

/** What was forecast of a statement, and what was observed: a table for each that has probabilities. */
function binBlocks({ benchmark }: ScoreReport, { direction, drawdown }: HorizonScore): TableBlock[] {
  const statements = [[statementTitle(benchmark), direction], ["Falls 15% or more", drawdown]] as const;
  return statements.flatMap(([title, chance]): TableBlock[] =>
    chance === undefined ? [] : [{
      kind: "table",
      title,
      columns: ["Forecast", "Observed", "95%", "Theses"].map((title) => ({ title, look: "figures" })),
      rows: chance.bins.map(({ said, happened, sample }) => [
        percent(said.value),
        percent(happened.value),
        rangeWords(happened),
        `${sample.theses}`,
      ]),
    }]
  );
}

/** The interval of a share, like `40 to 62%`. */
function rangeWords({ low, high }: Share): string {
  const digits = high - low < NARROW ? 1 : 0;
  return `${(100 * low).toFixed(digits)} to ${(100 * high).toFixed(digits)}%`;
}
