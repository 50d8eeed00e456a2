import { dayIn, longDay } from "../../src/calendar/day.ts";
import type { Statement } from "../../src/data/claim.ts";

/** A sentence with one fault. */
export interface Fault {
  readonly kind: string;
  /** The wrong sentence. */
  readonly statement: Statement;
}

const MARKS = "[-+\u2212]";
const NUMBER = new RegExp(String.raw`${MARKS}?\d[\d,]*(?:\.\d+)?`, "gu");

/** Every fault of every kind in the text of a sentence; its claims do not change. */
export function faultsInText(statement: Statement, tickers: readonly string[]): Fault[] {
  const { text } = statement;
  const isOfOneEach = statement.claims.every(({ entities }) => entities.length === 1); // a mean has no order
  const kinds: Readonly<Record<string, readonly string[]>> = {
    "a digit": digits(text),
    "a sign": signs(text),
    "a unit": units(text),
    "a scale": scales(text),
    "a name": names(text, tickers),
    "a date": [...text.matchAll(/\b\d\d? [A-Z][a-z]{2} \d{4}\b/g)].flatMap(({ 0: date }) =>
      shifts(dayIn(date) ?? "").map((other) => text.replace(date, longDay(other)))
    ),
    "a term": terms(text),
    "two figures": exchanged(text, NUMBER),
    "two names": isOfOneEach ? exchanged(text, wordsPattern([...tickers, ...NAMES])) : [],
    "two terms": exchanged(text, wordsPattern(MEASURES)),
    "an extra figure": [
      ` ${text} It is 5% more.`,
      text.replace(/\.$/, ", for 3 years."),
      `${text} Sales rose seven times.`,
    ],
  };
  return Object.entries(kinds).flatMap(([kind, texts]) =>
    texts.filter((wrong) => wrong !== text).map((wrong) => ({ kind, statement: { ...statement, text: wrong } }))
  );
}

/** A day, a month and a year to either side. */
export function shifts(date: string): string[] {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const moved = [[0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0]] as const;
  return moved.map(([years, months, days]) =>
    new Date(Date.UTC(year + years, month - 1 + months, day + days)).toISOString().slice(0, 10)
  );
}

const NAMES = ["Apple Inc.", "Apple", "International Business Machines"];
const TERMS: readonly (readonly [string, readonly string[]])[] = [
  ["52-week high", ["53-week high", "52-day high", "52-week low", "12-month high"]],
  ["12-1 month", ["12-2 month", "11-1 month", "12-month", "12 month", "1-12 month"]],
  ["12-month return", ["12-1 month return", "13-month return", "1-month return", "12-year return"]],
  ["1-month return", ["2-month return", "12-month return", "1-week return"]],
  ["200-day mean", ["250-day mean", "200-week mean", "10-month mean", "200-day high"]],
  ["10-month mean", ["12-month mean", "10-week mean", "200-day mean"]],
  ["60-day", ["30-day", "60-month", "200-day"]],
  ["last 60 days", ["last 61 days", "last 60 months", "first 60 days"]],
  ["63 trading days", ["64 trading days", "63 weeks", "60 trading days", "two months"]],
  ["three months", ["3.5 months", "four months", "three million months"]],
  ["fall of 15% or more", ["fall of 16% or more", "fall of 15% or less", "rise of 15% or more", "fall of 15"]],
  ["95% value at risk", ["99% value at risk", "95% volume", "value at 95% risk", "95% expected shortfall"]],
  ["95% expected shortfall", ["97.5% expected shortfall", "95% value at risk"]],
  ["S&P 500", ["S&P 100", "S&P 5000", "S&P", "NASDAQ 100"]],
  ["per billion", ["per million", "per 2 billion"]],
  ["momentum", ["volatility", "beta"]],
  ["volatility", ["momentum"]],
  ["beta", ["alpha"]],
  ["trend", ["risk", "liquidity"]],
  ["probability", ["score"]],
  ["closed", ["opened"]],
];

/** Names of measures that may be exchanged. */
const MEASURES = TERMS.map(([term]) => term).filter((term) =>
  /\d.*(high|mean|month|return|risk|shortfall|60-day)$/.test(term)
);

function digits(text: string): string[] {
  return [...text.matchAll(/\d/g)].flatMap(({ index, 0: digit }) =>
    [..."0123456789"].filter((other) => other !== digit).map((other) => splice(text, index, digit, other))
  );
}

function signs(text: string): string[] {
  return [...text.matchAll(NUMBER)].flatMap(({ index, 0: number }) => {
    const bare = number.replace(new RegExp(`^${MARKS}`), "");
    return [bare, `-${bare}`, `+${bare}`, `\u2212${bare}`].filter((other) =>
      other.replace("\u2212", "-") !== number.replace("\u2212", "-")
    ).map((other) => splice(text, index, number, other));
  });
}

function units(text: string): string[] {
  const swaps = [...text.matchAll(/[ \u202f]?%/g)].flatMap(({ index, 0: unit }) =>
    ["", " USD", " bn", " points", "\u2030", " %-points"].map((other) => splice(text, index, unit, other))
  );
  const money = ["", "€", "£", "¥", "US¢", "A$", "EUR "].map((other) => text.replace("$", other));
  const large = ["", "m", "trn", "k"].map((other) => text.replace(/(?<=\d)bn/, other));
  const gained = [...text.matchAll(/\d(?![\d.,]|[ \u202f]?%)/g)].flatMap(({ index, 0: digit }) =>
    ["%", " USD", "bn", "x", "k"].map((unit) => splice(text, index, digit, digit + unit))
  );
  return [...swaps, ...money, ...large, ...gained];
}

function scales(text: string): string[] {
  return [...text.matchAll(NUMBER)].flatMap(({ index, 0: number }) => {
    const bare = number.replaceAll(",", "");
    const grouped = `${number},000`;
    const moved = [`${bare}000`, bare.replace(/(\d)\.?(\d)/, "$1.$2"), bare.replace(/\d/, "0.00$&"), grouped];
    return moved.filter((other) => other !== number).map((other) => splice(text, index, number, other));
  });
}

function names(text: string, tickers: readonly string[]): string[] {
  return [...text.matchAll(wordsPattern([...tickers, ...NAMES]))].flatMap(({ index, 0: name }) =>
    [...tickers, "ZZZZ", "Microsoft Corp.", "the company", ""].filter((other) => !sameCompany(name, other)).map((
      other,
    ) => splice(text, index, name, other))
  ).filter((wrong) => !stillNamesAll(text, wrong, tickers));
}

/** A sentence that names a company twice may lose one of the two names to plain words. */
function stillNamesAll(text: string, wrong: string, tickers: readonly string[]): boolean {
  const companies = (words: string) =>
    [
      ...new Set([...words.matchAll(wordsPattern([...tickers, ...NAMES, "ZZZZ", "Microsoft Corp."]))].map(([name]) =>
        companyOf(name)
      )),
    ]
      .sort().join();
  return companies(text) === companies(wrong);
}

function companyOf(name: string): string {
  if (name.startsWith("Apple")) return "AAPL";
  if (name === "Microsoft Corp.") return "MSFT";
  return name === "International Business Machines" ? "IBM" : name;
}

function sameCompany(one: string, other: string): boolean {
  return companyOf(one) === companyOf(other);
}

function terms(text: string): string[] {
  return TERMS.flatMap(([term, others]) => others.map((other) => text.replace(term, other)));
}

/** Every two different matches, exchanged. */
function exchanged(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)];
  return found.flatMap((one, at) =>
    found.slice(at + 1).filter((other) => !sameCompany(one[0], other[0])).map((other) =>
      splice(splice(text, other.index, other[0], one[0]), one.index, one[0], other[0])
    )
  );
}

function wordsPattern(words: readonly string[]): RegExp {
  const escaped = words.toSorted((one, other) => other.length - one.length).map((word) =>
    word.replace(/[.^$]/g, String.raw`\$&`)
  );
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join("|")})(?![\p{L}\p{N}])`, "gu");
}

function splice(text: string, at: number, old: string, replacement: string): string {
  return text.slice(0, at) + replacement + text.slice(at + old.length);
}
