import { dayOf, type Days, monthsFrom } from "./calendar.ts";
import { ANY_MONTH, FULL_MONTH, monthOf, ORDINAL, ordinalNamed } from "../../terms/calendar_words.ts";
import type { TimeForm, TimeRead } from "./found_time.ts";

/** A year in four figures, or in two after an apostrophe. */
const YEAR = String.raw`((?:1[89]|20|21)\d\d(?!\d)|'\d\d(?!\d))`;
const SHORT_YEAR = String.raw`((?:1[89]|20|21)\d\d(?!\d)|'?\d\d(?!\d))`;
const OF = String.raw`(?:\s*,\s*|[\s-]+)(?:of\s+|in\s+|de\s+|del\s+|do\s+|von\s+|des jahres\s+)?`;
const DATE = String.raw`(\d{1,2})(?:st|nd|rd|th|er|\.|º)?`;
/** Two figures up to here are of this century: "49" is 2049, "50" is 1950. */
const LAST_SHORT_YEAR = 49;
const NO_FISCAL = "the data have calendar days only, so name these";

/** Days and spans that name their year, from the most certain form to the least. */
export const DATED_FORMS: readonly TimeForm[] = [
  {
    words: /\b(?:fy\s?'?(?:\d{4}|\d\d)?|fiscal(?:\s+year)?\s+'?(?:\d{4}|\d\d)|fiscal (?:year|quarter)s?)\b/g,
    read: () => ({ problem: NO_FISCAL }),
  },
  {
    words: /(?<![\w.,/$-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d%]|[.,/-]\d)/g,
    read: ([year = "", , month = "", day = ""]) => dayRead(Number(year), Number(month), Number(day)),
  },
  {
    words: /(?<![\w.,$-])((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?![\w%]|[.,]\d)/g,
    read: ([year = "", month = "", day = ""]) => dayRead(Number(year), Number(month), Number(day)),
  },
  {
    words: /(?<![\w.,/-])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?![\w%])/g,
    read: ([day = "", month = "", year = ""]) => dayRead(yearNamed(year), Number(month), Number(day)),
  },
  {
    words: /(?<![\w.,/-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)(?![\w%]|[/-])/g,
    read: ([one = "", , other = "", year = ""]) => slashed(Number(one), Number(other), yearNamed(year)),
  },
  {
    words: new RegExp(
      String.raw`(?<![\w.,])${DATE}(?:\s+(?:of\s+|de\s+|di\s+)?|-)(${ANY_MONTH})\b\.?${OF}${YEAR}`,
      "g",
    ),
    read: ([day = "", month = "", year = ""]) => dayRead(yearNamed(year), monthOf(month), Number(day)),
  },
  {
    words: new RegExp(String.raw`\b(${ANY_MONTH})\b\.?\s+(?:the\s+)?${DATE}(?:\s*,\s*|\s+(?:of\s+)?)${YEAR}`, "g"),
    read: ([month = "", day = "", year = ""]) => dayRead(yearNamed(year), monthOf(month), Number(day)),
  },
  {
    words: new RegExp(String.raw`\b(${ANY_MONTH})\b\.?${OF}${YEAR}`, "g"),
    read: ([month = "", year = ""]) => monthsFrom(yearNamed(year), monthOf(month) - 1, 1),
  },
  {
    words: /(?<![\w/.,-])(0?[1-9]|1[0-2])\/((?:19|20)\d\d)(?![\w/])/g,
    read: ([month = "", year = ""]) => monthsFrom(Number(year), Number(month) - 1, 1),
  },
  {
    words: /(?<![\w/.,$-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\w-])/g,
    read: ([year = "", month = ""]) => monthsFrom(Number(year), Number(month) - 1, 1),
  },
  {
    words: new RegExp(String.raw`\b([qh])([1-4])[\s/-]*(?:of\s+|in\s+|von\s+|de\s+)?${SHORT_YEAR}\b`, "g"),
    read: ([part = "", number = "", year = ""]) => partOfYear(part, Number(number), yearNamed(year)),
  },
  {
    words: /\b((?:19|20)\d\d)[\s/-]*([qh])([1-4])\b/g,
    read: ([year = "", part = "", number = ""]) => partOfYear(part, Number(number), Number(year)),
  },
  {
    words: new RegExp(String.raw`(?<![\w.,])([1-4])([qh])[\s/-]*${SHORT_YEAR}\b`, "g"),
    read: ([number = "", part = "", year = ""]) => partOfYear(part, Number(number), yearNamed(year)),
  },
  {
    words: new RegExp(
      String.raw`(?<![\w.,])(${ORDINAL})\s+(quarter|quartal|trimestre|half|halbjahr|semestre)${OF}${YEAR}`,
      "g",
    ),
    read: ([ordinal = "", part = "", year = ""]) => {
      const isHalf = /^(?:h|s)/.test(part);
      const number = ordinal === "last" && isHalf ? 2 : ordinalNamed(ordinal);
      return partOfYear(isHalf ? "h" : "q", number, yearNamed(year));
    },
  },
  {
    words: new RegExp(
      String.raw`\b(christmas(?: day| eve)?|new year's (?:day|eve)|weihnachten|noel|navidad|natale|natal)${OF}${YEAR}`,
      "g",
    ),
    read: ([feast = "", year = ""]) => feastOf(feast, yearNamed(year)),
  },
  {
    words: new RegExp(
      String.raw`\b(?:easter|thanksgiving|labou?r day|memorial day|black friday|ostern|paques)${OF}${YEAR}`,
      "g",
    ),
    read: () => ({ problem: "movable feasts are not known, so give the day" }),
  },
  {
    words: /\b((?:19|20)\d)0s\b/g,
    read: ([decade = ""]) => monthsFrom(Number(decade) * 10, 0, 120),
  },
  {
    words: /(?<![\w$.,/-])((?:19|20)(\d\d))[/-](\d\d)(?![\w/-])/g,
    read: ([year = "", short = "", next = ""]) =>
      Number(next) > Number(short) ? monthsFrom(Number(year), 0, 12 * (Number(next) - Number(short) + 1)) : undefined,
  },
  {
    words: /(?<=\b(?:in|since|of|from|to|until|before|after|by|and|during) )'(\d\d)(?!\w)/g,
    read: ([year = ""]) => yearRead(year),
  },
  {
    words: /\b((?:19|20)\d\d)\s+(?:models?|editions?|versions?|vintages?)\b/g,
    read: () => ({ problem: "it is not a day" }),
  },
  {
    words:
      /(?<![\w$€£.,#%+]|\b(?:russell|fortune|nikkei|stoxx|above|below|under|hit|hits|reach|reaches|level|level of|exceeds?|us|s&p)\s{1,3})((?:1[89]|20|21)\d\d)(?!\w|[.,]\d|%|\s{0,2}(?:%|€|\$|shares?\b|stk\b|stuck\b|aktien\b|points?\b|usd\b|dollars?\b|eur\b|euros?\b|names\b|stocks\b|companies\b|days\b|weeks\b|months\b|years\b|bps\b))/g,
    read: ([year = ""]) => yearRead(year),
  },
];

/** Days and spans whose year is said elsewhere, or is the last one that has them. */
export const YEARLESS_FORMS: readonly TimeForm[] = [
  {
    words: new RegExp(String.raw`(?<![\w.,])${DATE}\s+(?:of\s+|de\s+|di\s+)?(${FULL_MONTH})\b`, "g"),
    read: ([day = "", month = ""]) => yearless((year) => pointOf(dayOf(year, monthOf(month), Number(day)))),
  },
  {
    words: new RegExp(String.raw`\b(${FULL_MONTH})\s+(\d{1,2})(?:st|nd|rd|th)?(?![\w%]|[.,]\d|\s?%)`, "g"),
    read: ([month = "", day = ""]) => yearless((year) => pointOf(dayOf(year, monthOf(month), Number(day)))),
  },
  {
    words: /\b([qh])([1-4])\b/g,
    read: ([part = "", number = ""]) => {
      const count = Number(number);
      return part === "h" && count > 2 ? undefined : yearless((year) => quarters(part, count, year));
    },
  },
  {
    words: new RegExp(String.raw`\b(${FULL_MONTH})\b`, "g"),
    read: ([month = ""]) => ({ ofYear: (year) => monthsFrom(year, monthOf(month) - 1, 1), isBare: true }),
  },
];

function yearless(ofYear: (year: number) => Days | undefined): TimeRead {
  return { ofYear };
}

function yearNamed(text: string): number {
  const number = Number(text.replace("'", ""));
  if (number >= 100) return number;
  return number + (number > LAST_SHORT_YEAR ? 1900 : 2000);
}

function yearRead(text: string): TimeRead {
  return monthsFrom(yearNamed(text), 0, 12);
}

function pointOf(day: string | undefined): Days | undefined {
  return day === undefined ? undefined : { from: day, to: day };
}

function dayRead(year: number, month: number, day: number): TimeRead {
  return pointOf(dayOf(year, month, day)) ?? { problem: "there is no such day" };
}

/** Americans write the month first, others the day: only a number above 12 tells. */
function slashed(one: number, other: number, year: number): TimeRead {
  const european = dayOf(year, other, one);
  const american = dayOf(year, one, other);
  if (european === undefined || american === undefined || european === american) {
    return pointOf(european ?? american) ?? { problem: "there is no such day" };
  }
  return { problem: `it may be ${american} or ${european}, so write one of these` };
}

function feastOf(feast: string, year: number): TimeRead {
  if (feast.startsWith("new")) return dayRead(year, feast.endsWith("eve") ? 12 : 1, feast.endsWith("eve") ? 31 : 1);
  return dayRead(year, 12, feast.endsWith("eve") ? 24 : 25);
}

function partOfYear(part: string, number: number, year: number): TimeRead {
  if (part === "h" && number > 2) return { problem: "a year has two halves" };
  return quarters(part, number, year);
}

function quarters(part: string, number: number, year: number): Days {
  const months = part === "h" ? 6 : 3;
  return monthsFrom(year, (number - 1) * months, months);
}
