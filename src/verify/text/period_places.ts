import { isDay } from "../../calendar/day.ts";
import type { PeriodToken } from "../../data/fact_period.ts";
import { ANY_MONTH, countNamed, monthOf, yearNamed } from "../../terms/calendar_words.ts";
import { dayOf, monthsFrom } from "../../data/question/calendar.ts";
import { form, takenBy } from "../../terms/places.ts";
import type { Stretch } from "../../data/texts/sentences.ts";

/** What a piece of a sentence says of time. */
export type SaidPeriod =
  /** A fiscal year or quarter by its number or its end. `isCalendar` where the calendar's may be meant as well. */
  | { readonly kind: "token"; readonly token: PeriodToken; readonly isCalendar?: boolean }
  /** So many months to a day, from the beginning of its fiscal year. */
  | { readonly kind: "months"; readonly months: number; readonly day: string }
  /** A day, of a balance. */
  | { readonly kind: "day"; readonly day: string }
  /** A quarter of a year that is not named. */
  | { readonly kind: "quarter"; readonly quarter: number }
  /** So much before the period that it is compared with. */
  | { readonly kind: "before"; readonly years: number; readonly quarters: number }
  /** A time that no report of ours has alone, like a half year. */
  | { readonly kind: "unread" };

/** A time that a sentence names. */
export interface PeriodPlace extends Stretch {
  readonly said: SaidPeriod;
}

const YEAR = String.raw`((?:19|20)\d\d|'?\d\d)(?!\d|[.,]\d)`;
const LONG = String.raw`((?:19|20)\d\d)(?!\d|[.,]\d)`;
const FISCAL = String.raw`(?:fy ?|fiscal(?: years?| )? ?|financial year )`;
const ORDINAL = "(first|second|third|fourth|1st|2nd|3rd|4th)";
const DAY = String
  .raw`(?:(\d{4}-\d\d-\d\d)|(\d{1,2})(?:st|nd|rd|th)? (?:of )?(${ANY_MONTH})\.?,? ((?:19|20)\d\d)|(${ANY_MONTH})\.? (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)|(${ANY_MONTH})\.?,? (?:of )?((?:19|20)\d\d))`;

interface Form {
  readonly words: RegExp;
  readonly read: (groups: readonly string[]) => SaidPeriod | undefined;
}

const before = (years: number, quarters = 0): SaidPeriod => ({ kind: "before", years, quarters });
const token = (token: PeriodToken, isCalendar = false): SaidPeriod => ({ kind: "token", token, isCalendar });

/** In order: what one has taken, no later one reads. */
const FORMS: readonly Form[] = [
  form`\b(?:fiscal |financial )?(year|quarter|(?:twelve|12|three|3|six|6|nine|9)[- ]months?)(?: period)? (?:that )?(?:to|ended(?: on)?|ending(?: on)?|ends on|through)(?: the)? ${DAY}`(
    ([unit = "", ...day]) => {
      const end = dayWritten(day);
      if (end === undefined) return undefined;
      const months = countNamed(unit.split(/[- ]/)[0] ?? "");
      if (months === 6 || months === 9) return { kind: "months", months, day: end };
      return token(`${unit === "quarter" || months === 3 ? "Q" : "FY"}to${end}`);
    },
  ),
  form`\b(?:the |its )?(?:same|corresponding|comparable|prior[- ]year|year[- ]ago|year[- ]earlier) (?:quarter|period|months)s? (?:to|ended|ending|of)(?: the)? ${DAY}`(
    () => before(1),
  ),
  form`\bq([1-4])[\s/-]*(?:of |in )?(${FISCAL})?${YEAR}`(([quarter, fiscal, year = ""]) =>
    token(`FY${yearNamed(year)}Q${quarter}`, fiscal === "")
  ),
  form`(?<![\w.,])([1-4])q[\s/-]*(${FISCAL})?${YEAR}`(([quarter, fiscal, year = ""]) =>
    token(`FY${yearNamed(year)}Q${quarter}`, fiscal === "")
  ),
  form`(${FISCAL})?(?<![\d$.,])${LONG}[\s/-]*q([1-4])\b`(([fiscal, year, quarter]) =>
    token(`FY${year}Q${quarter}`, fiscal === "")
  ),
  form`\b(fiscal |financial )?${ORDINAL}[- ](fiscal )?quarter(?:'s|s)?[\s,]*(?:of |in )?(?:the )?(${FISCAL})?${LONG}`((
    [own, ordinal = "", inner, fiscal, year],
  ) => token(`FY${year}Q${quarterNamed(ordinal)}`, `${own}${inner}${fiscal}` === "")),
  form`${FISCAL}${LONG}(?:'s)?,? ${ORDINAL}[- ]quarter\b`(([year, ordinal = ""]) =>
    token(`FY${year}Q${quarterNamed(ordinal)}`)
  ),
  form`(?<![\w$.,])${LONG}(?:'s)? ${ORDINAL}[- ]quarter\b`(([year, ordinal = ""]) =>
    token(`FY${year}Q${quarterNamed(ordinal)}`, true)
  ),
  form`\b(?!(?:an?|the|this|that|its|each|every|per|in|of|last|past|prior|previous|same|${ANY_MONTH})\b)[a-z]+[- ]quarter,? (?:of )?(?:${FISCAL})?${LONG}`(
    () => ({ kind: "unread" }),
  ),
  form`\b(?:(first[- ]half|h1|1h|first six months)|(second[- ]half|h2|2h|last six months)|first nine months|9m)(?:'s)?[\s,]*(?:of |in )?(?:the )?(${FISCAL})?${YEAR}`(
    ([first, second, fiscal, year = ""]) =>
      token(`FY${yearNamed(year)}${first !== "" ? "M6" : second !== "" ? "H2" : "M9"}`, fiscal === ""),
  ),
  form`\b(?:half[- ]year|year[- ]to[- ]date|(?:six|nine)[- ]months?)[\s,]*(?:of |in )?(?:${FISCAL})?${YEAR}`(() => ({
    kind: "unread",
  }) // "the half-year 2017", whose year is no time of its own
  ),
  form`\b${FISCAL}'?${YEAR}(?!-\d)`(([year = ""]) => token(`FY${yearNamed(year)}`)),
  form`(?<![\w.,$-])${LONG} (?:fiscal|financial) year\b`(([year]) => token(`FY${year}`)),
  form`\b(?:ttm|ltm|trailing[- ](?:twelve|12)[- ]months?|(?:last|past) (?:twelve|12) months)\b`(() => token("TTM")),
  form`\b(?:first|second)[- ]half\b|\bh[12]\b|\bhalf[- ]year\b|\byear[- ]to[- ]date\b|\b(?:six|nine)[- ]months?\b`(
    () => ({ kind: "unread" }),
  ),
  form`\byear[- ](?:over|on)[- ]year\b|\by\/y\b|\byoy\b|\b(?:from|than|versus|vs\.?|over|on|of) (?:a|one) year (?:ago|earlier|before)\b|\b(?:a|one|the) year (?:ago|earlier|before|prior|previously)\b|\b(?:the )?(?:same|corresponding|comparable|year[- ]ago|prior[- ]year|previous[- ]year|year[- ]earlier) (?:quarter|period|month|figure|level|total)(?: (?:of )?(?:last year|a year (?:ago|earlier)|the (?:prior|previous|year) (?:before|year)|(?:of|in) the (?:prior|previous) (?:fiscal )?year|the year before|one year (?:ago|earlier)))?|\byear[- ](?:ago|earlier)\b|\b(?:the |its )?(?:prior|previous|preceding)(?:[- ]fiscal)?[- ]year(?:'s)?\b|\b12 months earlier\b|\btwelve months earlier\b`(
    () => before(1),
  ),
  form`\b(?:the )?last (?:fiscal )?year(?:'s)?\b`(() => before(1)),
  form`\btwo years (?:ago|earlier|before)\b`(() => before(2)),
  form`\bquarter[- ](?:over|on)[- ]quarter\b|\bq\/q\b|\bqoq\b|\bsequentially\b|\bsequential\b|\b(?:the |its )?(?:prior|previous|preceding) (?:fiscal )?quarter(?:'s)?\b|\b(?:a|one|the) quarter (?:ago|earlier|before)\b|\bthree months earlier\b`(
    () => before(0, 1),
  ),
  form`\b(?:(?:fiscal|financial) )?${ORDINAL}[- ](?:fiscal )?quarter\b|\bq([1-4])\b`(([ordinal = "", number = ""]) => ({
    kind: "quarter",
    quarter: number === "" ? quarterNamed(ordinal) : Number(number),
  })),
  form`\b(${ANY_MONTH})\.? ${LONG}[- ]quarter\b`(([month = "", year = ""]) =>
    token(`Qto${monthsFrom(Number(year), monthOf(month) - 1, 1).to}`)
  ),
  form`\b(${ANY_MONTH})[- ]quarter(?: of)? ${LONG}`(([month = "", year = ""]) =>
    token(`Qto${monthsFrom(Number(year), monthOf(month) - 1, 1).to}`)
  ),
  form`\b(?:at|as of|as at|on|by|ended|ending)(?: the)?(?: close of| end of)? ${DAY}`((day) => {
    const on = dayWritten(day);
    return on === undefined ? undefined : { kind: "day", day: on };
  }),
  form`${DAY}`((day) => {
    const [, , , , , , , alone = ""] = day;
    const on = dayWritten(day);
    return alone === "" && on !== undefined ? { kind: "day", day: on } : { kind: "unread" };
  }),
  form`(?<![\w$€£.,/#%+-])${LONG}(?:'s)?(?![\w%/]|-\d)(?! ?(?:%|€|\$|usd\b|million|billion|shares|employees|stores))`((
    [year],
  ) => token(`FY${year}`, true)),
  form`(?<![\w.,$])((?:19|20)\d\d)[-/](?:(?:19|20)\d\d|\d\d)(?!\d)`(() => ({ kind: "unread" })),
];

/** The times that a sentence names, in order; of folded text. */
export function periodPlaces(folded: string): readonly PeriodPlace[] {
  return takenBy(folded, FORMS, ({ read }, piece, groups): PeriodPlace | undefined => {
    const said = read(groups);
    return said && { ...piece, said };
  }).found;
}

function quarterNamed(ordinal: string): number {
  const words = ["first", "second", "third", "fourth"].indexOf(ordinal);
  return words >= 0 ? words + 1 : Number(ordinal.charAt(0));
}

/** `2017-09-30`, `30 September 2017`, `September 30, 2017`, or the last day of `September 2017`. */
function dayWritten(parts: readonly string[]): string | undefined {
  const [iso = "", day = "", month = "", year = "", second = "", date = "", other = "", alone = "", last = ""] = parts;
  if (iso !== "") return isDay(iso) ? iso : undefined;
  if (year !== "") return dayOf(Number(year), monthOf(month), Number(day));
  if (other !== "") return dayOf(Number(other), monthOf(second), Number(date));
  return alone === "" ? undefined : monthsFrom(Number(last), monthOf(alone) - 1, 1).to;
}
