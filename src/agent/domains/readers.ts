import { BARS_READERS } from "./bars.ts";
import { CHANCE_READERS } from "./chance.ts";
import { PRICE_READERS } from "./evaluate.ts";
import { FILED_READERS } from "./evaluate_filed.ts";
import { EVENTS_READERS } from "./events.ts";
import { INSIDER_READERS } from "./insider.ts";
import { type Lack, type Reader, type Readers, reading } from "./reading.ts";
import { TEXT_READERS } from "./text.ts";
import { mean } from "./statistics.ts";
import { dayNumber } from "../../calendar/day.ts";
import type { Session } from "../../data/session.ts";

const NOTHING: Lack = { cause: "comparison", lacks: "needs own columns with a sign and eight companies, has none" };

/** What own tables say; `data/metrics/own.ts` defines it. */
const OWN_READERS: Readers = {
  own_view: (_columns, _position, beside) => {
    const places = beside?.ownPlaces?.() ?? [];
    return places.length === 0 ? NOTHING : reading(mean(places), NOTHING);
  },
};

const NO_SESSION: Lack = { cause: "history", lacks: "needs trades or intraday bars of the whole session of the day" };

/** Reads a figure of the session of the bar's day. */
function ofSession(pick: (session: Session) => number | undefined): Reader {
  return ({ days }, position, { sessions = [] } = {}) => {
    const session = sessions.findLast(({ day }) => dayNumber(day) === days[position]);
    return session === undefined || session.isPartial ? NO_SESSION : reading(pick(session) ?? NaN, NO_SESSION);
  };
}

/** Metrics of a session; `data/metrics/session.ts` defines them. */
const SESSION_READERS: Readers = {
  session_value: ofSession(({ tradedValue }) => tradedValue),
  session_vwap: ofSession(({ vwap }) => vwap),
  session_volatility: ofSession(({ realisedVolatility }) => realisedVolatility),
  session_step: ofSession(({ stepMinutes }) => stepMinutes),
};

/** The readers of all measures. */
export const READERS: Readers = {
  ...BARS_READERS,
  ...PRICE_READERS,
  ...CHANCE_READERS,
  ...SESSION_READERS,
  ...FILED_READERS,
  ...EVENTS_READERS,
  ...INSIDER_READERS,
  ...TEXT_READERS,
  ...OWN_READERS,
};
