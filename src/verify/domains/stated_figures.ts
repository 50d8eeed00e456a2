import { daysLater } from "../../calendar/day.ts";
import { type Item, type ItemId, itemOf } from "../../data/metrics/items.ts";
import { SLIGHT_RESTATEMENT } from "../../data/metrics/reports.ts";
import type { FiledFact } from "../../data/records.ts";
import type { FiscalPeriod, NotReported, Period, Reported } from "../../data/statements.ts";
import { combine, lessOthers, madeOf } from "./combine.ts";
import { type FiscalCalendar, quartersBefore } from "./fiscal_calendar.ts";
import { lastEarnings, SHARES_BEHIND } from "./last_earnings.ts";
import { isLeftOut, isNear, lengthOf, type Report } from "./reports.ts";
import { factorSince, type Split } from "./share_units.ts";
import type { Tagged, TaggedFigures, Wanted } from "./tagged_figures.ts";

/** The longest stretch of a year before its last part. */
const MOST_DAYS_OF_A_PART = 300;

/** Where figures come from. */
export interface Sources {
  readonly reports: readonly Report[];
  readonly tagged: TaggedFigures;
  readonly splits: readonly Split[];
  readonly calendar: FiscalCalendar;
}

/** A figure by the first way that states it: a tag, what is left of a longer stretch, the item's definition. */
export class StatedFigures {
  readonly #from: Sources;
  readonly #known = new Map<string, Reported | NotReported>();

  constructor(from: Sources) {
    this.#from = from;
  }

  /** What is stated of an item for a period, in the shares of the day of the view. */
  read(id: ItemId, period: Period, wanted: Wanted): Reported | NotReported {
    const key = [id, period.start, period.end, wanted.version, wanted.by].join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const plain = this.#plain(id, period, wanted);
    const found = plain === "item" ? this.#made(id, period, wanted) : plain;
    this.#known.set(key, found);
    return found;
  }

  /** By a tag, or as what is left of a longer stretch. */
  #plain(id: ItemId, { start, end }: Period, wanted: Wanted): Reported | NotReported {
    const item = itemOf(id);
    if (item === undefined) return "item";
    const found = this.#inUnits(item, this.#from.tagged.find(id, { ...(start && { start }), end }, wanted));
    return found === "item" && start !== undefined ? this.#subtracted(id, { start, end }, wanted) : found;
  }

  #inUnits(item: Item | undefined, found: Tagged | NotReported): Reported | NotReported {
    if (typeof found === "string") return found;
    const unit = item?.unit;
    const { value, facts, filed } = found;
    if (unit !== "shares" && unit !== "per_share") return { value, unit: found.unit, facts };
    const factor = factorSince(filed, this.#from.splits);
    if (factor === undefined) return "conflict";
    return { value: unit === "shares" ? value * factor : value / factor, unit: found.unit, facts };
  }

  #subtracted(id: ItemId, period: FiscalPeriod, wanted: Wanted): Reported | NotReported {
    const { calendar, tagged } = this.#from;
    const year = quartersBefore(period, calendar);
    if (id in SHARES_BEHIND) {
      return year === undefined
        ? "item"
        : lastEarnings(id, { quarter: period, ...year }, (item, { start, end }) =>
          this.read(item, { start, end }, { version: wanted.version }));
    }
    if (itemOf(id).isAverage) return "item";
    const firsts = tagged.spansOf(id).filter((one) =>
      isNear(daysLater(one.end, 1), period.start) && one.end < period.end && lengthOf(one) < MOST_DAYS_OF_A_PART
    ).sort((one, other) => one.start < other.start ? -1 : 1);
    const found = firsts.map((one) =>
      this.left(id, { whole: { start: one.start, end: period.end }, less: one }, wanted)
    );
    return found.filter((one) => one !== "other").find((one) => one !== "item") ?? "item";
  }

  /** A longer stretch less its first part, as that was known when it was filed; `other` by tags that mean different things. */
  left(
    id: ItemId,
    { whole, less }: { readonly whole: FiscalPeriod; readonly less: FiscalPeriod },
    wanted: Wanted,
  ): Reported | NotReported | "other" {
    const { tagged } = this.#from;
    const longer = tagged.find(id, whole, wanted);
    if (typeof longer === "string") return longer;
    const shorter = tagged.find(id, less, { version: "newest", by: longer.filed });
    if (typeof shorter === "string") return shorter;
    const [tag = "", other = ""] = [longer, shorter].map(({ facts }) => facts[0]?.tag);
    if (!tagged.areOne(tag, other, longer.filed)) return "other";
    const inUnits = (found: Tagged | NotReported) => this.#inUnits(itemOf(id), found);
    const isRestated = (period: Period, newest: Tagged) =>
      !isOneValue(inUnits(newest), inUnits(tagged.find(id, period, { version: "first" })));
    if (isRestated(whole, longer) && !isRestated(less, shorter)) return "conflict";
    const left = combine([longer, shorter].map(inUnits), lessOthers);
    const isNegative = typeof left === "object" && left.value < 0 && itemOf(id).isOutflow === true;
    return isNegative ? "conflict" : left;
  }

  /** By the item's definition: of one report that states all its parts, else of each part as it is stated. */
  #made(id: ItemId, period: Period, wanted: Wanted): Reported | NotReported {
    const made = itemOf(id).made;
    if (made === undefined) return "item";
    const { reports, tagged } = this.#from;
    if (isLeftOut(id, period.end, reports)) return "item";
    const known = reports.filter(({ filed }) => wanted.by === undefined || filed <= wanted.by);
    for (const report of wanted.version === "first" ? known : known.toReversed()) {
      const found = this.#inside(report, id, { period, within: [] });
      if (found !== "item") return found;
    }
    if (made.of.every((part) => tagged.isStated(part, period))) return "item";
    return madeOf(made, made.of.map((part) => this.#part(part, { of: id, period, wanted })));
  }

  /** A part as it is stated; not by a definition that goes in a circle. */
  #part(
    id: ItemId,
    { of, period, wanted }: { readonly of: ItemId; readonly period: Period; readonly wanted: Wanted },
  ): Reported | NotReported {
    return itemOf(id).made?.of.includes(of) ? this.#plain(id, period, wanted) : this.read(id, period, wanted);
  }

  /** By the item's definition, of what one report states. */
  #inside(
    report: Report,
    id: ItemId,
    { period, within }: { readonly period: Period; readonly within: readonly ItemId[] },
  ): Reported | NotReported {
    const item = itemOf(id);
    if (item?.made === undefined || within.includes(id)) return "item";
    if (isLeftOut(id, period.end, this.#from.reports)) return "item";
    const found = madeOf(
      item.made,
      item.made.of.map((part) => {
        const found = this.#inUnits(itemOf(part), this.#from.tagged.findIn(report, part, period));
        return found === "item" ? this.#inside(report, part, { period, within: [...within, id] }) : found;
      }),
    );
    if (typeof found === "string") return found;
    const mustStand = item.isFaced && report.faces.has(item.face);
    const isUsable = (fact: FiledFact) => !fact.decimals && (!mustStand || fact.faces?.includes(item.face));
    return found.facts.every(isUsable) ? found : "item";
  }
}

/** Places to which a later report may round what an earlier one stated in full. */
const PLACES = [1e3, 1e6];

/** Whether what was stated has since changed, and by more than is slight. */
export function changeOf(then: Reported | NotReported, now: Reported | NotReported): "none" | "slight" | "large" {
  if (isOneValue(then, now) || typeof then === "string" || typeof now === "string") return "none";
  return Math.abs(now.value - then.value) <= SLIGHT_RESTATEMENT * Math.abs(then.value) ? "slight" : "large";
}

/** Whether two figures have one value, but for the last digits that a split leaves, and for rounding. */
function isOneValue(one: Reported | NotReported, other: Reported | NotReported): boolean {
  if (typeof one === "string" || typeof other === "string") return true;
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
  const isRounding = (a: number, b: number) => PLACES.some((place) => a === Math.round(b / place) * place);
  return isNear(one.value, other.value) || isRounding(one.value, other.value) || isRounding(other.value, one.value);
}
