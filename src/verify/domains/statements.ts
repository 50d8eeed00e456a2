import { dayNumber } from "../../data/day.ts";
import { type Item, type ItemId, itemOf } from "../../data/metrics/items.ts";
import type { FiledFact, Records, StockSplit } from "../../data/records.ts";
import type { FiscalPeriod, Period, Stated, Statements, Unstated, Version } from "../../data/statements.ts";
import { calendarOf, dayAfter, isSame, lengthOf } from "./fiscal_calendar.ts";
import { type Report, reportsOf } from "./reports.ts";

const made = new WeakMap<Records, Statements>();

/** The verifier's own selection of what the reports of a company state; `agent/domains` has another. */
export function statementsOf(records: Records): Statements {
  const found = made.get(records) ?? new Selection(records);
  made.set(records, found);
  return found;
}

/** Days after a period within which the cover of its report counts the shares. */
const COVER_DAYS = 120;

/** Days by which the same day of two years may differ, as fiscal years of 52 and 53 weeks do. */
const ANNIVERSARY_SLACK = 10;

const UNITS = { currency: /^[A-Z]{3}$/, per_share: /^[A-Z]{3}\/shares$/, shares: /^shares$/, ratio: /^$/ } as const;

/** Walks the reports from one end of time to the other, and takes the first that speaks of an item and a period. */
class Selection implements Statements {
  readonly years: readonly FiscalPeriod[];
  readonly quarters: readonly FiscalPeriod[];
  readonly #reports: readonly Report[];
  readonly #splits: readonly StockSplit[];
  readonly #remembered = new Map<string, Stated | Unstated>();

  constructor(records: Records) {
    this.#reports = reportsOf(records.facts);
    this.#splits = records.splits;
    ({ years: this.years, quarters: this.quarters } = calendarOf(this.#reports));
  }

  stated(item: ItemId, period: Period, version: Version = "newest"): Stated | Unstated {
    const key = [item, period.start, period.end, version].join();
    const found = this.#remembered.get(key) ?? this.#select(item, period, version);
    this.#remembered.set(key, found);
    return found;
  }

  trailing(item: ItemId, yearsBack = 0): Stated | Unstated {
    const found = itemOf(item);
    if (this.#reports.length === 0) return "filings";
    const end = this.#ends(yearsBack);
    if (found?.kind !== "flow" || end === undefined) return "item";
    const year = this.years.find((one) => one.end <= end);
    if (year === undefined) return "item";
    if (year.end === end) return this.stated(item, year);
    if (found.made?.how === "ratio") return this.#made(found, (part) => this.trailing(part, yearsBack));
    if (found.unit !== "currency") return "item";
    return this.#trailingSum(item, { year, end });
  }

  balance(item: ItemId, yearsBack = 0): Stated | Unstated {
    if (this.#reports.length === 0) return "filings";
    const end = this.#ends(yearsBack);
    return end === undefined || itemOf(item)?.kind !== "balance" ? "item" : this.stated(item, { end });
  }

  /** The year, plus this year's part, less last year's part of the same length. */
  #trailingSum(item: ItemId, { year, end }: { readonly year: FiscalPeriod; readonly end: string }): Stated | Unstated {
    const part = { start: dayAfter(year.end), end };
    const before = this.#reports.flatMap(({ facts }) => [...facts.values()].flat())
      .flatMap(({ start, end }) => start === undefined ? [] : [{ start, end }])
      .find((one) => isSame({ ...one, end }, { start: year.start, end }) && isAnniversary(one, part));
    if (before === undefined) return "item";
    const parts = [this.stated(item, year), this.stated(item, part), this.stated(item, before)];
    return combine(parts, ([whole = NaN, plus = NaN, less = NaN]) => whole + plus - less);
  }

  /** The last day of the newest period, or of the period that ended so many years before. */
  #ends(yearsBack: number): string | undefined {
    const ends = [...this.years, ...this.quarters].map(({ end }) => end).sort();
    const newest = ends.at(-1);
    if (newest === undefined || yearsBack === 0) return newest;
    const wanted = `${Number(newest.slice(0, 4)) - yearsBack}${newest.slice(4).replace("-02-29", "-02-28")}`;
    const distance = (day: string) => Math.abs(dayNumber(day) - dayNumber(wanted));
    const [nearest] = ends.filter((day) => distance(day) <= ANNIVERSARY_SLACK)
      .sort((one, other) => distance(one) - distance(other));
    return nearest;
  }

  #select(id: ItemId, period: Period, version: Version): Stated | Unstated {
    const item = itemOf(id);
    if (this.#reports.length === 0) return "filings";
    if (item === undefined) return "item";
    const reports = version === "first" ? this.#reports : this.#reports.toReversed();
    for (const report of reports) {
      const found = this.#tagged(id, period, report);
      if (found !== "item") return found;
    }
    for (const report of reports) {
      const found = this.#made(item, (part, within) => this.#inside(part, period, { report, within }), [id]);
      if (found !== "item") return found;
    }
    if (item.kind === "balance" || period.start === undefined) return "item";
    if (item.made?.how === "ratio") return this.#made(item, (part) => this.stated(part, period, version));
    return item.unit === "currency" ? this.#difference(id, { start: period.start, end: period.end }, version) : "item";
  }

  /** An item in one report, stated by a tag or made of what is. */
  #inside(
    id: ItemId,
    period: Period,
    { report, within }: { readonly report: Report; readonly within: readonly ItemId[] },
  ): Stated | Unstated {
    const found = this.#tagged(id, period, report);
    const item = itemOf(id);
    if (found !== "item" || item === undefined || within.includes(id)) return found;
    return this.#made(item, (part, names) => this.#inside(part, period, { report, within: names }), [...within, id]);
  }

  /** What a report states by the first of the item's tags that it has for the period. */
  #tagged(id: ItemId, period: Period, report: Report): Stated | Unstated {
    const item = itemOf(id);
    for (const tag of item?.tags ?? []) {
      const facts = (report.facts.get(tag) ?? []).filter((one) => item !== undefined && isOf(id, item, one, period));
      const [fact] = id === "shares_cover" ? facts.toSorted((one, other) => one.end < other.end ? -1 : 1) : facts;
      if (fact === undefined || item === undefined) continue;
      const others = facts.filter(({ end }) => end === fact.end);
      if (others.some(({ value, unit }) => value !== fact.value || unit !== fact.unit)) return "conflict";
      const value = (item.isOutflow ? Math.abs(fact.value) : fact.value) * this.#factor(item, fact);
      return { value, unit: fact.unit, facts: [fact] };
    }
    return "item";
  }

  /** A quarter that no report states by itself: what the year had at its end, less what it had at its start. */
  #difference(id: ItemId, quarter: FiscalPeriod, version: Version): Stated | Unstated {
    const end = dayNumber(quarter.start) - 1;
    const ahead = this.#reports.flatMap(({ facts }) => (itemOf(id)?.tags ?? []).flatMap((tag) => facts.get(tag) ?? []));
    const earlier = ahead.flatMap(({ start, end: last }) =>
      start !== undefined && Math.abs(dayNumber(last) - end) === 0 ? [{ start, end: last }] : []
    ).filter((one) => lengthOf(one) < 300);
    const found = earlier.map((one) => {
      const parts = [this.stated(id, { start: one.start, end: quarter.end }, version), this.stated(id, one, version)];
      return combine(parts, ([longer = NaN, shorter = NaN]) => longer - shorter);
    });
    return found.find((one) => one !== "item") ?? "item";
  }

  #made(
    { made }: Item,
    read: (part: ItemId, within: readonly ItemId[]) => Stated | Unstated,
    within: readonly ItemId[] = [],
  ): Stated | Unstated {
    if (made === undefined) return "item";
    const found = combine(made.of.map((part) => read(part, within)), (values) => madeOf(made.how, values));
    if (typeof found === "string" || made.how !== "ratio") return found;
    return Number.isFinite(found.value) ? { ...found, unit: "pure" } : "item";
  }

  /** Shares of the day for each share of the day of the report; a figure per share goes the other way. */
  #factor({ unit }: Item, { filed }: FiledFact): number {
    if (unit !== "shares" && unit !== "per_share") return 1;
    const factor = this.#splits.filter(({ day }) => filed < day).reduce((product, { ratio }) => product * ratio, 1);
    return unit === "shares" ? factor : 1 / factor;
  }
}

function isOf(id: ItemId, item: Item, fact: FiledFact, period: Period): boolean {
  if (!UNITS[item.unit].test(fact.unit)) return false;
  if (item.kind === "flow") return period.start !== undefined && fact.start !== undefined && isSame(fact, period);
  if (fact.start !== undefined) return false;
  const after = dayNumber(fact.end) - dayNumber(period.end);
  return id === "shares_cover" ? after >= 0 && after <= COVER_DAYS : after === 0;
}

function isAnniversary(one: FiscalPeriod, other: FiscalPeriod): boolean {
  return Math.abs(lengthOf(one) - lengthOf(other)) <= ANNIVERSARY_SLACK;
}

function madeOf(how: "sum" | "difference" | "ratio", values: readonly number[]): number {
  const [first = NaN, ...others] = values;
  if (how === "sum") return others.reduce((sum, value) => sum + value, first);
  if (how === "difference") return others.reduce((rest, value) => rest - value, first);
  return others.reduce((quotient, value) => quotient / value, first);
}

/** A figure of several, or why one of them is missing. */
function combine(
  parts: readonly (Stated | Unstated)[],
  compute: (values: readonly number[]) => number,
): Stated | Unstated {
  const missing = parts.filter((one): one is Unstated => typeof one === "string");
  if (missing.length > 0) return missing.find((one) => one === "conflict") ?? missing[0] ?? "item";
  const found = parts.filter((one): one is Stated => typeof one !== "string");
  const [first] = found;
  if (first === undefined) return "item";
  if (found.some(({ unit }) => unit !== first.unit)) return "conflict";
  return {
    value: compute(found.map(({ value }) => value)),
    unit: first.unit,
    facts: found.flatMap(({ facts }) => facts),
  };
}
