import type { Claim, Statement } from "../data/claim.ts";
import { DOMAINS, metricOf, METRICS } from "../data/domains.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import { type AsOfResult, laterThan } from "./as_of.ts";
import { bind, type Binding } from "./bind.ts";
import { nameFinder } from "./names.ts";
import type { Subjects } from "./naming.ts";
import { takeApart } from "./sentence.ts";
import type { DatasetView } from "../data/dataset.ts";
import { compare, newest, standing } from "./compare.ts";
import { lastDay, type Subject, subjectOf } from "./domains/subject.ts";
import { sum } from "./domains/arithmetic.ts";

/** The result of checking one sentence. */
export interface CheckedStatement {
  readonly statement: Statement;
  readonly binding: Binding;
  /** One line for each wrong claim. */
  readonly wrong: readonly string[];
  readonly asOf: AsOfResult;
}

/**
 * Parses one sentence and recomputes its claims.
 * @param statement The sentence and its claims.
 * @param subjects The data, and the companies of the answer.
 */
export function checkStatement(statement: Statement, subjects: Subjects): CheckedStatement {
  const { view } = subjects;
  const wrong = statement.claims.flatMap((claim) => {
    const problem = recompute(claim, view);
    return problem === undefined ? [] : [`${claim.id} ${problem}`];
  });
  return {
    statement,
    binding: bind(takeApart(statement, nameFinder(view)), subjects),
    wrong,
    asOf: laterThan(statement, view.asOf),
  };
}

/** Whether every check of the sentence passed. */
export function isClean({ binding, wrong, asOf }: CheckedStatement): boolean {
  return binding.unbound.length === 0 && binding.unshown.length === 0 && wrong.length === 0 &&
    asOf.violations.length === 0;
}

/** Tolerance for rounding; the floor is for values that cancel to about 0. */
const RELATIVE = 1e-9;
const FLOOR = 1e-12;

/**
 * Recomputes a claim from the data.
 * @param claim Untrusted.
 * @param view The data.
 * @returns What is wrong with it; `undefined` when it is right.
 */
export function recompute(claim: Claim, view: DatasetView): string | undefined {
  const subjects = claim.entities.map((ticker) => subjectOf(view, ticker));
  if (!Object.hasOwn(METRICS, claim.metric)) return "has an unknown metric";
  if (subjects.length === 0 || !subjects.every((one) => one !== undefined)) {
    return "is about a company without prices in the data";
  }
  if (new Set(claim.entities).size < claim.entities.length) return "counts a company twice";
  return wrongOrigin(claim, subjects) ?? wrongValue(claim, subjects, view);
}

/** Checks unit, formula, day, series and currency of a claim. */
function wrongOrigin(claim: Claim, subjects: readonly Subject[]): string | undefined {
  const { unit, formula } = metricOf(claim.metric);
  const all = subjects.map(({ series }) => series);
  const newestDay = all.map(lastDay).reduce((one, other) => one > other ? one : other);
  const origin = ({ frequency, basis, source }: { frequency: string; basis: string; source: string }) =>
    [frequency, basis, source].join(" ");
  if (claim.unit !== unit) return `has the unit ${claim.unit} instead of ${unit}`;
  if (claim.formula !== formula) return "has the wrong formula";
  if (claim.as_of !== newestDay) return `is as of ${claim.as_of}, but the newest bar is of ${newestDay}`;
  if (!all.map(origin).includes(origin(claim))) {
    return `uses ${origin(claim)} instead of ${all.map(origin).join(", ")}`;
  }
  const currency = unit === "currency" ? all[0]?.currency : claim.currency;
  return claim.currency === currency ? undefined : `is in ${claim.currency} instead of ${currency}`;
}

function wrongValue(claim: Claim, subjects: readonly Subject[], view: DatasetView): string | undefined {
  const value = claim.unit === "date" ? claim.as_of : valueOf(claim, subjects, view);
  if (value === undefined) return "cannot be computed from the data";
  const isSame = typeof value === "number" && typeof claim.value === "number"
    ? Math.abs(value - claim.value) <= Math.max(RELATIVE * Math.max(Math.abs(value), Math.abs(claim.value)), FLOOR)
    : value === claim.value;
  return isSame ? undefined : `is ${claim.value}, but the data give ${value}`;
}

function valueOf({ metric, of }: Claim, subjects: readonly Subject[], view: DatasetView): number | undefined {
  const [only] = subjects;
  if (metricOf(metric).unit !== "count") {
    const values = subjects.flatMap((subject) => figureOf(metric, subject, view) ?? []);
    return values.length < subjects.length ? undefined : sum(values) / values.length;
  }
  if (only === undefined || subjects.length > 1 || of === undefined) return undefined;
  const comparison = compare(of, only, view);
  if (comparison?.among !== (metric === "months" ? "months" : "peers")) return undefined;
  const { value, values } = comparison;
  return metric === "rank" ? 1 + values.filter((other) => other > value).length : values.length;
}

const PER_SCORE = 0.05;

/**
 * Computes a numeric metric of one company, except comparisons.
 * @returns `undefined` when it cannot be computed.
 */
function figureOf(metric: MetricId, subject: Subject, view: DatasetView): number | undefined {
  const domain = DOMAINS.find(({ score }) => score === metric);
  if (domain) {
    return mean(domain.measures.map((one) => one.sign && times(one.sign, standing(one.metric, subject, view))));
  }
  if (metric === "score") return mean(DOMAINS.map(({ score }) => figureOf(score, subject, view)));
  if (metric !== "probability") return newest(metric, subject);
  const score = figureOf("score", subject, view);
  return score === undefined ? undefined : 0.5 + PER_SCORE * score;
}

/** Mean of the known values; an absent value is not 0. */
function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : sum(known) / known.length;
}

function times(sign: number, value: number | undefined): number | undefined {
  return value === undefined ? undefined : sign * value;
}
