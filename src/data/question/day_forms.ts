import { dayOf, type Days, monthsFrom } from "./calendar.ts";
import { ANY_MONTH, FULL_MONTH, monthOf, ORDINAL, ordinalNamed, yearNamed } from "../../terms/calendar_words.ts";
import { form } from "../../terms/places.ts";
import type { TimeForm, TimeRead } from "./found_time.ts";

/** A year in four figures, or in two after an apostrophe. */
const YEAR = String.raw`((?:1[89]|20|21)\d\d(?!\d)|'\d\d(?!\d))`;
const SHORT_YEAR = String.raw`((?:1[89]|20|21)\d\d(?!\d)|'?\d\d(?!\d))`;
const OF = String.raw`(?:\s*,\s*|[\s-]+)(?:of\s+|in\s+|de\s+|del\s+|do\s+|von\s+|des jahres\s+)?`;
const DATE = String.raw`(\d{1,2})(?:st|nd|rd|th|er|\.|º)?`;
const NO_FISCAL = "the data have calendar days only, so name these";

/** Days and spans that name their year, from the most certain form to the least. */
export const DATED_FORMS: readonly TimeForm[] = [
  form`\b(?:fy\s?'?(?:\d{4}|\d\d)?|fiscal(?:\s+year)?\s+'?(?:\d{4}|\d\d)|fiscal (?:year|quarter)s?)\b`(() => ({
    problem: NO_FISCAL,
  })),
  form`(?<![\w.,/$-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d%]|[.,/-]\d)`(([y, , m, d]) => dayRead(y, m, d)),
  form`(?<![\w.,$-])((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?![\w%]|[.,]\d)`(([y, m, d]) => dayRead(y, m, d)),
  form`(?<![\w.,/-])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?![\w%])`(([d, m, y]) => dayRead(y, m, d)),
  form`(?<![\w.,/-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)(?![\w%]|[/-])`(([one, , two, y]) => slashed(one, two, y)),
  form`(?<![\w.,])${DATE}(?:\s+(?:of\s+|de\s+|di\s+)?|-)(${ANY_MONTH})\b\.?${OF}${YEAR}`(([d, m, y]) =>
    dayRead(y, m, d)
  ),
  form`\b(${ANY_MONTH})\b\.?\s+(?:the\s+)?${DATE}(?:\s*,\s*|\s+(?:of\s+)?)${YEAR}`(([m, d, y]) => dayRead(y, m, d)),
  form`\b(${ANY_MONTH})\b\.?${OF}${YEAR}`(([month, year]) => monthRead(year, month)),
  form`(?<![\w/.,-])(0?[1-9]|1[0-2])\/((?:19|20)\d\d)(?![\w/])`(([month, year]) => monthRead(year, month)),
  form`(?<![\w/.,$-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\w-])`(([year, month]) => monthRead(year, month)),
  form`\b([qh])([1-4])[\s/-]*(?:of\s+|in\s+|von\s+|de\s+)?${SHORT_YEAR}\b`(([part, n, y]) => partOfYear(part, n, y)),
  form`\b((?:19|20)\d\d)[\s/-]*([qh])([1-4])\b`(([year, part, number]) => partOfYear(part, number, year)),
  form`(?<![\w.,])([1-4])([qh])[\s/-]*${SHORT_YEAR}\b`(([number, part, year]) => partOfYear(part, number, year)),
  form`(?<![\w.,])(${ORDINAL})\s+(quarter|quartal|trimestre|half|halbjahr|semestre)${OF}${YEAR}`(
    ([ordinal = "", part = "", year = ""]) => {
      const isHalf = /^(?:h|s)/.test(part);
      const number = ordinal === "last" && isHalf ? "2" : `${ordinalNamed(ordinal)}`;
      return partOfYear(isHalf ? "h" : "q", number, year);
    },
  ),
  form`\b(christmas(?: day| eve)?|new year's (?:day|eve)|weihnachten|noel|navidad|natale|natal)${OF}${YEAR}`((
    [name, y],
  ) => feastOf(name, y)),
  form`\b(?:easter|thanksgiving|labou?r day|memorial day|black friday|ostern|paques)${OF}${YEAR}`(() => ({
    problem: "movable feasts are not known, so give the day",
  })),
  form`\b((?:19|20)\d)0s\b`(([decade = ""]) => monthsFrom(Number(decade) * 10, 0, 120)),
  form`(?<![\w$.,/-])((?:19|20)(\d\d))[/-](\d\d)(?![\w/-])`(([year = "", short = "", next = ""]) =>
    Number(next) > Number(short) ? monthsFrom(Number(year), 0, 12 * (Number(next) - Number(short) + 1)) : undefined
  ),
  form`(?<=\b(?:in|since|of|from|to|until|before|after|by|and|during) )'(\d\d)(?!\w)`(([year]) => yearRead(year)),
  form`\b((?:19|20)\d\d)\s+(?:models?|editions?|versions?|vintages?)\b`(() => ({ problem: "it is not a day" })),
  form`(?<![\w$€£.,#%+]|\b(?:russell|fortune|nikkei|stoxx|above|below|under|hit|hits|reach|reaches|level|level of|exceeds?|us|s&p)\s{1,3})((?:1[89]|20|21)\d\d)(?!\w|[.,]\d|%|\s{0,2}(?:%|€|\$|shares?\b|stk\b|stuck\b|aktien\b|points?\b|usd\b|dollars?\b|eur\b|euros?\b|names\b|stocks\b|companies\b|days\b|weeks\b|months\b|years\b|bps\b))`(
    ([year]) => yearRead(year),
  ),
];

/** Days and spans whose year is said elsewhere, or is the last one that has them. */
export const YEARLESS_FORMS: readonly TimeForm[] = [
  form`(?<![\w.,])${DATE}\s+(?:of\s+|de\s+|di\s+)?(${FULL_MONTH})\b`(([day = "", month = ""]) =>
    yearless((year) => pointOf(dayOf(year, monthOf(month), Number(day))))
  ),
  form`\b(${FULL_MONTH})\s+(\d{1,2})(?:st|nd|rd|th)?(?![\w%]|[.,]\d|\s?%)`(([month = "", day = ""]) =>
    yearless((year) => pointOf(dayOf(year, monthOf(month), Number(day))))
  ),
  form`\b([qh])([1-4])\b`(([part = "", number = ""]) => {
    const count = Number(number);
    return part === "h" && count > 2 ? undefined : yearless((year) => quarters(part, count, year));
  }),
  form`\b(${FULL_MONTH})\b`(([month = ""]) => ({
    ofYear: (year) => monthsFrom(year, monthOf(month) - 1, 1),
    isBare: true,
  })),
];

function yearless(ofYear: (year: number) => Days | undefined): TimeRead {
  return { ofYear };
}

function yearRead(text?: string): TimeRead {
  return monthsFrom(yearNamed(text), 0, 12);
}

function pointOf(day: string | undefined): Days | undefined {
  return day === undefined ? undefined : { from: day, to: day };
}

function dayRead(year?: string, month?: string, day?: string): TimeRead {
  return pointOf(dayOf(yearNamed(year), monthNamed(month), Number(day))) ?? { problem: "there is no such day" };
}

function monthRead(year?: string, month?: string): Days {
  return monthsFrom(yearNamed(year), monthNamed(month) - 1, 1);
}

function monthNamed(text = ""): number {
  return /^\d/.test(text) ? Number(text) : monthOf(text);
}

/** Americans write the month first, others the day: only a number above 12 tells. */
function slashed(first?: string, second?: string, named?: string): TimeRead {
  const one = Number(first);
  const other = Number(second);
  const year = yearNamed(named);
  const european = dayOf(year, other, one);
  const american = dayOf(year, one, other);
  if (european === undefined || american === undefined || european === american) {
    return pointOf(european ?? american) ?? { problem: "there is no such day" };
  }
  return { problem: `it may be ${american} or ${european}, so write one of these` };
}

function feastOf(feast?: string, year?: string): TimeRead {
  const isEve = feast?.endsWith("eve");
  if (feast?.startsWith("new")) return isEve ? dayRead(year, "12", "31") : dayRead(year, "1", "1");
  return dayRead(year, "12", isEve ? "24" : "25");
}

function partOfYear(part?: string, number?: string, year?: string): TimeRead {
  if (part === "h" && Number(number) > 2) return { problem: "a year has two halves" };
  return quarters(part, Number(number), yearNamed(year));
}

function quarters(part: string | undefined, number: number, year: number): Days {
  const months = part === "h" ? 6 : 3;
  return monthsFrom(year, (number - 1) * months, months);
}
