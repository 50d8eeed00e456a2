import type { Exchange, Holiday, Weekday } from "./exchange.ts";
import { HONG_KONG_CLOSED, HONG_KONG_HALF_DAYS, TOKYO_CLOSED } from "./listed_days.ts";

const TO_THURSDAY: readonly Weekday[] = ["Monday", "Tuesday", "Wednesday", "Thursday"];
const GOOD_FRIDAY: Holiday = { easter: -2 };
const EASTER_MONDAY: Holiday = { easter: 1 };
const ASCENSION: Holiday = { easter: 39 };
const WHIT_MONDAY: Holiday = { easter: 50 };

/**
 * The New York Stock Exchange; Nasdaq trades on the same days (NYSE Rule 7.2, Nasdaq Equity 4, and their yearly
 * calendars). Half days are the yearly notices of NYSE Group: before Independence Day, but until 2012 not on a Wednesday,
 * then on the Friday after it; the day after Thanksgiving; Christmas Eve.
 */
export const NYSE: Exchange = {
  id: "XNYS",
  name: "the New York Stock Exchange",
  suffixes: ["US", "N", "O", "OQ"],
  zone: "America/New_York",
  open: "09:30",
  close: "16:00",
  since: 1998,
  holidays: [
    { on: "01-01", moved: "monday" }, // the Friday before a Saturday closes the year's books
    { nth: 3, weekday: "Monday", month: "01", from: 1998 },
    { nth: 3, weekday: "Monday", month: "02" },
    GOOD_FRIDAY,
    { nth: -1, weekday: "Monday", month: "05" },
    { on: "06-19", moved: "nearest", from: 2022 },
    { on: "07-04", moved: "nearest" },
    { nth: 1, weekday: "Monday", month: "09" },
    { nth: 4, weekday: "Thursday", month: "11" },
    { on: "12-25", moved: "nearest" },
  ],
  closed: ("2001-09-11 2001-09-12 2001-09-13 2001-09-14 2004-06-11 2007-01-02 2012-10-29 2012-10-30 2018-12-05 " +
    "2025-01-09").split(" "),
  halfDays: [
    { on: "07-03", close: "13:00", weekdays: ["Monday", "Tuesday", "Thursday"] },
    { on: "07-03", close: "13:00", weekdays: ["Wednesday"], from: 2013 },
    { on: "07-05", close: "13:00", weekdays: ["Friday"], to: 2012 },
    { nth: 4, weekday: "Thursday", month: "11", plus: 1, close: "13:00" },
    { on: "12-24", close: "13:00", weekdays: TO_THURSDAY },
  ],
  halfDaysOnce: { "1997-12-26": "13:00", "1999-12-31": "13:00", "2003-12-26": "13:00" },
};

/** Christmas and the day after it, which move on until both are weekdays. */
const TWO_CHRISTMAS_DAYS: readonly Holiday[] = [{ on: "12-25", moved: "next" }, { on: "12-26", moved: "next" }];

const TORONTO: Exchange = {
  id: "XTSE",
  name: "the Toronto Stock Exchange",
  suffixes: ["TO"],
  zone: "America/Toronto",
  open: "09:30",
  close: "16:00",
  since: 2003,
  holidays: [
    { on: "01-01", moved: "next" },
    { nth: 3, weekday: "Monday", month: "02", from: 2008 },
    GOOD_FRIDAY,
    { before: "05-25", weekday: "Monday" },
    { on: "07-01", moved: "next" },
    { nth: 1, weekday: "Monday", month: "08" },
    { nth: 1, weekday: "Monday", month: "09" },
    { nth: 2, weekday: "Monday", month: "10" },
    ...TWO_CHRISTMAS_DAYS,
  ],
  closed: [],
  halfDays: [{ on: "12-24", close: "13:00", from: 2010 }],
};

/** Bank holidays of England that were moved for a jubilee or an anniversary stand as `not` and as days of their own. */
const LONDON: Exchange = {
  id: "XLON",
  name: "the London Stock Exchange",
  suffixes: ["L", "LSE"],
  zone: "Europe/London",
  open: "08:00",
  close: "16:30",
  since: 2003,
  holidays: [
    { on: "01-01", moved: "next" },
    GOOD_FRIDAY,
    EASTER_MONDAY,
    { nth: 1, weekday: "Monday", month: "05", not: [2020] },
    { nth: -1, weekday: "Monday", month: "05", not: [2012, 2022] },
    { nth: -1, weekday: "Monday", month: "08" },
    ...TWO_CHRISTMAS_DAYS,
  ],
  closed: "2011-04-29 2012-06-04 2012-06-05 2020-05-08 2022-06-02 2022-06-03 2022-09-19 2023-05-08".split(" "),
  halfDays: [
    { on: "12-24", close: "12:30", isMovedBack: true },
    { on: "12-31", close: "12:30", isMovedBack: true },
  ],
};

const LABOUR_DAY: Holiday = { on: "05-01" };
const YEARS_END: readonly Holiday[] = [{ on: "12-24" }, { on: "12-25" }, { on: "12-26" }, { on: "12-31" }];

/** Whit Monday and the Day of German Unity have been sessions again since 2022. */
const XETRA: Exchange = {
  id: "XETR",
  name: "Xetra",
  suffixes: ["DE", "XETRA"],
  zone: "Europe/Berlin",
  open: "09:00",
  close: "17:30",
  since: 2003,
  holidays: [
    { on: "01-01" },
    GOOD_FRIDAY,
    EASTER_MONDAY,
    LABOUR_DAY,
    { ...WHIT_MONDAY, from: 2015, to: 2021 },
    { on: "10-03", from: 2014, to: 2021 },
    ...YEARS_END,
  ],
  closed: ["2007-05-28", "2017-10-31"],
  halfDays: [{ on: "12-30", close: "14:00", from: 2010, isMovedBack: true }],
};

/** Paris and Amsterdam trade by one calendar of Euronext. */
const EURONEXT: Omit<Exchange, "id" | "name" | "suffixes" | "zone"> = {
  open: "09:00",
  close: "17:30",
  since: 2003,
  holidays: [{ on: "01-01" }, GOOD_FRIDAY, EASTER_MONDAY, LABOUR_DAY, { on: "12-25" }, { on: "12-26" }],
  closed: [],
  halfDays: [{ on: "12-24", close: "14:05" }, { on: "12-31", close: "14:05" }],
};

const PARIS: Exchange = { ...EURONEXT, id: "XPAR", name: "Euronext Paris", suffixes: ["PA"], zone: "Europe/Paris" };
const AMSTERDAM: Exchange = {
  ...EURONEXT,
  id: "XAMS",
  name: "Euronext Amsterdam",
  suffixes: ["AS"],
  zone: "Europe/Amsterdam",
};

const SWISS: Exchange = {
  id: "XSWX",
  name: "SIX Swiss Exchange",
  suffixes: ["SW"],
  zone: "Europe/Zurich",
  open: "09:00",
  close: "17:30",
  since: 2003,
  holidays: [
    { on: "01-01" },
    { on: "01-02" },
    GOOD_FRIDAY,
    EASTER_MONDAY,
    LABOUR_DAY,
    ASCENSION,
    WHIT_MONDAY,
    { on: "08-01" },
    ...YEARS_END,
  ],
  closed: [],
  halfDays: [],
};

/** Its equinoxes and substitute days are announced, so its days are a list; it closed at 15:00 until 4 November 2024. */
const TOKYO: Exchange = {
  id: "XTKS",
  name: "the Tokyo Stock Exchange",
  suffixes: ["T"],
  zone: "Asia/Tokyo",
  open: "09:00",
  close: "15:30",
  since: 2020,
  until: 2027,
  holidays: [],
  closed: TOKYO_CLOSED,
  halfDays: [],
};

/** Listed too, as its holidays go by the moon; from 2025 on, because storms closed it until September 2024. */
const HONG_KONG: Exchange = {
  id: "XHKG",
  name: "the Stock Exchange of Hong Kong",
  suffixes: ["HK"],
  zone: "Asia/Hong_Kong",
  open: "09:30",
  close: "16:00",
  since: 2025,
  until: 2027,
  holidays: [],
  closed: HONG_KONG_CLOSED,
  halfDays: [],
  halfDaysOnce: HONG_KONG_HALF_DAYS,
};

/** For a ticker of an exchange that is not in the table: every weekday counts as a session. */
export const UNKNOWN_EXCHANGE: Exchange = {
  id: "",
  name: "an exchange whose holidays are not known",
  suffixes: [],
  zone: "UTC",
  open: "00:00",
  close: "23:59",
  since: 0,
  holidays: [],
  closed: [],
  halfDays: [],
};

/** The exchanges whose days are known. */
export const EXCHANGES: readonly Exchange[] = [NYSE, TORONTO, LONDON, XETRA, PARIS, AMSTERDAM, SWISS, TOKYO, HONG_KONG];

const bySuffix = new Map(EXCHANGES.flatMap((one) => one.suffixes.map((suffix) => [suffix, one] as const)));

/**
 * The exchange of a ticker, by what follows its last dot: `SAP.DE` is of Xetra. Without a dot, or with one letter that is
 * no exchange's, which is a class of shares, it is of New York.
 */
export function exchangeOf(ticker: string): Exchange {
  const suffix = /\.([^.]*)$/.exec(ticker.trim().toUpperCase())?.[1];
  if (suffix === undefined) return NYSE;
  return bySuffix.get(suffix) ?? (suffix.length === 1 ? NYSE : UNKNOWN_EXCHANGE);
}

/** The exchange of most of some tickers, New York's of none; of a tie, the one that comes first. */
export function exchangeOfMost(tickers: Iterable<string>): Exchange {
  const counts = new Map<Exchange, number>();
  for (const ticker of tickers) {
    const exchange = exchangeOf(ticker);
    counts.set(exchange, (counts.get(exchange) ?? 0) + 1);
  }
  let most = NYSE;
  let best = 0;
  for (const [exchange, count] of counts) {
    if (count > best) {
      most = exchange;
      best = count;
    }
  }
  return most;
}
