import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { isSession, knowsSessions, sessionMinutes } from "../../src/calendar/exchange_days.ts";
import { exchangeOf, exchangeOfMost, EXCHANGES } from "../../src/calendar/exchanges.ts";
import { isWeekend, minutesOf } from "../../src/calendar/yearly_days.ts";
import { deepEqual, equal } from "../assert.ts";

const LISTED = (await Deno.readTextFile(new URL("exchange_calendars.txt", import.meta.url))).trim().split("\n").slice(
  1,
);

/** A year of an exchange as a line of the list: what is closed, and what ends early. */
function lineOf(exchange: (typeof EXCHANGES)[number], year: number): string {
  const [closed, early]: [string[], string[]] = [[], []];
  for (let day = dayNumber(`${year}-01-01`); dayText(day).startsWith(`${year}`); day++) {
    const [text, minutes] = [dayText(day), sessionMinutes(dayText(day), exchange)];
    if (!isWeekend(day) && minutes === undefined) closed.push(text.slice(5));
    if (minutes !== undefined && minutes.close !== minutesOf(exchange.close)) {
      const time = [Math.floor(minutes.close / 60), minutes.close % 60].map((part) => String(part).padStart(2, "0"));
      early.push(`${text.slice(5)}=${time.join(":")}`);
    }
  }
  return `${exchange.id} ${year} ${closed.join(" ")} | ${early.join(" ")}`;
}

for (const exchange of EXCHANGES) {
  Deno.test(`the days of ${exchange.name} are those that another program lists, up to 2027`, () => {
    const lines = LISTED.filter((line) => line.startsWith(exchange.id));
    equal(lines.length, 2027 - exchange.since + 1);
    deepEqual(lines.map((line) => lineOf(exchange, Number(line.split(" ")[1]))), lines);
  });
}

const OF: readonly (readonly [string, string])[] = [
  ...[["AAPL", "XNYS"], ["BRK.B", "XNYS"], ["BRK-B", "XNYS"], ["AAPL.US", "XNYS"], ["^GSPC", "XNYS"]] as const,
  ...[["VOD.L", "XLON"], ["SAP.DE", "XETR"], ["RY.TO", "XTSE"], ["MC.PA", "XPAR"], ["asml.as", "XAMS"]] as const,
  ...[["NESN.SW", "XSWX"], ["7203.T", "XTKS"], ["0700.HK", "XHKG"], ["ENI.MI", ""]] as const,
];
for (const [ticker, id] of OF) {
  Deno.test(`${ticker} is of ${id || "no exchange that is known"}`, () => equal(exchangeOf(ticker).id, id));
}

Deno.test("the exchange of a list is that of most of its tickers", () => {
  equal(exchangeOfMost(["SAP.DE", "AAPL", "BAS.DE"]).id, "XETR");
  equal(exchangeOfMost(["AAPL", "SAP.DE"]).id, "XNYS");
  equal(exchangeOfMost([]).id, "XNYS");
});

Deno.test("where the holidays are not known, every weekday counts, and it is said that they are not", () => {
  const milan = exchangeOf("ENI.MI");
  deepEqual([isSession("2026-12-25", milan), isSession("2026-12-26", milan)], [true, false]);
  const tokyo = exchangeOf("7203.T");
  const known = ["2019-12-30", "2020-01-06", "2027-12-30", "2028-01-04"].map((day) => knowsSessions(day, tokyo));
  deepEqual(known, [false, true, true, false]);
});
