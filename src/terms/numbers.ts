import { COUNT_WORDS, countNamed, UNIT, unitNamed } from "./calendar_words.ts";
import { anyOf, pattern } from "./fold.ts";
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

const SESSIONS = { day: 1, week: 5, month: 21, quarter: 63, year: 252 };
/** Short units, which are some beside a number only, in sessions. */
const SHORT = valued(
  "1 d session sessions handelstag handelstage handelstagen; 5 w wk wks; 21 m mo mth mths; 63 q; 252 y yr yrs",
);
const SCALES = valued(
  "1e3 k thousand; 1e6 mn mio million millions millionen millones milioni; 1e9 b bn billion billions mrd milliarden milliards miliardi; 1e12 tn trn trillion trillions",
);
const SHARES = valued("0.01 % percent pct prozent; 0.0001 bp bps");
/** Numbers in words beyond those that count units of time. */
const TENS = valued(
  "15 fifteen; 20 twenty zwanzig vingt veinte venti; 30 thirty trente treinta trenta; 40 forty; 50 fifty; 60 sixty; 90 ninety; 100 hundred",
);
const ARTICLE = "an?|one|eine?[mrs]?|une?|un[oa]";
const IS_ARTICLE = new RegExp(`^(?:${ARTICLE})$`);
const QUANTITY = pattern`(?<![\w.,/&'-]|[a-z]\d)([$€£]\s?)?
  (\d(?:\d|[.,](?=\d))*|(?:one|(?<=\b(?:within|in|over|for|innerhalb|binnen|sur|dans|en) )(?:${ARTICLE}))(?=[ -])|${
  anyOf([...COUNT_WORDS, ...TENS.keys()])
})
  (?:[ -]?-?(?:(?:trading|calendar|business|full|rolling|consecutive) )?(${
  anyOf([...SHORT.keys(), ...SCALES.keys(), ...SHARES.keys()])
}|${UNIT})|(?![\w]))(?![\w/]|[.,-]\d)`;

/** The numbers of a folded text, with the units that stand beside them; what is part of another word is not one. */
export function quantitiesIn(folded: string): readonly Quantity[] {
  return [...folded.matchAll(QUANTITY)].flatMap(
    ({ index: start, 0: whole, 1: money, 2: number = "", 3: unit = "" }) => {
      const isArticle = unit === "" && IS_ARTICLE.test(number); // "which one", "in a row"
      if (isArticle || /^\d+-[kq]$/.test(whole)) return []; // "10-K"
      const place = { start, end: start + whole.length };
      const value = /^\d/.test(number) ? numberOf(number) : TENS.get(number) ?? countNamed(number);
      if (money !== undefined) {
        return { ...place, value: value * (unit === "m" ? 1e6 : SCALES.get(unit) ?? 1), isMoney: true };
      }
      const share = SHARES.get(unit);
      if (share !== undefined) return { ...place, value: value * share, isShare: true };
      const scaled = unit === "" ? 1 : SCALES.get(unit);
      if (scaled !== undefined) return { ...place, value: value * scaled };
      return { ...place, value, sessions: value * (SHORT.get(unit) ?? SESSIONS[unitNamed(unit)]) };
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

/** `1e3 k thousand; 1e6 mn` as a value of each word. */
function valued(rows: string): ReadonlyMap<string, number> {
  return new Map(
    rows.split("; ").flatMap((row) => {
      const [value, ...words] = row.split(" ");
      return words.map((word) => [word, Number(value)] as const);
    }),
  );
}
