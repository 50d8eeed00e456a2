import { point } from "./calendar.ts";
import type { Exchange } from "../../calendar/exchange.ts";
import { isSession, sessionBefore } from "../../calendar/exchange_days.ts";
import { exchangeOf, exchangeOfMost, NYSE, UNKNOWN_EXCHANGE } from "../../calendar/exchanges.ts";
import type { Company } from "../dataset.ts";
import { COUNT, countNamed } from "../../terms/calendar_words.ts";
import { form } from "../../terms/places.ts";
import type { DataDays, TimeForm, TimeRead } from "./found_time.ts";

const NO_NUMBER = "it names no number, so give one or a day";

const SESSION =
  "sessions?|(?:trading|business|market|exchange)[ -](?:sessions?|days?)|(?:handels|borsen)tage?[ns]?|sitzung(?:en)?|seances?|jours? de bourse|sesion(?:es)?|sedut[ae]|sess(?:ao|oes)|preg(?:ao|oes)";
const LATEST = "last|latest|most recent|letzten?|letzte[rsm]|derniere?s?|ultim[oa]s?|ultime";
const EARLIER = "previous|preceding|prior|vorigen?|vorige[rsm]|vorherigen?|precedente?s?|anterior(?:es)?";
const PAST = "past|trailing|recent|vergangenen?";
const FEW = "few|several|some|paar|quelques|pocas|poche";

/** Days and spans that are counted in sessions of the exchange, before the forms that count in units of the calendar. */
export const SESSION_FORMS: readonly TimeForm[] = [
  form`\b(?:${LATEST}|${EARLIER}|${PAST})\s+(${COUNT}|${FEW})\s+(?:${SESSION})\b`(lastSessions),
  form`\b(${COUNT})\s+(?:${LATEST})\s+(?:${SESSION})\b`(lastSessions),
  form`\b(?:over|during) (?:the )?(\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(?:${SESSION})\b`(
    lastSessions,
  ),
  form`\b(?:(${COUNT})\s+(?:${SESSION})\s+(?:ago|earlier|fa|atras)|(?:vor|il y a|hace|ha)\s+(${COUNT})\s+(?:${SESSION}))\b`(
    ([count = "", other = ""], { today, exchange }) =>
      point(sessionBack(sessionOnOrBefore(today, exchange), { count: countNamed(count || other), exchange })),
  ),
  form`\b(?:(?:${EARLIER})\s+(?:${SESSION})|(?:seance|sesion|sessao|seduta)\s+(?:precedente|anterior))\b`((
    _,
    { today, exchange },
  ) => point(sessionBack(today, { count: 1, exchange }))),
  form`\b(?:(?:${LATEST})\s+(?:full |complete |finished )?(?:${SESSION})|(?:seance|sesion)\s+(?:derniere|pasada))(?:'s)?\b`(
    (_, { today, exchange }) => point(sessionOnOrBefore(today, exchange)),
  ),
];

/** The session of a day, or the last one before it. */
export function sessionOnOrBefore(day: string, exchange: Exchange = NYSE): string {
  return isSession(day, exchange) ? day : sessionBefore(day, exchange);
}

/** The session so many before a day. */
export function sessionBack(
  day: string,
  { count, exchange = NYSE }: { readonly count: number; readonly exchange?: Exchange | undefined },
): string {
  let at = day;
  for (let left = count; left > 0; left--) at = sessionBefore(at, exchange);
  return at;
}

/**
 * Whose sessions a question counts in: those of the exchange of the first ticker with a suffix that it names, else of the
 * exchange of most companies.
 */
export function exchangeAsked(text: string, companies: readonly Pick<Company, "ticker">[]): Exchange {
  const tickers = new Set(companies.map(({ ticker }) => ticker));
  const named = (text.match(/\b[A-Z0-9-]{1,12}\.[A-Z]{1,5}\b/g) ?? []).filter((word) => tickers.has(word))
    .map(exchangeOf).find((one) => one !== NYSE && one !== UNKNOWN_EXCHANGE);
  return named ?? exchangeOfMost(tickers);
}

/** The last sessions up to a day: a return over them is from the close before the first. */
function lastSessions([named = ""]: readonly string[], { today, exchange }: DataDays): TimeRead {
  const count = countNamed(named);
  if (Number.isNaN(count) || count < 1) return { problem: NO_NUMBER };
  return { from: sessionBack(sessionOnOrBefore(today, exchange), { count: count - 1, exchange }), to: today };
}
