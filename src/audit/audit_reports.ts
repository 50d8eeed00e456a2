import { statementsOf as analystOf } from "../agent/domains/statements.ts";
import { recordsUntil } from "../data/records.ts";
import type { Stated, Unstated } from "../data/statements.ts";
import { type Counts, countsOf, type FiledCompany, type Outcome } from "./audited.ts";
import { AUDITED, type Finding, nameOf, periodOf, sideOf } from "./cells.ts";
import { singleReport } from "./single_report.ts";

/** Tolerance for a value that a split has changed in another order. */
const RELATIVE = 1e-9;

/**
 * Holds what the analyst gives on the day a report became known against the facts of that report alone, for each report
 * that lies in the folder by itself.
 */
export function auditReports(
  { ticker, records, reports }: FiledCompany,
): { readonly counts: Counts; readonly findings: readonly Finding[] } {
  const asked = reports.flatMap((facts) => {
    const day = facts.map(({ known }) => known).sort().at(-1) ?? "";
    const known = recordsUntil(records, day);
    const own = singleReport(facts, known.splits);
    if (own === undefined) return [];
    const analyst = analystOf(known);
    return AUDITED.map((item) => {
      const period = periodOf(item, own.period);
      const given = analyst.stated(item, period);
      const stated = own.statements.stated(item, period);
      const finding: Finding = {
        ticker,
        item,
        period: nameOf(period),
        version: "newest",
        day,
        analyst: sideOf(given),
        other: sideOf(stated),
      };
      return { outcome: outcomeOf(given, stated), finding };
    });
  });
  return {
    counts: countsOf(asked.map(({ outcome }) => outcome)),
    findings: asked.filter(({ outcome }) => outcome === "differing").map(({ finding }) => finding),
  };
}

/** By value: a report that lies there by itself may go by another name than in the records of all files. */
function outcomeOf(given: Stated | Unstated, stated: Stated | Unstated): Outcome {
  if (typeof given === "string") return `abstained: ${given}`;
  if (typeof stated === "string") return "unconfirmed";
  return Math.abs(given.value - stated.value) <= RELATIVE * Math.abs(stated.value) ? "agreed" : "differing";
}
