import type { Claim } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { dayNumber, daysBetween, longDay } from "../calendar/day.ts";
import type { FactKey } from "../data/about.ts";
import { type PeriodToken, readPeriod } from "../data/fact_period.ts";
import { BEFORE, type FactLack, MARGINS, PLURAL_ITEMS } from "../data/metrics/facts.ts";
import { itemHead, itemOf } from "../data/metrics/items.ts";
import { HAIR, type Metric, type MetricId } from "../data/metrics/metric.ts";
import { factName } from "../data/records.ts";
import type { Reported } from "../data/statements.ts";
import { bandOf } from "./band.ts";
import { newestReportName, otherName, periodName } from "./fact_names.ts";
import { askedPeriodName, coverName, worded } from "../data/about_names.ts";
import { statementsOf } from "./domains/statements.ts";
import { absenceOf, type FactRead, newestPeriodEnd, readFact } from "./fact_reading.ts";
import { showFact } from "./show_fact.ts";

/** What is said of an item, for whom. */
export interface WantedUnpriced {
  readonly metric: MetricId;
  readonly definition: Metric;
  readonly about: readonly string[];
}

/** The part of a claim that differs from what its definition says. */
export type UnpricedClaim = Pick<Claim, "value" | "shown" | "currency" | "source" | "inputs">;

/** What a question asks of financial statements, for one company or, of an order, for several. */
export function factClaim(key: FactKey, wanted: WantedUnpriced, context: UnpricedContext): UnpricedClaim | undefined {
  if (wanted.metric === "fact_order") return worded(orderOf(key, wanted.about, context));
  if (wanted.metric === "fact_item") return worded(itemOf(key.item).name);
  if (wanted.metric === "fact_head") return worded(itemHead(key.item));
  const named = readPeriod(key.period);
  if (wanted.metric === "fact_asked") return worded(named && askedPeriodName(named));
  if (wanted.metric === "fact_version") return worded(key.version);
  if (wanted.metric === "fact_number") return worded(PLURAL_ITEMS.has(key.item) ? "many" : "one");
  if (wanted.metric === "fact_day") return worded(longDay(context.view.asOf));
  if (wanted.metric === "fact_end") {
    const [end = "", ...more] = new Set(wanted.about.map((one) => newestPeriodEnd(context.view.filed(one))));
    return worded(end === "" || more.length > 0 ? undefined : longDay(end));
  }
  const [ticker, ...others] = wanted.about;
  return ticker === undefined || others.length > 0 ? undefined : ofOne(wanted, key, { ...context, ticker });
}

/** What facts are read with. */
export interface UnpricedContext {
  readonly view: DatasetView;
  /** Tickers of the companies of the answer. */
  readonly companies: readonly string[];
}

interface OneContext extends UnpricedContext {
  readonly ticker: string;
}

function ofOne({ metric, definition }: WantedUnpriced, key: FactKey, context: OneContext): UnpricedClaim | undefined {
  const { ticker, view } = context;
  const lack = lackOf(key, context);
  if (metric === "fact_lack") return worded(lack);
  if (metric === "fact_newest") return worded(newestReportName(view.filed(ticker)));
  if (metric === "fact_cover") return worded(coverName(key.period, statementsOf(view.filed(ticker))));
  if (metric === "fact_other") return worded(otherName(key, view.filed(ticker), view.asOf));
  if (lack !== undefined) return undefined;
  const read = readOf(key, context);
  const first = key.before === undefined ? undefined : readOf(key, context, key.before);
  const isBefore = metric.endsWith(BEFORE);
  const meant = isBefore ? first : read;
  if (meant === undefined) return undefined;
  const stated = statedOf(meant);
  if (stated === undefined) return undefined;
  switch (isBefore ? metric.slice(0, -BEFORE.length) : metric) {
    case "fact_period":
      return worded(periodName(key, { ...meant, stated }, isBefore ? key.before : key.period));
    case "fact_note":
      return worded(noteOf({ ...meant, stated }));
    case "fact_backed":
      return key.item !== "cash_conversion" ? undefined : worded(bandOf("fact_backed", stated.value));
    case "fact_growth":
    case "fact_growth_yearly":
      return growth({ metric, definition }, statedOf(first), statedOf(read), yearsBetween(first, read));
    case "fact_way": {
      const change = Number(growth({ metric, definition }, statedOf(first), statedOf(read), NaN)?.value);
      return Number.isNaN(change) ? undefined : worded(change > 0 ? "up" : change < 0 ? "down" : "even");
    }
    case "fact_lag": {
      const days = daysBetween(endOf(first) ?? "", endOf(read) ?? "");
      return worded(days >= 355 && days <= 375 ? "year" : "other");
    }
    default:
      return kindOf(key) === metric.replace(BEFORE, "") ? amount(stated, key) : undefined;
  }
}

/** What a reader must know of a figure. */
function noteOf({ period, stated }: FactRead & { readonly stated: Reported }): "restated" | "split" | "rest" | "none" {
  if (stated.isRestated) return "restated";
  if (isSplit(stated)) return "split";
  const isRest = period?.start !== undefined && stated.facts.some(({ end }) => end !== period.end);
  return isRest ? "rest" : "none";
}

/** Whether splits since have changed what a report states. */
function isSplit({ value, unit, facts: [only, ...others] }: Reported): boolean {
  if (only === undefined || others.length > 0 || unit !== "shares" && !unit.endsWith("/shares")) return false;
  return Math.abs(value - only.value) > HAIR * Math.abs(value);
}

function behind(facts: Reported["facts"]): Pick<Claim, "source" | "inputs"> {
  return { source: facts[0]?.source ?? "", inputs: facts.map(factName) };
}

/** Why the item of a key is not known, in either of its periods. */
export function lackOf(key: FactKey, context: OneContext): string | undefined {
  const periods = [key.before, key.period].filter((token) => token !== undefined);
  const read = periods.map((token) => ({ token, why: readOf(key, context, token).stated }));
  const lacking = read.find(({ why }) => typeof why === "string");
  if (lacking?.why !== "period") return lacking?.why as FactLack | undefined;
  return absenceOf(lacking.token, context.view.filed(context.ticker), context.view.asOf);
}

function readOf(key: FactKey, { ticker, view }: OneContext, token: PeriodToken = key.period): FactRead {
  return readFact(key, { ticker, view, token });
}

function statedOf(read: FactRead | undefined): Reported | undefined {
  return read === undefined || typeof read.stated === "string" ? undefined : read.stated;
}

/** The metric of an item's amount. */
function kindOf({ item }: FactKey): MetricId {
  switch (itemOf(item).unit) {
    case "shares":
      return "fact_count";
    case "ratio":
      return MARGINS.includes(item) ? "fact_share" : "fact_ratio";
    default:
      return "fact_money";
  }
}

function amount({ value, unit, facts }: Reported, key: FactKey): UnpricedClaim {
  const [currency = ""] = unit.split("/");
  return {
    value,
    ...(kindOf(key) === "fact_money" && { currency }),
    ...behind(facts),
    shown: showFact(value, { item: key.item, unit, style: key.style }),
  };
}

function growth(
  { metric, definition }: Pick<WantedUnpriced, "metric" | "definition">,
  first: Reported | undefined,
  last: Reported | undefined,
  years: number,
): UnpricedClaim | undefined {
  if (first === undefined || last === undefined || first.unit !== last.unit || first.unit === "pure") return undefined;
  const isYearly = metric === "fact_growth_yearly";
  if (first.value <= 0 || isYearly && (last.value <= 0 || years < 2)) return undefined;
  const value = (last.value / first.value) ** (isYearly ? 1 / years : 1) - 1;
  return {
    value,
    ...behind([...first.facts, ...last.facts]),
    shown: `${showFact(value * 100, { item: "current_ratio", unit: "pure", style: `.${definition.decimals}` })}%`,
  };
}

/** Years between the ends of two periods: whole ones where these are days of one fiscal year end. */
function yearsBetween(first: FactRead | undefined, last: FactRead | undefined): number {
  const [from, to] = [first, last].map(endOf);
  const years = from === undefined || to === undefined ? NaN : (dayNumber(to) - dayNumber(from)) / 365.25;
  return Math.abs(years - Math.round(years)) < 0.05 ? Math.round(years) : years;
}

function endOf(read: FactRead | undefined): string | undefined {
  return read?.period?.end ?? statedOf(read)?.facts.map(({ end }) => end).toSorted().at(-1);
}

/** Whether companies stand in the order of an item, and none that is left out belongs among them. */
function orderOf(key: FactKey, about: readonly string[], context: UnpricedContext): string | undefined {
  const read = (ticker: string): Pick<Reported, "value" | "unit"> | undefined => {
    const [from, to] = [key.before, key.period].map((token) => statedOf(readOf(key, { ...context, ticker }, token)));
    if (key.before === undefined || from === undefined || to === undefined) {
      return key.before === undefined ? to : undefined;
    }
    return from.unit === to.unit && from.value > 0 ? { value: to.value / from.value - 1, unit: "pure" } : undefined;
  };
  const shown = about.map(read);
  const others = context.companies.filter((ticker) => !about.includes(ticker)).flatMap((ticker) => read(ticker) ?? []);
  const known = shown.filter((stated) => stated !== undefined);
  if (known.length < shown.length || new Set([...known, ...others].map(({ unit }) => unit)).size > 1) return undefined;
  return wayOf(known.map(({ value }) => value), others.map(({ value }) => value));
}

/** The way in which values are in order, none of them missing, and no other among them. */
export function wayOf(values: readonly number[], others: readonly number[]): "descending" | "ascending" | undefined {
  const last = values.at(-1) ?? NaN;
  const isOrder = (sign: 1 | -1) =>
    values.every((value, at) => sign * (value - (values[at - 1] ?? value)) >= 0) &&
    others.every((value) => sign * (value - last) >= 0);
  return isOrder(-1) ? "descending" : isOrder(1) ? "ascending" : undefined;
}
