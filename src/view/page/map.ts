import type { ThesisRow } from "../../run/thesis_row.ts";
import { type Html, html } from "../../text/html.ts";
import { countText, nameLink, percentOf, percentWords, scoreWords, signalLook } from "./formats.ts";
import { isNumber, type ReportSurvey } from "./survey.ts";

/** Units of the chart, which the page scales. */
const SIZE = 1000;
/** Units per percent. */
const SCALE = SIZE / 100;
const MIN_NAMES = 3;
/** Most labels. */
const MAX_LABELS = 24;
/** Most dots placed to a thousandth; more dots are placed on a coarser grid, which keeps the page small. */
const MAX_FINE = 3_000;
const COARSE_STEP = 5;
/** Most dots that a label may cover. */
const MAX_CROWD = 4;
/** Size of a label, in percent of the chart. */
const LABEL = { x: 8, y: 6 };
/** In drawing order; later ones are on top. */
const LOOKS = ["flat", "other", "up", "down"] as const;

interface Dot {
  readonly row: ThesisRow;
  /** Percent from the left; `y` from the top. */
  readonly x: number;
  readonly y: number;
}

interface Label {
  readonly dot: Dot;
  readonly isLeft: boolean;
  /** Left edge, in percent. */
  readonly from: number;
}

/** A scatter chart of all names by score and chance of a fall. */
export function nameMap(survey: ReportSurvey): Html | undefined {
  const { theses, widestScore, widestFall, medianFall = 0 } = survey;
  const shown = theses.filter((row) => isNumber(row.score) && isNumber(row.drawdownProbability));
  if (shown.length < MIN_NAMES) return undefined;
  const dots = shown.map((row) => dotOf(row, survey));
  const middle = percentOf(1 - medianFall / widestFall);
  const [left, right, top] = [scoreWords(-widestScore), scoreWords(widestScore), percentWords(widestFall)];
  const words = `Scores from ${left} to ${right}, chances of a fall up to ${top}`;
  const paths = LOOKS.map((look) => dotsPath(dots, look));
  const axes = html`
    <path class="ax" d="M500 0V${SIZE}M0 ${middle * SCALE}H${SIZE}" />
  `;
  const plot = [
    html`
      <svg viewBox="0 0 ${SIZE} ${SIZE}" preserveAspectRatio="none" role="img"
        aria-label="${words}">${axes}${paths}</svg>
    `,
    ...labels(dots, survey),
    html`<em style="top:${middle}%">median ${percentWords(medianFall)}</em>`,
  ];
  const ends = [
    html`<span class="y1">${top}</span><span class="y0">0 %</span><div>${plot}</div>`,
    html`<span class="x0">${left}</span><span class="xm">score</span><span class="x1">${right}</span>`,
  ];
  const title = `${countText(shown.length)} names by score (across) and chance of a 15 % fall (up)`;
  return html`
    <figure class="map">
      <figcaption>${title}</figcaption>
      <div class="plot">${ends}</div>
    </figure>
  `;
}

function dotOf(row: ThesisRow, { widestScore, widestFall }: ReportSurvey): Dot {
  const { score = 0, drawdownProbability = 0 } = row;
  return { row, x: 50 + (score / widestScore) * 50, y: (1 - Math.max(0, drawdownProbability) / widestFall) * 100 };
}

/** One path for all names of a signal: a line of length 0 with round ends is a dot. Duplicates are omitted. */
function dotsPath(dots: readonly Dot[], look: string): Html | undefined {
  const step = dots.length > MAX_FINE ? COARSE_STEP : 1;
  const place = (percent: number) => Math.round(percent * SCALE / step) * step;
  const places = dots.filter(({ row }) => signalLook(row.signal ?? "") === look)
    .map(({ x, y }) => `M${place(x)} ${place(y)}h0`);
  return places.length === 0 ? undefined : html`
    <path class="d ${look}" d="${[...new Set(places)].join("")}" />
  `;
}

/** Labels for the names in the lists, unless they overlap. */
function labels(dots: readonly Dot[], survey: ReportSurvey): Html[] {
  const { best, worst, riskiest } = survey;
  const dotOfRow = new Map(dots.map((dot) => [dot.row.row, dot]));
  const longest = Math.max(best.length, riskiest.length);
  const wanted = Array.from({ length: longest }, (_, at) => [best[at], worst[at], riskiest[at]]).flat();
  const placed: Label[] = [];
  for (const row of new Set(wanted)) {
    const dot = row && dotOfRow.get(row.row);
    const label = dot && labelBeside(dot, { dots, placed });
    if (label !== undefined && placed.length < MAX_LABELS) placed.push(label);
  }
  return placed.map(({ dot, isLeft }) => {
    const place = `left:${dot.x.toFixed(1)}%;top:${dot.y.toFixed(1)}%`;
    return html`<span class="lb ${isLeft ? "l" : "r"}" style="${place}">${nameLink(dot.row, survey)}</span>`;
  });
}

/** A label on the side with fewer dots, within the chart; `undefined` if it would cover another label. */
function labelBeside(dot: Dot, { dots, placed }: {
  readonly dots: readonly Dot[];
  readonly placed: readonly Label[];
}): Label | undefined {
  const sides = [false, true].map((isLeft): Label => ({ dot, isLeft, from: isLeft ? dot.x - LABEL.x : dot.x }))
    .filter(({ from }) => from > -LABEL.x / 2 && from + LABEL.x < 100 + LABEL.x / 2)
    .filter((label) => placed.every((other) => !isCovered(label, other)));
  const crowd = ({ from }: Label) =>
    dots.filter(({ x, y }) => x > from && x < from + LABEL.x && Math.abs(y - dot.y) < LABEL.y / 2 && x !== dot.x)
      .length;
  return sides.filter((side) => crowd(side) <= MAX_CROWD).toSorted((a, b) => crowd(a) - crowd(b))[0];
}

function isCovered(a: Label, b: Label): boolean {
  return Math.abs(a.from - b.from) < LABEL.x && Math.abs(a.dot.y - b.dot.y) < LABEL.y;
}
