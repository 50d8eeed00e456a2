import { benchmarkName } from "../run/statement.ts";
import type { ChanceScore, HorizonScore, ScoreReport } from "../score/score_report.ts";
import { datesWords, verdictWords } from "./score_verdict.ts";
import { counted } from "../text/counted.ts";

/** The contents of a chart of a score, independent of the drawing. */
export interface ScorePicture {
  readonly title: string;
  readonly subtitle: readonly string[];
  readonly panels: readonly {
    readonly title: string;
    readonly points: readonly {
      readonly said: number;
      readonly happened: number;
      readonly low: number;
      readonly high: number;
      readonly count: number;
    }[];
    readonly baseRate: number;
  }[];
  readonly dates:
    | {
      readonly title: string;
      readonly points: readonly { readonly date: string; readonly value: number; readonly count: number }[];
      readonly mean: number;
    }
    | undefined;
}

/**
 * The horizon shown in full: the first one that the theses state, else the first.
 * @returns `undefined` if no horizon has an outcome.
 */
export function mainHorizon({ horizons }: ScoreReport): HorizonScore | undefined {
  const judged = horizons.filter(({ sample }) => sample.theses > 0);
  return judged.find(({ isStated }) => isStated) ?? judged[0];
}

/**
 * The chart of the main horizon of a report.
 * @returns `undefined` if there is nothing to draw.
 */
export function scorePicture(report: ScoreReport): ScorePicture | undefined {
  const score = mainHorizon(report);
  if (score === undefined) return undefined;
  const { sample, span, direction, drawdown, rankCorrelation: { dates, mean } } = score;
  const panels = [
    ...panelOf(statementTitle(report.benchmark), direction),
    ...panelOf("Falls 15% or more", drawdown),
  ];
  if (panels.length === 0 && mean === undefined) return undefined;
  const [verdict = "", ...rest] = halves(verdictWords(score).replace(/^[^:]*: /, ""));
  const period = span === undefined ? "" : `, ${span.first}${span.first === span.last ? "" : ` to ${span.last}`}`;
  return {
    title: `What happened ${counted(score.horizon, "trading day")} later`,
    subtitle: [
      `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}`,
      ...rest,
      `${counted(sample.theses, "thesis")} on ${datesWords(sample)}${period}`,
    ],
    panels,
    dates: mean === undefined
      ? undefined
      : { title: "Rank correlation of score and later return", points: dates, mean },
  };
}

/** What a probability is of, as a title. */
export function statementTitle(benchmark: string | undefined): string {
  return benchmark === undefined ? "Return is positive (no benchmark)" : `Beats ${benchmarkName(benchmark)}`;
}

function panelOf(title: string, score: ChanceScore | undefined): ScorePicture["panels"] {
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

/** Splits a long verdict into two lines. */
function halves(verdict: string): string[] {
  const parts = verdict.split("; ");
  if (parts.length < 3) return [verdict];
  const middle = Math.ceil(parts.length / 2);
  return [`${parts.slice(0, middle).join("; ")};`, parts.slice(middle).join("; ")];
}
