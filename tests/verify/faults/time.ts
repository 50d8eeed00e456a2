import { dayIn } from "../../../src/calendar/day.ts";
import { after, before, DATE, ended, type FaultKind, kindsOf, replaced, VERB } from "./kind.ts";

const WINDOWS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/63 trading days/g, ["a month", "sixty-four trading days", "half a year", "a fortnight", "63 weeks"]],
  [/three months/g, ["six weeks", "four months", "a quarter of a century", "three years"]],
  [/52-week/g, ["fifty-week", "all-time", "two-year", "monthly"]],
  [/12-month/g, ["eighteen-month", "yearly average", "lifetime", "two-month"]],
  [/leaving out the last month/g, ["leaving out the last week", "with the last month", "leaving out the first month"]],
  [/last month\b/g, ["last week", "next month", "last quarter"]],
  [/\bannualised\b/g, ["monthly", "daily", "cumulative"]],
  [/\bone-day\b/g, ["one-week", "ten-day", "one-year"]],
  [/200-day/g, ["hundred-day", "two-hundred-week", "intraday", "two-day"]],
  [/10-month/g, ["ten-week", "ten-year", "two-month"]],
  [/60-day/g, ["sixty-week", "five-day", "long-run"]],
  [/last 60 days/g, ["last sixty weeks", "last week", "first 60 days", "next 60 days"]],
  [/past year/g, ["past decade", "past month", "coming year", "last session"]],
  [/a year\b/g, ["a month", "a day", "a decade", "in total"]],
  [/month-ends/g, ["week-ends", "quarter-ends", "days", "peers"]],
  [/\bdaily\b/g, ["monthly", "weekly", "hourly", "yearly"]],
  [/typical day/g, ["typical week", "good day", "typical hour"]],
];

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Windows, days and tenses. */
export const TIME: readonly FaultKind[] = kindsOf("time", [
  { name: "another window", make: (text) => WINDOWS.flatMap(([window, others]) => replaced(text, window, others)) },
  {
    name: "a window left out",
    make: (text) => [
      ...replaced(text, /(?:52-week|12-month|200-day|10-month|60-day|daily|one-day|annualised) /g, [""]),
      ...replaced(
        text,
        / (?:of the past year|over the past year|over the last 60 days|within three months|last month)/g,
        [""],
      ),
    ],
  },
  {
    name: "another day in words",
    make: (text) => replaced(text, DATE, (date) => [inWords(date, 1), inWords(date, -30)]),
  },
  {
    name: "a relative day",
    make: (text) => replaced(text, DATE, ["today", "yesterday", "this morning", "the last close"]),
  },
  {
    name: "a coarser day",
    make: (text) => replaced(text, DATE, (date) => [date.slice(-4), `the end of ${date.slice(-4)}`, date.slice(-8)]),
  },
  {
    name: "an ambiguous or foreign day",
    make: (text) =>
      replaced(
        text,
        DATE,
        (date) => [dayIn(date)?.split("-").reverse().join(".") ?? "", `${date} BC`, `${dayIn(date)}T23:59Z`],
      ),
  },
  {
    name: "a future tense",
    make: (text) =>
      replaced(
        text,
        VERB,
        (verb) => ["will be", "is going to be", verb === "closed" ? "will close" : "is about to be"],
      ),
  },
  {
    name: "a past tense",
    make: (text) =>
      replaced(
        text,
        /\b(?:comes? out|is|are|point)\b/g,
        (verb) => verb.startsWith("come") ? ["came out", "used to come out"] : ["was", "used to be"],
      ),
  },
  {
    name: "a conditional",
    make: (text) => replaced(text, VERB, ["would be", "could be", "should have been", "must be"]),
  },
  {
    name: "since when",
    make: (text) => ended(text, [" since 2009", " since the crisis", " until next Tuesday", ", as of now"]),
  },
  { name: "still or again", make: (text) => after(text, VERB, ["still", "again", "for the first time", "already"]) },
  {
    name: "a day before the subject",
    make: (text) => before(text, /^/, ["Yesterday:", "In 2008,", "On Black Monday,", "By Christmas,"]),
  },
]);

function inWords(date: string, days: number): string {
  const day = new Date(Date.parse(dayIn(date) ?? "") + days * 86_400_000);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}
