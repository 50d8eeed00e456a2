import { type Item, type ItemId, itemOf } from "../../data/metrics/items.ts";
import { RIVAL_DAYS } from "../../data/metrics/reports.ts";
import type { FiledFact } from "../../data/records.ts";
import type { FiscalPeriod, NotReported, Period, Reported, Version } from "../../data/statements.ts";
import { byFiling, compareTexts, daysApart, faceTags, isNear, isSame, type Report } from "./reports.ts";
import { isMisscaled } from "./identities.ts";
import { provedOf } from "./proofs.ts";

/** Which report serves: the newest or first, of those filed by a day where one is given. */
export interface Wanted {
  readonly version: Version;
  /** Default: all that are known. */
  readonly by?: string;
}

/** What a report states by a tag, as it stands there. */
export interface Tagged extends Reported {
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
  find(id: ItemId, period: Period, { version, by }: Wanted): Tagged | NotReported {
    const known = this.#statedBy(id, period).filter(({ report: { filed } }) => by === undefined || filed <= by);
    const serving = version === "first" ? known[0] : known.at(-1);
    return serving === undefined ? "item" : this.#read(id, serving);
  }

  /** What one report states of a period, if by the tags that serve there. */
  findIn(report: Report, id: ItemId, period: Period): Tagged | NotReported {
    const serving = this.#statedBy(id, period).find((one) => one.report === report);
    return serving === undefined ? "item" : this.#read(id, serving);
  }

  #read(id: ItemId, { report, tags, period }: Serving): Tagged | NotReported {
    const found = firstIn(id, period, { report, tags });
    if (typeof found === "string") return found;
    if (isMisscaled(id, period, report)) return "conflict"; // a count of shares in another scale than single shares
    return this.#partOf(id, found, { report, period }) ?? found;
  }

  /** What is rounded in a note, where the report has a part of the sum that is all of it, and has it exactly. */
  #partOf(
    id: ItemId,
    { facts: [fact] }: Tagged,
    { report, period }: { readonly report: Report; readonly period: Period },
  ): Tagged | undefined {
    const { made } = itemOf(id);
    const { decimals, value = NaN } = fact ?? {};
    if (decimals === undefined || made?.how !== "sum") return undefined;
    const parts = made.of.map((part) => this.findIn(report, part, period)).filter((one) => typeof one !== "string");
    return parts.find((one) => one.value !== value && 2 * Math.abs(one.value - value) <= 10 ** -decimals);
  }

  /** Whether any report states a period by a tag of the item. */
  isStated(id: ItemId, period: Period): boolean {
    return this.#statedBy(id, period).length > 0;
  }

  /** Whether two tags mean one thing in reports up to a day: one, or two stated with one value in each period of both. */
  areOne(tag: string, other: string, by?: string): boolean {
    if (tag === other) return true;
    const known = this.#reports.filter(({ filed }) => !(by && filed > by));
    const [ones, others] = [tag, other].map((name) => known.flatMap(({ facts }) => facts.get(name) ?? []));
    const shared = (ones ?? []).filter((one) => (others ?? []).some((two) => isSame(one, two)));
    return shared.length > 0 && shared.every((period) => {
      const values = (ones ?? []).filter((one) => isSame(one, period)).map(({ value }) => value);
      return (others ?? []).some((two) => isSame(two, period) && values.includes(two.value));
    });
  }

  /** The stretches of days for which any report states an item. */
  spansOf(id: ItemId): readonly FiscalPeriod[] {
    const facts = this.#reports.flatMap(({ facts }) => itemOf(id).tags.flatMap((tag) => facts.get(tag) ?? []));
    const spans = facts.flatMap(({ start, end }) => start === undefined ? [] : [{ start, end }]);
    return [...new Map(spans.map((one) => [`${one.start}/${one.end}`, one])).values()];
  }

  /** The reports that state a period, each with the tags that serve there, in the order in which they were filed. */
  #statedBy(id: ItemId, period: Period): readonly Serving[] {
    const wanted = id === COVER ? this.#coverOf(period) : period;
    const item = itemOf(id);
    if (wanted === undefined || item === undefined) return [];
    const within = (tagsOf: (report: Report) => readonly string[] | undefined) =>
      this.#reports.map((report): Serving => ({ report, tags: tagsOf(report) ?? [], period: wanted }))
        .filter((place) => factsOf(id, wanted, place).length > 0);
    const shown = within((report) => faceTags(item, report));
    for (const tags of this.#ranksOf(id)) {
      const others = within((report) =>
        faceTags(item, report) === undefined ? tags.filter((tag) => !this.#isPart(item, tag, report)) : undefined
      );
      if (others.length > 0) return shown.length === 0 ? others : [...shown, ...others].sort(byFiling);
    }
    return shown;
  }

  /** The tags of an item but those which are parts of another of them, where any report has that. */
  #whole({ tags, partialBeside }: Item): readonly string[] {
    const isStated = (tag: string) => tags.includes(tag) && this.#reports.some(({ facts }) => facts.has(tag));
    return tags.filter((tag) => !partialBeside?.[tag]?.some(isStated));
  }

  /** Whether a report, or one of the year before, has less by a tag that may be a part of the item than by another. */
  #isPart(item: Item, tag: string, { filed }: Report): boolean {
    if (!item.rivals?.includes(tag)) return false;
    const near = this.#reports.filter((one) => one.filed <= filed && daysApart(one.filed, filed) <= RIVAL_DAYS);
    return near.some((one) =>
      faceTags(item, one) === undefined &&
      pairsOf(tag, item.tags, one).some(([part, whole]) => Math.abs(part) < Math.abs(whole))
    );
  }

  /** Whether, where no face decides, a tag has another value than one that goes before it. */
  #isAnother(item: Item, tag: string): boolean {
    const { fallbackTags = [] } = item;
    const tags = this.#whole(item);
    const before = tags.filter((one, at) => one !== tag && (at < tags.indexOf(tag) || !fallbackTags.includes(one)));
    return this.#reports.some((report) =>
      faceTags(item, report) === undefined && pairsOf(tag, before, report).some(([one, other]) => one !== other)
    );
  }

  #coverOf({ end }: Period): Period | undefined {
    const tags = itemOf(COVER).tags;
    const days = this.#reports.flatMap(({ facts }) => tags.flatMap((tag) => facts.get(tag) ?? [])).map(({ end }) =>
      end
    );
    const [first] = days.filter((day) => day >= end && isNear(day, end, COVER_DAYS)).sort();
    return first === undefined ? undefined : { end: first };
  }

  /** Tags by how near they are to the item: those that state it, then each stand-in that may serve. */
  #ranksOf(id: ItemId): readonly (readonly string[])[] {
    const known = this.#ranks.get(id);
    if (known !== undefined) return known;
    const item = itemOf(id);
    if (item === undefined) return [];
    const { fallbackTags = [] } = item;
    const own = this.#whole(item).filter((tag) => !fallbackTags.includes(tag));
    const trusted = fallbackTags.filter((tag) => !this.#isAnother(item, tag));
    const ranks = [own, ...trusted.map((tag) => [tag])];
    this.#ranks.set(id, ranks);
    return ranks;
  }
}

/** What a report states of one period by a tag and by one of several others. */
function pairsOf(tag: string, others: readonly string[], { facts }: Report): readonly (readonly [number, number])[] {
  const beside = others.flatMap((other) => facts.get(other) ?? []);
  return (facts.get(tag) ?? []).flatMap((one) =>
    beside.filter((other) => isSame(one, other) && one.unit === other.unit && one.share === other.share)
      .map((other) => [one.value, other.value] as const)
  );
}

interface Place {
  readonly report: Report;
  readonly tags: readonly string[];
}

interface Serving extends Place {
  readonly period: Period;
}

/** The facts of a report that state an item of a period by one of its tags, in the order of the tags. */
function factsOf(id: ItemId, period: Period, { report, tags }: Place): readonly FiledFact[] {
  const item = itemOf(id);
  if (item === undefined) return [];
  const isWanted = (fact: FiledFact) => (fact.start !== undefined) === (item.kind === "flow") && isSame(fact, period);
  const serving = tags.filter((tag) => !isPart(item.partialBeside?.[tag], period, report));
  return serving.flatMap((tag) => report.facts.get(tag) ?? [])
    .filter((fact) => fact.unit === unitOf(item, report) && isWanted(fact));
}

/** Whether a report states, for the period, another part of what a tag may be all of. */
function isPart(others: readonly string[] | undefined, period: Period, { facts }: Report): boolean {
  return (others ?? []).some((tag) => (facts.get(tag) ?? []).some((one) => isSame(one, period) && one.value !== 0));
}

function unitOf({ unit }: Item, { currency }: Report): string | undefined {
  if (unit === "currency") return currency;
  return unit === "per_share" ? `${currency}/shares` : "shares";
}

/** By the first of its tags, unless they are alike and contradict each other. */
function firstIn(id: ItemId, period: Period, place: Place): Tagged | NotReported {
  const item = itemOf(id);
  const byTag = Map.groupBy(factsOf(id, period, place), ({ tag }) => tag);
  const values = [...byTag.values()].map((facts) => item ? oneOf(item, nearest(facts, period), place.report) : "item");
  const [first = "item"] = values;
  const isOne = values.every((one) =>
    typeof one === "object" && typeof first === "object" && one.value === first.value
  );
  if (item?.synonymTags === undefined || isOne) return first;
  const stated = values.filter((one) => typeof one !== "string");
  const proved = provedOf(id, period, { report: place.report, values: stated.map(({ value }) => value) });
  return stated.find(({ value }) => value === proved) ?? "conflict";
}

/** The facts with the first day that is nearest to the period's before the others, then those with the earliest. */
function nearest(facts: readonly FiledFact[], { start = "" }: Period): readonly FiledFact[] {
  const distance = (fact: FiledFact) => fact.start === undefined ? 0 : daysApart(fact.start, start);
  return facts.toSorted((one, other) =>
    distance(one) - distance(other) || compareTexts(one.start ?? "", other.start ?? "")
  );
}

/** The one value of facts of one tag; of classes of shares their sum, or the value that all of them have. */
function oneOf(item: Item, facts: readonly FiledFact[], report: Report): Tagged | NotReported {
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

function onlyOf({ isOutflow }: Item, facts: readonly FiledFact[]): Tagged | NotReported {
  const [fact] = facts;
  if (fact === undefined) return "item";
  if (facts.some(({ value }) => value !== fact.value)) return "conflict";
  return { value: isOutflow ? Math.abs(fact.value) : fact.value, unit: fact.unit, facts: [fact], filed: fact.filed };
}
