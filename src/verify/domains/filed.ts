import { dayNumber } from "../../calendar/day.ts";
import { ANNUAL_FORMS, type ItemId, itemOf, PERIODIC_FORMS } from "../../data/metrics/items.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import { FRESH_DAYS, isFinancial } from "../../data/metrics/reports.ts";
import type { FiledFact, Records } from "../../data/records.ts";
import type { FiscalPeriod, Stated, Statements } from "../../data/statements.ts";
import type { FiledReader, Recomputed, Sourced } from "./reader.ts";
import { statementsOf } from "./statements.ts";
import type { Subject } from "./subject.ts";

/** The newest fiscal period of a company, and the report that covered it first. */
export interface Newest {
  readonly says: Statements;
  readonly period: FiscalPeriod;
  readonly kind: "year" | "quarter";
  readonly form: string;
  readonly filed: string;
  readonly known: string;
  readonly accession: string;
}

const found = new WeakMap<Records, Newest | Cause>();

/** The newest period that a company's reports cover, if these are fresh. */
export function newestOf({ records, asOf }: Subject): Newest | Cause {
  const all = records();
  const newest = found.get(all) ?? search(all);
  found.set(all, newest);
  if (typeof newest === "string") return newest;
  const age = dayNumber(asOf) - dayNumber(newest.filed);
  const isAnnual = ANNUAL_FORMS.includes(newest.form);
  return age > (isAnnual ? FRESH_DAYS.annual : FRESH_DAYS.other) ? "stale" : newest;
}

/** The newest period that a company's reports cover, however old. */
export function search(records: Records): Newest | Cause {
  if (records.facts.length === 0) return "filings";
  const says = statementsOf(records);
  const periods = [
    ...says.years.map((period) => ({ period, kind: "year" as const })),
    ...says.quarters.map((period) => ({ period, kind: "quarter" as const })),
  ];
  // of a year and its fourth quarter the year is the first
  const [newest] = periods.sort((one, other) => dayNumber(other.period.end) - dayNumber(one.period.end));
  let first: FiledFact | undefined;
  for (const fact of records.facts) {
    if (fact.end !== newest?.period.end || fact.start === undefined || !PERIODIC_FORMS.includes(fact.form)) continue;
    if (first === undefined || fact.known < first.known) first = fact;
  }
  if (newest === undefined || first === undefined) return "item";
  const { form, filed, known, accession } = first;
  return { says, ...newest, form, filed, known, accession };
}

/** Items by the names that a computation gives them. */
export type Wanted = Readonly<Record<string, readonly [item: ItemId, yearsBack?: number]>>;

/** Their values, and all facts in the order in which they are wanted, each once. */
export interface Taken<W extends Wanted> {
  readonly values: { readonly [K in keyof W]: number };
  readonly facts: readonly FiledFact[];
  /** The currencies of those that are money. */
  readonly currencies: ReadonlySet<string>;
}

/** Takes items from the reports; the first that is not stated is the cause. */
export function take<W extends Wanted>({ says }: Pick<Newest, "says">, wanted: W): Taken<W> | Cause {
  const facts = new Set<FiledFact>();
  const currencies = new Set<string>();
  const values: Record<string, number> = {};
  for (const [name, [item, back]] of Object.entries(wanted)) {
    const one = lookUp(says, item, back);
    if (typeof one === "string") return one;
    values[name] = one.value;
    one.facts.forEach((fact) => facts.add(fact));
    if (one.unit.length === 3 && one.unit === one.unit.toUpperCase()) currencies.add(one.unit);
  }
  if (currencies.size > 1) return "conflict";
  return { values: values as Taken<W>["values"], facts: [...facts], currencies };
}

function lookUp(says: Statements, item: ItemId, back: number | undefined): Stated | Cause {
  return itemOf(item)?.kind === "flow" ? says.trailing(item, back) : says.balance(item, back);
}

/** Whether the company is an industrial one; else why it is not, or why that is not known. */
export function notIndustrial({ company }: Subject, newest: Newest): Cause | undefined {
  switch (isFinancial(company ?? {})) {
    case true:
      return "financial";
    case false:
      return undefined;
    default: {
      const current = take(newest, { current: ["current_assets"] });
      return typeof current === "string" ? current : undefined;
    }
  }
}

/** Computes a metric from items alone. */
export function fromItems<const W extends Wanted>(
  wanted: W,
  compute: (values: Taken<W>["values"]) => number,
  { isIndustrial = false }: { readonly isIndustrial?: boolean } = {},
): FiledReader {
  return (subject) => {
    const newest = newestOf(subject);
    if (typeof newest === "string") return newest;
    const no = isIndustrial ? notIndustrial(subject, newest) : undefined;
    if (no !== undefined) return no;
    const taken = take(newest, wanted);
    return typeof taken === "string" ? taken : sourced(compute(taken.values), taken.facts);
  };
}

/** A finite value and its facts. */
export function sourced(value: number, facts: Sourced["facts"], otherwise: Cause = "item"): Sourced | Recomputed {
  return Number.isFinite(value) ? { value, facts } : otherwise;
}
