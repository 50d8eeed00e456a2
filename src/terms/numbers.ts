import { COUNT_WORDS, countNamed, UNIT, type Unit, unitNamed } from "./calendar_words.ts";
import { anyOf } from "./fold.ts";
import type { Place } from "./places.ts";

/** A number of a text with its unit. */
export interface Quantity extends Place {
  /** 0.15 of `15 %`, 1e11 of `$100 billion`. */
  readonly value: number;
  /** Sessions of a span like `30-day`, `6 months` or `52w`, as measures count them. */
  readonly sessions?: number;
  readonly isShare?: true;
  readonly isMoney?: true;
}

const SESSIONS: Readonly<Record<Unit, number>> = { day: 1, week: 5, month: 21, quarter: 63, year: 252 };
/** Units beside a number only. */
const SHORT: Readonly<Record<string, Unit>> = table<Unit>({
  day: "d session sessions handelstag handelstage handelstagen",
  week: "w wk wks",
  month: "m mo mth mths",
  quarter: "q",
  year: "y yr yrs",
});
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  ...scale(1e6, "mn mio million millions millionen millones milioni"),
  ...scale(1e9, "b bn billion billions mrd milliarden milliards miliardi"),
  ...scale(1e12, "tn trn trillion trillions"),
};
const SHARES: Readonly<Record<string, number>> = {
  ...scale(0.01, "% percent pct prozent"),
  ...scale(0.0001, "bp bps"),
};
/** Numbers in words beyond those that count units of time. */
const MORE_COUNTS: Readonly<Record<string, number>> = {
  fifteen: 15,
  ...scale(20, "twenty zwanzig vingt veinte venti"),
  ...scale(30, "thirty trente treinta trenta"),
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
};
const UNITS = anyOf([...Object.keys(SHORT), ...Object.keys(SCALES), ...Object.keys(SHARES)]);
const QUANTITY = new RegExp(
  String
    .raw`(?<![\w.,/&'-]|[a-z]\d)([$€£]\s?)?(\d(?:\d|[.,](?=\d))*|(?<=\b(?:within|in|over|for|innerhalb|binnen|sur|dans|en) )(?:an?|eine[mrs]?|une?|un[oa])|${
    anyOf(["one", ...COUNT_WORDS, ...Object.keys(MORE_COUNTS)])
  })` +
    String
      .raw`(?:[ -]?-?(?:(?:trading|calendar|business|full|rolling|consecutive) )?(${UNITS}|${UNIT})|(?![\w]))(?![\w/]|[.,-]\d)`,
  "g",
);

/** The numbers of a folded text, with the units that stand beside them; what is part of another word is none. */
export function quantitiesIn(folded: string): readonly Quantity[] {
  return [...folded.matchAll(QUANTITY)].flatMap(
    ({ index: start, 0: whole, 1: money, 2: number = "", 3: unit = "" }): Quantity[] => {
      if (/^(?:one|an?|eine?[mrs]?|une?|un[oa])$/.test(number) && unit === "") return []; // "which one", "in a row"
      const place = { start, end: start + whole.length };
      const value = /^\d/.test(number) ? numberOf(number) : MORE_COUNTS[number] ?? countNamed(number);
      if (money !== undefined) {
        return [{ ...place, value: value * (unit === "m" ? 1e6 : SCALES[unit] ?? 1), isMoney: true }];
      }
      const share = SHARES[unit];
      if (share !== undefined) return [{ ...place, value: value * share, isShare: true }];
      const scaled = SCALES[unit];
      if (unit === "" || scaled !== undefined) return [{ ...place, value: value * (scaled ?? 1) }];
      return [{ ...place, value, sessions: value * SESSIONS[SHORT[unit] ?? unitNamed(unit)] }];
    },
  );
}

/** Two spans that are one setting: twelve months and 252 sessions, 52 weeks and a year. */
export function isSameSpan(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.05 * other;
}

/** `1,000` is a thousand, `0,8` is eight tenths. */
function numberOf(text: string): number {
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text);
  return Number(isGrouped ? text.replaceAll(",", "") : text.replace(",", "."));
}

function scale(value: number, words: string): Readonly<Record<string, number>> {
  return Object.fromEntries(words.split(" ").map((word) => [word, value]));
}

function table<T extends string>(rows: Readonly<Partial<Record<T, string>>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    (Object.entries(rows) as [T, string][]).flatMap(([value, words]) => words.split(" ").map((word) => [word, value])),
  );
}
