import { daysLater } from "../../calendar/day.ts";
import { type ItemId, itemOf } from "../../data/metrics/items.ts";
import { BALANCES } from "../../data/metrics/reports.ts";
import { onceEach } from "../../data/once_each.ts";
import type { Records } from "../../data/records.ts";
import type { FiscalPeriod, NotReported, Period, Reported, Statements, Version } from "../../data/statements.ts";
import { combine, madeOf, sumOf } from "./combine.ts";
import { anniversaryOf, calendarOf, type FiscalCalendar, quartersTo } from "./fiscal_calendar.ts";
import { SHARES_BEHIND } from "./last_earnings.ts";
import { isLeftOut, isNear, type Report, reportsOf } from "./reports.ts";
import { splitsOf } from "./share_units.ts";
import { changeOf, StatedFigures } from "./stated_figures.ts";
import { TaggedFigures } from "./tagged_figures.ts";

/** The verifier's own selection of what the reports of a company state; `agent/domains` has another. */
export const statementsOf = onceEach((records: Records): Statements => new Selection(records));

class Selection implements Statements {
  readonly #reports: readonly Report[];
  readonly #calendar: FiscalCalendar;
  readonly #tagged: TaggedFigures;
  readonly #figures: StatedFigures;

  constructor(records: Records) {
    const reports = reportsOf(records.facts);
    this.#reports = reports;
    this.#calendar = calendarOf(reports);
    this.#tagged = new TaggedFigures(reports);
    const splits = splitsOf(reports, records.splits);
    this.#figures = new StatedFigures({ reports, tagged: this.#tagged, splits, calendar: this.#calendar });
  }

  get years(): readonly FiscalPeriod[] {
    return this.#calendar.years;
  }

  get quarters(): readonly FiscalPeriod[] {
    return this.#calendar.quarters;
  }

  get soFar(): readonly FiscalPeriod[] {
    return this.#calendar.soFar;
  }

  get balanceDays(): readonly string[] {
    const tags = BALANCES.map((id) => itemOf(id).tags).flat();
    const days = this.#reports.flatMap(({ facts }) =>
      tags.flatMap((tag) => facts.get(tag) ?? []).map(({ end }) => end)
    );
    return [...new Set(days)].sort((one, other) => one < other ? 1 : -1);
  }

  stated(item: ItemId, period: Period, version: Version = "newest"): Reported | NotReported {
    return this.#reports.length > 0 ? this.#figures.read(item, period, { version }) : "filings";
  }

  balance(item: ItemId, yearsBack = 0): Reported | NotReported {
    if (this.#reports.length === 0) return "filings";
    const end = this.#endOf(yearsBack);
    return end === undefined || itemOf(item).kind !== "balance" ? "item" : this.stated(item, { end });
  }

  trailing(item: ItemId, yearsBack = 0): Reported | NotReported {
    if (this.#reports.length === 0) return "filings";
    const end = this.#endOf(yearsBack);
    const year = this.years.find((one) => end !== undefined && one.end <= end);
    return year === undefined || end === undefined ? "item" : this.#trailingTo(end, item, year);
  }

  #trailingTo(end: string, id: ItemId, year: FiscalPeriod): Reported | NotReported {
    const item = itemOf(id);
    if (item?.kind !== "flow") return "item";
    if (year.end === end) return this.stated(id, year);
    const before = anniversaryOf(end, 1, this.quarters.map((one) => one.end));
    const twelve = before === undefined ? undefined : { start: daysLater(before, 1), end };
    if (twelve && this.#tagged.isStated(id, twelve)) return this.stated(id, twelve);
    if (id in SHARES_BEHIND) {
      const quarters = quartersTo(end, this.#calendar);
      return quarters.length < 4 ? "item" : combine(quarters.map((one) => this.stated(id, one)), sumOf);
    }
    if (item.isAverage) return "item";
    if (this.#tagged.isStated(id, year)) return this.#rolled(id, year, end);
    const isCircle = (part: ItemId) => itemOf(part).made?.of.includes(id) && !this.#tagged.isStated(part, year);
    if (item.made === undefined || isLeftOut(id, year.end, this.#reports)) return "item";
    return madeOf(item.made, item.made.of.map((part) => isCircle(part) ? "item" : this.#trailingTo(end, part, year)));
  }

  /** A year, plus the stretch since, less the same stretch a year earlier as known when the year was filed: of one sum. */
  #rolled(id: ItemId, year: FiscalPeriod, end: string): Reported | NotReported {
    const stretches = this.#tagged.spansOf(id).filter(({ start }) => isNear(start, year.start));
    const before = anniversaryOf(end, 1, stretches.map((one) => one.end));
    if (before === undefined) return "item";
    const earlier = { start: year.start, end: before };
    const rest = this.#figures.left(id, { whole: year, less: earlier }, { version: "newest" });
    if (rest === "other") return "conflict";
    const since = this.stated(id, { start: daysLater(year.end, 1), end });
    const found = combine([rest, since], sumOf);
    if (typeof found === "string" || typeof rest === "string" || typeof since === "string") return found;
    const [whole, ...less] = rest.facts;
    if (!since.facts.every(({ tag }) => this.#tagged.areOne(tag, whole?.tag ?? tag))) return "item";
    const asOf = (by?: string) => this.#figures.read(id, earlier, { version: "newest", ...(by && { by }) });
    const change = changeOf(asOf(whole?.filed), asOf());
    if (change === "large") return "conflict";
    const facts = [...(whole ? [whole] : []), ...since.facts, ...less];
    return { ...found, facts, ...(change === "slight" && { isRestated: true }) };
  }

  /** The last day of the newest period, or of the one that ended so many years before. */
  #endOf(yearsBack: number): string | undefined {
    const ends = [...this.years, ...this.quarters].map(({ end }) => end).sort();
    const newest = ends.at(-1);
    return newest === undefined || yearsBack === 0 ? newest : anniversaryOf(newest, yearsBack, ends);
  }
}
