import { statementsOf as analystOf } from "../agent/domains/statements.ts";
import { type ItemId, itemOf, PERIODIC_FORMS } from "../data/metrics/items.ts";
import { type FiledFact, NO_RECORDS, type Records, recordsUntil, type StockSplit } from "../data/records.ts";
import { statementsOf, statementsOf as verifierOf } from "../verify/domains/statements.ts";
import { AUDITED, type Cell, cellsOf, type Finding, nameOf, outcomeOf, periodOf, sideOf } from "./cells.ts";
import { type Counts, countsOf, type FiledCompany, type Outcome, sumOf } from "./audited.ts";
import type { FiscalPeriod, NotReported, Reported, Statements } from "../data/statements.ts";
import { nextSession } from "../calendar/exchange_days.ts";

/** What an audit says of a company. */
export interface CompanyAudit {
  readonly ticker: string;
  /** The days as of which it was asked. */
  readonly days: readonly string[];
  /** Of the analyst's selection against the verifier's. */
  readonly cells: Counts;
  /** Cells that a report known by the day states by a tag, and those of them for which nothing is given. */
  readonly tagged: { readonly cells: number; readonly silent: number };
  /** Of the analyst's selection against the facts of reports that lie in the folder. */
  readonly reports: Counts;
  readonly sweep: Sweep;
  /** All that differs or is given early. */
  readonly findings: readonly Finding[];
  /** What the analyst gives and the verifier does not: it is not said. */
  readonly unconfirmed: readonly Finding[];
}

/** As of how many days a company is asked. */
const DAYS = 3;

/** Asks analyst and verifier for every audited figure of a company, as known by several days, and compares them. */
export function auditCompany(company: FiledCompany): CompanyAudit {
  const { ticker, records } = company;
  const days = daysOf(records);
  const asked = days.map((day) => auditDay(ticker, recordsUntil(records, day), day));
  const reports = auditReports(company);
  const sweep = sweepFilings(company);
  return {
    ticker,
    days,
    cells: sumOf(asked.map(({ counts }) => counts)),
    tagged: {
      cells: asked.reduce((sum, one) => sum + one.tagged, 0),
      silent: asked.reduce((sum, one) => sum + one.silent, 0),
    },
    reports: reports.counts,
    sweep: sweep.counts,
    findings: [...asked.flatMap(({ findings }) => findings), ...reports.findings, ...sweep.findings],
    unconfirmed: asked.flatMap(({ unconfirmed }) => unconfirmed),
  };
}

/** Days on which something became known: the last, and earlier ones that part the reports evenly. */
function daysOf({ facts }: Records): readonly string[] {
  const known = [...new Set(facts.filter(({ form }) => PERIODIC_FORMS.includes(form)).map((one) => one.known))].sort();
  const picked = Array.from({ length: DAYS }, (_, at) => known[Math.ceil(known.length * (at + 1) / DAYS) - 1]);
  return [...new Set(picked.filter((day) => day !== undefined))];
}

interface DayAudit {
  readonly counts: Counts;
  readonly tagged: number;
  readonly silent: number;
  readonly findings: readonly Finding[];
  readonly unconfirmed: readonly Finding[];
}

function auditDay(ticker: string, records: Records, day: string): DayAudit {
  const analyst = analystOf(records);
  const verifier = verifierOf(records);
  const byTag = Map.groupBy(records.facts, ({ tag }) => tag);
  const asked = cellsOf(analyst, verifier).map((cell) => {
    const { item, period, version } = cell;
    const own = analyst.stated(item, period, version);
    const other = verifier.stated(item, period, version);
    const outcome = outcomeOf(own, other, day);
    const finding: Finding = {
      ticker,
      item,
      period: nameOf(period),
      version,
      day,
      analyst: sideOf(own),
      other: sideOf(other),
    };
    return { outcome, finding, isTagged: isTagged(cell, byTag) };
  });
  const tagged = asked.filter((one) => one.isTagged);
  const isGiven = (outcome: Outcome) => outcome === "agreed" || outcome === "differing" || outcome === "early";
  const findingsOf = (...outcomes: readonly Outcome[]) =>
    asked.filter(({ outcome }) => outcomes.includes(outcome)).map(({ finding }) => finding);
  return {
    counts: countsOf(asked.map(({ outcome }) => outcome)),
    tagged: tagged.length,
    silent: tagged.filter(({ outcome }) => !isGiven(outcome)).length,
    findings: findingsOf("differing", "early"),
    unconfirmed: findingsOf("unconfirmed"),
  };
}

/** Whether a periodic report states a cell by a tag of its item for that very period. */
function isTagged({ item, period }: Cell, facts: ReadonlyMap<string, readonly FiledFact[]>): boolean {
  return itemOf(item).tags.some((tag) =>
    (facts.get(tag) ?? []).some(({ start, end, form }) =>
      start === period.start && end === period.end && PERIODIC_FORMS.includes(form)
    )
  );
}

/** Tolerance for a value that a split has changed in another order. */
const RELATIVE = 1e-9;

/**
 * Holds what the analyst gives on the day a report became known against the facts of that report alone, for each
 * report that lies in the folder by itself.
 */
function auditReports(
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
      return { outcome: agreement(given, stated), finding };
    });
  });
  return {
    counts: countsOf(asked.map(({ outcome }) => outcome)),
    findings: asked.filter(({ outcome }) => outcome === "differing").map(({ finding }) => finding),
  };
}

/** By value: a report that lies there by itself may go by another name than in the records of all files. */
function agreement(given: Reported | NotReported, stated: Reported | NotReported): Outcome {
  if (typeof given === "string") return `abstained: ${given}`;
  if (typeof stated === "string") return "unconfirmed";
  return Math.abs(given.value - stated.value) <= RELATIVE * Math.abs(stated.value) ? "agreed" : "differing";
}

/** What became of reports on the day they were filed, and on the session after it. */
interface Sweep {
  /** Reports that state a year or a quarter. */
  readonly reports: number;
  /** Those of which a figure was given on the day they were filed. */
  readonly early: number;
  /** Those of which a figure was given on the next session; of the others something else serves, or nothing. */
  readonly known: number;
}

/** Asks on the day of each report for what it states, which nobody may know yet, and again on the next session. */
function sweepFilings(
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
): readonly { readonly item: ItemId; readonly given: Reported | NotReported }[] {
  return AUDITED.map((item) => ({ item, given: statements.stated(item, periodOf(item, period)) }))
    .filter(({ given }) => typeof given !== "string" && given.facts.some((fact) => fact.accession === accession));
}

/** One report by itself, as the verifier reads it. */
interface SingleReport {
  readonly statements: Statements;
  /** The year or quarter that it is about. */
  readonly period: FiscalPeriod;
}

/** A report by itself; `undefined` where it states no year and no quarter. */
function singleReport(
  facts: readonly FiledFact[],
  splits: readonly StockSplit[] = [],
): SingleReport | undefined {
  const statements = statementsOf({ ...NO_RECORDS, facts, splits });
  const [period] = [...statements.years.slice(0, 1), ...statements.quarters.slice(0, 1)]
    .toSorted((one, other) => one.end < other.end ? 1 : -1);
  return period && { statements, period };
}
