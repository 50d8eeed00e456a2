import type { Company } from "../../data/dataset.ts";
import { daysBetween } from "../../calendar/day.ts";
import { ANNUAL_FORMS, type ItemId, itemOf, PERIODIC_FORMS } from "../../data/metrics/items.ts";
import { FRESH_DAYS, isFinancial } from "../../data/metrics/reports.ts";
import { onceEach } from "../../data/once_each.ts";
import type { FiledFact, Records } from "../../data/records.ts";
import type { NotReported, Reported, Statements } from "../../data/statements.ts";
import type { Beside, Lack } from "./reading.ts";
import { statementsOf } from "./statements.ts";

/** What the reports of a company state, and when the newest of them came. */
export interface Filed {
  readonly statements: Statements;
  /** Last day of the newest fiscal year or quarter. */
  readonly end: string;
  /** Whether that is the end of a fiscal year. */
  readonly isYear: boolean;
  /** The first report that covers it. */
  readonly first: FiledFact;
}

/** An item over the newest twelve months or at their end, or so many years before. */
export interface Need {
  readonly item: ItemId;
  readonly back?: number;
}

/** The lack of a metric of reports where none is read. */
export const NO_REPORT: Lack = { cause: "filings", lacks: "needs a report, has none" };
const NO_PERIOD: Lack = { cause: "item", lacks: "needs a fiscal year or quarter, no report states one" };

/** The reports of a company that a metric may be read from, as known by the day of the view. */
export function filedOf({ records, asOf = "" }: Beside): Filed | Lack {
  const all = records?.();
  if (all === undefined) return NO_REPORT;
  const found = newestIn(all);
  if ("cause" in found) return found;
  const { form, filed } = found.first;
  const most = ANNUAL_FORMS.includes(form) ? FRESH_DAYS.annual : FRESH_DAYS.other;
  if (daysBetween(filed, asOf) <= most) return found;
  return { cause: "stale", lacks: `needs a report within ${most} days of ${asOf}, has the newest of ${filed}` };
}

/** The newest period that the reports of a company cover, however old. */
export const newestIn = onceEach((records: Records): Filed | Lack => {
  const flows = records.facts.filter(({ form, start }) => start !== undefined && PERIODIC_FORMS.includes(form));
  const statements = statementsOf(records);
  const [year] = statements.years;
  const [quarter] = statements.quarters;
  const end = [year?.end ?? "", quarter?.end ?? ""].toSorted().at(-1) ?? "";
  if (end === "") return records.facts.length === 0 ? NO_REPORT : NO_PERIOD;
  const first = flows.find((fact) => fact.end === end); // the facts are in ascending order of the day they were known
  return first === undefined ? NO_PERIOD : { statements, end, isYear: year?.end === end, first };
});

/** What reports state of an item, or why they do not. */
export function statedOf({ statements }: Pick<Filed, "statements">, { item, back = 0 }: Need): Reported | Lack {
  const kind = itemOf(item)?.kind;
  const found = kind === "balance" ? statements.balance(item, back) : statements.trailing(item, back);
  return typeof found === "string" ? lackOf(found, { item, back }) : found;
}

const WHY: Readonly<Record<NotReported, string>> = {
  filings: "no report is read",
  item: "no report states it",
  conflict: "a report states it in two ways",
};

function lackOf(cause: NotReported, { item, back = 0 }: Need): Lack {
  const when = back === 0 ? "" : back === 1 ? " a year before" : ` ${back} years before`;
  return { cause, lacks: `needs ${itemOf(item)?.name ?? item}${when}, ${WHY[cause]}` };
}

/** Items of one currency, in the order of a definition; or the first lack of them. */
export function itemsOf(filed: Pick<Filed, "statements">, needs: readonly Need[]): readonly Reported[] | Lack {
  const found = needs.map((need) => statedOf(filed, need));
  const lack = found.find((one) => "cause" in one);
  if (lack !== undefined) return lack;
  const stated = found.filter((one) => "facts" in one);
  const currencies = new Set(stated.map(({ unit }) => unit).filter(isCurrency));
  if (currencies.size < 2) return stated;
  return { cause: "conflict", lacks: `needs one currency, the reports have ${[...currencies].join(" and ")}` };
}

/** Whether a unit is the code of a currency. */
export function isCurrency(unit: string): boolean {
  return /^[A-Z]{3}$/.test(unit);
}

/** The facts of several items, each once, in the order in which they are first needed. */
export function factsIn(stated: readonly Reported[]): readonly FiledFact[] {
  return [...new Set(stated.flatMap(({ facts }) => facts))];
}

/** Why a metric of industrial companies does not apply to this one. */
export function lackOfIndustry(filed: Filed, company: Partial<Company> | undefined): Lack | undefined {
  const financial = isFinancial(company ?? {});
  if (financial === false) return undefined;
  if (financial) return { cause: "financial", lacks: "needs a company that is no bank and no insurer" };
  const current = statedOf(filed, { item: "current_assets" });
  return "cause" in current ? current : undefined;
}
