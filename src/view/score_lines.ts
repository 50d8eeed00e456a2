import { isEnough } from "../score/verdict.ts";
import type { ChanceScore, HorizonScore, Sample, ScoreReport, Share } from "../score/score_report.ts";
import { oneLine } from "../text/control.ts";
import type { TableBlock } from "./block.ts";
import { tableLines } from "./block_lines.ts";
import { columns } from "./lines.ts";
import { caveatLines, countLines } from "./score_caveats.ts";
import { mainHorizon, statementTitle } from "./score_picture.ts";
import { datesWords, decimal, percent, verdictWords } from "./score_verdict.ts";
import { counted } from "../text/counted.ts";

/** A run that was scored. */
export interface ScoredRun {
  /** Its folder, for display. */
  readonly folder: string;
  /** Name of the service. */
  readonly service: string;
}

/** Layout of a report, and its context where it is known. */
export interface ScoreLinesOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** The runs. Default: not named. */
  readonly runs?: readonly ScoredRun[];
  /** Source of the prices, as a sentence. Default: not named. */
  readonly data?: string;
  /** Paths of the written files, for display. Default: none. */
  readonly files?: readonly string[];
}

const MIN_WIDTH = 60;
/** Narrower intervals are shown with a decimal. */
const NARROW = 0.03;
/** Indent of a continued line. */
const HANGING = "    ";

/**
 * Renders a score report: the conclusions first, then the figures, then their limitations.
 * @returns Lines no wider than the terminal, without control characters.
 */
export function scoreLines(
  report: ScoreReport,
  { width, runs = [], data, files = [] }: ScoreLinesOptions,
): string[] {
  const services = [...new Set(runs.map(({ service }) => oneLine(service)))];
  const names = runs.length === 1 ? `the run ${oneLine(runs[0]?.folder ?? "")}` : `${runs.length} runs as one record`;
  const lines = [
    ...report.horizons.map(verdictWords),
    "",
    ...runs.length === 0 ? [] : [`Scored: ${names}, from ${services.join(" and ")}.`],
    ...data === undefined ? [] : [oneLine(data)],
    `Statement: ${oneLine(report.statement)}.${report.benchmark === undefined ? ` ${RAW}` : ""}`,
    ...countLines(report),
    "",
    ...report.horizons.flatMap((one) => horizonLines(one, one === mainHorizon(report) ? binBlocks(report, one) : [])),
    ...caveatLines(report, { services: services.length }),
    ...files.length === 0 ? [] : [`Open ${files.map(oneLine).join(" and ")}.`],
  ];
  return lines.flatMap((line) => fold(line, Math.max(width, MIN_WIDTH)));
}

/** The warning of a score without a benchmark. */
export const RAW = "NO BENCHMARK: raw returns, so a rising market makes every bullish thesis right.";

/** The figures of one horizon, one subject per line; for the main horizon also the reliability tables. */
function horizonLines(score: HorizonScore, bins: readonly TableBlock[]): string[] {
  const { horizon, months, onMonthly, sample, span } = score;
  const monthly = months === undefined || onMonthly === 0 ? "" : ` (${counted(months, "month")} on monthly closes)`;
  if (span === undefined) return [`${counted(horizon, "trading day")}${monthly}: nothing to score.`, ""];
  const from = span.first === span.last ? span.first : `${span.first} to ${span.last}`;
  return [
    `${counted(horizon, "trading day")}${monthly}: ${counted(sample.theses, "thesis")} on ${
      datesWords(sample)
    }, ${from}`,
    ...columns(horizonRows(score)).map((line) => `  ${line}`),
    ...bins.flatMap((block) => ["", ...tableLines(block, MIN_WIDTH).map((line) => `  ${line}`)]),
    "",
  ];
}

/** The figures of a horizon: name, value, and of what it is and how certain. A further value of a figure has no name. */
export function horizonRows(score: HorizonScore): string[][] {
  return [...directionRows(score), ...rankRows(score), ...drawdownRows(score)];
}

function directionRows(score: HorizonScore): string[][] {
  const { positive, hits, direction } = score;
  return [
    ...positive === undefined ? [] : [["positive", percent(positive.value), rangeWords(positive)]],
    [
      "signals right",
      ...hits === undefined ? ["-", "no bullish or bearish signal"] : [
        percent(hits.value),
        `${rangeWords(hits)} of ${counted(hits.sample.theses)} bullish or bearish${few(hits.sample, score)}`,
      ],
    ],
    ...direction === undefined ? [["confidence", "-", "no thesis states a probability"]] : [
      ["confidence", ...brierCells(direction, score)],
      ["", ...areaCells(direction)],
    ],
  ];
}

function rankRows(score: HorizonScore): string[][] {
  const { rankCorrelation, scored } = score;
  const { mean, dates, independentDates, independentMean, t } = rankCorrelation;
  if (mean === undefined || independentMean === undefined) {
    return [[
      "score",
      "-",
      scored.theses === 0 ? "no thesis has one" : "too few names per date for a rank correlation",
    ]];
  }
  const onDates = { theses: scored.theses, dates: dates.length, independentDates };
  const overlap = independentDates === dates.length ? "" : `; ${decimal(independentMean, 3)} on ${independentDates}`;
  const words = `rank correlation with the return, mean of ${counted(dates.length, "date")}${overlap}${sure(t)}`;
  return [["score", decimal(mean, 3), `${words}${few(onDates, score)}`]];
}

function drawdownRows(score: HorizonScore): string[][] {
  const { drawdown } = score;
  if (drawdown === undefined) return [["fall of 15%", "-", "no thesis states its probability"]];
  const { happened, said } = drawdown;
  return [
    ["fall of 15%", percent(happened.value), `${rangeWords(happened)} fell; mean forecast ${percent(said)}`],
    ["its chance", ...brierCells(drawdown, score)],
    ["", ...areaCells(drawdown)],
  ];
}

function brierCells({ brier, sample, gainByDate: { t } }: ChanceScore, score: HorizonScore): string[] {
  const { skillAgainstBaseRate: skill, baseRateBrier } = brier;
  const words = skill === undefined ? "skill undefined: all outcomes are equal" : `skill ${percent(skill)}${sure(t)}`;
  const base = `Brier score; base rate ${baseRateBrier.toFixed(4)}; ${words}`;
  return [brier.brier.toFixed(4), `${base}${few(sample, score)}`];
}

function areaCells({ areaUnderCurve, areaByDate: { t } }: ChanceScore): string[] {
  if (areaUnderCurve === undefined) return ["-", "AUC undefined: all outcomes are equal"];
  return [areaUnderCurve.toFixed(3), `AUC; 0.5 is chance${sure(t)}`];
}

function sure(t: number | undefined): string {
  return t === undefined ? "" : `, t ${decimal(t, 1)}`;
}

/** A note on a figure whose own sample is too small, though that of its horizon is not. */
function few(sample: Sample, { isEnough: isWholeEnough }: HorizonScore): string {
  if (!isWholeEnough || isEnough(sample)) return "";
  return `; proves nothing: ${counted(sample.theses, "thesis")}, ${datesWords(sample)}`;
}

/** What was forecast of a statement, and what was observed: a table for each that has probabilities. */
export function binBlocks({ benchmark }: ScoreReport, { direction, drawdown }: HorizonScore): TableBlock[] {
  const statements = [[statementTitle(benchmark), direction], ["Falls 15% or more", drawdown]] as const;
  return statements.flatMap(([title, chance]): TableBlock[] =>
    chance === undefined ? [] : [{
      kind: "table",
      columns: [`${title}: forecast`, "Observed", "95%", "Theses"].map((title) => ({ title, look: "figures" })),
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

/** Wraps a line between words and indents the rest. */
function fold(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const at = line.lastIndexOf(" ", width);
  const end = at <= HANGING.length || line.slice(0, at).trim() === "" ? width : at;
  return [line.slice(0, end).trimEnd(), ...fold(HANGING + line.slice(end).trimStart(), width)];
}
