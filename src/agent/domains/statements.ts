import { dayNumber, dayText } from "../../calendar/day.ts";
import { type Item, type ItemId, itemOf, type Made } from "../../data/metrics/items.ts";
import { BALANCES, SLIGHT_RESTATEMENT } from "../../data/metrics/reports.ts";
import { onceEach } from "../../data/once_each.ts";
import type { Records } from "../../data/records.ts";
import type { FiscalPeriod, NotReported, Period, Reported, Statements, Version } from "../../data/statements.ts";
import type { Report } from "./filed_facts.ts";
import { endOf, type FiscalPeriods, fiscalPeriodsOf, type TwelveMonths, twelveMonths } from "./fiscal_periods.ts";
import {
  combined,
  differenceOf,
  fourthQuarterEps,
  isOfOneSum,
  madeOf,
  partsOfRest,
  restatementOf,
} from "./made_figure.ts";
import { VersionChoice } from "./version_choice.ts";

/** What the reports of a company state, selected once for each view of its records, and only what is asked for. */
export const statementsOf = onceEach((records: Records): Statements => new FiledStatements(records));

class FiledStatements implements Statements {
  readonly #versions: VersionChoice;
  readonly #found = new Map<string, Reported | NotReported>();
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

  get soFar(): readonly FiscalPeriod[] {
    return this.#periods.soFar;
  }

  get balanceDays(): readonly string[] {
    const { filed } = this.#versions;
    const facts = BALANCES.flatMap((id) => itemOf(id).tags).flatMap((tag) => filed.tagged(tag));
    return [...new Set(facts.map(({ end }) => end))].sort().reverse();
  }

  get #periods(): FiscalPeriods {
    this.#covered ??= fiscalPeriodsOf(this.#versions.filed.reports);
    return this.#covered;
  }

  get #isEmpty(): boolean {
    return this.#versions.filed.reports.length === 0;
  }

  stated(id: ItemId, { start, end }: Period, version: Version = "newest"): Reported | NotReported {
    if (this.#isEmpty) return "filings";
    const item = itemOf(id);
    if (item === undefined || (item.kind === "flow" && start === undefined)) return "item";
    const period = item.kind === "balance" || start === undefined ? { end } : { start, end };
    return this.#once(`${id} ${period.start} ${end} ${version}`, () => this.#select(id, { period, version }, []));
  }

  trailing(id: ItemId, yearsBack = 0): Reported | NotReported {
    if (this.#isEmpty) return "filings";
    return this.#once(`${id} ${yearsBack} years back`, () => {
      const months = itemOf(id)?.kind === "flow" ? twelveMonths(this.#periods, yearsBack) : undefined;
      return months === undefined ? "item" : this.#overTwelveMonths(id, months);
    });
  }

  balance(id: ItemId, yearsBack = 0): Reported | NotReported {
    if (this.#isEmpty) return "filings";
    const end = itemOf(id).kind === "balance" ? endOf(this.#periods, yearsBack) : undefined;
    return end === undefined ? "item" : this.stated(id, { end });
  }

  #once(key: string, select: () => Reported | NotReported): Reported | NotReported {
    return this.#found.getOrInsertComputed(key, select);
  }

  /** @param within The items that are made of this one: two may be made of each other. */
  #select(id: ItemId, asked: Asked, within: readonly ItemId[]): Reported | NotReported {
    const item = itemOf(id);
    if (item === undefined || within.includes(id)) return "item";
    const { period, version } = asked;
    const stated = this.#versions.tagged(id, period, version);
    if (stated !== "item") return stated;
    if (item.kind === "flow" && period.start !== undefined) {
      const quarter = { start: period.start, end: period.end };
      const rest = item.isAverage
        ? fourthQuarterEps(id, { quarter, version, statements: this })
        : differenceOf(id, item, { quarter, version, versions: this.#versions });
      if (rest !== "item") return rest;
    }
    const { made } = item;
    if (made === undefined) return "item";
    if (this.#isPart(item, period)) return "item";
    const ofOne = this.#madeInOneReport(id, made, asked);
    return ofOne === "item" ? this.#madeOfStated(made, asked, [...within, id]) : ofOne;
  }

  /** Made of what one report states, the newest that has all of it, or the first. */
  #madeInOneReport(id: ItemId, made: Made, { period, version }: Asked): Reported | NotReported {
    for (const report of this.#versions.reportsOf(tagsBehind(made), period, version)) {
      const found = this.#madeIn(id, report, period);
      if (found !== "item") return found;
    }
    return "item";
  }

  /** Whether any report states, up to the same day, what the item's definition leaves out. */
  #isPart({ partialBeside }: Item, { end }: Period): boolean {
    const { filed } = this.#versions;
    return (partialBeside?.["made"] ?? []).some((tag) => filed.ending(tag, end).some(({ value }) => value !== 0));
  }

  #madeIn(id: ItemId, report: Report, period: Period): Reported | NotReported {
    const item = itemOf(id);
    if (item?.made === undefined || this.#isPart(item, period)) return "item";
    const { made, face } = item;
    const found = madeOf(
      made.how,
      made.of.map((part) => {
        const stated = this.#versions.inReport(part, period, report);
        const isOther = stated === "item" && !itemOf(part).made?.of.includes(id);
        return isOther ? this.#madeIn(part, report, period) : stated;
      }),
    );
    if (typeof found === "string") return found;
    const isOfLines = found.facts.every(({ faces = [] }) => faces.includes(face));
    const isOff = !isOfLines && item.isFaced && report.shown.has(face);
    return isOff || found.facts.some(({ decimals }) => decimals !== undefined) ? "item" : found;
  }

  #madeOfStated({ how, of }: Made, asked: Asked, within: readonly ItemId[]): Reported | NotReported {
    const { period, version } = asked;
    if (period.start === undefined) return "item"; // balances of one day stand in one report
    if (of.every((part) => this.#versions.tagged(part, period, version) !== "item")) return "item";
    return madeOf(how, of.map((part) => this.#select(part, asked, within)));
  }

  /** @param within The items that are made of this one. */
  #overTwelveMonths(id: ItemId, months: TwelveMonths, within: readonly ItemId[] = []): Reported | NotReported {
    const item = itemOf(id);
    const { year, since, before, quarters } = months;
    if (item === undefined || within.includes(id)) return "item";
    if (since === undefined || before === undefined) return this.stated(id, year);
    const twelve = { start: dayText(dayNumber(before.end) + 1), end: since.end };
    const stated = this.#versions.tagged(id, twelve, "newest"); // some 10-Q have twelve months beside the quarter
    if (stated !== "item") return stated;
    if (item.isAverage) return item.unit === "per_share" ? this.#sumOfFour(id, quarters) : "item";
    if (item.made !== undefined && this.#versions.tagged(id, year, "newest") === "item") {
      if (this.#isPart(item, year)) return "item";
      return madeOf(item.made.how, item.made.of.map((part) => this.#overTwelveMonths(part, months, [...within, id])));
    }
    const rest = partsOfRest(id, { longer: year, shorter: before, version: "newest", versions: this.#versions });
    const part = this.stated(id, since);
    if (rest === "other") return "conflict"; // the part is restated under another tag, and the year is not
    if (typeof rest === "string") return rest;
    if (typeof part === "string") return part;
    if (!isOfOneSum(rest[0], part, this.#versions)) return "item";
    const restatement = restatementOf(rest[1], this.#versions.tagged(id, before, "newest"));
    if (restatement > SLIGHT_RESTATEMENT) return "conflict";
    const sum = combined([rest[0], part, rest[1]], ([whole = NaN, more = NaN, less = NaN]) => whole + more - less);
    return typeof sum === "string" || restatement === 0 ? sum : { ...sum, isRestated: true };
  }

  #sumOfFour(id: ItemId, quarters: readonly FiscalPeriod[]): Reported | NotReported {
    if (quarters.length < 4) return "item";
    return combined(
      quarters.map((quarter) => this.stated(id, quarter)),
      (values) => values.reduce((sum, value) => sum + value, 0),
    );
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
    const { tags, made } = itemOf(part);
    const isAgain = made === undefined || within.includes(part);
    return isAgain ? tags : [...tags, ...tagsBehind(made, [...within, part])];
  });
}
