import { type ItemId, itemOf } from "../../data/metrics/items.ts";
import { type Check, CHECKS } from "../../data/metrics/reports.ts";
import type { Period } from "../../data/statements.ts";
import { isSame, type Report } from "./reports.ts";

/** The greatest place to which figures may be rounded and still prove anything, and how many of its units may be off. */
const COARSEST_PLACE = 1e6;
const UNITS_OFF = 2;

/**
 * Which of several values of an item an identity of the same report proves; undefined where it proves none, or several.
 * @param place `values` are those that contradict each other.
 */
export function provedOf(
  id: ItemId,
  period: Period,
  { report, values }: { readonly report: Report; readonly values: readonly number[] },
): number | undefined {
  const read = (item: ItemId) => valuesOf(item, period, report);
  const proved = values.filter((value) =>
    CHECKS.some((check) => hasProof(check, (item) => item === id ? [value] : read(item), id))
  );
  const [first] = proved;
  return proved.every((value) => value === first) ? first : undefined;
}

/** Whether the whole, less the others, leaves what it should, for some of the values that the report has for each. */
function hasProof({ whole, less, leaves }: Check, read: (item: ItemId) => readonly number[], id: ItemId): boolean {
  if (![whole, ...less, leaves].includes(id)) return false;
  const parts: readonly ItemId[] = [...less, leaves];
  const rows = parts.reduce<readonly (readonly number[])[]>(
    (rows, part) => rows.flatMap((row) => read(part).map((value) => [...row, value])),
    read(whole).map((value) => [value]),
  );
  return rows.some((row) => {
    const [all = NaN, ...others] = row;
    const rest = others.reduce((left, value) => left - value, all);
    return Math.abs(rest) <= UNITS_OFF * placeOf(row);
  });
}

/** The place to which all numbers are rounded, like 1000. */
function placeOf(values: readonly number[]): number {
  let place = 1;
  while (place < COARSEST_PLACE && values.every((value) => value % (place * 10) === 0)) place *= 10;
  return place;
}

function valuesOf(id: ItemId, period: Period, { facts, currency }: Report): readonly number[] {
  const { tags, fallbackTags = [], isOutflow } = itemOf(id);
  const found = tags.filter((tag) => !fallbackTags.includes(tag)).flatMap((tag) => facts.get(tag) ?? [])
    .filter((one) => one.unit === currency && isSame(one, period));
  return [...new Set(found.map(({ value }) => isOutflow ? Math.abs(value) : value))];
}
