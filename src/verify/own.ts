import type { OwnColumn } from "../data/own_column.ts";
import { worded } from "../data/about_names.ts";
import { daySpan, dayText, longDay } from "../calendar/day.ts";
import { LEAST_OTHERS, MOST_COLUMNS } from "../data/metrics/own.ts";
import type { OwnKey } from "../data/about.ts";
import { type UnpricedExpected, type UnpricedSlot, wayOf } from "./facts.ts";
import type { Ground } from "./knowledge.ts";

/** Computes such a slot from the verifier's own selection of rows; `undefined` where it can hold nothing. */
export function expectOwn(key: OwnKey, { metric, about }: UnpricedSlot, ground: Ground): UnpricedExpected | undefined {
  if (metric === "own_name") return worded(key.name);
  if (metric === "own_view_day") return worded(longDay(ground.given.asOf));
  if (metric === "own_span") return key.span && worded(daySpan(dayText(key.span.from), dayText(key.span.to)));
  if (metric === "own_order") return worded(orderOf(key, about, ground));
  const [ticker] = about;
  return ticker === undefined || about.length > 1 ? undefined : ofCompany(metric, { key, ticker, ground });
}

interface Case {
  readonly key: OwnKey;
  readonly ticker: string;
  readonly ground: Ground;
}

interface Selected extends Pick<OwnColumn, "source" | "days" | "known" | "values"> {
  /** Places of the rows in the column, in order of time. */
  readonly places: readonly number[];
}

/** The rows of a column that are known by the day of the view and, of a span, lie in it. */
function select({ key: { name, span }, ticker, ground }: Case): Selected | undefined {
  const column = ground.given.own(ticker).find((one) => one.name === name);
  if (column === undefined) return undefined;
  const { source, days, known, values } = column;
  const isWanted = (at: number) => {
    const day = days[at] ?? NaN;
    const since = known[at] ?? NaN;
    if (!(dayText(since) <= ground.given.asOf)) return false;
    return span === undefined || !(day < span.from) && !(day > span.to);
  };
  const places = [...days.keys()].filter(isWanted).sort((one, other) => (days[one] ?? 0) - (days[other] ?? 0));
  return { source, places, days, known, values };
}

function ofCompany(metric: string, one: Case): UnpricedExpected | undefined {
  if (metric === "own_more") return worded(moreWords(one));
  const found = select(one);
  const last = found?.places.at(-1);
  if (metric === "own_lack") return last === undefined ? worded(lackOf(one)) : undefined;
  if (found === undefined || last === undefined) return undefined;
  const { source, places, days, known, values } = found;
  const first = places.length > 1 ? places[one.key.span === undefined ? places.length - 2 : 0] : undefined;
  const day = (at: number | undefined, of: Int32Array) => {
    const text = at === undefined ? undefined : dayText(of[at] ?? NaN);
    return text === undefined ? undefined : { value: text, shown: longDay(text), origin: source };
  };
  const number = (value: number | undefined) =>
    value === undefined ? undefined : { value, shown: numberWords(value), origin: source };
  const made: Readonly<Record<string, () => UnpricedExpected | undefined>> = {
    own_value: () => number(values[last]),
    own_day: () => day(last, days),
    own_known: () => day(last, known),
    own_before: () => first === undefined ? undefined : number(values[first]),
    own_before_day: () => day(first, days),
    own_change: () =>
      first === undefined ? undefined : changeOf((values[last] ?? NaN) - (values[first] ?? NaN), source),
  };
  if (Object.hasOwn(made, metric)) return made[metric]?.();
  return one.key.span === undefined ? placeOf(metric, one, found) : ofSpan(metric, found);
}

function changeOf(value: number, source: string): UnpricedExpected | undefined {
  return Number.isFinite(value) ? { value, shown: changeWords(value), origin: source } : undefined;
}

/** The rows of a span as a whole. */
function ofSpan(metric: string, { places, values, source }: Selected): UnpricedExpected | undefined {
  if (metric === "own_rows") {
    return { value: places.length, shown: places.length.toLocaleString("en-US"), origin: source };
  }
  const sorted = places.map((at) => values[at] ?? NaN).sort((one, other) => one - other);
  const value = metric === "own_low" ? sorted[0] : metric === "own_high" ? sorted.at(-1) : undefined;
  return value === undefined ? undefined : { value, shown: numberWords(value), origin: source };
}

/** How many of the other companies of the data have less. */
function placeOf(metric: string, { key, ticker, ground }: Case, { places, values, source }: Selected) {
  const own = values[places.at(-1) ?? NaN] ?? NaN;
  const others = newestOf(key, ground).filter((one) => one.ticker !== ticker);
  if (others.length < LEAST_OTHERS) return undefined;
  if (metric === "own_others") {
    return { value: others.length, shown: others.length.toLocaleString("en-US"), origin: source };
  }
  if (metric !== "own_above") return undefined;
  const higher = others.filter(({ value }) => value >= own).length;
  const share = (others.length - higher) / others.length;
  return { value: share, shown: shareWords(share), origin: source };
}

/** The newest value of every company, made for this draft alone. */
function newestOf(key: OwnKey, ground: Ground): readonly { readonly ticker: string; readonly value: number }[] {
  return ground.onceHere(JSON.stringify(["own", key.name]), () =>
    ground.given.companies.flatMap(({ ticker }) => {
      const found = select({ key: { name: key.name }, ticker, ground });
      const value = found?.values[found.places.at(-1) ?? NaN];
      return value === undefined ? [] : [{ ticker, value }];
    }));
}

function lackOf({ key, ticker, ground }: Case): string {
  const all = select({ key: { name: key.name }, ticker, ground });
  return key.span !== undefined && (all?.places.length ?? 0) > 0 ? "span" : "none";
}

/** Columns beyond those that a thesis tells of. */
function moreWords({ ticker, ground }: Case): string | undefined {
  const names = new Set(ground.given.own(ticker).map(({ name }) => name));
  const held = [...names].filter((name) => (select({ key: { name }, ticker, ground })?.places.length ?? 0) > 0);
  const more = held.length - MOST_COLUMNS;
  return more > 0 ? `${more.toLocaleString("en-US")} further ${more > 1 ? "columns" : "column"}` : undefined;
}

/** The order in which companies stand, if it is one and those that are left out belong behind it. */
function orderOf(key: OwnKey, about: readonly string[], ground: Ground): string | undefined {
  const valueOf = (ticker: string) => {
    const found = select({ key, ticker, ground });
    return found?.values[found.places.at(-1) ?? NaN];
  };
  const shown = about.map(valueOf);
  if (shown.includes(undefined)) return undefined;
  const values = shown.map((value) => value ?? NaN);
  const rest = ground.companies.filter((ticker) => !about.includes(ticker)).flatMap((ticker) => valueOf(ticker) ?? []);
  return wayOf(values, rest);
}

/** A number of a caller's own table as a sentence must show it: six digits that count, in groups of three. */
export function numberWords(value: number): string {
  const digits = String(Number(value.toPrecision(6)));
  const [whole = "", decimals] = digits.split(".");
  const size = Math.abs(Number(digits));
  if (size === 0) return "0";
  if (size < 1e-6 || size >= 1e15) return Number(digits).toExponential();
  const grouped = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** The same of a change, which has its sign. */
export function changeWords(value: number): string {
  const words = numberWords(value);
  return words === "0" || words.startsWith("-") ? words : `+${words}`;
}

/** A share in per cent: tenths of one, rounded down. */
export function shareWords(share: number): string {
  const tenths = Math.trunc(share * 1000 + 1e-9);
  return `${Math.trunc(tenths / 10)}.${tenths % 10}%`;
}
