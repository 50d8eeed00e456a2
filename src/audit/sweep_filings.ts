import { statementsOf as analystOf } from "../agent/domains/statements.ts";
import { nextSession } from "../calendar/exchange_days.ts";
import { PERIODIC_FORMS } from "../data/metrics/items.ts";
import { recordsUntil } from "../data/records.ts";
import type { Stated, Statements, Unstated } from "../data/statements.ts";
import type { FiledCompany } from "./audited.ts";
import { AUDITED, type Finding, nameOf, periodOf, sideOf } from "./cells.ts";
import { type SingleReport, singleReport } from "./single_report.ts";

/** What became of reports on the day they were filed, and on the session after it. */
export interface Sweep {
  /** Reports that state a year or a quarter. */
  readonly reports: number;
  /** Those of which a figure was given on the day they were filed. */
  readonly early: number;
  /** Those of which a figure was given on the next session; of the others something else serves, or nothing. */
  readonly known: number;
}

/** Asks on the day of each report for what it states, which nobody may know yet, and again on the next session. */
export function sweepFilings(
  { ticker, records }: FiledCompany,
): { readonly counts: Sweep; readonly findings: readonly Finding[] } {
  const periodic = records.facts.filter(({ form }) => PERIODIC_FORMS.includes(form));
  const asked = [...Map.groupBy(periodic, ({ accession }) => accession)].flatMap(([accession, facts]) => {
    const own = singleReport(facts);
    const [filed = ""] = facts.map((one) => one.filed);
    if (own === undefined) return [];
    const on = (day: string) => givenFrom(accession, own, analystOf(recordsUntil(records, day)));
    const early = on(filed).map(({ item, given }): Finding => ({
      ticker,
      item,
      period: nameOf(periodOf(item, own.period)),
      version: "newest",
      day: filed,
      analyst: sideOf(given),
      other: { value: "item", facts: [] },
    }));
    return [{ early, isKnown: on(nextSession(filed)).length > 0 }];
  });
  return {
    counts: {
      reports: asked.length,
      early: asked.filter(({ early }) => early.length > 0).length,
      known: asked.filter(({ isKnown }) => isKnown).length,
    },
    findings: asked.flatMap(({ early }) => early),
  };
}

/** The audited figures of a report's own period that are made of its facts. */
function givenFrom(
  accession: string,
  { period }: SingleReport,
  statements: Statements,
): readonly { readonly item: string; readonly given: Stated | Unstated }[] {
  return AUDITED.map((item) => ({ item, given: statements.stated(item, periodOf(item, period)) }))
    .filter(({ given }) => typeof given !== "string" && given.facts.some((fact) => fact.accession === accession));
}
