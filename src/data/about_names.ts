import { daysBetween, daySpan, longDay } from "../calendar/day.ts";
import type { TextSearch } from "./about.ts";
import { type NamedPeriod, type PeriodToken, readPeriod } from "./fact_period.ts";
import { joinTexts } from "./phrases/phrase.ts";
import type { FiscalPeriod } from "./statements.ts";
import { TEXT_KINDS, type TextDocument, type TextKind } from "./text_document.ts";
import { partsOfTerm, topicOf } from "./text_topics.ts";

const ORDINALS = ["first", "second", "third", "fourth"] as const;
/** A stretch this long is a year; one that is shorter than a part of one, of several quarters, is a quarter. */
const YEAR_DAYS = 340;
const PART_DAYS = 120;
const MONTH_DAYS = 365.25 / 12;
const NEWEST = {
  year: "fiscal year",
  quarter: "fiscal quarter",
  trailing: "twelve months",
  balance: "balance sheet date",
};

/** The claim of a word or a name, where there is one. */
export function worded(value: string | undefined): { readonly value: string; readonly shown: string } | undefined {
  return value === undefined ? undefined : { value, shown: value };
}

/** A period as it is asked for: `the fiscal year that ends in 2017`. */
export function askedPeriodName(named: NamedPeriod): string {
  switch (named.kind) {
    case "year": {
      const year = `the fiscal year that ends in ${named.year}`;
      return named.quarter === undefined ? year : `the ${ORDINALS[named.quarter - 1]} quarter of ${year}`;
    }
    case "part": {
      const words = named.months === 6 ? "six months" : "nine months";
      return "day" in named
        ? `the ${words} to ${longDay(named.day)}`
        : `the first ${words} of the fiscal year that ends in ${named.year}`;
    }
    case "rest":
      return `the last six months of the fiscal year that ends in ${named.year}`;
    case "newest": {
      const unit = named.of === "quarter" ? "quarter" : "year";
      const back = `${named.back} ${unit}${named.back === 1 ? "" : "s"}`;
      return named.back === 0 ? `the latest ${NEWEST[named.of]}` : `the ${NEWEST[named.of]} ${back} before the latest`;
    }
    case "ending":
      return `the ${named.of} to ${longDay(named.day)}`;
    case "on":
      return `the last day of a period on or before ${longDay(named.day)}`;
    case "balance":
      return `the day ${longDay(named.end)}`;
    case "flow":
      return `the ${lengthName(named.start, named.end)} to ${longDay(named.end)}`;
  }
}

/** Years, and quarters of 12 to 17 weeks, are the periods of reports; what lies between them is counted in months. */
export function lengthName(start: string, end: string): string {
  const days = daysBetween(start, end) + 1;
  if (days >= YEAR_DAYS) return "year";
  return days < PART_DAYS ? "quarter" : `${Math.round(days / MONTH_DAYS)} months`;
}

/** What reports cover, newest first: years, or quarters where the period is one of these. */
export function coverName(
  period: PeriodToken,
  { years, quarters }: { readonly years: readonly FiscalPeriod[]; readonly quarters: readonly FiscalPeriod[] },
): string {
  const named = readPeriod(period);
  const isShort = named?.kind === "flow" && lengthName(named.start, named.end) !== "year";
  const isQuarter = isShort || /^Q|[QMH]\d/.test(period);
  const [unit, covered] = isQuarter ? ["fiscal quarter", quarters] as const : ["fiscal year", years] as const;
  const newest = covered[0];
  if (newest === undefined) return `no ${unit}s`;
  return covered.length === 1
    ? `the ${unit} to ${longDay(newest.end)}`
    : `${unit}s ended ${daySpan(covered.at(-1)?.end, newest.end)}`;
}

/** Texts of kinds, so many of them; where there are none, of each of the kinds: other kinds may be there. */
export function textsName(kinds: readonly TextKind[], count: number): string {
  const [only, ...others] = kinds.map((kind) =>
    kind === "news" ? "news item" : kind === "other" ? "other document" : kind
  );
  if (count === 0 && only !== undefined && others.length > 0) {
    return joinTexts([only, ...others].map((one) => `${one}s`), "list").replace(" and ", " or ");
  }
  return `${only === undefined || others.length > 0 ? "document" : only}${count === 1 ? "" : "s"}`;
}

/** Topics by their names, words in quotation marks; those that stand together as they do. */
export function termsName(terms: readonly string[]): string {
  const named = terms.map((term) => {
    const parts = partsOfTerm(term).map((part) => topicOf(part)?.name ?? part);
    return parts.length > 1 || topicOf(term) !== undefined ? parts.join(" ") : JSON.stringify(term);
  });
  return joinTexts(named, "list") || "anything to quote";
}

/** The days of a search; `undefined` where it has none. */
export function daysName({ from, to }: Pick<TextSearch, "from" | "to">): string | undefined {
  if (from === undefined) return to && `by ${longDay(to)}`;
  return from === to
    ? `on ${longDay(from)}`
    : to === undefined
    ? `from ${longDay(from)} on`
    : `from ${daySpan(from, to)}`;
}

/** The first and the last day of some texts; `undefined` of none. */
export function textDays(texts: readonly TextDocument[]): string | undefined {
  const days = texts.map(({ day }) => day).toSorted();
  return days[0] && daySpan(days[0], days.at(-1));
}

/** How many texts of each kind there are, and of which days. */
export function heldName(texts: readonly TextDocument[]): string {
  const named = TEXT_KINDS.flatMap((kind) => {
    const all = texts.filter((one) => one.kind === kind);
    const count = all.length.toLocaleString("en-US");
    return all.length === 0 ? [] : [`${count} ${textsName([kind], all.length)} (${textDays(all)})`];
  });
  return joinTexts(named, "list") || "no other document on it";
}
