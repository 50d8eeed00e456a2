/** A program that holds the data and looks for the company of a text from which its name and all figures are removed. */
import type { DatasetView, PriceSeries } from "../../src/data/dataset.ts";
import { dayText } from "../../src/calendar/day.ts";

/** Bars of the past year. */
const YEAR = 252;

/** What the finder works out of a company's bars; none of it by the product's code. */
interface Traits {
  readonly year: number;
  readonly lastMonth: number;
  readonly halves: readonly [number, number];
  readonly toMean: number;
  readonly toHigh: number;
  readonly deviation: number;
  readonly fall: number;
  readonly main: { readonly month: string; readonly move: number };
  readonly top: number;
  readonly calm: number;
}

const known = new WeakMap<PriceSeries, Traits>();

function traitsOf(series: PriceSeries): Traits {
  const before = known.get(series);
  if (before) return before;
  const close = [...series.close.slice(-YEAR - 1)];
  const days = [...series.days.slice(-YEAR - 1)].map(dayText);
  const moves = close.slice(1).map((one, at) => Math.log(one / (close[at] ?? NaN)));
  const back = (bars: number) => close.at(-1 - bars) ?? NaN;
  const spread = (some: readonly number[]) => Math.sqrt(some.reduce((sum, one) => sum + one * one, 0) / some.length);
  const months = Map.groupBy(moves.keys(), (at) => (days[at + 1] ?? "").slice(0, 7));
  const sums = [...months].map(([month, all]) => ({ month, move: all.reduce((sum, at) => sum + (moves[at] ?? 0), 0) }));
  const main = sums.reduce((best, one) => Math.abs(one.move) > Math.abs(best.move) ? one : best, {
    month: "",
    move: 0,
  });
  let [top, fall] = [0, 0];
  for (const one of close) {
    top = Math.max(top, one);
    fall = Math.min(fall, one / top - 1);
  }
  const traits: Traits = {
    year: back(0) / back(YEAR) - 1,
    lastMonth: back(0) / back(21) - 1,
    halves: [back(126) / back(YEAR) - 1, back(0) / back(126) - 1],
    toMean: back(0) / (close.slice(-200).reduce((sum, one) => sum + one, 0) / 200) - 1,
    toHigh: back(0) / Math.max(...close.slice(-YEAR)),
    deviation: spread(moves),
    fall,
    main,
    top: moves.reduce((best, one) => Math.abs(one) > Math.abs(best) ? one : best, 0),
    calm: spread(moves.slice(-60)) / spread(moves),
  };
  known.set(series, traits);
  return traits;
}

/** Whether words of a text hold of a company: +1 for each that does, -1 for each that does not. */
type Clue = (text: string, own: Traits, share: (trait: (one: Traits) => number) => number) => number;

const vote = (isTrue: boolean) => isTrue ? 1 : -1;

/** A sentence that says up or down, by the pattern of its words. */
function way(pattern: RegExp, up: string, trait: (one: Traits) => number): Clue {
  return (text, own) => {
    const found = pattern.exec(text)?.[1];
    return found === undefined ? 0 : vote((found === up) === (trait(own) > 0));
  };
}

/** A sentence that says higher or lower than most: how far the company is out on that side. */
function place(pattern: RegExp, high: RegExp, trait: (one: Traits) => number): Clue {
  return (text, own, share) => {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) return 0;
    const at = share((one) => Number(trait(one) < trait(own)));
    return 3 * (high.test(found) ? at - 0.5 : 0.5 - at);
  };
}

const CLUES: readonly Clue[] = [
  way(/@ is (up|down)\b/, "up", ({ year }) => year),
  way(/month (brought|cost)/, "brought", ({ lastMonth }) => lastMonth),
  way(/@ (rose|fell) #% over the last month/, "rose", ({ lastMonth }) => lastMonth),
  way(/@ (rose|fell) #% in the first half/, "rose", ({ halves }) => halves[0]),
  way(/past year and (rose|fell) #% in the second/, "rose", ({ halves }) => halves[1]),
  way(/(above|below) its #-day moving average/, "above", ({ toMean }) => toMean),
  way(/largest day of the past year was [^,]*, when it (rose|fell)/, "rose", ({ top }) => top),
  (text, { main }) => {
    const [, name, moved] = /month of the past year was (\w+) [^,]*, when it (rose|fell)/.exec(text) ?? [];
    if (name === undefined) return 0;
    const own = new Date(`${main.month}-15T00:00:00Z`).toLocaleString("en-US", { month: "long", timeZone: "UTC" });
    return 2 * vote(own === name && (moved === "rose") === (main.move > 0));
  },
  place(
    /volatility is (among the highest|higher than|among the lowest|lower than)/,
    /high/,
    ({ deviation }) => deviation,
  ),
  place(/momentum[^.]{0,40} is (among the strongest|stronger|among the weakest|weaker)/, /strong/, ({ year }) => year),
  place(
    /last month is (among the strongest|stronger|among the weakest|weaker)/,
    /strong/,
    ({ lastMonth }) => lastMonth,
  ),
  place(/(closer to|further below) it than/, /closer/, ({ toHigh }) => toHigh),
  place(/(higher|lower) relative to it than/, /higher/, ({ toMean }) => toMean),
  place(/was (shallower|deeper) than that of/, /shallower/, ({ fall }) => fall),
  place(/that of the past year, a (higher|lower) ratio/, /higher/, ({ calm }) => calm),
  place(/second half was (better|worse)/, /better/, ({ halves: [first, second] }) => second - first),
  place(/; a (better|worse) year than/, /better/, ({ year }) => year),
  place(/over the last month, (better|worse) than/, /better/, ({ lastMonth }) => lastMonth),
];

/**
 * The candidate that a text fits best.
 * @param text With `@` for every name that is removed and `#` for every figure.
 * @param options Tickers, one of them right, and those whom "most" means.
 */
export function findCompany(
  text: string,
  { view, candidates, all }: {
    readonly view: DatasetView;
    readonly candidates: readonly string[];
    readonly all: readonly string[];
  },
): string | undefined {
  const traits = (ticker: string) => view.prices(ticker).filter(({ days }) => days.length > YEAR).map(traitsOf);
  const others = all.flatMap(traits);
  const share = (trait: (one: Traits) => number) =>
    others.reduce((sum, one) => sum + trait(one), 0) / Math.max(1, others.length);
  const scores = candidates.flatMap((ticker) =>
    traits(ticker).slice(0, 1).map((own) => ({
      ticker,
      fit: CLUES.reduce((sum, clue) => sum + clue(text, own, share), 0),
    }))
  );
  return scores.toSorted((one, other) => other.fit - one.fit)[0]?.ticker;
}

/** The text with `@` for names and `#` for figures and dates. */
export function anonymous(text: string, hide: (text: string) => string): string {
  return hide(text).replace(/[-+]?\d[\d,.-]*\d|\d/g, "#");
}
