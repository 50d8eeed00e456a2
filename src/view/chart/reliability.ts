import { ChartError } from "../../chart/look.ts";
import { type ReliabilityChart, reliabilityChartSpec, type ReliabilityPanel } from "../../chart/reliability_chart.ts";
import type { ChanceScore, ScoreReport } from "../../score/score_report.ts";
import { isRecord, kindOf, type OptionShape, TEXT } from "../../text/options.ts";
import { counted } from "../../text/counted.ts";
import { datesWords, mainHorizon, statementTitle, verdictWords } from "../score_verdict.ts";
import { sentenceCase } from "../thesis_view.ts";
import { wrapped } from "../word_wrap.ts";
import { type Chart, checkOptions, createChart } from "./chart.ts";

/** The words of a reliability chart. */
export interface ReliabilityOptions {
  /** Title. Default: what is scored, and how many days later. */
  readonly title?: string | undefined;
  /** Source of the prices, for the line that names it. Default: no such line. */
  readonly source?: string | undefined;
}

const RELIABILITY_OPTIONS = {
  title: TEXT,
  source: TEXT,
} satisfies Readonly<Record<keyof ReliabilityOptions, OptionShape>>;

/**
 * Reliability diagrams of stated probabilities, and the rank correlation of score and later return by date: the picture
 * that `deno task -q conviction score` writes.
 * @param report What `scoreTheses()` returns; the horizon that the theses state is drawn.
 * @throws {ChartError} when no thesis of it has an outcome, or an option cannot be used.
 * @example
 * ```ts ignore
 * import { openPrices } from "conviction";
 * import { openRun, scoreTheses } from "conviction/batch";
 * import { reliabilityChart } from "conviction/chart";
 *
 * const { rows } = await openRun("latest");
 * await reliabilityChart(scoreTheses(rows, await openPrices())).png();
 * ```
 */
export function reliabilityChart(report: ScoreReport, options: ReliabilityOptions = {}): Chart {
  checkOptions(options, RELIABILITY_OPTIONS);
  if (!isRecord(report) || !Array.isArray(report.horizons)) {
    throw new ChartError(`the report must be that of scoreTheses(), not ${kindOf(report)}`);
  }
  const picture = scorePicture(report);
  if (picture === undefined) throw new ChartError("no thesis of the report has an outcome with a figure");
  const { title = picture.title, source } = options;
  const spec = reliabilityChartSpec({ ...picture, title, source });
  return createChart({ live: spec, still: spec });
}

/** Characters of a line below the title. */
const MAX_LINE = 90;

/**
 * The chart of the main horizon of a report.
 * @returns `undefined` if there is nothing to draw.
 */
export function scorePicture(report: ScoreReport): ReliabilityChart | undefined {
  const score = mainHorizon(report);
  if (score === undefined) return undefined;
  const { sample, span, direction, drawdown, rankCorrelation: { dates, mean } } = score;
  const panels = [
    ...panelOf(statementTitle(report.benchmark), direction),
    ...panelOf("Falls 15% or more", drawdown),
  ];
  if (panels.length === 0 && mean === undefined) return undefined;
  const verdict = sentenceCase(verdictWords(score).replace(/^[^:]*: /, ""));
  const period = span === undefined ? "" : `, ${span.first}${span.first === span.last ? "" : ` to ${span.last}`}`;
  return {
    title: `What happened ${counted(score.horizon, "trading day")} later`,
    subtitle: [
      ...wrapped(verdict, MAX_LINE),
      `${counted(sample.theses, "thesis")} on ${datesWords(sample)}${period}`,
    ],
    panels,
    dates: mean === undefined
      ? undefined
      : { title: "Rank correlation of score and later return", points: dates, mean },
  };
}

function panelOf(title: string, score: ChanceScore | undefined): ReliabilityPanel[] {
  if (score === undefined) return [];
  const points = score.bins.map(({ said, happened, sample }) => ({
    said: said.value,
    happened: happened.value,
    low: happened.low,
    high: happened.high,
    count: sample.theses,
  }));
  return [{ title, points, baseRate: score.happened.value }];
}
