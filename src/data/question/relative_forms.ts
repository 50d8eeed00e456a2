import { daysLater } from "../../calendar/day.ts";
import { lastWeekday, point, unitOf, unitsBefore } from "./calendar.ts";
import { COUNT, countNamed, UNIT, type Unit, unitNamed, WEEKDAYS } from "../../terms/calendar_words.ts";
import { form } from "../../terms/places.ts";
import type { DataDays, TimeForm, TimeRead } from "./found_time.ts";
import { sessionBack } from "./session_forms.ts";

/** Why no day to come is read. */
export const NO_HORIZON = "no answer looks further than three months ahead";
const NO_NUMBER = "it names no number, so give one or a day";
const NO_EVENT = "events are not known by name, so give the day";
/** Spans that are the horizon of every answer: a quarter of a year. */
const HORIZONS: Readonly<Partial<Record<Unit, number>>> = { quarter: 1, month: 3, week: 13, day: 63 };

const LAST =
  "last|previous|preceding|prior|past|trailing|recent|letzten?|letzte[rsm]|vergangenen?|vergangene[rsm]|vorigen?|vorige[rsm]|derniere?s?|passee?s?|ultim[oaie]s?|pasad[oa]s?|scors[oaie]|passad[oa]s?";
const NEXT = "next|coming|following|upcoming|nachsten?|nachste[rsm]|kommenden?|prochaine?s?|proxim[oa]s?|prossim[oaie]";
const THIS = "this|the current|current|diese[smrn]?|laufenden?|cette|este|esta|quest[oa]|quest'|cet";
/** Words of the unit before them, as "el año pasado". */
const BEFORE_LAST = "derniere?|passee?|pasad[oa]|scors[oa]|passad[oa]";

/** Times that are measured from the day of the request, before the forms that name a year. */
export const RELATIVE_FORMS: readonly TimeForm[] = [
  form`\b(?:day before yesterday|vorgestern|avant-hier|anteayer|anteontem)\b`((_, { today, exchange }) =>
    point(sessionBack(today, { count: 2, exchange }))
  ),
  form`\b(?:yesterday(?:'s)?|gestern|ayer|ieri|ontem)\b|\bhier(?=\s*[.?!]|\s*$)`((_, { today, exchange }) =>
    point(sessionBack(today, { count: 1, exchange }))
  ),
  form`\b(?:today(?:'s)?|heute|aujourd'hui|hoy|oggi|hoje)\b`((_, { today }) => point(today)),
  form`\b(?:tomorrow(?:'s)?|demain|manana|domani|amanha)\b`(() => ({ problem: NO_HORIZON })),
  form`\b(?:(y|year|q|quarter|m|month)[ -]?to[ -]?date|(ytd|qtd|mtd)|depuis le debut de l'annee|seit jahresbeginn)\b`(
    ([word = "", short = ""], { today }) => {
      const units: Readonly<Record<string, Unit>> = { q: "quarter", m: "month" };
      return { from: unitOf(today, units[(word || short).charAt(0)] ?? "year").from, to: today };
    },
  ),
  form`\b(?:ttm|ltm|trailing twelve months)\b`((_, { today }) => rolling(12, "month", today)),
  form`\b(?:(?:${NEXT})\s+(?:(${COUNT})\s+)?(?:trading |business )?(${UNIT}|hours?|minutes?)|(?:l'|le |la )?(${UNIT})\s+prochaine?)\b`(
    ([count = "", unit = "", other = ""]) => ahead(count, unit || other),
  ),
  form`\b(?:${LAST})\s+(${COUNT}|few|several|some|paar|quelques|pocos)\s+(?:trading |business )?(${UNIT})\b`(counted),
  form`\b(${COUNT})\s+(?:dernieres?|derniers|ultim[oaie]s?)\s+(${UNIT})\b`(counted),
  form`\bover (?:the )?(\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(${UNIT})\b`(counted),
  form`\b(?:(${COUNT})\s+(${UNIT})\s+(?:ago|earlier|fa|atras)|(?:vor|il y a|hace|ha)\s+(${COUNT})\s+(${UNIT}))\b`((
    [count = "", unit = "", other = "", otherUnit = ""],
    { today },
  ) => point(unitsBefore(today, countNamed(count || other), unitNamed(unit || otherUnit)))),
  form`\b(?:(?:over|during|within|in|for) the (?:last|previous)|(?:the )?(?:past|trailing)|(?:el|il|no|o|l')\s?ultimo)\s+(week|month|quarter|year|ano|anno|mes|mese)\b`(
    ([unit = ""], { today }) => rolling(1, unitNamed(unit), today),
  ),
  form`\b(?:${LAST})\s+(${UNIT})(?:'s)?\b`(unitBefore),
  form`\b(${UNIT})\s+(?:${BEFORE_LAST})\b`(unitBefore),
  form`\b(?:${THIS})\s?(${UNIT})(?:'s)?\b`(([unit = ""], { today }) =>
    unitNamed(unit) === "day" ? undefined : { from: unitOf(today, unitNamed(unit)).from, to: today }
  ),
  form`\b(?:on|last|since|this)\s+(${WEEKDAYS.join("|")})\b`(([name = ""], { today }) =>
    point(lastWeekday(daysLater(today, -1), WEEKDAYS.findIndex((one) => one === name)))
  ),
  form`\b(?:brexit|the (?:us |presidential )?election|trump's election|the (?:financial |credit |debt |2008 )?crisis|the (?:covid |corona)?(?:pandemic|crash|lockdowns?)|covid(?:-19)?|the dot-?com (?:bubble|crash)|the ipo|its ipo)\b`(
    () => ({ problem: NO_EVENT }),
  ),
];

function rolling(count: number, unit: Unit, today: string): TimeRead {
  return { from: unitsBefore(today, count, unit), to: today };
}

function counted([count = "", unit = ""]: readonly string[], { today }: DataDays): TimeRead {
  const number = countNamed(count);
  return Number.isNaN(number) ? { problem: NO_NUMBER } : rolling(number, unitNamed(unit), today);
}

function unitBefore([unit = ""]: readonly string[], { today }: DataDays): TimeRead | undefined {
  return unitNamed(unit) === "day" ? undefined : unitOf(today, unitNamed(unit), 1);
}

function ahead(count: string, word: string): TimeRead {
  if (/^(?:hour|minute)/.test(word)) return { problem: "nothing is forecast within a day" };
  const unit = unitNamed(word);
  const number = count === "" ? 1 : countNamed(count);
  return HORIZONS[unit] === number ? { isMet: true } : { problem: NO_HORIZON };
}
