import type { ThesisRow } from "../../run/thesis_row.ts";
import { type Html, html } from "../../text/html.ts";
import { nameLink, percentOf, percentWords, scoreWords, tickerWords } from "./formats.ts";
import { isNumber, type ReportSurvey } from "./survey.ts";
import { counted } from "../../text/counted.ts";

/** Units of the chart, which the page scales. */
const SIZE = 1000;
/** Units per percent. */
const SCALE = SIZE / 100;
/** Dots are placed on a grid, which keeps the page small. */
const GRID = 5;
const MIN_NAMES = 3;
/** Most labels, and the size of one in percent of the chart. */
const LABELS = { most: 24, char: 2, gap: 3, y: 7 } as const;
/** The axes end at a multiple of this: a tenth of a score, ten percent. */
const TENTHS = 10;

interface Dot {
  readonly row: ThesisRow;
  /** Percent from the left; `y` from the top. */
  readonly x: number;
  readonly y: number;
}

/** What the axes show: scores from `-score` to `score`, chances from 0 to `fall`. */
interface Ends {
  readonly score: number;
  readonly drawdown: number;
}

/** A scatter chart of all names by score and drawdown risk. */
export function nameMap(survey: ReportSurvey): Html | undefined {
  const { theses, medianDrawdown = 0 } = survey;
  const shown = theses.filter((row) => isNumber(row.score) && isNumber(row.drawdownProbability));
  if (shown.length < MIN_NAMES) return undefined;
  const axis: Ends = {
    score: endOf(shown.map(({ score = 0 }) => Math.abs(score))),
    drawdown: endOf(shown.map(({ drawdownProbability = 0 }) => drawdownProbability)),
  };
  const dots = shown.map((row) => dotOf(row, axis));
  const middle = percentOf(1 - medianDrawdown / axis.drawdown);
  const left = scoreWords(-axis.score);
  const right = scoreWords(axis.score);
  const top = percentWords(axis.drawdown);
  const words = `Scores from ${left} to ${right}, drawdown risk up to ${top}`;
  const axes = html`
    <path class="ax" d="M500 0V${SIZE}M0 ${middle * SCALE}H${SIZE}" />
  `;
  const plot = [
    html`
      <svg viewBox="0 0 ${SIZE} ${SIZE}" preserveAspectRatio="none" role="img"
        aria-label="${words}">${axes}${dotsPath(dots)}</svg>
    `,
    ...labels(dots, survey),
    html`<em style="top:${middle}%">median ${percentWords(medianDrawdown)}</em>`,
  ];
  const ends = [
    html`<span class="y1">${top} higher risk</span><span class="y0">lower risk 0%</span><div>${plot}</div>`,
    html`<span class="x0">${left} low score</span><span class="xm">score</span><span class="x1">high score ${right}</span>`,
  ];
  const title = `Score (across) against drawdown risk (up), ${counted(shown.length, "name")}`;
  return html`
    <figure class="map">
      <figcaption>${title}</figcaption>
      <div class="plot">${ends}</div>
    </figure>
  `;
}

/** The end of an axis, just beyond the largest value. */
function endOf(values: readonly number[]): number {
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  return Math.max(1, Math.ceil(Number((largest * TENTHS).toPrecision(12)))) / TENTHS;
}

function dotOf(row: ThesisRow, axis: Ends): Dot {
  const { score = 0, drawdownProbability = 0 } = row;
  return { row, x: 50 + (score / axis.score) * 50, y: (1 - Math.max(0, drawdownProbability) / axis.drawdown) * 100 };
}

/** One path for all names: a line of length 0 with round ends is a dot. Duplicates are omitted. */
function dotsPath(dots: readonly Dot[]): Html {
  const place = (percent: number) => Math.round(percent * SCALE / GRID) * GRID;
  const places = new Set(dots.map(({ x, y }) => `M${place(x)} ${place(y)}h0`));
  return html`
    <path class="d" d="${[...places].join("")}" />
  `;
}

/** Labels for the names in the lists, the riskiest first, on the side with room, unless one would cover another. */
function labels(dots: readonly Dot[], survey: ReportSurvey): Html[] {
  const listed = new Set([...survey.riskiest, ...survey.best, ...survey.worst].map(({ row }) => row));
  const wanted = [...listed].flatMap((number) => dots.find(({ row }) => row.row === number) ?? []);
  const placed: { readonly from: number; readonly to: number; readonly y: number; readonly label: Html }[] = [];
  for (const { row, x, y } of wanted) {
    const length = tickerWords(row).length * LABELS.char + LABELS.gap;
    const isLeft = x + length > 100;
    const from = isLeft ? x - length : x;
    const to = from + length;
    const isCovered = placed.some((other) => from < other.to && other.from < to && Math.abs(y - other.y) < LABELS.y);
    if (isCovered || placed.length === LABELS.most) continue;
    const place = `left:${x.toFixed(1)}%;top:${y.toFixed(1)}%`;
    const label = html`<span class="lb ${isLeft ? "l" : "r"}" style="${place}">${nameLink(row, survey)}</span>`;
    placed.push({ from, to, y, label });
  }
  return placed.map(({ label }) => label);
}
