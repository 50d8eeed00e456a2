import { type ItemId, itemOf } from "../../data/metrics/items.ts";
import { onceEach } from "../../data/once_each.ts";
import type { Reported, Statements, Version } from "../../data/statements.ts";
import { dayNumber } from "../../calendar/day.ts";
import { amountWords } from "../fact_words.ts";
import { periodName, type ResolvedPeriod } from "./resolve_periods.ts";

/** What a text states of an item for a period: the item, its change, or its share of another. */
export interface Measured {
  readonly item: ItemId;
  readonly how: "level" | "growth" | "yearly" | "difference" | "ratio" | "share";
  /** Of what a share is. */
  readonly of?: ItemId;
  /** Present where it may be that of another item too, as `EPS` is basic or diluted. */
  readonly or?: ItemId;
}

/** A value that the reports give for it. */
export interface ItemValue {
  readonly value: number;
  /** ISO 4217 code; absent of ratios and counts. */
  readonly currency?: string;
  /** Says like `revenue of the year to 2017-09-30 is $229.2bn`: many are compared, and few are reported. */
  readonly says: () => string;
  readonly source: string;
}

const VERSIONS: readonly Version[] = ["newest", "first"];
const NOTES: Readonly<Record<Version, string>> = { newest: "", first: ", as first reported" };

/** All that reports give for it: as it is known newest, as it was filed first, and in the shares of that day. */
export function itemValues(
  measured: Measured,
  at: { readonly period: ResolvedPeriod; readonly before?: ResolvedPeriod | undefined },
  statements: Statements,
): readonly ItemValue[] {
  const found = VERSIONS.flatMap((version) => valueOf(measured, at, { statements, version }) ?? []);
  return measured.how === "level" ? [...found, ...unsplit(measured.item, at.period, statements)] : found;
}

interface From {
  readonly statements: Statements;
  readonly version: Version;
}

function valueOf(
  { item, how, of }: Measured,
  { period, before }: { readonly period: ResolvedPeriod; readonly before?: ResolvedPeriod | undefined },
  from: From,
): ItemValue | undefined {
  const now = statedOf(item, period, from);
  if (now === undefined) return undefined;
  const name = itemOf(item).name;
  const note = NOTES[from.version];
  const source = now.facts[0]?.source ?? "";
  if (how === "level") {
    return {
      value: now.value,
      ...currencyOf(now),
      source,
      says: () => `${name} of ${periodName(period)} is ${wordsOf(item, now)}${note}`,
    };
  }
  const other = how === "share" ? of && statedOf(of, period, from) : before && statedOf(item, before, from);
  if (!other || other.unit !== now.unit) return undefined;
  const value = changeOf(how, { now, other, years: before ? yearsBetween(before, period) : 1 });
  if (value === undefined) return undefined;
  const both = () =>
    how === "share"
      ? `${wordsOf(item, now)}, and ${of && itemOf(of).name} ${of && wordsOf(of, other)}`
      : `${wordsOf(item, now)}, and of ${before ? periodName(before) : ""} ${wordsOf(item, other)}`;
  return {
    value,
    source,
    ...(how === "difference" && currencyOf(now)),
    says: () => `${name} of ${periodName(period)} is ${both()}${changeWords(how, value)}${note}`,
  };
}

function changeOf(
  how: Measured["how"],
  { now, other, years }: { readonly now: Reported; readonly other: Reported; readonly years: number },
): number | undefined {
  if (how === "difference") return now.value - other.value;
  if (!(other.value > 0) || now.unit === "pure") return undefined;
  const quotient = now.value / other.value;
  if (how === "growth") return quotient - 1;
  if (how === "yearly") return quotient > 0 && years >= 2 ? Math.exp(Math.log(quotient) / years) - 1 : undefined;
  return quotient;
}

function changeWords(how: Measured["how"], value: number): string {
  const percent = `${(100 * value).toFixed(1)}%`;
  switch (how) {
    case "growth":
      return `, a change of ${percent}`;
    case "yearly":
      return `, a change of ${percent} a year`;
    case "share":
      return `, a share of ${percent}`;
    case "ratio":
      return `, ${value.toFixed(2)} times as much`;
    default:
      return "";
  }
}

function yearsBetween(before: ResolvedPeriod, after: ResolvedPeriod): number {
  return Math.round((dayNumber(after.end) - dayNumber(before.end)) / 365.25);
}

/** What was read of reports: a text names the same few periods again and again. */
const keptOf = onceEach((_: Statements) => new Map<string, Reported | undefined>());

function statedOf(item: ItemId, period: ResolvedPeriod, from: From): Reported | undefined {
  const known = keptOf(from.statements);
  const key = [item, period.start, period.end, period.isTrailing, from.version].join(" ");
  return known.getOrInsertComputed(key, () => readStated(item, period, from));
}

function readStated(item: ItemId, period: ResolvedPeriod, { statements, version }: From): Reported | undefined {
  const isFlow = itemOf(item).kind === "flow";
  if (period.isTrailing) {
    const found = isFlow ? statements.trailing(item) : statements.balance(item);
    return typeof found === "string" ? undefined : found;
  }
  if (isFlow && period.start === undefined) return undefined;
  const found = statements.stated(item, isFlow ? period : { end: period.end }, version);
  return typeof found === "string" ? undefined : found;
}

/** The figure as a report has it, in shares before a later split. */
function unsplit(item: ItemId, period: ResolvedPeriod, statements: Statements): readonly ItemValue[] {
  return VERSIONS.flatMap((version): ItemValue[] => {
    const stated = statedOf(item, period, { statements, version });
    const [fact, ...others] = stated?.facts ?? [];
    if (stated === undefined || fact === undefined || others.length > 0 || !stated.unit.includes("shares")) return [];
    if (fact.value === stated.value) return [];
    const own = { ...stated, value: fact.value };
    const name = itemOf(item).name;
    return [{
      value: fact.value,
      ...currencyOf(own),
      source: fact.source,
      says: () => `${name} of ${periodName(period)} is ${wordsOf(item, own)}, in the shares of ${fact.filed}`,
    }];
  });
}

function currencyOf({ unit }: Reported): { readonly currency?: string } {
  const [code = ""] = unit.split("/");
  return /^[A-Z]{3}$/.test(code) ? { currency: code } : {};
}

function wordsOf(item: ItemId, stated: Reported): string {
  return amountWords(stated, { item, period: "FY", version: "newest" });
}
