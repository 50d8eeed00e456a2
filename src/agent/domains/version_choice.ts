import { dayNumber } from "../../calendar/day.ts";
import { type Item, type ItemId, itemOf } from "../../data/metrics/items.ts";
import { RIVAL_DAYS } from "../../data/metrics/reports.ts";
import { onceEach } from "../../data/once_each.ts";
import type { FiledFact, StockSplit } from "../../data/records.ts";
import type { Period, Reported, Version } from "../../data/statements.ts";
import { FiledFacts, isWithin, type Report, shownTags } from "./filed_facts.ts";
import { type Choice, choiceIn } from "./report_choice.ts";
import { EPS_TAGS, ShareSplits } from "./share_splits.ts";

/** The count on the cover is of a day up to so many days after the period. */
const COVER_DAYS = 120;

/** Which version serves: the newest, the first, or the newest of those filed up to a day. */
export type Pick = Version | { readonly until: string };

/** What is stated by tags, among all reports of a company. */
export class VersionChoice {
  readonly filed: FiledFacts;
  readonly #recorded: readonly StockSplit[];
  #splits: ShareSplits | undefined;
  readonly #sameSums = new Map<string, boolean>();
  readonly #others = new Map<string, boolean>();

  constructor(facts: readonly FiledFact[], splits: readonly StockSplit[]) {
    this.filed = new FiledFacts(facts);
    this.#recorded = splits;
  }

  /** An item as one of its tags states it for the period, in the version asked for. */
  tagged(id: ItemId, asked: Period, pick: Pick): Reported | "item" | "conflict" {
    const item = itemOf(id);
    const period = item === undefined ? undefined : this.#periodOf(id, item, asked);
    if (item === undefined || period === undefined) return "item";
    for (const report of this.reportsOf(item.tags, period, pick)) {
      const found = this.inReport(id, period, report);
      if (found !== "item") return found;
    }
    return "item";
  }

  /** As {@linkcode tagged}, in one report. */
  inReport(id: ItemId, period: Period, report: Report): Reported | "item" | "conflict" {
    const item = itemOf(id);
    if (item === undefined) return "item";
    const shown = shownTags(item, report);
    const tags = shown ?? this.#servingTags(item, period).filter((tag) => !this.#isPart(item, tag, report));
    const choice = choiceIn(report, id, { filed: this.filed, period, tags });
    if (typeof choice === "string") return choice;
    const exact = this.#exactPart(item, choice, { report, period });
    if (exact !== undefined) return exact;
    const isWrong = item.unit === "shares" && isOutOfScale(choice.value, report);
    return isWrong ? "conflict" : this.#inSharesOfToday(choice, item);
  }

  /** Of a sum that a note rounds, the part with that value which the report states exactly: JNJ's debt of 6.0 bn is 5,983 m. */
  #exactPart(
    { made }: Item,
    { facts: [{ decimals, value }] }: Choice,
    { report, period }: { readonly report: Report; readonly period: Period },
  ): Reported | undefined {
    if (decimals === undefined || made?.how !== "sum") return undefined;
    const parts = made.of.map((part) => this.inReport(part, period, report)).filter((one) => typeof one !== "string");
    return parts.find((one) => one.value !== value && Math.abs(one.value - value) <= 0.5 * 10 ** -decimals);
  }

  /** The tags that mean the item; where no report states the period by one of them, the first that stands in for them. */
  #servingTags(item: Item, period: Period): readonly string[] {
    const { fallbackTags = [], partialBeside } = item;
    if (fallbackTags.length === 0) return item.tags;
    const isHeld = (tag: string) => item.tags.includes(tag) && this.filed.tagged(tag).length > 0;
    const tags = item.tags.filter((tag) => !partialBeside?.[tag]?.some(isHeld)); // a part of another tag of the item is never it
    const isStated = (tag: string) => this.filed.of(tag, period).some((fact) => !this.#isShown(item, fact));
    const own = tags.filter((tag) => !fallbackTags.includes(tag));
    if (own.some(isStated)) return own;
    const standIn = tags.find((tag, at) =>
      fallbackTags.includes(tag) && isStated(tag) && !this.#isOther(tag, tags.slice(0, at), item)
    );
    return standIn === undefined ? own : [standIn];
  }

  /** Whether the statements of a fact's report show the item: what stands elsewhere in that report says nothing of it. */
  #isShown(item: Item, fact: FiledFact): boolean {
    const report = this.filed.reports[this.filed.placeOf(fact)];
    return report !== undefined && report.shown.size > 0 && shownTags(item, report) !== undefined;
  }

  /** Whether a report, or one of the year before it, has less by a tag that may be a part of the item than by another. */
  #isPart(item: Item, tag: string, { filed }: Report): boolean {
    if (item.rivals?.includes(tag) !== true) return false;
    const less = this.filed.tagged(tag).filter((one) =>
      item.tags.some((other) =>
        this.filed.of(other, one).some((two) =>
          two.accession === one.accession && Math.abs(two.value) > Math.abs(one.value)
        )
      )
    );
    return less.some((one) =>
      one.filed <= filed && isWithin(RIVAL_DAYS, one.filed, filed) && !this.#isShown(item, one)
    );
  }

  /** Whether a report states any one period by a tag and by one before it with another value: it means something else. */
  #isOther(tag: string, before: readonly string[], item: Item): boolean {
    const key = `${item.name} ${tag}`;
    const found = this.#others.get(key) ??
      before.some((other) =>
        this.filed.tagged(tag).some((fact) =>
          this.filed.of(other, fact).some(({ accession, value, share }) =>
            accession === fact.accession && value !== fact.value && share === fact.share
          ) && !this.#isShown(item, fact)
        )
      );
    this.#others.set(key, found);
    return found;
  }

  /** Reports that state something by one of these tags for the period, the one that serves first. */
  reportsOf(tags: readonly string[], period: Period, pick: Pick): readonly Report[] {
    const places = new Set(tags.flatMap((tag) => this.filed.of(tag, period).map((fact) => this.filed.placeOf(fact))));
    const ordered = [...places].sort((one, other) => pick === "first" ? one - other : other - one);
    const reports = ordered.flatMap((place) => this.filed.reports[place] ?? []);
    return typeof pick === "string" ? reports : reports.filter(({ filed }) => filed <= pick.until);
  }

  /** Whether two facts are of one tag, or of two with the same value, up to a day, in each period for which both are stated. */
  isSameSum(one: FiledFact, other: FiledFact, until = ""): boolean {
    if (one.tag === other.tag) return true;
    const key = `${one.tag} ${other.tag} ${until}`;
    return this.#sameSums.getOrInsertComputed(key, () => this.#areSame(one.tag, other.tag, until));
  }

  #areSame(tag: string, other: string, until: string): boolean {
    const isMeant = ({ filed }: FiledFact) => until === "" || filed <= until;
    const periods = Map.groupBy(this.filed.tagged(tag).filter(isMeant), ({ start, end }) => `${start}/${end}`);
    const compared = [...periods.values()].flatMap((facts) => {
      const [first] = facts;
      const others = first === undefined ? [] : this.filed.of(other, first).filter(isMeant);
      return others.length === 0 ? [] : [facts.some(({ value }) => others.some((fact) => fact.value === value))];
    });
    return compared.length > 0 && compared.every((isEqual) => isEqual);
  }

  /** Of the count on a cover the first day of one within the days after the period. */
  #periodOf(id: ItemId, { kind, tags }: Item, { start, end }: Period): Period | undefined {
    if (kind === "flow") return start === undefined ? undefined : { start, end };
    if (id !== "shares_cover") return { end };
    const days = tags.flatMap((tag) => this.filed.tagged(tag)).map((fact) => fact.end)
      .filter((day) => day >= end && dayNumber(day) - dayNumber(end) <= COVER_DAYS);
    return days.length === 0 ? undefined : { end: days.reduce((one, other) => one < other ? one : other) };
  }

  #inSharesOfToday({ value, facts }: Choice, { unit: of }: Item): Reported | "conflict" {
    const [{ filed, unit }] = facts;
    if (of !== "shares" && of !== "per_share") return { value, unit, facts };
    this.#splits ??= new ShareSplits(this.filed, this.#recorded);
    const factor = this.#splits.factor(filed);
    if (factor === undefined) return "conflict";
    return { value: of === "shares" ? value * factor : value / factor, unit, facts };
  }
}

/** A count that is so many times another, or such a part of it, is in another unit. */
const SCALE = 10;

const INCOME_TAGS = tagsOf("net_income");

/**
 * Whether shares are counted in thousands where the report says they are not, against its income and earnings per share:
 * NVIDIA's 606,732 weighted shares of 2008 and Apple's 861,745 outstanding in March 2014 are such counts.
 */
function isOutOfScale(shares: number, report: Report): boolean {
  const expected = impliedShares(report);
  if (expected === undefined || shares === 0) return false;
  return shares / expected >= SCALE || shares / expected <= 1 / SCALE;
}

/** Income over earnings per share, of the period with the largest earnings: rounding matters least there. */
const impliedShares = onceEach(({ facts }: Report): number | undefined => {
  const whole = facts.filter(({ share }) => share === undefined);
  const earnings = whole.filter(({ tag, value }) => EPS_TAGS.includes(tag) && value !== 0)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  for (const eps of earnings) {
    const income = whole.find((one) => INCOME_TAGS.includes(one.tag) && isOfOnePeriod(one, eps) && one.value !== 0);
    if (income !== undefined) return Math.abs(income.value / eps.value);
  }
  return undefined;
});

function isOfOnePeriod(one: FiledFact, other: FiledFact): boolean {
  return one.start === other.start && one.end === other.end;
}

function tagsOf(...ids: readonly ItemId[]): readonly string[] {
  return ids.flatMap((id) => itemOf(id).tags);
}
