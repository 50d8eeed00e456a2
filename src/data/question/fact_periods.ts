import type { PeriodToken } from "../fact_period.ts";
import { dayOf, monthsFrom } from "./calendar.ts";
import { ANY_MONTH, COUNT, countNamed, monthOf, ORDINAL, ordinalNamed, yearNamed } from "../../terms/calendar_words.ts";
import { form, takenBy } from "../../terms/places.ts";

/** Periods of reports in a question: one, or those from a first to a last. */
export interface FoundPeriod {
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
  readonly from?: PeriodToken;
  readonly to: PeriodToken;
  /** A number that is a year of the calendar too, like `2016`, and no fiscal one. */
  readonly isPlain?: true;
}

interface Form {
  readonly words: RegExp;
  readonly read: (groups: readonly string[], today: string) => Pick<FoundPeriod, "from" | "to"> | undefined;
  readonly isPlain?: true;
}

const plain = (...written: Parameters<typeof form>) => (read: Form["read"]): Form => ({
  ...form(...written)(read),
  isPlain: true,
});

const ofYear: Form["read"] = ([year = ""]) => ({ to: `FY${yearNamed(year)}` });
const YEAR = String.raw`((?:19|20)\d\d(?!\d)|'?\d\d(?!\d))`;
const LONG_YEAR = String.raw`((?:19|20)\d\d)(?!\d|-\d)`;
const FISCAL =
  "fy|fiscal(?: year)?|financial year|business year|geschaftsjahr(?:es)?|gj|exercice(?: fiscal)?|ejercicio(?: fiscal)?|esercizio|exercicio(?: fiscal)?|ano fiscal";
const YEARS = "years?|jahre?s?n?|annees?|ans|anos?|anni|anno";
const QUARTERS = "quarters?|quartale?n?|trimestres?|trimestri";
const LAST =
  "last|previous|past|latest|most recent|recent|newest|letzten?|letzte[rsm]|vergangenen?|dernieres?|derniers?|ultim[oaie]s?";
const OF = String.raw`[\s,/-]*(?:of |in |von |de |del |do |des |im )?(?:the )?`;
/** A day, or the month whose last day is meant, as {@linkcode dayNamed} reads its groups. */
export const DAY =
  String.raw`(\d{4}-\d\d-\d\d)|(\d{1,2})(?:st|nd|rd|th|\.)? (?:of |de |di )?(${ANY_MONTH})\.?,? ((?:19|20)\d\d)` +
  String
    .raw`|(${ANY_MONTH})\.? (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)|(${ANY_MONTH})\.?,? (?:of )?((?:19|20)\d\d)`;

/** Before a year that is only named for its month, its day or its half: these are days, and of no report. */
const PART_OF_YEAR = String
  .raw`\b(?:(?:${ANY_MONTH})\.?(?: \d{1,2}(?:st|nd|rd|th)?)?|h[12]|half|halbjahr|semestre),?(?: of| in| de)? `;

/** In order: what one has taken, no later one reads. */
const FORMS: readonly Form[] = [
  form`\b(?:fiscal |financial )?(year|quarter|(?:twelve|12) months|three months|geschaftsjahr|jahr|quartal) (?:that )?(?:to|ended(?: on)?|ending(?: on)?|ends on|until|through|up to|bis(?: zum)?)(?: the)? (?:${DAY})`(
    ([unit = "", ...parts]) => {
      const day = dayNamed(parts);
      return day === undefined ? undefined : { to: `${/^(?:q|three)/.test(unit) ? "Q" : "FY"}to${day}` };
    },
  ),
  form`\b(six|nine|6|9) months (?:that )?(?:to|ended(?: on)?|ending(?: on)?|until|through|up to)(?: the)? (?:${DAY})`(
    ([count = "", ...parts]) => {
      const day = dayNamed(parts);
      return day === undefined ? undefined : { to: `M${/^[s6]/.test(count) ? 6 : 9}to${day}` };
    },
  ),
  form`\b(?:(h1|1h|first half|first six months|erste[ns]? halbjahr|premier semestre|primer semestre|primo semestre)|(h2|2h|second half|zweite[ns]? halbjahr|deuxieme semestre|second semestre|segundo semestre|secondo semestre)|9m|first nine months|ersten neun monaten?|neuf premiers mois)${OF}(?:${FISCAL})?\s?${YEAR}`(
    ([first = "", second = "", year = ""]) => ({
      to: `FY${yearNamed(year)}${second !== "" ? "H2" : first === "" ? "M9" : "M6"}`,
    }),
  ),
  form`(?:\bq([1-4])[\s/-]*(?:of |in )?|(?<![\w.,])([1-4])q[\s/-]*)(?:${FISCAL})?\s?${YEAR}`((
    [quarter = "", first = "", year = ""],
  ) => ({ to: `FY${yearNamed(year)}Q${quarter}${first}` })),
  form`(?:\b(?:${FISCAL})\s?)?(?<!\d)${LONG_YEAR}[\s/-]*q([1-4])\b`(([year = "", quarter = ""]) => ({
    to: `FY${yearNamed(year)}Q${quarter}`,
  })),
  form`(?<![\w.,])(${ORDINAL})\s+(?:fiscal |financial )?(?:quarter|quartal|trimestre)${OF}(?:${FISCAL})?\s?${LONG_YEAR}`(
    ([ordinal = "", year = ""]) => ({ to: `FY${year}Q${ordinalNamed(ordinal)}` }),
  ),
  form`\b(?:${FISCAL})s?[\s-]?'?((?:19|20)\d\d)[-/](\d\d)(?!\d)`(([year = "", next = ""]) => ({
    from: `FY${year}`,
    to: `FY${year.slice(0, 2)}${next}`,
  })),
  form`\b(?:${FISCAL})s?[\s-]?${YEAR}`(ofYear),
  form`(?<![\w.,$-])${LONG_YEAR} (?:fiscal|financial) year\b`(ofYear),
  form`\b(?:ttm|ltm|trailing[- ](?:twelve|12)[- ]months?|trailing (?:year|four quarters)|(?:last|past) (?:twelve|12) months|(?:letzten|vergangenen) (?:zwolf|12) monaten?|(?:douze|12) derniers mois|ultimos? (?:doce|12) meses)\b`(
    () => ({ to: "TTM" }),
  ),
  counted(YEARS, "FY"),
  counted(QUARTERS, "Q"),
  countedBefore(YEARS, "FY"),
  countedBefore(QUARTERS, "Q"),
  newest(YEARS, "FY"),
  newest(QUARTERS, "Q"),
  form`\b(?:this|the current) (?:fiscal |financial )?year\b|\b(?:dieses jahr|cette annee|este ano|quest'anno)\b`((
    _,
    today,
  ) => ({ to: `FY${today.slice(0, 4)}` })),
  plain`(?<![\w/.,$-])((?:19|20)\d\d)\s?-\s?((?:19|20)\d\d)(?![\w/-])`(([year = "", last = ""]) =>
    last > year ? { from: `FY${year}`, to: `FY${last}` } : undefined
  ),
  plain`(?<![\w/.,$-])((?:19|20)\d\d)[/-](\d\d)(?![\w/-])`(([year = "", next = ""]) =>
    Number(next) > Number(year.slice(2)) ? { from: `FY${year}`, to: `FY${year.slice(0, 2)}${next}` } : undefined
  ),
  plain`(?<![\w$€£.,/#%+-]|\d-|${PART_OF_YEAR})((?:19|20)\d\d)(?![\w%/]|-\d|[.,]\d|\s?(?:%|€|\$|usd\b|dollars?\b|names\b|stocks\b|companies\b|days\b))`(
    ofYear,
  ),
  plain`(?<![\w])'(\d\d)(?!\w)`(ofYear),
];

/** Words between two periods that make a range of them. */
const TO =
  /^\s*(?:to|until|till|through|thru|bis|bis zum|-|--|a|au|al|ate|hasta|fino al?|jusqu'(?:en|a)|vs\.?|versus|against|over)\s*$/;
const AND = /^\s*(?:and|und|et|y|e)\s*$/;
const BETWEEN = /\b(?:between|zwischen|entre|tra|fra)\s+(?:the\s+)?$/;
const SINCE = /\b(?:ever since|since|seit|depuis|desde|dal|starting(?: in)?|beginning(?: in)?)\s+(?:the\s+)?$/;
const ONWARDS = /^\s*(?:on|onwards?|to (?:now|date|today)|until (?:now|today))\b/;
const FROM = /\b(?:from|von|vom|de|du|del|dal?)\s+(?:the\s+)?$/;
const LOOK_CHARS = 24;

/**
 * Finds the periods of reports in a question.
 * @param folded The question, folded, without the items.
 */
export function findPeriods(folded: string, today: string): readonly FoundPeriod[] {
  const { found, rest } = takenBy(folded, FORMS, ({ read, isPlain }, piece, groups): FoundPeriod | undefined => {
    const period = read(groups, today);
    return period && { ...piece, ...period, ...(isPlain && { isPlain }) };
  });
  return ranges(rest, found);
}

function ranges(rest: string, found: readonly FoundPeriod[]): readonly FoundPeriod[] {
  const made: FoundPeriod[] = [];
  for (const period of found) {
    const last = made.at(-1);
    const between = last && rest.slice(last.end, period.start);
    const before = rest.slice(Math.max(0, (last?.start ?? 0) - LOOK_CHARS), last?.start ?? 0);
    const opening = BETWEEN.exec(before)?.[0];
    const isRange = last !== undefined && between !== undefined && between.length <= LOOK_CHARS &&
      last.from === undefined && period.from === undefined && unitOf(last.to) !== "part" &&
      unitOf(last.to) === unitOf(period.to) &&
      (TO.test(between) || AND.test(between) && opening !== undefined);
    if (last && isRange) {
      const words = opening ?? FROM.exec(before)?.[0] ?? "";
      made.splice(-1, 1, joined({ ...last, start: last.start - words.length }, period));
    } else made.push(period);
  }
  return made.map((period) => opened(rest, period));
}

function joined(one: FoundPeriod, other: FoundPeriod): FoundPeriod {
  const [from, to] = [one.to, other.to].toSorted();
  const isPlain = one.isPlain && other.isPlain;
  return {
    start: one.start,
    end: other.end,
    from: from ?? "",
    to: to ?? "",
    ...(isPlain && { isPlain }),
  };
}

/** Years and quarters after "since" go on to the newest. */
function opened(rest: string, period: FoundPeriod): FoundPeriod {
  if (period.from !== undefined || !/^FY\d/.test(period.to)) return period;
  const from = period.to.replace(/M\d$|H2$/, ""); // since a half: the years since
  const before = rest.slice(Math.max(0, period.start - LOOK_CHARS), period.start);
  const after = rest.slice(period.end, period.end + LOOK_CHARS);
  const [words] = SINCE.exec(before) ?? [];
  const newest = unitOf(period.to) === "Q" ? "Q" : "FY";
  if (words !== undefined) {
    return { ...period, start: period.start - words.length, from, to: newest };
  }
  const [onwards] = ONWARDS.exec(after) ?? [];
  return onwards === undefined ? period : { ...period, end: period.end + onwards.length, from, to: newest };
}

function unitOf(token: PeriodToken): string {
  if (/Q\d$|^Q/.test(token)) return "Q";
  if (/M\d|H2$/.test(token)) return "part"; // of which no range is made
  return token.startsWith("FY") ? "FY" : token;
}

/** "The last three years", "die letzten drei Jahre". */
function counted(units: string, newest: "FY" | "Q"): Form {
  return form`\b(?:(?:${LAST})\s+(${COUNT})|over (?:the )?(\d{1,2}|two|three|four|five|ten))\s+(?:fiscal |financial )?(?:${units})\b`(
    ([count = "", over = ""]) => backFrom(newest, countNamed(count || over)),
  );
}

/** "Les trois dernières années", "los tres últimos años", "three last years". */
function countedBefore(units: string, newest: "FY" | "Q"): Form {
  return form`\b(${COUNT})\s+(?:${LAST})\s+(?:fiscal )?(?:${units})\b`(([count = ""]) =>
    backFrom(newest, countNamed(count))
  );
}

function newest(units: string, token: "FY" | "Q"): Form {
  return form`\b(?:${LAST}) (?:reported |completed |full )?(?:fiscal |financial )?(?:${units})(?:'s)?\b|\b(?:${units}) (?:dernieres?|passee?s?|pasad[oa]|scors[oa]|passad[oa])\b`(
    () => ({ to: token }),
  );
}

function backFrom(newest: "FY" | "Q", count: number): Pick<FoundPeriod, "from" | "to"> | undefined {
  if (!(count >= 1 && count < 100)) return undefined;
  return count === 1 ? { to: newest } : { from: `${newest}-${count - 1}`, to: newest };
}

function threeOf(iso: string): readonly [year: number, month: number, day: number] {
  const [year = NaN, month = NaN, day = NaN] = iso.split("-").map(Number);
  return [year, month, day];
}

/** "2017-09-30", "30 September 2017", "September 30, 2017", or the last day of "September 2017". */
export function dayNamed(groups: readonly (string | undefined)[]): string | undefined {
  const [iso = "", day = "", month = "", year = "", second = "", date = "", other = "", alone = "", last = ""] = groups;
  if (iso !== "") return dayOf(...threeOf(iso));
  if (year !== "") return dayOf(Number(year), monthOf(month), Number(day));
  if (other !== "") return dayOf(Number(other), monthOf(second), Number(date));
  return monthsFrom(Number(last), monthOf(alone) - 1, 1).to;
}

/** A period of years as its quarters: those of a year, or the newest ones. */
export function inQuarters(period: FoundPeriod): FoundPeriod {
  const { from = period.to, to } = period;
  const [, first] = /^FY(\d{4})$/.exec(from) ?? [];
  const [, last] = /^FY(\d{4})$/.exec(to) ?? [];
  if (first !== undefined) return { ...period, from: `FY${first}Q1`, to: last === undefined ? "Q" : `FY${last}Q4` };
  const [, back] = /^FY(?:-(\d+))?$/.exec(from) ?? [""];
  if (to !== "FY") return period;
  return period.from === undefined
    ? { ...period, to: "Q" }
    : { ...period, from: `Q-${4 * Number(back ?? 0) + 3}`, to: "Q" };
}

/** A growth over some years begins at the end of the one before them. */
export function asGrowth(period: FoundPeriod): FoundPeriod {
  const [, unit, back] = /^(FY|Q)-(\d+)$/.exec(period.from ?? "") ?? [];
  return unit === undefined ? period : { ...period, from: `${unit}-${Number(back) + 1}` };
}
