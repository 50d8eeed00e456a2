import { exchangeOf, EXCHANGES } from "../../../src/calendar/exchanges.ts";
import { isSession, sessionBefore } from "../../../src/calendar/exchange_days.ts";
import { sessionsAfter } from "../../../src/calendar/last_session.ts";
import { dayNumber, dayText } from "../../../src/calendar/day.ts";
import { readTimes } from "../../../src/data/question/read_times.ts";
import { exchangeAsked } from "../../../src/data/question/session_forms.ts";
import { deepEqual, equal } from "../../assert.ts";
import fc from "../../fast_check.ts";

/** What a question names, asked on the Wednesday after Christmas of 2017. */
const READ: readonly (readonly [question: string, when: string])[] = [
  ["How did AAPL close on the last session?", "2017-12-27"],
  ["How did AAPL do in the most recent trading session?", "2017-12-27"],
  ["AAPL's last trading day", "2017-12-27"],
  ["AAPL in the previous session", "2017-12-26"],
  ["AAPL yesterday", "2017-12-26"],
  ["AAPL the day before yesterday", "2017-12-22"],
  ["AAPL 3 sessions ago", "2017-12-21"],
  ["AAPL over the last five sessions", "2017-12-20..2017-12-27"],
  ["AAPL in the past 5 trading days", "2017-12-20..2017-12-27"],
  ["AAPL over 5 sessions", "2017-12-20..2017-12-27"],
  ["What changed at AAPL since the last session?", "2017-12-27"],
  ["AAPL since the previous session", "2017-12-26..2017-12-27"],
  ["AAPL from 2017-12-18 to the last session", "2017-12-18..2017-12-27"],
  ["Wie schloss AAPL am letzten Handelstag?", "2017-12-27"],
  ["AAPL in den letzten fünf Handelstagen", "2017-12-20..2017-12-27"],
  ["AAPL vor 3 Handelstagen", "2017-12-21"],
  ["AAPL à la dernière séance", "2017-12-27"],
  ["AAPL sur les cinq dernières séances", "2017-12-20..2017-12-27"],
  ["AAPL en la última sesión", "2017-12-27"],
  ["AAPL nelle ultime cinque sedute", "2017-12-20..2017-12-27"],
  ["AAPL no último pregão", "2017-12-27"],
  ["AAPL on 2017-12-25", "2017-12-25"],
];

function whenOf(question: string, today: string, exchange = exchangeOf("AAPL")): string {
  const { times } = readTimes(question, { today, first: "2000-01-03", exchange });
  return times.map(({ from, to }) => from === to ? to : `${from}..${to}`).join(" ");
}

for (const [question, when] of READ) {
  Deno.test(`"${question}" names ${when}`, () => equal(whenOf(question, "2017-12-27"), when));
}

Deno.test("sessions are those of the exchange: London keeps Boxing Day and no Thanksgiving", () => {
  const london = exchangeOf("VOD.L");
  equal(whenOf("VOD.L yesterday", "2017-12-27", london), "2017-12-22");
  equal(whenOf("VOD.L yesterday", "2017-11-24", london), "2017-11-23");
  equal(whenOf("AAPL yesterday", "2017-11-24"), "2017-11-22");
});

Deno.test("the last session of a day without one is the session before it, also where the request sets that day", () => {
  equal(whenOf("AAPL on the last session", "2017-12-25"), "2017-12-22");
  const days = { today: "2017-12-25", first: "2000-01-03", isSet: true };
  const { times, unmet } = readTimes("AAPL on the last session", days);
  deepEqual([times.map(({ to }) => to), unmet], [["2017-12-22"], []]);
});

Deno.test("a few sessions are no number of them", () => {
  const { times, unmet } = readTimes("AAPL over the last few sessions", { today: "2017-12-27", first: "2000-01-03" });
  deepEqual([times.length, unmet.map(({ why }) => why)], [0, ["it names no number, so give one or a day"]]);
});

Deno.test("the exchange is that of a ticker with a suffix, else that of most companies", () => {
  const companies = ["AAPL", "SAP.DE", "BAS.DE", "VOD.L"].map((ticker) => ({ ticker }));
  equal(exchangeAsked("How did VOD.L close yesterday?", companies).id, "XLON");
  equal(exchangeAsked("How did AAPL close yesterday?", companies).id, "XETR");
  equal(exchangeAsked("How did RY.TO close yesterday?", companies).id, "XETR", "it is none of the companies");
});

Deno.test("the last n sessions are n sessions, on every exchange and day", () => {
  const day = fc.integer({ min: dayNumber("2003-06-01"), max: dayNumber("2026-12-31") }).map(dayText);
  fc.assert(fc.property(day, fc.integer({ min: 2, max: 60 }), fc.constantFrom(...EXCHANGES), (today, count, of) => {
    const [from = "", to = ""] = whenOf(`the last ${count} sessions`, today, of).split("..");
    equal(to, today);
    equal(isSession(from, of), true);
    equal(sessionsAfter(sessionBefore(from, of), today, of), count);
  }));
});
