import { type Item, type ItemId, itemOf } from "../../data/metrics/items.ts";
import type { FiledFact } from "../../data/records.ts";
import type { FiscalPeriod, Period, Stated, Unstated, Version } from "../../data/statements.ts";
import { compareTexts, daysApart, isNear, isSame, type Report } from "./reports.ts";
import { isMisscaled } from "./identities.ts";
import { provedOf } from "./proofs.ts";

/** Which report serves: the newest or first, of those filed by a day where one is given. */
export interface Wanted {
  readonly version: Version;
  /** Default: all that are known. */
  readonly by?: string;
}

/** What a report states by a tag, as it stands there. */
export interface Tagged extends Stated {
  /** Day on which the report was filed. */
  readonly filed: string;
}

/** Days after a period within which the cover of its report counts the shares. */
const COVER_DAYS = 120;
const COVER: ItemId = "shares_cover";

/** What reports state by the tags of items, in the shares of the day of each report. */
export class TaggedFigures {
  readonly #reports: readonly Report[];
  readonly #ranks = new Map<ItemId, readonly (readonly string[])[]>();

  /** @param reports In the order in which they were filed. */
  constructor(reports: readonly Report[]) {
    this.#reports = reports;
  }

  /** What the wanted report states of a period; `item` where none does. */
  find(id: ItemId, period: Period, { version, by }: Wanted): Tagged | Unstated {
    const [serving] = this.#statedBy(id, period);
    if (serving === undefined) return "item";
    const known = serving.reports.filter(({ filed }) => by === undefined || filed <= by);
    const report = version === "first" ? known[0] : known.at(-1);
    return report === undefined ? "item" : inReport(id, serving.period, { report, tags: serving.tags });
  }

  /** What one report states of a period, if by the tags that serve there. */
  findIn(report: Report, id: ItemId, period: Period): Tagged | Unstated {
    const [serving] = this.#statedBy(id, period);
    return serving?.reports.includes(report) ? inReport(id, serving.period, { report, tags: serving.tags }) : "item";
  }

  /** Whether any report states a period by a tag of the item. */
  isStated(id: ItemId, period: Period): boolean {
    return this.#statedBy(id, period).length > 0;
  }

  /** Whether two tags mean one thing here: one, or two that some reports state with one value in each period of both. */
  areOne(tag: string, other: string): boolean {
    if (tag === other) return true;
    const [ones, others] = [tag, other].map((name) => this.#reports.flatMap(({ facts }) => facts.get(name) ?? []));
    const shared = (ones ?? []).filter((one) => (others ?? []).some((two) => isSame(one, two)));
    return shared.length > 0 && shared.every((period) => {
      const values = (ones ?? []).filter((one) => isSame(one, period)).map(({ value }) => value);
      return (others ?? []).some((two) => isSame(two, period) && values.includes(two.value));
    });
  }

  /** The stretches of days for which any report states an item. */
  spansOf(id: ItemId): readonly FiscalPeriod[] {
    const tags = itemOf(id)?.tags ?? [];
    const facts = this.#reports.flatMap((report) => tags.flatMap((tag) => report.facts.get(tag) ?? []));
    const spans = facts.flatMap(({ start, end }) => start === undefined ? [] : [{ start, end }]);
    return [...new Map(spans.map((one) => [`${one.start}/${one.end}`, one])).values()];
  }

  /** The tags that serve for a period, and the reports that state it by one of them; nothing where there are none. */
  #statedBy(
    id: ItemId,
    period: Period,
  ): readonly { readonly period: Period; readonly tags: readonly string[]; readonly reports: readonly Report[] }[] {
    const wanted = id === COVER ? this.#coverOf(period) : period;
    if (wanted === undefined) return [];
    for (const tags of this.#ranksOf(id)) {
      const reports = this.#reports.filter((report) => factsOf(id, wanted, { report, tags }).length > 0);
      if (reports.length > 0) return [{ period: wanted, tags, reports }];
    }
    return [];
  }

  /** The day of the first count on a cover after a period. */
  #coverOf({ end }: Period): Period | undefined {
    const tags = itemOf(COVER)?.tags ?? [];
    const days = this.#reports.flatMap(({ facts }) => tags.flatMap((tag) => facts.get(tag) ?? [])).map((one) =>
      one.end
    );
    const [first] = days.filter((day) => day >= end && isNear(day, end, COVER_DAYS)).sort();
    return first === undefined ? undefined : { end: first };
  }

  /** Tags by how near they are to the item: those that state it, then each stand-in that may serve. */
  #ranksOf(id: ItemId): readonly (readonly string[])[] {
    const known = this.#ranks.get(id);
    if (known !== undefined) return known;
    const item = itemOf(id);
    const standIns = item?.standIns ?? [];
    const own = (item?.tags ?? []).filter((tag) => !standIns.includes(tag));
    const trusted = standIns.filter((tag, at) =>
      !this.#reports.some((report) => isAnother(tag, [...own, ...standIns.slice(0, at)], report))
    );
    const ranks = [own, ...trusted.map((tag) => [tag])];
    this.#ranks.set(id, ranks);
    return ranks;
  }
}

/** Whether a report states one period by a stand-in and by a tag before it with different values. */
function isAnother(standIn: string, tags: readonly string[], { facts }: Report): boolean {
  const before = tags.flatMap((tag) => facts.get(tag) ?? []);
  return (facts.get(standIn) ?? []).some((one) =>
    before.some((other) =>
      isSame(one, other) && one.unit === other.unit && one.share === other.share && one.value !== other.value
    )
  );
}

interface Place {
  readonly report: Report;
  readonly tags: readonly string[];
}

/** The facts of a report that state an item of a period by one of its tags, in the order of the tags. */
function factsOf(id: ItemId, period: Period, { report, tags }: Place): readonly FiledFact[] {
  const item = itemOf(id);
  if (item === undefined) return [];
  const isWanted = (fact: FiledFact) => (fact.start !== undefined) === (item.kind === "flow") && isSame(fact, period);
  const serving = tags.filter((tag) => !isPart(item.unless?.[tag], period, report));
  return serving.flatMap((tag) => report.facts.get(tag) ?? [])
    .filter((fact) => fact.unit === unitOf(item, report) && isWanted(fact));
}

/** Whether a report states, for the period, another part of what a tag may be all of. */
export function isPart(others: readonly string[] | undefined, period: Period, { facts }: Report): boolean {
  return (others ?? []).some((tag) => (facts.get(tag) ?? []).some((one) => isSame(one, period) && one.value !== 0));
}

function unitOf({ unit }: Item, { currency }: Report): string | undefined {
  if (unit === "currency") return currency;
  return unit === "per_share" ? `${currency}/shares` : "shares";
}

/** What a report states, unless it is a count of shares in another scale than single shares. */
function inReport(id: ItemId, period: Period, place: Place): Tagged | Unstated {
  const found = firstIn(id, period, place);
  return typeof found === "object" && isMisscaled(id, period, place.report) ? "conflict" : found;
}

/** By the first of its tags, unless they are alike and contradict each other. */
function firstIn(id: ItemId, period: Period, place: Place): Tagged | Unstated {
  const item = itemOf(id);
  const byTag = Map.groupBy(factsOf(id, period, place), ({ tag }) => tag);
  const values = [...byTag.values()].map((facts) => item ? oneOf(item, nearest(facts, period), place.report) : "item");
  const [first = "item"] = values;
  if (item?.alike === undefined || values.every((one) => isEqual(one, first))) return first;
  const stated = values.filter((one) => typeof one !== "string");
  const proved = provedOf(id, period, { report: place.report, values: stated.map(({ value }) => value) });
  return stated.find(({ value }) => value === proved) ?? "conflict";
}

function isEqual(one: Tagged | Unstated, other: Tagged | Unstated): boolean {
  return typeof one === "object" && typeof other === "object" && one.value === other.value;
}

/** The facts with the first day that is nearest to the period's before the others, then those with the earliest. */
function nearest(facts: readonly FiledFact[], { start = "" }: Period): readonly FiledFact[] {
  const distance = (fact: FiledFact) => fact.start === undefined ? 0 : daysApart(fact.start, start);
  return facts.toSorted((one, other) =>
    distance(one) - distance(other) || compareTexts(one.start ?? "", other.start ?? "")
  );
}

/** The one value of facts of one tag; of classes of shares their sum, or the value that all of them have. */
function oneOf(item: Item, facts: readonly FiledFact[], report: Report): Tagged | Unstated {
  const whole = facts.filter(({ share }) => share === undefined);
  if (whole.length > 0) return onlyOf(item, whole);
  const classes = [...Map.groupBy(facts, ({ share }) => share).values()].map((one) => onlyOf(item, one));
  const stated = classes.filter((one) => typeof one !== "string");
  const [first] = stated;
  if (first === undefined || stated.length < classes.length) return "conflict";
  const all = stated.flatMap((one) => one.facts);
  if (item.unit === "shares" && item.kind === "balance" && stated.length === classesOf(report)) {
    return { ...first, value: stated.reduce((sum, { value }) => sum + value, 0), facts: all };
  }
  return item.unit === "per_share" && stated.every(({ value }) => value === first.value)
    ? { ...first, facts: all }
    : "conflict";
}

/** How many classes of shares a report counts. */
function classesOf({ facts }: Report): number {
  const counts = [...facts.values()].flat().filter(({ unit }) => unit === "shares");
  return new Set(counts.flatMap(({ share }) => share ?? [])).size;
}

function onlyOf({ isOutflow }: Item, facts: readonly FiledFact[]): Tagged | Unstated {
  const [fact] = facts;
  if (fact === undefined) return "item";
  if (facts.some(({ value }) => value !== fact.value)) return "conflict";
  return { value: isOutflow ? Math.abs(fact.value) : fact.value, unit: fact.unit, facts: [fact], filed: fact.filed };
}
