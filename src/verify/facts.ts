import type { FactKey } from "../data/about.ts";
import { askedPeriodName, coverName, worded } from "../data/about_names.ts";
import { readPeriod } from "../data/fact_period.ts";
import { dayNumber, dayText, longDay } from "../calendar/day.ts";
import { MARGINS, PLURAL_ITEMS } from "../data/metrics/facts.ts";
import { itemHead, type ItemId, itemOf } from "../data/metrics/items.ts";
import { HAIR, type Metric } from "../data/metrics/metric.ts";
import { factName, type FiledFact } from "../data/records.ts";
import type { Reported } from "../data/statements.ts";
import { bandOf } from "./band.ts";
import { statementsOf } from "./domains/statements.ts";
import { type FactFound, findFact, lastEnd, missing } from "./fact_periods.ts";
import { amountWords, newestWords, otherWords, periodWords, rateWords } from "./fact_words.ts";
import type { Ground } from "./knowledge.ts";

/** What a slot must hold for which no prices are needed, beside what its definition says. */
export interface UnpricedExpected {
  readonly value: number | string;
  /** As the text must show it; of a word, before its spelling in the phrase. */
  readonly shown: string;
  readonly currency?: string;
  /** That of the bars or records behind a figure; of several companies that of the first. */
  readonly origin?: string;
  /** The facts of reports behind a figure, as claims name them. */
  readonly inputs?: readonly string[];
}

/** A slot of a phrase: a metric, and whom it is about. */
export interface UnpricedSlot {
  readonly metric: string;
  readonly definition: Metric;
  readonly about: readonly string[];
}

/** Computes such a slot from the verifier's own selection; `undefined` where it can hold nothing. */
export function expectFact(
  key: FactKey,
  { metric, definition, about }: UnpricedSlot,
  ground: Ground,
): UnpricedExpected | undefined {
  const named = readPeriod(key.period);
  if (named === undefined) return undefined;
  const ofKey: Readonly<Record<string, () => string | undefined>> = {
    fact_item: () => itemOf(key.item).name,
    fact_head: () => itemHead(key.item),
    fact_asked: () => askedPeriodName(named),
    fact_version: () => key.version,
    fact_number: () => PLURAL_ITEMS.has(key.item) ? "many" : "one",
    fact_day: () => longDay(ground.view.asOf),
    fact_order: () => rankingOf(key, about, ground),
    fact_end: () => {
      const ends = about.map((one) => newestEnd(statementsOf(ground.view.filed(one))));
      const end = Math.max(...ends); // one day for all of them, or none
      return Math.min(...ends) === end && Number.isFinite(end) ? longDay(dayText(end)) : undefined;
    },
  };
  if (Object.hasOwn(ofKey, metric)) return worded(ofKey[metric]?.());
  const [ticker, ...others] = about;
  if (ticker === undefined || others.length > 0) return undefined;
  return ofCompany(metric, { key, definition, ticker, ground });
}

interface Case {
  readonly key: FactKey;
  readonly definition: Metric;
  readonly ticker: string;
  readonly ground: Ground;
}

function foundOf({ key, ticker, ground }: Omit<Case, "definition">, token: string): FactFound {
  const statements = () => statementsOf(ground.view.filed(ticker));
  return ground.onceHere(JSON.stringify(["fact", ticker, key, token]), () => findFact(key, token, statements()));
}

type Known = Extract<FactFound, { stated: Reported }>;

function newestEnd({ years, quarters }: ReturnType<typeof statementsOf>): number {
  return Math.max(...[...years, ...quarters].map(({ end }) => dayNumber(end)));
}

function ofCompany(metric: string, one: Case): UnpricedExpected | undefined {
  const { key, ticker, ground } = one;
  const statements = () => statementsOf(ground.view.filed(ticker));
  const tokens = key.before === undefined ? [key.period] : [key.before, key.period];
  const found = tokens.map((token) => foundOf(one, token));
  const lacking = found.find((each) => "lack" in each);
  if (metric === "fact_lack") {
    const at = found.findIndex((each) => "lack" in each && each.lack === "period");
    const why = lacking && "lack" in lacking ? lacking.lack : undefined;
    return worded(why === "period" ? missing(tokens[at] ?? "", statements(), ground.view.asOf) : why);
  }
  if (metric === "fact_newest") return worded(newestWords(ground.view.filed(ticker)));
  if (metric === "fact_cover") return worded(coverName(key.period, statements()));
  if (metric === "fact_other") return worded(otherWords(key, statements(), ground.view.asOf));
  const known = found.filter((each): each is Known => "stated" in each);
  const last = known.at(-1);
  const first = known.length > 1 ? known[0] : undefined;
  if (known.length < tokens.length || last === undefined) return undefined;
  if (metric === "fact_way") return first && worded(wayFrom(first.stated, last.stated));
  if (metric === "fact_lag") {
    const days = first && dayNumber(endOf(last)) - dayNumber(endOf(first));
    return days === undefined ? undefined : worded(Math.abs(days - 365) <= 10 ? "year" : "other");
  }
  if (metric.startsWith("fact_growth")) {
    return first && rateOf(metric, { first, last, decimals: one.definition.decimals });
  }
  const isEarlier = metric.endsWith("_before");
  const meant = isEarlier ? first : last;
  return meant && ofPeriod(metric.replace(/_before$/, ""), meant, key);
}

function ofPeriod(metric: string, known: Known, key: FactKey): UnpricedExpected | undefined {
  if (metric === "fact_period") return worded(periodWords(known));
  if (metric === "fact_note") return worded(noteOf(known));
  if (metric === "fact_backed") {
    return key.item === "cash_conversion" ? worded(bandOf("fact_backed", known.stated.value)) : undefined;
  }
  return metric === metricOfItem(key.item) ? amountOf(known, key) : undefined;
}

/** Whether a figure is restated in part, in other shares than the one fact that it is, or left of a longer period. */
function noteOf({ stated: { value, unit, facts, isRestated }, period, isTrailing }: Known): string {
  if (isRestated) return "restated";
  const [first, ...others] = facts;
  const isShares = unit.split("/").includes("shares");
  if (first && isShares && others.length === 0 && Math.abs(1 - first.value / value) > HAIR) return "split";
  const isOfPeriod = isTrailing || period.start === undefined || facts.every(({ end }) => end === period.end);
  return isOfPeriod ? "none" : "rest";
}

function amountOf({ stated }: Known, key: FactKey): UnpricedExpected {
  const isMoney = metricOfItem(key.item) === "fact_money";
  return {
    value: stated.value,
    shown: amountWords(stated, key),
    ...(isMoney && { currency: stated.unit.split("/")[0] ?? "" }),
    ...origin(stated.facts),
  };
}

function metricOfItem(id: ItemId): string {
  const unit = itemOf(id).unit;
  if (unit === "ratio") return MARGINS.includes(id) ? "fact_share" : "fact_ratio";
  return unit === "shares" ? "fact_count" : "fact_money";
}

function origin(facts: readonly FiledFact[]): Pick<UnpricedExpected, "origin" | "inputs"> {
  return { origin: facts[0]?.source ?? "", inputs: facts.map(factName) };
}

/** Which way an amount above 0 went, of one unit. */
function wayFrom(from: Reported, to: Reported): string | undefined {
  if (from.unit !== to.unit || from.unit === "pure" || !(from.value > 0)) return undefined;
  if (to.value === from.value) return "even";
  return to.value < from.value ? "down" : "up";
}

function rateOf(
  metric: string,
  { first, last, decimals }: { readonly first: Known; readonly last: Known; readonly decimals: number },
): UnpricedExpected | undefined {
  const from = first.stated;
  const to = last.stated;
  if (from.unit !== to.unit || from.unit === "pure" || !(from.value > 0)) return undefined;
  const quotient = to.value / from.value;
  const isYearly = metric !== "fact_growth";
  const days = dayNumber(endOf(last)) - dayNumber(endOf(first));
  const whole = Math.round(days / 365.25);
  const years = Math.abs(days - 365.25 * whole) < 0.05 * 365.25 ? whole : days / 365.25;
  if (isYearly && (!(to.value > 0) || !(years >= 2))) return undefined;
  const rate = isYearly ? Math.exp(Math.log(quotient) / years) - 1 : quotient - 1;
  return { value: rate, shown: rateWords(rate, decimals), ...origin([...from.facts, ...to.facts]) };
}

function endOf({ stated, period, isTrailing }: Known): string {
  return isTrailing ? lastEnd(stated) : period.end;
}

/** The order in which companies stand, if it is one and those that are left out belong behind it. */
function rankingOf(key: FactKey, about: readonly string[], ground: Ground): string | undefined {
  const statedBy = (ticker: string, token: string): Reported | undefined => {
    const found = foundOf({ key, ticker, ground }, token);
    return "stated" in found ? found.stated : undefined;
  };
  const valueOf = (ticker: string): Pick<Reported, "value" | "unit"> | undefined => {
    const last = statedBy(ticker, key.period);
    if (key.before === undefined || last === undefined) return last;
    const first = statedBy(ticker, key.before);
    const isGrown = first !== undefined && wayFrom(first, last) !== undefined;
    return isGrown ? { value: (last.value - first.value) / first.value, unit: "rate" } : undefined;
  };
  const all = ground.companies.flatMap((ticker) => valueOf(ticker) ?? []);
  if (new Set(all.map(({ unit }) => unit)).size !== 1) return undefined;
  const values = about.map((ticker) => valueOf(ticker)?.value ?? NaN);
  const rest = ground.companies.filter((ticker) => !about.includes(ticker)).flatMap((one) => valueOf(one)?.value ?? []);
  return wayOf(values, rest);
}

/** The way in which values are in order, if they are, and those that are left out belong behind them. */
export function wayOf(values: readonly number[], rest: readonly number[]): "descending" | "ascending" | undefined {
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? NaN));
  const last = values.at(-1) ?? NaN;
  if (values.some(Number.isNaN)) return undefined;
  if (steps.every((step) => step <= 0) && rest.every((value) => value <= last)) return "descending";
  return steps.every((step) => step >= 0) && rest.every((value) => value >= last) ? "ascending" : undefined;
}
