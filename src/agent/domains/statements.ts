import { dayNumber } from "../../data/day.ts";
import { ANNUAL_FORMS, type Item, type ItemId, itemOf, PERIODIC_FORMS } from "../../data/metrics/items.ts";
import { type FiledFact, type Records, recordsUntil, type StockSplit } from "../../data/records.ts";
import type { FiscalPeriod, Period, Stated, Statements, Unstated, Version } from "../../data/statements.ts";

/** Days of a fiscal year of 52 or 53 weeks, and of a quarter of 12 to 14 weeks. */
const YEAR_DAYS = { least: 340, most: 380 } as const;
const QUARTER_DAYS = { least: 80, most: 102 } as const;
/** Starts of one period that differ by less are the same start. */
const START_WITHIN_DAYS = 7;

const known = new WeakMap<Records, Statements>();

/** What the reports of a company state, selected once for each view of its records. */
export function statementsOf(records: Records): Statements {
  const found = known.get(records) ?? new FiledStatements(records);
  known.set(records, found);
  return found;
}

class FiledStatements implements Statements {
  readonly #facts: readonly FiledFact[];
  readonly #splits: readonly StockSplit[];
  readonly #byTag: ReadonlyMap<string, readonly FiledFact[]>;
  readonly years: readonly FiscalPeriod[];
  readonly quarters: readonly FiscalPeriod[];

  constructor({ facts, splits }: Records) {
    this.#facts = facts.filter(({ form }) => PERIODIC_FORMS.includes(form));
    this.#splits = splits;
    this.#byTag = Map.groupBy(this.#facts, ({ tag }) => tag);
    this.years = yearsIn(this.#facts);
    this.quarters = quartersIn(this.#facts, this.years);
  }

  stated(id: ItemId, period: Period, version: Version = "newest"): Stated | Unstated {
    if (this.#facts.length === 0) return "filings";
    const item = itemOf(id);
    if (item === undefined) return "item";
    const own = item.tags.length === 0 ? "item" : this.#tagged(item, period, version);
    if (own !== "item") return own;
    const fourth = this.#fourth(id, item, { period, version });
    if (fourth !== "item") return fourth;
    return item.made === undefined ? "item" : this.#made(item.made, { period, version });
  }

  trailing(id: ItemId, yearsBack = 0): Stated | Unstated {
    const [year] = this.years;
    if (year === undefined) return "filings";
    if (yearsBack > 0) {
      const earlier = this.years[yearsBack];
      return earlier === undefined ? "item" : this.stated(id, earlier);
    }
    return this.stated(id, year);
  }

  balance(id: ItemId, yearsBack = 0): Stated | Unstated {
    const [year] = this.years;
    if (year === undefined) return "filings";
    const chosen = this.years[yearsBack];
    return chosen === undefined ? "item" : this.stated(id, { end: chosen.end });
  }

  /** Of all facts of the period, those of the newest report; in it the first tag. */
  #tagged({ tags, unit, kind }: Item, period: Period, version: Version): Stated | Unstated {
    const all = tags.flatMap((tag) =>
      (this.#byTag.get(tag) ?? []).filter((fact) => isOf(fact, kind === "balance" ? { end: period.end } : period))
    );
    const chosen = version === "newest" ? all.reduce(newer, all[0]) : all.reduce(older, all[0]);
    if (chosen === undefined) return "item";
    const report = all.filter(({ accession }) => accession === chosen.accession);
    const [first] = report;
    if (first === undefined) return "item";
    if (report.some(({ tag, value }) => tag === first.tag && value !== first.value)) return "conflict";
    return { value: this.#inTodaysShares(first, unit), unit: first.unit, facts: [first] };
  }

  #inTodaysShares({ value, filed }: FiledFact, unit: Item["unit"]): number {
    const factor = this.#splits.filter(({ day }) => day > filed).reduce((product, { ratio }) => product * ratio, 1);
    if (unit === "shares") return value * factor;
    return unit === "per_share" ? value / factor : value;
  }

  /** A fourth quarter is the year less its first nine months. */
  #fourth(
    id: ItemId,
    { kind, unit }: Item,
    { period, version }: { readonly period: Period; readonly version: Version },
  ): Stated | Unstated {
    const { start, end } = period;
    if (kind !== "flow" || unit !== "currency" || start === undefined) return "item";
    const year = this.years.find((one) => one.end === end && one.start < start);
    if (year === undefined) return "item";
    const before = this.#facts.find((fact) =>
      fact.start === year.start && Math.abs(dayNumber(start) - dayNumber(fact.end) - 1) <= START_WITHIN_DAYS
    );
    if (before?.start === undefined) return "item";
    const whole = this.stated(id, year, version);
    const part = this.stated(id, { start: before.start, end: before.end }, version);
    if (typeof whole === "string" || typeof part === "string") return "item";
    return { value: whole.value - part.value, unit: whole.unit, facts: [...whole.facts, ...part.facts] };
  }

  #made(
    { how, of }: NonNullable<Item["made"]>,
    { period, version }: { readonly period: Period; readonly version: Version },
  ): Stated | Unstated {
    const parts = of.map((one) => this.#direct(one, period, version));
    const lack = parts.find((one) => typeof one === "string");
    if (lack !== undefined) return lack;
    const stated = parts.filter((one) => typeof one !== "string");
    const values = stated.map(({ value }) => value);
    const facts = stated.flatMap((one) => one.facts);
    const [first = NaN, second = NaN] = values;
    const unit = how === "ratio" ? "pure" : stated[0]?.unit ?? "";
    const value = how === "sum"
      ? values.reduce((sum, one) => sum + one, 0)
      : how === "ratio"
      ? first / second
      : first - second;
    return Number.isFinite(value) ? { value, unit, facts } : "item";
  }

  /** Of an item that is made of others, without what these are made of in turn: two could be made of each other. */
  #direct(id: ItemId, period: Period, version: Version): Stated | Unstated {
    const item = itemOf(id);
    if (item === undefined) return "item";
    if (item.tags.length === 0 && item.made !== undefined) return this.#made(item.made, { period, version });
    const own = this.#tagged(item, period, version);
    if (own !== "item") return own;
    const fourth = this.#fourth(id, item, { period, version });
    if (fourth !== "item" || id !== "gross_profit" || item.made === undefined) return fourth;
    return this.#made(item.made, { period, version });
  }
}

function isOf(fact: FiledFact, { start, end }: Period): boolean {
  if (fact.end !== end || fact.share !== undefined) return false;
  if (start === undefined || fact.start === undefined) return start === fact.start;
  return Math.abs(dayNumber(fact.start) - dayNumber(start)) <= START_WITHIN_DAYS;
}

function newer(one: FiledFact | undefined, other: FiledFact): FiledFact {
  return one === undefined || other.filed > one.filed ? other : one;
}

function older(one: FiledFact | undefined, other: FiledFact): FiledFact {
  return one === undefined || other.filed < one.filed ? other : one;
}

/** The newest duration of a year's length in each annual report, the newest first. */
function yearsIn(facts: readonly FiledFact[]): readonly FiscalPeriod[] {
  const reports = Map.groupBy(facts.filter(({ form }) => ANNUAL_FORMS.includes(form)), ({ accession }) => accession);
  const years = new Map<string, FiscalPeriod>();
  for (const report of reports.values()) {
    const durations = report.filter((fact) => isLong(fact, YEAR_DAYS));
    const end = durations.map((fact) => fact.end).toSorted().at(-1);
    const start = durations.find((fact) => fact.end === end)?.start;
    if (end !== undefined && start !== undefined) years.set(end, { start, end });
  }
  return [...years.values()].toSorted((one, other) => one.end < other.end ? 1 : -1);
}

function quartersIn(facts: readonly FiledFact[], years: readonly FiscalPeriod[]): readonly FiscalPeriod[] {
  const quarters = new Map<string, FiscalPeriod>();
  for (const { start, end, ...fact } of facts) {
    if (start !== undefined && isLong({ ...fact, start, end }, QUARTER_DAYS)) quarters.set(end, { start, end });
  }
  for (const year of years) {
    const third = [...quarters.values()].filter(({ end, start }) => end < year.end && start > year.start)
      .toSorted((one, other) => one.end < other.end ? 1 : -1)[0];
    if (quarters.has(year.end) || third === undefined) continue;
    const start = new Date(Date.parse(third.end) + 86_400_000).toISOString().slice(0, 10);
    quarters.set(year.end, { start, end: year.end });
  }
  return [...quarters.values()].toSorted((one, other) => one.end < other.end ? 1 : -1);
}

function isLong(
  { start, end }: FiledFact,
  { least, most }: { readonly least: number; readonly most: number },
): boolean {
  if (start === undefined) return false;
  const days = dayNumber(end) - dayNumber(start) + 1;
  return days >= least && days <= most;
}

/** What is known of a company by a day: for callers that hold all of its records. */
export function statementsAt(records: Records, day: string): Statements {
  return statementsOf(recordsUntil(records, day));
}
