import { worded } from "../data/about_names.ts";
import { type UnpricedClaim, type UnpricedContext, type WantedUnpriced, wayOf } from "./fact_claims.ts";
import { daySpan, dayText, longDay } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import { LEAST_OTHERS, MOST_COLUMNS } from "../data/metrics/own.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { OwnKey } from "../data/about.ts";
import { counted } from "../text/counted.ts";
import {
  hasOwn,
  newestOwn,
  ownOf,
  type OwnRead,
  readOwn,
  showOwn,
  showOwnChange,
  showOwnShare,
} from "./own_reading.ts";

/** What is said of a column of a caller's own, for one company or, of an order, for several. */
export function ownClaim(
  key: OwnKey,
  { metric, about }: WantedUnpriced,
  context: UnpricedContext,
): UnpricedClaim | undefined {
  const { view } = context;
  switch (metric) {
    case "own_name":
      return worded(key.name);
    case "own_view_day":
      return worded(longDay(view.asOf));
    case "own_span":
      return key.span && worded(daySpan(dayText(key.span.from), dayText(key.span.to)));
    case "own_order":
      return worded(orderOf(key, about, context));
  }
  const [ticker, ...others] = about;
  return ticker === undefined || others.length > 0 ? undefined : ofOne(metric, key, { ticker, view });
}

interface One {
  readonly ticker: string;
  readonly view: DatasetView;
}

function ofOne(metric: MetricId, key: OwnKey, { ticker, view }: One): UnpricedClaim | undefined {
  const read = readOwn(key, ticker, view);
  if (metric === "own_more") {
    const more = ownOf(ticker, view).length - MOST_COLUMNS;
    return worded(more > 0 ? counted(more, "further column") : undefined);
  }
  if (metric === "own_lack") {
    const lack = key.span && hasOwn(key.name, ticker, view) ? "span" : "none";
    return worded(read === undefined ? lack : undefined);
  }
  if (read === undefined) return undefined;
  return figureOf(metric, read) ?? (key.span ? spanFigure(metric, read) : placeOf(metric, key, { ticker, view }, read));
}

function figureOf(metric: MetricId, { newest, before, source }: OwnRead): UnpricedClaim | undefined {
  switch (metric) {
    case "own_value":
      return figure(newest.value, source);
    case "own_day":
      return dated(newest.day, source);
    case "own_known":
      return dated(newest.known, source);
    case "own_before":
      return before && figure(before.value, source);
    case "own_before_day":
      return before && dated(before.day, source);
    case "own_change": {
      const value = newest.value - (before?.value ?? NaN);
      return Number.isFinite(value) ? { value, shown: showOwnChange(value), source } : undefined;
    }
  }
  return undefined;
}

function spanFigure(metric: MetricId, { rows, source }: OwnRead): UnpricedClaim | undefined {
  const values = rows.map(({ value }) => value);
  if (metric === "own_rows") return { value: rows.length, shown: counted(rows.length), source };
  const end = metric === "own_low" ? Math.min : metric === "own_high" ? Math.max : undefined;
  return end && figure(values.reduce((one, other) => end(one, other)), source);
}

function placeOf(metric: MetricId, { name }: OwnKey, { ticker, view }: One, read: OwnRead): UnpricedClaim | undefined {
  const others = [...newestOwn(view, name)].filter(([one]) => one !== ticker);
  if (others.length < LEAST_OTHERS) return undefined;
  const { source, newest } = read;
  if (metric === "own_others") return { value: others.length, shown: counted(others.length), source };
  if (metric !== "own_above") return undefined;
  const share = others.filter(([, value]) => value < newest.value).length / others.length;
  return { value: share, shown: showOwnShare(share), source };
}

function figure(value: number, source: string): UnpricedClaim {
  return { value, shown: showOwn(value), source };
}

function dated(day: number, source: string): UnpricedClaim {
  return { value: dayText(day), shown: longDay(dayText(day)), source };
}

/** Whether companies stand in the order of a column, and none that is left out belongs among them. */
function orderOf(key: OwnKey, about: readonly string[], { view, companies }: UnpricedContext): string | undefined {
  const values = about.map((ticker) => readOwn(key, ticker, view)?.newest.value ?? NaN);
  const others = companies.filter((ticker) => !about.includes(ticker))
    .flatMap((ticker) => readOwn(key, ticker, view)?.newest.value ?? []);
  return wayOf(values, others);
}
