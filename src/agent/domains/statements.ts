import { dayNumber, dayText } from "../../data/day.ts";
import { type Item, type ItemId, itemOf, type Made } from "../../data/metrics/items.ts";
import { type Records, recordsUntil } from "../../data/records.ts";
import type { FiscalPeriod, Period, Stated, Statements, Unstated, Version } from "../../data/statements.ts";
import { isWithin, type Report, WEEK } from "./filed_facts.ts";
import { type FiscalPeriods, fiscalPeriodsOf } from "./fiscal_periods.ts";
import { fourthQuarterEps } from "./fourth_quarter.ts";
import { combined, madeOf } from "./made_figure.ts";
import { isBeside } from "./report_choice.ts";
import { endOf, type TwelveMonths, twelveMonths } from "./twelve_months.ts";
import { type Pick, VersionChoice } from "./version_choice.ts";

const known = new WeakMap<Records, Statements>();

/** What the reports of a company state, selected once for each view of its records, and only what is asked for. */
export function statementsOf(records: Records): Statements {
  const found = known.get(records) ?? new FiledStatements(records);
  known.set(records, found);
  return found;
}

/** A longer stretch less its first part. */
interface Rest {
  readonly longer: FiscalPeriod;
  readonly shorter: FiscalPeriod;
}

class FiledStatements implements Statements {
  readonly #versions: VersionChoice;
  readonly #found = new Map<string, Stated | Unstated>();
  #covered: FiscalPeriods | undefined;

  constructor({ facts, splits }: Records) {
    this.#versions = new VersionChoice(facts, splits);
  }

  get years(): readonly FiscalPeriod[] {
    return this.#periods.years;
  }

  get quarters(): readonly FiscalPeriod[] {
    return this.#periods.quarters;
  }

  get #periods(): FiscalPeriods {
    this.#covered ??= fiscalPeriodsOf(this.#versions.filed.reports);
    return this.#covered;
  }

  get #isEmpty(): boolean {
    return this.#versions.filed.reports.length === 0;
  }

  stated(id: ItemId, { start, end }: Period, version: Version = "newest"): Stated | Unstated {
    if (this.#isEmpty) return "filings";
    const item = itemOf(id);
    if (item === undefined || (item.kind === "flow" && start === undefined)) return "item";
    const period = item.kind === "balance" || start === undefined ? { end } : { start, end };
    return this.#once(`${id} ${period.start} ${end} ${version}`, () => this.#select(id, { period, version }, []));
  }

  trailing(id: ItemId, yearsBack = 0): Stated | Unstated {
    if (this.#isEmpty) return "filings";
    const item = itemOf(id);
    const months = item?.kind === "flow" ? twelveMonths(this.#periods, yearsBack) : undefined;
    return item === undefined || months === undefined ? "item" : this.#overTwelveMonths(id, item, months);
  }

  balance(id: ItemId, yearsBack = 0): Stated | Unstated {
    if (this.#isEmpty) return "filings";
    const end = itemOf(id)?.kind === "balance" ? endOf(this.#periods, yearsBack) : undefined;
    return end === undefined ? "item" : this.stated(id, { end });
  }

  #once(key: string, select: () => Stated | Unstated): Stated | Unstated {
    const found = this.#found.get(key) ?? select();
    this.#found.set(key, found);
    return found;
  }

  /** @param within The items that are made of this one: two may be made of each other. */
  #select(id: ItemId, asked: Asked, within: readonly ItemId[]): Stated | Unstated {
    const item = itemOf(id);
    if (item === undefined || within.includes(id)) return "item";
    const { period, version } = asked;
    const stated = this.#versions.tagged(id, period, version);
    if (stated !== "item") return stated;
    if (item.kind === "flow" && period.start !== undefined) {
      const quarter = { start: period.start, end: period.end };
      const rest = item.isAverage
        ? fourthQuarterEps(id, { quarter, version, statements: this })
        : this.#difference(id, item, { quarter, version });
      if (rest !== "item") return rest;
    }
    const { made } = item;
    if (made === undefined) return "item";
    const ofOne = this.#madeInOneReport(id, made, asked);
    return ofOne === "item" ? this.#madeOfStated(made, asked, [...within, id]) : ofOne;
  }

  /** What a longer stretch has more than its first part, of a quarter that no report states by itself. */
  #difference(
    id: ItemId,
    item: Item,
    { quarter, version }: { readonly quarter: FiscalPeriod; readonly version: Version },
  ): Stated | Unstated {
    const eve = dayText(dayNumber(quarter.start) - 1);
    const starts = item.tags.flatMap((tag) =>
      this.#versions.filed.ending(tag, quarter.end).flatMap(({ start }) => start ?? [])
    );
    const longer = [...new Set(starts)].filter((start) =>
      start < quarter.start && !isWithin(WEEK, start, quarter.start)
    )
      .sort();
    for (const start of longer) {
      const rest = { longer: { start, end: quarter.end }, shorter: { start, end: eve } };
      const found = this.#restOf(id, item, { ...rest, version });
      if (found !== "item") return found;
    }
    return "item";
  }

  #restOf(
    id: ItemId,
    item: Item,
    { longer, shorter, version }: Rest & { readonly version: Version },
  ): Stated | Unstated {
    const parts = this.#partsOfRest(id, item, { longer, shorter, version });
    return typeof parts === "string" ? parts : combined(parts, ([all = NaN, less = NaN]) => all - less);
  }

  /** Both stretches by one tag, the shorter one as known when the longer one was filed. */
  #partsOfRest(
    id: ItemId,
    item: Item,
    { longer, shorter, version }: Rest & { readonly version: Version },
  ): readonly [Stated, Stated] | Unstated {
    const all = this.#versions.tagged(id, longer, version);
    if (typeof all === "string") return all;
    const [whole] = all.facts;
    const pick: Pick = version === "first" || whole === undefined ? "first" : { until: whole.filed };
    const less = this.#versions.tagged(id, shorter, pick);
    if (typeof less === "string") return less;
    const [part] = less.facts;
    if (whole === undefined || part === undefined || !this.#versions.isSameSum(whole, part)) return "item";
    const isRestated = (one: Stated, period: Period) => {
      const first = this.#versions.tagged(id, period, "first");
      return typeof first !== "string" && first.value !== one.value;
    };
    return isRestated(all, longer) && !isRestated(less, shorter) ? "conflict" : [all, less];
  }

  /** Made of what one report states, the newest that has all of it, or the first. */
  #madeInOneReport(id: ItemId, made: Made, { period, version }: Asked): Stated | Unstated {
    for (const report of this.#versions.reportsOf(tagsBehind(made), period, version)) {
      const found = this.#madeIn(id, report, period);
      if (found !== "item") return found;
    }
    return "item";
  }

  #madeIn(id: ItemId, report: Report, period: Period): Stated | Unstated {
    const { made, unless } = itemOf(id) ?? {};
    if (made === undefined) return "item";
    if (isBeside(report, unless?.["made"] ?? [], { filed: this.#versions.filed, period })) return "item";
    return madeOf(
      made.how,
      made.of.map((part) => {
        const stated = this.#versions.inReport(part, period, report);
        const isOther = stated === "item" && !itemOf(part)?.made?.of.includes(id);
        return isOther ? this.#madeIn(part, report, period) : stated;
      }),
    );
  }

  #madeOfStated({ how, of }: Made, asked: Asked, within: readonly ItemId[]): Stated | Unstated {
    if (asked.period.start === undefined) return "item"; // balances of one day stand in one report
    return madeOf(how, of.map((part) => this.#select(part, asked, within)));
  }

  #overTwelveMonths(id: ItemId, item: Item, months: TwelveMonths): Stated | Unstated {
    const { year, since, before, quarters } = months;
    if (since === undefined || before === undefined) return this.stated(id, year);
    if (item.unit === "per_share" && item.isAverage) {
      if (quarters.length < 4) return "item";
      return combined(quarters.map((quarter) => this.stated(id, quarter)), (values) => values.reduce((a, b) => a + b));
    }
    if (item.isAverage) return "item";
    if (item.made !== undefined && typeof this.#versions.tagged(id, year, "newest") === "string") {
      return madeOf(
        item.made.how,
        item.made.of.map((part) => {
          const of = itemOf(part);
          return of === undefined ? "item" : this.#overTwelveMonths(part, of, months);
        }),
      );
    }
    const rest = this.#partsOfRest(id, item, { longer: year, shorter: before, version: "newest" });
    const part = this.stated(id, since);
    if (typeof rest === "string" || typeof part === "string") {
      return combined([...typeof rest === "string" ? [rest] : rest, part], () => NaN);
    }
    const [whole, less] = rest;
    return combined([whole, part, less], ([all = NaN, more = NaN, fewer = NaN]) => all + more - fewer);
  }
}

/** A period and a version. */
interface Asked {
  readonly period: Period;
  readonly version: Version;
}

/** All tags of the items that an item is made of. */
function tagsBehind({ of }: Made, within: readonly ItemId[] = []): readonly string[] {
  return of.flatMap((part) => {
    const { tags = [], made } = itemOf(part) ?? {};
    const isAgain = made === undefined || within.includes(part);
    return isAgain ? tags : [...tags, ...tagsBehind(made, [...within, part])];
  });
}

/** What is known of a company by a day: for callers that hold all of its records. */
export function statementsAt(records: Records, day: string): Statements {
  return statementsOf(recordsUntil(records, day));
}
