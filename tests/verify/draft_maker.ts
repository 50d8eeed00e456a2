import { aboutText } from "../../src/data/about.ts";
import { longDay } from "../../src/calendar/day.ts";
import { type Claim, type Draft, type Statement, statementsIn } from "../../src/data/claim.ts";
import { metricOf, VOCABULARY } from "../../src/data/vocabulary.ts";
import type { Basis, Frequency } from "../../src/data/dataset.ts";
import type { MetricId } from "../../src/data/metrics/metric.ts";
import type { List } from "../../src/data/phrases/phrase.ts";
import { Speaker } from "../../src/agent/say.ts";

/** Correct values of one company, from a source other than analyst and verifier. */
export interface Values {
  readonly ticker: string;
  readonly name: string;
  /** How sentences call it. Default: its ticker. */
  readonly called?: string;
  readonly market: readonly [ticker: string, name: string];
  readonly frequency: Frequency;
  readonly basis: Basis;
  readonly source: string;
  readonly asOf: string;
  /** By metric; a comparison by its id and what it compares, like `rank beta`. */
  readonly values: Readonly<Record<string, number>>;
  /** Judgements, by id and what they are about, like `side beta`. */
  readonly words: Readonly<Record<string, string>>;
}

/** Says phrases with claims made of values. */
export function speakerOf(...all: readonly Values[]): Speaker {
  return new Speaker(VOCABULARY, {
    claim: (metric, about, of) => claimOf(metric, valuesOf(about, all), of && aboutText(of)),
  });
}

/** A claim about one company, or about what several have in the mean; `undefined` when a value is not known. */
export function claimOf(metric: MetricId, all: readonly Values[], of?: string): Claim | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const { unit, formula, of: isOf } = metricOf(metric);
  const key = isOf ? `${metric} ${of}` : metric;
  const tickers = all.map(({ ticker }) => ticker);
  const base = {
    id: [...tickers, ...key.split(" ")].join("."),
    entities: tickers,
    metric,
    ...(isOf && of !== undefined && { of }),
    unit,
    formula,
    as_of: first.asOf,
  };
  if (unit === "name") {
    const named = nameOf(metric, all);
    return named && { ...base, ...named };
  }
  if (unit === "word") {
    const word = first.words[key];
    return word === undefined || all.some(({ words }) => words[key] !== word)
      ? undefined
      : { ...base, value: word, shown: word };
  }
  const values = all.map((one) => one.values[key] ?? NaN);
  const value = values.reduce((total, one) => total + one, 0) / values.length;
  const { frequency, basis, source } = first;
  if (unit === "date") return { ...base, value: first.asOf, frequency, basis, source, shown: longDay(first.asOf) };
  if (Number.isNaN(value)) return undefined;
  const currency = unit === "currency" ? { currency: "USD" } : {};
  return { ...base, value, ...currency, frequency, basis, source, shown: show(metric, value) };
}

function valuesOf(about: readonly string[], all: readonly Values[]): readonly Values[] {
  const found = about.map((ticker) => all.find((one) => one.ticker === ticker)).filter((one) => one !== undefined);
  return found.length === about.length ? found : [];
}

function nameOf(metric: MetricId, all: readonly Values[]): Pick<Claim, "value" | "shown"> | undefined {
  const [first] = all;
  const tickers = all.map(({ ticker }) => ticker);
  if (first === undefined) return undefined;
  if (metric === "market") return { value: first.market[0], shown: first.market[1] };
  if (metric === "companies") {
    return {
      value: tickers.join(" "),
      shown: all.map(({ ticker, called = ticker }) => called).join(" and "),
    };
  }
  if (metric === "sector" || all.length > 1) return undefined;
  return {
    value: first.ticker,
    shown: metric === "name" ? `${first.name} (${first.ticker})` : first.called ?? first.ticker,
  };
}

function show(metric: MetricId, value: number): string {
  const { unit, decimals } = metricOf(metric);
  if (metric === "probability") {
    const isBullish = (digits: number) => Number((100 * value).toFixed(digits)) >= 52;
    return `${(100 * value).toFixed(isBullish(0) === value >= 0.52 ? 0 : 1)}%`;
  }
  if (unit === "fraction") return `${rounded(value * 100, decimals)}${/^excess_/.test(metric) ? " points" : "%"}`;
  if (metric === "dollar_volume") {
    if (value >= 1e9) return `$${(value / 1e9).toFixed(1)}bn`;
    return value >= 1e6 ? `$${(value / 1e6).toFixed(1)}m` : `$${Math.round(value).toLocaleString("en-US")}`;
  }
  if (metric === "rank") return `${value}th`; // all of the drafts are
  if (unit === "currency") return `$${value.toFixed(decimals)}`;
  return `${unit === "score" && value > 0 ? "+" : ""}${rounded(value, decimals)}`;
}

/** A rounded zero has no sign. */
function rounded(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/^-(?=[0.]*$)/, "");
}

/** The same sentence with other characters for space and minus. */
export function typeset({ text, claims, saying }: Statement): Statement {
  const set = (words: string) => words.replaceAll(" %", "\u202f%").replace(/(^|[ (])-(?=[$\d])/g, "$1\u2212");
  return { text: set(text), claims: claims.map((one) => ({ ...one, shown: set(one.shown) })), saying };
}

/** A draft of only these sentences, about all companies they name, each in the first list where it may stand. */
export function draftOf(...statements: readonly Statement[]): Draft {
  const companies = [...new Set(statements.flatMap(({ claims }) => claims).flatMap(({ entities }) => entities))];
  const lists = Map.groupBy(statements, ({ saying }) => VOCABULARY.phrases[saying.phrase]?.lists?.[0] ?? "reasoning");
  const of = (list: List) => lists.get(list) ?? [];
  return { companies, reasoning: of("reasoning"), drivers: of("drivers"), risks: of("risks") };
}

/** All sentences of a draft. */
export function statementsOf(draft: Draft): readonly Statement[] {
  return statementsIn(draft);
}
