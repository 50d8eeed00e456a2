import type { Claim, Draft, Statement } from "../../src/data/claim.ts";
import { metricOf } from "../../src/data/domains.ts";
import type { MetricId } from "../../src/data/metrics/metric.ts";
import type { Basis, Frequency } from "../../src/data/dataset.ts";

/** Correct values of one company, from a source other than the verifier. */
export interface Values {
  readonly ticker: string;
  readonly frequency: Frequency;
  readonly basis: Basis;
  readonly source: string;
  readonly asOf: string;
  readonly values: Readonly<Partial<Record<MetricId, number>>>;
}

/** Writes claims of one company. */
export type ClaimWriter = (metric: MetricId, value?: number, of?: MetricId) => Claim;

/** Makes claims about one company from its values. */
export function claimWriter({ ticker, values, ...origin }: Values): ClaimWriter {
  return (metric, value, of) => claim([ticker], origin, { metric, value: value ?? values[metric] ?? NaN, of });
}

/** A claim about the mean of companies, on the series of the first. */
export function meanClaim(all: readonly Values[], metric: MetricId): Claim {
  const [first] = all;
  if (first === undefined) throw new TypeError("Cannot take a mean: no companies");
  const value = all.reduce((total, { values }) => total + (values[metric] ?? NaN), 0) / all.length;
  return claim(all.map(({ ticker }) => ticker), first, { metric, value, of: undefined });
}

function claim(
  entities: readonly string[],
  { frequency, basis, source, asOf }: Omit<Values, "ticker" | "values">,
  { metric, value, of }: { metric: MetricId; value: number; of: MetricId | undefined },
): Claim {
  const { unit, formula } = metricOf(metric);
  return {
    id: [...entities, metric, ...(of ? [of] : [])].join("."),
    entities,
    metric,
    ...(of && { of }),
    value: unit === "date" ? asOf : value,
    unit,
    ...(unit === "currency" && { currency: "USD" }),
    as_of: asOf,
    frequency,
    basis,
    source,
    formula,
    shown: unit === "date" ? asOf : show(metric, value),
  };
}

function show(metric: MetricId, value: number): string {
  const { unit, decimals } = metricOf(metric);
  if (unit === "fraction") return `${(value * 100).toFixed(decimals)} %`;
  if (metric === "dollar_volume") {
    return value >= 1e9 ? `${(value / 1e9).toFixed(1)} bn USD` : `${Math.round(value)} USD`;
  }
  if (unit === "currency") return `${value.toFixed(decimals)} USD`;
  return `${unit === "score" && value > 0 ? "+" : ""}${value.toFixed(decimals)}`;
}

/** A sentence from words and claims, in their order. */
export function sentence(strings: TemplateStringsArray, ...claims: readonly Claim[]): Statement {
  const text = strings.map((words, at) => words + (claims[at]?.shown ?? "")).join("");
  return { text, claims };
}

/** The same sentence with other characters for space and minus. */
export function typeset({ text, claims }: Statement): Statement {
  const set = (words: string) => words.replaceAll(" %", "\u202f%").replace(/(^|[ (])-(?=\d)/g, "$1\u2212");
  return { text: set(text), claims: claims.map((one) => ({ ...one, shown: set(one.shown) })) };
}

/** A draft of only these sentences. */
export function draftOf(...reasoning: readonly Statement[]): Draft {
  return { reasoning, drivers: [], risks: [] };
}
