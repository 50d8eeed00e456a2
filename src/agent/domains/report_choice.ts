import { dayNumber } from "../../calendar/day.ts";
import { type Item, type ItemId, itemOf } from "../../data/metrics/items.ts";
import { type Check, CHECKS } from "../../data/metrics/reports.ts";
import type { FiledFact } from "../../data/records.ts";
import type { Period } from "../../data/statements.ts";
import type { FiledFacts, Report } from "./filed_facts.ts";

/** What one report states of an item: a value, and the facts that it is read from, several of a sum of classes. */
export interface Choice {
  readonly value: number;
  readonly facts: readonly [FiledFact, ...FiledFact[]];
}

/** Parts of a check may miss each other by so many units of the place to which all are rounded, at most millions. */
const CHECK_UNITS = 2;
const COARSEST = 1_000_000;

const UNITS: Readonly<Record<Item["unit"], RegExp>> = {
  currency: /^[A-Z]{3}$/,
  per_share: /^[A-Z]{3}\/shares$/,
  shares: /^shares$/,
  ratio: /^pure$/,
};

/**
 * Chooses what a report states of an item for a period: by the first of its tags that serves.
 * @param asked With the tags of the item that may serve.
 */
export function choiceIn(
  report: Report,
  id: ItemId,
  { filed, period, tags }: Asked & { readonly tags: readonly string[] },
): Choice | "item" | "conflict" {
  const item = itemOf(id);
  if (item === undefined) return "item";
  const stated = tags.flatMap((tag) => {
    const facts = factsIn(report, tag, { item, filed, period });
    const isPart = facts.length > 0 && isBeside(report, item.partialBeside?.[tag] ?? [], { filed, period });
    const choice = facts.length === 0 || isPart ? undefined : ofOneTag(report, facts, { item, period });
    return choice === undefined ? [] : [choice];
  });
  const [first] = stated;
  if (first === undefined) return "item";
  const choices = stated.filter((one) => one !== "conflict");
  if (!item.synonymTags || new Set(choices.map(({ value }) => value)).size < 2) return first;
  const proved = provedIn(report, id, { filed, period });
  const [only] = proved;
  return proved.size === 1 ? choices.find(({ value }) => value === only) ?? "conflict" : "conflict";
}

/** The period of which is asked, among all that is filed. */
export interface Asked {
  readonly filed: FiledFacts;
  readonly period: Period;
}

/** Whether a report states one of these tags for the period, and not as zero. */
export function isBeside({ accession }: Report, tags: readonly string[], { filed, period }: Asked): boolean {
  return tags.some((tag) => filed.of(tag, period).some((fact) => fact.accession === accession && fact.value !== 0));
}

/** The facts of a tag in a report, in units of the item; of several currencies those in that of the report. */
function factsIn(
  report: Report,
  tag: string,
  { item, filed, period }: Asked & { readonly item: Item },
): readonly FiledFact[] {
  const facts = filed.of(tag, period).filter(({ accession, unit }) =>
    accession === report.accession && UNITS[item.unit].test(unit)
  );
  if (facts.length < 2 || facts.every(({ unit }) => unit === facts[0]?.unit)) return facts;
  const currency = filed.currencyOf(report);
  return facts.filter(({ unit }) => unit.slice(0, currency.length) === currency);
}

/** A value of the whole company; if absent, of all its classes of shares. */
function ofOneTag(
  report: Report,
  facts: readonly FiledFact[],
  { item, period }: { readonly item: Item; readonly period: Period },
): Choice | "conflict" | undefined {
  const whole = facts.filter(({ share }) => share === undefined);
  if (whole.length > 0) return agreed(whole, { item, period });
  const classes = [...Map.groupBy(facts, ({ share }) => share).values()].map((of) => agreed(of, { item, period }));
  if (classes.some((one) => one === "conflict")) return "conflict";
  const choices = classes.filter((one) => one !== "conflict");
  const [first] = choices;
  if (first === undefined) return undefined;
  if (item.unit !== "per_share" && item.unit !== "shares") return undefined;
  if (item.unit === "per_share") return choices.every(({ value }) => value === first.value) ? first : "conflict";
  const all = new Set(report.facts.flatMap(({ share }) => share ?? []));
  if (item.kind !== "balance" || classes.length < all.size) return "conflict";
  const [one, ...others] = choices.map((choice) => choice.facts[0]).sort(byShare);
  const value = choices.reduce((sum, choice) => sum + choice.value, 0);
  return one === undefined ? undefined : { value, facts: [one, ...others] };
}

/** The one value of facts of one tag; of several first days the one nearest the period's is named. */
function agreed(
  facts: readonly FiledFact[],
  { item, period }: { readonly item: Item; readonly period: Period },
): Choice | "conflict" {
  const distance = ({ start = "" }: FiledFact) => Math.abs(dayNumber(start) - dayNumber(period.start ?? "")) || 0;
  const [first] = facts.length === 1
    ? facts
    : facts.toSorted((one, other) =>
      distance(one) - distance(other) || ((one.start ?? "") < (other.start ?? "") ? -1 : 1)
    );
  if (first === undefined || facts.some(({ value }) => value !== first.value)) return "conflict";
  return { value: item.isOutflow ? Math.abs(first.value) : first.value, facts: [first] };
}

/** The values of an item that a check proves in a report. */
function provedIn(report: Report, id: ItemId, asked: Asked): ReadonlySet<number> {
  const proved = new Set<number>();
  for (const check of CHECKS) {
    const at = partsOf(check).indexOf(id);
    if (at < 0) continue;
    const values = partsOf(check).map((part) => valuesIn(report, part, asked));
    for (const one of combinations(values)) {
      if (holds(one)) proved.add(one[at] ?? NaN);
    }
  }
  return proved;
}

function partsOf({ whole, less, leaves }: Check): readonly ItemId[] {
  return [whole, ...less, leaves];
}

/** All values that a report states of an item by any of its tags. */
function valuesIn(report: Report, id: ItemId, { filed, period }: Asked): readonly number[] {
  const item = itemOf(id);
  if (item === undefined) return [];
  const facts = item.tags.flatMap((tag) => factsIn(report, tag, { item, filed, period }));
  const whole = facts.filter(({ share }) => share === undefined);
  return [...new Set(whole.map(({ value }) => item.isOutflow ? Math.abs(value) : value))];
}

/** One of each list, in all ways. */
function combinations(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return lists.reduce<readonly (readonly number[])[]>(
    (begun, list) => begun.flatMap((one) => list.map((value) => [...one, value])),
    [[]],
  );
}

/** Whether the first less those between is the last, within rounding. */
function holds(values: readonly number[]): boolean {
  const [whole = NaN, ...others] = values;
  const left = others.reduce((rest, value) => rest - value, whole);
  return Math.abs(left) <= CHECK_UNITS * placeOf(values);
}

/** The greatest power of ten, up to millions, that all are multiples of. */
function placeOf(values: readonly number[]): number {
  let place = COARSEST;
  while (place > 1 && values.some((value) => value % place !== 0)) place /= 10;
  return place;
}

function byShare(one: FiledFact, other: FiledFact): number {
  return (one.share ?? "") < (other.share ?? "") ? -1 : 1;
}
