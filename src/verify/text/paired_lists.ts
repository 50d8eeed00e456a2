import type { Stretch } from "../../data/texts/sentences.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** A company that a sentence names. */
interface Named extends Stretch {
  readonly ticker: string;
}

/** What of a sentence may stand in lists; `I` is its items or measures, `P` its times. */
export interface Listing<I extends Stretch, P extends Stretch> {
  /** In lower case, with names and times blanked out; as long as the sentence. */
  readonly folded: string;
  readonly companies: readonly Named[];
  readonly figures: readonly WrittenFigure[];
  readonly items: readonly I[];
  readonly periods: readonly P[];
}

/** The lists of a sentence, of two places or more each. */
export interface Lists<I extends Stretch, P extends Stretch> {
  readonly companies: readonly (readonly Named[])[];
  readonly items: readonly (readonly I[])[];
  readonly periods: readonly (readonly P[])[];
  readonly figures: readonly (readonly WrittenFigure[])[];
}

/** What a figure of a list is of: what is at its place in the other list. */
export interface Paired<I extends Stretch, P extends Stretch> {
  readonly company: Named | undefined;
  readonly item: I | undefined;
  readonly period: P | undefined;
  /** The first and the last figure of the list: what is before the one and behind the other is said of all. */
  readonly first: WrittenFigure;
  readonly last: WrittenFigure;
}

const JOINT =
  /^(?:['’]s?)?\)?(?:,|,? (?:and|&|or|as well as|less|minus|plus|net of)(?: also)?) (?:both )?(?:the |its |that of |in |for |fiscal )*[$(]?$/;
const MOST_JOINT = 40;
const LAST_JOINT = /\b(?:and|or|as well as|less|minus|plus|net of)\b|&/;
/** Two times with one of these before them are the ends of a span. */
const ENDS_LEAD = /\bbetween (?:the |end of |fiscal )*$/;

/** Reads the lists of a sentence: places with commas between them and an "and" before the last. */
export function listsIn<I extends Stretch, P extends Stretch>(
  { folded, companies, figures, items, periods }: Listing<I, P>,
): Lists<I, P> {
  const isOneKind = (run: readonly WrittenFigure[]) => run.every(({ kind }) => kind === run[0]?.kind);
  return {
    companies: runsOf(folded, onePerName(folded, companies)),
    items: runsOf(folded, items),
    periods: runsOf(folded, periods).filter(([one]) => !ENDS_LEAD.test(folded.slice(0, one?.start).slice(-MOST_JOINT))),
    figures: runsOf(folded, figures).filter((run) => isOneKind(run) && !isRange(run) && !isEither(folded, run)),
  };
}

/**
 * What a figure in a list of figures is of: `AAPL and IBM gained 46% and 4%` pairs companies, `revenue and profit were 5
 * and 1 billion` items, `in 2015 and 2016 it was 5 and 6 billion` times.
 * @returns `unread` where no list, or more than one, has as many places; `undefined` where the figure is in no list.
 */
export function pairedWith<I extends Stretch, P extends Stretch>(
  { companies, items, periods, figures }: Lists<I, P>,
  figure: WrittenFigure,
): Paired<I, P> | "unread" | undefined {
  const run = figures.find((one) => one.includes(figure));
  const first = run?.[0];
  const last = run?.at(-1);
  if (run === undefined || first === undefined || last === undefined) return undefined;
  const at = run.indexOf(figure);
  const isAsLong = ({ length }: readonly Stretch[]) => length === run.length;
  if ([...companies, ...items, ...periods].filter(isAsLong).length !== 1) return "unread";
  const company = companies.find(isAsLong);
  const item = items.find(isAsLong);
  const period = periods.find(isAsLong);
  return { first, last, company: company?.[at], item: item?.[at], period: period?.[at] };
}

/** Whether a place is one of several that something is said of together. */
export function isListed<I extends Stretch, P extends Stretch>(
  { companies, items, periods }: Lists<I, P>,
  place: Stretch | undefined,
): boolean {
  return place !== undefined &&
    [...companies, ...items, ...periods].some((list) => list.some(({ end }) => end === place.end));
}

function runsOf<T extends Stretch>(folded: string, places: readonly T[]): readonly (readonly T[])[] {
  const runs: T[][] = [];
  const gapTo = (one: Stretch | undefined, next: Stretch) =>
    one === undefined || next.start - one.end > MOST_JOINT ? "." : folded.slice(one.end, next.start);
  for (const place of places) {
    const open = runs.at(-1);
    if (JOINT.test(gapTo(open?.at(-1), place))) open?.push(place);
    else runs.push([place]);
  }
  return runs.filter((run) => {
    const [before, last] = run.slice(-2);
    return last !== undefined && LAST_JOINT.test(gapTo(before, last));
  });
}

/** `Apple (AAPL)` is one name. */
function onePerName(folded: string, companies: readonly Named[]): readonly Named[] {
  return companies.filter((one, at) => {
    const next = companies[at + 1];
    return next?.ticker !== one.ticker || !/^ ?\(?\$?$/.test(folded.slice(one.end, next.start));
  });
}

/** "$1 billion, or $2 a share" says one thing in two ways. */
function isEither(folded: string, run: readonly WrittenFigure[]): boolean {
  const [one, other] = run.slice(-2);
  return one !== undefined && other !== undefined && /\bor\b/.test(folded.slice(one.end, other.start));
}

/** The two ends of "between 5% and 6%". */
function isRange([one, other, ...more]: readonly WrittenFigure[]): boolean {
  return more.length === 0 && one?.bound === "above" && other?.bound === "below";
}
