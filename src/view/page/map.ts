import type { ThesisRow } from "../../run/thesis_row.ts";
import { type Html, html } from "../../text/html.ts";
import { nameLink, percentOf, percentWords, scoreWords, tickerWords } from "./formats.ts";
import { isNumber, type ReportSurvey } from "./survey.ts";
import { counted } from "../../text/counted.ts";

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
/** Sizes of a label, in percent of the chart: on a phone or on paper, then on a wide screen, which has room for more. */
const LABELS = [{ char: 3.3, gap: 4, y: 8, look: "" }, { char: 1.2, gap: 2, y: 6, look: " big" }] as const;
/** How far a label may reach beyond the chart, in percent. */
const BEYOND = { left: 8, right: 4 } as const;
/** The axes end at a multiple of this: a tenth of a score, ten percent. */
const TENTHS = 10;

interface Dot {
  readonly row: ThesisRow;
  /** Percent from the left; `y` from the top. */
  readonly x: number;
  readonly y: number;
}

interface Label {
  readonly dot: Dot;
  readonly isLeft: boolean;
  readonly size: typeof LABELS[number];
}

/** What the axes show: scores from `-score` to `score`, chances from 0 to `fall`. */
interface Ends {
  readonly score: number;
  readonly fall: number;
}

/** A scatter chart of all names by score and drawdown risk. */
export function nameMap(survey: ReportSurvey): Html | undefined {
  const { theses, medianFall = 0 } = survey;
  const shown = theses.filter((row) => isNumber(row.score) && isNumber(row.drawdownProbability));
  if (shown.length < MIN_NAMES) return undefined;
  const axis: Ends = {
    score: endOf(shown.map(({ score = 0 }) => Math.abs(score))),
    fall: endOf(shown.map(({ drawdownProbability = 0 }) => drawdownProbability)),
  };
  const dots = shown.map((row) => dotOf(row, axis));
  const middle = percentOf(1 - medianFall / axis.fall);
  const left = scoreWords(-axis.score);
  const right = scoreWords(axis.score);
  const top = percentWords(axis.fall);
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
    html`<em style="top:${middle}%">median ${percentWords(medianFall)}</em>`,
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
  return { row, x: 50 + (score / axis.score) * 50, y: (1 - Math.max(0, drawdownProbability) / axis.fall) * 100 };
}

/** One path for all names: a line of length 0 with round ends is a dot. Duplicates are omitted. */
function dotsPath(dots: readonly Dot[]): Html {
  const step = dots.length > MAX_FINE ? COARSE_STEP : 1;
  const place = (percent: number) => Math.round(percent * SCALE / step) * step;
  const places = new Set(dots.map(({ x, y }) => `M${place(x)} ${place(y)}h0`));
  return html`
    <path class="d" d="${[...places].join("")}" />
  `;
}

/** Labels for the names in the lists, unless they overlap. */
function labels(dots: readonly Dot[], survey: ReportSurvey): Html[] {
  const { best, worst, riskiest } = survey;
  const dotOfRow = new Map(dots.map((dot) => [dot.row.row, dot]));
  const longest = Math.max(best.length, riskiest.length);
  const wanted = Array.from({ length: longest }, (_, at) => [best[at], worst[at], riskiest[at]]).flat();
  const placed: Label[] = [];
  for (const size of LABELS) {
    for (const row of new Set(wanted)) {
      const dot = row && dotOfRow.get(row.row);
      const isPlaced = placed.length >= MAX_LABELS || placed.some((label) => label.dot === dot);
      const label = dot && !isPlaced ? labelBeside(dot, { dots, placed, size }) : undefined;
      if (label !== undefined) placed.push(label);
    }
  }
  return placed.map(({ dot, isLeft, size }) => {
    const place = `left:${dot.x.toFixed(1)}%;top:${dot.y.toFixed(1)}%`;
    return html`<span class="lb ${isLeft ? "l" : "r"}${size.look}" style="${place}">${
      nameLink(dot.row, survey)
    }</span>`;
  });
}

/** A label on the side with fewer dots, within the chart; `undefined` if it would cover another label. */
function labelBeside(dot: Dot, { dots, placed, size }: {
  readonly dots: readonly Dot[];
  readonly placed: readonly Label[];
  readonly size: Label["size"];
}): Label | undefined {
  const reach = ({ dot: { x, row }, isLeft }: Label) => {
    const length = tickerWords(row).length * size.char + size.gap;
    return isLeft ? [x - length, x] as const : [x, x + length] as const;
  };
  const isCovered = (a: Label, b: Label) => {
    const [from, to] = reach(a);
    const [begin, end] = reach(b);
    return from < end && begin < to && Math.abs(a.dot.y - b.dot.y) < size.y;
  };
  const crowd = (label: Label) => {
    const [from, to] = reach(label);
    return dots.filter(({ x, y }) => x > from && x < to && Math.abs(y - dot.y) < size.y / 2 && x !== dot.x).length;
  };
  const isWithin = ([from, to]: readonly [number, number]) => from > -BEYOND.left && to < 100 + BEYOND.right;
  return [false, true].map((isLeft): Label => ({ dot, isLeft, size }))
    .filter((label) => isWithin(reach(label)))
    .filter((label) => crowd(label) <= MAX_CROWD && !placed.some((other) => isCovered(label, other)))
    .toSorted((a, b) => crowd(a) - crowd(b))[0];
}
