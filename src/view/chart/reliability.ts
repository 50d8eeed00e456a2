import { ChartError } from "../../chart/look.ts";
import { reliabilityChartSpec } from "../../chart/reliability_chart.ts";
import type { ScoreReport } from "../../score/score_report.ts";
import { isRecord, kindOf, type OptionShape, TEXT } from "../../text/options.ts";
import { scorePicture } from "../score_picture.ts";
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
