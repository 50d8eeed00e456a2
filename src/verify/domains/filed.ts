import { dayNumber } from "../../calendar/day.ts";
import { ANNUAL_FORMS, type ItemId, itemOf, PERIODIC_FORMS } from "../../data/metrics/items.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import { FRESH_DAYS, isFinancial } from "../../data/metrics/reports.ts";
import { onceEach } from "../../data/once_each.ts";
import type { FiledFact, Records } from "../../data/records.ts";
import type { FiscalPeriod, NotReported, Reported, Statements } from "../../data/statements.ts";
import { statementsOf } from "./statements.ts";
import type { Subject } from "./subject.ts";

/** The newest fiscal period of a company, and the report that covered it first. */
export interface Newest extends Pick<FiledFact, "form" | "filed" | "known" | "accession"> {
  readonly says: Statements;
  readonly period: FiscalPeriod;
  readonly kind: "year" | "quarter";
}

/** The newest period that a company's reports cover, if these are fresh. */
export function newestOf({ records, asOf }: Subject): Newest | Cause {
  const newest = search(records());
  if (typeof newest === "string") return newest;
  const age = dayNumber(asOf) - dayNumber(newest.filed);
  const isAnnual = ANNUAL_FORMS.includes(newest.form);
  return age > (isAnnual ? FRESH_DAYS.annual : FRESH_DAYS.other) ? "stale" : newest;
}

/** The newest period that a company's reports cover, however old. */
export const search = onceEach((records: Records): Newest | Cause => {
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
});

/** An item over the newest twelve months or at their end, or so many years before. */
export function lookUp({ says }: Pick<Newest, "says">, item: ItemId, back = 0): Reported | NotReported {
  return itemOf(item)?.kind === "flow" ? says.trailing(item, back) : says.balance(item, back);
}

/** Whether a unit is a currency, as its code. */
export function isMoney(unit: string): boolean {
  return unit.length === 3 && unit === unit.toUpperCase();
}

/** Whether the company is an industrial one; else why it is not, or why that is not known. */
export function notIndustrial({ company }: Subject, newest: Newest): Cause | undefined {
  switch (isFinancial(company ?? {})) {
    case true:
      return "financial";
    case false:
      return undefined;
    default: {
      const current = lookUp(newest, "current_assets");
      return typeof current === "string" ? current : undefined;
    }
  }
}
