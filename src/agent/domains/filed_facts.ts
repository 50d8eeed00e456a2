import { dayNumber, isDay } from "../../calendar/day.ts";
import { ANNUAL_FORMS, type Face, type Item, PERIODIC_FORMS } from "../../data/metrics/items.ts";
import type { FiledFact } from "../../data/records.ts";
import type { Period } from "../../data/statements.ts";

/** Days by which the first days of one period, and the last days of one year, may differ: weeks begin on other weekdays. */
export const WEEK = 7;

const PERIODIC: ReadonlySet<string> = new Set(PERIODIC_FORMS);

/** A periodic report, with what it states. */
export interface Report {
  readonly accession: string;
  readonly filed: string;
  readonly isAnnual: boolean;
  /** A report of a transition, whose periods are neither fiscal years nor quarters. */
  readonly isTransition: boolean;
  readonly facts: readonly FiledFact[];
  /** The tags on each primary statement that it shows; none where its facts come without their places. */
  readonly shown: ReadonlyMap<Face, ReadonlySet<string>>;
}

const NONE: readonly FiledFact[] = [];

/** Facts of periodic reports, found by tag and last day. */
export class FiledFacts {
  /** In the order in which they were filed. */
  readonly reports: readonly Report[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #byTag: ReadonlyMap<string, ReadonlyMap<string, readonly FiledFact[]>>;
  readonly #currencies = new Map<string, string>();

  constructor(facts: readonly FiledFact[]) {
    const sound = facts.filter(isSound);
    this.reports = [...Map.groupBy(sound, ({ accession }) => accession).values()].map(reportOf).sort(inOrder);
    this.#places = new Map(this.reports.map(({ accession }, place) => [accession, place]));
    const byTag = Map.groupBy(sound, ({ tag }) => tag);
    this.#byTag = new Map([...byTag].map(([tag, of]) => [tag, Map.groupBy(of, ({ end }) => end)]));
  }

  /** What any report states by a tag for a period. */
  of(tag: string, { start, end }: Period): readonly FiledFact[] {
    const found = this.#byTag.get(tag)?.get(end);
    return found === undefined ? NONE : found.filter((fact) => isSameStart(fact.start, start));
  }

  /** All that any report states by a tag. */
  tagged(tag: string): readonly FiledFact[] {
    return [...this.#byTag.get(tag)?.values() ?? []].flat();
  }

  /** All that any report states by a tag up to a day, its last. */
  ending(tag: string, end: string): readonly FiledFact[] {
    return this.#byTag.get(tag)?.get(end) ?? [];
  }

  /** Place of a fact's report among all, in the order in which they were filed. */
  placeOf({ accession }: FiledFact): number {
    return this.#places.get(accession) ?? -1;
  }

  /** The currency in which a report states most of its figures. */
  currencyOf({ facts, accession }: Report): string {
    return this.#currencies.getOrInsertComputed(accession, () => mostUsed(facts));
  }
}

const numbers = new Map<string, number>();

/** A day as a number, NaN for a text that is no day: facts of a company share some hundred days, and each is read once. */
function numberOf(day: string): number {
  const known = numbers.get(day);
  if (known !== undefined) return known;
  if (!isDay(day)) return NaN;
  const number = dayNumber(day);
  numbers.set(day, number);
  return number;
}

/** Calendar days of a stretch, its first and last day included. */
export function lengthOf({ start, end }: Required<Period>): number {
  return numberOf(end) - numberOf(start) + 1;
}

/** Whether two days are at most so many days apart. */
export function isWithin(days: number, one: string, other: string): boolean {
  return Math.abs(numberOf(one) - numberOf(other)) <= days;
}

function isSameStart(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && isWithin(WEEK, one, other));
}

/** A report cannot state what is after it. */
function isSound({ form, value, start, end, filed }: FiledFact): boolean {
  if (!PERIODIC.has(form) || !Number.isFinite(value) || Number.isNaN(numberOf(end)) || end > filed) return false;
  return start === undefined || (start <= end && !Number.isNaN(numberOf(start)));
}

function reportOf(facts: readonly FiledFact[]): Report {
  const [{ accession = "", filed = "", form = "" } = {}] = facts;
  const isAnnual = ANNUAL_FORMS.includes(form);
  return { accession, filed, facts, isAnnual, isTransition: form.startsWith("10-QT"), shown: shownBy(facts) };
}

function shownBy(facts: readonly FiledFact[]): Report["shown"] {
  const places = facts.flatMap(({ tag, faces = [] }) => faces.map((face) => ({ face, tag })));
  const byFace = Map.groupBy(places, ({ face }) => face);
  return new Map([...byFace].map(([face, of]) => [face, new Set(of.map(({ tag }) => tag))]));
}

/** The tags that may serve of an item in a report, as its statements show; `undefined` where they show nothing of it. */
export function shownTags({ tags, face, isFaced }: Item, { shown }: Report): readonly string[] | undefined {
  const there = shown.get(face);
  const found = there === undefined ? [] : tags.filter((tag) => there.has(tag));
  return found.length > 0 || there !== undefined && isFaced ? found : undefined;
}

function inOrder(one: Report, other: Report): number {
  const isBefore = one.filed === other.filed ? one.accession < other.accession : one.filed < other.filed;
  return isBefore ? -1 : 1;
}

function mostUsed(facts: readonly FiledFact[]): string {
  const counts = new Map<string, number>();
  for (const { unit } of facts) {
    const currency = unit.slice(0, 3);
    if (/^[A-Z]{3}$/.test(unit)) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
  return most?.[0] ?? "";
}
